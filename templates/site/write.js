// Composes a sheet: a click on the map becomes a line of text, and the text is checked while one
// types. All that is shown is in `data`; nothing is asked of any other place. `host` is where the page
// is: `check(sheet)` gives what the receipt would say, `save(sheet)` a sentence, both as promises; each
// may be missing.
window.compose = function (data, host) {
  "use strict";
  var byId = function (id) { return document.getElementById(id); };
  var sheet = byId("sheet"), map = byId("map"), paper = byId("paper"), overlay = byId("overlay");
  var SVG = "http://www.w3.org/2000/svg";
  var MOST_MAIL = 1800, MOST_WORDS = 24, MOST_BACK = 200;

  // ---- the sheet as lines ----

  function indent(line) { return line.length - line.replace(/^ +/, "").length; }
  function isText(line) { return line.trim() !== "" && !/^\s*#/.test(line); }

  // The entries of a list: from their line with the hyphen to their last line with text.
  function entries(lines, key) {
    var at = lines.findIndex(function (line) { return line.split(/\s*#/)[0].trim() === key + ":"; });
    if (at < 0) { return { at: -1, all: [], end: -1, indent: 0 }; }
    var all = [], end = at, hyphen = null;
    for (var n = at + 1; n < lines.length; n += 1) {
      var line = lines[n];
      if (!isText(line)) { continue; }
      var deep = indent(line), item = /^ *- /.test(line) || /^ *-$/.test(line);
      if (deep === 0 && !item) { break; }
      if (hyphen === null) { hyphen = deep; }
      if (item && deep === hyphen) { all.push({ from: n, to: n, indent: deep }); }
      if (all.length) { all[all.length - 1].to = n; }
      end = n;
    }
    return { at: at, all: all, end: end, indent: hyphen === null ? 0 : hyphen };
  }

  function same(a, b) { return a.trim().replace(/\s*#.*$/, "") === b.trim(); }

  // The entry of a force: the one that was chosen, or its last.
  function entryOf(lines, force) {
    var list = entries(lines, force.list);
    var own = list.all.filter(function (entry) { return same(lines[entry.from], force.entry[0]); });
    return { list: list, entry: own[own.length - 1] };
  }

  // Begins an entry in its list, and the list if there is none.
  function begin(lines, force, rows) {
    var list = entries(lines, force.list), at = list.end + 1, pad = " ".repeat(list.indent);
    if (list.at < 0) {
      var bare = lines.findIndex(function (line) {
        return line.split(/\s*#/)[0].trim() === force.list + ": []";
      });
      if (bare >= 0) { lines[bare] = force.list + ":"; at = bare + 1; }
      else {
        while (lines.length && lines[lines.length - 1].trim() === "") { lines.pop(); }
        lines.push(force.list + ":");
        at = lines.length;
      }
    }
    var fresh = rows.map(function (row) { return pad + row; });
    lines.splice.apply(lines, [at, 0].concat(fresh));
    return { from: at, to: at + fresh.length - 1, indent: list.indent };
  }

  function yaml(name) {
    return /^[\p{L}\p{N}][\p{L}\p{N} .\-]*$/u.test(name) && !/^(yes|no|on|off|true|false|null)$/i.test(name)
      ? name : '"' + name.replace(/["\\]/g, "\\$&") + '"';
  }

  // ---- changes, which can be undone ----

  var back = [];
  function change(lines, caret) {
    back.push(sheet.value);
    if (back.length > MOST_BACK) { back.shift(); }
    sheet.value = lines.join("\n");
    if (caret !== undefined) { select(caret); }
    check();
  }
  function select(line) {
    var lines = sheet.value.split("\n"), from = 0;
    for (var n = 0; n < line && n < lines.length; n += 1) { from += lines[n].length + 1; }
    var to = from + (lines[line] || "").length;
    sheet.setSelectionRange(from, to);
    var height = sheet.scrollHeight / Math.max(lines.length, 1);
    sheet.scrollTop = Math.max(0, (line - 4) * height);
  }
  function now() { return sheet.value.split("\n"); }
  function undo() {
    if (back.length) { sheet.value = back.pop(); check(); }
  }

  // The entry of the chosen force as it stands, beside the map.
  function drawEntry() {
    byId("writing").hidden = !force;
    if (!force) { return; }
    var lines = now(), list = entries(lines, force.list), own = list.all.filter(function (entry) {
      return same(lines[entry.from], (force.entry[0] || "").trim() ? force.entry[0] : lines[entry.from]);
    });
    var all = own.map(function (entry) { return lines.slice(entry.from, entry.to + 1).filter(isText).join("\n"); });
    byId("entry").textContent = all.join("\n") || "Nothing yet: choose where it goes, or what it does.";
  }

  // ---- what a click writes ----

  var force = null, fresh = false;
  function placed(line, force, name) {
    if (!force.through) { return line.replace(/(\bto:).*$/, "$1 " + name); }
    return line.replace(/\[(.*)\]\s*(#.*)?$/, function (_, inside) {
      return "[" + (inside.trim() === "" ? name : inside.trim() + ", " + name) + "]";
    });
  }
  function go(name) {
    if (!force || !force.go) { return; }
    var lines = now(), step = force.go.replace(data.places, yaml(name)), found = entryOf(lines, force);
    var entry = fresh ? undefined : found.entry, verb = force.go.split("[")[0].trim();
    fresh = false;
    if (!entry) {
      entry = begin(lines, force, force.entry.concat([step]));
      return change(lines, entry.to);
    }
    for (var n = entry.to; n > entry.from; n -= 1) {
      var line = lines[n].trim();
      if (line === "") { continue; }
      if (!force.through && /^to:/.test(line)) {
        lines[n] = placed(lines[n], force, yaml(name));
        return change(lines, n);
      }
      if (force.through) {
        if (line.indexOf(verb + "[") === 0 || line.indexOf(verb + " [") === 0) {
          lines[n] = placed(lines[n], force, yaml(name));
          return change(lines, n);
        }
        if (/^- /.test(line)) { break; }
      }
    }
    change(lines, put(lines, entry, step.trim()));
  }
  // Puts a step behind the last one of an entry; gives its line.
  function put(lines, entry, step) {
    var at = entry.to, deep = entry.indent + 2;
    for (var n = entry.from + 1; n <= entry.to; n += 1) {
      if (/^\s*steps:/.test(lines[n])) {
        at = n;
        deep = indent(lines[n]);
        for (var m = n + 1; m <= entry.to; m += 1) {
          if (!isText(lines[m])) { continue; }
          if (indent(lines[m]) < deep || (indent(lines[m]) === deep && !/^\s*-/.test(lines[m]))) { break; }
          if (/^\s*-/.test(lines[m]) && at === n) { deep = indent(lines[m]); }
          at = m;
        }
        break;
      }
    }
    lines.splice(at + 1, 0, " ".repeat(deep) + step);
    return at + 1;
  }
  function does(deed) {
    var lines = now();
    if (!force.entry.length) {
      return change(lines, begin(lines, force, ["- " + deed.step]).from);
    }
    var found = entryOf(lines, force), entry = fresh ? undefined : found.entry;
    fresh = false;
    if (!entry) {
      entry = begin(lines, force, force.entry.concat(["  - " + deed.step]));
      return change(lines, entry.to);
    }
    change(lines, put(lines, entry, "- " + deed.step));
  }

  // ---- conditions and reactions, by menus ----

  var CAPITALS = /\b[A-Z]{2,}\b/;
  // Chooses the name in capitals that is to be replaced, or else the line.
  function fill(line) {
    select(line);
    var text = now()[line] || "", found = CAPITALS.exec(text);
    if (!found) { return; }
    var from = sheet.selectionStart + found.index;
    sheet.focus();
    sheet.setSelectionRange(from, from + found[0].length);
    list();
  }
  // The entry goes on only if this holds: one line of it, joined with what it has.
  function onlyIf(term) {
    var lines = now(), found = entryOf(lines, force), entry = fresh ? undefined : found.entry;
    if (!entry && force.entry.length) { entry = begin(lines, force, force.entry); }
    if (!entry) { return said("Choose what it does first."); }
    fresh = false;
    for (var n = entry.from + 1; n <= entry.to; n += 1) {
      if (/^\s*steps:/.test(lines[n])) { break; }
      if (/^\s*if:/.test(lines[n])) {
        lines[n] = lines[n].replace(/\s*(#.*)?$/, "") + " and " + term;
        change(lines, n);
        return fill(n);
      }
    }
    lines.splice(entry.from + 1, 0, " ".repeat(entry.indent + 2) + "if: " + term);
    change(lines, entry.from + 1);
    fill(entry.from + 1);
  }
  // An example of the schema as it is written in a sheet.
  function flow(value) {
    if (Array.isArray(value)) { return "[" + value.map(flow).join(", ") + "]"; }
    if (value && typeof value === "object") {
      return "{" + Object.keys(value).map(function (key) { return key + ": " + flow(value[key]); }).join(", ") + "}";
    }
    return typeof value === "string" && !/[:#{}\[\],&*!|>'"%@`]/.test(value) ? value : JSON.stringify(value);
  }
  function react(key) {
    var kind = reactions[key], lines = now(), name = force.entry[0].replace(/^- [^:]+:\s*/, "");
    var example = (kind.examples || [{ "if": "always" }])[0];
    var own = { list: "reactions", entry: ["- who: " + name] };
    var found = entryOf(lines, own).entry || begin(lines, own, own.entry), pad = " ".repeat(found.indent + 2);
    lines.splice(found.to + 1, 0, pad + key + ": " + flow(example));
    change(lines, found.to + 1);
    fill(found.to + 1);
  }
  var reactions = (data.schema.properties.reactions ? parts(["reactions"]) : []).reduce(
    function (all, part) { return Object.assign(all, part.properties || {}); }, {});
  if (reactions.who) { delete reactions.who; } else { reactions = {}; }
  function menu(id, words, act) {
    var box = byId(id);
    words.forEach(function (word) {
      var option = document.createElement("option");
      option.value = word[0];
      option.textContent = word[0];
      option.title = word[1] || "";
      box.append(option);
    });
    box.hidden = !words.length;
    box.addEventListener("change", function () {
      var word = box.value;
      box.value = "";
      if (word && force) { act(word); }
    });
  }
  menu("condition", resolved({ $ref: "#/$defs/condition" }).terms || [], onlyIf);
  menu("reaction", Object.keys(reactions).sort().map(function (key) {
    return [key, reactions[key].description];
  }), react);
  byId("reaction-label").hidden = byId("reaction").hidden;

  // ---- forces ----

  var buttons = [];
  function choose(nth) {
    force = data.forces[nth];
    fresh = false;
    buttons.forEach(function (button, n) { button.setAttribute("aria-pressed", String(n === nth)); });
    byId("force").hidden = false;
    byId("force-name").textContent = force.name;
    byId("force-about").textContent = force.about;
    byId("go").hidden = !force.go;
    byId("another").hidden = !force.through;
    var goals = byId("goals"), deeds = byId("deeds");
    goals.replaceChildren();
    force.reach.goals.slice(0, 400).forEach(function (goal) {
      var option = document.createElement("option");
      option.value = goal.name;
      option.label = goal.name + ", " + goal.cost + (goal.cost === 1 ? " point" : " points") +
        (goal.beside ? ", beside " + goal.beside : "");
      goals.append(option);
    });
    deeds.replaceChildren();
    force.reach.deeds.forEach(function (deed) {
      var item = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.textContent = deed.step + " \u2013 " + deed.told;
      button.addEventListener("click", function () { does(deed); });
      item.append(button);
      deeds.append(item);
    });
    drawForce();
    drawEntry();
    var own = spaceOf.get(force.at);
    if (own) { mark(own); }
  }
  data.forces.forEach(function (one, nth) {
    var item = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.textContent = one.name;
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", function () { choose(nth); });
    buttons.push(button);
    item.append(button);
    byId("forces").append(item);
  });
  byId("another").addEventListener("click", function () {
    fresh = true;
    byId("done").textContent = "";
    byId("goal").focus();
  });
  byId("go").addEventListener("submit", function (event) {
    event.preventDefault();
    var goal = byId("goal"), name = goal.value.trim();
    if (name) { go(name); goal.value = ""; }
  });

  // ---- the map ----

  var spaces = data.map.spaces.map(function (one) {
    return { id: one[0], x: one[1], y: one[2], name: one[3], number: one[4], told: one[5] };
  });
  var spaceOf = new Map(spaces.map(function (space) { return [space.id, space]; }));
  var at = null, scale = 1;
  byId("picture").alt = data.map.told;
  overlay.setAttribute("viewBox", "0 0 " + data.map.width + " " + data.map.height);
  function layer(name) {
    var group = document.createElementNS(SVG, "g");
    group.setAttribute("class", name);
    overlay.append(group);
    return group;
  }
  var reachLayer = layer("reach"), wayLayer = layer("ways"), markLayer = layer("marks");
  function dot(where, space, kind, radius) {
    var circle = document.createElementNS(SVG, "circle");
    circle.setAttribute("cx", space.x);
    circle.setAttribute("cy", space.y);
    circle.setAttribute("r", radius);
    circle.setAttribute("class", kind);
    where.append(circle);
  }
  function zoom(factor) {
    var before = scale, low = Math.min(1, map.clientWidth / (data.map.width / 10));
    scale = Math.min(2, Math.max(low * 0.9, factor));
    var x = (map.scrollLeft + map.clientWidth / 2) / before;
    var y = (map.scrollTop + map.clientHeight / 2) / before;
    paper.style.width = data.map.width / 10 * scale + "px";
    paper.style.height = data.map.height / 10 * scale + "px";
    map.scrollLeft = x * scale - map.clientWidth / 2;
    map.scrollTop = y * scale - map.clientHeight / 2;
  }
  function show(space) {
    var x = space.x / 10 * scale, y = space.y / 10 * scale, edge = 60;
    if (x < map.scrollLeft + edge || x > map.scrollLeft + map.clientWidth - edge) {
      map.scrollLeft = x - map.clientWidth / 2;
    }
    if (y < map.scrollTop + edge || y > map.scrollTop + map.clientHeight - edge) {
      map.scrollTop = y - map.clientHeight / 2;
    }
  }
  function mark(space) {
    at = space;
    markLayer.replaceChildren();
    if (force && spaceOf.has(force.at)) {
      dot(markLayer, spaceOf.get(force.at), "own", data.map.cell * 0.5);
    }
    dot(markLayer, space, "here", data.map.cell * 0.42);
    show(space);
    var number = space.number && space.number !== space.name ? " " + space.number : "";
    byId("spot").textContent = space.name + number + ": " + space.told;
  }
  function drawForce() {
    reachLayer.replaceChildren();
    if (!force) { return; }
    var names = new Set(force.reach.goals.map(function (goal) { return goal.name; }));
    spaces.forEach(function (space) {
      if (names.has(space.name) || names.has(space.number)) {
        dot(reachLayer, space, "goal", data.map.cell * 0.36);
      }
    });
  }
  function drawWays(ways) {
    wayLayer.replaceChildren();
    ways.forEach(function (way) {
      var points = way.path.map(function (id) { return spaceOf.get(id); }).filter(Boolean);
      if (points.length < 2) { return; }
      var line = document.createElementNS(SVG, "polyline");
      line.setAttribute("class", "way");
      line.setAttribute("points", points.map(function (p) { return p.x + "," + p.y; }).join(" "));
      wayLayer.append(line);
      dot(wayLayer, points[points.length - 1], "end", data.map.cell * 0.13);
    });
  }
  function nearest(x, y) {
    var best = null, least = Infinity;
    spaces.forEach(function (space) {
      var far = (space.x - x) * (space.x - x) + (space.y - y) * (space.y - y);
      if (far < least) { least = far; best = space; }
    });
    return best;
  }
  // A space with a force of ours chooses the force, and the next of those there when it is chosen
  // again; any other space, or one with the shift key, is a place to go to.
  function chosen(space, isPlace) {
    var here = data.forces.filter(function (one) { return one.at === space.id; });
    if (here.length && !(force && isPlace)) {
      var next = (here.indexOf(force) + 1) % here.length;
      choose(data.forces.indexOf(here[next]));
    } else if (force) {
      go(space.name || space.number);
    }
    mark(space);
  }
  // Two fingers make the map larger or smaller, where they are; one finger, or the mouse, moves it.
  function apart(touches) {
    return Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
  }
  var pinch = null, drag = null, dragged = false;
  function zoomAt(factor, x, y) {
    var box = map.getBoundingClientRect(), before = scale;
    var left = (map.scrollLeft + x - box.left) / before, top = (map.scrollTop + y - box.top) / before;
    zoom(factor);
    map.scrollLeft = left * scale - (x - box.left);
    map.scrollTop = top * scale - (y - box.top);
  }
  map.addEventListener("touchstart", function (event) {
    if (event.touches.length === 2) { pinch = { apart: apart(event.touches), scale: scale }; }
  }, { passive: true });
  map.addEventListener("touchmove", function (event) {
    if (!pinch || event.touches.length !== 2) { return; }
    event.preventDefault();
    var one = event.touches[0], other = event.touches[1];
    zoomAt(pinch.scale * apart(event.touches) / pinch.apart,
      (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
  }, { passive: false });
  map.addEventListener("touchend", function () { pinch = null; }, { passive: true });
  map.addEventListener("wheel", function (event) {
    if (!event.ctrlKey) { return; }
    event.preventDefault();
    zoomAt(scale * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });
  map.addEventListener("pointerdown", function (event) {
    if (event.pointerType !== "mouse" || event.button !== 0) { return; }
    drag = { x: event.clientX, y: event.clientY, left: map.scrollLeft, top: map.scrollTop };
    dragged = false;
  });
  window.addEventListener("pointermove", function (event) {
    if (!drag) { return; }
    var x = event.clientX - drag.x, y = event.clientY - drag.y;
    dragged = dragged || Math.hypot(x, y) > 6;
    if (!dragged) { return; }
    map.classList.add("dragged");
    map.scrollLeft = drag.left - x;
    map.scrollTop = drag.top - y;
  });
  window.addEventListener("pointerup", function () {
    drag = null;
    map.classList.remove("dragged");
  });
  overlay.addEventListener("click", function (event) {
    if (dragged) { dragged = false; return; }
    var box = overlay.getBoundingClientRect();
    var space = nearest((event.clientX - box.left) / box.width * data.map.width,
      (event.clientY - box.top) / box.height * data.map.height);
    if (space) { chosen(space, event.shiftKey); }
  });
  var WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  map.addEventListener("keydown", function (event) {
    if (event.key === "Enter" && at) {
      event.preventDefault();
      chosen(at, event.shiftKey);
      return;
    }
    if (event.key === "+" || event.key === "-") { zoom(event.key === "+" ? scale * 1.25 : scale / 1.25); return; }
    var way = WAYS[event.key];
    if (!way) { return; }
    event.preventDefault();
    if (!at) { mark(start()); return; }
    var best = null, least = Infinity;
    spaces.forEach(function (space) {
      var dx = space.x - at.x, dy = space.y - at.y, along = dx * way[0] + dy * way[1];
      var aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (along < data.map.cell * 0.2 || aside > along * 1.9) { return; }
      var far = along + aside * 1.4;
      if (far < least) { least = far; best = space; }
    });
    if (best) { mark(best); }
  });
  function start() {
    var own = data.forces.map(function (one) { return spaceOf.get(one.at); }).filter(Boolean);
    return own[0] || spaces[0];
  }
  byId("closer").addEventListener("click", function () { zoom(scale * 1.25); });
  byId("farther").addEventListener("click", function () { zoom(scale / 1.25); });

  // ---- words that fit ----

  function resolved(part) {
    while (part && part.$ref) {
      part = part.$ref.replace(/^#\//, "").split("/").reduce(function (node, key) {
        return node && node[decodeURIComponent(key).replace(/~1/g, "/").replace(/~0/g, "~")];
      }, data.schema);
    }
    return part || {};
  }
  // The alternatives of a part of the schema, whatever lists stand between.
  function alternatives(part, depth) {
    part = resolved(part);
    var all = [part];
    if (depth > 6) { return all; }
    ["anyOf", "oneOf", "allOf"].forEach(function (key) {
      (part[key] || []).forEach(function (one) { all = all.concat(alternatives(one, depth + 1)); });
    });
    if (part.items) { all = all.concat(alternatives(part.items, depth + 1)); }
    return all;
  }
  function parts(path) {
    return path.reduce(function (all, key) {
      var found = [];
      all.forEach(function (part) {
        if (part.properties && part.properties[key]) {
          found = found.concat(alternatives(part.properties[key], 0));
        }
      });
      return found;
    }, alternatives(data.schema, 0));
  }
  // The keys above a line, the outermost first.
  function path(lines, nth, deep) {
    var keys = [];
    for (var n = nth - 1; n >= 0 && deep > 0; n -= 1) {
      if (!isText(lines[n])) { continue; }
      var bare = lines[n].replace(/^ *(- )*/, ""), column = lines[n].length - bare.length;
      var key = /^([^:#\[\]{}]+):/.exec(bare);
      if (key && column < deep) { keys.unshift(key[1].trim()); deep = column; }
    }
    return keys;
  }
  function plain(text) {
    return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  }
  // What may stand where the caret is: the words, and how much of one is there already.
  function fitting() {
    var before = sheet.value.slice(0, sheet.selectionStart).split("\n");
    var nth = before.length - 1, line = before[nth], bare = line.replace(/^ *(#)? *(- )*/, "");
    var column = line.length - bare.length, value = /^([^:]+):\s*(.*)$/.exec(bare), words = [];
    if (!value) {
      parts(path(now(), nth, column)).forEach(function (part) {
        Object.keys(part.properties || {}).forEach(function (key) { words.push(key + ": "); });
      });
      return { typed: bare, words: words };
    }
    var typed = /([^\[,{:]*)$/.exec(value[2])[1].replace(/^\s+/, "").replace(/^.*\b(and|or|not) /, "");
    parts(path(now(), nth, column).concat([value[1].trim()])).forEach(function (part) {
      words = words.concat((part.enum || []).map(String));
      words = words.concat((part.terms || []).map(function (term) { return term[0]; }));
      if (part.type === "boolean") { words.push("yes", "no"); }
      Object.keys(part.properties || {}).forEach(function (key) { words.push(key + ": "); });
    });
    return { typed: typed, words: words.concat(data.names) };
  }
  function list() {
    var found = fitting(), typed = plain(found.typed.trim()), box = byId("words");
    var words = Array.from(new Set(found.words)).filter(function (word) {
      return plain(word).indexOf(typed) === 0 && plain(word).trim() !== typed;
    }).slice(0, MOST_WORDS);
    box.replaceChildren();
    words.forEach(function (word) {
      var button = document.createElement("button");
      button.type = "button";
      button.textContent = word.trim();
      button.addEventListener("click", function () { complete(found.typed, word); });
      box.append(button);
    });
    return words.length;
  }
  function complete(typed, word) {
    var to = sheet.selectionStart, from = to - typed.length;
    var text = / $/.test(word) ? word : yaml(word);
    back.push(sheet.value);
    sheet.setRangeText(text, from, to, "end");
    sheet.focus();
    check();
    list();
  }
  byId("words").addEventListener("keydown", function (event) {
    var step = { ArrowRight: 1, ArrowLeft: -1 }[event.key], all = Array.from(byId("words").children);
    if (event.key === "Escape") { sheet.focus(); }
    if (step) {
      event.preventDefault();
      var nth = all.indexOf(document.activeElement) + step;
      all[(nth + all.length) % all.length].focus();
    }
  });

  // ---- typing ----

  function comment() {
    var lines = now(), from = sheet.value.slice(0, sheet.selectionStart).split("\n").length - 1;
    var to = sheet.value.slice(0, sheet.selectionEnd).split("\n").length - 1, caret = sheet.selectionStart;
    var off = lines.slice(from, to + 1).every(function (line) { return /^\s*#/.test(line) || line.trim() === ""; });
    for (var n = from; n <= to; n += 1) {
      lines[n] = off ? lines[n].replace(/^(\s*)# ?/, "$1") : "# " + lines[n];
    }
    change(lines);
    sheet.setSelectionRange(caret, caret);
    sheet.focus();
  }
  sheet.addEventListener("keydown", function (event) {
    if (event.ctrlKey && event.key === " ") {
      event.preventDefault();
      if (list()) { byId("words").firstChild.focus(); }
    } else if (event.ctrlKey && event.key === "/") {
      event.preventDefault();
      comment();
    } else if (event.key === "Enter" && !event.ctrlKey && !event.isComposing) {
      // A new line begins where the last one did.
      var line = sheet.value.slice(0, sheet.selectionStart).split("\n").pop();
      var pad = /^ *(- )?/.exec(line)[0].replace("- ", "  ");
      event.preventDefault();
      sheet.setRangeText("\n" + pad, sheet.selectionStart, sheet.selectionEnd, "end");
      sheet.dispatchEvent(new Event("input"));
    }
  });
  var last = sheet.value;
  sheet.addEventListener("input", function () {
    back.push(last);
    if (back.length > MOST_BACK) { back.shift(); }
    check();
    list();
  });
  sheet.addEventListener("click", list);
  byId("comment").addEventListener("click", comment);
  byId("undo").addEventListener("click", undo);
  byId("undo-here").addEventListener("click", undo);

  // ---- the receipt ----

  var timer = null, asked = 0;
  function check() {
    last = sheet.value;
    mailed();
    drawEntry();
    choices.draw();
    byId("done").textContent = "";
    if (!host.check) { return; }
    clearTimeout(timer);
    timer = setTimeout(ask, 250);
  }
  function ask() {
    var number = asked += 1;
    host.check(sheet.value).then(function (told) {
      if (number === asked) { tell(told); }
    }).catch(function (error) {
      byId("verdict").textContent = "Not checked: " + error.message.trim();
    });
  }
  function tell(told) {
    var faults = told.diagnostics, box = byId("faults");
    var many = faults.filter(function (one) { return one.weight === "fault"; }).length;
    byId("verdict").textContent = told.verdict +
      (many ? ", " + many + (many === 1 ? " fault" : " faults") : "") + (told.note ? ". " + told.note : "");
    box.replaceChildren();
    faults.slice(0, 50).forEach(function (fault) {
      var item = document.createElement("li"), button = document.createElement("button");
      item.className = fault.weight;
      button.type = "button";
      button.textContent = (fault.line ? "line " + fault.line + ": " : "") + fault.text +
        (fault.help ? "\n" + fault.help : "");
      button.addEventListener("click", function () {
        if (fault.line) { sheet.focus(); select(fault.line - 1); }
      });
      item.append(button);
      box.append(item);
    });
    byId("receipt").textContent = told.text;
    choices.tell(told);
    drawWays(told.ways);
  }

  // ---- a file, the clipboard, a mail ----

  function said(text) { byId("done").textContent = text; }
  byId("save").addEventListener("click", function () {
    if (data.file && host.save) {
      host.save(sheet.value).then(said, function (error) { said("Not saved: " + error.message); });
      return;
    }
    said("Saved as " + saved() + ".");
  });
  function fileName() { return data.name + "-" + data.season.replace(/[^\w]+/g, "-") + ".yaml"; }
  function saved() {
    var link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([sheet.value], { type: "text/yaml" }));
    link.download = fileName();
    link.click();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 1000);
    return link.download;
  }
  byId("copy").addEventListener("click", function () {
    var done = function () { said("Copied."); };
    var byHand = function () {
      sheet.focus();
      sheet.select();
      said(document.execCommand("copy") ? "Copied." : "Selected; copy it with your keyboard.");
    };
    if (navigator.clipboard) { navigator.clipboard.writeText(sheet.value).then(done, byHand); } else { byHand(); }
  });
  function mailed() {
    var link = byId("mail");
    var body = sheet.value.split("\n").filter(isText).join("\r\n");
    var text = encodeURIComponent(body);
    var address = "mailto:" + encodeURIComponent(data.to || "").replace(/%40/g, "@").replace(/%2B/g, "+") +
      "?subject=" + encodeURIComponent("Orders, " + data.season);
    var isLong = text.length > MOST_MAIL;
    link.href = isLong ? address : address + "&body=" + text;
    link.dataset.long = isLong ? "yes" : "";
  }
  // A long sheet goes as a file: handed to a mail program where the browser can, else saved beside an
  // empty mail.
  byId("mail").addEventListener("click", function (event) {
    if (!this.dataset.long) { return; }
    var file = new File([sheet.value], fileName(), { type: "text/plain" });
    if (navigator.canShare && navigator.canShare({ files: [file] })) {
      event.preventDefault();
      navigator.share({ files: [file], title: "Orders, " + data.season }).then(function () {
        said("Handed over as " + file.name + (data.to ? "; it goes to " + data.to : "") + ".");
      }, function (error) { said("Not handed over: " + error.message); });
      return;
    }
    said("Saved as " + saved() + ", since it is too long for a link: attach it to the mail that opens.");
  });

  // ---- the beginning ----

  var choices = window.composeChoices({
    data: data, now: now, change: change, fill: fill, parts: parts, alternatives: alternatives, flow: flow,
    yaml: yaml, begin: begin
  });
  document.title = "Orders of " + data.power + ", " + data.season;
  byId("title").textContent = document.title;
  byId("about").textContent = data.campaign + (host.check ? "" :
    ". No program checks this page: send the sheet, and the receipt does, or run umpire check.");
  if (data.alone && !host.check) {
    var alone = document.createElement("a");
    alone.href = data.alone;
    alone.textContent = "Compose where it is checked as you write";
    byId("about").append(" ", alone, ".");
  }
  if (data.back) {
    var link = document.createElement("a");
    link.href = data.back;
    link.textContent = "Back to the archive";
    byId("about").append(" ", link);
  }
  if (data.file) { byId("save").textContent = "Save to " + data.file; }
  if (!data.forces.length) { byId("forces-help").textContent = "No force is ordered by itself now; what the season asks stands below."; }
  sheet.value = data.sheet;
  // Of a form only what already orders something stands in the sheet; its remarks are at hand below it.
  if (data.form) {
    byId("form").hidden = false;
    byId("form-text").textContent = data.sheet;
    sheet.value = now().filter(isText).join("\n") + "\n";
    byId("whole-form").addEventListener("click", function () { change(data.sheet.split("\n"), 0); });
  }
  zoom(1);
  var first = start();
  if (first) {
    map.scrollLeft = first.x / 10 - map.clientWidth / 2;
    map.scrollTop = first.y / 10 - map.clientHeight / 2;
  }
  check();
};

// As `umpire write` and an archive serve it: the data lies beside the page, and the server checks.
(function () {
  "use strict";
  var data = window.composing;
  if (!data) { return; }
  function post(path, text) {
    return fetch(path, { method: "POST", body: text }).then(function (answer) {
      if (!answer.ok) { return answer.text().then(function (why) { throw new Error(why); }); }
      return answer;
    });
  }
  var host = {};
  if (data.checks) {
    host.check = function (text) { return post("check", text).then(function (answer) { return answer.json(); }); };
    host.save = function (text) { return post("save", text).then(function (answer) { return answer.text(); }); };
  }
  window.compose(data, host);
}());

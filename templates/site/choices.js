// What a season asks beside its forces: the keys of the form with their numbers and words, what is left in
// a purse, and the board of a battle. All of it is a change of the sheet's text, made by what the page gives:
// its data, `now()` with the lines of the sheet, `change(lines, line)`, `fill(line)`, `parts(path)` of the schema,
// `alternatives`, `flow(value)`, `yaml(name)` and `begin(lines, {list}, rows)`.
window.composeChoices = function (page) {
  "use strict";
  var data = page.data, byId = function (id) { return document.getElementById(id); };
  var MOST_FIELDS = 60, MOST_WORDS = 60, MOST_NAMES = 2000;
  // Keys that are no choice of the season, or have their place elsewhere on the page.
  var ELSEWHERE = ["campaign", "season", "power", "token", "strict", "clear", "challenge", "standing", "reactions"];
  var FREE = ["letters", "note to umpire"]; // They are begun by an example, since the form has nothing to say in them.

  function element(kind, text, where) {
    var made = document.createElement(kind);
    if (text) { made.textContent = text; }
    if (where) { where.append(made); }
    return made;
  }
  function button(text, where, act) {
    var made = element("button", text, where);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  // ---- the keys of the form ----

  // Everything that the schema says below a key, by the name of each key there.
  function below(key) {
    var all = {};
    function look(part, depth) {
      if (depth > 5) { return; }
      page.alternatives(part, 0).forEach(function (one) {
        Object.keys(one.properties || {}).forEach(function (name) {
          all[name] = (all[name] || []).concat(page.alternatives(one.properties[name], 0));
          look(one.properties[name], depth + 1);
        });
      });
    }
    look(data.schema.properties[key], 0);
    return all;
  }
  var known = {};
  function names(key) { return (known[key] = known[key] || below(key)); }

  // The orders of the form that belong to no force: their key, the lines without `# `, and what is said of them.
  var lists = data.forces.map(function (force) { return force.list; });
  if (data.board) { lists = lists.concat(data.board.place || [], data.board.drops.map(function (drop) { return drop.list; })); }
  function asked() {
    var all = [], block = null, help = [];
    data.blank.split("\n").forEach(function (line) {
      var top = /^(?:# )?([\p{L}][\p{L} ]*):(?:\s|$)/u.exec(line);
      var row = line.replace(/^# ?/, "");
      if (top && data.schema.properties[top[1]]) {
        var out = ELSEWHERE.concat(FREE, lists).indexOf(top[1]) >= 0;
        block = { key: top[1], lines: [row], help: told(help, top[1]) };
        if (!out) { all.push(block); }
        help = [];
        return;
      }
      var key = /^\s*(?:- \{?)?([\p{L}][\p{L} ]*):/u.exec(row);
      if (block && /^(- |  (- )?\{?[\p{L}])/u.test(row) && key && names(block.key)[key[1]]) {
        block.lines.push(row);
        help = [];
        return;
      }
      if (/^#?\s*$/.test(line)) { help.push(""); return; }
      if (/^#   ?/.test(line)) { help.push(row.trim().replace(/^# /, "")); }
    });
    return all;
  }

  // Comments of a form as paragraphs: a line of its own begins one, or a key. How a line is written is told by the
  // menu of lines, and what to do with a `#` is no question here.
  function told(help, key) {
    var all = [""];
    help.forEach(function (line) {
      var starts = /^(- )?[\p{L}][\p{L} ]*: /u.test(line) || line === "";
      var before = all[all.length - 1], ends = /\.$/.test(before) || (/^- /.test(before) && /^\p{Lu}/u.test(line));
      if (starts || ends) { all.push(""); }
      all[all.length - 1] = (all[all.length - 1] + " " + line).trim();
    });
    return all.map(function (one) {
      return one.split(/(?<=\.) /).filter(function (sentence) { return !/`#`/.test(sentence); }).join(" ");
    }).filter(function (one) {
      var shape = /^([\p{L}][\p{L} ]*): /u.exec(one);
      return one && !(shape && names(key)[shape[1]]);
    });
  }

  // The lines of a key in the sheet: from its own to the last of its value.
  function range(lines, key) {
    var from = lines.findIndex(function (line) { return line.split(/\s*#/)[0].replace(/:.*$/, "").trim() === key && /^\S/.test(line); });
    if (from < 0) { return null; }
    var to = from;
    for (var n = from + 1; n < lines.length; n += 1) {
      if (/^\s*(#.*)?$/.test(lines[n])) { continue; }
      if (!/^( |- )/.test(lines[n])) { break; }
      to = n;
    }
    return { from: from, to: to };
  }

  function add(rows) {
    var lines = page.now();
    while (lines.length && lines[lines.length - 1].trim() === "") { lines.pop(); }
    page.change(lines.concat(rows, ""), lines.length);
    page.fill(lines.length);
  }
  function remove(key) {
    var lines = page.now(), found = range(lines, key);
    if (found) { lines.splice(found.from, found.to - found.from + 1); page.change(lines); }
  }

  function isOf(part, type) { return [].concat(part.type || []).indexOf(type) >= 0; }
  // The values of a key in the sheet that a field can change: numbers, and words of a closed list.
  function fields(lines, key, found) {
    var all = [], VALUE = /([\p{L}][\p{L} ]*?):\s*(-?\d+|[\p{L}][\p{L} .\-]*)(?=\s*(?:[,}\]]|#|$))/gu;
    for (var n = found.from; n <= found.to && all.length < MOST_FIELDS; n += 1) {
      var text = lines[n].split(/\s#/)[0], at = /\bat: ([\p{L}][\p{L} \-]*)/u.exec(text), match;
      VALUE.lastIndex = 0;
      while ((match = VALUE.exec(text))) {
        var name = match[1], word = match[2].trim();
        var options = name === key ? page.parts([key]) : names(key)[name] || [];
        var from = match.index + match[0].indexOf(match[2], match[1].length);
        var where = at && /^-?\d/.test(word) ? ", " + at[1].trim() : "";
        var field = { line: n, at: from, word: word, name: name, label: name + where };
        var number = options.find(function (one) { return isOf(one, "integer"); });
        var words = options.reduce(function (all, one) { return all.concat((one.enum || []).map(String)); }, []);
        if (/^-?\d+$/.test(word) && number) {
          field.least = number.minimum;
          field.most = number.maximum;
          all.push(field);
        } else if (words.indexOf(word) >= 0 && words.length <= MOST_WORDS) {
          field.words = words;
          all.push(field);
        } else if (/^(yes|no)$/.test(word) && options.some(function (one) { return isOf(one, "boolean"); })) {
          field.words = ["yes", "no"];
          all.push(field);
        } else if (options.some(function (one) { return isOf(one, "string"); })) {
          all.push(field);
        }
      }
    }
    return all;
  }
  function drawFields(box, lines, key, found) {
    fields(lines, key, found).forEach(function (field, nth) {
      var label = element("label", field.label + " ", box), input;
      if (field.words) {
        input = element("select", "", label);
        field.words.forEach(function (word) { element("option", word, input).value = word; });
      } else if (!/^-?\d+$/.test(field.word)) {
        input = element("input", "", label);
        input.setAttribute("list", "choice-names");
        input.spellcheck = false;
      } else {
        input = element("input", "", label);
        input.type = "number";
        if (field.least !== undefined) { input.min = field.least; }
        if (field.most !== undefined) { input.max = field.most; }
      }
      input.value = field.word;
      input.dataset.field = key + " " + nth;
      input.addEventListener("change", function () {
        var lines = page.now(), line = lines[field.line] || "";
        var value = field.words || field.least !== undefined || /^-?\d+$/.test(field.word) ? input.value : page.yaml(input.value.trim());
        if (input.value.trim() === "" || line.slice(field.at, field.at + field.word.length) !== field.word) { return; }
        lines[field.line] = line.slice(0, field.at) + value + line.slice(field.at + field.word.length);
        page.change(lines);
      });
    });
  }

  var blocks = asked(), box = byId("asks");
  data.names.slice(0, MOST_NAMES).forEach(function (name) { element("option", "", byId("choice-names")).value = name; });
  // What a key that the form does not write looks like, from the examples of the schema.
  function example(key) {
    var value = (data.schema.properties[key].examples || [])[0];
    if (!Array.isArray(value)) { return [key + ": " + page.flow(value)]; }
    return [key + ":"].concat(value.map(function (one) { return "- " + page.flow(one); }));
  }
  var others = Object.keys(data.schema.properties).filter(function (key) {
    var elsewhere = ELSEWHERE.concat(lists).indexOf(key) >= 0;
    var written = blocks.some(function (block) { return block.key === key; });
    return !elsewhere && !written && (data.schema.properties[key].examples || []).length;
  });
  others.forEach(function (key) {
    var option = element("option", key, byId("other-order"));
    option.value = key;
    option.title = data.schema.properties[key].description || "";
  });
  byId("other-order").addEventListener("change", function () {
    var key = this.value, lines = page.now();
    this.value = "";
    if (!key) { return; }
    var found = range(lines, key);
    if (found) { page.fill(found.from); } else { add(example(key)); }
  });

  // The items of a list in one line.
  function split(text) {
    var all = [""], deep = 0, quoted = false;
    text.split("").forEach(function (sign) {
      if (sign === "\"") { quoted = !quoted; }
      if (!quoted) { deep += "[{".indexOf(sign) >= 0 ? 1 : "]}".indexOf(sign) >= 0 ? -1 : 0; }
      if (sign === "," && deep === 0 && !quoted) { all.push(""); } else { all[all.length - 1] += sign; }
    });
    return all.map(function (item) { return item.trim(); }).filter(Boolean);
  }
  // Items that a list of the sheet can have: those of the form, and the examples of the schema.
  function items(block) {
    var all = block.lines.filter(function (row) { return /^- /.test(row); }).map(function (row) {
      return row.slice(2).replace(/\s+#.*$/, "").trim();
    });
    (data.schema.properties[block.key].examples || []).forEach(function (value) {
      if (Array.isArray(value)) { all = all.concat(value.map(page.flow)); }
    });
    return all.filter(function (one, nth) { return one && all.indexOf(one) === nth; });
  }
  function drawItems(tools, block) {
    var all = items(block);
    if (!all.length) { return; }
    var label = element("label", "Add a line ", tools), menu = element("select", "", label);
    element("option", "choose one", menu).value = "";
    all.forEach(function (item) { element("option", item, menu).value = item; });
    menu.dataset.items = block.key;
    menu.addEventListener("change", function () {
      if (!menu.value) { return; }
      var lines = page.now(), found = range(lines, block.key), rows = [];
      // A list in one line is written as several.
      var inline = /^([^:]+):\s*\[(.*)\]\s*(#.*)?$/.exec(lines[found.from]);
      if (inline) {
        rows = split(inline[2]).map(function (item) { return "- " + item; });
        lines[found.from] = inline[1] + ":";
      }
      rows.push("- " + menu.value);
      lines.splice.apply(lines, [found.to + 1, 0].concat(rows));
      page.change(lines, found.to + rows.length);
    });
  }

  function drawBlock(block, lines) {
    var found = range(lines, block.key), item = element("li", "", box);
    element("h3", block.key, item);
    block.help.forEach(function (one) { element("p", one, item).className = "quiet"; });
    var tools = element("p", "", item);
    tools.className = "tools";
    if (!found) {
      button("Add " + block.key, tools, function () { add(block.lines); }).dataset.add = block.key;
      return;
    }
    drawFields(tools, lines, block.key, found);
    drawItems(tools, block);
    button("Show it", tools, function () { page.fill(found.from); });
    button("Take it out", tools, function () { remove(block.key); });
  }
  function draw() {
    var lines = page.now(), on = document.activeElement && document.activeElement.dataset.field;
    box.replaceChildren();
    blocks.forEach(function (block) { drawBlock(block, lines); });
    others.filter(function (key) { return range(lines, key); }).forEach(function (key) {
      drawBlock({ key: key, help: [data.schema.properties[key].description || ""], lines: [] }, lines);
    });
    if (on) {
      Array.from(box.querySelectorAll("[data-field]")).filter(function (one) { return one.dataset.field === on; })
        .forEach(function (one) { one.focus(); });
    }
    drawBoard(lines);
  }
  // What the receipt says of purses.
  function tell(told) {
    byId("sums").replaceChildren();
    (told.understood || []).forEach(function (entry) {
      entry.lines.filter(function (line) { return line.sum; }).forEach(function (line) {
        element("li", line.words, byId("sums"));
      });
    });
  }
  byId("choices").hidden = !blocks.length && !others.length;

  // ---- the board of a battle ----

  var board = data.board, taken = null, held = null, rows = [];
  if (board) {
    byId("board").hidden = false;
    byId("board").parentNode.prepend(byId("board"));
    rows = board.rows.map(function (row) { return { row: row, ours: row.ours.slice() }; });
    byId("board-help").textContent = (board.place
      ? "Drag a force to the row where it starts, or choose it and then the row. Its button says how it stands, and changes it."
      : "Drag a force to a row, or a plan onto a force; or choose one and then the other. " +
        (board.most_cards ? "Plans this turn: " + board.most_cards + "." : ""));
  }
  // What the sheet says already of a force or a plan.
  function written(lines, what) {
    var said = [];
    board.drops.forEach(function (drop) {
      var found = range(lines, drop.list);
      if (!found || (drop.what !== what && drop.onto !== what)) { return; }
      lines.slice(found.from, found.to + 1).forEach(function (line) {
        var item = line.replace(/^\s*- /, "").replace(/\s+#.*$/, "").trim();
        if (item === drop.item && said.indexOf(item.split(":")[0]) < 0) { said.push(item.split(":")[0]); }
      });
    });
    return said;
  }
  // Puts an item into its list in place of what the same force had there.
  function put(drop) {
    var lines = page.now(), found = range(lines, drop.list), whose = drop.list === "acts" ? drop.what : drop.onto;
    var same = board.drops.filter(function (other) {
      return other.list === drop.list && (other.what === whose || other.onto === whose);
    }).map(function (other) { return other.item; });
    if (found) {
      for (var n = found.from + 1; n <= found.to; n += 1) {
        var item = lines[n].replace(/^\s*- /, "").replace(/\s+#.*$/, "").trim();
        if (same.indexOf(item) >= 0) {
          lines[n] = lines[n].replace(/^(\s*- ).*$/, "$1") + drop.item;
          return page.change(lines, n);
        }
      }
    }
    page.change(lines, page.begin(lines, { list: drop.list }, ["- " + drop.item]).from);
  }
  // Writes where all forces start.
  function place() {
    var lines = page.now(), found = range(lines, board.place), made = [board.place + ":"];
    rows.filter(function (one) { return one.row.place; }).forEach(function (one) {
      if (!one.ours.length) { return; }
      made.push("  " + one.row.place[0] + ": [" + one.ours.map(function (force) {
        var words = force.name + " " + force.stands;
        return /^[\p{L}\p{N} .\-]+$/u.test(words) ? words : JSON.stringify(words);
      }).join(", ") + "]");
    });
    if (found) { lines.splice.apply(lines, [found.from, found.to - found.from + 1].concat(made)); page.change(lines, found.from); }
    else { add(made); }
  }
  function drop(what, onto) {
    taken = null;
    if (board.place) {
      var from = rows.find(function (one) { return one.ours.some(function (force) { return force.name === what; }); });
      var to = rows.find(function (one) { return one.row.name === onto; });
      if (!from || !to || !to.row.place) { return say("Nobody of yours starts there."); }
      if (from === to) { return draw(); }
      if (to.row.place[1] !== null && to.ours.length >= to.row.place[1]) { return say("There is no room: " + to.row.place[1] + " at most."); }
      var at = from.ours.findIndex(function (force) { return force.name === what; });
      to.ours.push(from.ours.splice(at, 1)[0]);
      say(what + ": " + onto + ".");
      return place();
    }
    var may = board.drops.filter(function (one) { return one.what === what && one.onto === onto; });
    if (!may.length) { return say(what + " cannot do anything there now."); }
    if (may.length === 1) { say(may[0].item); return put(may[0]); }
    say("Which?");
    byId("board-choices").replaceChildren();
    may.forEach(function (one) {
      button(one.item, byId("board-choices"), function () { say(one.item); put(one); });
    });
    byId("board-choices").firstChild.focus();
  }
  function say(text) {
    byId("board-said").textContent = text;
    byId("board-choices").replaceChildren();
    if (taken === null) { mark(); }
  }
  // A click takes something up, and the next one says where it goes; so does dragging.
  function touch(kind, name) {
    if (taken && (kind === "row" || taken !== name)) {
      var rowOf = rows.find(function (one) { return one.ours.some(function (force) { return force.name === name; }); });
      var isCard = board.cards.indexOf(taken) >= 0;
      // A force dropped on another means its row; a plan dropped on a force means the force.
      return drop(taken, kind === "row" || isCard || !rowOf ? name : rowOf.row.name);
    }
    taken = kind === "row" || taken === name ? null : name;
    if (taken) { say(taken + ": where to?"); }
    mark();
  }
  function mark() {
    Array.from(byId("board").querySelectorAll("[data-name]")).forEach(function (one) {
      var may = taken && (board.place ? one.dataset.kind === "row" : board.drops.some(function (drop) {
        return drop.what === taken && drop.onto === one.dataset.name;
      }));
      one.setAttribute("aria-pressed", String(one.dataset.name === taken));
      one.classList.toggle("goal", Boolean(may));
    });
  }
  function overNow(event) {
    var under = document.elementFromPoint(event.clientX, event.clientY);
    return under && under.closest("[data-name]");
  }
  function piece(kind, name, text, where) {
    var made = button(text, where, function (event) {
      event.stopPropagation();
      if (!made.dataset.dragged) { touch(kind, name); }
      delete made.dataset.dragged;
    });
    made.dataset.name = name;
    made.dataset.kind = kind;
    made.className = kind;
    if (kind === "row" || kind === "theirs") { return made; }
    made.addEventListener("pointerdown", function (event) {
      held = { made: made, name: name, x: event.clientX, y: event.clientY };
      made.setPointerCapture(event.pointerId);
    });
    made.addEventListener("pointermove", function (event) {
      if (!held || held.made !== made) { return; }
      var x = event.clientX - held.x, y = event.clientY - held.y;
      if (!made.dataset.dragged && Math.hypot(x, y) < 8) { return; }
      if (!made.dataset.dragged) { made.dataset.dragged = "yes"; taken = name; mark(); }
      made.style.transform = "translate(" + x + "px," + y + "px)";
    });
    made.addEventListener("pointerup", function (event) {
      var was = held;
      held = null;
      if (!was || !made.dataset.dragged) { return; }
      made.style.pointerEvents = "none";
      var over = overNow(event);
      made.style.pointerEvents = "";
      made.style.transform = "";
      if (over && over !== made) { touch(over.dataset.kind, over.dataset.name); } else { taken = null; mark(); }
    });
    made.addEventListener("pointercancel", function () { held = null; made.style.transform = ""; delete made.dataset.dragged; });
    return made;
  }
  function drawBoard(lines) {
    if (!board) { return; }
    var field = byId("rows"), cards = byId("cards"), on = document.activeElement && document.activeElement.dataset.name;
    field.replaceChildren();
    cards.replaceChildren();
    rows.forEach(function (one) {
      var item = element("li", "", field);
      piece("row", one.row.name, one.row.name, item);
      var line = element("div", "", item);
      one.row.theirs.forEach(function (force) {
        element("span", force.name + ", " + force.about + (board.place ? "" : ", in " + force.stands), line).className = "theirs";
      });
      one.ours.forEach(function (force) {
        var does = board.place ? [] : written(lines, force.name);
        piece("ours", force.name, force.name + ", " + force.about + (board.place ? "" : ", in " + force.stands) +
          (does.length ? ": " + does.join(", ") : ""), line);
        if (!board.place) { return; }
        button(force.stands, line, function () {
          force.stands = force.stands === "line" ? "column" : "line";
          place();
        }).setAttribute("aria-label", force.name + " stands in " + force.stands + "; change it");
      });
    });
    board.cards.forEach(function (card) { piece("card", card, card, cards); });
    mark();
    if (on) {
      Array.from(byId("board").querySelectorAll("[data-name]")).filter(function (one) { return one.dataset.name === on; })
        .forEach(function (one) { one.focus(); });
    }
  }

  return { draw: draw, tell: tell };
};


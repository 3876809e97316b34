// The page without a server: the player drops the `.known.json` of their mail on it, and a module of
// WebAssembly checks what they write. Nothing leaves the browser.
(function () {
  "use strict";
  var byId = function (id) { return document.getElementById(id); };
  var MOST_BYTES = 32 * 1024 * 1024;
  var games = JSON.parse(byId("games").textContent); // The name of each game, and its file.
  function said(text, isFault) {
    byId("open-said").textContent = text;
    byId("open-said").className = isFault ? "notice" : "quiet";
  }

  // ---- the module ----

  // The bytes of a module, which stand in the page itself or in a file beside it, packed.
  function bytes(file) {
    var here = byId("module-" + file);
    var packed = here ? Promise.resolve(Uint8Array.from(atob(here.textContent), function (letter) {
      return letter.charCodeAt(0);
    })) : fetch(file).then(function (answer) {
      if (!answer.ok) { throw new Error("the checker of this game is not here (" + file + ")"); }
      return answer.arrayBuffer();
    });
    return packed.then(function (bytes) {
      var stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      return new Response(stream).arrayBuffer();
    });
  }
  var compiled = {};
  function load(file) {
    compiled[file] = compiled[file] || bytes(file).then(function (code) {
      return WebAssembly.compile(code);
    }).catch(function (error) {
      delete compiled[file]; // The next try asks again.
      throw error;
    });
    return compiled[file].then(function (module) { return WebAssembly.instantiate(module, {}); });
  }
  // One question to a module; a module that has stopped says why, and is of no use afterwards.
  function ask(checker, request) {
    var asked = new TextEncoder().encode(JSON.stringify(request)), it = checker.exports, stopped = null;
    var read = function () {
      return JSON.parse(new TextDecoder().decode(new Uint8Array(it.memory.buffer, it.told(), it.told_length())));
    };
    try {
      var at = it.room(asked.length);
      new Uint8Array(it.memory.buffer, at, asked.length).set(asked);
      it.ask();
    } catch (error) { stopped = error; }
    var told;
    try { told = read(); } catch (error) { told = {}; }
    if (stopped) {
      var why = new Error("the checker stopped (" + (told.error || stopped.message) + ")");
      why.stopped = true;
      throw why;
    }
    if (told.error) { throw new Error(told.error); }
    return told;
  }

  // ---- a file of what a power knows ----

  function opened(known) {
    var file = games[known.rules];
    if (!file) { throw new Error("this page checks no game called `" + known.rules + "`"); }
    said("The checker of this game is being loaded.");
    var text = JSON.stringify(known), checker;
    function begun() {
      return load(file).then(function (instance) {
        checker = instance;
        return ask(checker, { ask: "open", known: text });
      });
    }
    return begun().then(function (data) {
      show(data, {
        check: function (sheet) {
          return new Promise(function (done) { done(ask(checker, { ask: "check", sheet: sheet })); })
            .catch(function (error) {
              // What made it stop is told; the next sheet finds a new one.
              if (!error.stopped) { throw error; }
              return begun().then(function () { throw error; });
            });
        }
      }, function (name) { return ask(checker, { ask: "page", name: name }).text; });
    });
  }
  function show(data, host, page) {
    byId("picture").src = URL.createObjectURL(new Blob([page("write-map.svg")], { type: "image/svg+xml" }));
    var guide = byId("guide");
    document.querySelectorAll('a[href="guide.html"]').forEach(function (link) {
      link.href = "#guide";
      link.addEventListener("click", function () {
        if (guide.childElementCount < 2) {
          var body = new DOMParser().parseFromString(page("guide.html"), "text/html").body;
          body.querySelectorAll("script, style").forEach(function (one) { one.remove(); });
          guide.append.apply(guide, Array.from(body.childNodes));
        }
        guide.hidden = false;
      });
    });
    byId("another-file").hidden = false;
    byId("open").hidden = true;
    document.querySelector("main").hidden = false;
    window.composing = data;
    window.compose(data, host);
    byId("title").tabIndex = -1;
    byId("title").focus();
  }
  function taken(file) {
    if (!file) { return; }
    if (file.size > MOST_BYTES) { return said("This file is larger than one that comes with a report.", true); }
    said("Opening " + file.name + ".");
    file.text().then(function (text) {
      var known;
      try { known = JSON.parse(text); } catch (error) { known = null; }
      if (!known || !known.rules || !known.known) {
        throw new Error("this is not a file of what a power knows; take the `.known.json` that came with your report");
      }
      return opened(known);
    }).catch(function (error) { said("Not opened: " + error.message, true); });
  }
  byId("known").addEventListener("change", function () { taken(this.files[0]); });
  document.addEventListener("dragover", function (event) { event.preventDefault(); });
  document.addEventListener("drop", function (event) {
    event.preventDefault();
    if (!byId("open").hidden) { taken(event.dataTransfer.files[0]); }
  });

  byId("another-file").addEventListener("click", function () { location.reload(); });
  document.querySelector("main").hidden = true;
  byId("open").hidden = false;
  byId("title").textContent = "Compose a sheet";
  document.title = "Compose a sheet";
  if ("serviceWorker" in navigator && /^https?:/.test(location.protocol)) {
    navigator.serviceWorker.register("worker.js").catch(function () {});
  }
}());

// Searches the words of all seasons, which their scripts have laid ready; nothing is fetched.
(function () {
  "use strict";
  var MOST = 40;
  var AROUND = 110;
  var form = document.querySelector("form[role=search]");
  var field = document.getElementById("q");
  var results = document.getElementById("results");

  // Letter by letter without accents and capitals, so that places in it are places in the text.
  function plain(text) {
    return Array.from(text, function (letter) {
      var bare = letter.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
      return bare.length === letter.length ? bare : letter.toLowerCase().slice(0, letter.length);
    }).join("");
  }

  function isLetter(sign) {
    return sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  }

  // What is asked: words and, in quotes, words that stand together.
  function terms(asked) {
    var found = [];
    asked.split('"').forEach(function (part, nth) {
      var pieces = nth % 2 ? [part] : part.split(/\s+/);
      pieces.forEach(function (piece) {
        var star = nth % 2 === 0 && /\*$/.test(piece);
        var word = plain(piece).replace(/[^\p{L}\p{N}]+/gu, " ").trim();
        if (word) { found.push({ word: word, star: star }); }
      });
    });
    return found.slice(0, 16);
  }

  // Where a term stands in a text, whole or as a beginning; signs count as spaces.
  function places(text, term) {
    var bare = text.replace(/[^\p{L}\p{N}]/gu, function (sign) { return " ".repeat(sign.length); });
    var found = [];
    var at = bare.indexOf(term.word);
    while (at !== -1) {
      var end = at + term.word.length;
      if (!isLetter(bare[at - 1]) && (term.star || !isLetter(bare[end]))) { found.push([at, end]); }
      at = bare.indexOf(term.word, end);
    }
    return found;
  }

  function look(asked) {
    var wanted = terms(asked);
    if (!wanted.length) { return null; }
    var hits = [];
    (window.seasons || []).forEach(function (season) {
      season.passages.forEach(function (passage) {
        var heading = plain(passage[1]);
        var text = plain(passage[2]);
        var score = 0;
        var marks = [];
        var all = wanted.every(function (term) {
          var above = places(heading, term).length;
          var below = places(text, term);
          marks = marks.concat(below);
          score += 4 * above + below.length;
          return above + below.length > 0;
        });
        if (all) {
          // A short passage that has the words says more of them than a long one.
          score = score / Math.log(40 + text.length);
          hits.push({ season: season, passage: passage, marks: marks, score: score });
        }
      });
    });
    hits.reverse(); // Of equals the latest first.
    hits.sort(function (a, b) { return b.score - a.score; });
    return hits;
  }

  function add(to, name, text) {
    var made = document.createElement(name);
    if (text !== undefined) { made.textContent = text; }
    to.appendChild(made);
    return made;
  }

  // The words around the first mark, with all marks in them.
  function excerpt(to, text, marks) {
    marks.sort(function (a, b) { return a[0] - b[0]; });
    var from = marks.length ? Math.max(0, marks[0][0] - AROUND / 2) : 0;
    var end = Math.min(text.length, from + 2 * AROUND);
    var done = from;
    if (from > 0) { to.append("\u2026"); }
    marks.forEach(function (mark) {
      if (mark[0] < done || mark[1] > end) { return; }
      to.append(text.slice(done, mark[0]));
      add(to, "mark", text.slice(mark[0], mark[1]));
      done = mark[1];
    });
    to.append(text.slice(done, end));
    if (end < text.length) { to.append("\u2026"); }
  }

  function show(asked) {
    results.textContent = "";
    if (!asked.trim()) { return; }
    var hits = look(asked);
    if (hits === null) { add(results, "p", "There is no word to search in it."); return; }
    if (!hits.length) { add(results, "p", "Nothing found."); return; }
    var list = add(results, "ol");
    list.className = "hits";
    hits.slice(0, MOST).forEach(function (hit) {
      var item = add(list, "li");
      var head = add(item, "h2");
      var name = hit.season.season;
      var title = name.charAt(0).toUpperCase() + name.slice(1);
      var link = add(head, "a", title + ", " + hit.passage[0] + ": " + hit.passage[1]);
      link.href = "season/" + hit.season.key + "/" + hit.passage[3];
      if (hit.season.withdrawn) {
        head.append(" ");
        add(head, "span", "withdrawn").className = "mark";
      }
      excerpt(add(item, "p"), hit.passage[2], hit.marks);
    });
  }

  form.addEventListener("submit", function (event) {
    event.preventDefault();
    history.replaceState(null, "", "?q=" + encodeURIComponent(field.value));
    show(field.value);
  });
  field.value = new URLSearchParams(location.search).get("q") || "";
  show(field.value);
}());

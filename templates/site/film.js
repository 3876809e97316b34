// Plays the film: each picture is a page, and playing goes on to the next after a while.
(function () {
  "use strict";
  var button = document.getElementById("play");
  var next = document.querySelector("a[rel=next]");
  var before = document.querySelector("a[rel=prev]");
  var playing = location.hash === "#play";
  var timer;

  function go() {
    if (next) { location.replace(next.href + "#play"); }
  }

  function tell() {
    button.textContent = playing ? "Stop" : "Play";
    clearTimeout(timer);
    if (playing && next) { timer = setTimeout(go, 1500); }
  }

  if (next) { button.hidden = false; }
  button.addEventListener("click", function () {
    playing = !playing;
    if (!playing) { history.replaceState(null, "", location.pathname); }
    tell();
  });
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
    if (event.key === "ArrowRight" && next) { location.href = next.href; }
    if (event.key === "ArrowLeft" && before) { location.href = before.href; }
  });
  tell();
  if (playing && next) { button.focus(); }
}());

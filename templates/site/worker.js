// Keeps the files of this folder, so that its page opens without a network: the page at once, the checker of
// a game when it is first loaded. FILES and DIGEST are written above when the folder is made; a change of
// any file is another digest.
self.addEventListener("install", function (event) {
  event.waitUntil(caches.open(DIGEST).then(function (kept) { return kept.addAll(FILES); }));
  self.skipWaiting();
});
self.addEventListener("activate", function (event) {
  event.waitUntil(caches.keys().then(function (names) {
    return Promise.all(names.filter(function (name) { return name !== DIGEST; })
      .map(function (name) { return caches.delete(name); }));
  }).then(function () { return self.clients.claim(); }));
});
self.addEventListener("fetch", function (event) {
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then(function (found) {
    return found || fetch(event.request).then(function (answer) {
      if (!answer.ok || !/\.module$/.test(new URL(event.request.url).pathname)) { return answer; }
      var copy = answer.clone();
      return caches.open(DIGEST).then(function (kept) { return kept.put(event.request, copy); })
        .then(function () { return answer; }, function () { return answer; });
    });
  }));
});

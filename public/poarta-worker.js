// Opens the scanner without network, and from the phone first: the page is changed only when a person prepares the phone,
// never during a shift. It stores nothing itself: the page does (src/web/gate/scanner/scanner-shell.ts).

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.destination !== "")
    event.respondWith(answer(event.request));
});

async function answer(request) {
  const saved = await caches.match(request, { cacheName: "scanner-shell", ignoreSearch: true });
  return saved ?? fetch(request);
}

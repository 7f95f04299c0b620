// Opens the tickets that their owner saved on this phone when there is no network, or none that answers in time. It
// stores nothing itself: the page does, and removes it (src/web/ui/saved-tickets.ts).

const patience = 4000;

self.addEventListener("fetch", (event) => {
  const { method, destination } = event.request;
  // without a destination a script asks, and it wants what the server says now
  if (method === "GET" && destination !== "") event.respondWith(answer(event.request));
});

async function answer(request) {
  const fresh = fetch(request);
  const saved = await caches.match(request, { cacheName: "saved-tickets" });
  if (!saved) return fresh;
  const late = new Promise((resolve) => setTimeout(resolve, patience, saved));
  return Promise.race([fresh, late]).catch(() => saved);
}

// Opens the tickets that their owner saved on this phone when there is no network, or none that answers in time; without
// network any other page leads to them. It stores nothing itself: the page does, and removes it (src/web/ui/saved-tickets.ts).

const patience = 4000;
const offlinePage = "/fara-internet";
const isOfWholeSite = new URL(self.registration.scope).pathname === "/";

self.addEventListener("fetch", (event) => {
  const { method, destination, mode } = event.request;
  // without a destination a script asks, and it wants what the server says now
  if (method !== "GET" || destination === "") return;
  // of the pages around the tickets only the opening, so that nothing of a sale comes from here
  if (isOfWholeSite && mode !== "navigate") return;
  event.respondWith(answer(event.request));
});

async function answer(request) {
  const fresh = fetch(request);
  const saved = await findSaved(request);
  if (!saved)
    return request.mode === "navigate" ? fresh.catch((failure) => instead(request, failure)) : fresh;
  const late = new Promise((resolve) => setTimeout(resolve, patience, saved));
  return Promise.race([fresh, late]).catch(() => saved);
}

/** The same tickets by another link to them, else the page that leads to all that are saved. */
async function instead({ url }, failure) {
  const { pathname, search } = new URL(url);
  const saved = await findSaved(pathname, { ignoreSearch: true });
  if (saved) return saved;
  if (await findSaved(offlinePage)) return Response.redirect(`${offlinePage}#${pathname}${search}`);
  throw failure;
}

async function findSaved(request, options) {
  const names = (await caches.keys()).filter((name) => name.startsWith("saved-tickets"));
  const found = await Promise.all(names.map((cacheName) => caches.match(request, { ...options, cacheName })));
  return found.find(Boolean);
}

/** The tickets that a person saved on this phone; `public/profile-worker.js` opens them without network. */
const cacheName = "saved-tickets";
const page = "/profile";

/** Whether this browser can keep pages, here and now. */
export function canSaveTickets(): boolean {
  return "serviceWorker" in navigator && "caches" in window;
}

/** When the tickets were saved; null when they are not. */
export async function ticketsSavedAt(): Promise<Date | null> {
  const saved = await caches.match(page, { cacheName });
  return saved ? new Date(saved.headers.get("date") ?? 0) : null;
}

/**
 * Saves the profile's first page as it is now at the server, with everything that the shown page loads. The copy before
 * stays until the new one is whole. Rejects without network. False when the person is signed out: then nothing stays saved.
 */
export async function saveTickets(): Promise<boolean> {
  const answer = await fetch(page);
  // only the login is elsewhere
  if (answer.redirected) await forgetTickets();
  if (!answer.ok || answer.redirected) return false;
  const files = await Promise.all(
    filesOf(document).map(async (address) => ({ address, answer: await fetch(address) })),
  );
  const missing = files.find((file) => !file.answer.ok);
  if (missing) throw new Error(`${missing.address} is missing`);
  await navigator.serviceWorker.register("/profile-worker.js", { scope: page });
  const cache = await caches.open(cacheName);
  const before = await cache.keys();
  await Promise.all(files.map((file) => cache.put(file.address, file.answer)));
  await cache.put(page, answer);
  const present = new Set([new URL(page, location.origin).href, ...files.map((file) => file.address)]);
  await Promise.all(before.filter(({ url }) => !present.has(url)).map((request) => cache.delete(request)));
  return true;
}

/** Removes them from this phone. */
export async function forgetTickets(): Promise<void> {
  if (!canSaveTickets()) return;
  await caches.delete(cacheName);
  const worker = await navigator.serviceWorker.getRegistration(page);
  await worker?.unregister();
}

/** Addresses of our own that a page shows or has loaded: styles, scripts, fonts, the pictures of its tickets. */
function filesOf(shown: Document): string[] {
  const links = shown.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"], link[rel="modulepreload"]');
  const pictures = shown.querySelectorAll<HTMLImageElement>("main img");
  const loaded = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const addresses = [
    ...Array.from(links, ({ href }) => href),
    ...Array.from(pictures, ({ currentSrc, src }) => currentSrc || src),
    ...loaded.filter(({ initiatorType }) => ofPage.has(initiatorType)).map(({ name }) => name),
  ];
  return [...new Set(addresses)].filter(
    (address) => address.startsWith(`${location.origin}/`) && !address.includes(".data"),
  );
}

/** What a page loads by itself, and not what its script asks for. */
const ofPage = new Set(["link", "css", "script", "img"]);

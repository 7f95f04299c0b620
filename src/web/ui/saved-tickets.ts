import { keepsPages } from "./browser-facilities.ts";
import { filesNamedIn, keepPage, loadedFiles } from "./loaded-files.ts";

/** Tickets that a person saved on this phone, and where they are opened without network. */
export type KeptTickets = { readonly address: string; readonly at: Date };

/** Said in place of any other page without network. */
export const offlinePage = "/fara-internet";

/** `public/profile-worker.js` opens what is saved below the first three, and leads there from the whole site. */
const scopes = ["/profile", "/orders/", offlinePage, "/"];

/** A cache for the profile, and one for each order of a guest. */
const prefix = "saved-tickets";
const cacheOf = (page: string) => (page === "/profile" ? prefix : prefix + pathOf(page));
const pathOf = (address: string) => new URL(address, location.origin).pathname;

/** Whether this browser can keep pages, here and now. */
export function canSaveTickets(): boolean {
  return keepsPages();
}

/** When the tickets of this page were saved; null when they are not. */
export async function ticketsSavedAt(page: string): Promise<Date | null> {
  // a browser that refuses says so by rejecting, when they are to be saved
  const saved = await caches.match(page, { cacheName: cacheOf(page) }).catch(() => undefined);
  return saved ? new Date(saved.headers.get("date") ?? 0) : null;
}

/** All that are saved on this phone. */
export async function listKeptTickets(): Promise<KeptTickets[]> {
  const kept: KeptTickets[] = [];
  for (const name of canSaveTickets() ? await namesOfCaches() : []) {
    const page = name.slice(prefix.length) || "/profile";
    const requests = await (await caches.open(name)).keys();
    const address = requests.find(({ url }) => pathOf(url) === page)?.url;
    const at = address ? await ticketsSavedAt(address) : null;
    if (address && at) kept.push({ address, at });
  }
  return kept;
}

const namesOfCaches = async () =>
  (await caches.keys().catch(() => [])).filter((name) => name.startsWith(prefix));

/**
 * Saves this page, the profile or a guest's order, as it is now at the server, with everything that it loads, and the page
 * that is shown in place of others without network. The copy before stays until the new one is whole. Rejects without
 * network. False when the tickets are not this person's any more: then nothing of them stays saved.
 */
export async function saveTickets(page: string): Promise<boolean> {
  const [answer, offline] = await Promise.all([fetch(page), fetch(offlinePage)]);
  // only the login is elsewhere
  if (answer.redirected || answer.status === 404) await forgetTickets(page);
  if (!answer.ok || answer.redirected || !offline.ok) return false;
  for (const scope of scopes) await navigator.serviceWorker.register("/profile-worker.js", { scope });
  await keepPage(cacheOf(page), { address: page, answer }, [
    ...loadedFiles(document),
    ...filesNamedIn(await answer.clone().text()),
    ...filesNamedIn(await offline.text()),
    new URL(offlinePage, location.origin).href,
  ]);
  return true;
}

/** Removes those of this page from this phone; with the last of them the worker goes. */
export async function forgetTickets(page: string): Promise<void> {
  if (!canSaveTickets()) return;
  // where cookies are blocked all reject, and nothing was saved
  await caches.delete(cacheOf(page)).catch(() => false);
  if ((await namesOfCaches()).length > 0) return;
  const workers = await navigator.serviceWorker.getRegistrations().catch(() => []);
  for (const worker of workers) if (scopes.includes(pathOf(worker.scope))) await worker.unregister();
}

import { keepsPages } from "./browser-facilities.ts";
import { filesNamedIn, keepPage, loadedFiles } from "./loaded-files.ts";

/** Tickets that are saved on this phone: the address that opens them without network, and when they were saved. */
export type KeptTickets = { readonly address: string; readonly at: Date };

/** The page that is shown without network in place of pages that are not saved. */
export const offlinePage = "/fara-internet";

/**
 * The addresses below which `public/profile-worker.js` answers when there is no network: with the saved page below the
 * first three; for any other page of the site ("/") with the offline page, which leads to the saved ones.
 */
const scopes = ["/profile", "/orders/", offlinePage, "/"];

/** Name of the cache for the profile; a cache for a guest's order has the order's path behind it. */
const prefix = "saved-tickets";
const cacheOf = (page: string) => prefix + (pathOf(page) === "/profile" ? "" : pathOf(page));
const pathOf = (address: string) => new URL(address, location.origin).pathname;

/** Whether this browser can keep pages. */
export function canSaveTickets(): boolean {
  return keepsPages();
}

/** When this page's tickets were saved; null when they are not. */
export async function ticketsSavedAt(page: string): Promise<Date | null> {
  // a browser that blocks caches rejects here; `saveTickets` reports it
  const saved = await caches.match(page, { cacheName: cacheOf(page) }).catch(() => undefined);
  return saved ? new Date(saved.headers.get("date") ?? 0) : null;
}

/** Returns all tickets that are saved on this phone. */
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
 * Saves this page as the server has it now, with all its files and the page for the time without network. The old
 * copy stays until the new one is complete. Rejects without network. Returns false when the tickets are no longer
 * this person's, and then removes the saved copy.
 */
export async function saveTickets(page: string): Promise<boolean> {
  const before = removals;
  const [answer, offline] = await Promise.all([fetch(page), fetch(offlinePage)]);
  // only the login redirects, so the person is signed out
  if (answer.redirected || answer.status === 404) await forgetTickets(page);
  if (!answer.ok || answer.redirected || !offline.ok) return false;
  for (const scope of scopes) await navigator.serviceWorker.register("/profile-worker.js", { scope });
  await keepPage(cacheOf(page), { address: page, answer }, [
    ...loadedFiles(document),
    ...filesNamedIn(await answer.clone().text()),
    ...filesNamedIn(await offline.text()),
    new URL(offlinePage, location.origin).href,
  ]);
  if (removals === before) return true;
  await removeSaved([cacheOf(page)]);
  return false;
}

/** How often tickets were removed since this page was opened, so that what is still being saved then goes as well. */
let removals = 0;

/** Removes this page's tickets from this phone. Without any saved tickets, the service worker goes too. */
export async function forgetTickets(page: string): Promise<void> {
  if (canSaveTickets()) await removeSaved([cacheOf(page)]);
}

/** Removes all tickets that are saved on this phone, whose ever they are: somebody leaves it. */
export async function forgetAllTickets(): Promise<void> {
  if (canSaveTickets()) await removeSaved(await namesOfCaches());
}

async function removeSaved(names: readonly string[]): Promise<void> {
  removals += 1;
  // where cookies are blocked, every call rejects and nothing was saved
  for (const name of names) await caches.delete(name).catch(() => false);
  if ((await namesOfCaches()).length > 0) return;
  const workers = await navigator.serviceWorker.getRegistrations().catch(() => []);
  for (const worker of workers) if (scopes.includes(pathOf(worker.scope))) await worker.unregister();
}

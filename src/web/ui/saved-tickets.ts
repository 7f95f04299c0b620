import { keepsPages } from "./browser-facilities.ts";
import { keepPage, loadedFiles } from "./loaded-files.ts";

/** The tickets that a person saved on this phone; `public/profile-worker.js` opens them without network. */
const cacheName = "saved-tickets";
const page = "/profile";

/** Whether this browser can keep pages, here and now. */
export function canSaveTickets(): boolean {
  return keepsPages();
}

/** When the tickets were saved; null when they are not. */
export async function ticketsSavedAt(): Promise<Date | null> {
  // a browser that refuses says so by rejecting, when they are to be saved
  const saved = await caches.match(page, { cacheName }).catch(() => undefined);
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
  await navigator.serviceWorker.register("/profile-worker.js", { scope: page });
  await keepPage(cacheName, { address: page, answer }, loadedFiles(document));
  return true;
}

/** Removes them from this phone. */
export async function forgetTickets(): Promise<void> {
  if (!canSaveTickets()) return;
  // where cookies are blocked both reject, and nothing was saved
  await caches.delete(cacheName).catch(() => false);
  const worker = await navigator.serviceWorker.getRegistration(page).catch(() => undefined);
  await worker?.unregister();
}

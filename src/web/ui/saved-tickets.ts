import { keepPage, loadedFiles } from "./loaded-files.ts";

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
  await navigator.serviceWorker.register("/profile-worker.js", { scope: page });
  await keepPage(cacheName, { address: page, answer }, loadedFiles(document));
  return true;
}

/** Removes them from this phone. */
export async function forgetTickets(): Promise<void> {
  if (!canSaveTickets()) return;
  await caches.delete(cacheName);
  const worker = await navigator.serviceWorker.getRegistration(page);
  await worker?.unregister();
}

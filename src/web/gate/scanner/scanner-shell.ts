import { keepPage, loadedFiles } from "#web/ui/loaded-files.ts";

const cacheName = "scanner-shell";

/**
 * The only address that ends with a slash, because a service worker controls the addresses that begin with its scope.
 */
export const scannerPath = "/poarta/";

/** Returns the build of a page: React Router writes the name of its manifest into each page. */
const buildOf = (html: string) => /\/assets\/manifest-[\w-]+\.js/.exec(html)?.[0];

/** Whether the scanner would open without network. */
export async function isPageSaved(): Promise<boolean> {
  return (
    (await caches.match(scannerPath, { cacheName })) !== undefined &&
    (await navigator.serviceWorker.getRegistration(scannerPath)) !== undefined
  );
}

/**
 * Keeps the server's present scanner on this phone, with its files and the `extra` ones. Rejects without network, and
 * when the server has another version than the open page; then the earlier copy stays. The page that binds a phone
 * comes from the server, so the next shift begins with the newest version.
 */
export async function keepShell(extra: readonly string[]): Promise<void> {
  const answer = await fetch(scannerPath);
  if (!answer.ok) throw new Error(`${scannerPath}: ${answer.status}`);
  const files = new Set([
    ...loadedFiles(document),
    ...extra.map((path) => new URL(path, location.origin).href),
  ]);
  if (buildOf(await answer.clone().text()) !== buildOf(document.documentElement.outerHTML))
    throw new Error("the server has another version");
  await navigator.serviceWorker.register("/poarta-worker.js", { scope: scannerPath });
  await keepPage(cacheName, { address: scannerPath, answer }, [...files]);
}

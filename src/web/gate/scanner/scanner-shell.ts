import { keepPage, loadedFiles } from "#web/ui/loaded-files.ts";

const cacheName = "scanner-shell";

/** The one address with a slash at its end: a worker controls what begins with its scope. */
export const scannerPath = "/poarta/";

/** The build that a page is of: React Router writes the name of its list of files into each. */
const buildOf = (html: string) => /\/assets\/manifest-[\w-]+\.js/.exec(html)?.[0];

/** Whether the scanner would open without network. */
export async function isShellKept(): Promise<boolean> {
  return (
    (await caches.match(scannerPath, { cacheName })) !== undefined &&
    (await navigator.serviceWorker.getRegistration(scannerPath)) !== undefined
  );
}

/**
 * Keeps the scanner as the server has it now, with its files and `extra` ones, on this phone. Rejects without network, and
 * when the server has another version than the one that is open: then the one from before stays. A page that is opened to
 * be bound comes from the server, so the next shift begins with the newest.
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

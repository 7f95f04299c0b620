/** Initiators of the files that the page itself loads; requests of its scripts have others. */
const pageInitiators = new Set(["link", "css", "script", "img"]);

/** Returns addresses of our files that this page names or has loaded: styles, scripts, fonts, pictures of `main`. */
export function loadedFiles(shown: Document): string[] {
  const loaded = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  return ownFiles([
    ...namedFiles(shown),
    ...loaded.filter(({ initiatorType }) => pageInitiators.has(initiatorType)).map(({ name }) => name),
  ]);
}

/** Returns the same for a page that is not open: every picture size, and modules that its inline script names. */
export function filesNamedIn(html: string): string[] {
  const modules = html.matchAll(/"(\/assets\/[\w.-]+\.js)"/g);
  return ownFiles([
    ...namedFiles(new DOMParser().parseFromString(html, "text/html")),
    ...Array.from(modules, ([, path = ""]) => location.origin + path),
  ]);
}

function namedFiles(page: Document): string[] {
  const links = page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"], link[rel="modulepreload"]');
  const pictures = page.querySelectorAll<HTMLImageElement>("main img");
  return [
    ...Array.from(links, ({ href }) => href),
    ...Array.from(pictures).flatMap(({ currentSrc, src, srcset }) =>
      currentSrc ? [currentSrc] : [src, ...sourcesIn(srcset)],
    ),
  ];
}

const sourcesIn = (srcset: string) =>
  Array.from(srcset.matchAll(/\/[^\s,]+/g), ([path]) => new URL(path, location.origin).href);

function ownFiles(addresses: readonly string[]): string[] {
  return [...new Set(addresses)].filter(
    (address) => address.startsWith(`${location.origin}/`) && !address.includes(".data"),
  );
}

/**
 * Keeps a page and its files in a cache. The old copy stays until all new files are here; then files that the page no
 * longer needs are removed. Rejects when a file is missing.
 */
export async function keepPage(
  cacheName: string,
  page: { readonly address: string; readonly answer: Response },
  addresses: readonly string[],
): Promise<void> {
  const files = await Promise.all(
    [...new Set(addresses)].map(async (address) => ({ address, answer: await fetch(address) })),
  );
  const missing = files.find((file) => !file.answer.ok);
  if (missing) throw new Error(`${missing.address} is missing`);
  const cache = await caches.open(cacheName);
  const before = await cache.keys();
  await Promise.all(files.map((file) => cache.put(file.address, file.answer)));
  await cache.put(page.address, page.answer);
  const present = new Set([new URL(page.address, location.origin).href, ...addresses]);
  await Promise.all(before.filter(({ url }) => !present.has(url)).map((request) => cache.delete(request)));
}

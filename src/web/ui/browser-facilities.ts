/**
 * Returns a facility that a browser may lack, or undefined: some throw when cookies are blocked, or are missing in a
 * browser inside an app or an old one. Pages must work without. `test/grammars.test.ts` allows these names in no
 * other file.
 */
function ifThere<T>(facility: () => T): T | undefined {
  try {
    return facility() ?? undefined;
  } catch {
    return undefined;
  }
}

function memoryOf(storage: () => Storage) {
  return {
    read: (key: string) => ifThere(() => storage().getItem(key)),
    keep: (key: string, value: string) => ifThere(() => storage().setItem(key, value)),
    forget: (key: string) => ifThere(() => storage().removeItem(key)),
  };
}

/** Storage of this tab, until it is closed. */
export const tabMemory = memoryOf(() => sessionStorage);

/** Storage of this browser. */
export const browserMemory = memoryOf(() => localStorage);

/** A channel to the other tabs. */
export const openChannel = (name: string) => ifThere(() => new BroadcastChannel(name));

/** Asks the browser to keep this site's data when space is short. Returns false when the browser may still clear it. */
export async function askToKeep(): Promise<boolean> {
  try {
    return await navigator.storage.persist();
  } catch {
    return false;
  }
}

export const observeVisibility = (tell: IntersectionObserverCallback, options: IntersectionObserverInit) =>
  ifThere(() => new IntersectionObserver(tell, options));

export const observeSize = (tell: ResizeObserverCallback) => ifThere(() => new ResizeObserver(tell));

export const prefers = (query: string) => ifThere(() => matchMedia(query).matches) ?? false;

/** Whether this browser can keep pages for use without network. */
export const keepsPages = () => ifThere(() => navigator.serviceWorker && caches) !== undefined;

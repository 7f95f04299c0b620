/**
 * What a browser may lack, refuse or throw at: with cookies blocked, in a window of another app, or in one of 2023. A page
 * works without; `test/grammars.test.ts` lets nobody else name them.
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

/** Of this tab, until it is closed. */
export const tabMemory = memoryOf(() => sessionStorage);

/** Of this browser. */
export const browserMemory = memoryOf(() => localStorage);

/** To the other tabs. */
export const openChannel = (name: string) => ifThere(() => new BroadcastChannel(name));

/** Asks the browser never to clear what it keeps for this site; false where it may, for want of room. */
export async function askToKeep(): Promise<boolean> {
  try {
    return await navigator.storage.persist();
  } catch {
    return false;
  }
}

export const onShown = (tell: IntersectionObserverCallback, options: IntersectionObserverInit) =>
  ifThere(() => new IntersectionObserver(tell, options));

export const onSized = (tell: ResizeObserverCallback) => ifThere(() => new ResizeObserver(tell));

export const prefers = (query: string) => ifThere(() => matchMedia(query).matches) ?? false;

/** Whether pages can be kept for the time without network. */
export const keepsPages = () => ifThere(() => navigator.serviceWorker && caches) !== undefined;

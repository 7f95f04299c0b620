import type { BrowserContext, Page } from "@playwright/test";

/** Session storage survives a reload and is not what is broken. */
const goneKey = "storage-is-gone";

/**
 * Lets a test close the scanner's storage behind its back, as browsers do with pages in the background, and keep it closed.
 * For pages that are opened afterwards.
 */
export async function watchStorage(context: BrowserContext): Promise<void> {
  await context.addInitScript((gone) => {
    const opened: IDBDatabase[] = [];
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...args) {
      if (sessionStorage.getItem(gone))
        throw new DOMException("Connection to Indexed Database server lost", "UnknownError");
      const request = open.apply(this, args);
      request.addEventListener("success", () => opened.push(request.result));
      return request;
    };
    Object.assign(window, { openedStorage: opened });
  }, goneKey);
}

type Watched = { openedStorage: IDBDatabase[] };

/** The present connections end. */
export async function severStorage(phone: Page): Promise<void> {
  await phone.evaluate(() => {
    for (const database of (window as unknown as Watched).openedStorage) database.close();
  });
}

/** How often the page has opened its storage. */
export function timesOpened(phone: Page): Promise<number> {
  return phone.evaluate(() => (window as unknown as Watched).openedStorage.length);
}

/** From now on the storage cannot be opened, or can again. */
export async function keepStorageClosed(phone: Page, isClosed: boolean): Promise<void> {
  await phone.evaluate(
    ([gone, closed]) => (closed ? sessionStorage.setItem(gone, "yes") : sessionStorage.removeItem(gone)),
    [goneKey, isClosed] as const,
  );
}

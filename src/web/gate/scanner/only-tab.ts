/** Milliseconds: the page before may still be on its way out. */
const patience = 2000;

/** Whether this page is the only scanner of the browser; it stays so until it is closed. Two would write the same numbers. */
export function isOnlyScanner(): Promise<boolean> {
  // without locks, or where the browser refuses them, nobody can tell
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request("estival-gate", { signal: AbortSignal.timeout(patience) }, () => {
        resolve(true);
        return new Promise(() => undefined);
      })
      .catch((failure: Error) => resolve(failure.name !== "TimeoutError"));
  });
}

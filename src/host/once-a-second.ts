const second = 1000;

/** Calls the function at most once a second and never twice at once, however often asked. A failure is not kept. */
export function onceASecond<Found>(
  find: () => Promise<Found>,
  now: () => number = () => performance.now(),
): () => Promise<Found> {
  let lastCall: { readonly found: Promise<Found>; readonly begun: number; isOver: boolean } | undefined;
  return () => {
    if (lastCall && (!lastCall.isOver || now() - lastCall.begun < second)) return lastCall.found;
    const call = { found: find(), begun: now(), isOver: false };
    lastCall = call;
    call.found.then(
      () => {
        call.isOver = true;
      },
      () => {
        lastCall = undefined;
      },
    );
    return call.found;
  };
}

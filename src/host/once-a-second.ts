const second = 1000;

/** Calls the function at most once a second and never twice at once, however often asked. A failure is not kept. */
export function onceASecond<Found>(
  find: () => Promise<Found>,
  now: () => number = () => performance.now(),
): () => Promise<Found> {
  let last: { readonly found: Promise<Found>; readonly begun: number; isOver: boolean } | undefined;
  return () => {
    if (last && (!last.isOver || now() - last.begun < second)) return last.found;
    const call = { found: find(), begun: now(), isOver: false };
    last = call;
    call.found.then(
      () => {
        call.isOver = true;
      },
      () => {
        last = undefined;
      },
    );
    return call.found;
  };
}

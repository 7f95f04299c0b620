/** Limits how many run at once; later ones wait for their turn. */
export function openTurns(most: number): <Made>(work: () => Promise<Made>) => Promise<Made> {
  let free = most;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Runs this for each of them, so many at once. Resolves when all have ended; throws the first error. */
export async function someAtOnce<Thing>(
  things: Iterable<Thing>,
  most: number,
  work: (thing: Thing) => Promise<unknown>,
): Promise<void> {
  const turn = openTurns(most);
  const ended = await Promise.allSettled([...things].map((thing) => turn(() => work(thing))));
  for (const one of ended) if (one.status === "rejected") throw one.reason;
}

import type pg from "pg";

type Act<Answer> = () => Promise<Answer>;
type Asked = Pick<pg.Client | pg.Pool, "query">;

/** A place where those who come are held until the test lets them go; who comes later passes. */
export function openBarrier() {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  return {
    /** Resolves when somebody is held. */
    reached: reached.promise,
    hold(): Promise<void> {
      reached.resolve();
      return released.promise;
    },
    letGo: released.resolve,
  };
}

export type Barrier = ReturnType<typeof openBarrier>;

/**
 * Makes two acts overlap: the first one is held at the barrier, if it comes there, while the second one goes as far as it
 * can, to its end or to a lock of the first. `wasHeld` says whether the first one came there.
 */
export async function overlap<One, Two>(
  watch: Asked,
  { barrier, first, second }: { barrier: Barrier; first: Act<One>; second: Act<Two> },
): Promise<{ ends: [PromiseSettledResult<One>, PromiseSettledResult<Two>]; wasHeld: boolean }> {
  const one = first();
  const wasHeld = await Promise.race([barrier.reached.then(() => true), ended(one).then(() => false)]);
  const two = second();
  await untilWaiting(watch, { orEnded: two });
  barrier.letGo();
  return { ends: await Promise.allSettled([one, two]), wasHeld };
}

/** Resolves when so many in this database wait for a lock, or the act has ended. */
export async function untilWaiting(
  watch: Asked,
  { many = 1, orEnded = new Promise<never>(() => {}) }: { many?: number; orEnded?: Promise<unknown> } = {},
): Promise<void> {
  let isOver = false;
  ended(orEnded).then(() => {
    isOver = true;
  });
  for (const until = Date.now() + 60_000; !isOver; ) {
    const { rows } = await watch.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if ((rows[0]?.n ?? 0) >= many) return;
    if (Date.now() > until) throw new Error("nobody waits for a lock, and nothing ends");
    await new Promise((resume) => setTimeout(resume, 3));
  }
}

function ended(act: Promise<unknown>): Promise<void> {
  return act.then(
    () => {},
    () => {},
  );
}

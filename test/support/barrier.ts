import type { Sql } from "#platform/database/sql.ts";
import { untilWaiting } from "./until-waiting.ts";

type Act<Answer> = () => Promise<Answer>;

/** Acts wait here until the test lets them go; an act that arrives later passes. */
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
  watch: Pick<Sql, "query">,
  { barrier, first, second }: { barrier: Barrier; first: Act<One>; second: Act<Two> },
): Promise<{ ends: [PromiseSettledResult<One>, PromiseSettledResult<Two>]; wasHeld: boolean }> {
  const one = first();
  const wasHeld = await Promise.race([barrier.reached.then(() => true), ended(one).then(() => false)]);
  const two = second();
  let isOver = false;
  void ended(two).then(() => {
    isOver = true;
  });
  await untilWaiting(watch, 1, () => isOver);
  barrier.letGo();
  return { ends: await Promise.allSettled([one, two]), wasHeld };
}

function ended(act: Promise<unknown>): Promise<void> {
  return act.then(
    () => {},
    () => {},
  );
}

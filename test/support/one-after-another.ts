import pg from "pg";
import { afterAll } from "vitest";
import type { Database } from "#platform/database/database.server.ts";
import { untilWaiting } from "./until-waiting.ts";

type Act<Answer> = () => Promise<Answer>;

/**
 * Makes two acts overlap: the first has done all but write to this table, and is not committed, when the second begins.
 * The first ends when the second waits for it too, or is over because nothing made it wait.
 */
export async function oneAfterAnother({ owner, ownerUrl }: { owner: pg.Client; ownerUrl: string }) {
  const holder = new pg.Client({ connectionString: ownerUrl });
  await holder.connect();
  afterAll(() => holder.end());

  return async <One, Two>(table: string, first: Act<One>, second: Act<Two>): Promise<[One, Two]> => {
    await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
    const one = first();
    await untilWaiting(owner);
    let isOver = false;
    const two = second().finally(() => {
      isOver = true;
    });
    await untilWaiting(owner, 2, () => isOver);
    await holder.query("COMMIT");
    return Promise.all([one, two]);
  };
}

/** A database whose next transaction can be made to wait before it begins. */
export function pausingDatabase() {
  let pause: (() => Promise<void>) | undefined;
  return {
    seenAs: (database: Database): Database => ({
      ...database,
      async withDuty(duty, work) {
        const wait = pause;
        pause = undefined;
        await wait?.();
        return database.withDuty(duty, work);
      },
    }),
    /** Starts an act, which runs only up to its transaction until the returned function is called. */
    async upToTransaction<Answer>(act: Act<Answer>): Promise<Act<Answer>> {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      pause = () => {
        reached.resolve();
        return released.promise;
      };
      const answer = act();
      await reached.promise;
      return () => {
        released.resolve();
        return answer;
      };
    },
  };
}

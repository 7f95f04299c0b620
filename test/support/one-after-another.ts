import pg from "pg";
import { afterAll, expect } from "vitest";
import type { Database } from "#platform/database/database.server.ts";

type Act<Answer> = () => Promise<Answer>;

/**
 * Makes two acts overlap: the first has done all but write to this table, and is not committed, when the second begins.
 */
export async function oneAfterAnother({ owner, ownerUrl }: { owner: pg.Client; ownerUrl: string }) {
  const holder = new pg.Client({ connectionString: ownerUrl });
  await holder.connect();
  afterAll(() => holder.end());

  const waiting = (many: number) =>
    expect
      .poll(
        async () =>
          (
            await owner.query(
              "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
            )
          ).rows[0].n,
        { timeout: 10_000, interval: 10 },
      )
      .toBe(many);

  return async <One, Two>(table: string, first: Act<One>, second: Act<Two>): Promise<[One, Two]> => {
    await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
    const one = first();
    await waiting(1);
    const two = second();
    await waiting(2);
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

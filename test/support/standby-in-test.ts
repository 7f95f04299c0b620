import pg from "pg";
import { afterAll } from "vitest";
import type { StandbyOptions } from "#platform/database/standby.server.ts";
import { type TestDatabase, testDatabase } from "./database.ts";

/**
 * A second database in the place of a standby: what is read there shows where a read went, and its heartbeat is as old as
 * the test says.
 */
export async function openStandbyInTest() {
  const database: TestDatabase = await testDatabase();
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  afterAll(() => client.end());
  const failures: string[] = [];
  return {
    database,
    client,
    options: { urls: database.urls, onFailure: (why) => failures.push(why) } satisfies StandbyOptions,
    /** Why the standby could not be read, since this was last asked. */
    failures: () => failures.splice(0),
    /** Its newest heartbeat; null: none. */
    async beat(secondsAgo: number | null): Promise<void> {
      await client.query("DELETE FROM process_pulses");
      if (secondsAgo !== null)
        await client.query(
          "INSERT INTO process_pulses (process_id, at, pulse) SELECT gen_random_uuid(), now() - make_interval(secs => $1) * n, '{}' FROM generate_series(1, 3) n",
          [secondsAgo],
        );
    },
  };
}

import { afterAll, expect, test } from "vitest";
import { newId } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { askOnce } from "#test/support/embedded-owner.ts";
import { DatabaseUnavailable, openDatabase } from "./database.server.ts";
import { only } from "./sql.ts";

const server = await testDatabase();
const database = openDatabase({ urls: server.urls, rolePrefix: "app" });
afterAll(() => database.close());

test("[F10] a connection that ends between two statements fails its transaction, not the process", async () => {
  const work = database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    await askOnce(server.ownerUrl, `SELECT pg_terminate_backend(${only(rows).pid})`);
    // The server's message arrives while no statement runs: without a listener it would be an uncaught error.
    await new Promise((resume) => setTimeout(resume, 100));
    await sql.query("SELECT 1");
  });
  await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
  const again = await database.withDuty("settle", (sql) => sql.query("SELECT 1 AS one"));
  expect(again.rows).toEqual([{ one: 1 }]);
});

test("[F10] a connection that ends after its read leaves the answer valid and is not used again", async () => {
  const narrow = openDatabase({ urls: server.urls, rolePrefix: "app", poolSize: 1 });
  const somebody = { userId: newId(), role: "user" } as const;
  const read = (end: boolean) =>
    narrow.readAs(somebody, async (sql) => {
      const { rows } = await sql.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      const { pid } = only(rows);
      if (end) await askOnce(server.ownerUrl, `SELECT pg_terminate_backend(${pid}, 5000)`);
      return pid;
    });
  try {
    const lost = await read(true);
    expect(lost).toBeGreaterThan(0);
    // One connection serves all of them: each read must give it back, also when its caller is gone.
    const next = await Promise.all(Array.from({ length: 20 }, () => read(false)));
    expect(new Set(next)).toEqual(new Set([next[0]]));
    expect(next[0]).not.toBe(lost);
  } finally {
    await narrow.close();
  }
});

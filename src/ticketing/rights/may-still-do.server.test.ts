import { expect, it } from "vitest";
import type { Sql } from "#platform/database/sql.ts";
import { openStageWithKeys } from "#test/support/stage.ts";
import { mayStillDo } from "./may-still-do.server.ts";

const { season, site, db } = await openStageWithKeys();
const admin = await season.person("admin");

type Work = (sql: Sql) => Promise<void>;
it.each<[string, (work: Work) => Promise<void>]>([
  ["as the person", (work) => site.database.withActor(admin, work)],
  ["settle", (work) => site.database.withDuty("settle", work)],
  ["admit", (work) => site.database.withDuty("admit", work)],
  ["identity", (work) => site.database.withDuty("identity", work)],
])("no role changes under an act that asked for it (%s)", async (_way, within) => {
  await within(async (sql) => {
    expect(await mayStillDo(sql, admin, "edit-event")).toBe("admin");
    const free = await db`SELECT FROM profiles WHERE id = ${admin.userId} FOR NO KEY UPDATE SKIP LOCKED`;
    expect(free.length).toBe(0);
  });
  expect((await db`SELECT FROM profiles WHERE id = ${admin.userId} FOR UPDATE SKIP LOCKED`).length).toBe(1);
});

it("the role of the request must have the right too: nobody without a second factor passes by the role in the database", async () => {
  const asCustomer = { ...admin, role: "user" } as const;
  expect(await site.database.withDuty("settle", (sql) => mayStillDo(sql, asCustomer, "edit-event"))).toBe(
    undefined,
  );
});

it("the lock gives the worker nothing to change of the person", async () => {
  await expect(
    site.database.withDuty("settle", async (sql) => {
      await mayStillDo(sql, admin, "edit-event");
      await sql.query("UPDATE profiles SET contact_email = 'eve@exemplu.ro' WHERE id = $1", [admin.userId]);
    }),
  ).rejects.toThrow(/row-level security/);
});

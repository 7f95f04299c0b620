import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { newId } from "#kernel/id.ts";
import { testDatabase } from "#test/support/database.ts";
import { askOnce } from "#test/support/embedded-owner.ts";
import { freePort } from "#test/support/site.ts";
import { openStallingPort } from "#test/support/stalling-port.ts";
import { openStandbyInTest } from "#test/support/standby-in-test.ts";
import { type DatabaseOptions, openDatabase } from "./database.server.ts";
import type { Role } from "./database-roles.ts";
import { only, type Sql } from "./sql.ts";

const primary = await testDatabase();
const standby = await openStandbyInTest();
const open = (more: Partial<DatabaseOptions> = {}) =>
  openDatabase({ ...{ urls: primary.urls, rolePrefix: "app", startTimeout: 15_000 }, ...more });
const database = open({ standby: standby.options });
afterAll(() => database.close());
const admin = { userId: newId(), role: "admin" } as const;

beforeEach(async () => {
  await standby.beat(3);
  standby.failures();
});

type Place = { database: string; role: string; person: string | null; isReadOnly: string; moment: string };

async function placeOf(sql: Sql): Promise<Place> {
  const { rows } = await sql.query<Place>(
    `SELECT current_database() AS database, current_user::text AS role, NULLIF(current_setting('app.user_id', true), '') AS person,
       current_setting('transaction_read_only') AS "isReadOnly", current_setting('transaction_isolation') AS moment`,
  );
  return only(rows);
}
const whereIs = async (sql: Sql) => (await placeOf(sql)).database;

/** One more database whose standby is at this port of this machine. */
function openWithStandbyAt(port: number) {
  const urls = Object.fromEntries(
    (["office", "worker", "export"] as const).map((login) => [
      login,
      `postgresql://app_login_${login}@127.0.0.1:${port}/${standby.database.name}`,
    ]),
  ) as typeof standby.options.urls;
  const opened = open({ standby: { ...standby.options, urls } });
  onTestFinished(() => opened.close());
  return opened;
}

describe("long reads", () => {
  it.each(["admin", "manager", "accountant"] satisfies Role[])(
    "are made at the standby as at the primary: as this %s, of one moment, and read only",
    async (role) => {
      const actor = { ...admin, role };
      const { value, secondsOld } = await database.readLong(actor, placeOf);
      expect(value).toMatchObject({ database: standby.database.name, isReadOnly: "on" });
      expect(value).toEqual({ ...(await database.readMoment(actor, placeOf)), database: value.database });
      expect(secondsOld).toBeGreaterThanOrEqual(3);
      expect(secondsOld).toBeLessThan(60);
    },
  );

  it("of a duty are made there as well", async () => {
    const { value } = await database.readLong("settle", placeOf);
    expect(value).toMatchObject({ database: standby.database.name, role: "app_worker", isReadOnly: "on" });
    await expect(
      database.readLong("settle", (sql) => sql.query("DELETE FROM process_pulses")),
    ).rejects.toThrow(/read-only/);
  });

  it("are the only ones that leave the primary", async () => {
    const others = [
      database.readMoment(admin, whereIs),
      database.readAs(admin, whereIs),
      database.withActor(admin, whereIs),
      database.withDuty("settle", whereIs),
      database.readWithCode("X", whereIs),
      whereIs(database.anonymous),
      whereIs(database.identity),
    ];
    expect(new Set(await Promise.all(others))).toEqual(new Set([primary.name]));
  });

  it("stay at the primary without a standby, and have no age", async () => {
    const alone = open();
    onTestFinished(() => alone.close());
    expect(await alone.readLong(admin, whereIs)).toEqual({ value: primary.name, secondsOld: null });
    expect(await alone.standbyAge()).toBeNull();
  });

  it.each([
    [61, "its data are 61 s old"],
    [3600, "its data are 3600 s old"],
    [null, "it has no heartbeat of the site"],
  ])("are made at the primary, once and told, while the newest heartbeat is %s s old", async (age, why) => {
    await standby.beat(age);
    let calls = 0;
    const answer = await database.readLong(admin, (sql) => {
      calls += 1;
      return whereIs(sql);
    });
    expect(answer).toEqual({ value: primary.name, secondsOld: null });
    expect([calls, standby.failures()]).toEqual([1, [why]]);
    expect(await database.standbyAge()).toBeGreaterThan(60);
  });

  it("are made at the standby while it is less than a minute behind, and a clock that is wrong gives no age below 0", async () => {
    await standby.beat(50);
    expect(await database.readLong(admin, whereIs)).toMatchObject({ value: standby.database.name });
    await standby.beat(-20);
    expect(await database.readLong(admin, whereIs)).toEqual({ value: standby.database.name, secondsOld: 0 });
    expect(await database.standbyAge()).toBe(0);
  });

  it("are made at the primary while nothing listens at the address of the standby", async () => {
    const lonely = openWithStandbyAt(await freePort());
    expect(await lonely.readLong(admin, whereIs)).toEqual({ value: primary.name, secondsOld: null });
    expect(standby.failures()).toHaveLength(1);
    expect(await lonely.standbyAge()).toBe(Number.POSITIVE_INFINITY);
  });

  it("are made at the primary when a server takes the connection and never answers", async () => {
    const silent = createServer(() => {});
    const port = await freePort();
    await new Promise<void>((done) => silent.listen(port, "127.0.0.1", done));
    onTestFinished(() => void silent.close());
    const lonely = openWithStandbyAt(port);
    expect(await lonely.readLong(admin, whereIs)).toEqual({ value: primary.name, secondsOld: null });
    expect(standby.failures()).toHaveLength(1);
  });

  it("are made at the primary when the standby stands still on a connection that is open", async () => {
    const stalling = await openStallingPort(standby.database.ownerUrl);
    const lonely = openWithStandbyAt(stalling.port);
    expect(await lonely.readLong(admin, whereIs)).toMatchObject({ value: standby.database.name });
    stalling.standStill();
    expect(await lonely.readLong(admin, whereIs)).toEqual({ value: primary.name, secondsOld: null });
    expect(standby.failures()).toHaveLength(1);
  });

  it("that the standby cancels for what it receives are made again at the primary, once and told", async () => {
    const calls: string[] = [];
    const work = async (sql: Sql) => {
      const where = await whereIs(sql);
      calls.push(where);
      await sql.query(
        `DO $$ BEGIN IF NOT EXISTS (SELECT FROM events) AND current_database() = '${standby.database.name}' THEN
           RAISE EXCEPTION 'canceling statement due to conflict with recovery' USING ERRCODE = '40001'; END IF; END $$`,
      );
      return where;
    };
    expect(await database.readLong(admin, work)).toEqual({ value: primary.name, secondsOld: null });
    expect(calls).toEqual([standby.database.name, primary.name]);
    expect(standby.failures()).toEqual(["canceling statement due to conflict with recovery"]);
    expect(await database.readLong(admin, whereIs)).toMatchObject({ value: standby.database.name });
  });

  it("whose connection ends at the standby are made again at the primary", async () => {
    const work = async (sql: Sql) => {
      const { rows } = await sql.query<{ pid: number; name: string }>(
        "SELECT pg_backend_pid() AS pid, current_database() AS name",
      );
      const { pid, name } = only(rows);
      if (name === standby.database.name)
        await askOnce(standby.database.ownerUrl, `SELECT pg_terminate_backend(${pid}, 5000)`);
      return whereIs(sql);
    };
    expect(await database.readLong(admin, work)).toEqual({ value: primary.name, secondsOld: null });
    expect(await database.readLong(admin, whereIs)).toMatchObject({ value: standby.database.name });
  });

  it("that fail at both are asked no third time", async () => {
    let calls = 0;
    const work = (sql: Sql) => {
      calls += 1;
      return sql.query("SELECT 1/0");
    };
    await expect(database.readLong(admin, work)).rejects.toThrow(/division by zero/);
    expect(calls).toBe(2);
    expect(standby.failures()).toEqual(["division by zero"]);
  });
});

const where = [
  "COPY (SELECT current_database(), current_user, current_setting('transaction_read_only')) TO STDOUT",
];

/** The file's bytes and the age of its data. */
async function fileOf(from: typeof database, statements: readonly string[] = where, values?: string[]) {
  const copied = await from.copyOut(statements, values);
  if (copied === "busy") throw new Error("busy");
  return { file: await text(copied.stream), secondsOld: copied.secondsOld };
}
const primaryFile = { file: `${primary.name}\tapp_export\ton\n`, secondsOld: null };

describe("exports", () => {
  it("come from the standby with the rights of exports, their values, and how old they are", async () => {
    const { file, secondsOld } = await fileOf(database);
    expect(file).toBe(`${standby.database.name}\tapp_export\ton\n`);
    expect(secondsOld).toBeGreaterThanOrEqual(3);
    const value = ["COPY (SELECT current_setting('export.v1')) TO STDOUT"];
    expect((await fileOf(database, value, ["a'b"])).file).toBe("a'b\n");
  });

  it.each([61, null])("come from the primary while the newest heartbeat is %s s old", async (age) => {
    await standby.beat(age);
    expect(await fileOf(database)).toEqual(primaryFile);
    expect(standby.failures()).toHaveLength(1);
  });

  it("come from the primary while the standby does not answer, or fails before the first bytes", async () => {
    const lonely = openWithStandbyAt(await freePort());
    for (let n = 0; n < 3; n += 1) expect(await fileOf(lonely)).toEqual(primaryFile);
    const failing = [`COPY (SELECT 1 / (current_database() <> '${standby.database.name}')::int) TO STDOUT`];
    // more than there are places: each one that fails frees its own
    for (let n = 0; n < 3; n += 1)
      expect(await fileOf(database, failing)).toEqual({ file: "1\n", secondsOld: null });
    expect(standby.failures()).toHaveLength(6);
  });

  it("are two at once there, and a third is told so", async () => {
    const endless = ["COPY (SELECT repeat('x', 1000) FROM generate_series(1, 1000000)) TO STDOUT"];
    const [one, two] = [await database.copyOut(endless), await database.copyOut(endless)];
    expect(await database.copyOut(where)).toBe("busy");
    for (const opened of [one, two]) if (opened !== "busy") opened.stream.destroy();
    // a reader that leaves is no failure of the standby
    await expect.poll(async () => (await database.copyOut(where)) !== "busy").toBe(true);
    expect(standby.failures()).toEqual([]);
    expect((await fileOf(database)).secondsOld).not.toBeNull();
  });

  it("that break off in the middle look broken, and the next come from the primary", async () => {
    const other = open({ standby: standby.options });
    onTestFinished(() => other.close());
    const endless = ["COPY (SELECT repeat('x', 1000) FROM generate_series(1, 1000000)) TO STDOUT"];
    const opened = await other.copyOut(endless);
    if (opened === "busy") throw new Error("busy");
    expect(opened.secondsOld).not.toBeNull();
    await standby.client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'estival standby export' AND state = 'active'",
    );
    await expect(text(opened.stream)).rejects.toThrow();
    expect(standby.failures()).toHaveLength(1);
    expect(await fileOf(other)).toEqual(primaryFile);
    // reports are short: they may try again
    expect(await other.readLong(admin, whereIs)).toMatchObject({ value: standby.database.name });
  });
});

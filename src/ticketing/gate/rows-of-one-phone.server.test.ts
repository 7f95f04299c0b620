/** What one phone writes, as much as it may: how much work the pages of the door have with it. */
import { expect, it } from "vitest";
import { type Day, inSeconds } from "#kernel/time.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { openSellingStage } from "#test/support/selling-door.ts";
import { ticketWindow } from "#ticketing/delivery/ticket-window.ts";
import { sumDoorSales } from "#ticketing/events/door-sum-queries.server.ts";
import { durations, limits } from "#ticketing/limits.ts";
import {
  countInside,
  listBoardGates,
  listBoardPhones,
  listDoubleEntries,
  listFoundRows,
  listOverrides,
  listUnknownCodes,
} from "./door-board-queries.server.ts";
import {
  countNightByQuarter,
  countNightTickets,
  listGivenAddOns,
  listNightEntries,
  listPhoneExceptions,
  listStampRows,
  listUndoRows,
} from "./door-night-queries.server.ts";
import { listSellingPhones } from "./door-sale-queries.server.ts";
import { listDoorTills } from "./door-till-queries.server.ts";
import { listStoppedPhones } from "./gate-queries.server.ts";
import { listGateSteps } from "./order-at-doors-queries.server.ts";

const { stage, door, setAside } = await openSellingStage();
const { site, season, chief } = stage;
const { client } = season;

/** Adds rows of the phone of these kinds in turn, each `apart` earlier than the one before. An undo undoes the row before. */
async function writeRows(
  { eventId, type, phone }: Awaited<ReturnType<typeof door>>,
  about: { rows: number; kinds: string[]; tickets: string[]; apart: string },
) {
  await client.query(
    `INSERT INTO gate_log (device_id, seq, digest, event_id, signed_text, signature, is_quarantined, kind, mode, purchase_id, entries, undoes_device, undoes_seq, reason, type_id, quantity, bani, means, is_counted, finding, device_at)
     SELECT $1, n, encode(sha256(convert_to($1::uuid::text || n, 'UTF8')), 'hex'), $2, 'x', 's', false, k, CASE WHEN n % 7 = 0 AND k IN ('admit', 'undo') THEN 'override' ELSE 'offline' END,
       CASE WHEN k IN ('admit', 'exit', 'return') THEN ($4::uuid[])[1 + n % cardinality($4::uuid[])] END, CASE WHEN k IN ('admit', 'exit', 'return', 'sale') THEN 1 ELSE 0 END,
       CASE WHEN k = 'undo' THEN $1::uuid END, CASE WHEN k = 'undo' THEN greatest(1, n - 1) END, CASE k WHEN 'undo' THEN 'mistake' WHEN 'refuse' THEN 'forged' END,
       CASE WHEN k = 'sale' THEN $3::uuid END, CASE WHEN k = 'sale' THEN 1 END, CASE WHEN k IN ('sale', 'shift') THEN 100 END, CASE WHEN k = 'sale' THEN 'cash' END,
       k <> 'refuse', CASE WHEN n % 3 = 0 AND k <> 'refuse' THEN 'late_undo' END, now() - n * $7::interval
     FROM (SELECT n, ($5::text[])[1 + n % cardinality($5::text[])] AS k FROM generate_series(1, $6::int) n) r`,
    [phone.device, eventId, type, about.tickets, about.kinds, about.rows, about.apart],
  );
}

type Plan = Record<string, unknown> & { readonly Plans?: readonly Plan[] };

/** How many rows the parts of a plan handed on or left out, each as often as it ran. */
function rowsRead(plan: Plan): number {
  const of = (name: string) => Number(plan[name] ?? 0);
  const once = of("Actual Rows") + of("Rows Removed by Filter") + of("Rows Removed by Join Filter");
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), once * of("Actual Loops"));
}

/** The same connection; what each statement read is added to `read`. */
const measuring = (sql: Sql, read: number[]): Sql => ({
  async query(statement, values) {
    const text = typeof statement === "string" ? statement : statement.text;
    const given = values ?? (typeof statement === "string" ? undefined : statement.values);
    const { rows } = await sql.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
      given,
    );
    read.push(rowsRead(only(rows)["QUERY PLAN"][0].Plan));
    return sql.query(statement, values);
  },
});

/** A busy night: many gates with phones, one of which writes all; and tickets that it lets in. */
async function nightOfOnePhone(tickets: number) {
  const here = await door();
  await setAside(here, 9);
  for (let gate = 0; gate < 10; gate++) await stage.phone(await stage.gate(here.eventId), `B${gate}`);
  const sold = [];
  for (let order = 0; order < tickets; order++) sold.push(...(await stage.tickets(here.eventId)));
  return { here, tickets: sold.map(({ purchaseId }) => purchaseId) };
}

/** What the pages of the door read of a night. */
const readsOfPages = (eventId: string, ticket: string) =>
  [
    countInside,
    listBoardGates,
    listBoardPhones,
    listDoubleEntries,
    countNightByQuarter,
    countNightTickets,
    listGivenAddOns,
    listPhoneExceptions,
    listNightEntries,
    listStampRows,
    listUndoRows,
    listDoorTills,
    (sql: Sql) => sumDoorSales(sql, [eventId]),
    listStoppedPhones,
    (sql: Sql) => listSellingPhones(sql, eventId, durations.phoneAway),
    (sql: Sql) => listGateSteps(sql, ticket),
    (sql: Sql) => listFoundRows(sql, eventId, 100),
    (sql: Sql) => listOverrides(sql, eventId, 100),
    (sql: Sql) => listUnknownCodes(sql, eventId, 100),
  ] as readonly ((sql: Sql, eventId: string) => Promise<unknown>)[];

it("what a phone wrote is read a fixed number of times by every page of the door, whatever it wrote and whatever the database knows of it", async () => {
  const rows = 2000;
  const kinds = ["shift", "sale", "undo", "admit", "undo", "exit", "return", "refuse"];
  const learn = ["", "DELETE FROM pg_statistic WHERE starelid = 'gate_log'::regclass", "ANALYZE gate_log"];
  // at the second night the database knows the first one only
  for (const many of [1, 61]) {
    const { here, tickets } = await nightOfOnePhone(many);
    await writeRows(here, { rows, kinds, tickets, apart: "1 second" });
    for (const statement of learn) {
      await client.query(statement);
      for (const [at, list] of readsOfPages(here.eventId, tickets[0] ?? "").entries()) {
        const read: number[] = [];
        await list(measuring(client as unknown as Sql, read), here.eventId);
        expect(Math.max(...read), `${at} ${list.name}`).toBeLessThan(15 * rows);
      }
    }
  }
});

it("of a phone's hand-overs the newest are listed, and the earlier ones as one till with their sum, however many it writes", async () => {
  const { here } = await nightOfOnePhone(0);
  const others = await stage.phone(await stage.gate(here.eventId), "C1");
  await setAside({ ...here, phone: others }, 9);
  const about = { kinds: ["shift", "sale"], tickets: [], apart: "1 second" };
  await writeRows(here, { ...about, rows: 2 * (limits.tillsOfPhone + 5) });
  await writeRows({ ...here, phone: others }, { ...about, rows: 2 });
  const tills = await site.database.readAs(chief, (sql) => listDoorTills(sql, here.eventId));
  const shown = tills.map(({ phoneName, seq, tills: n, expected, counted }) => [
    phoneName,
    seq,
    n,
    expected,
    counted,
  ]);
  const single = Array.from({ length: limits.tillsOfPhone }, (_, at) => ["A1", 12 + 2 * at, 1, 100, 100]);
  expect(shown).toEqual([["A1", 10, 5, 500, 500], ...single, ["C1", 2, 1, 100, 100]]);
});

it("an order's steps at the doors are the newest, and no more are read, however many entries, exits and undos a phone writes", async () => {
  const { here, tickets } = await nightOfOnePhone(1);
  const rows = 8 * limits.orderSteps;
  await writeRows(here, { rows, kinds: ["admit", "undo", "admit", "exit"], tickets, apart: "1 second" });
  const read: number[] = [];
  const steps = await site.database.withDuty("deliver", (sql) =>
    listGateSteps(
      {
        async query(statement, values) {
          const found = await sql.query<never>(statement, values);
          read.push(found.rows.length);
          return found;
        },
      },
      tickets[0] ?? "",
    ),
  );
  expect(Math.max(...read)).toBe(limits.orderSteps);
  // the first row undoes none of the ticket's, and each fourth one is undone
  const newest = Array.from({ length: rows }, (_, at) => at + 1).filter((n) => n > 1 && n % 4 !== 0);
  const agoOf = (at: Date) => Math.round(((steps.at(-1)?.at.getTime() ?? 0) - at.getTime()) / 1000) + 2;
  expect(steps.map(({ at }) => agoOf(at)).reverse()).toEqual(newest.slice(0, limits.orderSteps));
});

it.each([
  ["with an hour", "22:00" as const],
  ["without an hour", null],
])(
  "the curve of a night %s begins and ends with the time of its tickets, and everybody is in it, whatever hours a phone writes",
  async (_, time) => {
    const { here, tickets } = await nightOfOnePhone(1);
    await writeRows(here, { rows: 2000, kinds: ["admit"], tickets, apart: "15 minutes" });
    const { rows: nights } = await client.query<{ day: Day }>(
      "UPDATE events SET time = $2::time, doors = NULL WHERE id = $1 RETURNING date::text AS day",
      [here.eventId, time],
    );
    const quarters = await site.database.readAs(chief, (sql) => countNightByQuarter(sql, here.eventId));
    const { notBefore, notAfter } = ticketWindow(only(nights).day, time);
    const at = quarters.map(({ from }) => from.getTime() / 1000);
    const quarter = 15 * inSeconds.minute;
    expect(at[0]).toBe(notBefore - (notBefore % quarter));
    expect(at.at(-1)).toBeLessThanOrEqual(notAfter);
    expect(quarters.reduce((sum, { entered }) => sum + entered, 0)).toBe(2000);
  },
);

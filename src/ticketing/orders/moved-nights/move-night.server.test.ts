import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { inDays } from "#test/support/days.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { moveFormOf } from "#test/support/moved-night.ts";
import { whyNot } from "#test/support/outcomes.ts";
import { verdictOf } from "#test/support/shown-code.ts";
import { untilWaiting } from "#test/support/until-waiting.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import { editEvent } from "#ticketing/events/edit-event.server.ts";
import { findEventPage } from "#ticketing/events/event-queries.server.ts";
import { readEvent } from "#ticketing/events/event-store.server.ts";
import { cancelNight } from "#ticketing/orders/cancelled-nights/cancel-night.server.ts";
import { amountOf } from "#ticketing/orders/cancelled-nights/cancelled-night.ts";
import type { MoveForm } from "./move-form.ts";
import { moveNight } from "./move-night.server.ts";
import { findNightToMove, usedOfMoved } from "./move-queries.server.ts";

const stage = await openMoneyStage();
const { season, site, keys, admin, sold, soldLines, one, holds } = stage;
const { client, db } = season;

const move = (
  id: string,
  more: Partial<MoveForm> = {},
  actor = admin as Parameters<typeof moveNight>[1]["actor"],
) => moveNight(site, { actor, id, form: moveFormOf(9, more), isProven: false });
const nightOf = (id: string) =>
  one(
    "SELECT date::text AS date, to_char(time, 'HH24:MI') AS time, to_char(doors, 'HH24:MI') AS doors, to_char(ends, 'HH24:MI') AS ends, location, address, directions, version FROM events WHERE id = $1",
    [id],
  );
const movesOf = async (id: string) =>
  await db`SELECT from_date::text AS "fromDate", to_char(from_time, 'HH24:MI') AS "fromTime", from_location AS "fromLocation", to_date::text AS "toDate",
         to_char(to_time, 'HH24:MI') AS "toTime", to_location AS "toLocation", reason, actor_id AS "actorId" FROM moves WHERE event_id = ${id} ORDER BY at`;
/** As if the last move of a night were longer ago than another may follow. */
const letTimePass = (id: string) =>
  client.query("UPDATE moves SET at = at - interval '61 minutes' WHERE event_id = $1", [id]);

it("moves a night, and says what it was and by whom", async () => {
  const { night } = await sold({ quantity: 2 });
  expect(await move(night)).toEqual({ ok: true, value: "moved" });
  const is = { date: inDays(9), time: "21:00", doors: "20:30", ends: "04:00" };
  const at = { location: "Sala mică", address: "Strada Mare 1", directions: null };
  expect(await nightOf(night)).toEqual({ ...is, ...at, version: 2 });
  expect(await movesOf(night)).toEqual([
    {
      fromDate: inDays(7),
      fromTime: "22:00",
      fromLocation: "Plaja Licurici",
      toDate: inDays(9),
      toTime: "21:00",
      toLocation: "Sala mică",
      reason: "Vine furtuna.",
      actorId: admin.userId,
    },
  ]);
  const change = await one(
    "SELECT what, before, after FROM journal WHERE subject_id = $1 AND what = 'moved'",
    [night],
  );
  expect(change).toMatchObject({
    before: { date: inDays(7), time: "22:00", doors: null, location: "Plaja Licurici" },
    after: { ...is, location: "Sala mică", address: "Strada Mare 1", reason: "Vine furtuna." },
  });
  await holds();
});

it("may be moved again after an hour, also back", async () => {
  const { night } = await sold();
  await move(night);
  expect(await whyNot(move(night, { date: inDays(8) }))).toBe("moved_lately");
  await letTimePass(night);
  expect(await move(night, { date: inDays(7), time: "22:00" })).toMatchObject({ ok: true });
  expect((await movesOf(night)).map(({ toDate }) => toDate)).toEqual([inDays(9), inDays(7)]);
});

describe("a night is not moved", () => {
  it("by anybody who may not give refunds, or when there is none", async () => {
    const night = await season.night();
    const gate = { userId: (await season.person("gate")).userId, role: "gate" } as const;
    expect(await whyNot(move(night, {}, gate))).toBe("not_allowed");
    expect(await whyNot(move(newId()))).toBe("missing");
    expect(await whyNot(move("furtună"))).toBe("missing");
  });

  it("that was cancelled, is over, or is a draft", async () => {
    const cancelled = await season.night();
    const form = { reason: "Furtună.", usedTickets: "refunded" } as const;
    await cancelNight(site, { actor: admin, id: cancelled, form, isProven: true });
    expect(await whyNot(move(cancelled))).toBe("cancelled");
    const draft = await season.night();
    await db`UPDATE events SET publish_at = NULL WHERE id = ${draft}`;
    expect(await whyNot(move(draft))).toBe("not_published");
    expect(await whyNot(move(await season.night({ when: "ended" })))).toBe("over");
    expect(await move(await season.night({ when: "running" }))).toMatchObject({ ok: true });
    for (const night of [cancelled, draft]) expect(await movesOf(night)).toEqual([]);
  });

  it("to the hour that it has, or to doors that are open already", async () => {
    const night = await season.night();
    expect(await whyNot(move(night, { date: inDays(7), time: "22:00" }))).toBe("same_hour");
    expect(await move(night, { date: inDays(7) })).toMatchObject({ ok: true });
    const other = await season.night();
    expect(await whyNot(move(other, { date: inDays(-1) }))).toBe("in_the_past");
    expect(await whyNot(move(other, { date: inDays(0), doors: "00:00", time: null }))).toBe("in_the_past");
    expect(await movesOf(other)).toEqual([]);
  });

  it("to an hour that leaves one of its types no hour of entry", async () => {
    const { night, type } = await sold();
    await db`UPDATE tickets SET enter_until = '23:00' WHERE id = ${type}`;
    expect(await move(night, { doors: "23:30", time: "23:45" })).toMatchObject({
      refusal: { reason: "type_before_night", until: "23:00", begins: "23:30" },
    });
    expect(await move(night)).toMatchObject({ ok: true });
  });
});

describe("a night of which somebody has a place", () => {
  const asAdmin = (statement: string, values: unknown[]) =>
    site.database.withActor(admin, (sql) => sql.query(statement, values));

  it("changes its date and time in no other way, whatever build asks", async () => {
    const { night } = await sold();
    for (const change of ["date = date + 1", "time = '21:00'", "time = NULL"])
      await expect(asAdmin(`UPDATE events SET ${change} WHERE id = $1`, [night])).rejects.toThrow(
        "a night that was sold has to be moved",
      );
    await db`UPDATE stock_counters SET sold = 0, held = 1 WHERE id = ${night}`;
    await expect(asAdmin("UPDATE events SET date = date + 1 WHERE id = $1", [night])).rejects.toThrow(
      "has to be moved",
    );
    await db`UPDATE stock_counters SET sold = 1, held = 0 WHERE id = ${night}`;
    await asAdmin("UPDATE events SET doors = '20:00', title = 'Alta' WHERE id = $1", [night]);
    await asAdmin("UPDATE events SET date = date + 1 WHERE id = $1", [await season.night()]);
  });

  it("is not moved once more by the row of an earlier move", async () => {
    const { night } = await sold();
    await move(night);
    await letTimePass(night);
    await move(night, { date: inDays(7), time: "22:00" });
    await expect(
      asAdmin("UPDATE events SET date = $2, time = '21:00' WHERE id = $1", [night, inDays(9)]),
    ).rejects.toThrow("has to be moved");
  });

  it("is sent by its form to the moving, and keeps its other facts editable", async () => {
    const { night } = await sold();
    const edit = async (more: object) => {
      const saved = await readEvent(client, night);
      if (!saved) throw new Error("no night");
      const { name, title, description, location, capacity, artists, date, time, version } = saved;
      const form = { name, title, description, location, capacity, artists, date, time, ...more };
      return editEvent(site, { actor: admin, id: night, version, form });
    };
    expect(await whyNot(edit({ date: inDays(8) }))).toBe("has_to_be_moved");
    expect(await whyNot(edit({ time: "21:00" }))).toBe("has_to_be_moved");
    expect(await edit({ doors: "21:00", title: "Luna Plină" })).toMatchObject({ ok: true });
  });
});

it("is later than every order that saw the night as it was, though it began before them", async () => {
  const { night } = await sold();
  const waiting = await site.database.withDuty("settle", async (sql) => {
    await sql.query("SELECT FROM stock_counters WHERE id = $1 FOR UPDATE", [night]);
    const moved = move(night);
    await untilWaiting(client);
    const { rows } = await sql.query<{ at: Date }>("SELECT clock_timestamp() AS at");
    return { moved, at: rows[0]?.at };
  });
  expect(await waiting.moved).toMatchObject({ ok: true });
  const times = await one(
    `SELECT m.at > $2 AS "isLater", j.at > $2 AS "beganLater" FROM moves m JOIN journal j ON j.subject_id = m.event_id AND j.what = 'moved' WHERE m.event_id = $1`,
    [night, waiting.at],
  );
  expect(times).toEqual({ isLater: true, beganLater: false });
});

it("shows before what may go back: of a pass the share, and nothing of a unit with which somebody came in", async () => {
  const read = async (night = "") => {
    const shown = await site.database.readAs(admin, (sql) => findNightToMove(sql, night));
    return shown && { ...shown, most: amountOf(shown, usedOfMoved) };
  };
  const comeIn = (orderId: string, night = "") =>
    db`UPDATE ticket_purchases SET entries_remaining = 0 WHERE order_id = ${orderId} AND event_id = ${night} AND seat_no = 1`;
  const pass = await soldLines([{ quantity: 2, price: 10_000, codePer: "person" }], { nights: 3 });
  const [first] = pass.nights;
  expect(await read(first)).toMatchObject({
    orders: 1,
    people: 1,
    letters: 1,
    receivers: 0,
    entered: 0,
    time: null,
    most: 6_666,
    types: [{ tickets: 2, worth: 6_666, kept: 6_666, isShare: true }],
  });
  await comeIn(pass.orderId, first);
  expect(await read(first)).toMatchObject({ entered: 1, most: 3_333, types: [{ worth: 6_666 }] });

  const pairs = await soldLines([{ quantity: 2, entries: 2, price: 9_000, codePer: "person" }]);
  const [night] = pairs.nights;
  expect(await read(night)).toMatchObject({ most: 18_000 });
  await comeIn(pairs.orderId, night);
  expect(await read(night)).toMatchObject({ entered: 1, most: 9_000, types: [{ isShare: false }] });
  expect(await read(newId())).toBeUndefined();
});

it("is admitted to at its new date, and sold and shown by it; the page says the old one", async () => {
  const { night, orderId } = await sold();
  const operator = await season.person("gate");
  const [ticket] = await site.database.withDuty("deliver", (sql) => ticketsOfOrder(sql, keys, orderId));
  const scan = () => verdictOf(site, operator, night, ticket?.code.qr ?? "");
  const shown = async () => (await findEventPage(site.database.anonymous, night))?.event;
  expect([await scan(), (await shown())?.moved]).toEqual(["early", null]);
  expect(await move(night, { date: inDays(0), doors: null, time: null })).toMatchObject({ ok: true });
  expect(await scan()).toBe("admitted");
  expect(await shown()).toMatchObject({
    date: inDays(0),
    moved: { date: inDays(7), time: "22:00", location: "Plaja Licurici", reason: "Vine furtuna.", times: 1 },
  });
});

it("where more than 5.000 lei could go back it needs a second proof", async () => {
  const { night } = await sold({ quantity: 2 });
  const cost = (each: number) =>
    client.query("UPDATE ticket_purchases SET total_price = $2 WHERE event_id = $1", [night, each]);
  await cost(500_001);
  expect(await whyNot(move(night))).toBe("proof_needed");
  expect(await movesOf(night)).toEqual([]);
  await cost(500_000);
  expect(await move(night)).toMatchObject({ ok: true });
  await letTimePass(night);
  await cost(500_001);
  const form = moveFormOf(10);
  expect(await moveNight(site, { actor: admin, id: night, form, isProven: true })).toMatchObject({
    ok: true,
  });
  await cost(22_000);
});

it("a night does not move so that what of its sale is still to come would come after it", async () => {
  const { night } = await sold();
  await db`INSERT INTO openings (event_id, opens_at) VALUES (${night}, now() + interval '5 days')`;
  const at = { date: inDays(2), time: "21:00", ends: "03:00" };
  expect(await move(night, at)).toMatchObject({ refusal: { reason: "after_end", what: "opening" } });
  expect(await movesOf(night)).toEqual([]);
  expect(await move(night)).toMatchObject({ ok: true });
});

it("names the ends of sale that were set as a moment, since they do not move with the night", async () => {
  const { night, type } = await sold();
  const [open, elsewhere] = [
    await season.ticketType({ events: [night] }),
    await season.ticketType({ events: [await season.night()] }),
  ];
  const ends = async () =>
    ((await site.database.readAs(admin, (sql) => findNightToMove(sql, night)))?.fixedEnds ?? []).map(
      ({ kind, id, name, isPast }) => [kind, id, name, isPast],
    );
  expect(await ends()).toEqual([]);
  await db`UPDATE tickets SET sale_ends_at = now() - interval '1 day', type = 'Devreme' WHERE id = ${type}`;
  await db`UPDATE tickets SET sale_ends_at = now() + interval '2 days' WHERE id = ${elsewhere}`;
  await db`UPDATE tickets SET type = 'Cu faze' WHERE id = ${open}`;
  for (const [no, hours] of [
    [1, -1],
    [2, 5],
    [3, null],
  ] as const)
    await db`INSERT INTO price_phases (id, ticket_type_id, no, name, price, ends_at) VALUES (${newId()}, ${open}, ${no}, ${`Faza ${no}`}, 100, now() + ${hours}::int * interval '1 hour')`;
  const [here, ofType, there] = [
    await season.voucher({ code: "AICI" }),
    await season.voucher({ code: "TIPUL" }),
    await season.voucher({ code: "ALTUNDEVA" }),
  ];
  await db`UPDATE vouchers SET ends_at = now() + interval '1 day'`;
  await db`UPDATE vouchers SET event_ids = ARRAY[${night}::uuid] WHERE id = ${here}`;
  await db`UPDATE vouchers SET event_ids = NULL, ticket_type_ids = ARRAY[${open}::uuid] WHERE id = ${ofType}`;
  await db`UPDATE vouchers SET event_ids = ARRAY[${newId()}::uuid], ticket_type_ids = NULL WHERE id = ${there}`;
  expect(await ends()).toEqual([
    ["type", type, "Devreme", true],
    ["phase", open, "Cu faze · Faza 2", false],
    ["code", here, "AICI", false],
    ["code", ofType, "TIPUL", false],
  ]);
});

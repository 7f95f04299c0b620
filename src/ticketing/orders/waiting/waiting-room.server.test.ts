import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { refused } from "#kernel/outcome.ts";
import type { Role } from "#platform/database/database-roles.ts";
import { arrived } from "#test/support/open-page.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { announce, letTheHourCome, passSeconds } from "#test/support/sale-opening.ts";
import { processServices } from "#test/support/services.ts";
import { openStage } from "#test/support/stage.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { joinWaitingRoom } from "./join-waiting-room.server.ts";
import { createRoomCache } from "./room-cache.server.ts";
import { findRoom } from "./room-queries.server.ts";
import { lockForDraw } from "./room-store.server.ts";
import { runWaitingRooms } from "./run-waiting-rooms.server.ts";

const pace = { providerRate: 24 };
const { database: prepared, season, client: owner, db, site: services } = await openStage(pace);
const other = await processServices(prepared, services.provider, pace);

// The rooms of other tests must not be served here.
beforeEach(async () => {
  await db`UPDATE openings SET ended_at = now() WHERE ended_at IS NULL`;
});

type Person = Awaited<ReturnType<typeof season.person>>;

async function openingNight(inMinutes: number, roomMinutes: number | null = 30) {
  const night = await season.night();
  const type = await season.ticketType({ events: [night] });
  await announce(owner, night, { inMinutes, roomMinutes });
  return { night, type };
}

const join = (person: Person, eventId: string, role: Role = "user") =>
  joinWaitingRoom(services, { person: { ...person, role }, eventId });

const buy = (person: Person, ticketTypeId: string, eventId: string | null) =>
  openCheckout(services, arrived(person.sessionHash, [{ ticketTypeId, quantity: 1 }], { eventId }));

async function numbersOf(night: string): Promise<Map<string, number | null>> {
  const rows = await db`SELECT user_id, number FROM room_places WHERE event_id = ${night}`;
  return new Map(rows.map((row) => [row.user_id, row.number]));
}

/** A room with these people, whose hour has come. */
async function drawnRoom(count: number) {
  const { night, type } = await openingNight(10);
  const people = await season.people(count);
  for (const person of people) expect((await join(person, night)).ok).toBe(true);
  await letTheHourCome(owner, night);
  await runWaitingRooms(services);
  return { night, type, people };
}

describe("the waiting room", () => {
  it("gives each account one place, for any number of requests from anywhere", async () => {
    const { night } = await openingNight(10);
    const person = await season.person();
    const places = await Promise.all(Array.from({ length: 20 }, () => join(person, night)));
    expect(new Set(places.map((place) => place.ok && place.value.placeId)).size).toBe(1);
    const rows = await db`SELECT count(*)::int AS n FROM room_places WHERE event_id = ${night}`;
    expect(rows[0].n).toBe(1);
  });

  it("gives the accounts of one mailbox one place, also when they come at once; an unproven one is nobody else's", async () => {
    const { night } = await openingNight(10);
    const people = await season.people(6);
    for (const [n, { userId }] of people.entries()) {
      const email = n === 0 ? "multe@exemplu.ro" : `multe+${n}@exemplu.ro`;
      await db`UPDATE profiles SET email = ${email} WHERE id = ${userId}`;
      await db`UPDATE identity."user" SET email = ${email}, email_verified = ${n < 5} WHERE id = ${userId}`;
    }
    const unproven = people[5] as Person;
    expect((await join(unproven, night)).ok).toBe(true);
    const places = await Promise.all(people.slice(0, 5).map((person) => join(person, night)));
    expect(places.filter(({ ok }) => ok)).toHaveLength(1);
    expect(places.filter(({ ok }) => !ok)).toEqual(Array(4).fill(refused({ reason: "mailbox_waits" })));
    const first = people[places.findIndex(({ ok }) => ok)] as Person;
    expect(await join(first, night)).toEqual(places.find(({ ok }) => ok));
  });

  it.each([
    ["there is none", null, 10, "user", "no_room"],
    ["it is not open yet", 30, 45, "user", "no_room"],
    ["the person is gate staff", 30, 10, "gate", "may_not_buy"],
  ] as const)("lets nobody in where %s", async (_why, roomMinutes, inMinutes, role, reason) => {
    const { night } = await openingNight(inMinutes, roomMinutes);
    expect(await join(await season.person(), night, role)).toEqual(refused({ reason }));
  });

  it("never counts more places than its night has left, whatever its types add up to", async () => {
    const { userId } = await season.person();
    for (const isOpen of [false, true]) {
      const night = await season.night({ capacity: 20 });
      await season.ticketType({ events: [night], capacity: 15 });
      const ticketTypeId = await season.ticketType({ events: [night], capacity: 15 });
      await paidLines(owner, { userId, events: [night], lines: [{ ticketTypeId, quantity: 3 }] });
      await announce(owner, night, { inMinutes: 10, roomMinutes: 30 });
      if (isOpen) await letTheHourCome(owner, night);
      const room = await findRoom(services.database.anonymous, night);
      expect(room?.available, `open: ${isOpen}`).toBe(17);
    }
  });

  it("does not exist for an unknown night", async () => {
    for (const id of ["x", "018f2b6e-0000-7000-8000-000000000000"])
      expect(await join(await season.person(), id)).toEqual(refused({ reason: "no_room" }));
  });
});

describe("the draw", () => {
  it("orders everybody in the room by a seed that nobody knew before, and can be repeated with it", async () => {
    const { night } = await openingNight(10);
    const people = await season.people(40);
    for (const person of people) await join(person, night);
    await runWaitingRooms(services);
    expect([...(await numbersOf(night)).values()].every((number) => number === null)).toBe(true);
    await letTheHourCome(owner, night);
    await runWaitingRooms(services);
    const rows =
      await db`SELECT seed, (SELECT after->>'seed' FROM journal WHERE subject_id = event_id AND what = 'opening_drawn') AS told FROM openings WHERE event_id = ${night}`;
    const { seed, told } = rows[0];
    expect(told).toBe(seed);
    const again = people
      .map(({ userId }) => ({
        userId,
        hash: createHash("sha256")
          .update(Buffer.from(seed, "hex"))
          .update(Buffer.from(userId.replaceAll("-", ""), "hex"))
          .digest("hex"),
      }))
      .sort((a, b) => (a.hash < b.hash ? -1 : 1));
    const numbers = await numbersOf(night);
    expect(again.map(({ userId }) => numbers.get(userId))).toEqual(people.map((_, i) => i + 1));
    // And not by the order of arrival: forty people in that order do not happen by chance.
    expect(people.map(({ userId }) => numbers.get(userId))).not.toEqual(people.map((_, i) => i + 1));
  });

  it("puts later arrivals behind, in the order of arrival, and never changes a number", async () => {
    const { night } = await drawnRoom(5);
    const before = await numbersOf(night);
    const late = await season.people(3);
    for (const person of late) expect((await join(person, night)).ok).toBe(true);
    await runWaitingRooms(other);
    await runWaitingRooms(services);
    const after = await numbersOf(night);
    for (const [userId, number] of before) expect(after.get(userId)).toBe(number);
    expect(late.map(({ userId }) => after.get(userId))).toEqual([6, 7, 8]);
  });

  it("is made once for each night", async () => {
    const [{ night: drawn }, { night: later }] = [await drawnRoom(1), await openingNight(10)];
    expect([await lockForDraw(owner, drawn), await lockForDraw(owner, later)]).toEqual([false, true]);
  });

  it("is fixed: no number, seed or hour can be changed afterwards, and nobody who was let in is put back", async () => {
    const { night } = await drawnRoom(3);
    for (const change of [
      "UPDATE room_places SET number = 99 WHERE event_id = $1 AND number = 3",
      "UPDATE room_places SET user_id = gen_random_uuid() WHERE event_id = $1",
      "UPDATE openings SET seed = 'ff' WHERE event_id = $1",
      "UPDATE openings SET opens_at = now() + interval '1 hour' WHERE event_id = $1",
      "UPDATE openings SET places_given = 0 WHERE event_id = $1",
    ])
      await expect(owner.query(change, [night])).rejects.toMatchObject({ code: "23001" });
  });
});

describe("letting in", () => {
  it("goes at three quarters of the provider's pace, however often it is computed", async () => {
    const { night } = await drawnRoom(60);
    const rows0 = await db`SELECT (drawn_at)::text AS counted_at FROM openings WHERE event_id = ${night}`;
    let letIn = 0;
    for (let i = 0; i < 10; i++) {
      await passSeconds(owner, night, 0.1);
      letIn += await runWaitingRooms(i % 2 ? services : other);
    }
    expect(letIn).toBeGreaterThanOrEqual(17);
    // Each person uses up an eighteenth of a second of the elapsed time, and no more were let in than that.
    const rows =
      await db`SELECT admitted_up_to / 18.0 AS used, extract(epoch FROM counted_at + interval '1 second' - ${rows0[0].counted_at}::timestamptz)::float8 AS counted,
         counted_at <= now() AS "isPast" FROM openings WHERE event_id = ${night}`;
    expect(rows[0].counted).toBeCloseTo(Number(rows[0].used), 4);
    expect(rows[0].isPast).toBe(true);
  });

  it("never lets a buyers in at once after a pause", async () => {
    const { night } = await drawnRoom(60);
    await passSeconds(owner, night, 600);
    const began = performance.now();
    expect(await runWaitingRooms(services)).toBeLessThanOrEqual(36);
    const second = await runWaitingRooms(services);
    // twelve a second, however long the two took
    expect(second).toBeLessThanOrEqual(2 + (12 * (performance.now() - began)) / 1000);
  });

  it("pauses while the sale is stopped", async () => {
    const { night } = await drawnRoom(10);
    await db`INSERT INTO stops (id, event_id, kind, reason, started_by) VALUES (gen_random_uuid(), ${night}, 'sale', 'de probă', gen_random_uuid())`;
    await passSeconds(owner, night, 5);
    expect(await runWaitingRooms(services)).toBe(0);
    await db`UPDATE stops SET lifted_at = now() WHERE event_id = ${night}`;
    await passSeconds(owner, night, 5);
    expect(await runWaitingRooms(services)).toBeGreaterThan(0);
  });

  it("ends ten minutes after the hour when nobody waits: then everybody may buy", async () => {
    const { night, type } = await drawnRoom(2);
    await passSeconds(owner, night, 5);
    await runWaitingRooms(services);
    const stranger = await season.person();
    expect(await buy(stranger, type, night)).toMatchObject({ ok: false });
    await db`ALTER TABLE openings DISABLE TRIGGER openings_are_fixed_at_the_draw`;
    await db`UPDATE openings SET opens_at = opens_at - interval '11 minutes' WHERE event_id = ${night}`;
    await db`ALTER TABLE openings ENABLE TRIGGER openings_are_fixed_at_the_draw`;
    await runWaitingRooms(services);
    expect(await buy(stranger, type, night)).toMatchObject({ ok: true });
    expect(await join(stranger, night)).toEqual(refused({ reason: "no_room" }));
  });
});

describe("a hold", () => {
  it("is refused before the announced hour and accepted from then on, without a room", async () => {
    const { night, type } = await openingNight(10, null);
    const person = await season.person();
    expect(await buy(person, type, night)).toEqual(refused({ reason: "not_open_yet", eventId: night }));
    await letTheHourCome(owner, night);
    expect(await buy(person, type, night)).toMatchObject({ ok: true });
  });

  it("is refused for a customer who was not let in, and accepted for one who was", async () => {
    const { night, type, people } = await drawnRoom(30);
    await passSeconds(owner, night, 0.5);
    await runWaitingRooms(services);
    const numbers = await numbersOf(night);
    const rows = await db`SELECT admitted_up_to AS n FROM openings WHERE event_id = ${night}`;
    const admitted = rows[0].n as number;
    expect(admitted).toBeGreaterThan(0);
    expect(admitted).toBeLessThan(30);
    const answers = await Promise.all(people.map((person) => buy(person, type, night)));
    expect(answers.map((answer) => answer.ok)).toEqual(
      people.map(({ userId }) => (numbers.get(userId) ?? 0) <= admitted),
    );
    const outside = await buy(await season.person(), type, night);
    expect(outside).toEqual(refused({ reason: "wait_in_room", eventId: night }));
  });

  it("does not wait for administrators, nor for a season pass that the night is part of", async () => {
    const { night, type } = await openingNight(10);
    const pass = await season.ticketType({ events: [night], family: "season_pass" });
    const early = await season.ticketType({ events: [night], family: "early_bird" });
    expect(await buy(await season.person("admin"), type, night)).toMatchObject({ ok: true });
    expect(await buy(await season.person(), pass, null)).toMatchObject({ ok: true });
    expect(await buy(await season.person(), early, null)).toMatchObject(refused({ reason: "not_open_yet" }));
  });

  it("that exists continues when the sale is stopped, and a new one is refused", async () => {
    const night = await season.night();
    const type = await season.ticketType({ events: [night] });
    const person = await season.person();
    const first = await buy(person, type, night);
    await db`INSERT INTO stops (id, event_id, kind, reason, started_by) VALUES (gen_random_uuid(), ${night}, 'sale', 'de probă', gen_random_uuid())`;
    expect(await buy(person, type, night)).toEqual(first);
    expect(await buy(await season.person(), type, night)).toEqual(refused({ reason: "sale_stopped" }));
  });
});

it("the cache has everybody's position, from memory, at most a second old", async () => {
  const { night } = await openingNight(10);
  const [first, second] = await season.people(2);
  if (!first || !second) throw new Error("nobody was made");
  let now = 0;
  let questions = 0;
  const counted = {
    withDuty: ((duty, work) => {
      questions += 1;
      return services.database.withDuty(duty, work);
    }) as typeof services.database.withDuty,
  };
  const cache = createRoomCache(counted, { providerRate: 24, now: () => now });
  const place = await join(first, night);
  if (!place.ok) throw new Error("not let in");
  const mine = { id: place.value.placeId };
  expect(await cache.placeOf(night, mine)).toMatchObject({ kind: "before_draw", waiting: 1 });
  for (let i = 0; i < 500; i++) await cache.placeOf(night, mine);
  // One query for the nights with a room, one for the state of this room.
  expect(questions).toBe(2);
  await join(second, night);
  expect(await cache.placeOf(night, { userId: second.userId })).toMatchObject({ kind: "before_draw" });
  await letTheHourCome(owner, night);
  // drawn, and nobody let in yet, however long this takes
  await runWaitingRooms({ ...services, settings: { ...services.settings, providerRate: 1e-6 } });
  now += 1001;
  const standing = [await cache.placeOf(night, mine), await cache.placeOf(night, { userId: second.userId })];
  expect(standing.map((one) => (one?.kind === "waiting" ? one.number : one?.kind)).sort()).toEqual([1, 2]);
  await passSeconds(owner, night, 2);
  await runWaitingRooms(services);
  now += 1001;
  expect(await cache.placeOf(night, mine)).toMatchObject({ kind: "in" });
  expect(await cache.placeOf(night, { id: crypto.randomUUID() })).toBeUndefined();
  expect(await cache.placeOf(await season.night(), mine)).toBeUndefined();
});

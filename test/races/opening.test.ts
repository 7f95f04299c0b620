import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { openBarrier, overlap } from "#test/support/barrier.ts";
import { changedServices, withoutLock } from "#test/support/changed-statements.ts";
import { testDatabase } from "#test/support/database.ts";
import { announce, letTheHourCome, passSeconds } from "#test/support/sale-opening.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { processServices, testServices } from "#test/support/services.ts";
import { untilWaiting } from "#test/support/until-waiting.ts";
import { joinWaitingRoom } from "#ticketing/orders/waiting/join-waiting-room.server.ts";
import { runWaitingRooms } from "#ticketing/orders/waiting/run-waiting-rooms.server.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const services = await testServices(database, { providerRate: 24 });
const other = await processServices(database, services.provider, { providerRate: 24 });
const owner = season.client;
const second = new pg.Client({ connectionString: database.ownerUrl });
await second.connect();
afterAll(() => second.end());

async function roomWith(count: number) {
  const night = await season.night();
  await announce(owner, night, { inMinutes: 10, roomMinutes: 30 });
  const people = await season.people(count);
  const join = (n: number) =>
    joinWaitingRoom(n % 2 ? services : other, {
      person: { userId: people[n]?.userId ?? "", role: "user" },
      eventId: night,
    });
  return { night, people, join };
}

const numbers = async (night: string) =>
  (
    await owner.query(
      "SELECT user_id, number, arrived_at < (SELECT opens_at FROM openings WHERE event_id = $1) AS early FROM room_places WHERE event_id = $1 ORDER BY number",
      [night],
    )
  ).rows as { user_id: string; number: number | null; early: boolean }[];

describe("the hour, in two processes at once", () => {
  it("is drawn once; everybody gets one number, and those who were in the room come before later arrivals", async () => {
    const { night, people, join } = await roomWith(80);
    await Promise.all(Array.from({ length: 40 }, (_, n) => join(n)));
    await letTheHourCome(owner, night);
    // Both processes run the room again and again while the other half arrives, each person twice.
    await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => runWaitingRooms(n % 2 ? services : other)),
      ...Array.from({ length: 80 }, (_, n) => join(40 + (n % 40))),
    ]);
    await passSeconds(owner, night, 1);
    await runWaitingRooms(services);
    const placed = await numbers(night);
    expect(placed.map(({ number }) => number)).toEqual(people.map((_, i) => i + 1));
    expect(placed.slice(0, 40).every(({ early }) => early)).toBe(true);
    expect(placed.slice(40).some(({ early }) => early)).toBe(false);
    const { rows } = await owner.query(
      "SELECT count(*)::int AS n FROM journal WHERE subject_id = $1 AND what = 'opening_drawn'",
      [night],
    );
    expect(rows[0].n).toBe(1);
  });

  it("waits for a person who is just joining, so that nobody who came in time is put last", async () => {
    const { night, people, join } = await roomWith(3);
    await join(0);
    await second.query("BEGIN");
    await second.query("INSERT INTO room_places (id, event_id, user_id) VALUES (gen_random_uuid(), $1, $2)", [
      night,
      people[1]?.userId,
    ]);
    await letTheHourCome(owner, night);
    const tended = runWaitingRooms(services);
    await untilWaiting(owner);
    await second.query("COMMIT");
    await tended;
    const placed = await numbers(night);
    expect(placed.map(({ number }) => number)).toEqual([1, 2]);
  });

  it("control: without the lock two draws happen, and a shown number changes", async () => {
    const { night, join } = await roomWith(30);
    await Promise.all(Array.from({ length: 30 }, (_, n) => join(n)));
    await letTheHourCome(owner, night);
    await owner.query(
      "ALTER TABLE openings DISABLE TRIGGER USER; ALTER TABLE room_places DISABLE TRIGGER USER",
    );
    // Numbers are unique: the second draw is only possible when the first may be overwritten.
    await owner.query("ALTER TABLE room_places DROP CONSTRAINT room_places_number_once");
    const barrier = openBarrier();
    const unlocked = changedServices(services, async (statement, ask) => {
      if (!statement.text.includes("AS drawn FROM openings")) return ask(statement);
      const answer = await ask(withoutLock(statement));
      await barrier.hold();
      return answer;
    });
    const told: string[] = [];
    const order = async () => (await numbers(night)).map(({ user_id }) => user_id);
    await overlap(owner, {
      barrier,
      first: () => runWaitingRooms(unlocked),
      second: async () => {
        await runWaitingRooms(other);
        told.push(...(await order()));
      },
    });
    expect(told).toHaveLength(30);
    expect(await order()).not.toEqual(told);
    await owner.query(
      "ALTER TABLE openings ENABLE TRIGGER USER; ALTER TABLE room_places ENABLE TRIGGER USER",
    );
  });
});

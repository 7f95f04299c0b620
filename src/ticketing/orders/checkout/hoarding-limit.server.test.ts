import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import type { DedicatedConnection } from "#platform/database/database.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { testDatabase } from "#test/support/database.ts";
import { readAtOnce } from "#test/support/meeting.ts";
import { arrived } from "#test/support/open-page.ts";
import { processServices } from "#test/support/services.ts";
import { openStage } from "#test/support/stage.ts";
import { limits } from "#ticketing/limits.ts";
import { forgetBuyer } from "#ticketing/orders/forget-buyer.server.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { forgetMailboxes } from "./forget-mailboxes.server.ts";
import { readGuestHolds } from "./guest-tries-queries.server.ts";
import { type ArrivedRequest, prepareForBatches } from "./hold-batch.server.ts";
import { lockMailboxes, readCustomers } from "./hold-customers.server.ts";
import { type HoldQueue, openHoldQueue } from "./hold-queue.server.ts";

const { database, season, site } = await openStage();
const second = await processServices(database, site.provider);

type Person = Awaited<ReturnType<typeof season.person>>;

/** Accounts whose addresses lead to one mailbox. */
async function accountsOf(mailbox: string, count: number): Promise<Person[]> {
  const people = await season.people(count);
  const [local, domain] = mailbox.split("@");
  for (const [i, { userId }] of people.entries())
    await season.db`UPDATE profiles SET email = ${`${local}+${i}@${domain}`} WHERE id = ${userId}`;
  return people;
}

const nights = async (count: number, entries = 1) => {
  const types: Uuid[] = [];
  for (let i = 0; i < count; i += 1)
    types.push(await season.ticketType({ events: [await season.night()], entries }));
  return types;
};

const asks = (
  { sessionHash }: Person,
  ticketTypeId: Uuid,
  { quantity = 10, ...more }: Partial<ArrivedRequest> & { quantity?: number } = {},
): ArrivedRequest => arrived(sessionHash, [{ ticketTypeId, quantity }], { ...more });

const reasonOf = (answer: Awaited<ReturnType<HoldQueue["takeHold"]>>) =>
  answer.kind === "refused" ? answer.refusal.reason : answer.kind;

async function placesHeld(people: readonly Person[]): Promise<number> {
  const rows =
    await season.db`SELECT coalesce(sum(quantity * entries), 0)::int AS places FROM orders WHERE user_id = ANY(${people.map(({ userId }) => userId)}) AND stake = 'held'`;
  return rows[0]?.places ?? 0;
}

/** An unpaid hold of ten places that ran for so many minutes and ended so many minutes ago. */
async function held(by: Person, about: { minutes: number; endedAgo: number; state?: string }): Promise<void> {
  const night = await season.night();
  const type = await season.ticketType({ events: [night] });
  await season.client.query(
    `INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, state, stake, origin, hold_expires_at, created_at, ended_at)
     VALUES ($1, $2, $3, $4, ARRAY[$3::uuid], 10, 1, 11000, 110000, 'ordinary', 'x', $5, CASE WHEN $5 = 'paid' THEN 'sold' ELSE 'none' END, 'event',
       now() - make_interval(mins => $7), now() - make_interval(mins => $6 + $7), CASE WHEN $5 <> 'paid' THEN now() - make_interval(mins => $7) END)`,
    [newId(), by.userId, night, type, about.state ?? "expired", about.minutes, about.endedAgo],
  );
}

/** Ends a person's unpaid holds: they ran for so many minutes and ended so many minutes ago. */
async function endHolds(by: Person, about: { minutes: number; endedAgo: number }): Promise<void> {
  await season.db`ALTER TABLE orders DISABLE TRIGGER orders_follow_the_table`;
  await season.db`UPDATE orders SET state = 'expired', stake = 'none', created_at = now() - make_interval(mins => ${about.minutes}::int + ${about.endedAgo}::int),
       hold_expires_at = now() - make_interval(mins => ${about.endedAgo}::int), ended_at = now() - make_interval(mins => ${about.endedAgo}::int) WHERE user_id = ${by.userId}`;
  await season.db`ALTER TABLE orders ENABLE TRIGGER orders_follow_the_table`;
}

describe("the limit against hoarding", () => {
  it("a second address of the same mailbox does not allow more places", async () => {
    const people = await accountsOf("ana.pop@exemplu.ro", 6);
    for (const [i, type] of (await nights(6)).entries())
      await site.holds.takeHold(asks(people[i] as Person, type));
    expect(await placesHeld(people)).toBe(20);
    const [stranger] = await accountsOf("anapop@exemplu.ro", 1);
    const [type] = await nights(1);
    expect(reasonOf(await site.holds.takeHold(asks(stranger as Person, type as Uuid)))).toBe("new");
  });

  it("an add-on weighs one place, in a batch and after it, at once and in the day (one kind: what takes stock and weighs nothing)", async () => {
    const wish = async () => {
      const events = [await season.night()];
      const [type, parking] = [
        await season.ticketType({ events }),
        await season.ticketType({ events, entries: 0, price: 3_000, capacity: 40 }),
      ];
      return [
        { ticketTypeId: parking, quantity: 10 },
        { ticketTypeId: type, quantity: 1 },
      ];
    };
    const [ana, bea] = [await season.person(), await season.person()];
    const takes = async ({ sessionHash }: Person) =>
      reasonOf(await site.holds.takeHold(arrived(sessionHash, await wish())));
    expect([await takes(ana), await takes(ana)]).toEqual(["new", "too_many_places_held"]);
    expect((await Promise.all([takes(bea), takes(bea)])).sort()).toEqual(["new", "too_many_places_held"]);
    // eleven for five hours and a half, and a half-hour of eleven more
    await endHolds(ana, { minutes: 330, endedAgo: 1 });
    expect(await takes(ana)).toBe("held_too_long");
    await endHolds(ana, { minutes: 290, endedAgo: 1 });
    expect(await takes(ana)).toBe("new");
  });

  it("a changed address does not reset the limit, neither for the account nor for the next account of the old address", async () => {
    const [ana, next] = await accountsOf("schimba@exemplu.ro", 2);
    if (!ana || !next) throw new Error("nobody was made");
    const [first, second, third] = await nights(3);
    for (const type of [first, second]) await site.holds.takeHold(asks(ana, type as Uuid));
    await season.db`UPDATE profiles SET email = 'alta@exemplu.ro' WHERE id = ${ana.userId}`;
    for (const person of [ana, next])
      expect(reasonOf(await site.holds.takeHold(asks(person, third as Uuid)))).toBe("too_many_places_held");
  });

  it("an erased account does not reset the limit until a day has passed", async () => {
    const [ana, next] = await accountsOf("sterge@exemplu.ro", 2);
    if (!ana || !next) throw new Error("nobody was made");
    const [type] = await nights(1);
    await site.holds.takeHold(asks(ana, type as Uuid));
    await endHolds(ana, { minutes: 360, endedAgo: 1 });
    expect((await forgetBuyer(site, ana)).ok).toBe(true);
    await season.db`UPDATE profiles SET email = NULL WHERE id = ${ana.userId}`;
    await season.db`DELETE FROM identity."user" WHERE id = ${ana.userId}`;
    await forgetMailboxes(site);
    expect(reasonOf(await site.holds.takeHold(asks(next, type as Uuid)))).toBe("held_too_long");
    await endHolds(ana, { minutes: 360, endedAgo: 24 * 60 + 1 });
    expect(reasonOf(await site.holds.takeHold(asks(next, type as Uuid)))).toBe("new");
    await forgetMailboxes(site);
    const rows = await season.db`SELECT mailbox_key FROM orders WHERE user_id = ${ana.userId}`;
    expect(rows).toEqual([{ mailbox_key: null }]);
  });

  it("a stranger with an unproven address locks nobody out, and is counted alone", async () => {
    const [victim, stranger] = await accountsOf("victima@exemplu.ro", 2);
    if (!victim || !stranger) throw new Error("nobody was made");
    await season.db`UPDATE identity."user" SET email_verified = false WHERE id = ${stranger.userId}`;
    const [first, second, third] = await nights(3);
    for (const type of [first, second, third]) await site.holds.takeHold(asks(stranger, type as Uuid));
    expect(await placesHeld([stranger])).toBe(20);
    for (const type of [first, second])
      expect(reasonOf(await site.holds.takeHold(asks(victim, type as Uuid)))).toBe("new");
    // After its proof it is one more account of the mailbox.
    await season.db`UPDATE identity."user" SET email_verified = true WHERE id = ${stranger.userId}`;
    expect(reasonOf(await site.holds.takeHold(asks(stranger, third as Uuid)))).toBe("too_many_places_held");
  });

  it("taking ten places again each time they expire is refused after a while", async () => {
    const ana = await season.person();
    for (let n = 0; n < 11; n += 1) await held(ana, { minutes: 30, endedAgo: 1 + 31 * n });
    const [type] = await nights(1);
    expect(await site.holds.takeHold(asks(ana, type as Uuid))).toMatchObject({ kind: "new" });
    await season.db`UPDATE orders SET state = 'cancelled', stake = 'none', ended_at = now() WHERE user_id = ${ana.userId} AND stake = 'held'`;
    await held(ana, { minutes: 30, endedAgo: 1 });
    const answer = await site.holds.takeHold(asks(ana, type as Uuid));
    expect(answer).toMatchObject({ kind: "refused", refusal: { reason: "held_too_long" } });
    // Two of them have to expire from the count first; the second oldest ended 280 minutes ago.
    const wait =
      answer.kind === "refused" && "retryAfter" in answer.refusal ? answer.refusal.retryAfter : Number.NaN;
    expect(Math.round(wait / 60)).toBe(24 * 60 - 280);
  });

  it("paid orders and holds that expired the day before do not count", async () => {
    const ana = await season.person();
    for (let n = 0; n < 20; n += 1) await held(ana, { minutes: 30, endedAgo: 24 * 60 + 5 + 31 * n });
    for (let n = 0; n < 20; n += 1) await held(ana, { minutes: 30, endedAgo: 31 * n, state: "paid" });
    const [type] = await nights(1);
    expect(reasonOf(await site.holds.takeHold(asks(ana, type as Uuid)))).toBe("new");
  });

  it("a request that the limit refuses does not end the open order", async () => {
    const ana = await season.person();
    const [first, wide] = await nights(2);
    await site.holds.takeHold(asks(ana, first as Uuid));
    await site.holds.takeHold(asks(ana, wide as Uuid, { quantity: 4 }));
    const rows = await season.db`SELECT event_id FROM event_tickets WHERE ticket_id = ${wide}`;
    const couple = await season.ticketType({ events: [rows[0].event_id], entries: 2 });
    const refused = await site.holds.takeHold(asks(ana, couple));
    expect(reasonOf(refused)).toBe("too_many_places_held");
    expect(reasonOf(await site.holds.takeHold(asks(ana, couple, { quantity: 5 })))).toBe("other_order_open");
    expect(await placesHeld([ana])).toBe(14);
  });

  it.each(["in one batch", "in two processes"])(
    "thirty accounts of one mailbox at the same moment do not get past it, %s",
    async (where) => {
      const people = await accountsOf(`${where.replaceAll(" ", ".")}@gmail.com`, 30);
      const types = await nights(30);
      await Promise.all(
        people.map((person, i) => {
          const queue = where === "in one batch" || i % 2 === 0 ? site.holds : second.holds;
          return queue.takeHold(asks(person, types[i] as Uuid));
        }),
      );
      expect(await placesHeld(people)).toBe(20);
    },
  );

  it.each([
    ["with its lock", 20, false],
    ["and without the lock on the mailbox they do (the control)", 40, true],
  ] as const)(
    "two processes that read at the same moment do not hold more together, %s",
    async (_what, places, withoutLock) => {
      const people = await accountsOf(`cursa${places}@exemplu.ro`, 4);
      const types = await nights(4);
      await atOnce(withoutLock, (queues) =>
        people.map((person, i) => (queues[i % 2] as HoldQueue).takeHold(asks(person, types[i] as Uuid))),
      );
      expect(await placesHeld(people)).toBe(places);
    },
  );

  it.each([
    ["with its lock", 4, false],
    ["and without the lock on the network they do (the control)", 8, true],
  ] as const)(
    "two processes that read at the same moment let guests of one network hold no more on all nights together, %s",
    async (_what, places, withoutLock) => {
      await season.db`INSERT INTO site_content (id, key, content) VALUES (${newId()}, 'club', '{"guests": true}') ON CONFLICT DO NOTHING`;
      const address = `198.51.100.${places}`;
      const guests = await Promise.all(
        Array.from({ length: limits.guestPlacesPerAddress / 4 + 1 }, async (_, n) => {
          const opened = await makeGuest(site, { email: `g${n}@exemplu.ro`, fullName: "Ana", phone: null });
          return { ...opened, sessionHash: hashOfToken(opened.token) };
        }),
      );
      const [wide, ...others] = await Promise.all(
        Array.from({ length: 3 }, async () =>
          season.ticketType({ events: [await season.night({ capacity: 6000 })], capacity: 6000 }),
        ),
      );
      const asksFor = (one: { sessionHash: string }, type: Uuid) =>
        arrived(one.sessionHash, [{ ticketTypeId: type, quantity: 4 }], { address });
      const held = await Promise.all(
        guests.slice(2).map((one) => site.holds.takeHold(asksFor(one, wide as Uuid))),
      );
      expect(held.map(reasonOf)).not.toContain("too_many_guests");
      const last = guests.slice(0, 2);
      await atOnce(withoutLock, (queues) =>
        last.map((one, i) => (queues[i] as HoldQueue).takeHold(asksFor(one, others[i] as Uuid))),
      );
      const rows =
        await season.db`SELECT coalesce(sum(quantity), 0)::int AS places FROM orders WHERE user_id = ANY(${last.map(({ userId }) => userId)}) AND stake = 'held'`;
      expect(rows).toEqual([{ places }]);
    },
  );
});

it("a hold reads no orders of others, also when the tables were empty when its plan was made", async () => {
  const bare = await testDatabase();
  const empty = await processServices(bare, site.provider);
  const client = await empty.database.dedicated();
  await prepareForBatches(client, empty.database.roles.seller);
  const plans: string[] = [];
  await client.query("BEGIN");
  for (const [n, { name, text }, values] of [
    [0, lockMailboxes, "ARRAY['x'], ARRAY[NULL]::text[], ARRAY[NULL]::text[]"],
    [
      1,
      readCustomers,
      "ARRAY[NULL]::uuid[], ARRAY[NULL]::uuid[], ARRAY[NULL]::text[], 60, 86400, 30, ARRAY[NULL]::text[], 3600, ARRAY[NULL]::text[]",
    ],
    [2, readGuestHolds, "3600"],
  ] as const) {
    await client.query(`PREPARE p${n} AS ${text}`);
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN EXECUTE p${n} (${values})`);
    plans.push(name, ...rows.map((row) => row["QUERY PLAN"]));
    await client.query(`EXECUTE p${n} (${values})`);
  }
  await client.end();
  const plan = plans.join("\n");
  const scans = [...plan.matchAll(/Scan (?:Backward )?using (orders_\w+) .*\n\s+Index Cond: (.*)/g)];
  expect(scans.length).toBe(plan.match(/Scan .*on orders/g)?.length);
  for (const [scan, , condition] of scans) expect(condition, scan).toMatch(/user_id =|mailbox_key =/);
  for (const index of ["orders_owner_idx", "orders_mailbox_idx"])
    expect(scans.map(([, used]) => used)).toContain(index);
  expect(plan).not.toMatch(/Seq Scan on (?:orders|profiles|session|"?user"?)/);
});

/** Two processes take holds that read at the same moment; without their locks, if so wished. */
async function atOnce(
  withoutLock: boolean,
  take: (queues: readonly HoldQueue[]) => Promise<unknown>[],
): Promise<void> {
  const haveRead = readAtOnce(season.client, withoutLock);
  const queues = await Promise.all(
    [site, second].map(async (services) =>
      openHoldQueue({
        ...services,
        database: {
          ...services.database,
          dedicated: async () => slowed(await services.database.dedicated(), withoutLock, haveRead),
        },
      }),
    ),
  );
  await Promise.all(take(queues));
  await Promise.all(queues.map((queue) => queue.close()));
}

/** A connection that goes on with the read of customers when the other is there, and that may leave out the lock. */
function slowed(
  client: DedicatedConnection,
  withoutLock: boolean,
  haveRead: () => Promise<void>,
): DedicatedConnection {
  const query = async (given: unknown, ...more: unknown[]) => {
    const ask = client.query.bind(client) as (given: unknown, ...more: unknown[]) => Promise<unknown>;
    const { name, text } = given as { name?: string; text?: string };
    if (name === "hold-mailboxes" && withoutLock)
      return ask(
        {
          ...(given as object),
          name: "without-lock",
          text: text?.replaceAll("pg_advisory_xact_lock(", "coalesce("),
        },
        ...more,
      );
    const answer = await ask(given, ...more);
    if (name === "hold-customers") await haveRead();
    return answer;
  };
  return new Proxy(client, {
    get: (target, name) => {
      const value = name === "query" ? query : Reflect.get(target, name, target);
      return typeof value === "function" && name !== "query" ? value.bind(target) : value;
    },
  });
}

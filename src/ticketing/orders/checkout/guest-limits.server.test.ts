import { beforeAll, describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { refused } from "#kernel/outcome.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { arrived } from "#test/support/open-page.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { processServices } from "#test/support/services.ts";
import { openStage } from "#test/support/stage.ts";
import { limits } from "#ticketing/limits.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations, readViolations } from "#ticketing/reports/find-violations.server.ts";
import { guestLimitOf, mostForGuestOf } from "./guest-share.ts";
import { openCheckout } from "./open-checkout.server.ts";
import { releaseOrder } from "./release-order.server.ts";

const { database, season, client: owner, db, site } = await openStage();
const second = await processServices(database, site.provider);

beforeAll(
  () => db`INSERT INTO site_content (id, key, content) VALUES (${newId()}, 'club', '{"guests": true}')`,
);

let guests = 0;
async function guest(email?: string): Promise<{ userId: Uuid; sessionHash: string }> {
  guests += 1;
  const { userId, token } = await makeGuest(site, {
    email: email ?? `g-${guests}@exemplu.ro`,
    fullName: "Un Oaspete",
    phone: null,
  });
  return { userId, sessionHash: hashOfToken(token) };
}

let networks = 0;
const freshNetwork = () => {
  networks += 1;
  return `10.9.${networks >> 8}.${networks & 255}`;
};

type More = { quantity?: number; address?: string; by?: typeof second; code?: string };
const asks = async (
  { sessionHash }: { sessionHash: string },
  ticketTypeId: Uuid,
  { quantity = 1, address = freshNetwork(), by = site, code }: More = {},
) =>
  openCheckout(
    by,
    arrived(sessionHash, [{ ticketTypeId, quantity }], { address, ...(code ? { code } : {}) }),
  );
const reasonOf = (answer: Awaited<ReturnType<typeof asks>>) => (answer.ok ? "held" : answer.refusal.reason);

async function heldBy(nightId: Uuid): Promise<number> {
  const rows =
    await db`SELECT held FROM stock_counters WHERE id = md5('guest_holds ' || ${nightId}::text)::uuid`;
  return rows[0]?.held ?? -1;
}

/** What the counters of a night do not agree with, as the invariants find it. */
const violations = (event: Uuid) =>
  site.database.withDuty("settle", async (sql) => {
    const found = await readViolations(sql, dataInvariants);
    const rows = await db<{ id: Uuid }>`SELECT md5('guest_holds ' || ${event}::text)::uuid AS id`;
    return found.filter(({ rows: wrong }) =>
      [event, rows[0]?.id ?? ""].some((id) => JSON.stringify(wrong).includes(id)),
    );
  });

const passesOfGuests = dataInvariants.filter(({ id }) => id === "T2");

describe("without an account", () => {
  it("one gets four tickets of a night, those bought before among them", async () => {
    const event = await season.night();
    const type = await season.ticketType({ events: [event] });
    const ana = await guest();
    expect(await asks(ana, type, { quantity: 5 })).toEqual(
      refused({ reason: "too_many_for_guest", most: 4 }),
    );
    const bought = await asks(ana, type, { quantity: 3 });
    expect(reasonOf(bought)).toBe("held");
    // another choice takes the place of the open order and is not added to it
    expect(reasonOf(await asks(ana, type, { quantity: 4 }))).toBe("held");
    await paidOrder(owner, { userId: ana.userId, ticketTypeId: type, events: [event], quantity: 4 });
    expect(await asks(ana, type)).toEqual(refused({ reason: "too_many_for_guest", most: 0 }));
    const account = await season.person();
    expect(reasonOf(await asks(account, type, { quantity: 10 }))).toBe("held");
  });

  it("one's tickets are counted on the night that is sold, never on a draft with the same type", async () => {
    const [draft, event] = [await season.night(), await season.night()];
    const type = await season.ticketType({ events: [draft, event] });
    await db`UPDATE events SET publish_at = NULL WHERE id = ${draft}`;
    const ana = await guest();
    await paidOrder(owner, { userId: ana.userId, ticketTypeId: type, events: [event], quantity: 4 });
    expect(await asks(ana, type)).toEqual(refused({ reason: "too_many_for_guest", most: 0 }));
    expect(reasonOf(await asks(await guest(), type))).toBe("held");
  });

  it("one stays one person in another browser, with a tag or other letters in the address; another person does not", async () => {
    const event = await season.night();
    const type = await season.ticketType({ events: [event] });
    const first = await guest("lacom@exemplu.ro");
    await paidOrder(owner, { userId: first.userId, ticketTypeId: type, events: [event], quantity: 3 });
    for (const same of ["lacom+2@exemplu.ro", "Lacom+nou@Exemplu.ro"])
      expect(await asks(await guest(same), type, { quantity: 2 })).toEqual(
        refused({ reason: "too_many_for_guest", most: 1 }),
      );
    expect(reasonOf(await asks(await guest("lacom+2@exemplu.ro"), type))).toBe("held");
    expect(reasonOf(await asks(await guest("alacom@exemplu.ro"), type, { quantity: 4 }))).toBe("held");
    const elsewhere = await season.ticketType({ events: [await season.night()] });
    expect(reasonOf(await asks(await guest("lacom+2@exemplu.ro"), elsewhere, { quantity: 4 }))).toBe("held");
  });

  it("a ticket for several people is one of the four", async () => {
    const event = await season.night();
    const group = await season.ticketType({ events: [event], entries: 5, title: "Grup de 5" });
    expect(reasonOf(await asks(await guest(), group, { quantity: 4 }))).toBe("held");
  });

  it("one may take add-ons beside them, and choose anew where the own order fills what guests may hold", async () => {
    const event = await season.night({ capacity: 20 });
    const [type, other, parking] = [
      await season.ticketType({ events: [event] }),
      await season.ticketType({ events: [event] }),
      await season.ticketType({ events: [event], entries: 0, price: 3_000 }),
    ];
    const ana = await guest();
    expect(
      reasonOf(
        await openCheckout(
          site,
          arrived(
            ana.sessionHash,
            [
              { ticketTypeId: type, quantity: 4 },
              { ticketTypeId: parking, quantity: 2 },
            ],
            { address: freshNetwork() },
          ),
        ),
      ),
    ).toBe("held");
    expect(await heldBy(event)).toBe(4);
    expect(reasonOf(await asks(await guest(), other))).toBe("guests_full");
    expect(reasonOf(await asks(ana, other, { quantity: 4 }))).toBe("held");
    expect(await heldBy(event)).toBe(4);
    expect(await violations(event)).toEqual([]);
  });

  it("those of another night, and add-ons, are none of the four", async () => {
    const [event, other] = [await season.night(), await season.night()];
    const type = await season.ticketType({ events: [event] });
    const parking = await season.ticketType({ events: [event], entries: 0, price: 3_000 });
    const elsewhere = await season.ticketType({ events: [other] });
    const { userId, ...ana } = await guest();
    await paidOrder(owner, { userId, ticketTypeId: elsewhere, events: [other], quantity: 4 });
    await paidLines(owner, {
      userId,
      events: [event],
      lines: [
        { ticketTypeId: type, quantity: 3 },
        { ticketTypeId: parking, quantity: 2, entries: 0 },
      ],
    });
    expect(await asks(ana, type, { quantity: 2 })).toMatchObject({
      refusal: { reason: "too_many_for_guest", most: 1 },
    });
    expect(reasonOf(await asks(ana, type))).toBe("held");
  });

  it("one gets no pass, but an early bird, and nothing of a night whose room is open", async () => {
    const [friday, saturday] = [await season.night(), await season.night()];
    const pass = await season.ticketType({ events: [friday, saturday], family: "season_pass" });
    const ana = await guest();
    expect(reasonOf(await asks(ana, pass))).toBe("account_needed");
    const earlyBird = await season.ticketType({ events: [saturday], family: "early_bird" });
    expect(reasonOf(await asks(await guest(), earlyBird))).toBe("held");
    expect(await findViolations(owner, passesOfGuests)).toEqual([]);
    const type = await season.ticketType({ events: [friday] });
    await db`INSERT INTO openings (event_id, opens_at, room_minutes) VALUES (${friday}, now() - interval '1 minute', 30)`;
    expect(reasonOf(await asks(ana, type))).toBe("account_needed");
  });

  it("fresh sessions together hold a fifth of a night, and accounts the rest; what is let go can be held again", async () => {
    const event = await season.night({ capacity: 40 });
    const type = await season.ticketType({ events: [event] });
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push(await asks(await guest(), type, { quantity: 4 }));
    expect(answers.map(reasonOf)).toEqual(["held", "held", "guests_full", "guests_full"]);
    expect(await heldBy(event)).toBe(8);
    for (let n = 0; n < 3; n += 1)
      expect(reasonOf(await asks(await season.person(), type, { quantity: 10 }))).toBe("held");
    const [first] = answers;
    if (!first?.ok) throw new Error("it was held");
    await releaseOrder(site, { orderId: first.value.orderId });
    expect(await heldBy(event)).toBe(4);
    expect(reasonOf(await asks(await guest(), type, { quantity: 2 }))).toBe("held");
    expect(await heldBy(event)).toBe(6);
    expect(await violations(event)).toEqual([]);
  });

  it("more than a fifth of a small night asks for an account, also while another guest holds a part of it; what is less can be awaited", async () => {
    const event = await season.night({ capacity: 10 });
    const type = await season.ticketType({ events: [event] });
    const address = "192.0.2.90";
    const tooMany = refused({ reason: "too_many_people_for_guest", most: 2 });
    expect(await asks(await guest(), type, { quantity: 3, address })).toEqual(tooMany);
    expect(reasonOf(await asks(await guest(), type, { quantity: 2, address }))).toBe("held");
    expect(await asks(await guest(), type, { quantity: 3, address })).toEqual(tooMany);
    expect(reasonOf(await asks(await guest(), type, { quantity: 2, address }))).toBe("guests_full");
    expect(reasonOf(await asks(await season.person(), type, { quantity: 3 }))).toBe("held");
  });

  it("sixty fresh sessions at once, in two processes, hold no more than that fifth", async () => {
    const event = await season.night({ capacity: 100 });
    const type = await season.ticketType({ events: [event] });
    const guests = await Promise.all(Array.from({ length: 60 }, guest));
    const answers = await Promise.all(
      guests.map((one, n) => asks(one, type, { quantity: 2, by: n % 2 ? site : second })),
    );
    expect(answers.map(reasonOf).filter((reason) => reason === "held")).toHaveLength(10);
    expect(await heldBy(event)).toBe(20);
    expect(await violations(event)).toEqual([]);
  });

  it("the same rush beyond the limit shows that nothing else would have stopped it (control)", async () => {
    const event = await season.night({ capacity: 100 });
    const type = await season.ticketType({ events: [event] });
    const people = await season.people(40);
    const answers = await Promise.all(
      people.map((one, n) => asks(one, type, { quantity: 2, by: n % 2 ? site : second })),
    );
    expect(answers.map(reasonOf).filter((reason) => reason === "held")).toHaveLength(40);
    expect(await heldBy(event)).toBe(0);
  });

  it("guests of one network hold so many places of all nights; what is beyond is let go at once", async () => {
    const address = "192.0.2.77";
    const event = await season.night({ capacity: 10_000 });
    const type = await season.ticketType({ events: [event], capacity: 10_000 });
    const most = limits.guestPlacesPerAddress / 4;
    const guests = await Promise.all(Array.from({ length: most + 6 }, guest));
    const answers = await Promise.all(guests.map((one) => asks(one, type, { quantity: 4, address })));
    expect(answers.map(reasonOf).filter((reason) => reason === "held")).toHaveLength(most);
    expect(answers.map(reasonOf).filter((reason) => reason === "too_many_guests")).toHaveLength(6);
    expect(await heldBy(event)).toBe(limits.guestPlacesPerAddress);
    expect(reasonOf(await asks(await guest(), type))).toBe("held");
    expect(reasonOf(await asks(await season.person(), type, { address }))).toBe("held");
    const elsewhere = await season.ticketType({ events: [await season.night()] });
    expect(reasonOf(await asks(await guest(), elsewhere, { address }))).toBe("too_many_guests");
    const payer = guests[answers.findIndex(({ ok }) => ok)];
    if (!payer) throw new Error("nobody held");
    // the own open order makes room for another selection
    const other = await season.ticketType({ events: [event] });
    expect(reasonOf(await asks(payer, other, { quantity: 4, address }))).toBe("held");
    // what is paid is not held any more
    await db`UPDATE orders SET state = 'paid', stake = 'sold', paid_at = now() WHERE user_id = ${payer.userId} AND stake = 'held'`;
    expect(reasonOf(await asks(await guest(), type, { quantity: 4, address }))).toBe("held");
    expect(reasonOf(await asks(await guest(), type, { address }))).toBe("too_many_guests");
  });

  it("guests who take and leave places all the time use up none of their network's (one kind: what was given back counts as held)", async () => {
    const address = "192.0.2.79";
    const event = await season.night({ capacity: 10_000 });
    const type = await season.ticketType({ events: [event], capacity: 10_000, entries: 5 });
    for (let n = 0; n <= limits.guestPlacesPerAddress / 20; n += 1) {
      const held = await asks(await guest(), type, { quantity: 4, address });
      if (!held.ok) throw new Error(held.refusal.reason);
      await releaseOrder(site, { orderId: held.value.orderId });
    }
    expect(reasonOf(await asks(await guest(), type, { quantity: 4, address }))).toBe("held");
  });

  it("guests of one network hold a third of that fifth, refused before anything is held; those of others, and people who pay, buy", async () => {
    const address = "192.0.2.80";
    const event = await season.night({ capacity: 210 });
    const type = await season.ticketType({ events: [event], capacity: 210 });
    const answers = [];
    for (let n = 0; n < 9; n += 1) answers.push(await asks(await guest(), type, { quantity: 4, address }));
    expect(answers.map(reasonOf).filter((reason) => reason === "held")).toHaveLength(3);
    expect(answers.at(-1)).toMatchObject({ refusal: { reason: "too_many_guests" } });
    const [last] = answers.slice(-1);
    const wait = last?.ok === false && "retryAfter" in last.refusal ? last.refusal.retryAfter : 0;
    expect(wait).toBeGreaterThan(60);
    expect(await heldBy(event)).toBe(12);
    const refusedOnes = await db`SELECT count(*)::int AS n FROM orders WHERE scope_id = ${event}`;
    expect(refusedOnes).toEqual([{ n: 3 }]);
    // another selection takes the place of the own order, and one that is too large leaves it
    const own = await guest();
    expect(reasonOf(await asks(own, type, { quantity: 1, address }))).toBe("held");
    expect(reasonOf(await asks(own, type, { quantity: 3, address }))).toBe("too_many_guests");
    expect(await heldBy(event)).toBe(13);
    expect(reasonOf(await asks(await guest(), type, { quantity: 4 }))).toBe("held");
    expect(reasonOf(await asks(await season.person(), type, { quantity: 4, address }))).toBe("held");
    const elsewhere = await season.ticketType({ events: [await season.night()] });
    expect(reasonOf(await asks(await guest(), elsewhere, { quantity: 4, address }))).toBe("held");
    for (const answer of answers.slice(0, 2))
      if (answer.ok) await releaseOrder(site, { orderId: answer.value.orderId });
    expect(reasonOf(await asks(await guest(), type, { quantity: 4, address }))).toBe("held");
    expect(await violations(event)).toEqual([]);
  });

  it("a burst of guests, each in a /64 of its own, holds no more than the share of their /48, and each hold is counted (one kind: a hold that is counted after it was made)", async () => {
    const event = await season.night({ capacity: 210 });
    const type = await season.ticketType({ events: [event], capacity: 210 });
    const guests = await Promise.all(Array.from({ length: 24 }, () => guest()));
    const answers = await Promise.all(
      guests.map((one, n) =>
        asks(one, type, { quantity: 2, address: `2001:db8:88:${n}::1`, by: n % 2 === 0 ? site : second }),
      ),
    );
    expect(answers.map(reasonOf).filter((reason) => reason === "held")).toHaveLength(7);
    expect(await heldBy(event)).toBe(14);
    const uncounted = await db`SELECT o.id FROM orders o WHERE o.scope_id = ${event} AND o.stake = 'held'
      AND (SELECT count(*) FROM guest_tries t WHERE t.user_id = o.user_id) <> 2`;
    expect(uncounted).toEqual([]);
  });

  it("a network's rows are its guests who hold something, however often they press (one kind: work that grows with each press)", async () => {
    const address = "2001:db8:77::1";
    const event = await season.night({ capacity: 200 });
    const type = await season.ticketType({ events: [event], capacity: 200 });
    const [stays, goes] = [await guest(), await guest()];
    for (const quantity of [1, 2, 1, 3])
      expect(reasonOf(await asks(stays, type, { quantity, address }))).toBe("held");
    const gone = await asks(goes, type, { quantity: 2, address });
    if (!gone.ok) throw new Error(gone.refusal.reason);
    await releaseOrder(site, { orderId: gone.value.orderId });
    expect(reasonOf(await asks(stays, type, { quantity: 2, address }))).toBe("held");
    const rows = await db`SELECT user_id AS id, count(*)::int AS networks FROM guest_tries
      WHERE user_id IN (${stays.userId}, ${goes.userId}) GROUP BY user_id`;
    expect(rows).toEqual([{ id: stays.userId, networks: 2 }]);
  });

  it("a network where people pay sells on, however many they are", async () => {
    const address = "192.0.2.81";
    const event = await season.night({ capacity: 100 });
    const type = await season.ticketType({ events: [event], capacity: 100 });
    for (let n = 0; n < 6; n += 1) {
      const one = await guest();
      expect(reasonOf(await asks(one, type, { quantity: 4, address }))).toBe("held");
      await db`UPDATE orders SET state = 'paid', stake = 'sold', paid_at = now() WHERE user_id = ${one.userId}`;
      await db`UPDATE stock_counters SET held = 0 WHERE id = md5('guest_holds ' || ${event}::text)::uuid`;
    }
  });

  it("as many guests of one network at once hold no more of a night than that", async () => {
    const address = "192.0.2.82";
    const event = await season.night({ capacity: 180 });
    const type = await season.ticketType({ events: [event], capacity: 180 });
    const guests = await Promise.all(Array.from({ length: 12 }, () => guest()));
    await Promise.all(
      guests.map((one, n) => asks(one, type, { quantity: 2, address, by: n % 2 ? site : second })),
    );
    expect(await heldBy(event)).toBeLessThanOrEqual(18);
    expect(await violations(event)).toEqual([]);
  });

  /** Something of a night of 1,000, of which there are sixty, and its counter. */
  const smallCounters: readonly [
    what: string,
    make: (night: Uuid) => Promise<{ type: Uuid; counter: Uuid; code?: string }>,
  ][] = [
    [
      "a ticket type",
      async (night) => {
        const type = await season.ticketType({ events: [night], capacity: 60 });
        return { type, counter: type };
      },
    ],
    [
      "an early bird of two nights",
      async (night) => {
        const events = [night, await season.night()];
        const type = await season.ticketType({ events, capacity: 60, family: "early_bird" });
        return { type, counter: type };
      },
    ],
    [
      "a price phase",
      async (night) => {
        const type = await season.ticketType({ events: [night] });
        const phases = [{ price: 5_000, capacity: 60 }, { price: 9_000 }];
        const [counter] = await season.phases(type, phases);
        if (!counter) throw new Error("no phase");
        return { type, counter };
      },
    ],
    [
      "a pool",
      async (night) => {
        const type = await season.ticketType({ events: [night] });
        return { type, counter: await season.pool({ event: night, types: [type], capacity: 60 }) };
      },
    ],
    [
      "a voucher",
      async (night) => {
        const type = await season.ticketType({ events: [night] });
        const code = `SAIZECI${networks}`;
        return { type, counter: await season.voucher({ code, capacity: 60 }), code };
      },
    ],
  ];
  const heldOf = async (counter: Uuid) =>
    (await db<{ held: number }>`SELECT held FROM stock_counters WHERE id = ${counter}`)[0]?.held;
  const sixAsk = async (address: string, type: Uuid, more: More = {}) => {
    const answers = [];
    for (let n = 0; n < 6; n += 1)
      answers.push(await asks(await guest(), type, { quantity: 2, address, ...more }));
    return answers;
  };

  it.each(smallCounters)(
    "guests of one network hold four of the sixty of %s, refused before anything is held, all guests twelve; accounts hold more, and a payment makes room (one kind: a share of the night is all of what is small)",
    async (_what, make) => {
      const address = freshNetwork();
      const { type, counter, ...code } = await make(await season.night());
      const answers = await sixAsk(address, type, code);
      expect(answers.map(reasonOf)).toEqual(["held", "held", ...Array(4).fill("too_many_guests")]);
      expect(answers.at(-1)).toMatchObject({ refusal: { retryAfter: expect.any(Number) } });
      const orders = await db`SELECT FROM orders WHERE ${counter} = ANY (take_ids)`;
      expect([orders.length, await heldOf(counter)]).toEqual([2, 4]);
      for (const reason of ["held", "held", "guests_full"])
        expect(reasonOf(await asks(await guest(), type, { quantity: 4, ...code }))).toBe(reason);
      expect(reasonOf(await asks(await season.person(), type, code))).toBe("held");
      await db`UPDATE orders SET state = 'paid', stake = 'sold', paid_at = now() WHERE ${counter} = ANY (take_ids)`;
      expect(reasonOf(await asks(await guest(), type, { address, ...code }))).toBe("held");
    },
  );

  it.each(smallCounters)(
    "thirty guests of one network at once, in two processes, hold four of the sixty of %s, and of thirty networks twelve",
    async (_what, make) => {
      const { type, counter, ...code } = await make(await season.night());
      const burst = async (address?: string) => {
        const guests = await Promise.all(Array.from({ length: 30 }, () => guest()));
        const own = { ...(address ? { address } : {}), ...code };
        return Promise.all(guests.map((one, n) => asks(one, type, { by: n % 2 ? site : second, ...own })));
      };
      const answers = await burst(freshNetwork());
      const refusals = answers.map(reasonOf).filter((reason) => reason !== "held");
      // who found the rest held for a moment by others of the network got no answer about the network
      expect(
        refusals.filter(
          (reason) => !/^(guests_full|too_many_guests|not_enough|code_exhausted)$/.test(reason),
        ),
      ).toEqual([]);
      expect(await heldOf(counter)).toBe(4);
      await burst();
      expect(await heldOf(counter)).toBe(12);
    },
  );

  it("guests of one network have one share of a night for all its tickets, and a guest one with the own orders (one kind: an early bird is not of its night)", async () => {
    const address = freshNetwork();
    const events = [await season.night({ capacity: 120 }), await season.night({ capacity: 1000 })];
    const earlyBird = await season.ticketType({ events, family: "early_bird" });
    const [first, other] = [
      await season.ticketType({ events: events.slice(0, 1) }),
      await season.ticketType({ events: events.slice(1) }),
    ];
    const own = await guest();
    expect(reasonOf(await asks(own, earlyBird, { quantity: 4, address }))).toBe("held");
    expect(reasonOf(await asks(await guest(), first, { quantity: 4, address }))).toBe("held");
    expect(reasonOf(await asks(own, first, { address }))).toBe("too_many_guests");
    expect(reasonOf(await asks(await guest(), earlyBird, { address }))).toBe("too_many_guests");
    expect(reasonOf(await asks(await guest(), first, { address }))).toBe("too_many_guests");
    expect(reasonOf(await asks(own, other, { quantity: 4, address }))).toBe("held");
  });

  it("an order that replaces the own one has its room, and one asked from a network without room leaves what was held from another", async () => {
    const address = freshNetwork();
    const type = await season.ticketType({ events: [await season.night()], capacity: 60 });
    const own = await guest();
    expect(reasonOf(await asks(own, type, { quantity: 1 }))).toBe("held");
    const neighbour = await guest();
    for (const quantity of [4, 3])
      expect(reasonOf(await asks(neighbour, type, { quantity, address }))).toBe("held");
    expect(reasonOf(await asks(own, type, { quantity: 2, address }))).toBe("too_many_guests");
    expect(await heldOf(type)).toBe(4);
    expect(reasonOf(await asks(own, type, { quantity: 2 }))).toBe("held");
  });

  it("the four of a night are those of all its tickets, early birds of several nights among them", async () => {
    const [friday, saturday] = [await season.night(), await season.night()];
    const earlyBird = await season.ticketType({ events: [friday, saturday], family: "early_bird" });
    const [first, other, elsewhere] = [
      await season.ticketType({ events: [friday] }),
      await season.ticketType({ events: [saturday] }),
      await season.ticketType({ events: [await season.night()] }),
    ];
    const ana = await guest();
    await paidOrder(owner, { userId: ana.userId, ticketTypeId: first, events: [friday], quantity: 3 });
    expect(await asks(ana, earlyBird, { quantity: 2 })).toMatchObject({
      refusal: { reason: "too_many_for_guest", most: 1 },
    });
    const bought = { ticketTypeId: earlyBird, events: [friday, saturday], family: "early_bird" } as const;
    await paidOrder(owner, { userId: ana.userId, ...bought });
    expect(await asks(ana, first)).toEqual(refused({ reason: "too_many_for_guest", most: 0 }));
    expect(await asks(ana, other, { quantity: 4 })).toMatchObject({ refusal: { most: 3 } });
    expect(reasonOf(await asks(ana, elsewhere, { quantity: 4 }))).toBe("held");
  });

  it("one ticket for ten is had of a pool where ten are more than the share of a network, while nobody of it holds one", async () => {
    const address = freshNetwork();
    const event = await season.night();
    const table = await season.ticketType({ events: [event], entries: 10, title: "Masă de 10" });
    await season.pool({ event, types: [table], capacity: 100 });
    expect(reasonOf(await asks(await guest(), table, { address }))).toBe("held");
    expect(reasonOf(await asks(await guest(), table, { address }))).toBe("too_many_guests");
    expect(reasonOf(await asks(await guest(), table))).toBe("held");
    expect(reasonOf(await asks(await guest(), table))).toBe("guests_full");
  });

  it.each([10, 35, 60, 100, 300])(
    "what the page of a night for %i promises a guest is held while no other guest holds anything, and no more (one kind: a promise that the hold does not know)",
    async (capacity) => {
      for (const entries of [1, 2, 5]) {
        const events = [await season.night({ capacity })];
        const type = await season.ticketType({ events, entries, capacity: 10 });
        const quantity = mostForGuestOf(guestLimitOf(capacity), entries);
        const more = reasonOf(await asks(await guest(), type, { quantity: quantity + 1 }));
        expect(more).toMatch(
          quantity === 4 ? /^too_many_(for_guest|people)$/ : /^too_many_people_for_guest$/,
        );
        if (quantity > 0) expect(reasonOf(await asks(await guest(), type, { quantity }))).toBe("held");
      }
    },
  );

  it("three tickets and one for five people are held on a night for sixty, and four for five refused with what would fit", async () => {
    const events = [await season.night({ capacity: 60 })];
    const [type, group] = [
      await season.ticketType({ events }),
      await season.ticketType({ events, entries: 5 }),
    ];
    const ana = await guest();
    expect(await asks(ana, group, { quantity: 4 })).toEqual(
      refused({ reason: "too_many_people_for_guest", most: 12 }),
    );
    const lines = [
      { ticketTypeId: type, quantity: 3 },
      { ticketTypeId: group, quantity: 1 },
    ];
    const mixed = arrived(ana.sessionHash, lines, { address: freshNetwork() });
    expect(reasonOf(await openCheckout(site, mixed))).toBe("held");
  });

  it("guests of ten networks hold a fifth of the add-ons, and those of one network add-ons as they hold places (one kind: what takes stock and weighs nothing)", async () => {
    const events = [await season.night({ capacity: 10_000 })];
    const type = await season.ticketType({ events, capacity: 10_000 });
    const [few, many] = [
      await season.ticketType({ events, entries: 0, capacity: 40 }),
      await season.ticketType({ events, entries: 0, capacity: 10_000 }),
    ];
    const takes = async (addOn: Uuid, quantity: number, address = freshNetwork()) => {
      const lines = [
        { ticketTypeId: type, quantity: 1 },
        { ticketTypeId: addOn, quantity },
      ];
      return reasonOf(await openCheckout(site, arrived((await guest()).sessionHash, lines, { address })));
    };
    const ofFew = [];
    for (let n = 0; n < 10; n += 1) ofFew.push(await takes(few, 4));
    expect(ofFew).toEqual(["held", "held", ...Array(8).fill("guests_full")]);
    const address = freshNetwork();
    for (let n = 5; n <= limits.guestPlacesPerAddress; n += 5)
      expect(await takes(many, 4, address)).toBe("held");
    expect(await takes(many, 4, address)).toBe("too_many_guests");
  });

  it("one alone holds of an add-on no more than of tickets, and who is refused is told of which type (one kind: a small stock that one person holds whole)", async () => {
    const events = [await season.night({ capacity: 1_000 })];
    const type = await season.ticketType({ events });
    const locker = await season.ticketType({ events, entries: 0, capacity: 10, title: "Dulap" });
    const takes = async (quantity: number) => {
      const lines = [
        { ticketTypeId: type, quantity: 1 },
        { ticketTypeId: locker, quantity },
      ];
      return openCheckout(site, arrived((await guest()).sessionHash, lines, { address: freshNetwork() }));
    };
    expect(await takes(5)).toEqual(refused({ reason: "too_many_add_ons_for_guest", most: 4 }));
    expect(reasonOf(await takes(4))).toBe("held");
    expect(await takes(1)).toEqual(refused({ reason: "guests_full", title: "Dulap" }));
  });

  it("one gets four of an add-on, those bought before among them (one kind: a limit of a person that holds for an order)", async () => {
    const events = [await season.night({ capacity: 1_000 })];
    const type = await season.ticketType({ events });
    const parking = await season.ticketType({ events, entries: 0, capacity: 500 });
    const ana = await guest();
    await paidOrder(owner, { userId: ana.userId, ticketTypeId: type, events });
    await paidOrder(owner, { userId: ana.userId, ticketTypeId: parking, events, entries: 0, quantity: 3 });
    const takes = (quantity: number) => {
      const lines = [
        { ticketTypeId: type, quantity: 1 },
        { ticketTypeId: parking, quantity },
      ];
      return openCheckout(site, arrived(ana.sessionHash, lines, { address: freshNetwork() }));
    };
    expect(await takes(2)).toEqual(refused({ reason: "too_many_add_ons_for_guest", most: 1 }));
    expect(reasonOf(await takes(1))).toBe("held");
  });

  it("a ticket for two asks for two of those places", async () => {
    const address = "192.0.2.78";
    const [event, other] = [await season.night({ capacity: 10_000 }), await season.night()];
    const type = await season.ticketType({ events: [event], capacity: 10_000 });
    const couple = await season.ticketType({ events: [other], entries: 2 });
    for (let n = 1; n < limits.guestPlacesPerAddress / 4; n += 1)
      expect(reasonOf(await asks(await guest(), type, { quantity: 4, address }))).toBe("held");
    expect(reasonOf(await asks(await guest(), couple, { quantity: 3, address }))).toBe("too_many_guests");
    expect(reasonOf(await asks(await guest(), couple, { quantity: 2, address }))).toBe("held");
  });

  it("what is free, and a code with a limit per person, asks for the proof of the address before anything is held", async () => {
    const event = await season.night();
    const free = await season.ticketType({ events: [event], price: 0 });
    const paid = await season.ticketType({ events: [event] });
    await season.voucher({ code: "UNULFIECARUIA", perPerson: 1 });
    await season.voucher({ code: "GRATIS", percent: 100 });
    const ana = await guest("g@exemplu.ro");
    expect(reasonOf(await asks(ana, free))).toBe("proof_needed");
    expect(reasonOf(await asks(ana, paid, { code: "UNULFIECARUIA" }))).toBe("proof_needed");
    expect(reasonOf(await asks(ana, paid, { code: "GRATIS" }))).toBe("proof_needed");
    expect(await heldBy(event)).toBe(0);
    await db`UPDATE profiles SET contact_proven_at = now() WHERE id = ${ana.userId}`;
    expect(reasonOf(await asks(ana, paid, { code: "UNULFIECARUIA" }))).toBe("held");
    const bea = await guest("g@exemplu.ro");
    await db`UPDATE profiles SET contact_proven_at = now() WHERE id = ${bea.userId}`;
    expect(reasonOf(await asks(bea, free))).toBe("held");
    // another guest with the same proven address is the same person to the code, an unproven one nobody
    const [again, unproven] = [await guest("g@exemplu.ro"), await guest("g@exemplu.ro")];
    await db`UPDATE profiles SET contact_proven_at = now() WHERE id = ${again.userId}`;
    expect(reasonOf(await asks(again, paid, { code: "UNULFIECARUIA" }))).toBe("code_exhausted");
    expect(reasonOf(await asks(unproven, paid, { code: "UNULFIECARUIA" }))).toBe("proof_needed");
    // what an unproven one took with a code that had no limit then counts for nobody
    const voucher = await season.voucher({ code: "OLIMITA" });
    expect(reasonOf(await asks(await guest("g@exemplu.ro"), paid, { code: "OLIMITA" }))).toBe("held");
    await db`UPDATE vouchers SET per_person = 1 WHERE id = ${voucher}`;
    const proven = await guest("g@exemplu.ro");
    await db`UPDATE profiles SET contact_proven_at = now() WHERE id = ${proven.userId}`;
    expect(reasonOf(await asks(proven, paid, { code: "OLIMITA" }))).toBe("held");
  });

  it("nothing is held while a build runs that knows no guests", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    await db`INSERT INTO process_pulses (process_id, pulse) VALUES (gen_random_uuid(), '{"knowsLines": true, "knowsPhases": true}')`;
    expect(reasonOf(await asks(await guest(), type))).toBe("older_build_runs");
    expect(reasonOf(await asks(await season.person(), type))).toBe("held");
    await db`DELETE FROM process_pulses`;
  });
});

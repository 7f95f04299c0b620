import { describe, expect, it } from "vitest";
import { arrived } from "#test/support/open-page.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { refundOrder } from "#ticketing/orders/refunds/refund-order.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { counts, type HoldRace, openHoldRace, times, type Wish } from "./hold-race.ts";

/** So many wishes for these types, where each process is asked for all of them. */
const mixed = (many: number, types: readonly string[], wish: Omit<Wish, "type"> = {}): Wish[] =>
  Array.from({ length: many }, (_, i) => ({ type: types[(i >> 1) % types.length] as Wish["type"], ...wish }));

/** 500 buyers who saw the cheap price, of which there are 100. */
async function cheapRush({ season, rush, heldOf }: HoldRace) {
  const type = await season.ticketType({ events: [await season.night()] });
  const [early = ""] = await season.phases(type, [{ price: 8000, capacity: 100 }, { price: 10_000 }]);
  const answers = await rush(times(500, { type, total: 8000 }));
  return [counts(answers), await heldOf(early)] as const;
}

/** 500 buyers who take any price. */
async function anyRush({ season, rush, heldOf }: HoldRace) {
  const type = await season.ticketType({ events: [await season.night()] });
  await season.phases(type, [{ price: 8000, capacity: 100 }, { price: 10_000 }]);
  return [counts(await rush(times(500, { type }))), await heldOf(type)] as const;
}

/** 60 buyers of two types for the 20 people of their pool. */
async function poolRush({ season, rush, heldOf }: HoldRace) {
  const night = await season.night();
  const types = [await season.ticketType({ events: [night] }), await season.ticketType({ events: [night] })];
  const pool = await season.pool({ event: night, types, capacity: 20 });
  return [counts(await rush(mixed(60, types))), await heldOf(pool)] as const;
}

/** 60 buyers of a ticket with parking, of which there are 20. */
async function addOnRush({ season, rush, heldOf }: HoldRace) {
  const night = await season.night();
  const type = await season.ticketType({ events: [night] });
  const parking = await season.ticketType({ events: [night], entries: 0, price: 3000, capacity: 20 });
  const answers = await rush(times(60, { type, beside: parking }));
  return [counts(answers), await heldOf(parking), await heldOf(type)] as const;
}

/** 256 buyers of two nights with a code that is good for 10 tickets. */
async function codeRush({ season, rush, heldOf }: HoldRace) {
  const types = [
    await season.ticketType({ events: [await season.night()] }),
    await season.ticketType({ events: [await season.night()] }),
  ];
  const code = await season.voucher({ code: "VARA10", capacity: 10 });
  const answers = await rush(mixed(256, types, { total: 9900, code: "VARA10" }));
  return [counts(answers), await heldOf(code)] as const;
}

/**
 * A code of two tickets, both sold, of which one goes back and gives its use back while 20 buyers find the code exhausted;
 * then 40 more buyers.
 */
async function rushBesideRefund({ season, site, atOnce, buy, rush, heldOf }: HoldRace) {
  const type = await season.ticketType({ events: [await season.night()] });
  await season.client.query("UPDATE tickets SET code_per = 'person' WHERE id = $1", [type]);
  const code = await season.voucher({ code: "INAPOI", percent: 100, capacity: 2 });
  await season.client.query("UPDATE vouchers SET returns_uses = true WHERE id = $1", [code]);
  const { sessionHash } = await season.person();
  const opened = await openCheckout(
    site,
    arrived(sessionHash, [{ ticketTypeId: type, quantity: 2 }], { code: "INAPOI" }),
  );
  if (!opened.ok) throw new Error(opened.refusal.reason);
  const { orderId } = opened.value;
  const { rows } = await season.client.query<{ seat: string }>(
    "SELECT bundle_id AS seat FROM ticket_purchases WHERE order_id = $1 ORDER BY seat_no LIMIT 1",
    [orderId],
  );
  const actor = { userId: (await season.person("admin")).userId, role: "admin" } as const;
  const wish = { type, code: "INAPOI", total: 0 };
  // those of the other process have found it exhausted before the refund begins
  await buy(times(10, wish), 1);
  const [, refunded] = await atOnce(
    () => buy(times(10, wish), 0),
    () =>
      refundOrder(site, {
        actor,
        orderId,
        wish: { kind: "seats", seats: rows.map(({ seat }) => seat) },
        why: "customer_request",
        note: "",
        stock: "sell_again",
      }),
  );
  if (!refunded.ok) throw new Error(refunded.refusal.reason);
  await rush(times(40, wish));
  return [{}, await heldOf(code)] as const;
}

describe("two processes that hold at once", async () => {
  const race = await openHoldRace("locked");

  it.each([
    [
      "sell 100 cheap tickets to 500 buyers, and tell the others the next price (I1, I2, L2)",
      cheapRush,
      [{ "held at 8000": 100, price_changed: 400 }, 100],
    ],
    [
      "sell 100 cheap tickets and 400 at the next price to 500 buyers who take any (I2, L2)",
      anyRush,
      [{ "held at 8000": 100, "held at 10000": 400 }, 500],
    ],
    [
      "take 256 holds for a code of 10 tickets, and give it to 10 (I1, I2, L2)",
      codeRush,
      [{ "held at 9900": 10, code_exhausted: 246 }, 10],
    ],
    [
      "give the use of a code that came back with a refunded seat to one of the next, and to no second (I1, I2, L2)",
      rushBesideRefund,
      [{}, 1],
    ],
    [
      "sell an add-on out in the middle of a batch, and no ticket without the add-on that was wanted with it (I1, I2, L2, L5)",
      addOnRush,
      [{ "held at 14000": 20, not_enough: 40 }, 20, 20],
    ],
    [
      "sell the last places of a pool once, wanted by two types (I1, I2)",
      poolRush,
      [{ "held at 11000": 20, not_enough: 40 }, 20],
    ],
  ] as const)("%s", async (_what, run, due) => {
    expect(await run(race)).toEqual(due);
    expect(await findViolations(race.season.client, dataInvariants)).toEqual([]);
  });
});

describe("the negative control: the same without the lock and the CHECK", async () => {
  const race = await openHoldRace("unlocked");

  it.each([
    ["cheap tickets", cheapRush, 200],
    ["of a pool", poolRush, 40],
    ["of a code", codeRush, 20],
    ["of an add-on", addOnRush, 40],
    ["of a code's use that came back", rushBesideRefund, 2],
  ] as const)("sells %s twice", async (_what, run, held) => {
    expect((await run(race))[1]).toBe(held);
    const broken = await findViolations(race.season.client, dataInvariants);
    expect(broken.map(({ id }) => id)).toContain("I1");
  });
});

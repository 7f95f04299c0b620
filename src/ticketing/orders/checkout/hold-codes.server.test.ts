import { describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { arrived } from "#test/support/open-page.ts";
import { openCardPage } from "#ticketing/orders/payment/open-card-page.server.ts";
import { settleFreeOrder } from "#ticketing/orders/payment/settle-free-order.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { openCheckout } from "./open-checkout.server.ts";
import { releaseOrder } from "./release-order.server.ts";

const { season, site, refund, stateOf, revenueOf, holds } = await openMoneyStage();

type Person = Awaited<ReturnType<typeof season.person>>;
type Wish = { code?: string | null; total?: number | null; by?: Person };

async function ask(
  lines: readonly (readonly [Uuid, number])[],
  { code = null, total = null, by }: Wish = {},
) {
  const buyer = by ?? (await season.person());
  const answer = await openCheckout(
    site,
    arrived(
      buyer.sessionHash,
      lines.map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
      { total, code },
    ),
  );
  const said = answer.ok ? "held" : answer.refusal;
  return {
    said,
    buyer,
    orderId: answer.ok ? answer.value.orderId : "",
    url: answer.ok ? answer.value.url : null,
  };
}
/** A hold alone, without what follows it. */
async function hold(ticketTypeId: Uuid, code: string | null) {
  const by = await season.person();
  const answer = await site.holds.takeHold(
    arrived(by.sessionHash, [{ ticketTypeId, quantity: 1 }], { code }),
  );
  if (answer.kind !== "new") throw new Error(answer.kind);
  return { by, orderId: answer.order.id, isQueued: answer.isQueued };
}
async function pay({ orderId, url }: { orderId: string; url: string | null }) {
  const sessionId = url?.split("/").at(-1) ?? "";
  await payWithCard(site.provider.pagesBase, sessionId);
  await settlePayment(site, { sessionId, by: "notice" });
  return stateOf(orderId);
}
const usesOf = async (id: Uuid) => {
  const rows =
    await season.db`SELECT held || ' held ' || sold || ' sold' AS n FROM stock_counters WHERE id = ${id}`;
  return rows[0]?.n;
};
const linesOf = async (orderId: string) => {
  const rows =
    await season.db`SELECT no || ': ' || quantity || ' x ' || list_price || ' - ' || discount || ' = ' || total AS line FROM order_lines WHERE order_id = ${orderId} ORDER BY no`;
  return rows.map(({ line }) => line);
};
const of = (type: Uuid, quantity: number): [Uuid, number] => [type, quantity];
/** A code of its own for each test. */
const fresh = (word: string) => `${word}-${newId().slice(-8).toUpperCase()}`;

describe("a code that takes 10 % off", () => {
  it("is held with the order, sold with it, and kept when it is refunded (I2, L1 to L3)", async () => {
    const type = await season.ticketType({ events: [await season.night()], price: 8_005 });
    const code = fresh("VARA");
    const id = await season.voucher({ code, capacity: 9 });
    const asked = await ask([[type, 2]], { code, total: 14_410 });
    expect(await linesOf(asked.orderId)).toEqual(["1: 2 x 8005 - 1600 = 14410"]);
    expect(await usesOf(id)).toBe("2 held 0 sold");
    expect(await pay(asked)).toBe("paid");
    expect([await usesOf(id), await revenueOf(asked.orderId)]).toEqual(["0 held 2 sold", 14_410]);
    await holds();
    await refund(asked.orderId, { kind: "whole" });
    await returnMoney(site, { orderId: asked.orderId });
    expect([await stateOf(asked.orderId), await usesOf(id)]).toEqual(["refunded", "0 held 2 sold"]);
    expect(await revenueOf(asked.orderId)).toBe(0);
    await holds();
  });

  it("comes back with an order that ends unpaid", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const code = fresh("VARA");
    const id = await season.voucher({ code, capacity: 1 });
    const { orderId, buyer } = await ask([[type, 1]], { code });
    expect((await ask([[type, 1]], { code })).said).toEqual({ reason: "code_exhausted", left: 0 });
    await releaseOrder(site, { orderId, userId: buyer.userId });
    expect((await ask([[type, 1]], { code })).said).toBe("held");
    expect(await usesOf(id)).toBe("1 held 0 sold");
    await holds();
  });

  it("covers the dearest tickets while it lasts, and the call must have shown what the rest costs", async () => {
    const night = await season.night();
    const general = await season.ticketType({ events: [night], price: 8_000 });
    const terrace = await season.ticketType({ events: [night], price: 14_000 });
    const code = fresh("VARA");
    await season.voucher({ code, capacity: 3 });
    const both = [
      [general, 2],
      [terrace, 2],
    ] as const;
    const all = 39_600;
    expect((await ask(both, { code, total: all })).said).toEqual({ reason: "price_changed", total: 40_400 });
    const asked = await ask(both, { code, total: 40_400 });
    expect(await linesOf(asked.orderId)).toEqual([
      "1: 1 x 8000 - 800 = 7200",
      "2: 1 x 8000 - 0 = 8000",
      "3: 2 x 14000 - 2800 = 25200",
    ]);
    expect(await pay(asked)).toBe("paid");
    await holds();
  });

  it("counts a person's tickets over orders and accounts of one mailbox, and asks for a proven address", async () => {
    const types = [];
    for (let n = 0; n < 3; n++) types.push(await season.ticketType({ events: [await season.night()] }));
    const [one = "", two = "", three = ""] = types;
    const code = fresh("VARA");
    await season.voucher({ code, perPerson: 3 });
    const [ana, other, unproven] = await season.people(3);
    await season.db`UPDATE profiles SET email = ${"ana.pop@gmail.com"} WHERE id = ${ana?.userId}`;
    await season.db`UPDATE profiles SET email = ${"anapop+bilete@gmail.com"} WHERE id = ${other?.userId}`;
    await season.db`UPDATE identity."user" SET email_verified = false WHERE id = ${unproven?.userId}`;
    const by = (person: Person | undefined) => (person ? { code, by: person } : { code });
    expect(await pay(await ask([[one, 2]], by(ana)))).toBe("paid");
    const left = { reason: "code_exhausted", left: 0 };
    expect((await ask([[two, 1]], by(ana))).said).toBe("held");
    expect((await ask([[three, 1]], by(ana))).said).toEqual(left);
    expect((await ask([[three, 1]], by(other))).said).toEqual(left);
    expect((await ask([[three, 1]], by(unproven))).said).toEqual({
      reason: "code_invalid",
      why: "unproven_address",
    });
    expect((await ask([[three, 1]], { code })).said).toBe("held");
    // another selection for the same night has the uses of the one that it replaces
    expect((await ask([[two, 2]], { ...by(ana), total: 20_900 })).said).toBe("held");
    // what was bought counts on, whatever becomes of the account's address
    await season.db`UPDATE identity."user" SET email_verified = false WHERE id = ${ana?.userId}`;
    expect((await ask([[three, 1]], by(other))).said).toEqual(left);
    await holds();
  });

  it("that ends keeps its price on hold, and is refused for everybody else", async () => {
    const type = await season.ticketType({ events: [await season.night()], price: 8_000 });
    const code = fresh("VARA");
    const id = await season.voucher({ code });
    const first = await ask([[type, 1]], { code, total: 7_200 });
    const unknown = { reason: "code_invalid", why: "unknown" };
    for (const ended of [
      "ends_at = now()",
      "ends_at = NULL, starts_at = now() + interval '1 hour'",
      "starts_at = NULL, is_on = false",
    ]) {
      await season.client.query(`UPDATE vouchers SET ${ended} WHERE id = $1`, [id]);
      expect((await ask([[type, 1]], { code })).said, ended).toEqual(unknown);
    }
    const again = await ask([[type, 1]], { code, total: 7_200, by: first.buyer });
    expect(again.orderId).toBe(first.orderId);
    expect(await pay(first)).toBe("paid");
    await holds();
  });

  it("makes another order of the same selection, and does not let the one without it pass for it", async () => {
    const type = await season.ticketType({ events: [await season.night()], price: 8_000 });
    const code = fresh("VARA");
    await season.voucher({ code });
    const { orderId, buyer } = await ask([[type, 1]]);
    expect((await ask([[type, 1]], { code: "NIMIC", by: buyer })).said).toEqual({
      reason: "code_invalid",
      why: "unknown",
    });
    expect(await stateOf(orderId)).toBe("checkout_open");
    const cheaper = await ask([[type, 1]], { code, by: buyer });
    expect(await linesOf(cheaper.orderId)).toEqual(["1: 1 x 8000 - 800 = 7200"]);
    expect(await stateOf(orderId)).toBe("cancelled");
    expect((await ask([[type, 1]], { code, by: buyer })).orderId).toBe(cheaper.orderId);
    await holds();
  });

  it("is refused where it is for other tickets, and one that does not exist like one that has ended", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const code = fresh("VARA");
    await season.voucher({ code, events: [await season.night()] });
    expect((await ask([[type, 1]], { code })).said).toEqual({ reason: "code_invalid", why: "other_tickets" });
    expect((await ask([[type, 1]], { code: "NIMIC" })).said).toEqual({
      reason: "code_invalid",
      why: "unknown",
    });
  });

  it("no selection tells a code that is switched off from one that never was", async () => {
    const events = [await season.night()];
    const [type, other] = [await season.ticketType({ events }), await season.night()];
    const addOn = await season.ticketType({ events, entries: 0 });
    const elsewhere = await season.ticketType({ events: [other] });
    const pass = await season.ticketType({ events: [...events, other], family: "season_pass" });
    const code = fresh("VARA");
    await season.db`UPDATE vouchers SET is_on = false WHERE id = ${await season.voucher({ code })}`;
    for (const wished of [[addOn], [type, pass], [type, elsewhere], [newId()]])
      for (const sent of [code, "NIMIC"])
        expect(
          (
            await ask(
              wished.map((id) => of(id, 1)),
              { code: sent },
            )
          ).said,
        ).toEqual({
          reason: "code_invalid",
          why: "unknown",
        });
  });

  it("is for no pass and no early bird, which are sold without one", async () => {
    const events = [await season.night()];
    const code = fresh("VARA");
    await season.voucher({ code });
    for (const family of ["season_pass", "early_bird"] as const) {
      const type = await season.ticketType({ events, family });
      expect((await ask([[type, 1]], { code })).said, family).toEqual({
        reason: "code_invalid",
        why: "other_tickets",
      });
      expect((await ask([[type, 1]])).said, family).toBe("held");
    }
  });

  it("does not bring a total below what the card provider takes", async () => {
    const type = await season.ticketType({ events: [await season.night()], price: 2_000 });
    const code = fresh("VARA");
    const id = await season.voucher({ code, amount: 1_801 });
    expect((await ask([[type, 1]], { code })).said).toEqual({ reason: "below_card_minimum", least: 200 });
    await season.db`UPDATE vouchers SET amount = 1800 WHERE id = ${id}`;
    expect(await pay(await ask([[type, 1]], { code }))).toBe("paid");
  });
});

describe("a code that makes tickets free", () => {
  it("gives the tickets at once, without a card page, once for any number of clicks (I6, I9)", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const code = fresh("PRESA");
    const id = await season.voucher({ code, percent: 100, capacity: 3 });
    const by = await season.person();
    const press = () => ask([[type, 2]], { code, by });
    const [one, two] = await Promise.all([press(), press()]);
    expect([one.said, one.url, two.orderId, (await press()).orderId]).toEqual([
      "held",
      null,
      one.orderId,
      one.orderId,
    ]);
    expect([await stateOf(one.orderId), await usesOf(id)]).toEqual(["paid", "0 held 2 sold"]);
    expect(await openCardPage(site, one.orderId)).toEqual({ ok: false, refusal: { reason: "ended" } });
    expect(await settleFreeOrder(site, one.orderId)).toEqual({ ok: true, value: null });
    const rows =
      await season.db`SELECT (SELECT count(*)::int FROM ticket_purchases WHERE order_id = ${one.orderId}) AS codes, (SELECT count(*)::int FROM letters WHERE order_id = ${one.orderId}) AS letters,
         (SELECT count(*)::int FROM checkout_attempts WHERE order_id = ${one.orderId}) AS pages`;
    expect(rows).toEqual([{ codes: 1, letters: 1, pages: 0 }]);
    await holds();
    // another selection, or the same without the code, is no second press; nor is the same after a while
    const paying = await ask([[type, 2]], { by });
    expect([paying.said, paying.url !== null]).toEqual(["held", true]);
    await releaseOrder(site, { orderId: paying.orderId as Uuid, userId: by.userId });
    const single = await ask([[type, 1]], { code, by });
    expect([await usesOf(id), await stateOf(single.orderId)]).toEqual(["0 held 3 sold", "paid"]);
    await season.db`SET session_replication_role = replica`;
    await season.db`UPDATE orders SET paid_at = now() - interval '31 seconds' WHERE id = ${single.orderId}`;
    await season.db`RESET session_replication_role`;
    expect((await ask([[type, 1]], { code, by })).said).toEqual({ reason: "code_exhausted", left: 0 });
    await refund(one.orderId, { kind: "whole" });
    expect(await stateOf(one.orderId)).toBe("refunded");
    await holds();
  });

  it("beside others leaves their price to pay, also with a line of 0 on the card page", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const code = fresh("PRESA");
    await season.voucher({ code, percent: 100, capacity: 1 });
    const asked = await ask([[type, 2]], { code, total: 11_000 });
    expect(await stateOf(asked.orderId)).toBe("checkout_open");
    expect(await pay(asked)).toBe("paid");
    await holds();
  });

  it("settles nothing that costs something, or whose hold is over, and what a crash left on hold at the next click", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const { orderId } = await ask([[type, 1]]);
    expect(await settleFreeOrder(site, orderId)).toEqual({ ok: false, refusal: { reason: "not_free" } });
    expect(await stateOf(orderId)).toBe("checkout_open");
    const code = fresh("PRESA");
    await season.voucher({ code, percent: 100 });
    const left = await hold(type, code);
    const again = await ask([[type, 1]], { code, by: left.by });
    expect([again.orderId, await stateOf(left.orderId)]).toEqual([left.orderId, "paid"]);
    const over = await hold(type, code);
    await season.db`UPDATE orders SET hold_expires_at = now() WHERE id = ${over.orderId}`;
    expect(await settleFreeOrder(site, over.orderId)).toEqual({ ok: false, refusal: { reason: "ended" } });
    expect(await stateOf(over.orderId)).toBe("held");
    await holds();
  });

  it("does not wait where others wait for a card page", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    const code = fresh("PRESA");
    await season.voucher({ code, percent: 100 });
    const first = await hold(type, null);
    await season.db`UPDATE orders SET line_at = now() WHERE id = ${first.orderId}`;
    expect((await hold(type, null)).isQueued).toBe(true);
    expect((await hold(type, code)).isQueued).toBe(false);
    await season.db`UPDATE orders SET line_at = NULL`;
  });
});

describe("a type that needs a code", () => {
  async function hidden() {
    const night = await season.night();
    const type = await season.ticketType({ events: [night] });
    await season.db`UPDATE tickets SET requires_code = true WHERE id = ${type}`;
    const code = fresh("CORAL");
    const id = await season.voucher({ code, opens: [type], capacity: 3 });
    return { night, type, code, id };
  }

  it("is sold with the code that opens it, as often as that is good for", async () => {
    const { type, code, id } = await hidden();
    const asked = await ask([[type, 2]], { code });
    expect([await linesOf(asked.orderId), await usesOf(id)]).toEqual([
      ["1: 2 x 11000 - 0 = 22000"],
      "2 held 0 sold",
    ]);
    expect((await ask([[type, 2]], { code })).said).toEqual({ reason: "code_exhausted", left: 1 });
    expect(await pay(asked)).toBe("paid");
    await holds();
  });

  it("is refused like one that does not exist, without a code and with any other", async () => {
    const { night, type } = await hidden();
    const other = await hidden();
    const nobody = newId();
    const percent = fresh("VARA");
    await season.voucher({ code: percent });
    for (const code of [null, "NIMIC", percent, other.code]) {
      const answers = [(await ask([[type, 1]], { code })).said, (await ask([[nobody, 1]], { code })).said];
      expect(answers[0], String(code)).toEqual(answers[1]);
      expect(answers[0]).toMatchObject({ reason: code === "NIMIC" ? "code_invalid" : "unknown_type" });
    }
    const open = await season.ticketType({ events: [night] });
    expect((await ask([of(open, 1), of(type, 1)])).said).toEqual({ reason: "unknown_type" });
  });

  it("stays the open order of the person who holds it when its code has ended, and is closed to that person once released", async () => {
    const { type, code, id } = await hidden();
    const first = await ask([[type, 1]], { code });
    await season.db`UPDATE vouchers SET is_on = false WHERE id = ${id}`;
    for (const again of [code, null])
      expect((await ask([[type, 1]], { code: again, by: first.buyer })).orderId).toBe(first.orderId);
    expect((await ask([[type, 2]], { by: first.buyer })).said).toEqual({ reason: "unknown_type" });
    expect(await stateOf(first.orderId)).toBe("checkout_open");
    await releaseOrder(site, { orderId: first.orderId, userId: first.buyer.userId });
    expect((await ask([[type, 1]], { by: first.buyer })).said).toEqual({ reason: "unknown_type" });
  });

  it("does not use up its code for a type that everybody sees, with it or alone", async () => {
    const { type, code, id, night } = await hidden();
    const open = await season.ticketType({ events: [night], price: 20_000 });
    await season.client.query(
      "UPDATE vouchers SET ticket_type_ids = ticket_type_ids || $2::uuid WHERE id = $1",
      [id, open],
    );
    const alone = await ask([[open, 4]], { code });
    expect([alone.said, await usesOf(id)]).toEqual(["held", "0 held 0 sold"]);
    expect((await ask([[open, 4]], { code, by: alone.buyer })).orderId).toBe(alone.orderId);
    const both = await ask([of(open, 3), of(type, 2)], { code });
    expect(both.said).toBe("held");
    expect(await usesOf(id)).toBe("2 held 0 sold");
    await holds();
  });
});

it("a code waits while a build runs that knows none", async () => {
  const type = await season.ticketType({ events: [await season.night()] });
  const code = fresh("VARA");
  await season.voucher({ code });
  await season.db`INSERT INTO process_pulses (process_id, at, pulse) VALUES (gen_random_uuid(), now(), '{"knowsLines": true}')`;
  expect((await ask([[type, 1]], { code })).said).toEqual({ reason: "older_build_runs" });
  expect((await ask([[type, 1]])).said).toBe("held");
  await season.db`DELETE FROM process_pulses`;
});

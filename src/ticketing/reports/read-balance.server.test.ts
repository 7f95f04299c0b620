import { beforeEach, describe, expect, it } from "vitest";
import { createCardCheckout } from "#platform/card-checkout/card-checkout.server.ts";
import { inDays } from "#test/support/days.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { startProviderInTest, testKeys } from "#test/support/provider-in-test.ts";
import { cancelNight } from "#ticketing/orders/cancelled-nights/cancel-night.server.ts";
import { amountOf } from "#ticketing/orders/cancelled-nights/cancelled-night.ts";
import { workOffCancellations } from "#ticketing/orders/cancelled-nights/work-off-cancellations.server.ts";
import { findNightTickets } from "#ticketing/orders/night-tickets-queries.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { balanceDifferenceOf, type NightSettlement, payoutSumsOf } from "./night-settlement.ts";
import { readBalance } from "./read-balance.server.ts";
import { readSettlement } from "./read-settlement.server.ts";
import { reconcile } from "./reconcile.server.ts";
import { booksInWords } from "./settlement-sentences.ts";
import { settlementTables } from "./settlement-table.ts";

const stage = await openMoneyStage();
const { season, site, admin, one, soldLines, refund } = stage;
const { db } = season;
const hourAgo = () => new Date(Date.now() - 3_600_000);
const compare = () => reconcile(site, { since: hourAgo(), by: "job" });

const settlementOf = async (eventId: string): Promise<NightSettlement> =>
  succeeded(await readSettlement(site, { actor: admin, chosen: { eventId } }));
const keptEntries = async () =>
  (await db`SELECT * FROM balance_entries ORDER BY id`) as Record<string, unknown>[];

/** All entries that have no payout go with one, as if the provider had made it. */
async function payOutAll(id: string, state = "paid", arrivesOn = inDays(0)) {
  await db`INSERT INTO payouts (id, state, amount, arrives_at, entries_read_at) SELECT ${id}, ${state}, coalesce(sum(net), 0), (${arrivesOn} || ' 12:00+02')::timestamptz, now()
     FROM balance_entries WHERE payout_id IS NULL AND kind <> 'payout'`;
  await db`UPDATE balance_entries SET payout_id = ${id} WHERE payout_id IS NULL`;
}

beforeEach(async () => {
  await db`DELETE FROM balance_entries; DELETE FROM payouts`;
});

it("before anything was read, a settlement says so; the first reading begins with the first payment, however old", async () => {
  const { nights, paymentId } = await soldLines([{ quantity: 1, price: 11_000 }]);
  const settlement = await settlementOf(nights[0] ?? "");
  expect(settlement.books.balance).toBeNull();
  expect(booksInWords(settlement).join(" ")).toContain("nu s-au citit încă de la procesator");
  expect(settlement.payoutParts).toEqual([]);
  const inTwoHours = new Date(Date.now() + 7_200_000);
  await readBalance(site, inTwoHours);
  expect((await keptEntries()).some((entry) => entry.payment_id === paymentId)).toBe(true);
});

describe("the balance at the card provider", () => {
  it("is kept with its fees, and read again it changes nothing", async () => {
    const { paymentId } = await soldLines([{ quantity: 1, price: 11_000 }]);
    expect(await readBalance(site, hourAgo())).toBeGreaterThan(0);
    const kept = await keptEntries();
    expect(kept).toContainEqual(
      expect.objectContaining({
        payment_id: paymentId,
        kind: "charge",
        gross: "11000",
        fee: "254",
        net: "10746",
      }),
    );
    expect(await readBalance(site, hourAgo())).toBe(kept.length);
    expect(await keptEntries()).toEqual(kept);
  });

  it("that stops in the middle keeps what it read, says so, and the next reading brings the rest", async () => {
    const { nights } = await soldLines([{ quantity: 1, price: 11_000 }]);
    await compare();
    await soldLines([{ quantity: 1, price: 12_000 }]);
    site.provider.faults.set({ only: "GET /v1/payouts", failNext: 1 });
    expect((await compare()).ok).toBe(true);
    site.provider.faults.reset();
    expect(
      (
        await one<{ n: number | null }>(
          "SELECT entries_read AS n FROM reconciliations ORDER BY at DESC LIMIT 1",
          [],
        )
      ).n,
    ).toBeNull();
    expect((await settlementOf(nights[0] ?? "")).books.balance).toMatchObject({ isOfLastComparison: false });
    const kept = await keptEntries();
    await compare();
    expect(await keptEntries()).toEqual(kept);
    expect((await settlementOf(nights[0] ?? "")).books.balance).toMatchObject({ isOfLastComparison: true });
  });

  it("gets the payouts with what they are made of, and their state as it is by now", async () => {
    await soldLines([{ quantity: 1, price: 11_000 }]);
    let days = 2;
    const ahead = { now: () => new Date(Date.now() + days * 86_400_000) };
    const provider = await startProviderInTest(ahead);
    const cards = createCardCheckout({ ...testKeys, apiBase: provider.apiBase, now: ahead.now });
    try {
      const at = Math.floor(Date.now() / 1000);
      provider.remember([
        {
          sessionId: "cs_test_old",
          paymentId: "pi_old",
          orderId: "old",
          amount: 20_000,
          at,
          email: null,
          refunds: [{ id: "re_old", amount: 5_000, at }],
        },
      ]);
      const silent = { ...cards, listBalanceOf: async () => ({ kind: "unknown", message: "" }) as const };
      expect(await readBalance({ ...site, cards: silent }, hourAgo())).toBeNull();
      expect(await readBalance({ ...site, cards }, hourAgo())).not.toBeNull();
      const payout = () =>
        one<object>("SELECT id, state, amount::int, entries_read_at IS NOT NULL AS known FROM payouts", []);
      const first = await payout();
      expect(first).toMatchObject({ state: "under_way", amount: 14_620, known: true });
      expect(
        (await keptEntries())
          .map(({ kind, net, payout_id }) => [kind, Number(net), payout_id !== null])
          .sort(),
      ).toEqual([
        ["charge", 19_620, true],
        ["payout", -14_620, true],
        ["refund", -5_000, true],
      ]);
      await stage.holds();
      days = 6;
      await readBalance({ ...site, cards }, hourAgo());
      expect(await payout()).toEqual({ ...first, state: "paid" });
    } finally {
      cards.close();
      await provider.close();
    }
  });
});

describe("the settlement of a night, by the provider's balance", () => {
  it("has the fees of its payments, what is paid out and what is not, and equals the ledger", async () => {
    const sold = await soldLines([{ quantity: 2, price: 11_000, codePer: "person" }]);
    const [night = ""] = sold.nights;
    await compare();
    await payOutAll("po_first");
    const [seat] = await stage.seatsOf(sold.orderId);
    expect(await refund(sold.orderId, { kind: "seats", seats: [seat?.id ?? ""] })).toMatchObject({
      ok: true,
    });
    await returnMoney(site);
    const before = await settlementOf(night);
    expect(before.books.balance).toMatchObject({ entries: 22_000, later: -11_000 });
    expect(balanceDifferenceOf(before)).toBe(0);
    expect(booksInWords(before).join(" ")).toContain("−110,00 lei s-au mișcat după citire");
    await compare();
    const settlement = await settlementOf(night);
    expect(balanceDifferenceOf(settlement)).toBe(0);
    expect(booksInWords(settlement).join(" ")).toContain("aceleași mișcări, la ban: 110,00");
    expect(payoutSumsOf(settlement.payoutParts)).toMatchObject({
      gross: 11_000,
      fees: 408,
      feesOfReturns: 0,
      left: 10_592,
      notPaidOut: -11_000,
      payouts: [{ id: "po_first", part: 21_592 }],
    });
    const { byCard, payouts } = settlementTables(settlement);
    expect(byCard.rows.map((row) => row.slice(2, -1))).toEqual([[11_000, 0, -408, 10_592, -11_000]]);
    expect(payouts.rows.map((row) => [row[2], row.at(-1)])).toEqual([["Virat", 21_592]]);
  });

  it("of a payout that failed says that it is not paid out", async () => {
    const { nights } = await soldLines([{ quantity: 1, price: 11_000 }]);
    await compare();
    await payOutAll("po_failed", "failed");
    expect(payoutSumsOf((await settlementOf(nights[0] ?? "")).payoutParts)).toMatchObject({
      payouts: [],
      notPaidOut: 10_746,
    });
  });

  it("of a pass has its part of every fee and return, and the parts of all its nights add up to the ban", async () => {
    const { nights, orderId, paymentId } = await soldLines(
      [{ quantity: 3, price: 9_999, codePer: "person" }],
      {
        nights: 3,
      },
    );
    await compare();
    await payOutAll("po_pass", "under_way", inDays(2));
    await site.cards.refund({ key: orderId, paymentId, amount: 1_001 });
    await compare();
    await db`UPDATE balance_entries SET fee = 101, net = gross - 101 WHERE kind = 'refund' AND payment_id = ${paymentId}`;
    const settlements = await Promise.all(nights.map(settlementOf));
    const sums = settlements.map(({ payoutParts }) => payoutSumsOf(payoutParts));
    const all = (of: (one: (typeof sums)[number]) => number) => sums.reduce((n, one) => n + of(one), 0);
    expect(all(({ gross }) => gross)).toBe(29_997 - 1_001);
    expect(all(({ fees }) => fees)).toBe(520 + 101);
    expect(all(({ feesOfReturns }) => feesOfReturns)).toBe(101);
    expect(all(({ notPaidOut }) => notPaidOut)).toBe(-1_001 - 101);
    expect(all(({ payouts }) => payouts[0]?.part ?? 0)).toBe(29_997 - 520);
    for (const [at, { gross, payouts }] of sums.entries()) {
      expect(payouts).toMatchObject([{ id: "po_pass", state: "under_way", amount: expect.any(Number) }]);
      // one return: it left the nights as the settlement says
      expect(gross).toBe(settlements[at]?.rows.reduce((n, { net }) => n + net, 0));
    }
  });

  it.each(["order", "person"] as const)(
    "of a pass with a code for each %s keeps its part of a payout when more goes back later, and its card part is the settlement's net to the ban",
    async (codePer) => {
      const { nights, orderId } = await soldLines([{ quantity: 2, price: 49_000, codePer }], { nights: 7 });
      const last = nights.at(-1) ?? "";
      const read = async () =>
        (await Promise.all(nights.map(settlementOf))).map(({ rows, payoutParts }) => {
          const { payouts, gross } = payoutSumsOf(payoutParts);
          return {
            paidOut: payouts.map(({ id, part }) => [id, part]),
            gross,
            net: rows.reduce((n, { net }) => n + net, 0),
          };
        });
      const nets = (some: Awaited<ReturnType<typeof read>>) => some.map(({ net }) => net);
      expect(await refund(orderId, { kind: "amount", amount: 10_000 })).toMatchObject({ ok: true });
      await returnMoney(site);
      await compare();
      await payOutAll("po_one");
      const before = await read();
      expect(before.map(({ gross }) => gross)).toEqual(nets(before));

      const wanted = nights.map((night) =>
        site.database.withDuty("settle", (sql) => findNightTickets(sql, night)),
      );
      expect((await Promise.all(wanted)).map((night) => night && amountOf(night, "refunded"))).toEqual(
        nets(before),
      );
      const form = { reason: "Cod portocaliu.", usedTickets: "kept" } as const;
      await cancelNight(site, { actor: admin, id: last, form, isProven: true });
      await workOffCancellations(site);
      await returnMoney(site);
      const cancelled = await read();
      expect((await settlementOf(last)).nights).toMatchObject([{ cancelled: "kept" }]);
      expect(nets(cancelled)).toEqual([...nets(before).slice(0, -1), 0]);
      const parts = before.map(({ paidOut, gross }) => ({ paidOut, gross }));
      expect(cancelled.map(({ paidOut, gross }) => ({ paidOut, gross }))).toEqual(parts);
      await compare();
      const compared = await read();
      expect(compared.map(({ gross }) => gross)).toEqual(nets(cancelled));
      await payOutAll("po_two");
      const paidOut = (await read()).map((one) => one.paidOut);
      expect(paidOut.map(([one]) => one)).toEqual(before.map((one) => one.paidOut[0]));

      const [, seat] = await stage.seatsOf(orderId);
      if (seat)
        expect(await refund(orderId, { kind: "seats", seats: [seat.id] })).toMatchObject({ ok: true });
      expect(await refund(orderId, { kind: "whole" })).toMatchObject({ ok: true });
      await returnMoney(site);
      expect((await read()).map((one) => one.paidOut)).toEqual(paidOut);
      await compare();
      const over = await read();
      expect(over.map((one) => one.paidOut)).toEqual(paidOut);
      expect(over.map(({ gross, net }) => [gross, net])).toEqual(nights.map(() => [0, 0]));
    },
  );

  it("of an order that was paid and got no ticket has the fee, and its money is not left over", async () => {
    const { nights, orderId } = await soldLines([{ quantity: 1, price: 11_000 }]);
    await compare();
    const withTicket = payoutSumsOf((await settlementOf(nights[0] ?? "")).payoutParts);
    await db`BEGIN; SET LOCAL session_replication_role = replica`;
    await db`DELETE FROM ticket_purchases WHERE order_id = ${orderId}`;
    await db`COMMIT`;
    expect(payoutSumsOf((await settlementOf(nights[0] ?? "")).payoutParts)).toEqual(withTicket);
  });

  it("says which sum only one of the books has", async () => {
    const { nights, paymentId } = await soldLines([{ quantity: 1, price: 11_000 }]);
    await compare();
    await db`DELETE FROM balance_entries WHERE payment_id = ${paymentId}`;
    const settlement = await settlementOf(nights[0] ?? "");
    expect(balanceDifferenceOf(settlement)).toBe(-11_000);
    expect(booksInWords(settlement).join(" ")).toContain("−110,00 lei sunt încă numai la una dintre părți");
  });
});

it("a later reading begins a day before the last one, and earlier where the comparison does", async () => {
  await soldLines([{ quantity: 1, price: 11_000 }]);
  await db`INSERT INTO reconciliations (id, at, since, payments, refunds, ledger, provider, differences, entries_read)
     VALUES (gen_random_uuid(), now() + interval '2 days', now(), 0, 0, 0, 0, '[]', 0)`;
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000);
  expect(await readBalance(site, inThreeDays)).toBe(0);
  expect(await readBalance(site, hourAgo())).toBeGreaterThan(0);
});

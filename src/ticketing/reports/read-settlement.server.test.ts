import { describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import type { Uuid } from "#kernel/id.ts";
import { done } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { arrived } from "#test/support/open-page.ts";
import { succeeded, whyNot } from "#test/support/outcomes.ts";
import { sellLines } from "#test/support/sold-order.ts";
import { cancelNight } from "#ticketing/orders/cancelled-nights/cancel-night.server.ts";
import { workOffCancellations } from "#ticketing/orders/cancelled-nights/work-off-cancellations.server.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { grantInvitation } from "#ticketing/orders/gifts/grant-invitation.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { exportSettlement } from "./export-settlement.server.ts";
import { foldSales } from "./fold-sales.server.ts";
import { comparisonOf, type NightSettlement, type SettledRow, sumsOf } from "./night-settlement.ts";
import { readSettlement } from "./read-settlement.server.ts";
import { reconcile } from "./reconcile.server.ts";
import { removeVatRate } from "./remove-vat-rate.server.ts";
import { saveVatRate } from "./save-vat-rate.server.ts";
import { lineOf } from "./settlement-table.ts";
import { listVatRates } from "./vat-rate-queries.server.ts";

const stage = await openMoneyStage();
const { season, site, admin, refund, seatsOf, one, soldLines } = stage;
const { db } = season;

const settlementOf = async (eventId: string): Promise<NightSettlement> =>
  succeeded(await readSettlement(site, { actor: admin, chosen: { eventId } }));
/** What must hold of every settlement: its columns add up, and the other books have the same money. */
function agrees(settlement: NightSettlement): void {
  for (const { gross, discounts, returned, net } of settlement.rows)
    expect(gross - discounts - returned).toBe(net);
  expect(comparisonOf(settlement)).toMatchObject({ unexplainedByReport: 0, unexplainedByLedger: 0 });
}
const brief = ({ rows }: NightSettlement) =>
  rows.map(({ kind, typeName, phaseName, price, tickets, gross, discounts, returned, net }) => [
    kind,
    phaseName ? `${typeName}, ${phaseName}` : typeName,
    price,
    tickets,
    gross,
    discounts,
    returned,
    net,
  ]);

/** Buys with a code, over the card page. */
async function buyWithCode(ticketTypeId: Uuid, eventId: Uuid, code: string, quantity: number) {
  const buyer = await season.person();
  const opened = succeeded(
    await openCheckout(site, arrived(buyer.sessionHash, [{ ticketTypeId, quantity }], { eventId, code })),
  );
  const sessionId = opened.url?.split("/").at(-1) ?? "";
  await payWithCard(site.provider.pagesBase, sessionId);
  await settlePayment(site, { sessionId, by: "notice" });
  return opened.orderId;
}

describe("the settlement of a night", () => {
  it("has a free amount that went back of its own tickets and of a pass, and equals report and ledger", async () => {
    const single = await soldLines([
      { quantity: 2, codePer: "person" },
      { quantity: 1, price: 9_001 },
    ]);
    const pass = await soldLines([{ quantity: 2, price: 10_001, codePer: "person" }], { nights: 3 });
    for (const { orderId } of [single, pass])
      expect(await refund(orderId, { kind: "amount", amount: 2_003 })).toMatchObject({ ok: true });
    await foldSales(site);
    let returned = 0;
    for (const night of [...single.nights, ...pass.nights]) {
      const settlement = await settlementOf(night);
      agrees(settlement);
      returned += settlement.rows.reduce((sum, row) => sum + row.returned, 0);
    }
    expect(returned).toBe(2 * 2_003);
  });

  it("has types, phases, codes, add-ons, passes, invitations and refunds, and equals report and ledger", async () => {
    const night = await season.night({ title: "Luna Plină", capacity: 500 });
    const other = await season.night({ title: "Altă noapte", inDays: 9 });
    const entry = await season.ticketType({ events: [night], title: "Intrare", price: 10_000 });
    await season.phases(entry, [{ price: 7_000, capacity: 3 }, { price: 10_000 }]);
    const terrace = await season.ticketType({ events: [night], title: "Terasa", price: 18_000 });
    await db`UPDATE tickets SET code_per = 'person' WHERE id = ANY (${[entry, terrace]})`;
    const parking = await season.ticketType({ events: [night], title: "Parcare", price: 2_500, entries: 0 });
    const pass = await season.ticketType({
      events: [night, other],
      title: "Abonament",
      price: 9_999,
      family: "season_pass",
    });
    await season.voucher({ code: "VARA10", percent: 10 });
    const buy = async (lines: { ticketTypeId: Uuid; quantity: number }[]) =>
      sellLines(site, { sessionHash: (await season.person()).sessionHash, eventId: night, lines });
    const early = await buy([
      { ticketTypeId: entry, quantity: 3 },
      { ticketTypeId: parking, quantity: 1 },
    ]);
    await buy([{ ticketTypeId: entry, quantity: 2 }]);
    await buyWithCode(terrace, night, "VARA10", 3);
    await sellLines(site, {
      sessionHash: (await season.person()).sessionHash,
      lines: [{ ticketTypeId: pass, quantity: 2 }],
    });
    const invited = await season.person();
    const given = await grantInvitation(site, {
      actor: admin,
      email: `${invited.userId}@exemplu.ro`,
      ticketTypeId: terrace,
      eventId: night,
      quantity: 2,
      because: "presă",
      requestKey: null,
    });
    expect(given.ok).toBe(true);
    const [seat] = await seatsOf(early.orderId);
    expect(await refund(early.orderId, { kind: "seats", seats: [seat?.id ?? ""] })).toMatchObject({
      ok: true,
    });
    await returnMoney(site);
    await stage.holds();
    await db`UPDATE ticket_purchases SET entries_remaining = 0 WHERE order_id = ${early.orderId} AND status = 'paid'`;

    const settlement = await settlementOf(night);
    expect(brief(settlement)).toEqual([
      ["ticket", expect.stringMatching(/^Intrare, /), 7_000, 2, 21_000, 0, 7_000, 14_000],
      ["ticket", expect.stringMatching(/^Intrare/), 10_000, 2, 20_000, 0, 0, 20_000],
      ["ticket", "Terasa", 18_000, 3, 54_000, 5_400, 0, 48_600],
      // half of 199,98 lei
      ["pass", "Abonament", null, 2, 9_999, 0, 0, 9_999],
      ["add_on", "Parcare", 2_500, 1, 2_500, 0, 0, 2_500],
      ["invitation", "Terasa", 0, 2, 0, 0, 0, 0],
    ]);
    agrees(settlement);
    const sums = sumsOf(settlement.rows, settlement.nights);
    expect(sums).toMatchObject({
      sold: 13,
      tickets: 12,
      addOns: 1,
      free: 2,
      net: 95_099,
      expected: 11,
      entered: 2,
      vat: null,
    });
    expect(settlement.books).toMatchObject({
      report: 105_098,
      passesInReport: 19_998,
      elsewhere: 9_999,
      ledger: 105_098,
      paidIn: 112_098,
      paidBack: 7_000,
      disputed: 0,
      compared: null,
    });
    agrees(await settlementOf(other));
    await foldSales(site);
    agrees(await settlementOf(night));
    await reconcile(site, { since: new Date(Date.now() - 3_600_000), by: "job" });
    expect((await settlementOf(night)).books.compared).toMatchObject({
      at: expect.any(Date),
      differences: 0,
    });
  }, 60_000);

  it("of a pass loses the night's share when that night is cancelled, and no other", async () => {
    const { nights, orderId } = await soldLines([{ quantity: 2, price: 10_000, codePer: "person" }], {
      nights: 3,
    });
    const [first = "", second = "", third = ""] = nights;
    const netOf = async (night: string) => (await settlementOf(night)).rows.map(({ net }) => net);
    expect([await netOf(first), await netOf(second), await netOf(third)]).toEqual([
      [6_666],
      [6_666],
      [6_668],
    ]);
    const cancelled = await cancelNight(site, {
      actor: admin,
      id: second,
      isProven: true,
      form: { reason: "Furtună", usedTickets: "refunded" },
    });
    expect(cancelled.ok).toBe(true);
    await workOffCancellations(site);
    // asked for, and not gone yet: the ledger has it, and so has the night
    expect([await netOf(first), await netOf(second), await netOf(third)]).toEqual([
      [6_666],
      [6_666],
      [6_668],
    ]);
    agrees(await settlementOf(second));
    await returnMoney(site);
    expect(
      (
        await one<{ n: string }>(
          "SELECT count(*) AS n FROM refunds WHERE order_id = $1 AND state = 'succeeded'",
          [orderId],
        )
      ).n,
    ).not.toBe("0");
    expect([await netOf(first), await netOf(second), await netOf(third)]).toEqual([[6_666], [0], [6_668]]);
    for (const night of nights) agrees(await settlementOf(night));
    const counts = ({ sold, tickets, free, expected }: SettledRow) => [sold, tickets, free, expected];
    const countsOf = async (night: string) => (await settlementOf(night)).rows.map(counts);
    expect([await countsOf(second), await countsOf(third)]).toEqual([[[2, 0, 0, 0]], [[2, 2, 0, 2]]]);
    // one table of cells for screen, document, workbook and CSV; of some days too
    const { date } = await one<{ date: string }>("SELECT date::text FROM events WHERE id = $1", [second]);
    const days = await readSettlement(site, { actor: admin, chosen: { from: date, to: date } });
    for (const settlement of [await settlementOf(second), succeeded(days)])
      for (const row of settlement.rows.filter(({ eventId }) => eventId === second))
        expect(lineOf(row, settlement)).toMatchObject({
          sold: "2",
          back: "−2",
          returned: "−66,66",
          tickets: "0",
          net: "0,00",
          expected: "0",
        });
  }, 60_000);

  it("follows a price that was lowered at the provider, to the ban, over all nights of a pass", async () => {
    const { nights, orderId, paymentId } = await soldLines(
      [{ quantity: 3, price: 10_000, codePer: "person" }],
      {
        nights: 3,
      },
    );
    await site.cards.refund({ key: orderId, paymentId, amount: 1_001 });
    await settleRefunds(site, paymentId);
    const nets = await Promise.all(
      nights.map(async (night) => sumsOf((await settlementOf(night)).rows, []).net),
    );
    const ledger = await stage.revenueOf(orderId);
    expect(ledger).toBe(30_000 - 1_001);
    expect(nets.reduce((n, net) => n + net, 0)).toBe(ledger);
    for (const night of nights) agrees(await settlementOf(night));
  });

  it("of some days has all their nights, and equals the books together", async () => {
    const night = await season.night({ inDays: 90, title: "Târzie" });
    const type = await season.ticketType({ events: [night] });
    await sellLines(site, {
      sessionHash: (await season.person()).sessionHash,
      eventId: night,
      lines: [{ ticketTypeId: type, quantity: 2 }],
    });
    const { date } = await one<{ date: string }>("SELECT date::text AS date FROM events WHERE id = $1", [
      night,
    ]);
    const of = (from: string, to: string) => readSettlement(site, { actor: admin, chosen: { from, to } });
    expect(await of(date, date)).toMatchObject(done({ nights: [{ id: night }], rows: [{ net: 22_000 }] }));
    const all = succeeded(await of("2020-01-01", "2099-01-01"));
    agrees(all);
    expect(all.books.elsewhere).toBe(0);
    expect(await of("2020-01-01", "2020-12-31")).toMatchObject({ value: { nights: [], rows: [] } });
  });

  it("counts what a code of 100 % made free as free, not as paid", async () => {
    const night = await season.night();
    const type = await season.ticketType({ events: [night], price: 30_000 });
    await season.voucher({ code: "TOT100", percent: 100 });
    const buy = async (code: string | null) => {
      const { sessionHash } = await season.person();
      const lines = [{ ticketTypeId: type, quantity: 1 }];
      if (code === null) await sellLines(site, { sessionHash, eventId: night, lines });
      else succeeded(await openCheckout(site, arrived(sessionHash, lines, { eventId: night, code })));
    };
    await buy(null);
    await buy("TOT100");
    const settlement = await settlementOf(night);
    expect(sumsOf(settlement.rows, settlement.nights)).toMatchObject({
      sold: 2,
      tickets: 2,
      free: 1,
      net: 30_000,
    });
    agrees(settlement);
  });

  it("has no test purchase", async () => {
    const { night, orderId } = await stage.sold({ quantity: 2 });
    await db`UPDATE ticket_purchases SET is_test = true WHERE order_id = ${orderId}`;
    expect((await settlementOf(night)).rows).toEqual([]);
  });

  it("is read by managers, accountants and administrators, and by nobody else", async () => {
    const night = await season.night();
    for (const role of ["user", "gate", "door_chief", "box_office"] as const)
      expect(
        await whyNot(readSettlement(site, { actor: await season.person(role), chosen: { eventId: night } })),
      ).toBe("not_allowed");
    for (const role of ["manager", "accountant"] as const)
      expect(
        await readSettlement(site, { actor: await season.person(role), chosen: { eventId: night } }),
      ).toMatchObject({ value: { nights: [{ id: night }], rows: [] } });
    const of = { eventId: "0199a7d2-0000-7000-8000-000000000000" };
    expect(await whyNot(readSettlement(site, { actor: admin, chosen: of }))).toBe("missing");
  });
});

it("a file of a settlement is for accountants and administrators, as every file is", async () => {
  const night = await season.night({ title: "Cu fișier" });
  const file = async (actor: Actor, as: "csv" | "pdf") => {
    const made = await exportSettlement(site, { actor, chosen: { eventId: night }, as });
    return made.ok ? Buffer.concat(await made.value.toArray()).toString("latin1") : made.refusal.reason;
  };
  const accountant = await season.person("accountant");
  expect(await file(accountant, "csv")).toMatch(/^"Noaptea","Data"/);
  expect(await file(accountant, "pdf")).toMatch(/^%PDF-1\.7/);
  for (const role of ["manager", "box_office", "user"] as const)
    expect(await file(await season.person(role), "csv")).toBe("not_allowed");
});

describe("the rates of VAT", () => {
  it("are those of the night's day, and empty until an accountant sets them", async () => {
    const { nights } = await soldLines([{ quantity: 1, price: 12_100 }]);
    const [night = ""] = nights;
    const accountant = await season.person("accountant");
    const rateOf = async () => (await settlementOf(night)).nights[0]?.rate;
    expect(await rateOf()).toBeNull();
    const save = (validFrom: string, rate: number) =>
      saveVatRate(site, { actor: accountant, form: { validFrom, rate } });
    expect(await save("2020-01-01", 1_900)).toMatchObject({ ok: true });
    expect(await save("2025-08-01", 2_000)).toMatchObject({ ok: true });
    expect(await save("2025-08-01", 2_100)).toMatchObject({ ok: true });
    expect(
      await db`SELECT before FROM journal WHERE what = 'vat_rate_saved' ORDER BY id DESC LIMIT 2`,
      "the history has the value before, and none of a new day",
    ).toEqual([{ before: { from: "2025-08-01", rate: 2_000 } }, { before: null }]);
    expect(await save("2099-01-01", 500)).toMatchObject({ ok: true });
    expect(await rateOf()).toEqual({ rate: 2_100, validFrom: "2025-08-01" });
    const { rows, nights: settled } = await settlementOf(night);
    expect(sumsOf(rows, settled).vat).toBe(2_100);
    expect(await removeVatRate(site, { actor: accountant, validFrom: "2025-08-01" })).toMatchObject({
      ok: true,
    });
    const [removed] =
      await db`SELECT before FROM journal WHERE what = 'vat_rate_removed' ORDER BY id DESC LIMIT 1`;
    expect(removed?.before).toEqual({ from: "2025-08-01", rate: 2_100 });
    expect(await removeVatRate(site, { actor: accountant, validFrom: "2025-08-01" })).toMatchObject({
      ok: false,
    });
    expect(await rateOf()).toEqual({ rate: 1_900, validFrom: "2020-01-01" });
    const list = await site.database.readAs(accountant, listVatRates);
    expect(list.map(({ rate }) => rate)).toEqual([500, 1_900]);
  });
});

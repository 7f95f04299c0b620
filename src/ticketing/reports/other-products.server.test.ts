import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { deliverNotice } from "#test/support/signed-notices.ts";
import { payLines, sellOrder } from "#test/support/sold-order.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { processNotices } from "#ticketing/orders/payment/process-notices.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { reconcile } from "./reconcile.server.ts";
import { findLastReconciliation } from "./reconciliation-queries.server.ts";

const { season, site: services, provider, ask } = await openSourceSite();
const site = { ...services, provider };
const admin = await season.person("admin");
const ticketTypeId = await season.ticketType({ events: [await season.night()] });
const buyer = async () => ({ sessionHash: (await season.person()).sessionHash, ticketTypeId });
const own = await sellOrder(site, await buyer());
const inEuro = await sellOrder(site, await buyer());
const created = Math.floor(Date.now() / 1000);

let made = 0;
type Shape = Readonly<Record<string, unknown>>;
const thing = (object: string, id: string, shape: Shape) => {
  made += 1;
  return { id: `${id}_${made}`, object, created, livemode: false, ...shape };
};
/** A paid card page as another product makes it. */
const page = (shape: Shape) =>
  thing("checkout.session", "cs_other", {
    amount_total: 4_500,
    currency: "ron",
    mode: "payment",
    status: "complete",
    payment_status: "paid",
    client_reference_id: null,
    metadata: {},
    payment_intent: `pi_other_${made}`,
    expires_at: created,
    customer_details: null,
    customer_email: null,
    ...shape,
  });
const mark = (id: string) => ({ client_reference_id: id, metadata: { order_id: id } });
const refund = (shape: Shape) =>
  thing("refund", "re_other", {
    amount: 700,
    currency: "ron",
    status: "succeeded",
    payment_intent: "pi_other",
    ...shape,
  });
const dispute = (shape: Shape) =>
  thing("dispute", "dp_other", {
    amount: 900,
    currency: "ron",
    status: "lost",
    payment_intent: "pi_other",
    ...shape,
  });

type Thing = ReturnType<typeof thing>;
const events: Readonly<Record<string, string>> = {
  "checkout.session": "checkout.session.completed",
  refund: "charge.refunded",
  dispute: "charge.dispute.closed",
};

/** The shape of an object, and the currency in which the office's screen names its money. */
const foreign: [string, Thing, string?][] = [
  ["a page with a text for an order", page({ client_reference_id: "tricou-1" }), "RON"],
  ["a page with an id that is none of our orders", page({ client_reference_id: newId() }), "RON"],
  ["a page of a shop that has the same name for its number", page({ metadata: { order_id: "1234" } }), "RON"],
  ["a page in euro with the id of our order", page({ ...mark(own.orderId), currency: "eur" }), "EUR"],
  ["a page in a currency without parts", page({ currency: "jpy" }), "JPY"],
  ["a page of mode subscription", page({ ...mark(own.orderId), mode: "subscription" }), "RON"],
  [
    "a page of mode setup, without amount and currency",
    page({ mode: "setup", amount_total: null, currency: null, payment_intent: null }),
  ],
  ["a page whose words are unknown", page({ status: "paused", payment_status: "partly", currency: "eur" })],
  ["a page without anything", page({ mode: null, metadata: null, expires_at: null, payment_status: null })],
  ["a refund in euro", refund({ currency: "eur" }), "EUR"],
  ["a refund in lei of another payment", refund({ payment_intent: "pi_shop" }), "RON"],
  ["a refund of another payment whose word is unknown", refund({ status: "halfway" })],
  ["a dispute in euro", dispute({ currency: "eur" }), "EUR"],
  ["a dispute in lei of another payment", dispute({ payment_intent: "pi_shop" }), "RON"],
  ["a dispute of another payment whose word is unknown", dispute({ status: "paused", amount: null })],
];
const unreadable: [string, Thing][] = [
  ["a page of ours without amount", page({ ...mark(newId()), amount_total: null })],
  ["a page of ours whose word is unknown", page({ ...mark(newId()), status: "paused" })],
  ["a refund of ours whose word is unknown", refund({ payment_intent: own.paymentId, status: "halfway" })],
  ["a dispute of ours whose word is unknown", dispute({ payment_intent: own.paymentId, status: "paused" })],
  ["a refund of ours in euro", refund({ payment_intent: own.paymentId, currency: "eur" })],
  ["a dispute of ours in euro", dispute({ payment_intent: inEuro.paymentId, currency: "eur" })],
];

const compare = async () => {
  const compared = await reconcile(site, { since: new Date(0), by: "job" });
  if (!compared.ok) throw new Error(compared.refusal.reason);
  return {
    ...compared.value,
    others: (await site.database.withDuty("settle", findLastReconciliation))?.others,
  };
};
const before = await compare();

async function told(object: Thing) {
  const type = events[object.object] ?? "";
  const id = `evt_${object.id}`;
  const calls = () => Object.values(provider.faults.calls()).reduce((sum, { at }) => sum + at.length, 0);
  const asked = calls();
  await deliverNotice(site, { id, type, object });
  const [row] = await season.db`SELECT state, attempts FROM payment_notices WHERE event_id = ${id}`;
  return { ...row, calls: calls() - asked };
}

describe("money of another product in the same account (one kind: taken for ours)", () => {
  it.each(foreign)("%s: its event is acknowledged at once", async (_, object) => {
    provider.keepAsIs([object]);
    const { state, attempts, calls } = await told(object);
    expect([state, attempts]).toEqual(["ignored", 1]);
    expect(calls).toBeLessThanOrEqual(2);
  });

  it.each(foreign)("%s: is no difference, in no sum, and named apart", async (_, object, currency) => {
    provider.keepAsIs([object]);
    const lost = await payLines(site, { ...(await buyer()), lines: [{ ticketTypeId, quantity: 1 }] });
    const { differences, ledger, provider: theirs, others } = await compare();
    expect([differences, ledger]).toEqual([before.differences, theirs]);
    expect(others?.unreadable).toEqual([]);
    const group = others?.foreign.find((one) => one.currency.toUpperCase() === currency);
    expect(group !== undefined && group.count > 0).toBe(currency !== undefined);
    // a payment of ours that was lost is still found beside it
    const found = await season.db`SELECT order_id FROM payments WHERE session_id = ${lost.sessionId}`;
    expect(found).toEqual([{ order_id: lost.orderId }]);
  });

  it.each(foreign.filter(([, { object }]) => object === "checkout.session"))(
    "%s: the poller and the settlement of it change nothing",
    async (_, { id }) => {
      expect(await settlePayment(site, { sessionId: id, by: "poller" })).toMatchObject({
        refusal: { reason: "foreign" },
      });
    },
  );

  it("the office's screen names it by currency and leaves it out of the verdict", async () => {
    const { flash } = await ask("/admin/reconciliation", { as: admin, form: { intent: "compare" } });
    expect(flash).toBe("Cărțile se potrivesc: 0 bani diferență");
    const { status, text } = await ask("/admin/reconciliation", { as: admin });
    expect(status).toBe(200);
    for (const said of [
      "Fără diferență",
      "Alte produse din același cont Stripe",
      "29,00\u00a0EUR",
      "4.500\u00a0JPY",
    ])
      expect(text).toContain(said);
  });

  it("an entry of the balance that does not add up does not stop the reading of the others", async () => {
    const entry = {
      amount: 100,
      fee: 1,
      net: 1,
      currency: "ron",
      reporting_category: "charge",
      source: null,
    };
    provider.keepAsIs([thing("balance_transaction", "txn_other", { ...entry, available_on: created })]);
    await compare();
    const rows = await season.db`SELECT entries_read FROM reconciliations ORDER BY at DESC LIMIT 1`;
    expect(rows[0].entries_read).toBeGreaterThan(0);
  });

  it("a stored comparison with an order that is no id is shown (one kind: a text cast in SQL)", async () => {
    const difference = {
      kind: "payment",
      id: "cs_old",
      paymentIntentId: null,
      orderId: "tricou-1",
      ours: null,
      theirs: 4_500,
      at: new Date(),
    };
    await season.db`INSERT INTO reconciliations (id, since, payments, refunds, ledger, provider, checks, differences)
      VALUES (${newId()}, now(), 1, 0, 0, 4500, NULL, ${JSON.stringify([difference])})`;
    const { status, text } = await ask("/admin/reconciliation", { as: admin });
    expect([status, text.includes("cs_old"), text.includes("Nicio comandă de-a noastră")]).toEqual([
      200,
      true,
      true,
    ]);
  });
});

describe("what is ours and cannot be read (one kind: one row stops all)", () => {
  it.each(unreadable)("%s: is tried for a day and then quarantined", async (_, object) => {
    provider.keepAsIs([object]);
    expect(await told(object)).toMatchObject({ state: "received" });
    await season.db`UPDATE payment_notices SET next_at = now(), received_at = now() - interval '25 hours' WHERE event_id = ${`evt_${object.id}`}`;
    await processNotices(site);
    const rows = await season.db`SELECT state FROM payment_notices WHERE event_id = ${`evt_${object.id}`}`;
    expect(rows).toEqual([{ state: "quarantined" }]);
  });

  it.each(unreadable)("%s: is shown as such, and the rest is compared", async (_, { id }) => {
    const { differences, others } = await compare();
    expect(differences).toEqual(before.differences);
    expect(others?.unreadable.map((row) => row.id)).toContain(id);
    const { status, text } = await ask("/admin/reconciliation", { as: admin });
    expect([status, text.includes(id), text.includes("Ce nu poate fi citit")]).toEqual([200, true, true]);
  });

  it("a dispute of ours in euro takes its tickets out, also when its event got lost", async () => {
    const { orderId, paymentId } = await sellOrder(site, await buyer());
    provider.keepAsIs([dispute({ payment_intent: paymentId, currency: "eur" })]);
    await compare();
    expect(
      await season.db`SELECT DISTINCT o.state, p.suspended FROM orders o JOIN ticket_purchases p ON p.order_id = o.id WHERE o.id = ${orderId}`,
    ).toEqual([{ state: "disputed", suspended: "dispute" }]);
  });

  it("a page that we opened is ours in every currency", async () => {
    const { sessionId: id } = await payLines(site, {
      ...(await buyer()),
      lines: [{ ticketTypeId, quantity: 1 }],
    });
    const row = { kind: "foreign" as const, id, paymentId: null, currency: "eur", amount: 4_500 };
    const cards = {
      ...site.cards,
      readSession: async () => row,
      listSessionsSince: async () => ({
        kind: "listed" as const,
        sessions: [],
        foreign: [row],
        unreadable: [],
      }),
    };
    expect(await settlePayment({ ...site, cards }, { sessionId: id, by: "poller" })).toMatchObject({
      refusal: { reason: "unreadable" },
    });
    await reconcile({ ...site, cards }, { since: new Date(), by: "job" });
    const last = await site.database.withDuty("settle", findLastReconciliation);
    expect(last?.others).toMatchObject({ foreign: [], unreadable: [{ kind: "payment", id }] });
  });

  it("a refund that our books have, and that cannot be read any more, is no difference", async () => {
    const { paymentId } = await sellOrder(site, await buyer());
    const made = await site.cards.refund({ key: newId(), paymentId, amount: 500 });
    if (!("refundId" in made)) throw new Error("no refund");
    await settleRefunds(site, paymentId);
    provider.keepAsIs([{ ...refund({ payment_intent: paymentId, status: "halfway" }), id: made.refundId }]);
    const { differences, ledger, provider: theirs } = await compare();
    expect([differences, ledger]).toEqual([before.differences, theirs]);
  });

  it("a refund that is looked for among others that cannot be read is unknown, so that it leaves once", async () => {
    const found = await site.cards.findRefund({ paymentId: own.paymentId, key: newId() });
    expect(found.kind).toBe("unknown");
  });
});

import { ticketCodes } from "#ticketing/orders/ticket-code.ts";
import { takesOf } from "#ticketing/stock/stock.ts";
import { demoAccounts } from "./demo-accounts.ts";
import { type Dice, seasonDice } from "./season-dice.ts";
import { nightOf, type SeasonPlan } from "./season-plan.ts";
import type { Row, SeasonFacts, SeasonRows } from "./season-rows.ts";
import type { PlannedSale } from "./season-sales.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** The two phones at the gate. */
const doorDevices = ["0197a000-0000-7000-8000-00000000d001", "0197a000-0000-7000-8000-00000000d002"];

/** The past orders with all that hangs on them, and the counters that they add up to. */
export function saleRows(plan: SeasonPlan, facts: SeasonFacts): SeasonRows {
  const dice = seasonDice(2);
  const sales = plan.sales.map((sale) => factsOf(sale, plan, facts, dice));
  const sold = new Map<string, number>();
  for (const sale of sales.filter((one) => one.keepsPlaces))
    for (const [id, n] of takesOf(sale)) sold.set(id, (sold.get(id) ?? 0) + n);
  const counters = [
    ...plan.nights.map(({ id, capacity }) => ({ id, kind: "places", capacity })),
    ...plan.types.map((type) => ({ id: plan.typeIds.get(type.key), kind: "units", capacity: type.capacity })),
  ];
  const paid = sales.filter((sale) => sale.isPaid);
  const tickets = paid.flatMap((sale) => ticketsOf(sale, facts, dice));
  return [
    ["stock_counters", counters.map((counter) => ({ ...counter, sold: sold.get(counter.id ?? "") ?? 0 }))],
    ["orders", sales.map(orderRow)],
    ["checkout_attempts", sales.map(attemptRow)],
    ["payments", paid.map(paymentRow)],
    ["refunds", paid.filter((sale) => sale.returned > 0).map((sale) => refundRow(sale, dice))],
    ["ledger_entries", paid.flatMap(ledgerRows)],
    ["ticket_purchases", tickets.map((ticket) => ticket.row)],
    ["admissions", tickets.flatMap((ticket) => ticket.admissions)],
    ["journal", sales.flatMap(journalRows).sort((a, b) => a.at.getTime() - b.at.getTime())],
  ];
}

/** A sale with its ids, amounts in bani and instants. */
type SaleFacts = ReturnType<typeof factsOf>;

function factsOf(sale: PlannedSale, plan: SeasonPlan, facts: SeasonFacts, dice: Dice) {
  const { type, quantity, at, fate } = sale;
  const total = type.lei * 100 * quantity;
  const paidAt = after(at, dice.between(60, 420) * 1000);
  return {
    sale,
    id: sale.id,
    type,
    quantity,
    fate,
    userId: facts.accountIds.get(sale.buyer) ?? sale.buyer,
    holder:
      demoAccounts.find((account) => account.key === sale.buyer)?.fullName ??
      plan.people.find((person) => person.id === sale.buyer)?.fullName ??
      null,
    ticketTypeId: plan.typeIds.get(type.key) ?? "",
    eventIds: sale.nights.map((key) => nightOf(plan, key).id),
    entries: type.entries,
    total,
    // half of it, in whole lei, where only a part went back
    returned: fate === "refunded" ? total : fate === "partially_refunded" ? Math.round(total / 200) * 100 : 0,
    isPaid: fate !== "expired" && fate !== "cancelled",
    keepsPlaces: fate === "paid" || fate === "partially_refunded",
    at,
    paidAt,
    returnedAt: after(paidAt, dice.between(1, 3) * day),
    givenUpAt: after(at, fate === "expired" ? 33 * minute : 6 * minute),
    priceId: facts.priceIds.get(type.key) ?? null,
    sessionId: `cs_test_${dice.letters(40)}`,
    paymentIntentId: `pi_3${dice.letters(23)}`,
    refundId: `re_3${dice.letters(23)}`,
  };
}

const originOf = { ordinary: "event", season_pass: "season-pass", early_bird: "tickets" } as const;

function orderRow(sale: SaleFacts): Row {
  const { type } = sale;
  return {
    id: sale.id,
    user_id: sale.userId,
    scope_id: type.family === "ordinary" ? sale.eventIds[0] : sale.ticketTypeId,
    ticket_type_id: sale.ticketTypeId,
    event_ids: sale.eventIds,
    quantity: sale.quantity,
    entries: sale.entries,
    unit_price: type.lei * 100,
    total: sale.total,
    family: type.family,
    title: type.title,
    stripe_price_id: sale.priceId,
    state: sale.fate,
    stake: sale.keepsPlaces ? "sold" : "none",
    origin: originOf[type.family],
    hold_expires_at: after(sale.at, 30 * minute),
    created_at: sale.at,
    paid_at: sale.isPaid ? sale.paidAt : null,
    ended_at: sale.keepsPlaces ? null : sale.isPaid ? sale.returnedAt : sale.givenUpAt,
  };
}

function attemptRow(sale: SaleFacts): Row {
  return {
    order_id: sale.id,
    no: 1,
    expires_at: after(sale.at, 31 * minute),
    state: "closed",
    request: {},
    session_id: sale.sessionId,
    created_at: sale.at,
  };
}

function paymentRow(sale: SaleFacts): Row {
  return {
    session_id: sale.sessionId,
    order_id: sale.id,
    payment_intent_id: sale.paymentIntentId,
    amount: sale.total,
    currency: "ron",
    at: sale.paidAt,
  };
}

function refundRow(sale: SaleFacts, dice: Dice): Row {
  return {
    id: dice.id(sale.returnedAt),
    order_id: sale.id,
    session_id: sale.sessionId,
    amount: sale.returned,
    reason: "at_provider",
    state: "succeeded",
    provider_refund_id: sale.refundId,
    created_at: sale.returnedAt,
    succeeded_at: sale.returnedAt,
  };
}

function ledgerRows(sale: SaleFacts): Row[] {
  const book = (source: string, sourceId: string, amount: number, at: Date): Row[] => [
    { source, source_id: sourceId, account: "clearing", order_id: sale.id, amount, at },
    { source, source_id: sourceId, account: "revenue", order_id: sale.id, amount: -amount, at },
  ];
  return [
    ...book("payment", sale.sessionId, sale.total, sale.paidAt),
    ...(sale.returned > 0 ? book("refund", sale.refundId, -sale.returned, sale.returnedAt) : []),
  ];
}

function journalRows(sale: SaleFacts): (Row & { at: Date })[] {
  const steps: [what: string, actor: string, at: Date][] = [
    ["held", "user", sale.at],
    ["checkout_open", "system", after(sale.at, 900)],
  ];
  if (sale.isPaid) steps.push(["paid", "notice", sale.paidAt]);
  else steps.push([sale.fate, sale.fate === "expired" ? "sweeper" : "user", sale.givenUpAt]);
  if (sale.returned > 0) steps.push([sale.fate, "provider", sale.returnedAt]);
  return steps.map(([what, actor, at], i) => ({
    at,
    actor_id: actor === "user" ? sale.userId : null,
    actor_kind: actor,
    subject_kind: "order",
    subject_id: sale.id,
    what,
    before: steps[i - 1]?.[0] ?? null,
  }));
}

function ticketsOf(sale: SaleFacts, facts: SeasonFacts, dice: Dice): { row: Row; admissions: Row[] }[] {
  const codes = ticketCodes(sale.type.family, sale.eventIds.length);
  const places = sale.quantity * sale.entries;
  return sale.sale.nights.map((night, i) => {
    const id = dice.id(sale.paidAt);
    let left = places;
    const admissions = sale.sale.admissions
      .filter((admission) => admission.night === night)
      .map((admission) => {
        left -= admission.entries;
        return {
          id: dice.id(admission.at),
          purchase_id: id,
          device_id: dice.pick(doorDevices),
          nonce: dice.letters(16),
          operator_id: facts.accountIds.get("door"),
          verdict: "admitted",
          entries: admission.entries,
          entries_left: left,
          received_at: admission.at,
        };
      });
    // price and units stand on the earliest night, so that sums over rows are right
    const row = {
      id,
      order_id: sale.id,
      user_id: sale.userId,
      event_id: sale.eventIds[i],
      ticket_type_id: sale.ticketTypeId,
      quantity: sale.quantity,
      units: i === 0 ? sale.quantity : 0,
      places,
      total_price: i === 0 ? sale.total - (sale.keepsPlaces ? sale.returned : 0) : 0,
      ticket_code: codes[i],
      purchase_date: sale.paidAt,
      email_sent: true,
      stripe_price_id: sale.priceId,
      status: sale.fate === "refunded" ? "refunded" : "paid",
      entries_total: places,
      entries_remaining: left,
      holder_name: sale.holder,
      checkout_session_id: sale.sessionId,
    };
    return { row, admissions };
  });
}

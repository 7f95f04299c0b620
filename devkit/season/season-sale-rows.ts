import { bani } from "#kernel/money.ts";
import type { CodeKind } from "#ticketing/events/type-family.ts";
import { type PlannedTicket, ticketsOfLine } from "#ticketing/orders/seats.ts";
import { ticketCodes } from "#ticketing/orders/ticket-label.ts";
import { takesOf } from "#ticketing/stock/stock.ts";
import { demoAccounts } from "./demo-accounts.ts";
import { nightOf, type SeasonPlan } from "./season-plan.ts";
import type { Row } from "./season-prices.ts";
import { seasonPrices } from "./season-prices.ts";
import { type SeasonRandom, seasonRandom } from "./season-random.ts";
import type { SeasonFacts, SeasonRows } from "./season-rows.ts";
import type { PlannedSale } from "./season-sales.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** The two phones at the gate. */
const doorDevices = ["0197a000-0000-7000-8000-00000000d001", "0197a000-0000-7000-8000-00000000d002"];

/** The rows of the past orders, of what belongs to them, and of the counters with their sums. */
export function saleRows(plan: SeasonPlan, facts: SeasonFacts): SeasonRows {
  const random = seasonRandom(2);
  const sales = plan.sales.map((sale) => factsOf(sale, plan, facts, random));
  const soldOf = new Map<string, number>();
  // a price phase still counts tickets that were refunded
  for (const sale of sales.filter((one) => one.isPaid))
    for (const [id, n] of takesOf([sale]))
      if (sale.keepsPlaces || id === sale.phaseId) soldOf.set(id, (soldOf.get(id) ?? 0) + n);
  const counters = [
    ...plan.nights.map(({ id, capacity }) => ({ id, kind: "places", capacity })),
    ...plan.types.map((type) => ({ id: plan.typeIds.get(type.key), kind: "units", capacity: type.capacity })),
    ...seasonPrices(plan).counters,
  ];
  const paid = sales.filter((sale) => sale.isPaid);
  const tickets = paid.flatMap((sale) => ticketsOf(sale, facts, random));
  return [
    ["stock_counters", counters.map((counter) => ({ ...counter, sold: soldOf.get(counter.id ?? "") ?? 0 }))],
    ["orders", sales.map(({ order }) => order)],
    ["order_lines", sales.map(lineRow)],
    ["checkout_attempts", sales.map(attemptRow)],
    ["payments", paid.map(paymentRow)],
    ["refunds", paid.filter((sale) => sale.returned > 0).map((sale) => refundRow(sale, random))],
    ["ledger_entries", paid.flatMap(ledgerRows)],
    ["ticket_purchases", tickets.map((ticket) => ticket.row)],
    ["admissions", tickets.flatMap((ticket) => ticket.admissions)],
    ["journal", sales.flatMap(journalRows).sort((a, b) => a.at.getTime() - b.at.getTime())],
  ];
}

/** A sale with its row of `orders`, ids, amounts in bani and instants. */
type SaleFacts = ReturnType<typeof factsOf>;

function factsOf(sale: PlannedSale, plan: SeasonPlan, facts: SeasonFacts, random: SeasonRandom) {
  const { id, type, quantity, at, state, buyer } = sale;
  const total = type.lei * 100 * quantity;
  const paidAt = addMs(at, random.between(60, 420) * 1000);
  const isPaid = state !== "expired" && state !== "cancelled";
  const keepsPlaces = state === "paid" || state === "partially_refunded";
  const returnedAt = addMs(paidAt, random.between(1, 3) * day);
  const givenUpAt = addMs(at, state === "expired" ? 33 * minute : 6 * minute);
  const ticketTypeId = plan.typeIds.get(type.key) ?? "";
  const eventIds = sale.nights.map((key) => nightOf(plan, key).id);
  const { poolOf, phaseOf } = seasonPrices(plan);
  const [poolId, phaseId] = [poolOf(type.key), phaseOf(type.key)];
  const takes = takesOf([{ ticketTypeId, eventIds, quantity, entries: type.entries, poolId, phaseId }]);
  // only an order with one code for all tickets can be refunded in part
  const codePer: CodeKind = state === "partially_refunded" ? "order" : type.code_per;
  const order = {
    id,
    user_id: facts.accountIds.get(buyer) ?? buyer,
    scope_id: type.family === "ordinary" ? eventIds[0] : ticketTypeId,
    ticket_type_id: ticketTypeId,
    event_ids: eventIds,
    quantity,
    entries: type.entries,
    unit_price: type.lei * 100,
    total,
    family: type.family,
    title: type.title,
    stripe_price_id: facts.priceIds.get(type.key) ?? null,
    state,
    stake: keepsPlaces ? "sold" : "none",
    origin: originOf[type.family],
    hold_expires_at: addMs(at, 30 * minute),
    created_at: at,
    paid_at: isPaid ? paidAt : null,
    ended_at: keepsPlaces ? null : isPaid ? returnedAt : givenUpAt,
    take_ids: [...takes.keys()],
    take_ns: [...takes.values()],
  };
  return {
    sale,
    id,
    order,
    total,
    at,
    state,
    isPaid,
    keepsPlaces,
    paidAt,
    returnedAt,
    givenUpAt,
    ticketTypeId,
    eventIds,
    quantity,
    entries: type.entries,
    codePer,
    poolId,
    phaseId,
    holder:
      demoAccounts.find((account) => account.key === buyer)?.fullName ??
      plan.people.find((person) => person.id === buyer)?.full_name ??
      null,
    // half of it, in whole lei, where only a part went back
    returned:
      state === "refunded" ? total : state === "partially_refunded" ? Math.round(total / 200) * 100 : 0,
    sessionId: `cs_test_${random.letters(40)}`,
    paymentId: `pi_3${random.letters(23)}`,
    refundId: `re_3${random.letters(23)}`,
  };
}

const originOf = { ordinary: "event", season_pass: "season-pass", early_bird: "tickets" } as const;

function lineRow({ id, order, total, codePer, poolId, phaseId }: SaleFacts): Row {
  const { ticket_type_id, event_ids, quantity, entries, family, title, stripe_price_id } = order;
  return {
    order_id: id,
    no: 1,
    ticket_type_id,
    event_ids,
    quantity,
    entries,
    list_price: order.unit_price,
    discount: 0,
    total,
    family,
    title,
    stripe_price_id,
    code_per: codePer,
    pool_id: poolId,
    phase_id: phaseId,
  };
}

function attemptRow(sale: SaleFacts): Row {
  return {
    order_id: sale.id,
    no: 1,
    expires_at: addMs(sale.at, 31 * minute),
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
    payment_intent_id: sale.paymentId,
    amount: sale.total,
    currency: "ron",
    at: sale.paidAt,
  };
}

function refundRow(sale: SaleFacts, random: SeasonRandom): Row {
  return {
    id: random.id(sale.returnedAt),
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
    ["checkout_open", "system", addMs(sale.at, 900)],
  ];
  if (sale.isPaid) steps.push(["paid", "notice", sale.paidAt]);
  else steps.push([sale.state, sale.state === "expired" ? "sweeper" : "user", sale.givenUpAt]);
  if (sale.returned > 0) steps.push([sale.state, "provider", sale.returnedAt]);
  return steps.map(([what, actor, at], i) => ({
    at,
    actor_id: actor === "user" ? sale.order.user_id : null,
    actor_kind: actor,
    subject_kind: "order",
    subject_id: sale.id,
    what,
    before: steps[i - 1]?.[0] ?? null,
  }));
}

function ticketsOf(
  sale: SaleFacts,
  facts: SeasonFacts,
  random: SeasonRandom,
): { row: Row; admissions: Row[] }[] {
  const { quantity, entries, codePer, order, eventIds } = sale;
  const seats = new Map<number, { id: string; labels: string[] }>();
  const seatOf = (no: number) => {
    const seat = seats.get(no) ?? {
      id: random.id(sale.paidAt),
      labels: ticketCodes(order.family, eventIds.length),
    };
    seats.set(no, seat);
    return seat;
  };
  const line = { no: 1, quantity, entries, total: bani(sale.total), codePer };
  return ticketsOfLine(line, eventIds.length).map((code, at) => {
    const id = random.id(sale.paidAt);
    const admissions = admissionsOf(sale, code, { id, facts, random });
    const used = admissions.reduce((n, admission) => n + admission.entries, 0);
    const row = {
      id,
      order_id: sale.id,
      user_id: order.user_id,
      event_id: eventIds[code.night],
      ticket_type_id: sale.ticketTypeId,
      line_no: 1,
      seat_no: code.seatNo,
      unit_no: code.unitNo,
      bundle_id: seatOf(code.seatNo).id,
      quantity: code.quantity,
      units: code.units,
      places: code.places,
      share: code.share,
      total_price: code.price - (at === 0 && sale.keepsPlaces ? sale.returned : 0),
      ticket_code: seatOf(code.seatNo).labels[code.night],
      purchase_date: sale.paidAt,
      email_sent: true,
      stripe_price_id: order.stripe_price_id,
      status: sale.state === "refunded" ? "refunded" : "paid",
      entries_total: code.places,
      entries_remaining: code.places - used,
      holder_name: sale.holder,
      checkout_session_id: sale.sessionId,
    };
    return { row, admissions };
  });
}

type AdmissionContext = { readonly id: string; readonly facts: SeasonFacts; readonly random: SeasonRandom };

/**
 * The admissions with one code. A code for the whole order is used at every entry; of codes for each person, one is
 * used for each entry, in the order of the seats.
 */
function admissionsOf(
  { sale, codePer }: SaleFacts,
  code: PlannedTicket,
  { id, facts, random }: AdmissionContext,
) {
  let enteredBefore = 0;
  let placesLeft = code.places;
  return sale.admissions
    .filter(({ night }) => night === sale.nights[code.night])
    .flatMap(({ entries, at }) => {
      const usesThisCode =
        codePer === "order" || (code.seatNo > enteredBefore && code.seatNo <= enteredBefore + entries);
      enteredBefore += entries;
      if (!usesThisCode) return [];
      const taken = codePer === "order" ? entries : 1;
      placesLeft -= taken;
      return [
        {
          id: random.id(at),
          purchase_id: id,
          device_id: random.pick(doorDevices),
          nonce: random.letters(16),
          operator_id: facts.accountIds.get("gate"),
          verdict: "admitted",
          entries: taken,
          entries_left: placesLeft,
          received_at: at,
        },
      ];
    });
}

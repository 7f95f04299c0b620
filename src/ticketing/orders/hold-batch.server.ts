import type pg from "pg";
import { bani } from "#kernel/money.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import { saleDoor } from "#ticketing/events/opening.ts";
import { stoppedFor } from "#ticketing/events/stop.ts";
import { moveStock } from "#ticketing/stock/move-stock.server.ts";
import type { Counter } from "#ticketing/stock/stock.ts";
import type { HoardingLimit } from "./hoarding.ts";
import {
  decideHolds,
  type HoldDecision,
  type HoldRequest,
  type NewOrder,
  type SellableType,
} from "./hold.ts";
import { type CustomerRow, knownOf, lockMailboxes, readCustomers } from "./hold-customers.server.ts";
import { lineIsThere } from "./provider-turn.server.ts";

/** A request as it arrives: the session is proven by the batch itself, so that no answer rests on a stale cookie. */
export type ArrivedRequest = Omit<HoldRequest, "userId"> & { readonly sessionHash: string };

export type BatchAnswer =
  | (HoldDecision & {
      readonly userId: string;
      /** The order, new or known, stands in the line for a card page: asking for one would only disturb the line. */
      readonly isInLine: boolean;
    })
  | { readonly kind: "not_signed_in" };

export type HoldRules = {
  readonly holdSeconds: number;
  readonly hoarding: HoardingLimit;
  /** So many new orders of one batch ask for a card page at once while nobody waits, and more wait; null: there is no line. */
  readonly askAtOnce: number | null;
};

/**
 * What a connection is told once, instead of each of its batches. The planner must never choose a scan because the
 * tables were empty when the rush began.
 */
export async function readyForBatches(client: pg.Client, sellerRole: string): Promise<void> {
  await client.query(
    "SELECT set_config('role', $1, false), set_config('enable_seqscan', 'off', false), set_config('plan_cache_mode', 'force_generic_plan', false)",
    [sellerRole],
  );
}

/**
 * One batch, one transaction, two round trips on a pipelined connection: everything is locked and read in the
 * first, written and committed in the second. READ COMMITTED, so what is read after the lock is what is there.
 *
 * @param client a connection that `readyForBatches` has been run on
 */
export async function runHoldBatch(
  client: pg.Client,
  requests: readonly ArrivedRequest[],
  rules: HoldRules,
): Promise<BatchAnswer[]> {
  const typeIds = [...new Set(requests.map((request) => request.ticketTypeId))];
  const reads = Promise.all([
    client.query("BEGIN ISOLATION LEVEL READ COMMITTED"),
    client.query<Counter>({ ...lockTypesAndEvents, values: [typeIds] }),
    client.query<TypeRow>({ ...readTypes, values: [typeIds] }),
    client.query({ ...lockMailboxes, values: [requests.map((request) => request.sessionHash)] }),
    client.query<CustomerRow>({
      ...readCustomers,
      values: [
        requests.map((request) => request.eventId),
        requests.map((request) => request.ticketTypeId),
        requests.map((request) => request.requestKey),
      ],
    }),
  ]);
  let open = true;
  try {
    const [, counters, types, , customers] = await reads;
    const byRequest = new Map(customers.rows.map((row) => [Number(row.n) - 1, row]));
    const signedIn = requests.flatMap((request, i) => {
      const row = byRequest.get(i);
      return row ? [{ i, request: { ...request, userId: row.user_id }, known: knownOf(row) }] : [];
    });
    const { decisions, moves } = decideHolds({
      requests: signedIn.map(({ request }) => request),
      known: signedIn.map(({ known }) => known),
      types: new Map(types.rows.map((row) => [row.id, typeOf(row)])),
      counters: new Map(counters.rows.map((row) => [row.id, row])),
      holdSeconds: rules.holdSeconds,
      hoarding: rules.hoarding,
    });
    const orders = decisions.flatMap((decision) => (decision.kind === "new" ? [decision.order] : []));
    await faultPoint("hold.decided");
    const inserted = orders.length === 0 ? undefined : insertOrders(client, orders, rules);
    const writes = inserted ? [inserted, moveStock(client, moves)] : [];
    const commit = client.query("COMMIT");
    // from here on the transaction ends by itself, committed or rolled back
    open = false;
    const answered = Promise.allSettled([...writes, commit]);
    await faultPoint("hold.sent");
    const results = await answered;
    const failed = results.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
    if ((await commit).command !== "COMMIT") throw new Error("the batch was rolled back");
    const inLine = new Set((await inserted)?.rows.map((row) => row.id));
    const answers: BatchAnswer[] = requests.map(() => ({ kind: "not_signed_in" }));
    signedIn.forEach(({ i, request }, n) => {
      const decision = decisions[n];
      if (!decision) return;
      const isInLine =
        decision.kind !== "refused" &&
        (inLine.has(decision.order.id) || ("isInLine" in decision.order && decision.order.isInLine));
      answers[i] = { ...decision, userId: request.userId, isInLine };
    });
    return answers;
  } catch (error) {
    await reads.catch(() => {});
    if (open) await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

const lockTypesAndEvents = {
  name: "hold-lock",
  text: `SELECT id, capacity, held, sold FROM stock_counters
         WHERE id = ANY($1::uuid[] || ARRAY(SELECT event_id FROM event_tickets WHERE ticket_id = ANY($1::uuid[])))
         ORDER BY id FOR UPDATE`,
};

/** Ticket types with the events they are linked to, as `typeOf` reads them. */
export const readTypes = {
  name: "hold-types",
  text: `SELECT t.id, t.type AS title, t.price::float8 AS price, t.entries, t.is_visible, t.family, t.stripe_price_id,
           t.price_agreed_at IS NOT NULL AS is_price_agreed, t.archived_at IS NOT NULL AS is_archived,
           coalesce(t.sale_starts_at <= now(), true) AND coalesce(t.sale_ends_at > now(), true) AS is_in_sales_window,
           (SELECT coalesce(json_agg(json_build_object('id', e.id, 'isPast', e.date < (now() AT TIME ZONE 'Europe/Bucharest')::date, 'isOpen', e.is_available AND e.cancelled_at IS NULL, 'door', ${saleDoor},
                'isStopped', ${stoppedFor(["sale", "read_only"], "ARRAY[e.id]")}) ORDER BY e.date, e.id), '[]')
              FROM event_tickets l JOIN events e ON e.id = l.event_id LEFT JOIN openings o ON o.event_id = e.id WHERE l.ticket_id = t.id) AS events
         FROM tickets t WHERE t.id = ANY($1::uuid[])`,
};

export type TypeRow = {
  id: string;
  title: string;
  price: number;
  entries: number;
  is_visible: boolean;
  family: SellableType["family"];
  stripe_price_id: string | null;
  is_price_agreed: boolean;
  is_archived: boolean;
  is_in_sales_window: boolean;
  events: SellableType["events"];
};
export function typeOf(row: TypeRow): SellableType {
  return {
    id: row.id,
    title: row.title,
    price: bani(row.price),
    entries: row.entries,
    isVisible: row.is_visible,
    family: row.family,
    stripePriceId: row.stripe_price_id,
    isPriceAgreed: row.is_price_agreed,
    isArchived: row.is_archived,
    isInSalesWindow: row.is_in_sales_window,
    events: row.events,
  };
}

// The journal row of each order is written by the same statement. What the orders of one offer have in common is sent
// once, and each order says which offer it is of. Where others wait for a card page a new order waits behind them from
// its first moment: in a rush each of them would spend a transaction on hearing so. Answers with those that wait.
const insertNewOrders = {
  name: "hold-insert",
  text: `WITH made AS (
           INSERT INTO orders (id, user_id, quantity, origin, request_key, scope_id, ticket_type_id, event_ids, entries, unit_price, total, family, title, stripe_price_id,
             state, stake, hold_expires_at, line_at)
           SELECT id, user_id, quantity, origin, request_key, ($7::uuid[])[offer], ($8::uuid[])[offer], ($9::text[])[offer]::uuid[], ($10::int[])[offer], ($11::bigint[])[offer],
             ($11::bigint[])[offer] * quantity, ($12::text[])[offer], ($13::text[])[offer], ($14::text[])[offer], 'held', 'held', now() + make_interval(secs => $15),
             CASE WHEN cardinality($1) > $16::int OR ($16 IS NOT NULL AND EXISTS (${lineIsThere})) THEN clock_timestamp() END
           FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::int[]) AS n(id, user_id, quantity, origin, request_key, offer)
           RETURNING id, user_id, line_at),
         told AS (
           INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) SELECT user_id, 'user', 'order', id, 'held' FROM made)
         SELECT id FROM made WHERE line_at IS NOT NULL`,
};

function insertOrders(
  client: pg.Client,
  orders: readonly NewOrder[],
  { holdSeconds, askAtOnce }: HoldRules,
): Promise<pg.QueryResult<{ id: string }>> {
  const numbers = new Map<string, number>();
  const offers: NewOrder[] = [];
  const offerOf = (order: NewOrder) => {
    // within a batch, a type has one price and one title, and in one scope it admits to the same nights
    const key = `${order.ticketTypeId} ${order.scopeId}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, offers.push(order));
    return offers.length;
  };
  const ofEach = <T>(pick: (order: NewOrder) => T) => orders.map(pick);
  const each = [
    ofEach((order) => order.id),
    ofEach((order) => order.userId),
    ofEach((order) => order.quantity),
    ofEach((order) => order.origin),
    ofEach((order) => order.requestKey),
    ofEach(offerOf),
  ];
  const ofOffers = <T>(pick: (order: NewOrder) => T) => offers.map(pick);
  return client.query({
    ...insertNewOrders,
    values: [
      ...each,
      ofOffers((order) => order.scopeId),
      ofOffers((order) => order.ticketTypeId),
      ofOffers((order) => `{${order.eventIds.join(",")}}`),
      ofOffers((order) => order.entries),
      ofOffers((order) => order.unitPrice),
      ofOffers((order) => order.family),
      ofOffers((order) => order.title),
      ofOffers((order) => order.stripePriceId),
      holdSeconds,
      askAtOnce,
    ],
  });
}

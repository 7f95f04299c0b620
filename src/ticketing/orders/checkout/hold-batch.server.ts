import { inSeconds } from "#kernel/time.ts";
import { commitStatement } from "#platform/database/login-pools.server.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { OlderBuild } from "#ticketing/events/older-build.ts";
import { olderBuildStatement } from "#ticketing/events/older-build-queries.server.ts";
import { journalSql } from "#ticketing/journal/record-change.server.ts";
import { durations } from "#ticketing/limits.ts";
import { somebodyIsQueued } from "#ticketing/orders/payment/provider-turn.server.ts";
import { moveStock } from "#ticketing/stock/move-stock.server.ts";
import { type Counter, guestHoldsOfEvent } from "#ticketing/stock/stock.ts";
import { keepGuestTries, networkHashes, readGuestHolds } from "./guest-tries-queries.server.ts";
import type { HoardingLimit } from "./hoarding.ts";
import { decideHolds, type HoldDecision, type NewOrder } from "./hold.ts";
import { type CodeRow, readCodes } from "./hold-codes.server.ts";
import { type CustomerRow, lockMailboxes, readCustomers } from "./hold-customers.server.ts";
import type { HoldRequest } from "./hold-request.ts";
import { readTypes } from "./hold-types.server.ts";
import type { NewLine, SellableType } from "./sellable-type.ts";

/** A request before its session is checked. The batch checks it itself, so no answer relies on an old cookie. */
export type ArrivedRequest = Omit<HoldRequest, "userId"> & {
  readonly sessionHash: string;
  /** The network address; used for guests only. */
  readonly address?: string;
};

export type BatchAnswer =
  | (HoldDecision & {
      readonly userId: string;
      /** The order, new or known, waits in the page queue, so there is no use in asking for its card page now. */
      readonly isQueued: boolean;
    })
  | { readonly kind: "not_signed_in" };

export type HoldRules = {
  readonly holdSeconds: number;
  readonly hoarding: HoardingLimit;
  /** How many new orders of one batch may ask for a card page at once; the rest join the queue. Null: no queue. */
  readonly pagesAtOnce: number | null;
};

/** Settings made once per connection: the planner must not scan tables that were empty when the rush began. */
export async function prepareForBatches(client: Sql, sellerRole: string): Promise<void> {
  await client.query(
    "SELECT set_config('role', $1, false), set_config('enable_seqscan', 'off', false), set_config('plan_cache_mode', 'force_generic_plan', false)",
    [sellerRole],
  );
}

/**
 * Runs one batch in one transaction with two round trips on a pipelined connection: the first locks and reads
 * everything, the second writes and commits. READ COMMITTED lets the reads after the lock see the latest commits.
 * @param client a connection on which `prepareForBatches` has run
 */
export async function runHoldBatch(
  client: Sql,
  requests: readonly ArrivedRequest[],
  rules: HoldRules,
): Promise<BatchAnswer[]> {
  const typeIds = [...new Set(requests.flatMap((request) => request.lines.map((line) => line.ticketTypeId)))];
  const codes = requests.map(({ code }) => code ?? null);
  const networks = requests.map(({ address = "" }) => networkHashes(address));
  const [narrow, wider] = [networks.map(([first]) => first), networks.map(([, second]) => second ?? null)];
  const reads = Promise.all([
    client.query("BEGIN ISOLATION LEVEL READ COMMITTED"),
    client.query<Counter>({ ...lockCountersOfTypes, values: [typeIds, codes] }),
    client.query<SellableType>({ ...readTypes, values: [typeIds] }),
    client.query<{ build: OlderBuild | null; isBeforeGuests: boolean }>(olderBuildStatement),
    client.query({
      ...lockMailboxes,
      values: [requests.map((request) => request.sessionHash), narrow, wider],
    }),
    client.query<CustomerRow>({
      ...readCustomers,
      values: [
        requests.map((request) => request.eventId),
        // all lines of an order are for the same night
        requests.map((request) => request.lines[0]?.ticketTypeId),
        requests.map((request) => request.requestKey),
        durations.endedHold,
        durations.hoarding,
        durations.repeatedSubmit,
        narrow,
        inSeconds.hour,
        wider,
      ],
    }),
    client.query<{ id: string; held: number }>({ ...readGuestHolds, values: [inSeconds.hour] }),
    codes.some(Boolean) ? client.query<CodeRow>({ ...readCodes, values: [codes] }) : { rows: [] },
  ]);
  let isTransactionOpen = true;
  try {
    const [, counters, types, olderBuilds, , customers, ofGuests, namedCodes] = await reads;
    const locked = new Set(counters.rows.map(({ id }) => id));
    if (types.rows.some((type) => limitsOf(type).some((id) => !locked.has(id)))) throw new NewCounter();
    const byRequest = new Map(customers.rows.map((row) => [Number(row.n) - 1, row]));
    const codeByRequest = new Map(
      namedCodes.rows.map((row) => [Number(row.n) - 1, { voucher: row, used: row.used }]),
    );
    const signedIn = requests.flatMap((request, i) => {
      const row = byRequest.get(i);
      return row ? [{ i, request: { ...request, userId: row.userId }, customer: row }] : [];
    });
    const { decisions, moves } = decideHolds({
      requests: signedIn.map(({ request }) => request),
      customers: signedIn.map(({ customer: known }) => known),
      codes: signedIn.map(({ i }) => codeByRequest.get(i)),
      types: new Map(types.rows.map((row) => [row.id, row])),
      counters: new Map(counters.rows.map((row) => [row.id, row])),
      guestHolds: new Map(ofGuests.rows.map(({ id, held }) => [id, held])),
      holdSeconds: rules.holdSeconds,
      hoarding: rules.hoarding,
      olderBuild: only(olderBuilds.rows).build,
      isGuestTooNew: only(olderBuilds.rows).isBeforeGuests,
    });
    const orders = decisions.flatMap((decision) => (decision.kind === "new" ? [decision.order] : []));
    await faultPoint("hold.decided");
    const inserted = orders.length === 0 ? undefined : insertOrders(client, orders, rules);
    const byGuests = orders.filter((order) => order.networks.length > 0);
    const tries = byGuests.length > 0 ? [keepGuestTries(client, byGuests)] : [];
    const writes = inserted ? [inserted, ...tries, moveStock(client, moves)] : [];
    const commit = client.query(commitStatement);
    // From here on the transaction ends by itself, committed or rolled back.
    isTransactionOpen = false;
    const answered = Promise.allSettled([...writes, commit]);
    await faultPoint("hold.sent");
    const results = await answered;
    const failed = results.find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
    if ((await commit).command !== "COMMIT") throw new Error("the batch was rolled back");
    const queued = new Set((await inserted)?.rows.map((row) => row.id));
    const answers: BatchAnswer[] = requests.map(() => ({ kind: "not_signed_in" }));
    signedIn.forEach(({ i, request }, n) => {
      const decision = decisions[n];
      if (!decision) return;
      const isQueued =
        decision.kind !== "refused" &&
        (queued.has(decision.order.id) || ("isQueued" in decision.order && decision.order.isQueued));
      answers[i] = { ...decision, userId: request.userId, isQueued };
    });
    return answers;
  } catch (error) {
    await reads.catch(() => {});
    if (isTransactionOpen) await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

/** Thrown when a type got a phase or pool while the batch waited: that counter is not locked. The batch runs again. */
class NewCounter extends Error {
  readonly code = "40001";
}

function limitsOf({ phases, poolId }: SellableType): string[] {
  return [...phases.map(({ id }) => id), ...(poolId === null ? [] : [poolId])];
}

const lockCountersOfTypes = {
  name: "hold-lock",
  text: `SELECT id, capacity, held, sold FROM stock_counters
         WHERE id = ANY($1::uuid[] || ARRAY(SELECT event_id FROM event_tickets WHERE ticket_id = ANY($1::uuid[]))
           || ARRAY(SELECT ${guestHoldsOfEvent} FROM event_tickets l JOIN events e ON e.id = l.event_id WHERE l.ticket_id = ANY($1::uuid[]))
           || ARRAY(SELECT pool_id FROM tickets WHERE id = ANY($1::uuid[]) AND pool_id IS NOT NULL) || ARRAY(SELECT id FROM price_phases WHERE ticket_type_id = ANY($1::uuid[]))
           || ARRAY(SELECT id FROM vouchers WHERE code = ANY($2::text[])))
         ORDER BY id FOR UPDATE`,
};

// One statement writes the orders with their lines and journal rows. What equal lines share is sent once, as an
// offer; each line names its offer by number. While others wait for a card page, a new order joins the queue at once;
// otherwise each order of a rush would need one more transaction to learn that it waits. Returns the queued orders.
const insertNewOrders = {
  name: "hold-insert",
  text: `WITH offers AS MATERIALIZED (
           SELECT type, events::uuid[], entries, price, family, title, price_id, code_per, pool, phase, offer
           FROM unnest($10::uuid[], $11::text[], $12::int[], $13::bigint[], $14::text[], $15::text[], $16::text[], $17::text[], $24::uuid[], $25::uuid[])
             WITH ORDINALITY AS o(type, events, entries, price, family, title, price_id, code_per, pool, phase, offer)),
         lines AS (
           INSERT INTO order_lines (order_id, no, ticket_type_id, event_ids, quantity, entries, list_price, total, family, title, stripe_price_id, code_per, pool_id, phase_id, voucher_id, discount)
           SELECT l.order_id, l.no, o.type, o.events, l.quantity, o.entries, o.price, o.price * l.quantity - l.discount, o.family, o.title, o.price_id, o.code_per, o.pool, o.phase, l.voucher, l.discount
           FROM unnest($18::uuid[], $19::int[], $20::int[], $21::int[], $26::uuid[], $27::bigint[]) AS l(order_id, no, quantity, offer, voucher, discount) JOIN offers o USING (offer)),
         made AS (
           INSERT INTO orders (id, user_id, origin, request_key, mailbox_key, scope_id, total, take_ids, take_ns,
             quantity, ticket_type_id, event_ids, entries, unit_price, family, title, stripe_price_id, state, stake, hold_expires_at, line_at)
           SELECT n.id, n.user_id, n.origin, n.request_key, n.mailbox, n.scope_id, n.total, n.take_ids::uuid[], n.take_ns::int[],
             l.quantity, o.type, o.events, o.entries, o.price, o.family, o.title, o.price_id, 'held', 'held',
             -- a payment after the end of the last night is returned, so no hold outlives it
             least(now() + make_interval(secs => $22), (SELECT max(e.ends_at) FROM events e WHERE e.id = ANY (o.events))),
             CASE WHEN n.total > 0 AND (cardinality($1) > $23::int OR ($23 IS NOT NULL AND EXISTS (${somebodyIsQueued}))) THEN clock_timestamp() END
           FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::uuid[], $7::bigint[], $8::text[], $9::text[])
             AS n(id, user_id, origin, request_key, mailbox, scope_id, total, take_ids, take_ns)
           JOIN unnest($18::uuid[], $19::int[], $20::int[], $21::int[]) AS l(order_id, no, quantity, offer) ON l.order_id = n.id AND l.no = 1
           JOIN offers o USING (offer)
           RETURNING id, user_id, line_at),
         told AS (${journalSql("user_id, 'user', 'order', id, 'held', NULL, NULL", "FROM made")})
         SELECT id FROM made WHERE line_at IS NOT NULL`,
};

function insertOrders(client: Sql, orders: readonly NewOrder[], { holdSeconds, pagesAtOnce }: HoldRules) {
  const numbers = new Map<string, number>();
  const offers: NewLine[] = [];
  const offerOf = (line: NewLine) => {
    // within a batch, lines with the same type, phase and nights have the same price and title
    const key = `${line.ticketTypeId} ${line.phaseId} ${line.eventIds.join(" ")}`;
    const offerNumber = numbers.get(key);
    if (offerNumber !== undefined) return offerNumber;
    numbers.set(key, offers.push(line));
    return offers.length;
  };
  const lines = orders.flatMap(({ id, lines }) =>
    lines.map((line, at) => ({ ...line, id, no: at + 1, offer: offerOf(line) })),
  );
  const takes = orders.map((order) => order.takes);
  const ofOrders = <T>(pick: (order: NewOrder) => T) => orders.map(pick);
  const ofOffers = <T>(pick: (offer: NewLine) => T) => offers.map(pick);
  const arrayOf = (values: Iterable<string | number>) => `{${[...values].join(",")}}`;
  return client.query<{ id: string }>({
    ...insertNewOrders,
    values: [
      ofOrders((order) => order.id),
      ofOrders((order) => order.userId),
      ofOrders((order) => order.origin),
      ofOrders((order) => order.requestKey),
      ofOrders((order) => order.mailbox),
      ofOrders((order) => order.scopeId),
      ofOrders((order) => order.total),
      takes.map((taken) => arrayOf(taken.keys())),
      takes.map((taken) => arrayOf(taken.values())),
      ofOffers((offer) => offer.ticketTypeId),
      ofOffers((offer) => arrayOf(offer.eventIds)),
      ofOffers((offer) => offer.entries),
      ofOffers((offer) => offer.listPrice),
      ofOffers((offer) => offer.family),
      ofOffers((offer) => offer.title),
      ofOffers((offer) => offer.priceId),
      ofOffers((offer) => offer.codePer),
      lines.map((line) => line.id),
      lines.map((line) => line.no),
      lines.map((line) => line.quantity),
      lines.map((line) => line.offer),
      holdSeconds,
      pagesAtOnce,
      ofOffers((offer) => offer.poolId),
      ofOffers((offer) => offer.phaseId),
      lines.map((line) => line.voucherId),
      lines.map((line) => line.discount),
    ],
  });
}

import { newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { ForeignRow } from "#platform/card-checkout/card-answers.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { durations } from "#ticketing/limits.ts";
import { settleDisputes } from "#ticketing/orders/payment/settle-disputes.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { readBookChecks } from "./book-checks.server.ts";
import { readBalance } from "./read-balance.server.ts";
import {
  compareBooks,
  type Difference,
  keyOf,
  type Movement,
  type OtherRows,
  sumOf,
} from "./reconciliation.ts";

const idsShown = 5;

export type Reconciled = {
  readonly payments: number;
  readonly refunds: number;
  /** The sums in bani since that time, by our ledger and by the provider. */
  readonly ledger: number;
  readonly provider: number;
  readonly differences: readonly Difference[];
};

export type ReconcileRefusal =
  | NotAllowed
  /** One of the provider's lists could not be read completely, so nothing is compared. */
  | { readonly reason: "provider_unknown" };

/**
 * Compares our ledger with the provider's sessions, refunds and disputes since a moment, exactly. Webhook events
 * get lost, so a movement that only the provider knows is settled first, and both sides are read again. Movements
 * that are new at the provider since the first reading wait for the next comparison. Remaining differences are stored
 * for an administrator; movements of other products and unreadable ones are stored apart. Fees and payouts are read
 * too.
 */
export async function reconcile(
  services: Services,
  { since, by }: { readonly since: Date; readonly by: Actor | "job" },
): Promise<Outcome<Reconciled, ReconcileRefusal>> {
  if (by !== "job" && !mayDo(by, "reconcile")) return refused(notAllowed);
  const firstReading = await readBothBooks(services, since);
  if (!firstReading) return refused({ reason: "provider_unknown" });
  const missedMovements = compareBooks(firstReading.ours, firstReading.theirs).filter(
    ({ theirs }) => theirs !== null,
  );
  // tickets of a dispute that cannot be read are suspended, also when its event got lost
  await settleMissed(services, [...missedMovements, ...firstReading.unreadable]);
  const books = missedMovements.length === 0 ? firstReading : await readBothBooks(services, since);
  if (!books) return refused({ reason: "provider_unknown" });
  const allDifferences = compareBooks(books.ours, books.theirs);
  const firstSeenKeys = new Set(firstReading.theirs.map(keyOf));
  const isNewAtProvider = (movement: Difference) =>
    movement.ours === null && !firstSeenKeys.has(keyOf(movement));
  const differences = allDifferences.filter((difference) => !isNewAtProvider(difference));
  const reconciled: Reconciled = {
    payments: books.theirs.filter(({ kind }) => kind === "payment").length,
    refunds: books.theirs.filter(({ kind }) => kind === "refund").length,
    ledger: sumOf(books.ours),
    provider: allDifferences
      .filter(isNewAtProvider)
      .reduce((sum, { theirs }) => sum - (theirs ?? 0), sumOf(books.theirs)),
    differences,
  };
  const entriesRead = await readBalance(services, since);
  await faultPoint("reconcile.compared");
  await services.database.withDuty("settle", async (sql) => {
    const checks = await readBookChecks(sql);
    await sql.query(
      "INSERT INTO reconciliations (id, since, payments, refunds, ledger, provider, differences, checks, entries_read, others) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
      [
        newId(),
        since,
        reconciled.payments,
        reconciled.refunds,
        reconciled.ledger,
        reconciled.provider,
        JSON.stringify(differences.map(storedDifference)),
        JSON.stringify(checks),
        entriesRead,
        JSON.stringify(books.others),
      ],
    );
  });
  if (differences.length > 0)
    services.log.error(
      { differences: differences.length },
      "ALARM: our books and the card provider's differ",
    );
  return done(reconciled);
}

type UnsettledMovement = Pick<Movement, "kind" | "id" | "paymentId">;

/** A movement that cannot be settled does not block the others; it stays a difference. */
async function settleMissed(services: Services, missed: readonly UnsettledMovement[]): Promise<void> {
  const settle = async ({ kind, id, paymentId }: UnsettledMovement) => {
    if (kind === "payment") await settlePayment(services, { sessionId: id, by: "poller" });
    else if (paymentId && kind === "refund") await settleRefunds(services, paymentId);
    else if (paymentId) await settleDisputes(services, paymentId);
  };
  for (const movement of missed)
    await settle(movement).catch((error: unknown) => {
      const { kind, id } = movement;
      services.log.error({ kind, id, error: String(error) }, "a missed movement could not be settled");
    });
}

/**
 * The movements of both sides since a moment; undefined when a list could not be read. Payments of sessions opened
 * before `since` are left out on our side. Refunds and disputes count by their own dates.
 */
async function readBothBooks(
  services: Services,
  since: Date,
): Promise<
  { ours: Movement[]; theirs: Movement[]; unreadable: UnsettledMovement[]; others: OtherRows } | undefined
> {
  const { cards } = services;
  // Rows written while the lists are being read wait for the next comparison.
  const until = await services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<{ now: Date }>("SELECT now() AS now");
    return rows[0]?.now ?? since;
  });
  const [sessions, refunds, disputes] = await Promise.all([
    cards.listSessionsSince(since),
    cards.listRefundsSince(since),
    cards.listDisputesSince(since),
  ]);
  if (sessions.kind === "unknown" || refunds.kind === "unknown" || disputes.kind === "unknown")
    return undefined;
  const paid = sessions.sessions.filter((session) => session.paymentStatus === "paid");
  const returnMovements = [
    ...refunds.refunds
      .filter(({ state }) => state === "refunded")
      .map((refund) => movementOf("refund", refund, -refund.amount)),
    ...disputes.disputes
      .filter(({ state }) => state !== "won")
      .map((dispute) => movementOf("dispute", dispute, -dispute.amount)),
  ];
  const notRead = [
    ...[...sessions.unreadable, ...sessions.foreign].map((row) => ({ ...row, of: "payment" as const })),
    ...[...refunds.unreadable, ...refunds.foreign].map((row) => ({ ...row, of: "refund" as const })),
    ...[...disputes.unreadable, ...disputes.foreign].map((row) => ({ ...row, of: "dispute" as const })),
  ];
  const [ownPaymentIds, ownPageIds] = await Promise.all([
    ownPayments(services, [...returnMovements, ...notRead], sessions.sessions),
    ownPages(services, sessions.foreign),
  ]);
  const isOwn = ({ paymentId }: { paymentId: string | null }) =>
    paymentId !== null && ownPaymentIds.has(paymentId);
  // what is ours by our own books is ours in any currency
  const isOurs = (row: (typeof notRead)[number]) =>
    row.of === "payment" ? row.kind === "unreadable" || ownPageIds.has(row.id) : isOwn(row);
  const unreadable = notRead.filter(isOurs).map(({ of, id, paymentId }) => ({ kind: of, id, paymentId }));
  const theirs: Movement[] = [
    ...paid.map(
      (session): Movement => ({
        kind: "payment",
        id: session.id,
        paymentId: session.paymentId,
        orderId: session.clientReferenceId,
        amount: session.amountTotal,
        at: session.createdAt.toISOString(),
      }),
    ),
    ...returnMovements.filter(isOwn),
  ];
  const foreign = foreignMoney([
    ...notRead.filter((row) => !isOurs(row)),
    ...returnMovements
      .filter((row) => !isOwn(row))
      .map(({ id, amount }) => ({ id, amount, currency: "ron" })),
  ]);
  const unreadableKeys = new Set(unreadable.map(keyOf));
  const ours = await ourMovements(services, since, until, theirs);
  return {
    ours: ours.filter((row) => !unreadableKeys.has(keyOf(row))),
    theirs,
    unreadable,
    others: { foreign, unreadable: unreadable.map(({ kind, id }) => ({ kind, id })) },
  };
}

type Foreign = Pick<ForeignRow, "id" | "amount" | "currency">;

/** Money of other products, grouped by currency. Objects that moved no money are left out. */
function foreignMoney(rows: readonly Foreign[]): OtherRows["foreign"] {
  const rowsByCurrency = Map.groupBy(rows, ({ amount, currency }) => (amount ? currency : null));
  return [...rowsByCurrency].flatMap(([currency, rowsOfCurrency]) =>
    currency === null
      ? []
      : {
          currency,
          count: rowsOfCurrency.length,
          ids: rowsOfCurrency.slice(0, idsShown).map(({ id }) => id),
          amount: rowsOfCurrency.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
        },
  );
}

/** The payments of these refunds and disputes that are ours: in our books, or on card pages that our books lost. */
async function ownPayments(
  services: Services,
  rows: readonly { paymentId: string | null }[],
  pages: readonly { paymentId: string | null }[],
): Promise<ReadonlySet<string | null>> {
  const booked = await services.database.withDuty("settle", (sql) =>
    sql.query<{ id: string }>(
      "SELECT payment_intent_id AS id FROM payments WHERE payment_intent_id = ANY($1::text[])",
      [rows.map(({ paymentId }) => paymentId)],
    ),
  );
  return new Set([...booked.rows.map(({ id }) => id), ...pages.map(({ paymentId }) => paymentId)]);
}

/** Those of these card pages that we opened. */
async function ownPages(
  services: Services,
  pages: readonly { id: string }[],
): Promise<ReadonlySet<string | null>> {
  const opened = await services.database.withDuty("settle", (sql) =>
    sql.query<{ id: string | null }>(
      "SELECT session_id AS id FROM checkout_attempts WHERE session_id = ANY($1::text[])",
      [pages.map(({ id }) => id)],
    ),
  );
  return new Set(opened.rows.map(({ id }) => id));
}

/** Stored comparisons, new and old, name the payment's id `paymentIntentId`. */
function storedDifference({ paymentId, ...difference }: Difference) {
  return { ...difference, paymentIntentId: paymentId };
}

function movementOf(
  kind: "refund" | "dispute",
  row: { id: string; paymentId: string | null; createdAt: Date },
  amount: number,
): Movement {
  const { id, paymentId, createdAt } = row;
  return { kind, id, paymentId, orderId: null, amount, at: createdAt.toISOString() };
}

/** Our side: the ledger's bookings (account `clearing`) for their movements, and all from `since` to `until`. */
async function ourMovements(
  services: Services,
  since: Date,
  until: Date,
  theirs: readonly Movement[],
): Promise<Movement[]> {
  return services.database.withDuty("settle", async (sql) => {
    const { rows } = await sql.query<Omit<Movement, "at"> & { at: Date }>(
      `WITH booked AS (
         SELECT source, split_part(source_id, ':', 1) AS id, order_id, sum(amount)::float8 AS amount, min(at) AS at
         FROM ledger_entries WHERE account = 'clearing' GROUP BY 1, 2, 3)
       SELECT b.source AS kind, b.id, b.order_id AS "orderId", b.amount, b.at,
         CASE b.source WHEN 'payment' THEN (SELECT payment_intent_id FROM payments WHERE session_id = b.id)
           WHEN 'refund' THEN (SELECT p.payment_intent_id FROM refunds r JOIN payments p ON p.session_id = r.session_id WHERE r.provider_refund_id = b.id)
           ELSE (SELECT p.payment_intent_id FROM disputes d JOIN payments p ON p.session_id = d.session_id WHERE d.id = b.id) END AS "paymentId"
       FROM booked b
       WHERE b.id = ANY($3::text[]) OR (b.at BETWEEN $1 AND $2
         AND NOT (b.source = 'payment' AND EXISTS (SELECT FROM checkout_attempts c WHERE c.session_id = b.id AND c.created_at < $1::timestamptz + make_interval(secs => $4))))`,
      [since, until, theirs.map(({ id }) => id), durations.reconciledEdge],
    );
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  });
}

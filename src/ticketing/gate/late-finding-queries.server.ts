import type { Sql } from "#platform/database/sql.ts";
import { decideAdmission, type TicketAtGate, type Verdict } from "./admission.ts";
import type { LockedTicket } from "./admission-store.server.ts";
import type { RowFinding } from "./door-words.ts";
import type { GateRow } from "./gate-row-form.ts";
import { isWrittenAfter } from "./row-moment-queries.server.ts";

const lateFindings: Record<Verdict, RowFinding | null> = {
  void: "void",
  cancelled: "cancelled",
  given_back: "given_back",
  replaced: "replaced",
  suspended: "suspended",
  admitted: null,
  used: null,
  elsewhere: null,
  past_hour: null,
  early: null,
  late: null,
  other_gate: null,
  invalid: null,
};

type Scanned = {
  readonly row: GateRow;
  /** When the phone's night was cancelled; null for one that is on. */
  readonly nightOffAt: Date | null;
  /** The version in the scanned code; null for a typed one. */
  readonly secretVersion: number | null;
};

/**
 * The finding about an entry that a phone wrote: the verdict of a scan by the facts of that moment, whatever the time
 * and the entries left. Of an older code nobody knows when it was replaced.
 */
export async function findLateFinding(
  sql: Sql,
  ticket: LockedTicket,
  { row, nightOffAt, secretVersion }: Scanned,
): Promise<RowFinding | null> {
  const ticketThen: TicketAtGate = {
    ...ticket,
    ...(await moneyThen(sql, ticket, row)),
    isCancelled: await isWrittenAfter(sql, row, nightOffAt),
    isShareReturned: await isWrittenAfter(sql, row, ticket.shareReturnedAt),
    entriesRemaining: 1,
  };
  const scanFacts = { when: "now", entries: 1, otherGate: null } as const;
  return lateFindings[decideAdmission(ticketThen, { eventId: ticket.eventId, secretVersion, ...scanFacts })];
}

/** The ticket was good before its order's first refund or dispute. Without one, nobody knows when it ended. */
async function moneyThen(
  sql: Sql,
  { orderId, status, suspended }: LockedTicket,
  row: GateRow,
): Promise<Pick<TicketAtGate, "status" | "suspended">> {
  if (status === "paid" && suspended === null) return { status, suspended };
  const { rows } = await sql.query<{ at: Date | null }>(
    "SELECT least((SELECT min(created_at) FROM refunds WHERE order_id = $1), (SELECT min(opened_at) FROM disputes WHERE order_id = $1)) AS at",
    [orderId],
  );
  const since = rows[0]?.at ?? null;
  const wasGood = since !== null && !(await isWrittenAfter(sql, row, since));
  return wasGood ? { status: "paid", suspended: null } : { status, suspended };
}

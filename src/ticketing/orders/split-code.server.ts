import { isUuid, newId } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { findAwayPhone } from "#ticketing/events/away-phone-queries.server.ts";
import { olderBuildRuns } from "#ticketing/events/older-build-queries.server.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { limits } from "#ticketing/limits.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockOrder } from "./order-store.server.ts";
import { isRefundUnderWay } from "./refunds/refund-queries.server.ts";
import { splitSeat } from "./split-seat.ts";
import { familyOfLabel, ticketCodes } from "./ticket-label.ts";
import { type LockedNight, lockNightsOfSeat, seatOfPurchase } from "./transfers/transfer-store.server.ts";

export type SplitRequest = { readonly actor: Actor; readonly purchaseId: string };

export type SplitRefusal =
  /** The ticket does not exist or is somebody else's. */
  | { readonly reason: "not_found" }
  /** The ticket is refunded, cancelled or suspended, or a refund of its order is under way. */
  | { readonly reason: "not_valid" }
  /** The ticket is for one person already, perhaps because it was split a moment ago. */
  | { readonly reason: "single" }
  /** Somebody has entered on it. */
  | { readonly reason: "used" }
  | { readonly reason: "over" }
  /** A phone of a strict gate is away; it may be letting people in with the old code, and does not know the new ones. */
  | { readonly reason: "phone_away" }
  /**
   * The ticket is for more people than an order may have now; orders from before that limit can have such tickets.
   */
  | { readonly reason: "too_many" }
  /** A build from before order lines still runs: it would refund a part of each ticket. */
  | { readonly reason: "older_build_runs" };

/**
 * Splits a ticket for several people into one for each, on every night of a pass. The old label and QR stop working:
 * the first person's row gets a new label and secret, the others get new rows. Prices, shares and stock stay. Allowed
 * for the order's buyer and for the team, while nobody has entered. An email brings the new tickets.
 */
export async function splitCode(
  services: Services,
  { actor, purchaseId }: SplitRequest,
): Promise<Outcome<{ codes: number }, SplitRefusal>> {
  if (!isUuid(purchaseId)) return refused({ reason: "not_found" });
  const split = await services.database.withDuty("settle", async (sql) => {
    const seat = await seatOfPurchase(sql, purchaseId);
    const order = seat && (await lockOrder(sql, seat.orderId));
    if (!order) return refused({ reason: "not_found" });
    const nights = await lockNightsOfSeat(sql, seat);
    const isOwn = order.userId === actor.userId && nights.every(({ userId }) => userId === actor.userId);
    if (!(isOwn ? mayDo(actor, "split-code") : await mayStillDo(sql, actor, "split-any-code")))
      return refused({ reason: "not_found" });
    // A refund under way names its seats by id, and a split changes those ids.
    const isUnderWay = await isRefundUnderWay(sql, order.id);
    const reason = isUnderWay ? "not_valid" : reasonAgainstSplit(nights);
    if (reason) return refused({ reason });
    for (const { eventId } of nights)
      if (await findAwayPhone(sql, eventId)) return refused({ reason: "phone_away" });
    if (await olderBuildRuns(sql)) return refused({ reason: "older_build_runs" });
    const codes = await writePeople(sql, nights);
    const journalActor = { userId: actor.userId, role: isOwn ? "customer" : actor.role };
    await recordChange(sql, journalActor, {
      subjectKind: "order",
      subjectId: order.id,
      what: "code_split",
      after: { purchaseId, codes },
    });
    await tellHolder(sql, order.id, nights);
    await faultPoint("split.written");
    return done({ codes });
  });
  if (split.ok) await faultPoint("split.committed");
  return split;
}

function reasonAgainstSplit(nights: readonly LockedNight[]): SplitRefusal["reason"] | undefined {
  const places = nights[0]?.places ?? 0;
  if (nights.some(({ status, suspended }) => status !== "paid" || suspended !== null)) return "not_valid";
  if (places <= 1) return "single";
  if (nights.some(({ entriesRemaining }) => entriesRemaining !== places)) return "used";
  if (nights.every(({ isOver }) => isOver)) return "over";
  return places > limits.peoplePerOrder ? "too_many" : undefined;
}

/** Writes a row for each person and night; returns the number of people. */
async function writePeople(sql: Sql, nights: readonly LockedNight[]): Promise<number> {
  const people = splitSeat(nights);
  const seats = (people[0] ?? []).map(() => ({
    id: newId(),
    labels: ticketCodes(familyOfLabel(nights[0]?.label ?? ""), nights.length),
  }));
  const codes = nights.flatMap((night, at) =>
    (people[at] ?? []).map((code, seat) => ({
      ...code,
      from: night.id,
      id: seat === 0 ? night.id : newId(),
      seatId: seats[seat]?.id,
      label: seats[seat]?.labels[at],
    })),
  );
  await sql.query({
    name: "split-code",
    text: `WITH n AS (
             SELECT * FROM jsonb_to_recordset($1::jsonb)
               AS n("from" uuid, id uuid, "seatId" uuid, label text, "seatNo" int, "unitNo" int, quantity int, units int, price bigint, share bigint)),
           first AS (
             UPDATE ticket_purchases p SET bundle_id = n."seatId", unit_no = n."unitNo", quantity = n.quantity, units = n.units, places = 1, total_price = n.price, share = n.share,
               ticket_code = n.label, entries_total = 1, entries_remaining = 1, secret_version = p.secret_version + 1
             FROM n WHERE n.id = p.id)
           INSERT INTO ticket_purchases (id, order_id, user_id, event_id, ticket_type_id, line_no, seat_no, unit_no, bundle_id, quantity, units, places, total_price, share,
             ticket_code, purchase_date, email_sent, stripe_price_id, status, entries_total, entries_remaining, holder_name, checkout_session_id, is_test, share_returned_at, secret_version)
           SELECT n.id, p.order_id, p.user_id, p.event_id, p.ticket_type_id, p.line_no, n."seatNo", n."unitNo", n."seatId", n.quantity, n.units, 1, n.price, n.share,
             n.label, p.purchase_date, p.email_sent, p.stripe_price_id, p.status, 1, 1, p.holder_name, p.checkout_session_id, p.is_test, p.share_returned_at, p.secret_version + 1
           FROM n JOIN ticket_purchases p ON p.id = n."from" WHERE n.id <> n."from"`,
    values: [JSON.stringify(codes)],
  });
  return seats.length;
}

async function tellHolder(sql: Sql, orderId: string, [first]: readonly LockedNight[]): Promise<void> {
  if (!first?.email) return;
  await enqueueLetter(sql, {
    kind: familyOfLabel(first.label) === "ordinary" ? "ticket_confirmation" : "season_pass_confirmation",
    dedupeKey: `split:${newId()}`,
    recipient: first.email,
    userId: first.userId,
    orderId,
    purchaseId: first.id,
    variables: { split: true },
  });
}

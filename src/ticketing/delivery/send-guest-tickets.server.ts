import { setTimeout as pause } from "node:timers/promises";
import type { Uuid } from "#kernel/id.ts";
import { newId } from "#kernel/id.ts";
import { noteCost } from "#kernel/request-cost.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import {
  budgetsOfNetworks,
  countInHour,
  secondsUntilFree,
} from "#platform/identity/limits/hourly-budget.server.ts";
import { mayReachMailbox, maySendOfKind } from "#platform/identity/limits/mailbox-budget.server.ts";
import type { Services } from "#platform/services.ts";
import { journalSql } from "#ticketing/journal/record-change.server.ts";
import { enqueueLetters } from "#ticketing/letters/enqueue-letter.server.ts";
import { durations, limits } from "#ticketing/limits.ts";
import { belongsToMailbox, isPaidInSql } from "#ticketing/people/person-queries.server.ts";

/** The answer takes at least so many milliseconds, for an unknown address and for one with many orders. */
const answersAfter = 400;

export type LostTickets = {
  /** The canonical address. */
  readonly email: string;
  /** The network address that the request came from. */
  readonly address: string;
};

/**
 * Sends an address the tickets that guests with this address hold for coming nights, one email for each order; once a
 * minute, `limits.lettersPerAddressAndHour` times an hour, and ten times a day. Letters of tickets that nobody with the address paid for
 * are ten a day together, unless the address is proven. The answer is
 * always the same and comes after at least 400 ms, so nobody can see whether anything was sent. It is the email sent
 * after paying, with nothing that the sender typed.
 */
export async function sendGuestTickets(
  services: Pick<Services, "database">,
  request: LostTickets,
): Promise<void> {
  await Promise.all([pause(answersAfter), sendWithinLimits(services, request)]);
}

async function sendWithinLimits(
  { database }: Pick<Services, "database">,
  { email, address }: LostTickets,
): Promise<void> {
  const { perNetworkAndHour, orders } = limits.guestTicketsAgain;
  const { identity } = database;
  noteCost();
  await database.withDuty("deliver", async (sql) => {
    const heldTickets = await listHeldByGuests(sql, email, orders);
    const to = { email, isFound: heldTickets.length > 0 };
    const networks = budgetsOfNetworks("guest-tickets-network", { address, most: perNetworkAndHour });
    // a network that has had enough takes nothing from the mailbox
    if (to.isFound && (await secondsUntilFree(identity, networks)) > 0) return;
    if (!(await maySendOfKind(identity, "guest-tickets", to)) || !to.isFound) return;
    // counted only for addresses that have tickets, so that invented ones keep nothing from others of the network
    if (!(await countInHour(identity, networks))) return;
    const sent = heldTickets.filter(({ isOwed }) => isOwed);
    if (sent.length > 0 && !(await mayReachMailbox(identity, to, "tickets"))) sent.length = 0;
    for (const ticket of heldTickets.filter(({ isOwed }) => !isOwed))
      if (await mayReachMailbox(identity, to, "unpaid")) sent.push(ticket);
    await recordSent(sql, sent);
    await enqueueLetters(
      sql,
      sent.map(({ family, isOwed: _, ...letterFields }) => ({
        kind: family === "ordinary" ? "ticket_confirmation" : "season_pass_confirmation",
        dedupeKey: `lost:${newId()}`,
        ...letterFields,
      })),
    );
  });
}

type HeldTicket = {
  readonly orderId: Uuid;
  readonly userId: Uuid;
  readonly purchaseId: Uuid;
  readonly recipient: string;
  readonly family: string;
  /** The address is proven, or the guest paid money for it: a person who received it may never have heard of us. */
  readonly isOwed: boolean;
};

/** Valid tickets for coming nights that guests with this address hold, without orders whose email is on its way. */
async function listHeldByGuests(sql: Sql, email: string, most: number): Promise<HeldTicket[]> {
  const { rows } = await sql.query<HeldTicket>({
    name: "held-by-guests",
    text: `WITH held AS (
             SELECT DISTINCT ON (p.order_id, g.id) p.order_id AS "orderId", g.id AS "userId", p.id AS "purchaseId",
               g.contact AS recipient, o.family, e.starts_at,
               g.contact_proven_at IS NOT NULL OR (o.user_id = g.id AND ${isPaidInSql("o")}) AS "isOwed"
             FROM profiles g JOIN ticket_purchases p ON p.user_id = g.id JOIN orders o ON o.id = p.order_id JOIN events e ON e.id = p.event_id
             WHERE ${belongsToMailbox("g", "mailbox_key($1::text)")} AND g.is_guest AND g.contact_email = $1
               AND p.status = 'paid' AND p.suspended IS NULL AND p.share_returned_at IS NULL AND e.cancelled_at IS NULL
               AND e.starts_at > now() - make_interval(secs => $2)
               AND NOT EXISTS (SELECT FROM letters l WHERE l.order_id = p.order_id AND l.user_id = g.id AND l.state IN ('queued', 'inflight')
                 AND l.kind IN ('ticket_confirmation', 'season_pass_confirmation'))
             ORDER BY p.order_id, g.id, e.starts_at, p.line_no, p.seat_no)
           SELECT "orderId", "userId", "purchaseId", recipient, family, "isOwed" FROM held
           ORDER BY "isOwed" DESC, starts_at, "orderId", "userId" LIMIT $3`,
    values: [email, durations.ticketAfterBeginning, most],
  });
  return rows;
}

async function recordSent(sql: Sql, sent: readonly HeldTicket[]): Promise<void> {
  await sql.query({
    name: "record-tickets-sent-to-guest",
    text: journalSql(
      `NULL, 'system', 'order', id, 'tickets_resent', NULL, NULL`,
      "FROM (SELECT DISTINCT unnest($1::uuid[])) AS sent (id)",
    ),
    values: [sent.map(({ orderId }) => orderId)],
  });
}

import type { Role } from "#ticketing/people/roles.ts";
import { daySeconds, type UnpaidHold } from "./hoarding.ts";
import type { KnownOfCustomer, KnownOrder } from "./hold.ts";
import { unpaidStates } from "./order-state.ts";

/**
 * Whose the sessions are, and a lock on each of their mailboxes: two batches never count one mailbox's holds at the same
 * moment, and what the first one takes is there when the second one reads. Taken after the counters and in the order of
 * the keys, so that no two batches wait for each other. What it finds is left for the statement after it, which sees
 * what was committed before the locks were had, and need not look for it again.
 */
export const lockMailboxes = {
  name: "hold-mailboxes",
  text: `WITH who AS MATERIALIZED (
           SELECT u.n, s.user_id, p.role, coalesce(p.mailbox, hashtextextended(s.user_id::text, 25)) AS mailbox
           FROM unnest($1::text[]) WITH ORDINALITY AS u(token, n)
           LEFT JOIN LATERAL (SELECT user_id FROM identity.session WHERE token = u.token AND expires_at > now() OFFSET 0) s ON true
           LEFT JOIN LATERAL (SELECT role, mailbox_key(email::text) AS mailbox FROM profiles WHERE id = s.user_id OFFSET 0) p ON true),
         locked AS MATERIALIZED (
           SELECT pg_advisory_xact_lock(mailbox) FROM (SELECT DISTINCT mailbox FROM who WHERE mailbox IS NOT NULL ORDER BY mailbox) m)
         SELECT (SELECT count(*) FROM locked), set_config('hold.users', array_agg(user_id ORDER BY n)::text, true),
           set_config('hold.roles', array_agg(role ORDER BY n)::text, true), set_config('hold.mailboxes', array_agg(mailbox ORDER BY n)::text, true) FROM who`,
};

// every look-up of orders is a subquery that only its index can serve, however wrong the statistics are
export const readCustomers = {
  name: "hold-customers",
  text: `SELECT r.n, r.user_id, r.role, r.mailbox,
           (SELECT ${orderFacts("o")} FROM orders o WHERE o.user_id = r.user_id AND o.scope_id = r.scope
              AND o.state IN ('held', 'checkout_open', 'payment_pending')) AS open_order,
           CASE WHEN r.key IS NULL THEN NULL ELSE
             (SELECT ${orderFacts("k")} FROM orders k WHERE k.user_id = r.user_id AND k.request_key = r.key) END AS keyed_order,
           (SELECT coalesce(json_agg(json_build_object('orderId', h.id, 'places', h.quantity * h.entries,
                'startsIn', extract(epoch FROM h.created_at - now())::float8,
                'endsIn', extract(epoch FROM coalesce(h.ended_at, greatest(h.hold_expires_at, now() + interval '1 minute')) - now())::float8)), '[]')
              FROM orders h WHERE h.user_id = ANY(ARRAY(SELECT q.id FROM profiles q WHERE mailbox_key(q.email::text) = r.mailbox) || r.user_id)
                AND h.state IN (${unpaidStates.map((state) => `'${state}'`).join(", ")})
                AND coalesce(h.ended_at, 'infinity') > now() - make_interval(secs => ${daySeconds})) AS unpaid,
           CASE WHEN (SELECT EXISTS (SELECT FROM openings WHERE room_minutes IS NOT NULL AND ended_at IS NULL)) THEN
             ARRAY(SELECT w.event_id FROM room_places w JOIN openings o ON o.event_id = w.event_id WHERE w.user_id = r.user_id
                     AND w.event_id IN (SELECT l.event_id FROM event_tickets l WHERE l.ticket_id = r.type) AND w.number <= o.admitted_up_to)
             ELSE '{}' END AS let_into
         FROM (SELECT u.n, u.user_id, u.role, u.mailbox, u.key, u.type, CASE WHEN t.family = 'ordinary' THEN coalesce(u.event, (SELECT l.event_id FROM event_tickets l WHERE l.ticket_id = u.type LIMIT 1)) ELSE u.type END AS scope
               FROM unnest(current_setting('hold.users')::uuid[], current_setting('hold.roles')::text[], current_setting('hold.mailboxes')::bigint[], $1::uuid[], $2::uuid[], $3::text[])
                 WITH ORDINALITY AS u(user_id, role, mailbox, event, type, key, n)
               LEFT JOIN tickets t ON t.id = u.type WHERE u.user_id IS NOT NULL) r`,
};

function orderFacts(alias: string): string {
  return `json_build_object('id', ${alias}.id, 'ticketTypeId', ${alias}.ticket_type_id, 'eventIds', ${alias}.event_ids, 'quantity', ${alias}.quantity, 'state', ${alias}.state, 'scopeId', ${alias}.scope_id, 'isInLine', ${alias}.line_at IS NOT NULL AND ${alias}.state = 'held')`;
}

export type CustomerRow = {
  n: string;
  user_id: string;
  role: Role;
  mailbox: string;
  open_order: KnownOrder | null;
  keyed_order: KnownOrder | null;
  unpaid: UnpaidHold[];
  let_into: string[];
};

export function knownOf(row: CustomerRow): KnownOfCustomer {
  return {
    role: row.role,
    openOrder: row.open_order,
    keyedOrder: row.keyed_order,
    mailbox: row.mailbox,
    unpaid: row.unpaid,
    letInto: row.let_into,
  };
}

import { isCompleteInSql } from "#platform/identity/sessions/session-life.ts";
import { guestsMayBuy } from "#ticketing/content/site-content.ts";
import { unpaidStates } from "#ticketing/orders/order-state.ts";
import { takesOfOrder, weightOfOrder } from "#ticketing/orders/order-takes.ts";
import { belongsToMailbox } from "#ticketing/people/person-queries.server.ts";
import { heldByNetwork } from "./guest-tries-queries.server.ts";
import type { CustomerFacts } from "./hold-request.ts";

/**
 * Finds the persons of the sessions and locks their mailboxes, and the networks of guests, so that two batches never
 * count the holds of one at the same time. Locks come after the counters' and in the order of the keys, against deadlocks. The next
 * statement uses the result and sees everything committed before the locks were granted, also that a person was erased.
 */
export const lockMailboxes = {
  // A session is nobody's while a second factor is missing, or if it is a guest's and guests may not buy. Only a
  // proven address has a mailbox. Everybody else is counted alone, so a stranger never counts against the owner of an
  // address.
  name: "hold-mailboxes",
  text: `WITH who AS MATERIALIZED (
           SELECT u.n, u.network, u.wider, s.user_id, p.role, p.is_guest, CASE WHEN i.email_verified OR p.contact_proven_at IS NOT NULL THEN p.mailbox END AS mailbox
           FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS u(token, network, wider, n)
           LEFT JOIN LATERAL (SELECT user_id FROM identity.session s WHERE token = u.token AND expires_at > now() AND ${isCompleteInSql}
             UNION ALL SELECT user_id FROM guest_sessions WHERE token = u.token AND expires_at > now() AND ${guestsMayBuy} OFFSET 0) s ON true
           LEFT JOIN LATERAL (SELECT role, mailbox_key(contact::text) AS mailbox, is_guest, contact_proven_at FROM profiles WHERE id = s.user_id OFFSET 0) p ON true
           LEFT JOIN LATERAL (SELECT email_verified FROM identity."user" WHERE id = s.user_id OFFSET 0) i ON true),
         locked AS MATERIALIZED (
           SELECT pg_advisory_xact_lock(key) FROM (SELECT DISTINCT coalesce(mailbox, hashtextextended(user_id::text, 25)) AS key FROM who WHERE user_id IS NOT NULL ORDER BY key) m),
         locked_networks AS MATERIALIZED (
           SELECT pg_advisory_xact_lock(hashtextextended('guests of ' || network, 0)) FROM (SELECT DISTINCT v.network FROM who CROSS JOIN LATERAL (VALUES (network), (wider)) AS v(network)
             WHERE is_guest AND v.network IS NOT NULL AND (SELECT count(*) FROM locked) > 0 ORDER BY v.network) n)
         SELECT (SELECT count(*) FROM locked), (SELECT count(*) FROM locked_networks), set_config('hold.users', array_agg(user_id ORDER BY n)::text, true),
           set_config('hold.roles', array_agg(role ORDER BY n)::text, true), set_config('hold.guests', array_agg(is_guest ORDER BY n)::text, true), set_config('hold.mailboxes', array_agg(mailbox ORDER BY n)::text, true) FROM who`,
};

const holdFacts = `json_build_object('orderId', h.id, 'places', ${weightOfOrder("h")}, 'startsIn', extract(epoch FROM h.created_at - now())::float8,
  'endsIn', extract(epoch FROM coalesce(h.ended_at, greatest(h.hold_expires_at, now() + make_interval(secs => $4))) - now())::float8)`;
const isUnpaid = `h.state IN (${unpaidStates.map((state) => `'${state}'`).join(", ")})
  AND coalesce(h.ended_at, 'infinity') > now() - make_interval(secs => $5)`;
const orderFacts = `json_build_object('id', o.id, 'eventIds', o.event_ids, 'state', o.state, 'scopeId', o.scope_id, 'total', o.total, 'isQueued', o.line_at IS NOT NULL AND o.state = 'held', 'weight', ${weightOfOrder("o")},
  'takes', ${takesOfOrder},
  'lines', (SELECT json_agg(json_build_object('ticketTypeId', l.ticket_type_id, 'quantity', l.quantity) ORDER BY l.no) FROM order_lines l WHERE l.order_id = o.id))`;

// Every look-up of orders is a subquery that only one index can serve, even with wrong statistics.
export const readCustomers = {
  name: "hold-customers",
  text: `WITH r AS MATERIALIZED (
             SELECT u.n, u.user_id, u.role, u.is_guest, u.mailbox, u.key, u.type, u.network, u.wider, CASE WHEN t.family = 'ordinary' THEN coalesce(u.event, (SELECT l.event_id FROM event_tickets l JOIN events e ON e.id = l.event_id WHERE l.ticket_id = u.type LIMIT 1)) ELSE u.type END AS scope
               FROM unnest(current_setting('hold.users')::uuid[], current_setting('hold.roles')::text[], current_setting('hold.guests')::boolean[], current_setting('hold.mailboxes')::bigint[], $1::uuid[], $2::uuid[], $3::text[], $7::text[], $9::text[])
                 WITH ORDINALITY AS u(user_id, role, is_guest, mailbox, event, type, key, network, wider, n)
               LEFT JOIN tickets t ON t.id = u.type WHERE (SELECT contact FROM profiles WHERE id = u.user_id) IS NOT NULL),
           networks AS MATERIALIZED (
             SELECT network, ${heldByNetwork("n.network", "make_interval(secs => $8)")} AS held
             FROM (SELECT DISTINCT v.network FROM r CROSS JOIN LATERAL (VALUES (r.network), (r.wider)) AS v(network) WHERE is_guest AND v.network IS NOT NULL) n)
         SELECT r.n, r.user_id AS "userId", r.role, r.is_guest AS "isGuest", r.mailbox,
           (SELECT ${orderFacts} FROM orders o WHERE o.user_id = r.user_id AND o.scope_id = r.scope
              AND o.state IN ('held', 'checkout_open', 'payment_pending')) AS "openOrder",
           CASE WHEN r.key IS NULL THEN NULL ELSE
             (SELECT ${orderFacts} FROM orders o WHERE o.user_id = r.user_id AND o.request_key = r.key) END AS "keyedOrder",
           (SELECT ${orderFacts} FROM orders o WHERE o.user_id = r.user_id AND o.scope_id = r.scope AND o.state = 'paid' AND o.total = 0
              AND o.paid_at > now() - make_interval(secs => $6) ORDER BY o.id DESC LIMIT 1) AS "freeOrder",
           (SELECT coalesce(json_agg(hold), '[]') FROM (
              SELECT ${holdFacts} AS hold FROM orders h WHERE h.user_id = r.user_id AND ${isUnpaid}
              UNION ALL SELECT ${holdFacts} FROM orders h WHERE h.mailbox_key = r.mailbox AND h.user_id <> r.user_id AND ${isUnpaid}) u) AS unpaid,
           CASE WHEN r.is_guest THEN (SELECT coalesce(json_object_agg(b.of, b.n), '{}') FROM (SELECT of, sum(l.quantity)::int AS n
             FROM (SELECT p.id FROM profiles p WHERE ${belongsToMailbox("p", "(SELECT mailbox_key(contact::text) FROM profiles WHERE id = r.user_id)")} AND p.is_guest OFFSET 0) g
             JOIN LATERAL (SELECT id, event_ids FROM orders WHERE user_id = g.id AND stake = 'sold' OFFSET 0) o ON true
             JOIN order_lines l ON l.order_id = o.id
             CROSS JOIN LATERAL unnest(CASE WHEN l.entries > 0 THEN o.event_ids ELSE ARRAY[l.ticket_type_id] END) AS of GROUP BY of) b) ELSE '{}' END AS bought,
           CASE WHEN r.is_guest THEN (SELECT json_agg(held || jsonb_build_object('network', network, 'isOwn', EXISTS (
               SELECT FROM guest_tries t WHERE t.user_id = r.user_id AND t.network = networks.network AND at > now() - make_interval(secs => $8))) ORDER BY network = r.wider)
             FROM networks WHERE network IN (r.network, r.wider)) ELSE '[]' END AS networks,
           CASE WHEN (SELECT EXISTS (SELECT FROM openings WHERE room_minutes IS NOT NULL AND ended_at IS NULL)) THEN
             ARRAY(SELECT w.event_id FROM room_places w JOIN openings o ON o.event_id = w.event_id WHERE w.user_id = r.user_id
                     AND w.event_id IN (SELECT l.event_id FROM event_tickets l WHERE l.ticket_id = r.type) AND w.number <= o.admitted_up_to)
             ELSE '{}' END AS "letInto"
         FROM r`,
};

export type CustomerRow = CustomerFacts & { readonly n: string; readonly userId: string };

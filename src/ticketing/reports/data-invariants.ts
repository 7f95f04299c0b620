import { hasCorrectInstants } from "#ticketing/events/night-time.ts";
import { durations, limits } from "#ticketing/limits.ts";
import { orderStates } from "#ticketing/orders/order-state.ts";
import { takeIds, takeNs } from "#ticketing/orders/order-takes.ts";
import { guestHoldsOfEvent, takenByList } from "#ticketing/stock/stock.ts";
import { doorInvariants } from "./door-invariants.ts";
import type { Invariant } from "./invariant.ts";
import { allTotals, plainSales, shownTotals } from "./plain-sales.ts";

const states = orderStates.map((state) => `'${state}'`).join(", ");

/** The journal's states of orders; each row also has the states before and after it. */
const steps = `SELECT subject_id AS order_id, id, what AS became, before #>> '{}' AS was,
    lag(what) OVER (PARTITION BY subject_id ORDER BY id) AS was_before,
    lead(what) OVER (PARTITION BY subject_id ORDER BY id) AS then_became
  FROM journal WHERE subject_kind = 'order' AND what IN (${states})`;

const financial = `'orders', 'order_lines', 'checkout_attempts', 'payments', 'refunds', 'disputes', 'reconciliations', 'balance_entries', 'payouts', 'ledger_entries', 'ticket_purchases', 'admissions', 'gate_log', 'journal'`;
const appendOnly = `'order_lines', 'payments', 'reconciliations', 'ledger_entries', 'admissions', 'gate_log', 'journal'`;

/** SQL: whether the tickets of order `o` were given away, with a reason. Only so are there tickets without money. */
const granted = `EXISTS (SELECT FROM journal g WHERE g.subject_id = o.id AND g.subject_kind = 'order' AND g.what = 'granted' AND g.actor_id IS NOT NULL)`;

/** Conditions that the rows meet at every commit. The duty "settle" has enough rights to read them. */
export const dataInvariants: readonly Invariant[] = [
  {
    id: "I1",
    promise: "No counter goes below zero or beyond its capacity",
    sql: `SELECT id, kind, capacity, held, sold FROM stock_counters WHERE held < 0 OR sold < 0 OR held::bigint + sold > capacity`,
  },
  {
    id: "I2",
    promise: "Counters equal the holds and tickets that they count",
    sql: `WITH held AS (SELECT t.id, sum(t.n) AS n FROM orders o CROSS JOIN unnest(${takeIds}, ${takeNs}) AS t(id, n) WHERE o.stake = 'held' GROUP BY t.id),
            sold AS (SELECT id, sum(n) AS n FROM (
              SELECT ticket_type_id AS id, units AS n FROM ticket_purchases WHERE status = 'paid'
              UNION ALL SELECT event_id, places FROM ticket_purchases WHERE status = 'paid'
              UNION ALL SELECT list_id, places FROM listed_guests WHERE removed_at IS NULL
              UNION ALL SELECT l.event_id, ${takenByList} FROM guest_lists l JOIN stock_counters k ON k.id = l.id
              UNION ALL SELECT l.pool_id, p.places FROM ticket_purchases p JOIN order_lines l ON l.order_id = p.order_id AND l.no = p.line_no WHERE p.status = 'paid' AND l.pool_id IS NOT NULL
              UNION ALL SELECT d.ticket_type_id, d.quantity FROM door_shares d
              UNION ALL SELECT t.id, d.quantity * d.entries FROM door_shares d CROSS JOIN unnest(ARRAY[d.event_id, d.pool_id]) AS t(id) WHERE t.id IS NOT NULL AND d.quantity * d.entries > 0
              -- a phase keeps what went back, and a code but for the uses that were given back
              UNION ALL SELECT l.phase_id, l.quantity FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE o.paid_at IS NOT NULL AND l.phase_id IS NOT NULL
              UNION ALL SELECT l.voucher_id, l.quantity - (SELECT coalesce(sum(tickets), 0) FROM voucher_returns r WHERE r.order_id = l.order_id AND r.line_no = l.no)
              FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE o.paid_at IS NOT NULL AND l.voucher_id IS NOT NULL) s GROUP BY id)
          SELECT id, c.kind, c.held, coalesce(held.n, 0)::int AS held_by_orders, c.sold, coalesce(sold.n, 0)::int AS sold_by_tickets
          FROM stock_counters c FULL JOIN held USING (id) FULL JOIN sold USING (id)
          WHERE coalesce(c.held, 0) <> coalesce(held.n, 0) OR coalesce(c.sold, 0) <> coalesce(sold.n, 0)`,
  },
  {
    id: "I3",
    promise:
      "No stock is lost: ended orders gave their places back, and no hold exists a day after its expiry",
    sql: `SELECT o.id AS order_id, o.state, o.stake, 'ended, with valid tickets' AS why FROM orders o
          WHERE o.stake <> 'sold' AND EXISTS (SELECT FROM ticket_purchases p WHERE p.order_id = o.id AND p.status = 'paid')
          UNION ALL SELECT o.id, o.state, o.stake, 'held for longer than its time' FROM orders o
          WHERE o.stake = 'held' AND o.state IN ('held', 'checkout_open') AND o.hold_expires_at < now() - make_interval(secs => $1)`,
    values: [durations.unfinished],
  },
  {
    id: "I4",
    promise: "Everything that can be sold has its counter, of the right kind",
    sql: `SELECT s.id, s.kind, c.kind AS kind_of_counter
          FROM (SELECT id, 'places' AS kind FROM events UNION ALL SELECT ${guestHoldsOfEvent}, 'guest_holds' FROM events e JOIN stock_counters k ON k.id = e.id UNION ALL SELECT id, 'units' FROM tickets
            UNION ALL SELECT id, 'pool' FROM pools UNION ALL SELECT id, 'phase' FROM price_phases UNION ALL SELECT id, 'voucher' FROM vouchers UNION ALL SELECT id, 'guest_list' FROM guest_lists) s
          LEFT JOIN stock_counters c ON c.id = s.id WHERE c.kind IS DISTINCT FROM s.kind`,
  },
  {
    id: "I5",
    promise:
      "An order takes each line's quantity of its type and quantity x entries of each event, all or none",
    // units that were taken back from a code for several people are gone from it; an ended code keeps its units
    sql: `SELECT o.id AS order_id, l.n AS quantity, o.returned, sum(p.units)::int AS units
          FROM orders o JOIN ticket_purchases p ON p.order_id = o.id JOIN (SELECT order_id, sum(quantity)::int AS n FROM order_lines GROUP BY order_id) l ON l.order_id = o.id
          GROUP BY o.id, l.n HAVING sum(p.units) <> l.n - o.returned
          UNION ALL SELECT p.order_id, l.quantity, NULL, p.places FROM ticket_purchases p JOIN order_lines l ON l.order_id = p.order_id AND l.no = p.line_no
          WHERE p.entries_total <> CASE WHEN l.entries = 0 THEN p.units ELSE p.places END OR p.ticket_type_id <> l.ticket_type_id
            OR p.places > l.quantity * l.entries OR (p.unit_no IS NOT NULL AND p.places <> least(l.entries, 1))`,
  },
  {
    id: "I6",
    promise: "One fulfilment per order: a ticket for each event, one booked payment, one email",
    // If a night was linked later, an order has more tickets than events; those have no price and emails of their
    // own. A person without an address gets no email.
    sql: `SELECT o.id AS order_id, o.state, 'tickets do not match events' AS why FROM orders o
          WHERE o.stake = 'sold' AND (
            EXISTS (SELECT FROM unnest(o.event_ids) AS e WHERE NOT EXISTS (SELECT FROM ticket_purchases p WHERE p.order_id = o.id AND p.event_id = e AND p.status = 'paid'))
            OR EXISTS (SELECT FROM ticket_purchases p WHERE p.order_id = o.id AND p.event_id <> ALL (o.event_ids) AND (o.family = 'ordinary' OR p.units > 0 OR p.total_price > 0)))
          UNION ALL SELECT p.order_id, NULL, 'two codes of one seat for one event' FROM ticket_purchases p GROUP BY p.order_id, p.line_no, p.seat_no, p.event_id HAVING count(*) > 1
          UNION ALL SELECT l.order_id, NULL, 'more than one payment booked' FROM ledger_entries l WHERE l.source = 'payment' AND l.account = 'revenue' GROUP BY l.order_id HAVING count(*) > 1
          UNION ALL SELECT o.id, o.state, 'no letter' FROM orders o JOIN profiles b ON b.id = o.user_id
          WHERE o.stake = 'sold' AND b.contact IS NOT NULL
            AND EXISTS (SELECT FROM ticket_purchases p WHERE p.order_id = o.id AND p.event_id = ANY (o.event_ids) AND NOT p.email_sent)
            AND NOT EXISTS (SELECT FROM letters l WHERE l.dedupe_key = 'tickets:' || o.id)`,
  },
  {
    id: "I7",
    promise: "Money is conserved: bookings sum to zero, and orders, disputes and ledger agree",
    sql: `SELECT source || ' ' || source_id AS what, sum(amount)::text AS ledger, '0' AS rows FROM ledger_entries GROUP BY source, source_id HAVING sum(amount) <> 0
          UNION ALL
          SELECT 'order ' || o.id, coalesce(l.n, 0)::text, (coalesce(p.n, 0) - coalesce(r.n, 0) - coalesce(d.n, 0))::text FROM orders o
          LEFT JOIN (SELECT order_id, sum(amount) AS n FROM ledger_entries WHERE account = 'clearing' GROUP BY order_id) l ON l.order_id = o.id
          LEFT JOIN (SELECT order_id, sum(amount) AS n FROM payments GROUP BY order_id) p ON p.order_id = o.id
          LEFT JOIN (SELECT order_id, sum(amount) AS n FROM refunds WHERE state = 'succeeded' GROUP BY order_id) r ON r.order_id = o.id
          LEFT JOIN (SELECT order_id, sum(amount) AS n FROM disputes WHERE state <> 'won' GROUP BY order_id) d ON d.order_id = o.id
          WHERE coalesce(l.n, 0) <> coalesce(p.n, 0) - coalesce(r.n, 0) - coalesce(d.n, 0)
          -- a lost dispute took no more than its amount; what its payment had no more of stays on the account
          UNION ALL SELECT 'dispute ' || d.id, coalesce(sum(l.amount), 0)::text, CASE d.state WHEN 'open' THEN d.amount ELSE 0 END::text FROM disputes d LEFT JOIN ledger_entries l ON l.source = 'dispute' AND l.account = 'disputes' AND l.source_id IN (d.id, d.id || ':won', d.id || ':lost')
          GROUP BY d.id HAVING coalesce(sum(l.amount), 0) NOT BETWEEN CASE d.state WHEN 'open' THEN d.amount ELSE 0 END AND CASE d.state WHEN 'won' THEN 0 ELSE d.amount END`,
  },
  {
    id: "I8",
    promise: "No more money goes back than came in, and each refund once",
    sql: `SELECT r.session_id, sum(r.amount)::text AS returned, max(p.amount)::text AS paid FROM refunds r JOIN payments p ON p.session_id = r.session_id
          WHERE r.state <> 'failed' GROUP BY r.session_id HAVING sum(r.amount) > max(p.amount)
          UNION ALL SELECT provider_refund_id, count(*)::text, NULL FROM refunds WHERE provider_refund_id IS NOT NULL GROUP BY provider_refund_id HAVING count(*) > 1`,
  },
  {
    id: "I9",
    promise: "No ticket without money",
    sql: `SELECT p.id AS purchase_id, o.id AS order_id, o.total::text AS total FROM ticket_purchases p JOIN orders o ON o.id = p.order_id
          WHERE p.status = 'paid'
            AND NOT EXISTS (SELECT FROM payments m WHERE m.order_id = o.id AND m.amount = o.total AND m.currency = o.currency)
            AND NOT (o.is_test AND NOT EXISTS (SELECT FROM installation WHERE mode = 'production'))
            AND NOT (o.total = 0 AND (${granted} OR EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND l.voucher_id IS NOT NULL)))`,
  },
  {
    id: "I10",
    promise: "No money without an outcome for longer than a day",
    sql: `SELECT m.session_id AS what, o.state, m.at FROM payments m JOIN orders o ON o.id = m.order_id
          WHERE m.at < now() - make_interval(secs => $1) AND o.state <> 'manual_review'
            AND NOT (o.stake = 'sold' AND EXISTS (SELECT FROM ledger_entries l WHERE l.source = 'payment' AND l.source_id = m.session_id AND l.account = 'revenue'))
            AND coalesce((SELECT sum(r.amount) FROM refunds r WHERE r.session_id = m.session_id AND r.state = 'succeeded'), 0) + coalesce((SELECT sum(d.amount) FROM disputes d WHERE d.session_id = m.session_id AND d.state <> 'won'), 0) < m.amount
          UNION ALL SELECT event_id, state, received_at FROM payment_notices WHERE state = 'received' AND received_at < now() - make_interval(secs => $1)`,
    values: [durations.unfinished],
  },
  {
    id: "I11",
    promise: "The valid tickets equal the agreement of the hold, less refunds",
    sql: `SELECT o.id AS order_id, o.total::text AS agreed, p.price::text AS on_tickets, o.currency FROM orders o
          JOIN (SELECT order_id, coalesce(sum(total_price) FILTER (WHERE status = 'paid'), 0) AS price FROM ticket_purchases GROUP BY order_id) p ON p.order_id = o.id
          LEFT JOIN (SELECT order_id, sum(amount) AS n FROM ledger_entries WHERE account = 'revenue' AND source <> 'payment' GROUP BY order_id) back ON back.order_id = o.id
          WHERE (o.stake = 'sold' AND p.price <> o.total - coalesce(back.n, 0)) OR p.price > o.total OR o.currency <> 'ron'
          UNION ALL SELECT p.order_id, l.total::text, p.total_price::text, NULL FROM ticket_purchases p JOIN order_lines l ON l.order_id = p.order_id AND l.no = p.line_no
          WHERE p.status <> 'paid' AND p.total_price > l.total
          UNION ALL SELECT p.order_id, l.stripe_price_id, p.stripe_price_id, NULL FROM ticket_purchases p JOIN order_lines l ON l.order_id = p.order_id AND l.no = p.line_no
          WHERE p.stripe_price_id IS DISTINCT FROM l.stripe_price_id`,
  },
  {
    id: "I12",
    promise: "No role may delete or rewrite financial rows",
    sql: `SELECT c.relname::text AS "table", CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END AS who, a.privilege_type AS what
          FROM pg_class c CROSS JOIN aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a
          WHERE c.relnamespace = 'public'::regnamespace AND c.relname IN (${financial}) AND a.grantee <> c.relowner
            AND (a.privilege_type IN ('DELETE', 'TRUNCATE') OR (a.privilege_type = 'UPDATE' AND c.relname IN (${appendOnly})))
          UNION ALL SELECT c.relname, 'everybody', 'no guard against UPDATE and DELETE' FROM pg_class c
          WHERE c.relnamespace = 'public'::regnamespace AND c.relname IN ('orders', ${appendOnly})
            AND coalesce((SELECT bit_or(t.tgtype::int) FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgenabled IN ('O', 'A')
              AND t.tgfoid IN (SELECT oid FROM pg_proc WHERE proname IN ('append_only', 'orders_follow_the_table'))), 0) & 26 <> 26`,
  },
  {
    id: "I13",
    promise:
      "Reports show what the ledger says: each day's figures are its valid tickets, and their prices the revenue booked for them",
    sql: `SELECT coalesce(p.kind, t.kind) || ' ' || coalesce(p.day, t.day) AS what, coalesce(p.subject_id, t.subject_id) AS subject, (coalesce(t.quantity, 0) - coalesce(p.quantity, 0))::text AS quantity, (coalesce(t.revenue, 0) - coalesce(p.revenue, 0))::text AS revenue
          FROM (${allTotals(plainSales)}) p FULL JOIN (${shownTotals}) t USING (kind, grain, day, subject_id)
          WHERE coalesce(p.quantity, 0) <> coalesce(t.quantity, 0) OR coalesce(p.revenue, 0) <> coalesce(t.revenue, 0) OR coalesce(p.purchases, 0) <> coalesce(t.purchases, 0)
          UNION ALL
          SELECT 'members ' || m.day, NULL, (m.members - count(u.id))::text, NULL FROM member_days m LEFT JOIN profiles u ON (u.created_at AT TIME ZONE 'Europe/Bucharest')::date = m.day AND NOT u.is_guest
          GROUP BY m.day, m.members HAVING m.members <> count(u.id)
          UNION ALL
          SELECT 'order ' || o.id, o.id, NULL, (coalesce(l.n, 0) + coalesce(t.n, 0))::text FROM orders o
          LEFT JOIN (SELECT order_id, sum(amount) AS n FROM ledger_entries WHERE account = 'revenue' GROUP BY order_id) l ON l.order_id = o.id
          LEFT JOIN (SELECT order_id, sum(total_price) AS n FROM ticket_purchases WHERE status = 'paid' AND NOT is_test GROUP BY order_id) t ON t.order_id = o.id
          WHERE coalesce(l.n, 0) + coalesce(t.n, 0) <> 0`,
  },
  ...doorInvariants,
  {
    id: "I19",
    promise: "Every email is sent or given up within a day",
    sql: `SELECT id, kind, state, attempts, created_at FROM letters WHERE state IN ('queued', 'inflight') AND created_at < now() - make_interval(secs => $1)`,
    values: [durations.unfinished],
  },
  {
    id: "D19",
    promise:
      "A waiting room has one place for each account, numbered without a gap in the order of the draw, and lets in only whom it numbered",
    sql: `SELECT event_id, number, due, 'not the number of the draw' AS what FROM (
            SELECT p.event_id, p.number, row_number() OVER (PARTITION BY p.event_id ORDER BY sha256(decode(o.seed, 'hex') || uuid_send(p.user_id)), p.id)::int AS due
            FROM room_places p JOIN openings o ON o.event_id = p.event_id WHERE o.drawn_at IS NOT NULL AND p.arrived_at < o.opens_at) d WHERE number IS DISTINCT FROM due
          UNION ALL SELECT p.event_id, max(p.number), max(o.places_given), 'numbers given out that are not those of its places' FROM room_places p JOIN openings o ON o.event_id = p.event_id
          GROUP BY p.event_id HAVING count(p.number) <> max(o.places_given) OR coalesce(max(p.number), 0) <> max(o.places_given) OR coalesce(min(p.number), 1) <> 1
          UNION ALL SELECT event_id, NULL, count(*)::int, 'an account with two places' FROM room_places GROUP BY event_id, user_id HAVING count(*) > 1
          UNION ALL SELECT event_id, admitted_up_to, places_given, 'more let in than numbered' FROM openings WHERE admitted_up_to > places_given`,
  },
  {
    id: "L1",
    promise: "Every order has lines and every line an order, and what the lines cost is the order's total",
    sql: `SELECT o.id AS order_id, o.total::text AS total, l.total::text AS of_lines, l.n AS lines
          FROM orders o FULL JOIN (SELECT order_id, sum(total) AS total, count(*)::int AS n, max(no) AS last FROM order_lines GROUP BY order_id) l ON l.order_id = o.id
          WHERE o.id IS NULL OR l.order_id IS NULL OR l.total <> o.total OR l.n <> l.last
          UNION ALL SELECT o.id, o.title, l.title, l.no FROM orders o JOIN order_lines l ON l.order_id = o.id AND l.no = 1
          WHERE (o.ticket_type_id, o.event_ids, o.quantity, o.entries, o.unit_price, o.family, o.title) IS DISTINCT FROM (l.ticket_type_id, l.event_ids, l.quantity, l.entries, l.list_price, l.family, l.title)
             OR o.stripe_price_id IS DISTINCT FROM l.stripe_price_id`,
  },
  {
    id: "L2",
    promise:
      "What an order takes is what its lines say, and a code gets back no more uses than tickets ended",
    sql: `WITH said AS (SELECT o.id AS order_id, t.id, sum(t.n) AS n FROM orders o CROSS JOIN unnest(${takeIds}, ${takeNs}) AS t(id, n) GROUP BY 1, 2),
            due AS (SELECT order_id, id, sum(n) AS n FROM (
              SELECT order_id, ticket_type_id AS id, quantity AS n FROM order_lines
              UNION ALL SELECT order_id, e, quantity * entries FROM order_lines CROSS JOIN unnest(event_ids) AS e
              UNION ALL SELECT l.order_id, ${guestHoldsOfEvent}, l.quantity * l.entries FROM order_lines l JOIN orders o ON o.id = l.order_id JOIN events e ON e.id = ANY (l.event_ids)
              WHERE ${guestHoldsOfEvent} = ANY (o.take_ids)
              UNION ALL SELECT order_id, pool_id, quantity * entries FROM order_lines WHERE pool_id IS NOT NULL
              UNION ALL SELECT order_id, phase_id, quantity FROM order_lines WHERE phase_id IS NOT NULL
              UNION ALL SELECT order_id, voucher_id, quantity FROM order_lines WHERE voucher_id IS NOT NULL) t GROUP BY 1, 2)
          SELECT order_id, id, said.n::int AS taken, due.n::int AS due FROM said FULL JOIN due USING (order_id, id) WHERE said.n IS DISTINCT FROM due.n
          -- uses come back with tickets that ended, each once
          UNION ALL SELECT r.order_id, l.voucher_id, r.n, l.quantity - v.n FROM (SELECT order_id, line_no, sum(tickets)::int AS n FROM voucher_returns GROUP BY 1, 2) r
          JOIN order_lines l ON l.order_id = r.order_id AND l.no = r.line_no
          CROSS JOIN LATERAL (SELECT coalesce(sum(units), 0)::int AS n FROM ticket_purchases p WHERE p.order_id = l.order_id AND p.line_no = l.no AND p.status = 'paid') v
          WHERE r.n > l.quantity - v.n`,
  },
  {
    id: "L3",
    promise:
      "Each seat has each of its nights once, and the shares of a seat's nights are what was paid for it",
    sql: `SELECT p.order_id, p.line_no, p.seat_no, 'a night is missing' AS why FROM ticket_purchases p JOIN order_lines l ON l.order_id = p.order_id AND l.no = p.line_no
          GROUP BY p.order_id, p.line_no, p.seat_no, l.event_ids HAVING NOT array_agg(p.event_id) @> l.event_ids
          UNION ALL SELECT p.order_id, p.line_no, NULL, 'the shares are not what was paid' FROM ticket_purchases p JOIN order_lines l ON l.order_id = p.order_id AND l.no = p.line_no
          GROUP BY p.order_id, p.line_no, l.total HAVING bool_and(p.share IS NOT NULL) AND sum(p.share) <> l.total
          UNION ALL SELECT p.order_id, p.line_no, NULL, 'two seats with one id' FROM ticket_purchases p WHERE p.bundle_id IS NOT NULL
          GROUP BY p.order_id, p.line_no, p.bundle_id HAVING count(DISTINCT p.seat_no) > 1`,
  },
  {
    id: "L4",
    promise: "A seat whose money went back with it is not valid, but while a bank disputes the payment",
    sql: `SELECT p.order_id, p.id AS purchase_id, r.id AS refund_id FROM refunds r JOIN ticket_purchases p ON p.order_id = r.order_id AND p.bundle_id = ANY (r.bundle_ids)
          JOIN orders o ON o.id = r.order_id
          WHERE r.state = 'succeeded' AND r.units = 0 AND p.status = 'paid' AND o.state <> 'disputed'
            AND NOT EXISTS (SELECT FROM refunds w WHERE w.order_id = r.order_id AND w.state IN ('wanted', 'pending') AND w.bundle_ids && r.bundle_ids)`,
  },
  {
    id: "L5",
    promise: "An add-on is bought with a ticket, and ends with the last one unless it was given out",
    sql: `SELECT l.order_id, NULL AS purchase_id FROM order_lines l GROUP BY l.order_id HAVING max(l.entries) = 0
          UNION ALL SELECT p.order_id, p.id FROM ticket_purchases p WHERE p.status = 'paid' AND p.places = 0 AND p.entries_remaining = p.entries_total
            AND NOT EXISTS (SELECT FROM ticket_purchases t WHERE t.order_id = p.order_id AND t.status = 'paid' AND t.places > 0)`,
  },
  {
    id: "T1",
    promise:
      "Who holds a ticket bought it or accepted it last; each acceptance gave it another code, before anybody entered, and three times at most",
    sql: `WITH seats AS (
            SELECT order_id, line_no, seat_no, count(*)::int AS n, (array_agg(to_id ORDER BY ended_at DESC, id DESC))[1] AS holder, max(ended_at) AS at
            FROM transfers WHERE state = 'accepted' GROUP BY order_id, line_no, seat_no)
          SELECT p.id AS purchase_id, 'held by another' AS why FROM ticket_purchases p JOIN orders o ON o.id = p.order_id
          LEFT JOIN seats s ON (s.order_id, s.line_no, s.seat_no) = (p.order_id, p.line_no, p.seat_no) WHERE p.user_id <> coalesce(s.holder, o.user_id)
          -- a night that was linked to a pass later has its first code
          UNION ALL SELECT p.id, 'accepted with the old code, or too often' FROM seats s JOIN ticket_purchases p ON (p.order_id, p.line_no, p.seat_no) = (s.order_id, s.line_no, s.seat_no)
          JOIN orders o ON o.id = p.order_id WHERE s.n > $1 OR (p.secret_version <= s.n AND p.event_id = ANY (o.event_ids))
          UNION ALL SELECT p.id, 'accepted after an entry' FROM seats s JOIN ticket_purchases p ON (p.order_id, p.line_no, p.seat_no) = (s.order_id, s.line_no, s.seat_no)
          WHERE (SELECT sum(a.entries) FROM admissions a WHERE a.purchase_id = p.id AND a.received_at < s.at) > 0
          UNION ALL SELECT p.id, 'waits for what admits nobody, or is another''s' FROM transfers t JOIN ticket_purchases p ON (p.order_id, p.line_no, p.seat_no) = (t.order_id, t.line_no, t.seat_no)
          WHERE t.state = 'waiting' AND (p.status <> 'paid' OR p.suspended IS NOT NULL OR p.user_id <> t.from_id)`,
    values: [limits.transfersPerSeat],
  },
  {
    id: "N1",
    promise: "A night's instants are those of its hours, and it ends after it begins, in less than 31 hours",
    sql: `SELECT id AS event_id, starts_at, doors_at, ends_at FROM events WHERE NOT ${hasCorrectInstants}`,
  },
  {
    id: "T2",
    promise: "No guest buys or holds a pass",
    sql: `SELECT l.order_id, p.id AS purchase_id FROM order_lines l JOIN orders o ON o.id = l.order_id LEFT JOIN ticket_purchases p ON p.order_id = l.order_id AND p.line_no = l.no
          WHERE l.family = 'season_pass' AND EXISTS (SELECT FROM profiles g WHERE g.is_guest AND g.id IN (o.user_id, p.user_id))`,
  },
  {
    id: "I30",
    promise: "Orders change state only as the table allows",
    sql: `SELECT order_id, was, became FROM (${steps}) s WHERE was IS NOT NULL AND NOT order_may_become(was, became)`,
  },
  {
    id: "I32",
    promise: "The journal has each step of an order exactly once",
    sql: `SELECT order_id, was, became, was_before AS journal_before, NULL AS state FROM (${steps}) s WHERE was IS DISTINCT FROM was_before
          UNION ALL SELECT o.id, NULL, NULL, s.became, o.state FROM orders o LEFT JOIN (${steps}) s ON s.order_id = o.id AND s.then_became IS NULL
          WHERE s.became IS DISTINCT FROM o.state`,
  },
  {
    id: "I33",
    promise: "A payout whose entries were read is their sum",
    sql: `SELECT o.id, o.amount, sum(b.net) AS entries FROM payouts o LEFT JOIN balance_entries b ON b.payout_id = o.id AND b.kind <> 'payout'
          WHERE o.entries_read_at IS NOT NULL GROUP BY o.id HAVING o.amount <> coalesce(sum(b.net), 0)`,
  },
];

import type pg from "pg";

/**
 * Fills a database with many paid purchases: 1,000 nights of 5 types each, a few of them far more bought than
 * the rest, over a year, by a third as many people. Journal, ledger and counters are left out: what is measured here
 * does not read them.
 */
export async function loadPurchases(owner: pg.Client, rows: number): Promise<void> {
  const people = Math.max(10, Math.floor(rows / 3));
  await owner.query("BEGIN");
  await owner.query("SET LOCAL session_replication_role = replica");
  await owner.query(
    `INSERT INTO profiles (id, full_name, email, created_at) SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
       'Persoana ' || md5(n::text), 'p' || n || '@exemplu.ro', now() - random() * interval '400 days' FROM generate_series(1, $1::int) n`,
    [people],
  );
  await owner.query(
    `INSERT INTO events (id, name, title, description, date, location) SELECT ('00000000-0000-7000-8001-' || lpad(to_hex(n), 12, '0'))::uuid,
       'Noaptea ' || n, 'Noaptea ' || n, '-', current_date - 300 + n % 400, 'Plaja' FROM generate_series(0, 999) n`,
  );
  await owner.query(
    `INSERT INTO tickets (id, type, price) SELECT ('00000000-0000-7000-8002-' || lpad(to_hex(n), 12, '0'))::uuid,
       (ARRAY['Intrare generală', 'Cuplu', 'Early Bird', 'Terasa Orizont', 'Grup'])[1 + n % 5], 10000 FROM generate_series(0, 4999) n`,
  );
  await owner.query(
    "INSERT INTO stock_counters (id, kind, capacity) SELECT id, 'places', 100000000 FROM events UNION ALL SELECT id, 'units', 100000000 FROM tickets ON CONFLICT DO NOTHING",
  );
  await owner.query(
    `CREATE TEMP TABLE bought ON COMMIT DROP AS SELECT n, floor(1000 * power(random(), 3))::int AS event, floor(5 * power(random(), 2))::int AS type,
       ('00000000-0000-7000-8000-' || lpad(to_hex(1 + floor(random() * $2)::int), 12, '0'))::uuid AS person, now() - random() * interval '365 days' AS at, 1 + (n % 4) AS quantity
     FROM generate_series(1, $1::int) n`,
    [rows, people],
  );
  const eventId = "('00000000-0000-7000-8001-' || lpad(to_hex(event), 12, '0'))::uuid";
  const typeId = "('00000000-0000-7000-8002-' || lpad(to_hex(event * 5 + type), 12, '0'))::uuid";
  await owner.query(
    `INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, state, stake, origin, hold_expires_at, created_at, paid_at)
     SELECT ('00000000-0000-7000-8003-' || lpad(to_hex(n), 12, '0'))::uuid, person, ${eventId}, ${typeId}, ARRAY[${eventId}], quantity, 1, 10000, 10000 * quantity, 'ordinary', 'Bilet', 'paid', 'sold', 'event', at, at, at FROM bought`,
  );
  await owner.query(
    `INSERT INTO ticket_purchases (id, order_id, user_id, event_id, ticket_type_id, quantity, units, places, total_price, ticket_code, purchase_date, entries_total, entries_remaining)
     SELECT ('00000000-0000-7000-8004-' || lpad(to_hex(n), 12, '0'))::uuid, ('00000000-0000-7000-8003-' || lpad(to_hex(n), 12, '0'))::uuid, person, ${eventId}, ${typeId},
       quantity, quantity, quantity, 10000 * quantity, 'FSC-' || lpad((n % 10000)::text, 4, '0') || '-' || lpad(n::text, 7, '0'), at, quantity, quantity FROM bought`,
  );
  await owner.query("COMMIT");
}

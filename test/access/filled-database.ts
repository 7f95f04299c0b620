import pg from "pg";
import { afterAll } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { groupRoles, roleNames } from "#platform/database/database-roles.ts";
import { testDatabase } from "#test/support/database.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import type { RoleKey } from "./visible-rows.ts";

const roles = roleNames("app");
/** A login that may become every role of the site, and that no test drops. */
export const everyRole = "tester_of_every_role";

/** A database in which every table has rows, of two customers where rows have owners, and a plain login to it. */
export async function filledDatabase() {
  const database = await testDatabase();
  const season = await openSeasonBuilder(database.ownerUrl);
  const owner = season.client;
  const [ana, dan] = await season.people(2);
  const gateStaff = await season.person("gate");
  if (!ana || !dan) throw new Error("nobody was made");
  const night = await season.night();
  const type = await season.ticketType({ events: [night] });
  const hidden = await season.ticketType({ events: [night], isVisible: false });
  for (const [person, ticketTypeId] of [
    [ana, hidden],
    [dan, type],
  ] as const) {
    const { orderId, purchaseIds } = await paidOrder(owner, {
      userId: person.userId,
      ticketTypeId,
      events: [night],
    });
    await hangOn(owner, {
      orderId,
      userId: person.userId,
      purchaseId: purchaseIds[0] ?? "",
      operator: gateStaff.userId,
    });
  }
  // Ana's ticket was sent to Dan, and sent on.
  await owner.query(
    `INSERT INTO transfers (id, order_id, line_no, seat_no, from_id, to_id, secret_hash, by, name, recipient, state, ended_at)
     SELECT gen_random_uuid(), o.id, 1, 1, t.from_id, t.to_id, repeat(t.hash, 64), t.by, 'Vlad', t.recipient, t.state, t.ended_at
     FROM orders o, (VALUES ($1::uuid, $2::uuid, 'a', 'email', 'dan@exemplu.ro', 'accepted', now()), ($2, NULL, 'b', 'link', NULL, 'waiting', NULL))
       AS t(from_id, to_id, hash, by, recipient, state, ended_at) WHERE o.user_id = $1`,
    [ana.userId, dan.userId],
  );
  await fillTheRest(owner, { night, ana: ana.userId });
  await owner.query("INSERT INTO notification_reads (user_id, read_until) SELECT unnest($1::uuid[]), now()", [
    [ana.userId, dan.userId],
  ]);
  const unlocked = await season.ticketType({ events: [night] });
  await owner.query("UPDATE tickets SET requires_code = true WHERE id = $1", [unlocked]);
  await fillPrices(owner, { night, types: [type, hidden, unlocked], unlocked });
  const { night: draft } = await fillUnpublished(owner, season, null);
  // a type of a night that everybody sees is one of the draft as well
  await owner.query("INSERT INTO event_tickets (event_id, ticket_id) VALUES ($1, $2)", [draft, type]);
  const { night: hers, type: hersToo } = await fillUnpublished(owner, season, "infinity");
  // Ana has a ticket to one of them
  await paidOrder(owner, { userId: ana.userId, ticketTypeId: hersToo, events: [hers] });
  await owner.query("INSERT INTO low_stock (ticket_type_id) VALUES ($1)", [type]);

  // None of the site's own logins can become every role; this test login can.
  await owner.query(
    `DO $$ BEGIN CREATE ROLE ${everyRole} LOGIN NOINHERIT; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
  );
  await owner.query(`SELECT pg_advisory_lock(hashtext('${everyRole}'))`);
  await owner.query(`GRANT ${groupRoles(roles).join(", ")} TO ${everyRole}`);
  await owner.query(`SELECT pg_advisory_unlock(hashtext('${everyRole}'))`);
  const login = new pg.Client({ connectionString: database.urlFor(everyRole) });
  await login.connect();
  afterAll(() => login.end());
  return { database, owner, login, ana: ana.userId, dan: dan.userId, night, type, unlocked };
}

/** A draft, or a night before its hour, with everything that hangs on one. */
async function fillUnpublished(
  owner: pg.Client,
  season: Awaited<ReturnType<typeof openSeasonBuilder>>,
  publishAt: string | null,
): Promise<{ night: Uuid; type: Uuid }> {
  const night = await season.night({ title: `Ciornă ${publishAt}` });
  const type = await season.ticketType({ events: [night] });
  await season.phases(type, [{ price: 8_000, capacity: 10 }, { price: 10_000 }]);
  await season.pool({ event: night, types: [type], capacity: 50 });
  await owner.query(
    `WITH alone AS (INSERT INTO artists (id, name, bio) VALUES (gen_random_uuid(), 'Pelin', 'Încă un secret.') RETURNING id),
       billed AS (INSERT INTO event_artists (event_id, artist_id) SELECT $1::uuid, id FROM artists UNION ALL SELECT $1, id FROM alone),
       opened AS (INSERT INTO openings (event_id, opens_at, room_minutes) VALUES ($1, now() + interval '1 day', 30))
     INSERT INTO stops (id, event_id, kind, reason, started_by) SELECT gen_random_uuid(), $1, 'sale', 'r', id FROM profiles LIMIT 1`,
    [night],
  );
  await owner.query(
    `INSERT INTO moves (id, event_id, from_date, from_location, to_date, to_location, reason, actor_id)
     SELECT gen_random_uuid(), id, date - 1, location, date, location, 'de probă', id FROM events WHERE id = $1`,
    [night],
  );
  await owner.query("UPDATE events SET publish_at = $2 WHERE id = $1", [night, publishAt]);
  return { night, type };
}

/** A pool, a phase of each type, a code of each kind with its counter, and a use that was given back. */
async function fillPrices(
  owner: pg.Client,
  { night, types, unlocked }: { night: Uuid; types: readonly Uuid[]; unlocked: Uuid },
): Promise<void> {
  await owner.query("INSERT INTO pools (id, event_id, name) VALUES (gen_random_uuid(), $1, 'Plaja')", [
    night,
  ]);
  await owner.query(
    `WITH made AS (
       INSERT INTO price_phases (id, ticket_type_id, no, name, price) SELECT gen_random_uuid(), t, 1, 'Preț întreg', 11000 FROM unnest($1::uuid[]) AS t RETURNING id)
     INSERT INTO stock_counters (id, kind, capacity) SELECT id, 'phase', 100 FROM made`,
    [types],
  );
  await owner.query(
    `WITH made AS (
       INSERT INTO vouchers (id, code, name, kind, percent, amount, ticket_type_ids, starts_at, ends_at)
       VALUES (gen_random_uuid(), 'VARA10', 'Vara', 'percent', 10, NULL, NULL, now() - interval '1 day', now() + interval '1 day'),
         (gen_random_uuid(), 'LAGARA', 'La gară', 'fixed', NULL, 1500, NULL, NULL, now() + interval '1 day'),
         (gen_random_uuid(), 'CORAL', 'Coral', 'unlock', NULL, NULL, ARRAY[$1::uuid], now() - interval '1 day', now() + interval '1 day') RETURNING id)
     INSERT INTO stock_counters (id, kind, capacity) SELECT id, 'voucher', 100 FROM made`,
    [unlocked],
  );
  await owner.query(
    "INSERT INTO voucher_returns (id, order_id, line_no, tickets) SELECT gen_random_uuid(), order_id, no, 1 FROM order_lines",
  );
}

async function hangOn(
  owner: pg.Client,
  { orderId, userId, purchaseId, operator }: Record<"orderId" | "userId" | "purchaseId" | "operator", string>,
): Promise<void> {
  const session = `cs_${orderId}`;
  await owner.query(`
    INSERT INTO checkout_attempts (order_id, no, expires_at, state, request, session_id, url) VALUES ('${orderId}', 1, now(), 'closed', '{}', '${session}', 'https://pay.example');
    INSERT INTO payments (session_id, order_id, payment_intent_id, amount, currency) VALUES ('${session}', '${orderId}', 'pi_${orderId}', 11000, 'ron');
    INSERT INTO ledger_entries (source, source_id, account, order_id, amount) VALUES ('payment', '${session}', 'clearing', '${orderId}', 11000), ('payment', '${session}', 'revenue', '${orderId}', -11000);
    INSERT INTO refunds (id, order_id, session_id, amount, reason) VALUES (gen_random_uuid(), '${orderId}', '${session}', 100, 'administrator');
    INSERT INTO disputes (id, order_id, session_id, amount, state) VALUES ('dp_${orderId}', '${orderId}', '${session}', 100, 'open');
    INSERT INTO payment_notices (event_id, type, sent_at, body) VALUES ('evt_${orderId}', 'checkout.session.completed', now(), 'x');
    INSERT INTO stripe_subscriptions (subscription_id, user_id, subscription_status, current_period_end) VALUES ('sub_${userId}', '${userId}', 'active', 1900000000);
    INSERT INTO admissions (id, purchase_id, device_id, nonce, operator_id, verdict, entries) VALUES (gen_random_uuid(), '${purchaseId}', gen_random_uuid(), 'n', '${operator}', 'refused', 0);
    INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES ('${userId}', 'user', 'profile', '${userId}', 'changed'), ('${userId}', 'user', 'order', '${orderId}', 'paid'), ('${userId}', 'admin', 'event', '${orderId}', 'edited');
    INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, order_id) VALUES (gen_random_uuid(), 'ticket_confirmation', 'o:${orderId}', 'ana@exemplu.ro', 'o:${orderId}', '${orderId}');
    INSERT INTO security_events (kind, person_id) VALUES ('password_changed', '${userId}');
  `);
}

async function fillTheRest(owner: pg.Client, { night, ana }: { night: Uuid; ana: Uuid }): Promise<void> {
  const [artist, list] = [newId(), newId()];
  await owner.query(`
    INSERT INTO artists (id, name, bio) VALUES ('${artist}', 'Nori', 'Cântă.');
    INSERT INTO event_artists (event_id, artist_id) VALUES ('${night}'::uuid, '${artist}');
    INSERT INTO pictures (url, width, height, sources) SELECT '/p' || n || '.webp', 1, 1, '[]' FROM generate_series(1, 3) n;
    UPDATE events SET image_url = CASE WHEN publish_at <= now() THEN '/p1.webp' ELSE '/p2.webp' END;
    INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'hero', '{}'), (gen_random_uuid(), 'email_settings', '{}') ON CONFLICT (key) DO NOTHING;
    INSERT INTO sales_totals (kind, grain, day, subject_id, purchases, quantity, revenue) VALUES ('all', 'day', '2027-01-01', gen_random_uuid(), 0, 0, 0);
    INSERT INTO member_days (day, members) VALUES ('2027-01-01', 0);
    INSERT INTO reconciliations (id, since, payments, refunds, ledger, provider, differences) VALUES (gen_random_uuid(), now(), 0, 0, 0, 0, '[]');
    INSERT INTO payouts (id, state, amount, arrives_at) VALUES ('po_1', 'paid', 98, now());
    INSERT INTO balance_entries (id, kind, gross, fee, net, available_on, created_at) VALUES ('txn_1', 'charge', 100, 2, 98, now(), now());
    INSERT INTO openings (event_id, opens_at, room_minutes) VALUES ('${night}'::uuid, now() + interval '1 day', 30);
    INSERT INTO room_places (id, event_id, user_id) VALUES (gen_random_uuid(), '${night}'::uuid, '${ana}'::uuid);
    INSERT INTO stops (id, kind, reason, started_by) VALUES (gen_random_uuid(), 'refunds', 'de probă', '${ana}'::uuid);
    WITH night AS (INSERT INTO cancellations (event_id, reason, used_tickets, actor_id) VALUES ('${night}'::uuid, 'de probă', 'kept', '${ana}'::uuid) RETURNING event_id)
       INSERT INTO cancelled_orders (event_id, order_id, amount) SELECT night.event_id, o.id, 0 FROM night, orders o;
    WITH counted AS (INSERT INTO stock_counters (id, kind, capacity, sold) VALUES ('${list}'::uuid, 'guest_list', 9, 2)),
       list AS (INSERT INTO guest_lists (id, event_id, name) VALUES ('${list}'::uuid, '${night}'::uuid, 'Casa') RETURNING id),
       guest AS (INSERT INTO listed_guests (id, list_id, event_id, name, places, entered, note, added_by) SELECT gen_random_uuid(), id, '${night}'::uuid, 'Ema', 2, 1, 'trupa', '${ana}'::uuid FROM list RETURNING id)
       INSERT INTO admissions (id, guest_id, device_id, nonce, operator_id, verdict, entries) SELECT gen_random_uuid(), id, gen_random_uuid(), 'o-apasare-2', '${ana}'::uuid, 'admitted', 1 FROM guest;
    WITH gate AS (INSERT INTO gates (id, event_id, name) VALUES (gen_random_uuid(), '${night}'::uuid, 'Poarta A') RETURNING id),
       asked AS (INSERT INTO gate_invitations (id, gate_id, secret_hash, made_by, expires_at) SELECT gen_random_uuid(), id, repeat('a', 64), '${ana}'::uuid, now() + interval '10 minutes' FROM gate),
       phone AS (INSERT INTO gate_devices (id, gate_id, event_id, name, public_key, invited_by, decides, ends_at)
       SELECT gen_random_uuid(), id, '${night}'::uuid, 'A1', 'B' || repeat('A', 86), '${ana}'::uuid, true, now() + interval '16 hours' FROM gate RETURNING id),
       proof AS (INSERT INTO chief_proofs (hash, device_id, seq) SELECT repeat('a', 64), id, 1 FROM phone),
       mark AS (INSERT INTO double_marks (id, event_id, purchase_id, entered, word, marked_by) SELECT gen_random_uuid(), '${night}'::uuid, id, 2, 'aceeași persoană', '${ana}'::uuid FROM ticket_purchases LIMIT 1),
       share AS (INSERT INTO door_shares (id, event_id, device_id, ticket_type_id, quantity, entries, price) SELECT gen_random_uuid(), '${night}'::uuid, phone.id, (SELECT id FROM tickets LIMIT 1), 0, 1, 0 FROM phone)
       INSERT INTO gate_log (device_id, seq, digest, event_id, signed_text, signature, is_quarantined, kind, mode, guest_id, entries, is_counted)
       SELECT phone.id, 1, repeat('a', 64), '${night}'::uuid, '{}', 's', false, 'guest', 'offline', (SELECT id FROM listed_guests LIMIT 1), 1, true FROM phone;
    WITH move AS (INSERT INTO moves (id, event_id, from_date, from_location, to_date, to_location, reason, actor_id)
       SELECT gen_random_uuid(), id, date - 1, location, date, location, 'de probă', '${ana}'::uuid FROM events WHERE id = '${night}'::uuid RETURNING id)
       INSERT INTO moved_orders (move_id, order_id, choice_until) SELECT move.id, o.id, now() FROM move, orders o;
    INSERT INTO person_notes (id, person_id, author_id, note) VALUES (gen_random_uuid(), '${ana}'::uuid, '${ana}'::uuid, 'de probă');
    INSERT INTO night_messages (id, event_id, kind, type_ids, at_gate, subject, body, actor_id, spread_at, recipients, stopped_at, stopped_by)
       VALUES (gen_random_uuid(), '${night}'::uuid, 'service', '{}', 'all', 's', 'b', '${ana}'::uuid, now(), 1, now(), '${ana}'::uuid);
    INSERT INTO vat_rates (valid_from, rate, set_by) VALUES ('2026-01-01', 1900, '${ana}'::uuid);
    INSERT INTO process_pulses (process_id, pulse) VALUES (gen_random_uuid(), '{}');
    INSERT INTO backups (taken_at, bytes, seconds) VALUES (now(), 1, 1);
    INSERT INTO failed_backups (at, reason) VALUES (now(), 'plin');
    INSERT INTO installation (mode) VALUES ('demo');
    INSERT INTO team_settings (refund_limit) VALUES (20000);
    INSERT INTO team_invitations (id, email, role, secret_hash, invited_by, expires_at)
       VALUES (gen_random_uuid(), 'ana@exemplu.ro', 'gate', repeat('b', 64), '${ana}'::uuid, now() + interval '7 days');
    INSERT INTO mail_pause (reason) VALUES ('de probă');
    INSERT INTO mail_pace (seconds, until, reason) VALUES (5, now(), 'de probă');
    INSERT INTO email_settings (id, smtp_host, username, password, from_email, from_name)
       VALUES (gen_random_uuid(), 'smtp.exemplu.ro', 'club', 'v1.x', 'club@exemplu.ro', 'Club');
    INSERT INTO email_templates (id, name, subject, html_content, version) VALUES (gen_random_uuid(), 'salut', 's', 'h', 1);
       INSERT INTO email_template_versions (template_name, version, subject, html_content, text_content) VALUES ('salut', 1, 's', 'h', 't');
       INSERT INTO newsletter_subscriptions (id, email, token_hash) VALUES (gen_random_uuid(), 'ana@exemplu.ro', repeat('a', 64));
    INSERT INTO provider_pace (kind) VALUES ('page') ON CONFLICT DO NOTHING;
    INSERT INTO signing_keys (purpose, public_key, sealed_key) VALUES ('ticket', 'p', 's'), ('label', NULL, 's');
    INSERT INTO letters (id, kind, dedupe_key, recipient, message_id) VALUES (gen_random_uuid(), 'welcome', 'w', 'ana@exemplu.ro', 'm');
    INSERT INTO identity.account (id, user_id, provider_id, account_id, password) VALUES (gen_random_uuid(), '${ana}'::uuid, 'credential', 'ana', 'hash');
    INSERT INTO identity.verification (id, identifier, value, expires_at) VALUES (gen_random_uuid(), 'i', gen_random_uuid()::text, now());
    INSERT INTO identity.passkey (id, user_id, credential_id, public_key, counter, name) VALUES (gen_random_uuid(), '${ana}'::uuid, 'c', 'p', 0, 'Telefon');
    WITH guest AS (INSERT INTO profiles (id, is_guest, contact_email, full_name) VALUES (gen_random_uuid(), true, 'oaspete@exemplu.ro', 'Oaspete') RETURNING id)
       INSERT INTO guest_sessions (id, user_id, token, expires_at) SELECT gen_random_uuid(), id, repeat('0', 64), now() + interval '1 day' FROM guest;
    INSERT INTO guest_tries (id, network, places) VALUES (gen_random_uuid(), repeat('0', 64), 0);
    INSERT INTO identity.throttle (key) VALUES ('k');
    INSERT INTO identity.registration (id, account_id, email, password_hash, full_name, phone) VALUES (gen_random_uuid(), gen_random_uuid(), 'nou@exemplu.ro', 'h', 'Nou', '1');
    INSERT INTO identity.refresh_token (id, session_id, hash) SELECT gen_random_uuid(), id, repeat('0', 64) FROM identity.session LIMIT 1;
    WITH made AS (INSERT INTO identity.factor (id, user_id, sealed_secret) VALUES (gen_random_uuid(), '${ana}'::uuid, 's') RETURNING id),
       asked AS (INSERT INTO identity.factor_challenge (id, factor_id, session_id, expires_at) SELECT gen_random_uuid(), made.id, s.id, now() FROM made, (SELECT id FROM identity.session LIMIT 1) s),
       flow AS (INSERT INTO identity.flow_state (id, provider, state_hash, code_challenge, redirect_to, expires_at) VALUES (gen_random_uuid(), 'p', 's', 'c', '/', now()))
       INSERT INTO identity.recovery_code (id, user_id, hash) VALUES (gen_random_uuid(), '${ana}'::uuid, 'h');
  `);
}

/** Every table and view of the product, from the catalogue. */
export async function relations(owner: pg.Client): Promise<{ name: string; isTable: boolean }[]> {
  const { rows } = await owner.query(
    `SELECT n.nspname || '.' || c.relname AS name, c.relkind IN ('r', 'p') AS "isTable" FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'identity') AND c.relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY 1`,
  );
  return rows;
}

export function quoted(relation: string): string {
  return relation
    .split(".")
    .map((part) => `"${part}"`)
    .join(".");
}

/** The statement that sets a role; for the login itself it resets the role. */
export function asRole(role: RoleKey): string {
  return role === "login"
    ? `SET LOCAL ROLE "${roles.customer}"; SET LOCAL ROLE NONE`
    : `SET LOCAL ROLE "${roles[role]}"`;
}

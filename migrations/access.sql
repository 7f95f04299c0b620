-- Who may touch what: the whole of it, on one page. Applied anew whenever this file changes: every policy and
-- grant is dropped first, so that nothing remains that is not written here. Roles are written with the default
-- prefix "app_"; another DATABASE_ROLE_PREFIX replaces it. A table without a line here can be touched by nobody.

DO $$
DECLARE item record;
BEGIN
  FOR item IN SELECT tablename, policyname FROM pg_policies WHERE schemaname = 'public' LOOP
    EXECUTE format('DROP POLICY %I ON public.%I', item.policyname, item.tablename);
  END LOOP;
  FOR item IN SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') LOOP
    EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', item.relname);
  END LOOP;
END
$$;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC, "app_anon", "app_customer", "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_identity", "app_seller", "app_worker", "app_export";
REVOKE ALL ON ALL TABLES IN SCHEMA identity FROM PUBLIC, "app_anon", "app_customer", "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_identity", "app_seller", "app_worker", "app_export";
REVOKE ALL ON SCHEMA identity FROM PUBLIC, "app_anon", "app_customer", "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_identity", "app_seller", "app_worker", "app_export";
-- Functions of ours: nobody's, but for what a line grants.
DO $$
DECLARE item record;
BEGIN
  FOR item IN SELECT p.oid::regprocedure AS name FROM pg_proc p
    WHERE p.pronamespace::regnamespace::text IN ('public', 'identity', 'migrations') AND p.proowner = (SELECT oid FROM pg_roles WHERE rolname = current_user)
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e') LOOP
    EXECUTE format('REVOKE ALL ON ROUTINE %s FROM PUBLIC, "app_anon", "app_customer", "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_manager", "app_box_office", "app_accountant", "app_identity", "app_seller", "app_worker", "app_export"', item.name);
  END LOOP;
END
$$;
GRANT EXECUTE ON FUNCTION is_published(timestamptz) TO "app_anon", "app_customer", "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_seller", "app_worker";
GRANT EXECUTE ON FUNCTION has_just_ended(timestamptz) TO "app_customer", "app_admin", "app_identity";
GRANT EXECUTE ON FUNCTION waits_for_chief(gate_log) TO "app_gate", "app_door_chief", "app_admin";
GRANT EXECUTE ON FUNCTION order_may_become(text, text) TO "app_seller", "app_worker", "app_admin";
-- an index of profiles uses it, so every role that writes a profile calls it
GRANT EXECUTE ON FUNCTION mailbox_key(text) TO "app_customer", "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_identity", "app_seller", "app_worker";

-- What everybody may read: published nights, their artists and featured ones, visible ticket types, what is left of them, the
-- texts of the site. Of a draft, or of a night before its hour, visitors see no row, nor of what hangs on it; a person with a
-- ticket sees its night. The seller sees published nights alone, so that no hold takes another.
GRANT SELECT ON events, artists, event_artists, event_tickets, tickets, stock_counters, pictures, site_content TO "app_anon", "app_customer", "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_seller", "app_worker";
CREATE POLICY published ON events FOR SELECT TO "app_anon", "app_seller" USING (is_published(publish_at));
CREATE POLICY published_or_mine ON events FOR SELECT TO "app_customer" USING (is_published(publish_at)
  OR id IN (SELECT event_id FROM ticket_purchases WHERE user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid)));
CREATE POLICY every_night ON events FOR SELECT TO "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_worker" USING (true);
CREATE POLICY of_seen_nights ON artists FOR SELECT TO "app_anon", "app_customer" USING (featured OR EXISTS (SELECT FROM event_artists x WHERE x.artist_id = artists.id));
CREATE POLICY every_artist ON artists FOR SELECT TO "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_seller", "app_worker" USING (true);
CREATE POLICY of_seen_nights ON event_artists FOR SELECT TO "app_anon", "app_customer" USING (EXISTS (SELECT FROM events e WHERE e.id = event_id));
CREATE POLICY every_bill ON event_artists FOR SELECT TO "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_seller", "app_worker" USING (true);
CREATE POLICY every_link ON event_tickets FOR SELECT TO "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_seller", "app_worker" USING (true);
-- A picture is seen where something that shows it is: that of a draft is not.
CREATE POLICY of_seen_things ON pictures FOR SELECT TO "app_anon", "app_customer" USING (url IN (SELECT image_url FROM events)
  OR url IN (SELECT image_url FROM artists) OR url IN (SELECT image_url FROM tickets) OR url IN (SELECT unnest(ARRAY[background_url, logo_url]) FROM site_content));
CREATE POLICY every_picture ON pictures FOR SELECT TO "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_seller", "app_worker" USING (true);
CREATE POLICY no_codes ON stock_counters FOR SELECT TO "app_gate", "app_door_chief", "app_box_office", "app_accountant" USING (kind NOT IN ('voucher', 'guest_holds'));
CREATE POLICY every_counter ON stock_counters FOR SELECT TO "app_admin", "app_manager", "app_seller", "app_worker" USING (true);
CREATE POLICY public_keys ON site_content FOR SELECT TO "app_anon", "app_customer", "app_gate", "app_door_chief", "app_box_office", "app_accountant" USING (key IN ('club', 'brand', 'hero', 'about', 'footer', 'terms', 'privacy', 'cookies', 'season_pass_tickets', 'quick_purchase'));
CREATE POLICY every_key ON site_content FOR SELECT TO "app_admin", "app_manager", "app_seller", "app_worker" USING (true);
-- The names that addresses had; who writes nights and artists gives them (rules.sql).
GRANT SELECT ON slugs TO "app_anon", "app_admin", "app_manager";
GRANT INSERT ON slugs TO "app_admin", "app_manager";
CREATE POLICY of_seen_nights ON slugs FOR SELECT TO "app_anon" USING (EXISTS (SELECT FROM events e WHERE e.id = subject_id) OR EXISTS (SELECT FROM artists a WHERE a.id = subject_id));
CREATE POLICY every_name ON slugs FOR SELECT TO "app_admin", "app_manager" USING (true);
CREATE POLICY given ON slugs FOR INSERT TO "app_admin", "app_manager" WITH CHECK (true);
-- Everybody who knows a code may read it, how often it can still be used, and by it the types that need it: the transaction names it.
GRANT SELECT (id, code, kind, percent, amount, event_ids, ticket_type_ids, per_person, starts_at, ends_at, is_on) ON vouchers TO "app_anon", "app_customer";
CREATE POLICY known_code ON vouchers FOR SELECT TO "app_anon", "app_customer" USING (code = (SELECT NULLIF(current_setting('app.code', true), '')));
CREATE POLICY on_sale ON tickets FOR SELECT TO "app_anon" USING (is_visible AND archived_at IS NULL AND is_published(shown_from) AND (NOT requires_code OR id IN (
  SELECT unnest(ticket_type_ids) FROM vouchers WHERE kind = 'unlock' AND is_on AND coalesce(starts_at <= now(), true) AND coalesce(ends_at > now(), true))));
CREATE POLICY on_sale_or_bought ON tickets FOR SELECT TO "app_customer" USING (
  (is_visible AND archived_at IS NULL AND is_published(shown_from) AND (NOT requires_code OR id IN (
    SELECT unnest(ticket_type_ids) FROM vouchers WHERE kind = 'unlock' AND is_on AND coalesce(starts_at <= now(), true) AND coalesce(ends_at > now(), true))))
  OR id IN (SELECT l.ticket_type_id FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid))
  OR id IN (SELECT ticket_type_id FROM ticket_purchases WHERE user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid)));
-- the door names every type it admits, archived ones too
CREATE POLICY every_type ON tickets FOR SELECT TO "app_admin", "app_manager", "app_box_office", "app_accountant", "app_seller", "app_worker", "app_gate", "app_door_chief" USING (true);
-- the prices of the types that one sees, their nights, and what is left of them
GRANT SELECT ON price_phases TO "app_anon", "app_customer", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_seller", "app_worker";
CREATE POLICY of_seen_types ON price_phases FOR SELECT TO "app_anon", "app_customer" USING (EXISTS (SELECT FROM tickets t WHERE t.id = ticket_type_id));
CREATE POLICY of_seen_types ON event_tickets FOR SELECT TO "app_anon", "app_customer" USING (
  EXISTS (SELECT FROM tickets t WHERE t.id = ticket_id) AND EXISTS (SELECT FROM events e WHERE e.id = event_id));
CREATE POLICY of_seen_things ON stock_counters FOR SELECT TO "app_anon", "app_customer" USING (CASE kind
  WHEN 'units' THEN EXISTS (SELECT FROM tickets t WHERE t.id = stock_counters.id)
  WHEN 'places' THEN EXISTS (SELECT FROM events e WHERE e.id = stock_counters.id)
  WHEN 'pool' THEN EXISTS (SELECT FROM tickets t WHERE t.pool_id = stock_counters.id)
  WHEN 'phase' THEN EXISTS (SELECT FROM price_phases f WHERE f.id = stock_counters.id)
  WHEN 'voucher' THEN EXISTS (SELECT FROM vouchers v WHERE v.id = stock_counters.id)
  ELSE false END);
CREATE POLICY every_phase ON price_phases FOR SELECT TO "app_admin", "app_manager", "app_box_office", "app_accountant", "app_seller", "app_worker" USING (true);

-- Administrators upload pictures, each in their own name, and may change the words that describe one. The worker deletes
-- a picture that nothing has shown for a day; foreign keys forbid it for every other.
GRANT INSERT (url, width, height, sources, alt_text, light, bytes, uploaded_by), UPDATE (alt_text, has_title) ON pictures TO "app_admin", "app_manager";
GRANT UPDATE (unused_since), DELETE ON pictures TO "app_worker";
CREATE POLICY upload ON pictures FOR INSERT TO "app_admin", "app_manager" WITH CHECK (uploaded_by = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY describe ON pictures FOR UPDATE TO "app_admin", "app_manager" USING (true) WITH CHECK (true);
CREATE POLICY unused ON pictures FOR UPDATE TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY sweep ON pictures FOR DELETE TO "app_worker" USING (true);

-- The texts of the site: written by administrators, each change with a name and the next number.
GRANT INSERT (id, key, content, updated_by), UPDATE (content, version, updated_by, updated_at) ON site_content TO "app_admin", "app_manager";
CREATE POLICY first_text ON site_content FOR INSERT TO "app_admin", "app_manager" WITH CHECK (updated_by = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY next_text ON site_content FOR UPDATE TO "app_admin", "app_manager" USING (true)
  WITH CHECK (updated_by = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));

-- People: one's own row; name and phone may be changed by their owner, the role by nobody here.
GRANT SELECT ON profiles TO "app_customer", "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_seller", "app_worker", "app_identity";
GRANT UPDATE (full_name, phone, updated_at) ON profiles TO "app_customer", "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant";
CREATE POLICY own ON profiles FOR SELECT TO "app_customer", "app_gate", "app_door_chief", "app_manager" USING (id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY own_change ON profiles FOR UPDATE TO "app_customer", "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant"
  USING (id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY every_person ON profiles FOR SELECT TO "app_admin", "app_box_office", "app_seller", "app_worker", "app_identity" USING (true);
-- A new profile is a customer's; another role is given afterwards, by the one act that appoints (people/appoint-person).
GRANT INSERT (id, email, full_name, phone), UPDATE (email, full_name, phone, role, updated_at) ON profiles TO "app_identity";
CREATE POLICY sign_up ON profiles FOR INSERT TO "app_identity" WITH CHECK (role = 'user');
CREATE POLICY kept_equal ON profiles FOR UPDATE TO "app_identity" USING (true) WITH CHECK (true);
-- Nobody confirmed the address in time: the customer's profile goes with the account. One that anything hangs on stays, by its keys.
GRANT DELETE ON profiles TO "app_identity";
CREATE POLICY unproven ON profiles FOR DELETE TO "app_identity" USING (role = 'user');

-- Guests: made by the duty "identity", with sessions that it and the seller find, and proven by it. The worker corrects a
-- guest's address. A guest without orders and tickets goes after some days; one that anything hangs on stays, by its keys.
GRANT INSERT (is_guest, contact_email), UPDATE (contact_proven_at) ON profiles TO "app_identity";
GRANT SELECT, INSERT, DELETE ON guest_sessions TO "app_identity";
GRANT SELECT (user_id, token, expires_at) ON guest_sessions TO "app_seller";
-- what a network's guests ask for is counted where it is known who paid, and forgotten after an hour
-- (user_id is updated by the build before)
GRANT SELECT, INSERT, DELETE, UPDATE (user_id) ON guest_tries TO "app_seller";
GRANT SELECT (at), DELETE ON guest_tries TO "app_worker";
CREATE POLICY duty ON guest_tries TO "app_seller", "app_worker" USING (true) WITH CHECK (true);
-- "has_tickets" is kept by the trigger on tickets
GRANT UPDATE (contact_email, contact_corrected_at, contact_version, has_tickets), DELETE ON profiles TO "app_worker";
CREATE POLICY guests_address ON profiles FOR UPDATE TO "app_worker" USING (is_guest) WITH CHECK (is_guest);
CREATE POLICY duty ON guest_sessions TO "app_identity" USING (true) WITH CHECK (true);
CREATE POLICY whose ON guest_sessions FOR SELECT TO "app_seller" USING (true);
CREATE POLICY guests_without_orders ON profiles FOR DELETE TO "app_worker" USING (is_guest);
-- An act of a person keeps that person's role as it is until its end, with a lock: the worker can change nothing there.
CREATE POLICY role_kept ON profiles FOR UPDATE TO "app_worker" USING (id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid)) WITH CHECK (false);

-- Accounts, credentials, sessions: the duty "identity" alone; the seller sees whose a session is and whether the address
-- is proven, and no more.
GRANT USAGE ON SCHEMA identity TO "app_identity";
GRANT SELECT, INSERT, UPDATE, DELETE ON identity."user", identity.session, identity.account, identity.verification, identity.throttle, identity.refresh_token, identity.passkey, identity.factor, identity.factor_challenge, identity.recovery_code, identity.flow_state, identity.registration TO "app_identity";
-- With whose a session is goes whether that person has an order open or one whose hold has just ended, and nothing else
-- about it.
GRANT SELECT ON session_holders TO "app_identity";
GRANT SELECT (user_id, state, hold_expires_at) ON orders TO "app_identity";
CREATE POLICY open_ones ON orders FOR SELECT TO "app_identity" USING (state IN ('held', 'checkout_open', 'payment_pending') OR (state = 'expired' AND has_just_ended(hold_expires_at)));
-- With how many wrong codes somebody tried goes whether a code is there.
GRANT SELECT (code, starts_at, ends_at, is_on) ON vouchers TO "app_identity";
CREATE POLICY every_code ON vouchers FOR SELECT TO "app_identity" USING (true);

-- The catalogue: administrators write it. Of a counter they set how much there is; what is held and sold moves by orders.
GRANT INSERT, UPDATE, DELETE ON events, artists, event_artists, event_tickets, tickets TO "app_admin", "app_manager";
GRANT INSERT (id, kind, capacity), UPDATE (capacity), DELETE ON stock_counters TO "app_admin", "app_manager";
CREATE POLICY catalogue ON events TO "app_admin", "app_manager" USING (true) WITH CHECK (true);
CREATE POLICY catalogue ON artists TO "app_admin", "app_manager" USING (true) WITH CHECK (true);
CREATE POLICY catalogue ON event_artists TO "app_admin", "app_manager" USING (true) WITH CHECK (true);
CREATE POLICY catalogue ON event_tickets TO "app_admin", "app_manager" USING (true) WITH CHECK (true);
CREATE POLICY catalogue ON tickets TO "app_admin", "app_manager" USING (true) WITH CHECK (true);
CREATE POLICY catalogue ON stock_counters TO "app_admin", "app_manager" USING (true) WITH CHECK (true);
GRANT INSERT, UPDATE, DELETE ON price_phases TO "app_admin", "app_manager";
GRANT SELECT, INSERT, UPDATE, DELETE ON pools, vouchers TO "app_admin", "app_manager";
GRANT SELECT ON pools, vouchers TO "app_worker";
GRANT SELECT ON vouchers TO "app_seller";
CREATE POLICY catalogue ON price_phases TO "app_admin", "app_manager" USING (true) WITH CHECK (true);
CREATE POLICY catalogue ON pools TO "app_admin", "app_manager" USING (true) WITH CHECK (true);
CREATE POLICY catalogue ON vouchers TO "app_admin", "app_manager" USING (true) WITH CHECK (true);
CREATE POLICY duty ON pools FOR SELECT TO "app_worker" USING (true);
CREATE POLICY duty ON vouchers FOR SELECT TO "app_seller", "app_worker" USING (true);

-- The start of a sale is public; the seed of the draw is read by the check of the draw. Administrators announce an
-- opening, the seller draws and lets in. Only the seller, and the worker's check of the draw, read who waits in a room.
GRANT SELECT (event_id, opens_at, room_minutes, drawn_at, places_given, admitted_up_to, ended_at) ON openings TO "app_anon", "app_customer", "app_gate", "app_door_chief", "app_box_office", "app_accountant";
GRANT SELECT ON openings TO "app_admin", "app_manager", "app_seller", "app_worker";
GRANT INSERT (event_id, opens_at, room_minutes), UPDATE (opens_at, room_minutes), DELETE ON openings TO "app_admin", "app_manager";
GRANT UPDATE (drawn_at, seed, places_given, admitted_up_to, counted_at, ended_at) ON openings TO "app_seller";
GRANT SELECT, INSERT (id, event_id, user_id), UPDATE (number) ON room_places TO "app_seller";
CREATE POLICY of_seen_nights ON openings FOR SELECT TO "app_anon", "app_customer" USING (EXISTS (SELECT FROM events e WHERE e.id = event_id));
CREATE POLICY every_opening ON openings FOR SELECT TO "app_gate", "app_door_chief", "app_box_office", "app_accountant", "app_worker" USING (true);
CREATE POLICY announced ON openings TO "app_admin", "app_manager" USING (true) WITH CHECK (true);
CREATE POLICY duty ON openings TO "app_seller" USING (true) WITH CHECK (true);
GRANT SELECT ON room_places TO "app_worker";
CREATE POLICY duty ON room_places TO "app_seller" USING (true) WITH CHECK (true);
CREATE POLICY audit ON room_places FOR SELECT TO "app_worker" USING (true);

-- What is stopped, everybody may know; why and by whom, administrators and managers. They stop and lift, each in the own name.
GRANT SELECT (id, event_id, kind, since, until, lifted_at) ON stops TO "app_anon", "app_customer", "app_gate", "app_door_chief", "app_box_office", "app_accountant", "app_seller", "app_worker";
GRANT SELECT, INSERT (id, event_id, kind, reason, started_by, until), UPDATE (lifted_at, lifted_by) ON stops TO "app_admin", "app_manager";
CREATE POLICY of_seen_nights ON stops FOR SELECT TO "app_anon", "app_customer" USING (event_id IS NULL OR EXISTS (SELECT FROM events e WHERE e.id = event_id));
CREATE POLICY every_stop ON stops FOR SELECT TO "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_seller", "app_worker" USING (true);
CREATE POLICY stopped ON stops FOR INSERT TO "app_admin", "app_manager" WITH CHECK (started_by = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY lifted ON stops FOR UPDATE TO "app_admin", "app_manager" USING (true) WITH CHECK (lifted_by = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));

-- That a night was cancelled, and why, everybody may know; by whom, administrators, each in the own name. The worker gives
-- each order back once for it.
GRANT SELECT (event_id, reason, used_tickets, at) ON cancellations TO "app_anon", "app_customer", "app_gate", "app_door_chief", "app_manager", "app_box_office", "app_accountant";
GRANT SELECT ON cancellations TO "app_admin", "app_worker";
GRANT INSERT (event_id, reason, used_tickets, actor_id) ON cancellations TO "app_admin";
CREATE POLICY of_seen_nights ON cancellations FOR SELECT TO "app_anon", "app_customer" USING (EXISTS (SELECT FROM events e WHERE e.id = event_id));
CREATE POLICY every_night ON cancellations FOR SELECT TO "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_worker" USING (true);
CREATE POLICY own_name ON cancellations FOR INSERT TO "app_admin" WITH CHECK (actor_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
GRANT SELECT ON cancelled_orders TO "app_admin";
GRANT SELECT, INSERT, UPDATE (amount) ON cancelled_orders TO "app_worker";
CREATE POLICY everything ON cancelled_orders FOR SELECT TO "app_admin" USING (true);
CREATE POLICY duty ON cancelled_orders TO "app_worker" USING (true) WITH CHECK (true);

-- That a night was moved, from when to when and why, everybody may know; by whom, administrators, each in the own name. The
-- worker tells each order once.
GRANT SELECT (id, event_id, from_date, from_time, from_location, to_date, to_time, to_location, reason, at) ON moves TO "app_anon", "app_customer", "app_gate", "app_door_chief", "app_manager", "app_box_office", "app_accountant";
GRANT SELECT ON moves TO "app_admin", "app_worker";
GRANT INSERT (id, event_id, from_date, from_time, from_location, to_date, to_time, to_location, reason, actor_id) ON moves TO "app_admin";
CREATE POLICY of_seen_nights ON moves FOR SELECT TO "app_anon", "app_customer" USING (EXISTS (SELECT FROM events e WHERE e.id = event_id));
CREATE POLICY every_night ON moves FOR SELECT TO "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_worker" USING (true);
CREATE POLICY own_name ON moves FOR INSERT TO "app_admin" WITH CHECK (actor_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
GRANT SELECT ON moved_orders TO "app_admin";
GRANT SELECT, INSERT ON moved_orders TO "app_worker";
CREATE POLICY everything ON moved_orders FOR SELECT TO "app_admin" USING (true);
CREATE POLICY duty ON moved_orders TO "app_worker" USING (true) WITH CHECK (true);

-- What the team writes to the holders of a night. Whom it reaches is other people's, so the duty "deliver" stores, queues
-- and stops it; the acts check the person.
GRANT SELECT, INSERT (id, event_id, kind, type_ids, at_gate, subject, body, actor_id), UPDATE (spread_at, recipients, stopped_at, stopped_by) ON night_messages TO "app_worker";
CREATE POLICY duty ON night_messages TO "app_worker" USING (true) WITH CHECK (true);

-- The rates of VAT, from a day on each: who keeps the books writes them, in the own name.
GRANT SELECT ON vat_rates TO "app_admin", "app_accountant", "app_manager", "app_worker";
GRANT INSERT (valid_from, rate, set_by), UPDATE (rate, set_by, set_at), DELETE ON vat_rates TO "app_admin", "app_accountant";
CREATE POLICY everything ON vat_rates FOR SELECT TO "app_admin", "app_accountant", "app_manager", "app_worker" USING (true);
CREATE POLICY own_name ON vat_rates FOR INSERT TO "app_admin", "app_accountant" WITH CHECK (set_by = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY own_change ON vat_rates FOR UPDATE TO "app_admin", "app_accountant" USING (true) WITH CHECK (set_by = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY removed ON vat_rates FOR DELETE TO "app_admin", "app_accountant" USING (true);

-- How each process does, and the backups that were made: for the status panel.
GRANT SELECT, INSERT, DELETE ON process_pulses TO "app_worker";
GRANT SELECT (at, pulse) ON process_pulses TO "app_seller", "app_manager";
GRANT SELECT ON process_pulses TO "app_admin";
GRANT SELECT ON backups, failed_backups TO "app_admin", "app_worker";
CREATE POLICY duty ON process_pulses TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY everything ON process_pulses FOR SELECT TO "app_admin", "app_seller", "app_manager" USING (true);
CREATE POLICY everything ON backups FOR SELECT TO "app_admin", "app_worker" USING (true);
CREATE POLICY everything ON failed_backups FOR SELECT TO "app_admin", "app_worker" USING (true);

-- Orders and what hangs on them: owners read their own; only the duties write.
GRANT SELECT ON orders, order_lines, checkout_attempts, payments, ticket_purchases, stripe_subscriptions, stripe_user_orders, stripe_user_subscriptions TO "app_customer", "app_admin";
GRANT SELECT ON refunds, disputes, payment_notices, ledger_entries, admissions, journal, sales_deltas, sales_totals, member_days, reconciliations TO "app_admin";
CREATE POLICY own ON orders FOR SELECT TO "app_customer" USING (user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY own ON ticket_purchases FOR SELECT TO "app_customer" USING (user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY own ON stripe_subscriptions FOR SELECT TO "app_customer", "app_admin" USING (user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
-- What one sent to a friend, but for the link's secret; who receives a ticket reads what the link offers through the duty.
GRANT SELECT (id, order_id, line_no, seat_no, from_id, name, recipient, state, created_at, ended_at) ON transfers TO "app_customer", "app_admin";
CREATE POLICY own ON transfers FOR SELECT TO "app_customer", "app_admin" USING (from_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY own ON order_lines FOR SELECT TO "app_customer" USING (order_id IN (SELECT id FROM orders));
CREATE POLICY own ON checkout_attempts FOR SELECT TO "app_customer" USING (order_id IN (SELECT id FROM orders));
CREATE POLICY own ON payments FOR SELECT TO "app_customer" USING (order_id IN (SELECT id FROM orders));
GRANT SELECT (order_id, amount, state, succeeded_at) ON refunds TO "app_customer";
CREATE POLICY own ON refunds FOR SELECT TO "app_customer" USING (order_id IN (SELECT id FROM orders));
GRANT SELECT (order_id, amount, state) ON disputes TO "app_customer";
CREATE POLICY own ON disputes FOR SELECT TO "app_customer" USING (order_id IN (SELECT id FROM orders));
CREATE POLICY everything ON orders FOR SELECT TO "app_admin", "app_box_office", "app_accountant" USING (true);
CREATE POLICY everything ON order_lines FOR SELECT TO "app_admin", "app_box_office", "app_accountant" USING (true);
CREATE POLICY everything ON ticket_purchases FOR SELECT TO "app_admin", "app_box_office", "app_accountant" USING (true);
CREATE POLICY everything ON checkout_attempts FOR SELECT TO "app_admin", "app_box_office", "app_accountant" USING (true);
CREATE POLICY everything ON payments FOR SELECT TO "app_admin", "app_box_office", "app_accountant" USING (true);
CREATE POLICY everything ON refunds FOR SELECT TO "app_admin", "app_box_office", "app_accountant" USING (true);
CREATE POLICY everything ON disputes FOR SELECT TO "app_admin", "app_box_office", "app_accountant" USING (true);
CREATE POLICY everything ON sales_deltas FOR SELECT TO "app_admin", "app_manager", "app_accountant" USING (true);
CREATE POLICY everything ON sales_totals FOR SELECT TO "app_admin", "app_manager", "app_accountant" USING (true);
CREATE POLICY everything ON member_days FOR SELECT TO "app_admin", "app_manager", "app_accountant" USING (true);
-- who renames a type moves its sums to the new name (rules.sql)
GRANT INSERT, UPDATE (purchases, quantity, revenue) ON sales_totals TO "app_admin", "app_manager";
CREATE POLICY by_name ON sales_totals FOR INSERT TO "app_admin", "app_manager" WITH CHECK (kind = 'name');
CREATE POLICY by_name_change ON sales_totals FOR UPDATE TO "app_admin", "app_manager" USING (kind = 'name') WITH CHECK (kind = 'name');
-- uses of codes that went back with refunds
GRANT SELECT ON voucher_returns TO "app_admin", "app_box_office", "app_accountant", "app_seller", "app_worker";
GRANT INSERT ON voucher_returns TO "app_worker";
CREATE POLICY everything ON voucher_returns FOR SELECT TO "app_admin", "app_box_office", "app_accountant", "app_seller" USING (true);
CREATE POLICY duty ON voucher_returns TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY everything ON reconciliations FOR SELECT TO "app_admin", "app_accountant" USING (true);
CREATE POLICY everything ON payment_notices FOR SELECT TO "app_admin" USING (true);
CREATE POLICY everything ON ledger_entries FOR SELECT TO "app_admin", "app_box_office", "app_accountant" USING (true);
-- What an email is filled with holds live links and codes while it waits, so only the duty that sends it reads that.
GRANT SELECT (id, kind, dedupe_key, recipient, user_id, order_id, purchase_id, night_message_id, message_id, state, attempts, interruptions, next_at, last_error, tries, template, is_fallback, created_at, sent_at) ON letters TO "app_admin", "app_box_office", "app_accountant";
CREATE POLICY everything ON letters FOR SELECT TO "app_admin" USING (true);
CREATE POLICY everything ON admissions FOR SELECT TO "app_admin", "app_box_office", "app_accountant" USING (true);
CREATE POLICY everything ON journal FOR SELECT TO "app_admin" USING (true);

-- The team. A manager sees the names of the team and the history of what managers write; of orders, whether there are any,
-- how many tickets were free, what waits for payment and what codes saved, and neither people nor payments; of sales, the sums.
GRANT SELECT (id, event_ids, ticket_type_id, state, stake, line_at, hold_expires_at, paid_at) ON orders TO "app_manager";
GRANT SELECT (order_id, no, ticket_type_id, voucher_id, pool_id, quantity, discount, list_price) ON order_lines TO "app_manager";
GRANT SELECT (id, order_id, line_no, seat_no, event_id, ticket_type_id, quantity, units, places, status, purchase_date, is_test) ON ticket_purchases TO "app_manager";
GRANT SELECT ON journal, sales_deltas, sales_totals, member_days TO "app_manager";
CREATE POLICY is_there ON orders FOR SELECT TO "app_manager" USING (true);
CREATE POLICY is_there ON order_lines FOR SELECT TO "app_manager" USING (true);
CREATE POLICY is_there ON ticket_purchases FOR SELECT TO "app_manager" USING (true);
CREATE POLICY team ON profiles FOR SELECT TO "app_manager" USING (role <> 'user');
CREATE POLICY of_the_catalogue ON journal FOR SELECT TO "app_manager" USING (subject_kind IN ('event', 'artist', 'ticket_type', 'voucher', 'picture', 'content', 'site', 'site_content'));
-- The box office sees purchases and their people; what it changes is written by the duties. An accountant sees the same
-- and all sums, and of people only those who have tickets or are of the team, without their phones.
GRANT SELECT ON orders, order_lines, checkout_attempts, payments, ticket_purchases, refunds, disputes, ledger_entries, admissions, journal, pools, vouchers TO "app_box_office", "app_accountant";
GRANT SELECT ON sales_deltas, sales_totals, member_days, reconciliations TO "app_accountant";
GRANT SELECT (id, role, full_name, email, is_guest, contact_email, contact_proven_at, contact, created_at) ON profiles TO "app_accountant";
CREATE POLICY with_tickets ON profiles FOR SELECT TO "app_accountant" USING (role <> 'user'
  OR EXISTS (SELECT FROM orders o WHERE o.user_id = profiles.id) OR EXISTS (SELECT FROM ticket_purchases p WHERE p.user_id = profiles.id));
CREATE POLICY of_orders ON journal FOR SELECT TO "app_box_office", "app_accountant" USING (subject_kind = 'order');
CREATE POLICY of_guest_lists ON journal FOR SELECT TO "app_box_office" USING (subject_kind = 'event' AND starts_with(what, 'guest'));
CREATE POLICY of_orders ON letters FOR SELECT TO "app_box_office", "app_accountant" USING (order_id IS NOT NULL OR purchase_id IS NOT NULL);
CREATE POLICY sold_with ON pools FOR SELECT TO "app_box_office", "app_accountant" USING (true);
CREATE POLICY sold_with ON vouchers FOR SELECT TO "app_box_office", "app_accountant" USING (true);
-- The team writes history under its own name and role, and only what its acts do themselves: orders, and other people, are
-- changed by the duties.
CREATE POLICY own_name ON journal FOR INSERT TO "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant" WITH CHECK (
  actor_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid)
  AND actor_kind IN ('gate', 'door_chief', 'admin', 'manager', 'box_office', 'accountant') AND right(current_user, length(actor_kind) + 1) = '_' || actor_kind
  AND CASE
    WHEN subject_kind = 'person' AND what = 'note_removed' THEN actor_kind IN ('admin', 'box_office')
    WHEN subject_kind = 'person' THEN subject_id = actor_id AND (what = 'profile_edited' OR actor_kind = 'admin' AND what = 'test_letter_sent')
    WHEN actor_kind = 'admin' THEN subject_kind <> 'order'
    WHEN actor_kind = 'manager' THEN subject_kind IN ('event', 'artist', 'ticket_type', 'voucher', 'picture', 'content', 'site', 'site_content')
    WHEN actor_kind = 'accountant' THEN subject_kind = 'site' AND what IN ('vat_rate_saved', 'vat_rate_removed')
    WHEN actor_kind = 'door_chief' THEN subject_kind = 'event' AND what IN ('gate_made', 'gate_changed', 'gate_mode_set', 'phone_stopped', 'chief_phone_invited', 'double_marked')
    ELSE false END);

-- What is demanded of the team and what it may give back. The duty alone invites; the worker writes the email.
GRANT SELECT ON team_settings TO "app_admin", "app_box_office", "app_identity", "app_worker";
GRANT INSERT, UPDATE (demands_factor, refund_limit) ON team_settings TO "app_admin";
GRANT SELECT, INSERT, UPDATE (state, accepted_by), DELETE ON team_invitations TO "app_identity";
GRANT SELECT (id, role, invited_by, state, expires_at) ON team_invitations TO "app_worker";
CREATE POLICY administered ON team_settings TO "app_admin" USING (true) WITH CHECK (true);
CREATE POLICY known ON team_settings FOR SELECT TO "app_box_office", "app_identity", "app_worker" USING (true);
CREATE POLICY duty ON team_invitations TO "app_identity" USING (true) WITH CHECK (true);
CREATE POLICY in_letters ON team_invitations FOR SELECT TO "app_worker" USING (true);
-- Notes about customers: the office reads all and writes in the own name; customers read what is about them.
GRANT SELECT ON person_notes TO "app_admin", "app_box_office", "app_accountant";
GRANT SELECT (person_id, note, at) ON person_notes TO "app_customer";
GRANT INSERT (id, person_id, author_id, note), DELETE ON person_notes TO "app_admin", "app_box_office";
GRANT SELECT (person_id), DELETE ON person_notes TO "app_identity";
CREATE POLICY everything ON person_notes FOR SELECT TO "app_admin", "app_box_office", "app_accountant", "app_identity" USING (true);
CREATE POLICY own ON person_notes FOR SELECT TO "app_customer" USING (person_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY own_name ON person_notes FOR INSERT TO "app_admin", "app_box_office" WITH CHECK (author_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
-- nobody in the office removes what is noted about oneself; it goes with the account
CREATE POLICY removed ON person_notes FOR DELETE TO "app_admin", "app_box_office" USING (person_id <> (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY erased ON person_notes FOR DELETE TO "app_identity" USING (true);

-- What happened to accounts and doors: written with its cause, read by administrators, changed by nobody. The worker
-- reads none of it; it empties the network after 30 days and takes rows away after 400.
GRANT INSERT (kind, person_id, actor_id, network, detail) ON security_events TO "app_identity", "app_worker", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_door_chief";
GRANT SELECT ON security_events TO "app_admin";
GRANT UPDATE (network), DELETE ON security_events TO "app_worker";
CREATE POLICY duty ON security_events FOR INSERT TO "app_identity", "app_worker" WITH CHECK (true);
CREATE POLICY own_name ON security_events FOR INSERT TO "app_admin", "app_manager", "app_box_office", "app_accountant", "app_door_chief" WITH CHECK (actor_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY everything ON security_events FOR SELECT TO "app_admin" USING (true);
CREATE POLICY forget_network ON security_events FOR UPDATE TO "app_worker"
  USING (at < now() - interval '30 days' AND network IS NOT NULL) WITH CHECK (network IS NULL);
CREATE POLICY sweep ON security_events FOR DELETE TO "app_worker" USING (at < now() - interval '400 days');

-- Duty "sell": holds and what goes with them.
GRANT SELECT, INSERT, UPDATE ON orders, checkout_attempts TO "app_seller";
GRANT SELECT, INSERT, UPDATE ON provider_pace TO "app_seller", "app_worker";
CREATE POLICY duty ON provider_pace TO "app_seller", "app_worker" USING (true) WITH CHECK (true);
GRANT UPDATE (held) ON stock_counters TO "app_seller";
GRANT INSERT ON journal TO "app_seller", "app_worker", "app_gate", "app_door_chief", "app_identity", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_customer";
CREATE POLICY duty ON orders TO "app_seller", "app_worker" USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON order_lines TO "app_seller", "app_worker";
CREATE POLICY duty ON order_lines TO "app_seller", "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY duty ON checkout_attempts TO "app_seller", "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY duty ON stock_counters FOR UPDATE TO "app_seller", "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY duty ON journal FOR INSERT TO "app_seller", "app_worker", "app_identity" WITH CHECK (true);
-- the duty "admit" writes down what a chief, for whom it acts, did at the door, and nothing else (the build before names nobody it acts for)
CREATE POLICY at_the_door ON journal FOR INSERT TO "app_gate" WITH CHECK (actor_id = coalesce((SELECT NULLIF(current_setting('app.user_id', true), '')::uuid), actor_id)
  AND actor_kind IN ('door_chief', 'admin') AND EXISTS (SELECT FROM profiles p WHERE p.id = actor_id AND p.role = actor_kind) AND (subject_kind, what) IN (('order', 'entry_by_chief'), ('event', 'phone_rows_accepted')));
-- customers write down what they change about themselves, and nothing about orders
CREATE POLICY own_change ON journal FOR INSERT TO "app_customer" WITH CHECK (
  subject_kind = 'person' AND actor_id = subject_id AND actor_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
GRANT USAGE ON SCHEMA identity TO "app_seller", "app_worker";
GRANT SELECT (user_id, token, expires_at, aal) ON identity.session TO "app_seller";
GRANT SELECT (user_id, status) ON identity.factor TO "app_seller";
-- the worker: an email names its reader only at a proven address
GRANT SELECT (id, email_verified) ON identity."user" TO "app_seller", "app_worker";

-- Duties "settle" and "deliver".
GRANT SELECT, INSERT, UPDATE ON orders, checkout_attempts, payment_notices, refunds, letters, ticket_purchases, transfers TO "app_worker";
GRANT SELECT, INSERT, UPDATE ON disputes, sales_totals TO "app_worker";
GRANT SELECT, INSERT ON payments, ledger_entries, reconciliations, member_days TO "app_worker";
-- what the provider says of its balance: an entry is written once, and gets the payout that it went with
GRANT SELECT, INSERT, UPDATE (payout_id) ON balance_entries TO "app_worker";
GRANT SELECT, INSERT, UPDATE (state, amount, arrives_at, entries_read_at) ON payouts TO "app_worker";
-- what a sale changed is folded into the totals and then gone
GRANT SELECT, INSERT, DELETE ON sales_deltas TO "app_worker";
GRANT SELECT ON journal, admissions TO "app_worker";
-- the capacity: what a refund brings back and nobody shall buy again leaves the sale
GRANT UPDATE (held, sold, capacity) ON stock_counters TO "app_worker";
CREATE POLICY duty ON payment_notices TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY duty ON disputes TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY duty ON sales_deltas TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY duty ON sales_totals TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY duty ON member_days TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY duty ON reconciliations TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY duty ON balance_entries TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY duty ON payouts TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY duty ON payments TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY duty ON refunds TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY duty ON ledger_entries TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY duty ON ticket_purchases TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY duty ON transfers TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY duty ON letters TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY read ON journal FOR SELECT TO "app_worker" USING (true);
CREATE POLICY read ON admissions FOR SELECT TO "app_worker" USING (true);

-- The pause of all letters: set by the duty when the password is refused, lifted by administrators through it.
GRANT SELECT ON mail_pause TO "app_worker", "app_admin";
GRANT INSERT ON mail_pause TO "app_worker";
GRANT DELETE ON mail_pause, mail_pace TO "app_worker", "app_admin";
GRANT SELECT ON mail_pace TO "app_worker", "app_admin";
GRANT INSERT, UPDATE ON mail_pace TO "app_worker";
CREATE POLICY duty ON mail_pace TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY seen ON mail_pace FOR SELECT TO "app_admin" USING (true);
CREATE POLICY lifted ON mail_pace FOR DELETE TO "app_admin" USING (true);
CREATE POLICY duty ON mail_pause TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY seen ON mail_pause FOR SELECT TO "app_admin" USING (true);
CREATE POLICY lifted ON mail_pause FOR DELETE TO "app_admin" USING (true);

-- Prices are made as they are wanted, and checked once a day: the duty says whether the card provider agrees.
GRANT UPDATE (price_agreed_at, price_wanted_at, stripe_price_id) ON tickets TO "app_worker";
CREATE POLICY agreement ON tickets FOR UPDATE TO "app_worker" USING (true) WITH CHECK (true);
-- A night that comes to a pass which was sold: linked by the duty that gives its holders their tickets.
GRANT INSERT ON event_tickets TO "app_worker";
GRANT UPDATE (event_id, shown_from, version, updated_at) ON tickets TO "app_worker";
CREATE POLICY new_night ON event_tickets FOR INSERT TO "app_worker" WITH CHECK (true);

-- The bell: up to when each administrator has read; since when a type has few left, noted by a job.
GRANT SELECT, INSERT, UPDATE ON notification_reads TO "app_admin";
CREATE POLICY own ON notification_reads TO "app_admin" USING (user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid))
  WITH CHECK (user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
GRANT SELECT ON low_stock TO "app_admin", "app_worker";
GRANT INSERT, DELETE ON low_stock TO "app_worker";
CREATE POLICY everything ON low_stock FOR SELECT TO "app_admin" USING (true);
CREATE POLICY duty ON low_stock TO "app_worker" USING (true) WITH CHECK (true);

-- The settings of mail: administrators write all of it and read all but the password; the duty that sends reads it.
GRANT SELECT (id, smtp_host, smtp_port, pop3_host, pop3_port, username, from_email, from_name, reply_to, enabled, updated_at), INSERT,
      UPDATE (smtp_host, smtp_port, pop3_host, pop3_port, username, password, from_email, from_name, reply_to, enabled, updated_at) ON email_settings TO "app_admin";
GRANT SELECT ON email_settings TO "app_worker";
CREATE POLICY administered ON email_settings TO "app_admin" USING (true) WITH CHECK (true);
CREATE POLICY duty ON email_settings FOR SELECT TO "app_worker" USING (true);

-- Templates of letters and what they said before; the duty puts the program's own in, once.
GRANT SELECT, INSERT, UPDATE, DELETE ON email_templates TO "app_admin";
GRANT SELECT, INSERT ON email_template_versions TO "app_admin", "app_worker";
GRANT SELECT, INSERT ON email_templates TO "app_worker";
CREATE POLICY administered ON email_templates TO "app_admin" USING (true) WITH CHECK (true);
CREATE POLICY duty ON email_templates TO "app_worker" USING (true) WITH CHECK (is_built_in);
CREATE POLICY administered ON email_template_versions TO "app_admin" USING (true) WITH CHECK (true);
CREATE POLICY duty ON email_template_versions TO "app_worker" USING (true) WITH CHECK (author_id IS NULL);

-- The newsletter: who has no account asks for it, so the duty that sends letters keeps the list.
GRANT SELECT, INSERT, UPDATE, DELETE ON newsletter_subscriptions TO "app_worker";
GRANT SELECT ON newsletter_subscriptions TO "app_admin";
CREATE POLICY duty ON newsletter_subscriptions TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY everything ON newsletter_subscriptions FOR SELECT TO "app_admin" USING (true);

-- Letters that accounts cause (confirm the address, welcome).
GRANT INSERT, SELECT (dedupe_key) ON letters TO "app_identity";
CREATE POLICY account_letters ON letters FOR INSERT TO "app_identity" WITH CHECK (order_id IS NULL AND purchase_id IS NULL);
CREATE POLICY account_letters_known ON letters FOR SELECT TO "app_identity" USING (order_id IS NULL AND purchase_id IS NULL);

-- Duty "admit": door staff see what admitting needs and take entries off, nothing else; of a ticket that was refunded, those that
-- a phone wrote down, which did not know it. What changed since a list was sent is found by `xmin`.
GRANT SELECT (id, order_id, line_no, seat_no, user_id, event_id, ticket_type_id, quantity, places, ticket_code, status, entries_total, entries_remaining, secret_version, suspended, share_returned_at, holder_name, xmin),
      UPDATE (entries_remaining) ON ticket_purchases TO "app_gate", "app_door_chief";
GRANT SELECT, INSERT ON admissions TO "app_gate", "app_door_chief";
CREATE POLICY door ON ticket_purchases FOR SELECT TO "app_gate", "app_door_chief" USING (true);
CREATE POLICY door_change ON ticket_purchases FOR UPDATE TO "app_gate", "app_door_chief" USING (true) WITH CHECK (status = 'paid' AND suspended IS NULL AND share_returned_at IS NULL
  OR EXISTS (SELECT FROM gate_log l WHERE l.purchase_id = ticket_purchases.id)
  OR EXISTS (SELECT FROM admissions a WHERE a.purchase_id = ticket_purchases.id AND a.phone_seq IS NOT NULL));
CREATE POLICY duty ON admissions TO "app_gate", "app_door_chief" USING (true) WITH CHECK (true);
-- since when the money of a ticket goes back or is disputed: who came in before came in rightly
GRANT SELECT (order_id, created_at) ON refunds TO "app_gate";
GRANT SELECT (order_id, opened_at) ON disputes TO "app_gate";
CREATE POLICY door ON refunds FOR SELECT TO "app_gate" USING (true);
CREATE POLICY door ON disputes FOR SELECT TO "app_gate" USING (true);

-- The door's phones (docs/decisions/0037). The chief makes gates and invitations and stops phones; the duty "admit" enrols the
-- phone that has the secret and keeps what it writes. Nobody changes a row of the log, but that one of a stopped phone
-- begins to count, and that a wrong time is found late.
GRANT SELECT ON gates, gate_devices TO "app_gate", "app_door_chief", "app_admin";
GRANT INSERT (id, event_id, name, type_ids), UPDATE (name, type_ids, mode), DELETE ON gates TO "app_door_chief", "app_admin";
GRANT INSERT (id, gate_id, secret_hash, made_by, expires_at, is_chief) ON gate_invitations TO "app_door_chief", "app_admin";
GRANT SELECT, UPDATE (used_at) ON gate_invitations TO "app_gate";
-- with a person's right end the phones and invitations that came of it (people/handed-out-store)
GRANT SELECT (made_by, used_at), UPDATE (used_at) ON gate_invitations TO "app_identity";
GRANT SELECT (id, event_id, name, invited_by, revoked_at, ends_at), UPDATE (revoked_at, revoked_by) ON gate_devices TO "app_identity";
GRANT INSERT (id, gate_id, event_id, name, public_key, invited_by, decides, ends_at, is_chief, calls_age), UPDATE (seen_at, settled_at, acked_through, said_through, list_at, rows_accepted_at, rows_accepted_by, decides, yields_to, yield_id, battery) ON gate_devices TO "app_gate";
-- a chief's code is used once, by whom the table says
GRANT SELECT, INSERT (hash, device_id, seq) ON chief_proofs TO "app_gate";
CREATE POLICY duty ON chief_proofs TO "app_gate" USING (true) WITH CHECK (true);
GRANT UPDATE (revoked_at, revoked_by) ON gate_devices TO "app_door_chief", "app_admin";
GRANT SELECT ON gate_log TO "app_gate", "app_door_chief", "app_admin", "app_worker";
GRANT INSERT, UPDATE (is_counted, finding) ON gate_log TO "app_gate";
CREATE POLICY read ON gates FOR SELECT TO "app_gate" USING (true);
CREATE POLICY led ON gates TO "app_door_chief", "app_admin" USING (true) WITH CHECK (true);
CREATE POLICY duty ON gate_invitations TO "app_gate" USING (true) WITH CHECK (true);
CREATE POLICY own_name ON gate_invitations FOR INSERT TO "app_door_chief", "app_admin" WITH CHECK (made_by = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY handed_out ON gate_invitations TO "app_identity" USING (true) WITH CHECK (used_at IS NOT NULL);
CREATE POLICY handed_out ON gate_devices TO "app_identity" USING (true) WITH CHECK (revoked_at IS NOT NULL);
CREATE POLICY duty ON gate_devices TO "app_gate" USING (true) WITH CHECK (true);
CREATE POLICY read ON gate_devices FOR SELECT TO "app_door_chief", "app_admin" USING (true);
CREATE POLICY stopped ON gate_devices FOR UPDATE TO "app_door_chief", "app_admin" USING (revoked_at IS NULL)
  WITH CHECK (revoked_by = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
-- a double entry or a finding is marked as cleared up in one's own name, and never unmarked
GRANT SELECT, INSERT (id, event_id, purchase_id, guest_id, entered, row_digest, word, marked_by) ON double_marks TO "app_door_chief", "app_admin";
GRANT SELECT ON double_marks TO "app_gate", "app_worker";
CREATE POLICY read ON double_marks FOR SELECT TO "app_gate", "app_door_chief", "app_admin", "app_worker" USING (true);
CREATE POLICY own_name ON double_marks FOR INSERT TO "app_door_chief", "app_admin" WITH CHECK (marked_by = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid));
CREATE POLICY duty ON gate_log TO "app_gate" USING (true) WITH CHECK (true);
-- a manager, whether there are any: such a night is not deleted
GRANT SELECT (event_id) ON gate_log TO "app_manager";
CREATE POLICY read ON gate_log FOR SELECT TO "app_door_chief", "app_admin", "app_manager", "app_worker" USING (true);

-- Sale at the door (docs/decisions/0039). What is set aside comes out of the counters, so the duty "settle" writes it and reads
-- whose phones they are; the office's figures leave it out of what was sold.
GRANT SELECT ON door_shares TO "app_gate", "app_door_chief", "app_admin", "app_manager", "app_worker";
GRANT INSERT, UPDATE (quantity, entries, price, pool_id) ON door_shares TO "app_worker";
GRANT SELECT ON gates, gate_devices TO "app_worker";
CREATE POLICY read ON door_shares FOR SELECT TO "app_gate", "app_door_chief", "app_admin", "app_manager" USING (true);
CREATE POLICY duty ON door_shares TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY read_sales ON gates FOR SELECT TO "app_worker" USING (true);
CREATE POLICY read_sales ON gate_devices FOR SELECT TO "app_worker" USING (true);
-- and what was counted in the till of a stopped phone
GRANT UPDATE (till_bani, till_by, till_at) ON gate_devices TO "app_worker";
CREATE POLICY tills ON gate_devices FOR UPDATE TO "app_worker" USING (true) WITH CHECK (true);

-- Guest lists. Their places come out of a night's counter, so the duty "settle" writes them; the door counts people in.
GRANT SELECT ON guest_lists TO "app_admin", "app_manager", "app_box_office", "app_worker", "app_gate", "app_door_chief";
GRANT SELECT ON listed_guests TO "app_admin", "app_manager", "app_box_office", "app_worker";
-- the door needs no address
GRANT SELECT (id, list_id, event_id, name, places, entered, note, added_by, added_at, removed_at) ON listed_guests TO "app_gate", "app_door_chief";
GRANT INSERT (id, event_id, name), UPDATE (name) ON guest_lists TO "app_worker";
GRANT INSERT (id, list_id, event_id, name, places, note, email, added_by), UPDATE (name, places, note, email, removed_at) ON listed_guests TO "app_worker";
GRANT UPDATE (entered) ON listed_guests TO "app_gate", "app_door_chief";
GRANT INSERT (id, kind, capacity) ON stock_counters TO "app_worker";
CREATE POLICY everything ON guest_lists FOR SELECT TO "app_admin", "app_manager", "app_box_office", "app_gate", "app_door_chief" USING (true);
CREATE POLICY everything ON listed_guests FOR SELECT TO "app_admin", "app_manager", "app_box_office", "app_gate", "app_door_chief" USING (true);
CREATE POLICY duty ON guest_lists TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY duty ON listed_guests TO "app_worker" USING (true) WITH CHECK (true);
CREATE POLICY door_change ON listed_guests FOR UPDATE TO "app_gate", "app_door_chief" USING (true) WITH CHECK (removed_at IS NULL);
CREATE POLICY guest_lists ON stock_counters FOR INSERT TO "app_worker" WITH CHECK (kind = 'guest_list');

-- A manager sees who of the guest lists came in, and no other answer of the door.
GRANT SELECT (id, guest_id, verdict, entries, received_at) ON admissions TO "app_manager";
CREATE POLICY of_guest_lists ON admissions FOR SELECT TO "app_manager" USING (guest_id IS NOT NULL);

-- Keys: the public part is public; the sealed part is opened by the duties that sign.
GRANT SELECT (kid, purpose, public_key, valid_from, valid_until) ON signing_keys TO "app_anon", "app_customer", "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant";
GRANT SELECT, INSERT ON signing_keys TO "app_worker", "app_identity";
GRANT UPDATE (valid_until) ON signing_keys TO "app_worker";
CREATE POLICY public_part ON signing_keys FOR SELECT TO "app_anon", "app_customer", "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant" USING (purpose <> 'label');
CREATE POLICY duty ON signing_keys TO "app_worker", "app_identity" USING (true) WITH CHECK (true);

-- Files that the database writes for administrators: the columns that they are made of, to read. This role can write
-- nothing (no large object either: prepare-database), call nothing and read nothing else. The act checks the person.
GRANT SELECT (id, order_id, user_id, event_id, ticket_type_id, quantity, total_price, share, ticket_code, holder_name, purchase_date, entries_remaining, status, suspended, share_returned_at, is_test, line_no, seat_no, bundle_id) ON ticket_purchases TO "app_export";
GRANT SELECT (id, name, title, ends_at, cancelled_at) ON events TO "app_export";
GRANT SELECT (id, type, is_season_pass) ON tickets TO "app_export";
GRANT SELECT (id, full_name, contact, phone) ON profiles TO "app_export";
GRANT SELECT (id, number, title, state, stake, total, created_at, paid_at) ON orders TO "app_export";
GRANT SELECT (order_id, no, title, event_ids, quantity, discount, voucher_id, list_price) ON order_lines TO "app_export";
GRANT SELECT (id, code, set_id, is_on, ends_at) ON vouchers TO "app_export";
GRANT SELECT (id, sold, held) ON stock_counters TO "app_export";
GRANT SELECT (order_id, line_no, tickets) ON voucher_returns TO "app_export";
GRANT SELECT (source, source_id, account, order_id, amount, at) ON ledger_entries TO "app_export";
GRANT SELECT (id, order_id, session_id, amount, state) ON disputes TO "app_export";
GRANT SELECT (order_id, session_id, state, reason, bundle_ids, provider_refund_id) ON refunds TO "app_export";
CREATE POLICY files ON ticket_purchases FOR SELECT TO "app_export" USING (true);
CREATE POLICY files ON events FOR SELECT TO "app_export" USING (true);
CREATE POLICY files ON tickets FOR SELECT TO "app_export" USING (true);
CREATE POLICY files ON profiles FOR SELECT TO "app_export" USING (true);
CREATE POLICY files ON orders FOR SELECT TO "app_export" USING (true);
CREATE POLICY files ON order_lines FOR SELECT TO "app_export" USING (true);
CREATE POLICY files ON ledger_entries FOR SELECT TO "app_export" USING (true);
CREATE POLICY files ON disputes FOR SELECT TO "app_export" USING (true);
CREATE POLICY files ON refunds FOR SELECT TO "app_export" USING (true);
CREATE POLICY files ON vouchers FOR SELECT TO "app_export" USING (true);
CREATE POLICY files ON stock_counters FOR SELECT TO "app_export" USING (kind = 'voucher');
CREATE POLICY files ON voucher_returns FOR SELECT TO "app_export" USING (true);

-- The stamp of the installation (demo or production), without the secret of `mailbox_key`.
GRANT SELECT (one_row, mode, made_at, login_retired_at) ON installation TO "app_anon", "app_customer", "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_seller", "app_worker", "app_identity";
CREATE POLICY everybody ON installation FOR SELECT TO "app_anon", "app_customer", "app_gate", "app_door_chief", "app_admin", "app_manager", "app_box_office", "app_accountant", "app_seller", "app_worker", "app_identity" USING (true);

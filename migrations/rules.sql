-- Rules that a constraint cannot say. Applied anew whenever this file changes (see prepare-database.server.ts).

CREATE OR REPLACE FUNCTION order_may_become(was text, becomes text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT CASE was
    WHEN 'held' THEN becomes IN ('checkout_open', 'paid', 'expired', 'cancelled', 'manual_review')
    WHEN 'checkout_open' THEN becomes IN ('paid', 'payment_pending', 'expired', 'cancelled', 'manual_review')
    WHEN 'payment_pending' THEN becomes IN ('paid', 'payment_failed', 'manual_review')
    WHEN 'paid' THEN becomes IN ('partially_refunded', 'refunded', 'disputed')
    WHEN 'partially_refunded' THEN becomes IN ('partially_refunded', 'refunded', 'disputed', 'paid')
    WHEN 'disputed' THEN becomes IN ('paid', 'partially_refunded', 'refunded', 'charged_back')
    WHEN 'expired' THEN becomes IN ('late_paid', 'manual_review')
    WHEN 'cancelled' THEN becomes IN ('late_paid', 'manual_review')
    WHEN 'payment_failed' THEN becomes IN ('late_paid', 'manual_review')
    WHEN 'late_paid' THEN becomes IN ('paid', 'refunded_no_stock')
    WHEN 'manual_review' THEN becomes IN ('paid', 'refunded')
    WHEN 'refunded' THEN becomes IN ('manual_review')
    ELSE false
  END
$$;

-- Whether a night is public at this moment, of its `publish_at`, or a ticket type, of its `shown_from`. Everything that asks
-- asks this.
CREATE OR REPLACE FUNCTION is_published(since timestamptz) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE RETURN coalesce(since <= now(), false);

-- A ticket type appears with the first of its nights. The types are locked before the nights are read, so that of two nights
-- that are published at once neither is forgotten.
CREATE OR REPLACE FUNCTION types_appear_with_their_nights() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE of_types uuid[];
BEGIN
  IF TG_TABLE_NAME = 'events' THEN
    of_types := ARRAY(SELECT ticket_id FROM event_tickets WHERE event_id = NEW.id);
  ELSIF TG_OP = 'DELETE' THEN
    of_types := ARRAY[OLD.ticket_id];
  ELSE
    of_types := ARRAY[NEW.ticket_id];
  END IF;
  PERFORM FROM tickets WHERE id = ANY (of_types) ORDER BY id FOR NO KEY UPDATE;
  UPDATE tickets t SET shown_from = n.shown_from FROM (
    SELECT k.id, (SELECT min(e.publish_at) FROM event_tickets l JOIN events e ON e.id = l.event_id WHERE l.ticket_id = k.id) AS shown_from
    FROM unnest(of_types) AS k(id)) n
  WHERE t.id = n.id AND t.shown_from IS DISTINCT FROM n.shown_from;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER types_appear_with_their_nights AFTER INSERT OR DELETE ON event_tickets
  FOR EACH ROW EXECUTE FUNCTION types_appear_with_their_nights();
CREATE OR REPLACE TRIGGER types_appear_with_their_nights AFTER UPDATE OF publish_at ON events
  FOR EACH ROW WHEN (NEW.publish_at IS DISTINCT FROM OLD.publish_at) EXECUTE FUNCTION types_appear_with_their_nights();
-- also those of before there were drafts, and of builds that linked between the migration and these triggers
UPDATE tickets t SET shown_from = n.shown_from FROM (
  SELECT l.ticket_id, min(e.publish_at) AS shown_from FROM event_tickets l JOIN events e ON e.id = l.event_id GROUP BY 1) n
WHERE t.id = n.ticket_id AND t.shown_from IS DISTINCT FROM n.shown_from;

-- Who has a ticket finds its night: one that was ever ordered stays published.
CREATE OR REPLACE FUNCTION ordered_nights_stay_published() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF EXISTS (SELECT FROM orders WHERE event_ids @> ARRAY[NEW.id]) OR EXISTS (SELECT FROM ticket_purchases WHERE event_id = NEW.id) THEN
    RAISE EXCEPTION 'a night that was ordered stays published' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER ordered_nights_stay_published BEFORE UPDATE OF publish_at ON events
  FOR EACH ROW WHEN (is_published(OLD.publish_at) AND NOT is_published(NEW.publish_at)) EXECUTE FUNCTION ordered_nights_stay_published();

-- A guest who ever had a ticket is a person of the mailbox (`belongsToMailbox`).
CREATE OR REPLACE FUNCTION guests_have_tickets() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  UPDATE profiles SET has_tickets = true WHERE id = NEW.user_id AND is_guest AND NOT has_tickets;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER guests_have_tickets AFTER INSERT OR UPDATE OF user_id ON ticket_purchases
  FOR EACH ROW EXECUTE FUNCTION guests_have_tickets();
-- also those of before, and of builds that sold between the migration and this trigger
UPDATE profiles g SET has_tickets = true
WHERE is_guest AND NOT has_tickets AND EXISTS (SELECT FROM ticket_purchases p WHERE p.user_id = g.id);

-- No guest buys, is given or receives a pass, whichever way: of an order's line its buyer, of a ticket its holder.
CREATE OR REPLACE FUNCTION passes_are_for_accounts() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF EXISTS (SELECT FROM profiles g WHERE g.is_guest
       AND g.id = coalesce((to_jsonb(NEW) ->> 'user_id')::uuid, (SELECT user_id FROM orders WHERE id = NEW.order_id))) THEN
    RAISE EXCEPTION 'a pass is for accounts' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER passes_are_for_accounts AFTER INSERT ON order_lines
  FOR EACH ROW WHEN (NEW.family = 'season_pass') EXECUTE FUNCTION passes_are_for_accounts();
CREATE OR REPLACE TRIGGER passes_are_for_accounts AFTER UPDATE OF user_id ON ticket_purchases
  FOR EACH ROW WHEN (NEW.user_id <> OLD.user_id AND NEW.ticket_code LIKE 'SEASON-%') EXECUTE FUNCTION passes_are_for_accounts();

-- Orders follow the table of order-state.ts, and what was agreed at the hold is never rewritten. Whose order it is changes
-- when a guest's joins an account (orders/claim-orders). Whose mailbox an order
-- counts for is forgotten when it is paid, and never becomes another.
CREATE OR REPLACE FUNCTION orders_follow_the_table() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'an order is never deleted' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.state IS DISTINCT FROM OLD.state AND NOT order_may_become(OLD.state, NEW.state) THEN
    RAISE EXCEPTION 'an order does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.user_id IS DISTINCT FROM OLD.user_id AND NOT (OLD.paid_at IS NOT NULL
       AND EXISTS (SELECT FROM profiles WHERE id = OLD.user_id AND is_guest) AND EXISTS (SELECT FROM profiles WHERE id = NEW.user_id AND NOT is_guest)) THEN
    RAISE EXCEPTION 'an order moves once, paid, from a guest to an account' USING ERRCODE = 'restrict_violation';
  END IF;
  IF (NEW.id, NEW.scope_id, NEW.ticket_type_id, NEW.event_ids, NEW.quantity, NEW.entries, NEW.unit_price, NEW.total, NEW.currency,
      NEW.family, NEW.title, NEW.stripe_price_id, NEW.take_ids, NEW.take_ns, NEW.origin, NEW.is_test, NEW.created_at)
     IS DISTINCT FROM
     (OLD.id, OLD.scope_id, OLD.ticket_type_id, OLD.event_ids, OLD.quantity, OLD.entries, OLD.unit_price, OLD.total, OLD.currency,
      OLD.family, OLD.title, OLD.stripe_price_id, OLD.take_ids, OLD.take_ns, OLD.origin, OLD.is_test, OLD.created_at) THEN
    RAISE EXCEPTION 'what an order agreed on is frozen' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.mailbox_key IS NOT NULL AND NEW.mailbox_key IS DISTINCT FROM OLD.mailbox_key THEN
    RAISE EXCEPTION 'an order never counts for another mailbox' USING ERRCODE = 'restrict_violation';
  END IF;
  -- with a code it counts on for the code's limit per person
  IF NEW.mailbox_key IS NOT NULL AND NEW.state NOT IN ('held', 'checkout_open', 'payment_pending', 'expired', 'cancelled', 'payment_failed')
     AND NOT EXISTS (SELECT FROM order_lines WHERE order_id = NEW.id AND voucher_id IS NOT NULL) THEN
    NEW.mailbox_key := NULL;
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER orders_follow_the_table BEFORE UPDATE OR DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION orders_follow_the_table();

-- Builds from before there were lines write an order's header alone. It gets the one line that says the same, and so do
-- the orders that such a build wrote between the migration and this trigger.
CREATE OR REPLACE FUNCTION orders_of_older_builds() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  NEW.take_ids := NEW.ticket_type_id || NEW.event_ids;
  NEW.take_ns := NEW.quantity || array_fill(NEW.quantity * NEW.entries, ARRAY[cardinality(NEW.event_ids)]);
  INSERT INTO order_lines (order_id, no, ticket_type_id, event_ids, quantity, entries, list_price, total, family, title, stripe_price_id, code_per)
  VALUES (NEW.id, 1, NEW.ticket_type_id, NEW.event_ids, NEW.quantity, NEW.entries, NEW.unit_price, NEW.total, NEW.family, NEW.title, NEW.stripe_price_id, 'order');
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER orders_of_older_builds BEFORE INSERT ON orders
  FOR EACH ROW WHEN (NEW.take_ids IS NULL) EXECUTE FUNCTION orders_of_older_builds();
INSERT INTO order_lines (order_id, no, ticket_type_id, event_ids, quantity, entries, list_price, total, family, title, stripe_price_id, code_per)
SELECT id, 1, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, stripe_price_id, 'order' FROM orders o
WHERE NOT EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id);

-- What guests hold of a night is counted beside its places: made with them, and gone with them.
CREATE OR REPLACE FUNCTION count_guest_holds() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM stock_counters WHERE id = md5('guest_holds ' || OLD.id)::uuid;
    RETURN NULL;
  END IF;
  INSERT INTO stock_counters (id, kind, capacity) VALUES (md5('guest_holds ' || NEW.id)::uuid, 'guest_holds', 2147483647) ON CONFLICT (id) DO NOTHING;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER guest_holds_are_counted AFTER INSERT ON stock_counters
  FOR EACH ROW WHEN (NEW.kind = 'places') EXECUTE FUNCTION count_guest_holds();
CREATE OR REPLACE TRIGGER guest_holds_go_with_the_night AFTER DELETE ON stock_counters
  FOR EACH ROW WHEN (OLD.kind = 'places') EXECUTE FUNCTION count_guest_holds();
INSERT INTO stock_counters (id, kind, capacity) SELECT md5('guest_holds ' || id)::uuid, 'guest_holds', 2147483647 FROM stock_counters WHERE kind = 'places' ON CONFLICT (id) DO NOTHING;

-- The lists of a night that is deleted go with it, and their counters with them.
CREATE OR REPLACE FUNCTION guest_list_counters_go() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  DELETE FROM stock_counters WHERE id = OLD.id;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER guest_lists_go_with_their_counters AFTER DELETE ON guest_lists
  FOR EACH ROW EXECUTE FUNCTION guest_list_counters_go();

-- From the draw on, neither what was announced nor what was drawn is changed; numbers only go up. It ends once.
CREATE OR REPLACE FUNCTION openings_are_fixed_at_the_draw() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF OLD.drawn_at IS NOT NULL AND (NEW.event_id, NEW.opens_at, NEW.room_minutes, NEW.drawn_at, NEW.seed)
     IS DISTINCT FROM (OLD.event_id, OLD.opens_at, OLD.room_minutes, OLD.drawn_at, OLD.seed) THEN
    RAISE EXCEPTION 'an opening is fixed once it was drawn' USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.places_given < OLD.places_given OR NEW.admitted_up_to < OLD.admitted_up_to THEN
    RAISE EXCEPTION 'nobody is sent back' USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.ended_at IS NOT NULL AND NEW.ended_at IS DISTINCT FROM OLD.ended_at THEN
    RAISE EXCEPTION 'a room ends once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER openings_are_fixed_at_the_draw BEFORE UPDATE ON openings
  FOR EACH ROW EXECUTE FUNCTION openings_are_fixed_at_the_draw();

-- A place in a room gets its number once, and only one that the opening has given out.
CREATE OR REPLACE FUNCTION room_places_keep_their_number() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF OLD.number IS NOT NULL OR (NEW.id, NEW.event_id, NEW.user_id, NEW.arrival, NEW.arrived_at)
     IS DISTINCT FROM (OLD.id, OLD.event_id, OLD.user_id, OLD.arrival, OLD.arrived_at) THEN
    RAISE EXCEPTION 'a place keeps its number' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER room_places_keep_their_number BEFORE UPDATE ON room_places
  FOR EACH ROW EXECUTE FUNCTION room_places_keep_their_number();

-- What may only be read is changed by no person, by whichever act: the night itself, what hangs on it, or (stopped for
-- the whole site) everything of the catalogue. Duties have no person, and go on settling what was begun.
CREATE OR REPLACE FUNCTION refuse_while_read_only() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE concerned uuid[];
BEGIN
  IF NULLIF(current_setting('app.user_id', true), '') IS NULL THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  IF TG_TABLE_NAME = 'events' THEN
    concerned := ARRAY[coalesce(NEW.id, OLD.id)];
  ELSIF TG_TABLE_NAME = 'tickets' THEN
    concerned := ARRAY(SELECT event_id FROM event_tickets WHERE ticket_id = coalesce(NEW.id, OLD.id));
  ELSE
    concerned := ARRAY[OLD.event_id, NEW.event_id];
  END IF;
  IF EXISTS (SELECT FROM stops WHERE kind = 'read_only' AND lifted_at IS NULL AND (until IS NULL OR until > now())
               AND (event_id IS NULL OR event_id = ANY (concerned))) THEN
    RAISE EXCEPTION 'this may only be read now' USING ERRCODE = 'ES001';
  END IF;
  RETURN coalesce(NEW, OLD);
END
$$;
CREATE OR REPLACE TRIGGER refuse_while_read_only BEFORE INSERT OR UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION refuse_while_read_only();
CREATE OR REPLACE TRIGGER refuse_while_read_only BEFORE INSERT OR UPDATE OR DELETE ON tickets FOR EACH ROW EXECUTE FUNCTION refuse_while_read_only();
CREATE OR REPLACE TRIGGER refuse_while_read_only BEFORE INSERT OR UPDATE OR DELETE ON event_tickets FOR EACH ROW EXECUTE FUNCTION refuse_while_read_only();
CREATE OR REPLACE TRIGGER refuse_while_read_only BEFORE INSERT OR UPDATE OR DELETE ON event_artists FOR EACH ROW EXECUTE FUNCTION refuse_while_read_only();
CREATE OR REPLACE TRIGGER refuse_while_read_only BEFORE INSERT OR UPDATE OR DELETE ON openings FOR EACH ROW EXECUTE FUNCTION refuse_while_read_only();

-- Every process hears at once that something was stopped or lifted (see host/watch-stops.ts).
CREATE OR REPLACE FUNCTION tell_of_stops() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  PERFORM pg_notify('stops', '');
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER tell_of_stops AFTER INSERT OR UPDATE OR DELETE ON stops FOR EACH STATEMENT EXECUTE FUNCTION tell_of_stops();

CREATE OR REPLACE FUNCTION append_only() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed or removed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
CREATE OR REPLACE TRIGGER journal_is_append_only BEFORE UPDATE OR DELETE ON journal FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE OR REPLACE TRIGGER order_lines_are_append_only BEFORE UPDATE OR DELETE ON order_lines FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE OR REPLACE TRIGGER voucher_returns_are_append_only BEFORE UPDATE OR DELETE ON voucher_returns
  FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE OR REPLACE TRIGGER ledger_is_append_only BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE OR REPLACE TRIGGER payments_are_append_only BEFORE UPDATE OR DELETE ON payments FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE OR REPLACE TRIGGER reconciliations_are_append_only BEFORE UPDATE OR DELETE ON reconciliations FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE OR REPLACE TRIGGER template_versions_are_append_only BEFORE UPDATE OR DELETE ON email_template_versions
  FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE OR REPLACE TRIGGER slugs_are_append_only BEFORE UPDATE OR DELETE ON slugs FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE OR REPLACE TRIGGER admissions_are_append_only BEFORE UPDATE OR DELETE ON admissions FOR EACH ROW EXECUTE FUNCTION append_only();
-- Whether a row does not count only because its phone was stopped, so that it counts once the chief accepts the phone. Everything
-- that asks asks this. An uncounted row that may not count at all has one of the findings below, or is an undo of another phone's
-- row without a chief's code that nothing is found against.
CREATE OR REPLACE FUNCTION waits_for_chief(l gate_log) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT NOT l.is_counted AND NOT l.is_quarantined AND coalesce(l.finding NOT IN ('elsewhere', 'unproven', 'same_number', 'unreadable'), false)
    AND CASE l.kind
      WHEN 'undo' THEN l.undoes_device = l.device_id OR l.chief_device IS NOT NULL AND l.finding NOT IN ('no_chief', 'chief_stopped', 'same_code')
      WHEN 'sale' THEN l.type_id IS NOT NULL
      WHEN 'shift' THEN true
      WHEN 'refuse' THEN false
      ELSE num_nonnulls(l.purchase_id, l.guest_id) = 1 AND l.entries > 0
    END
$$;
-- A row of a stopped phone begins to count when the chief accepts it, and a row without a finding of its own gets one when an
-- earlier row that comes late shows that its time is wrong. An undo of another phone's row then counts no longer where its chief's
-- code is too old. A sale turns out to be over the stock when something was given back before it counted. Nothing else changes.
CREATE OR REPLACE TRIGGER gate_log_is_append_only BEFORE UPDATE ON gate_log FOR EACH ROW
  WHEN (NOT (waits_for_chief(OLD) AND NEW.is_counted AND to_jsonb(NEW) - 'is_counted' = to_jsonb(OLD) - 'is_counted')
    AND NOT ((coalesce(OLD.finding, 'revoked') = 'revoked' AND coalesce(NEW.finding IN ('late_undo', 'no_chief'), false) OR OLD.kind = 'sale' AND (OLD.is_counted OR waits_for_chief(OLD)) AND NEW.finding IS NOT DISTINCT FROM 'over_stock')
      AND to_jsonb(NEW) - 'finding' = to_jsonb(OLD) - 'finding')
    AND NOT (OLD.kind = 'undo' AND OLD.undoes_device IS DISTINCT FROM OLD.device_id AND coalesce(OLD.finding IN ('late_undo', 'revoked'), true)
      AND NEW.finding IS NOT DISTINCT FROM 'no_chief' AND NOT NEW.is_counted AND to_jsonb(NEW) - '{finding,is_counted}'::text[] = to_jsonb(OLD) - '{finding,is_counted}'::text[]))
  EXECUTE FUNCTION append_only();
CREATE OR REPLACE TRIGGER gate_log_is_never_removed BEFORE DELETE ON gate_log FOR EACH ROW EXECUTE FUNCTION append_only();

-- Nights and artists get the name in their address from their title: its letters without diacritics, figures and hyphens.
-- A night gets it when it is published or its hour for that is set, so that a draft may have many titles. A new title gives a
-- new name; the ones before lead there as well, and no other night or artist ever gets them (table slugs). It is done here, so that builds that know no such names give them too. A row that brings one was restored.
CREATE OR REPLACE FUNCTION give_slug() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  of_kind text := TG_ARGV[0];
  title text := to_jsonb(NEW) ->> TG_ARGV[1];
  base text := btrim(left(btrim(regexp_replace(lower(regexp_replace(normalize(title, NFD), '[\u0300-\u036f]', '', 'g')), '[^a-z0-9]+', '-', 'g'), '-'), 60), '-');
  tried text;
BEGIN
  IF base = '' OR base ~ '^[0-9a-f-]{36}$' THEN
    base := concat_ws('-', CASE of_kind WHEN 'event' THEN 'noaptea' ELSE 'artist' END, NULLIF(base, ''));
  END IF;
  tried := base;
  FOR n IN 2..20 LOOP
    INSERT INTO slugs (kind, slug, subject_id) VALUES (of_kind, tried, NEW.id) ON CONFLICT DO NOTHING;
    IF EXISTS (SELECT FROM slugs s WHERE s.kind = of_kind AND s.slug = tried AND s.subject_id = NEW.id) THEN
      NEW.slug := tried;
      RETURN NEW;
    END IF;
    -- a title that many have gets letters of chance instead of a number that is sought for long
    tried := base || '-' || CASE WHEN n < 10 THEN n::text ELSE left(md5(NEW.id::text || n), 8) END;
  END LOOP;
  RAISE EXCEPTION 'no address is left for "%"', title;
END
$$;
CREATE OR REPLACE TRIGGER give_slug BEFORE INSERT ON events
  FOR EACH ROW WHEN (NEW.slug = '' AND NEW.publish_at IS NOT NULL) EXECUTE FUNCTION give_slug('event', 'title');
CREATE OR REPLACE TRIGGER give_new_slug BEFORE UPDATE OF title, publish_at ON events
  FOR EACH ROW WHEN (NEW.publish_at IS NOT NULL AND (NEW.slug = '' OR NEW.title <> OLD.title OR OLD.publish_at IS NULL)) EXECUTE FUNCTION give_slug('event', 'title');
CREATE OR REPLACE TRIGGER give_slug BEFORE INSERT ON artists
  FOR EACH ROW WHEN (NEW.slug = '') EXECUTE FUNCTION give_slug('artist', 'name');
CREATE OR REPLACE TRIGGER give_new_slug BEFORE UPDATE OF name ON artists
  FOR EACH ROW WHEN (NEW.slug = '' OR NEW.name <> OLD.name) EXECUTE FUNCTION give_slug('artist', 'name');
UPDATE events SET title = title WHERE slug = '';
UPDATE artists SET name = name WHERE slug = '';

-- Sums by the name of a type follow a type that is renamed (plain-sales.ts). The lock is that of the job which folds, so
-- that no change is folded under one name while its sums move to another.
CREATE OR REPLACE FUNCTION sums_follow_the_name() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('estival.fold_sales'));
  UPDATE sales_totals n SET purchases = n.purchases - t.purchases, quantity = n.quantity - t.quantity, revenue = n.revenue - t.revenue
    FROM sales_totals t WHERE t.kind = 'type' AND t.subject_id = NEW.id
     AND n.kind = 'name' AND n.grain = t.grain AND n.day = t.day AND n.subject_id = md5(OLD.type)::uuid;
  INSERT INTO sales_totals AS n (kind, grain, day, subject_id, purchases, quantity, revenue)
    SELECT 'name', grain, day, md5(NEW.type)::uuid, purchases, quantity, revenue FROM sales_totals WHERE kind = 'type' AND subject_id = NEW.id
    ON CONFLICT (kind, grain, day, subject_id) DO UPDATE SET
      purchases = n.purchases + excluded.purchases, quantity = n.quantity + excluded.quantity, revenue = n.revenue + excluded.revenue;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER sums_follow_the_name AFTER UPDATE OF type ON tickets
  FOR EACH ROW WHEN (NEW.type IS DISTINCT FROM OLD.type) EXECUTE FUNCTION sums_follow_the_name();

-- A cancelled night stays cancelled: its money is on its way back.
CREATE OR REPLACE FUNCTION stays_cancelled() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  RAISE EXCEPTION 'a cancelled night stays cancelled' USING ERRCODE = 'check_violation';
END
$$;
CREATE OR REPLACE TRIGGER stays_cancelled BEFORE UPDATE OF cancelled_at ON events
  FOR EACH ROW WHEN (OLD.cancelled_at IS DISTINCT FROM NEW.cancelled_at AND OLD.cancelled_at IS NOT NULL) EXECUTE FUNCTION stays_cancelled();

-- A night that somebody has a place of moves with a row of `moves`, written in the same transaction: its buyers may choose
-- because of it. Like a policy this does not bind the owner of the table.
CREATE OR REPLACE FUNCTION sold_nights_move_by_a_row() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF row_security_active(TG_RELID) AND EXISTS (SELECT FROM stock_counters c WHERE c.id = NEW.id AND c.sold + c.held > 0)
    AND NOT EXISTS (SELECT FROM moves m WHERE m.event_id = NEW.id AND m.at >= now()
      AND (m.from_date, m.from_time) IS NOT DISTINCT FROM (OLD.date, OLD.time) AND (m.to_date, m.to_time) IS NOT DISTINCT FROM (NEW.date, NEW.time)) THEN
    RAISE EXCEPTION 'a night that was sold has to be moved' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER sold_nights_move_by_a_row BEFORE UPDATE OF date, time ON events
  FOR EACH ROW WHEN ((OLD.date, OLD.time) IS DISTINCT FROM (NEW.date, NEW.time)) EXECUTE FUNCTION sold_nights_move_by_a_row();

-- The club keeps an administrator (I23). A transaction that takes the role from one waits for others that do, and then reads who is left.
CREATE OR REPLACE FUNCTION an_administrator_stays() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('an_administrator_stays', 1));
  IF NOT EXISTS (SELECT FROM profiles WHERE role = 'admin' AND id <> OLD.id) THEN
    RAISE EXCEPTION 'the last administrator keeps the role' USING ERRCODE = 'restrict_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER an_administrator_stays BEFORE UPDATE OF role ON profiles
  FOR EACH ROW WHEN (OLD.role = 'admin' AND NEW.role <> 'admin') EXECUTE FUNCTION an_administrator_stays();
CREATE OR REPLACE TRIGGER an_administrator_is_not_deleted BEFORE DELETE ON profiles
  FOR EACH ROW WHEN (OLD.role = 'admin') EXECUTE FUNCTION an_administrator_stays();

CREATE OR REPLACE VIEW stripe_user_orders WITH (security_invoker = true) AS
SELECT o.number AS order_id,
       a.session_id AS checkout_session_id,
       coalesce(o.paid_at, o.created_at) AS order_date,
       o.total AS amount_total,
       o.currency,
       CASE WHEN o.paid_at IS NULL THEN 'unpaid' ELSE 'paid' END AS payment_status,
       CASE WHEN o.stake = 'sold' OR o.state = 'refunded' THEN 'completed'
            WHEN o.state IN ('held', 'checkout_open', 'payment_pending', 'late_paid', 'manual_review') THEN 'pending'
            ELSE 'canceled' END AS order_status,
       p.payment_intent_id
FROM orders o
LEFT JOIN LATERAL (SELECT session_id, payment_intent_id FROM payments WHERE order_id = o.id ORDER BY at LIMIT 1) p ON true
LEFT JOIN LATERAL (SELECT coalesce(p.session_id, c.session_id) AS session_id FROM checkout_attempts c WHERE c.order_id = o.id ORDER BY c.no DESC LIMIT 1) a ON true
WHERE o.user_id = NULLIF(current_setting('app.user_id', true), '')::uuid;

-- How long a customer is told that a hold ended without a payment.
CREATE OR REPLACE FUNCTION has_just_ended(hold_expires_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE RETURN hold_expires_at > now() - interval '30 minutes';

-- Whose a session is, an account's or a guest's, and what every page wants to know of that person beside: one look instead
-- of two.
CREATE OR REPLACE VIEW session_holders WITH (security_invoker = true) AS
SELECT s.token, s.user_id, s.aal, s.created_at, s.confirmed_at, s.expires_at, p.role, p.full_name, p.contact AS email,
       EXISTS (SELECT FROM orders o WHERE o.user_id = s.user_id AND o.state IN ('held', 'checkout_open', 'payment_pending'))
         OR EXISTS (SELECT FROM orders o WHERE o.user_id = s.user_id AND o.state = 'expired' AND has_just_ended(o.hold_expires_at)) AS has_open_order,
       p.is_guest
FROM (SELECT token, user_id, aal, created_at, confirmed_at, expires_at FROM identity.session
      UNION ALL SELECT token, user_id, 'aal1', created_at, NULL, expires_at FROM guest_sessions) s JOIN profiles p ON p.id = s.user_id;

CREATE OR REPLACE VIEW stripe_user_subscriptions WITH (security_invoker = true) AS
SELECT subscription_id, subscription_status, current_period_end, payment_method_brand, payment_method_last4
FROM stripe_subscriptions
WHERE user_id = NULLIF(current_setting('app.user_id', true), '')::uuid;

import { expect, it } from "vitest";
import { filledDatabase } from "./filled-database.ts";

const aHash = "repeat('g', 64)";
const footer = (network: string) =>
  `key = 'footer', content = '{"social_links": {"${network}": "javascript:1"}}'`;

/** For every CHECK in the database: changes to its table's rows that this CHECK alone must refuse. */
const refused: Readonly<Record<string, readonly string[]>> = {
  admissions_take_only_when_admitted: ["verdict = 'admitted', entries = 0", "verdict = 'used', entries = 1"],
  artists_image_position_known: ["image_position = 'middle'"],
  artists_name_not_reserved: ["name = ' VIP '", "name = 'Early Bird'"],
  artists_video_link_is_web: ["youtube_link = 'javascript:1'"],
  cancellations_have_a_reason: ["reason = ' '"],
  cancellations_used_tickets_known: ["used_tickets = 'new'"],
  cancelled_orders_amount: ["amount = -1"],
  checkout_attempts_opened: ["state = 'opened', session_id = NULL", "state = 'opened', url = NULL"],
  disputes_amount: ["amount = 0"],
  disputes_state_known: ["state = 'new'"],
  email_settings_from_is_address: ["from_email = 'club'"],
  email_settings_password_sealed: ["password = 'in the clear'"],
  email_settings_pop3_port_real: ["pop3_port = 0", "pop3_port = 65536"],
  email_settings_reply_is_address: ["reply_to = 'club'"],
  email_settings_smtp_port_real: ["smtp_port = 0", "smtp_port = 65536"],
  email_templates_name_plain: ["name = 'Salut'"],
  email_templates_size: ["html_content = repeat('a', 262145)"],
  events_image_position_known: ["image_position = 'middle'"],
  events_light_is_colour: ["light = 'red'"],
  events_minimum_age: ["minimum_age = 0", "minimum_age = 100"],
  factor_status_known: ["status = 'new'"],
  guest_sessions_token_is_a_hash: [`token = ${aHash}`],
  installation_is_one_row: ["one_row = false"],
  installation_mode_known: ["mode = 'test'"],
  letters_state_known: ["state = 'new'"],
  mail_pause_is_one_row: ["one_row = false"],
  newsletter_confirmed_has_a_moment: ["status = 'confirmed', confirmed_at = NULL"],
  newsletter_email_canonical: ["email = 'Ana@exemplu.ro'"],
  newsletter_status_known: ["status = 'new'"],
  newsletter_token_is_a_hash: [`token_hash = ${aHash}`],
  openings_admit_whom_they_numbered: ["admitted_up_to = -1", "admitted_up_to = 1"],
  openings_draw_after_the_hour: ["drawn_at = opens_at - interval '1 second', seed = repeat('0', 64)"],
  openings_drawn_with_a_seed: ["drawn_at = opens_at", "seed = repeat('0', 64)"],
  openings_number_after_the_draw: ["places_given = 1"],
  openings_room_opens_before: ["room_minutes = 4", "room_minutes = 241"],
  order_lines_code_per: ["code_per = 'night'"],
  order_lines_no: ["no = 0", "no = 81"],
  order_lines_quantity: [
    "quantity = 0, total = -discount",
    "quantity = 11, total = 11 * list_price - discount",
    "entries = -1",
  ],
  order_lines_total: [
    "total = total + 1",
    "total = total + 1, discount = -1",
    "list_price = -1, discount = 0, total = -quantity",
  ],
  orders_admit_somewhere: ["event_ids = '{}'", "event_ids = array_fill(event_ids[1], ARRAY[201])"],
  orders_price: ["total = -1", "unit_price = -1"],
  orders_quantity: ["quantity = 0", "quantity = 11"],
  orders_returned: ["returned = -1", "returned = 80"],
  orders_stake_goes_with_state: [
    "stake = 'none'",
    "stake = 'held'",
    "state = 'held'",
    "state = 'refunded'",
    "state = 'manual_review'",
  ],
  orders_state_known: ["state = 'new'"],
  orders_takes: ["take_ns = take_ns || 1", "take_ns = NULL"],
  passkey_name_length: ["name = ''", "name = repeat('a', 61)"],
  payments_amount: ["amount = -1"],
  pictures_alt_text_short: ["alt_text = repeat('a', 301)"],
  pictures_light_is_colour: ["light = 'red'"],
  pictures_url_is_ours: ["url = 'https://elsewhere.example/p.webp'", "url = '//elsewhere.example/p.webp'"],
  pools_named: ["name = ' '"],
  price_phases_named: ["name = ' '"],
  price_phases_no: ["no = 0", "no = 11"],
  price_phases_price: ["price = -1"],
  profiles_full_name_length: ["full_name = repeat('a', 201)"],
  profiles_guest_without_account: [
    "is_guest = true",
    "is_guest = true, email = NULL, role = 'gate'",
    "is_guest = false, contact_email = 'ana@exemplu.ro'",
    "is_guest = false, contact_proven_at = now()",
    "is_guest = false, contact_corrected_at = now()",
  ],
  profiles_phone_length: ["phone = repeat('1', 33)"],
  profiles_role_known: ["role = 'owner'"],
  refresh_token_is_a_hash: [`hash = ${aHash}`],
  refunds_amount: ["amount = 0"],
  registration_browser_is_a_hash: [`browser_hash = ${aHash}`],
  registration_email_canonical: ["email = 'Nou@exemplu.ro'"],
  registration_token_ends: [
    "token_hash = repeat('0', 64), token_expires_at = NULL",
    "token_hash = NULL, token_expires_at = now()",
  ],
  registration_token_is_a_hash: [`token_hash = ${aHash}, token_expires_at = now()`],
  sales_totals_kind: ["kind = 'artist'", "grain = 'year'"],
  security_events_detail: ["detail = repeat('a', 201)", "detail = 'ana@exemplu.ro'"],
  security_events_kind: ["kind = 'new'"],
  session_aal_known: ["aal = 'aal3'"],
  session_token_is_a_hash: [`token = ${aHash}`],
  signing_keys_purpose_known: ["purpose = 'new'"],
  site_content_facebook_is_web: [footer("facebook")],
  site_content_instagram_is_web: [footer("instagram")],
  site_content_is_object: ["content = '[]'"],
  site_content_twitter_is_web: [footer("twitter")],
  slugs_kind_known: ["kind = 'pass'"],
  slugs_readable: [
    "slug = 'Noaptea'",
    "slug = '-a'",
    "slug = ''",
    "slug = repeat('a', 81)",
    "slug = '019e4eb2-c800-729d-8b40-1f18b7b4cba7'",
  ],
  stock_guests_only_hold: ["kind = 'guest_holds', sold = 1, capacity = held + 1"],
  stock_kind_known: ["kind = 'new'"],
  stock_never_oversold: [
    "held = -1",
    "sold = -1",
    "held = capacity - sold + 1",
    "sold = capacity - held + 1",
  ],
  stops_have_a_reason: ["reason = ' '"],
  stops_kind_known: ["kind = 'new'"],
  stripe_subscriptions_last4: ["payment_method_last4 = '424'"],
  ticket_purchases_entries: ["entries_remaining = -1", "entries_remaining = entries_total + 1"],
  ticket_purchases_price: ["total_price = -1"],
  ticket_purchases_quantity: ["quantity = -1", "quantity = 11"],
  ticket_purchases_status_known: ["status = 'new'"],
  tickets_add_on_alone: [
    "admits = false, entries = 2",
    "admits = false, family = 'early_bird'",
    "admits = false, pool_id = (SELECT min(id::text)::uuid FROM pools)",
    "admits = false, enter_until = '23:00'",
  ],
  tickets_code_per_known: ["code_per = 'night'"],
  tickets_entries_positive: ["entries = 0", "entries = 101"],
  tickets_family_known: ["family = 'new'"],
  tickets_image_position_known: ["image_position = 'middle'"],
  tickets_pool_of_one_night: ["family = 'season_pass', pool_id = (SELECT min(id::text)::uuid FROM pools)"],
  tickets_price_not_negative: ["price = -1"],
  tickets_type_named: ["type = ' '"],
  transfers_accepted_by: ["to_id = CASE state WHEN 'waiting' THEN from_id END"],
  transfers_by_known: ["by = 'post'"],
  transfers_end: ["ended_at = CASE state WHEN 'waiting' THEN now() END"],
  transfers_name_length: ["name = ''", "name = repeat('a', 201)"],
  transfers_recipient_canonical: ["recipient = 'Dan@exemplu.ro'", "recipient = 'dan'", "by = 'link'"],
  transfers_secret_is_a_hash: [`secret_hash = ${aHash}`],
  transfers_state_known: ["state = 'new'"],
  transfers_to_another: ["from_id = coalesce(to_id, from_id)"],
  user_email_canonical: ["email = 'Ana@exemplu.ro'"],
  voucher_returns_tickets: ["tickets = 0"],
  vouchers_code_typed: ["code = 'AB'", "code = 'vara10'", "code = '-10'", "code = repeat('A', 41)"],
  vouchers_do_one_thing: [
    "kind = 'new'",
    "kind = 'percent', percent = NULL, amount = NULL",
    "kind = 'percent', percent = 0, amount = NULL",
    "kind = 'percent', percent = 101, amount = NULL",
    "kind = 'percent', percent = 10, amount = 1",
    "kind = 'fixed', amount = NULL, percent = NULL",
    "kind = 'fixed', amount = 0, percent = NULL",
    "kind = 'fixed', amount = 1, percent = 10",
    "kind = 'unlock', percent = NULL, amount = NULL, ticket_type_ids = NULL",
    "kind = 'unlock', percent = NULL, amount = NULL, ticket_type_ids = '{}'",
    "kind = 'unlock', percent = 1, amount = NULL, ticket_type_ids = ARRAY[id]",
    "kind = 'unlock', percent = NULL, amount = 1, ticket_type_ids = ARRAY[id]",
  ],
  vouchers_named: ["name = ' '"],
  vouchers_per_person: ["per_person = 0"],
  vouchers_window: ["starts_at = ends_at", "starts_at = ends_at + interval '1 second'"],
};

const { owner } = await filledDatabase();

it("every CHECK refuses the rows that it is meant for", async () => {
  const { rows: checks } = await owner.query<{ name: string; relation: string; alone: string | null }>(
    `SELECT conname AS name, conrelid::regclass::text AS relation,
       (SELECT string_agg(format('ALTER TABLE %s DROP CONSTRAINT %I;', o.conrelid::regclass, o.conname), ' ') FROM pg_constraint o
         WHERE o.contype = 'c' AND o.conrelid = c.conrelid AND o.oid <> c.oid) AS alone FROM pg_constraint c
     WHERE contype = 'c' AND connamespace::regnamespace::text IN ('public', 'identity') ORDER BY conname COLLATE "C"`,
  );
  expect(Object.keys(refused)).toEqual(checks.map((check) => check.name));
  // Triggers would refuse first; they have tests of their own.
  await owner.query("SET session_replication_role = replica");
  const answers: string[] = [];
  for (const { name, relation, alone } of checks)
    for (const change of refused[name] ?? []) {
      await owner.query(`BEGIN; ${alone ?? ""}`);
      const refusal = await owner.query(`UPDATE ${relation} SET ${change}`).then(
        ({ rowCount }) => `changed ${rowCount} rows`,
        (error: Error & { constraint?: string }) => error.constraint ?? error.message,
      );
      await owner.query("ROLLBACK");
      if (refusal !== name) answers.push(`${name}, SET ${change}: ${refusal}`);
    }
  expect(answers).toEqual([]);
});

import { expect, it } from "vitest";
import { queriesOf } from "#test/support/queries.ts";
import { filledDatabase } from "./filled-database.ts";

const aHash = "repeat('g', 64)";
const noHashes = (column: string) =>
  [aHash, "repeat('a', 65)", "'g' || repeat('a', 64)"].map((text) => `${column} = ${text}`);
const footer = (network: string) =>
  `key = 'footer', content = '{"social_links": {"${network}": "javascript:1"}}'`;

/** What a CHECK of one column refuses, by the end of its name. */
const refusedByName = [
  [/_known$/, "'new'"],
  [/_have_a_reason$|_named$/, "' '"],
  [/_is_one_row$/, "false"],
  [/_is_colour$/, "'red'"],
  [/_email_canonical$/, "'Ana@exemplu.ro'"],
  [/_is_a_hash$/, aHash],
  [/_(amount|price)$/, "-1"],
] as const;

/** For every other CHECK in the database: changes to its table's rows that this CHECK alone must refuse. */
const refused: Readonly<Record<string, readonly string[]>> = {
  admissions_of_one: [
    "purchase_id = (SELECT id FROM ticket_purchases LIMIT 1), guest_id = (SELECT id FROM listed_guests LIMIT 1)",
  ],
  admissions_take_only_when_admitted: [
    "verdict = 'admitted', entries = 0",
    "verdict = 'used', entries = 1",
    "verdict = 'used', entries = -1",
    "verdict = 'undone', entries = 0",
  ],
  artists_name_not_reserved: ["name = ' VIP '", "name = 'Early Bird'"],
  artists_video_link_is_web: ["youtube_link = 'javascript:1'"],
  balance_entries_net: ["net = gross - fee + 1"],
  chief_proofs_hash_is_a_hash: noHashes("hash"),
  chief_proofs_seq: ["seq = 0"],
  checkout_attempts_opened: ["state = 'opened', session_id = NULL", "state = 'opened', url = NULL"],
  disputes_amount: ["amount = 0"],
  door_shares_entries: ["entries = -1", "entries = 101"],
  door_shares_quantity: ["quantity = -1"],
  double_marks_digest_is_a_hash: noHashes("row_digest").map(
    (change) => `purchase_id = NULL, entered = NULL, ${change}`,
  ),
  double_marks_entered: ["entered = 0"],
  double_marks_of_one: [
    "purchase_id = NULL",
    "entered = NULL",
    "row_digest = repeat('a', 64)",
    "purchase_id = NULL, row_digest = repeat('a', 64)",
  ],
  double_marks_word_length: ["word = ' '", "word = repeat('a', 81)"],
  email_settings_from_is_address: ["from_email = 'club'"],
  email_settings_password_sealed: ["password = 'in the clear'"],
  email_settings_pop3_port_real: ["pop3_port = 0", "pop3_port = 65536"],
  email_settings_reply_is_address: ["reply_to = 'club'"],
  email_settings_smtp_port_real: ["smtp_port = 0", "smtp_port = 65536"],
  email_templates_name_plain: ["name = 'Salut'"],
  email_templates_size: ["html_content = repeat('a', 262145)"],
  events_minimum_age: ["minimum_age = 0", "minimum_age = 100"],
  gate_devices_accepted_by: [
    "rows_accepted_at = now(), rows_accepted_by = id",
    "rows_accepted_by = id",
    "rows_accepted_at = now(), revoked_at = now(), revoked_by = id",
  ],
  gate_devices_battery: ["battery = -1", "battery = 101"],
  gate_devices_end: ["ends_at = enrolled_at"],
  gate_devices_key_is_a_point: [
    "public_key = 'A' || repeat('A', 86)",
    "public_key = 'B' || repeat('A', 85)",
    "public_key = 'B' || repeat('A', 87)",
    "public_key = 'AB' || repeat('A', 86)",
    "public_key = 'B=' || repeat('A', 85)",
  ],
  gate_devices_name_length: ["name = ' '", "name = repeat('a', 61)"],
  gate_devices_revoked_by: ["revoked_at = now()", "revoked_by = id"],
  gate_devices_through: ["acked_through = -1", "said_through = -1"],
  gate_devices_till: [
    "till_bani = -1, till_by = id, till_at = now()",
    "till_bani = 1, till_by = id",
    "till_by = id, till_at = now()",
    "till_bani = 1, till_at = now()",
  ],
  gate_devices_yields: [
    "yields_to = gen_random_uuid()",
    "yield_id = gen_random_uuid()",
    "yields_to = id, yield_id = gen_random_uuid()",
    "decides = false, yields_to = gen_random_uuid(), yield_id = gen_random_uuid()",
  ],
  gate_invitations_end: ["expires_at = created_at"],
  gate_invitations_secret_is_a_hash: noHashes("secret_hash"),
  gate_log_bani: ["kind = 'shift', is_counted = false, bani = -1", "bani = 1"],
  gate_log_chief_overrides: (["online", "offline", "opened"] as const).map(
    (mode) => `chief_device = device_id, mode = '${mode}'`,
  ),
  gate_log_counts_people: [
    "is_quarantined = true",
    "guest_id = NULL",
    "entries = 0",
    "kind = 'sale', quantity = 1, bani = 1, means = 'cash', guest_id = NULL",
    "kind = 'shift', guest_id = NULL",
    "guest_id = NULL, type_id = gen_random_uuid()",
    "purchase_id = (SELECT id FROM ticket_purchases LIMIT 1)",
  ],
  gate_log_digest_is_a_hash: noHashes("digest"),
  gate_log_entries: ["entries = -1, is_counted = false", "entries = 101"],
  gate_log_of_one: ["purchase_id = (SELECT id FROM ticket_purchases LIMIT 1), is_counted = false"],
  gate_log_opening: ["kind = 'shift', is_counted = false, opening_bani = -1", "opening_bani = 1"],
  gate_log_receipt_length: ["receipt = ''", "receipt = repeat('1', 41)"],
  gate_log_sale: [
    "kind = 'sale', is_counted = false",
    "kind = 'sale', is_counted = false, means = 'cash', quantity = 1",
    "kind = 'sale', is_counted = false, means = 'cash', bani = 1",
    "kind = 'sale', is_counted = false, quantity = 1, bani = 1",
    "means = 'cash', quantity = 1, bani = 1, kind = 'shift', is_counted = false",
  ],
  gate_log_sale_quantity: ["quantity = 0", "quantity = 21"],
  gate_log_seq: ["seq = 0"],
  gate_log_text_length: ["signed_text = ''", "signed_text = repeat('a', 1001)"],
  gate_log_undo_names_a_row: [
    "kind = 'undo'",
    "kind = 'undo', undoes_device = device_id, undoes_seq = 1",
    "kind = 'undo', undoes_device = device_id, reason = 'mistake'",
    "kind = 'undo', undoes_seq = 1, reason = 'mistake'",
    "undoes_device = device_id, undoes_seq = 1, reason = 'mistake'",
  ],
  gates_name_length: ["name = ' '", "name = repeat('a', 61)"],
  guest_lists_name_length: ["name = ' '", "name = repeat('a', 121)"],
  installation_mode_known: ["mode = 'test'"],
  listed_guests_entered: ["entered = -1", "entered = 3"],
  listed_guests_name_length: ["name = ' '", "name = repeat('a', 201)"],
  listed_guests_note_length: ["note = ''", "note = repeat('a', 201)"],
  listed_guests_places: ["places = 0, entered = 0", "places = 21"],
  guest_tries_places: ["places = -1"],
  listed_guests_stay_once_entered: ["removed_at = now()"],
  moves_change_the_hour: [
    "to_date = from_date, to_time = from_time",
    "to_date = from_date, to_time = NULL, from_time = NULL",
  ],
  newsletter_confirmed_has_a_moment: ["status = 'confirmed', confirmed_at = NULL"],
  night_messages_body_length: ["body = ' '", "body = repeat('a', 4001)"],
  night_messages_spread: ["spread_at = NULL", "recipients = NULL"],
  night_messages_stopped_by: ["stopped_at = NULL", "stopped_by = NULL"],
  night_messages_subject_length: ["subject = ' '", "subject = repeat('a', 79)"],
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
  orders_takes: ["take_ns = take_ns || 1", "take_ns = NULL"],
  passkey_name_length: ["name = ''", "name = repeat('a', 61)"],
  person_notes_length: ["note = ' '", "note = repeat('a', 1001)"],
  pictures_alt_text_short: ["alt_text = repeat('a', 301)"],
  pictures_url_is_ours: ["url = 'https://elsewhere.example/p.webp'", "url = '//elsewhere.example/p.webp'"],
  price_phases_no: ["no = 0", "no = 11"],
  profiles_full_name_length: ["full_name = repeat('a', 201)"],
  profiles_guest_without_account: [
    "is_guest = true",
    "is_guest = true, email = NULL, role = 'gate'",
    "is_guest = false, contact_email = 'ana@exemplu.ro'",
    "is_guest = false, contact_proven_at = now()",
    "is_guest = false, contact_corrected_at = now()",
  ],
  profiles_phone_length: ["phone = repeat('1', 33)"],
  refunds_amount: ["amount = 0"],
  registration_email_canonical: ["email = 'Nou@exemplu.ro'"],
  registration_token_ends: [
    "token_hash = repeat('0', 64), token_expires_at = NULL",
    "token_hash = NULL, token_expires_at = now()",
  ],
  registration_token_is_a_hash: [`token_hash = ${aHash}, token_expires_at = now()`],
  sales_totals_kind: ["kind = 'artist'", "grain = 'year'"],
  security_events_detail: ["detail = repeat('a', 201)", "detail = 'ana@exemplu.ro'"],
  security_events_kind: ["kind = 'new'"],
  site_content_brand_is_colours: [
    `key = 'brand', content = '{"light": "red"}'`,
    `key = 'brand', content = '{"signal": "#38f2c0;}"}'`,
  ],
  site_content_facebook_is_web: [footer("facebook")],
  site_content_instagram_is_web: [footer("instagram")],
  site_content_is_object: ["content = '[]'"],
  site_content_twitter_is_web: [footer("twitter")],
  slugs_readable: [
    "slug = 'Noaptea'",
    "slug = '-a'",
    "slug = ''",
    "slug = repeat('a', 81)",
    "slug = '019e4eb2-c800-729d-8b40-1f18b7b4cba7'",
  ],
  stock_guests_only_hold: ["kind = 'guest_holds', sold = 1, capacity = held + 1"],
  stock_never_oversold: [
    "held = -1",
    "sold = -1",
    "held = capacity - sold + 1",
    "sold = capacity - held + 1",
  ],
  stripe_subscriptions_last4: ["payment_method_last4 = '424'"],
  team_invitations_accepted_by: ["accepted_by = CASE state WHEN 'waiting' THEN invited_by END"],
  team_invitations_email_canonical: ["email = 'Ana@exemplu.ro'", "email = 'ana'"],
  team_invitations_end: ["expires_at = created_at"],
  team_settings_refund_limit: ["refund_limit = -1", "refund_limit = 10000001"],
  ticket_purchases_entries: ["entries_remaining = -1", "entries_remaining = entries_total + 1"],
  ticket_purchases_quantity: ["quantity = -1", "quantity = 11"],
  tickets_add_on_alone: [
    "admits = false, entries = 2",
    "admits = false, family = 'early_bird'",
    "admits = false, pool_id = (SELECT min(id::text)::uuid FROM pools)",
    "admits = false, enter_until = '23:00'",
  ],
  tickets_entries_positive: ["entries = 0", "entries = 101"],
  tickets_pool_of_one_night: ["family = 'season_pass', pool_id = (SELECT min(id::text)::uuid FROM pools)"],
  tickets_price_not_negative: ["price = -1"],
  transfers_accepted_by: ["to_id = CASE state WHEN 'waiting' THEN from_id END"],
  transfers_end: ["ended_at = CASE state WHEN 'waiting' THEN now() END"],
  transfers_name_length: ["name = ''", "name = repeat('a', 201)"],
  transfers_recipient_canonical: ["recipient = 'Dan@exemplu.ro'", "recipient = 'dan'", "by = 'link'"],
  transfers_to_another: ["from_id = coalesce(to_id, from_id)"],
  vat_rates_rate: ["rate = -1", "rate = 10001"],
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
  vouchers_per_person: ["per_person = 0"],
  vouchers_window: ["starts_at = ends_at", "starts_at = ends_at + interval '1 second'"],
};

const { owner } = await filledDatabase();
const db = queriesOf(owner);

it("every CHECK refuses the rows that it is meant for", async () => {
  const checks = await db<{
    name: string;
    relation: string;
    columns: string;
    alone: string | null;
  }>`SELECT conname AS name, conrelid::regclass::text AS relation,
       (SELECT string_agg(attname, ', ') FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey)) AS columns,
       (SELECT string_agg(format('ALTER TABLE %s DROP CONSTRAINT %I;', o.conrelid::regclass, o.conname), ' ') FROM pg_constraint o
         WHERE o.contype = 'c' AND o.conrelid = c.conrelid AND o.oid <> c.oid) AS alone FROM pg_constraint c
     WHERE contype = 'c' AND connamespace::regnamespace::text IN ('public', 'identity') ORDER BY conname COLLATE "C"`;
  const names = checks.map((check) => check.name);
  expect(Object.keys(refused).filter((name) => !names.includes(name))).toEqual([]);
  // Triggers would refuse first; they have tests of their own.
  await db`SET session_replication_role = replica`;
  const answers: string[] = [];
  for (const { name, relation, columns, alone } of checks) {
    const value = refusedByName.find(([end]) => end.test(name))?.[1];
    // A CHECK without any change here is refused as a mistake of syntax, under no name.
    for (const change of refused[name] ?? [`${columns} = ${value ?? ""}`]) {
      await owner.query(`BEGIN; ${alone ?? ""}`);
      const refusal = await owner.query(`UPDATE ${relation} SET ${change}`).then(
        ({ rowCount }) => `changed ${rowCount} rows`,
        (error: Error & { constraint?: string }) => error.constraint ?? error.message,
      );
      await db`ROLLBACK`;
      if (refusal !== name) answers.push(`${name}, SET ${change}: ${refusal}`);
    }
  }
  expect(answers).toEqual([]);
});

import { expect, it } from "vitest";
import { roleNames } from "#platform/database/database-roles.ts";
import { queriesOf } from "#test/support/queries.ts";
import { filledDatabase } from "./filled-database.ts";

/**
 * For every policy that lets only some rows be written, statements that it alone must stop: the policy, the roles, and
 * before a THEN the rows there before; `:me` is the person of the transaction and `:other` another person.
 */
const stopped = [
  "cancellations.own_name admin: INSERT INTO cancellations (event_id, reason, used_tickets, actor_id) SELECT id, 'r', 'kept', :other FROM events e WHERE NOT EXISTS (SELECT FROM cancellations c WHERE c.event_id = e.id) LIMIT 1",
  "double_marks.own_name door_chief+admin: INSERT INTO double_marks (id, event_id, purchase_id, entered, word, marked_by) SELECT gen_random_uuid(), event_id, id, 9, 'w', :other FROM ticket_purchases LIMIT 1",
  "email_template_versions.duty worker: INSERT INTO email_template_versions (template_name, version, subject, html_content, text_content, author_id) VALUES ('salut', 2, 's', 'h', 't', :other)",
  "email_templates.duty worker: INSERT INTO email_templates (id, name, subject, html_content, version, is_built_in) VALUES (gen_random_uuid(), 'altul', 's', 'h', 1, false)",
  "gate_devices.handed_out identity: UPDATE gate_devices SET revoked_at = NULL, revoked_by = NULL",
  "gate_devices.stopped door_chief: UPDATE gate_devices SET revoked_at = now(), revoked_by = :other",
  "gate_devices.stopped admin: UPDATE gate_devices SET revoked_at = now(), revoked_by = :other THEN UPDATE gate_devices SET revoked_at = now(), revoked_by = :me",
  "gate_invitations.handed_out identity: UPDATE gate_invitations SET used_at = NULL",
  "gate_invitations.own_name door_chief+admin: INSERT INTO gate_invitations (id, gate_id, secret_hash, made_by, expires_at) SELECT gen_random_uuid(), id, repeat('c', 64), :other, now() + interval '1 minute' FROM gates",
  "journal.at_the_door gate: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:other, 'door_chief', 'order', :order, 'entry_by_chief')",
  "journal.at_the_door gate: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:me, 'door_chief', 'order', :order, 'entry_by_chief')",
  "journal.at_the_door gate: SET LOCAL app.user_id = :free THEN INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:free, 'gate', 'order', :order, 'entry_by_chief')",
  "journal.at_the_door gate: UPDATE profiles SET role = 'door_chief' WHERE id = :me THEN INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:me, 'door_chief', 'order', :order, 'refund_wanted')",
  "journal.own_change customer: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:me, 'user', 'order', :me, 'w')",
  "journal.own_change customer: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:me, 'user', 'person', :other, 'w')",
  "journal.own_change customer: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:other, 'user', 'person', :other, 'w')",
  ...["gate", "door_chief", "admin", "box_office", "manager", "accountant"].flatMap((kind) => [
    `journal.own_name ${kind}: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:other, '${kind}', 'person', :other, 'profile_edited')`,
    `journal.own_name ${kind}: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:me, '${kind === "admin" ? "gate" : "admin"}', 'person', :me, 'profile_edited')`,
    `journal.own_name ${kind}: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:me, '${kind.replace(/.*_/, "")}_', 'person', :me, 'profile_edited')`,
    `journal.own_name ${kind}: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:me, '${kind}', 'person', :other, 'profile_edited')`,
    `journal.own_name ${kind}: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:me, '${kind}', 'person', :me, 'role_changed')`,
    `journal.own_name ${kind}: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:me, '${kind}', 'order', :order, 'refund_wanted')`,
  ]),
  "journal.own_name door_chief: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:me, 'chief', 'person', :me, 'profile_edited')",
  "journal.own_name box_office: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:me, 'office', 'person', :me, 'profile_edited')",
  "journal.own_name door_chief: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:me, 'door_chief', 'event', :other, 'cancelled')",
  "journal.own_name box_office: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:me, 'box_office', 'event', :other, 'gate_made')",
  "journal.own_name manager: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:me, 'manager', 'person', :other, 'note_removed')",
  "journal.own_name gate: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:me, 'gate', 'event', :other, 'phone_stopped')",
  "journal.own_name accountant: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:me, 'accountant', 'site', :other, 'stopped')",
  "journal.own_name manager: INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES (:me, 'manager', 'email_settings', :other, 'w')",
  "letters.account_letters identity: INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, order_id) VALUES (gen_random_uuid(), 'welcome', 'x', 'x', 'x', :order)",
  "letters.account_letters identity: INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, purchase_id) VALUES (gen_random_uuid(), 'welcome', 'x', 'x', 'x', :purchase)",
  "listed_guests.door_change gate: UPDATE listed_guests SET entered = 0, removed_at = now() THEN UPDATE listed_guests SET entered = 0",
  "moves.own_name admin: INSERT INTO moves (id, event_id, from_date, from_location, to_date, to_location, reason, actor_id) SELECT gen_random_uuid(), id, date, 'l', date + 1, 'l', 'r', :other FROM events LIMIT 1",
  "notification_reads.own admin: DELETE FROM notification_reads THEN INSERT INTO notification_reads (user_id, read_until) VALUES (:other, now())",
  "notification_reads.own admin: DELETE FROM notification_reads WHERE user_id = :other THEN UPDATE notification_reads SET user_id = :other",
  "notification_reads.own admin: UPDATE notification_reads SET read_until = now() WHERE user_id = :other",
  "person_notes.own_name admin+box_office: INSERT INTO person_notes (id, person_id, author_id, note) VALUES (gen_random_uuid(), :me, :other, 'n')",
  "person_notes.removed admin+box_office: INSERT INTO person_notes (id, person_id, author_id, note) VALUES (gen_random_uuid(), :me, :other, 'n') THEN DELETE FROM person_notes WHERE person_id = :me",
  "pictures.upload admin: INSERT INTO pictures (url, width, height, sources, uploaded_by) VALUES ('/q.webp', 1, 1, '[]', :other)",
  "profiles.guests_address worker: UPDATE profiles SET contact_version = 2 WHERE NOT is_guest",
  "profiles.guests_without_orders worker: DELETE FROM profiles WHERE id = :free",
  "profiles.own_change admin: UPDATE profiles SET full_name = 'Altcineva' WHERE id = :other",
  "profiles.own_change admin: SET LOCAL app.user_id = :free THEN UPDATE profiles SET id = gen_random_uuid() WHERE id = :free",
  "profiles.role_kept worker: UPDATE profiles SET contact_version = 2 WHERE id = :free",
  "profiles.role_kept worker: SELECT FROM profiles WHERE id = :free FOR UPDATE",
  "profiles.role_kept worker: SET LOCAL app.user_id = :free THEN UPDATE profiles SET contact_version = 2 WHERE id = :free",
  "profiles.sign_up identity: INSERT INTO profiles (id, email, full_name, phone, role) VALUES (gen_random_uuid(), 'sef@exemplu.ro', 'n', '1', 'admin')",
  "profiles.unproven identity: DELETE FROM profiles WHERE id = :free",
  "sales_totals.by_name admin: INSERT INTO sales_totals (kind, grain, day, subject_id, purchases, quantity, revenue) VALUES ('type', 'day', now(), gen_random_uuid(), 0, 0, 0)",
  "sales_totals.by_name_change admin: UPDATE sales_totals SET revenue = 1",
  "sales_totals.by_name_change admin: UPDATE sales_totals SET kind = 'name' THEN UPDATE sales_totals SET kind = 'type'",
  "security_events.forget_network worker: UPDATE security_events SET at = now() - interval '29 days', network = '10.0.0.0/24' THEN UPDATE security_events SET network = NULL",
  "security_events.forget_network worker: UPDATE security_events SET at = now() - interval '31 days', network = '10.0.0.0/24' THEN UPDATE security_events SET network = '10.0.0.0/8'",
  "security_events.own_name admin: INSERT INTO security_events (kind, person_id, actor_id) VALUES ('role_changed', :me, :other)",
  "security_events.own_name accountant+manager+box_office+door_chief: INSERT INTO security_events (kind, person_id, actor_id) VALUES ('data_exported', NULL, :other)",
  "security_events.sweep worker: UPDATE security_events SET at = now() - interval '399 days' THEN DELETE FROM security_events",
  "site_content.first_text admin: INSERT INTO site_content (id, key, content, updated_by) VALUES (gen_random_uuid(), 'nou', '{}', :other)",
  "site_content.next_text admin: UPDATE site_content SET version = version + 1, updated_by = :other WHERE key = 'hero'",
  "stock_counters.guest_lists worker: INSERT INTO stock_counters (id, kind, capacity) VALUES (gen_random_uuid(), 'units', 1)",
  "stops.lifted admin: UPDATE stops SET lifted_at = now(), lifted_by = :other",
  "stops.stopped admin: INSERT INTO stops (id, kind, reason, started_by) VALUES (gen_random_uuid(), 'sale', 'r', :other)",
  "ticket_purchases.door_change gate: UPDATE ticket_purchases SET status = 'refunded' THEN UPDATE ticket_purchases SET entries_remaining = 0 WHERE id = :purchase",
  "ticket_purchases.door_change gate: UPDATE ticket_purchases SET suspended = 'dispute' THEN UPDATE ticket_purchases SET entries_remaining = 0 WHERE id = :purchase",
  "ticket_purchases.door_change gate: UPDATE ticket_purchases SET share_returned_at = now() THEN UPDATE ticket_purchases SET entries_remaining = 0 WHERE id = :purchase",
  // a phone let somebody in on another ticket, not on this one
  "ticket_purchases.door_change gate: UPDATE ticket_purchases SET status = 'refunded'; INSERT INTO gate_log (device_id, seq, digest, event_id, signed_text, signature, is_quarantined, kind, mode, purchase_id, entries, is_counted) SELECT device_id, 2, repeat('b', 64), event_id, '{}', 's', false, 'admit', 'offline', (SELECT max(id::text)::uuid FROM ticket_purchases), 1, true FROM gate_log THEN UPDATE ticket_purchases SET entries_remaining = 0 WHERE id = :purchase",
  "ticket_purchases.door_change gate: UPDATE ticket_purchases SET status = 'refunded'; INSERT INTO admissions (id, purchase_id, device_id, nonce, phone_seq, operator_id, verdict, entries) VALUES (gen_random_uuid(), (SELECT max(id::text)::uuid FROM ticket_purchases), gen_random_uuid(), 'ask 7', 7, :me, 'admitted', 1) THEN UPDATE ticket_purchases SET entries_remaining = 0 WHERE id = :purchase",
  "vat_rates.own_change accountant: UPDATE vat_rates SET rate = 900, set_by = :other",
  "vat_rates.own_name accountant: INSERT INTO vat_rates (valid_from, rate, set_by) VALUES ('2027-01-01', 900, :other)",
].map(
  (row) => /^(?<policy>\S+) (?<who>\S+): (?:(?<before>.*) THEN )?(?<statement>.*)$/.exec(row)?.groups ?? {},
);

const { owner, ana, dan } = await filledDatabase();
const db = queriesOf(owner);
const roles = roleNames("app");

const rows = await db<
  Record<"order" | "purchase" | "free", string>
>`INSERT INTO profiles (id, email, full_name, phone, role) VALUES (gen_random_uuid(), 'poarta@exemplu.ro', 'Poarta', '1', 'gate')
   RETURNING id AS free, (SELECT min(id::text) FROM orders) AS "order", (SELECT min(id::text) FROM ticket_purchases) AS purchase`;
const ids: Readonly<Record<string, string | undefined>> = { me: ana, other: dan, ...rows[0] };

/**
 * How many rows the statement changed, or the code of its refusal. Every table is granted, so that only a policy can
 * stop it.
 */
async function changed(as: string, statement: string, before: string, asOwner: boolean) {
  const role = roles[as as keyof typeof roles];
  const filled = (sql: string) => sql.replaceAll(/(?<!:):(\w+)/g, (_all, name: string) => `'${ids[name]}'`);
  await owner.query(
    `BEGIN; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO "${role}"; SET LOCAL app.user_id = '${ana}'; ${filled(before)}`,
  );
  try {
    if (!asOwner) await owner.query(`SET LOCAL ROLE "${role}"`);
    return (await owner.query(filled(statement))).rowCount ?? 0;
  } catch (error) {
    return (error as Error).message.replace(/ (policy )?for table.*/, "");
  } finally {
    await db`ROLLBACK`;
  }
}

it("every policy with a condition stops the rows that it is meant for", async () => {
  const policies = await db<{
    name: string;
  }>`SELECT (tablename || '.' || policyname) COLLATE "C" AS name FROM pg_policies
     WHERE coalesce(with_check, 'true') <> 'true' OR (cmd <> 'SELECT' AND coalesce(qual, 'true') <> 'true') ORDER BY name`;
  expect(policies.map((policy) => policy.name)).toEqual([...new Set(stopped.map(({ policy }) => policy))]);
  const passed: string[] = [];
  for (const { policy, who = "", before = "", statement = "" } of stopped)
    for (const role of who.split("+")) {
      const answer = await changed(role, statement, before, false);
      if (answer !== 0 && answer !== "new row violates row-level security")
        passed.push(`${policy}, ${statement}: ${answer}`);
      // The owner, to whom no policy applies, can do it: nothing else stops the statement.
      const possible = await changed(role, statement, before, true);
      if (typeof possible === "string" || possible === 0)
        passed.push(`${policy} as owner, ${statement}: ${possible}`);
    }
  expect(passed).toEqual([]);
});

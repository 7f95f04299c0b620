import { expect, test, vi } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { done, refused } from "#kernel/outcome.ts";
import { personRoles } from "#platform/database/database-roles.ts";
import { askAddressChange } from "#platform/identity/accounts/change-address.server.ts";
import { confirmAddress } from "#platform/identity/accounts/confirm-account.server.ts";
import { registerAccount } from "#platform/identity/accounts/register-account.server.ts";
import { reconfirmPassword } from "#platform/identity/passwords/reconfirm-password.server.ts";
import { requestReset } from "#platform/identity/passwords/reset-password.server.ts";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { testAccounts } from "#test/support/accounts.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { erasePerson } from "#ticketing/people/erase-person.server.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { forgetBuyer } from "./forget-buyer.server.ts";

const accounts = await testAccounts();
const { owner, db, identity, database, logIn } = accounts;
const season = await openSeasonBuilder(accounts.ownerUrl);
const night = await season.night();
const type = await season.ticketType({ events: [night] });

const canary = { name: "Canarina Galben", email: "canarina@galben.example", phone: "0700 galben" };

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const tables =
    await db`SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('public', 'identity') AND table_type = 'BASE TABLE'`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    for (const { row } of rows) {
      // Bytes are searched as well.
      const bytes = [...row.matchAll(/\\\\x([0-9a-f]+)/g)].map(([, hex = ""]) =>
        Buffer.from(hex, "hex").toString("utf8"),
      );
      texts.push(name, row, ...bytes);
    }
  }
  return texts.join("\n");
}

async function buyer(): Promise<{ userId: Uuid; sessionHash: string }> {
  const browser = newSecretToken();
  await registerAccount(identity, {
    email: canary.email,
    password: "nori peste mare",
    browser,
    fullName: canary.name,
    phone: canary.phone,
  });
  const link = await accounts.tokenFor(canary.email, "confirm_address");
  await confirmAddress(identity, accounts.at(link, { browser }));
  const opened = await logIn(canary.email);
  if (!opened.ok) throw new Error("no session");
  const { userId, token } = opened.value;
  const { orderId } = await paidOrder(owner, { userId, ticketTypeId: type, events: [night] });
  await db`INSERT INTO checkout_attempts (order_id, no, expires_at, state, request, session_id, url)
     VALUES (${orderId}, 1, now(), 'closed', jsonb_build_object('customerEmail', ${canary.email}::text, 'no', 1), 'cs_canary', 'https://pay.example')`;
  await db`INSERT INTO payment_notices (event_id, type, sent_at, state, session_id, body) VALUES ('evt_canary', 'x', now(), 'processed', 'cs_canary', ${Buffer.from(JSON.stringify({ email: canary.email }))})`;
  await owner.query(
    "UPDATE letters SET last_error = $2, tries = jsonb_build_array(jsonb_build_object('reason', $2::text)) WHERE order_id = $1",
    [orderId, `550 no such user ${canary.email}`],
  );
  // Emails without an account, to the present address and to the one before.
  await owner.query(
    `INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, variables, message_id, state)
     SELECT gen_random_uuid(), kind, 'canary ' || kind, recipient, by, '{"customer_name": "Canarina"}', 'canary ' || kind, state
     FROM (VALUES ('address_changed', $2::text, $1::uuid, 'sent'), ('newsletter_confirm', $2, NULL, 'sent'), ('newsletter_welcome', $3, NULL, 'queued')) AS n(kind, recipient, by, state)`,
    [userId, "Veche@galben.example", canary.email],
  );
  await db`INSERT INTO newsletter_subscriptions (id, email, token_hash) VALUES (gen_random_uuid(), ${canary.email}, repeat('a', 64)),
       (gen_random_uuid(), 'veche@galben.example', repeat('b', 64))`;
  await requestReset(identity, canary.email);
  await askAddressChange(identity, {
    userId,
    email: canary.email,
    sessionHash: hashOfToken(token),
    newEmail: "si@galben.example",
    address: "",
  });
  await reconfirmPassword(identity, { userId, email: canary.email, sessionHash: "x", password: "nu e asta" });
  return { userId, sessionHash: hashOfToken(token) };
}

test("no table holds name, addresses or phone of an erased account, also not in emails to old addresses; orders and tickets stay", async () => {
  const { userId, sessionHash } = await buyer();
  expect(await dump()).toMatch(/Canarina[\s\S]*galben/);
  const counts =
    "SELECT (SELECT count(*)::int FROM orders) AS orders, (SELECT count(*)::int FROM ticket_purchases) AS tickets";
  const before = (await owner.query(counts)).rows;
  const other = await season.person();

  expect(await forgetBuyer({ database }, { userId })).toEqual({ ok: true, value: null });
  expect(await erasePerson({ database }, { userId })).toEqual({ ok: true, value: null });
  expect((await dump()).match(/.*(?:canarina|galben).*/gi) ?? []).toEqual([]);
  expect((await owner.query(counts)).rows).toEqual(before);
  expect(await findSession(identity, sessionHash)).toBeUndefined();
  expect((await logIn(canary.email)).ok).toBe(false);
  expect(await findSession(identity, other.sessionHash)).toBeDefined();
  const rows = await db`SELECT what, actor_id FROM journal WHERE subject_id = ${userId} ORDER BY at`;
  expect(rows.at(-1)).toEqual({ what: "account_erased", actor_id: userId });

  // Repeating it does no harm, and the address is free for a new account.
  expect((await forgetBuyer({ database }, { userId })).ok).toBe(true);
  expect((await erasePerson({ database }, { userId })).ok).toBe(true);
  expect(
    (await registerAccount(identity, { ...canary, fullName: canary.name, password: "nori peste mare" })).ok,
  ).toBe(true);
  const made = await db`SELECT account_id AS id FROM identity.registration WHERE email = ${canary.email}`;
  expect(made[0].id).not.toBe(userId);
});

test("an address that an account never proved keeps its newsletter, team invitation and waiting emails", async () => {
  const { userId } = await season.person();
  const email = "straina@victima.example";
  await db`UPDATE identity."user" SET email = ${email}, email_verified = false WHERE id = ${userId}`;
  await db`UPDATE profiles SET email = ${email} WHERE id = ${userId}`;
  await db`INSERT INTO newsletter_subscriptions (id, email, token_hash) VALUES (gen_random_uuid(), ${email}, repeat('e', 64))`;
  await db`INSERT INTO letters (id, kind, dedupe_key, recipient, message_id) VALUES (gen_random_uuid(), 'newsletter_welcome', 'straina', ${email}, 'straina')`;
  await db`INSERT INTO team_invitations (id, email, role, secret_hash, invited_by, expires_at) VALUES (gen_random_uuid(), ${email}, 'manager', repeat('d', 64), ${userId}, now() + interval '1 day')`;
  const ofStranger =
    () => db`SELECT (SELECT count(*)::int FROM newsletter_subscriptions WHERE email = ${email}) AS news,
      (SELECT count(*)::int FROM letters WHERE recipient = ${email} AND state = 'queued') AS letters,
      (SELECT count(*)::int FROM team_invitations WHERE email = ${email}) AS invited`;
  expect((await forgetBuyer({ database }, { userId })).ok).toBe(true);
  expect((await erasePerson({ database }, { userId })).ok).toBe(true);
  expect(await ofStranger()).toEqual([{ news: 1, letters: 1, invited: 1 }]);
});

test("an account with a payment that may still come is not erased", async () => {
  const dan = await season.person();
  const { orderId } = await paidOrder(owner, { userId: dan.userId, ticketTypeId: type, events: [night] });
  await db`ALTER TABLE orders DISABLE TRIGGER USER`;
  await db`UPDATE orders SET state = 'payment_pending', stake = 'held', paid_at = NULL WHERE id = ${orderId}`;
  await db`ALTER TABLE orders ENABLE TRIGGER USER`;
  expect(await forgetBuyer({ database }, { userId: dan.userId })).toEqual(refused("order_open"));
  expect(await erasePerson({ database }, { userId: night })).toEqual(refused("unknown_person"));
});

test.each(personRoles.filter((role) => role !== "user"))(
  "an account with the role %s is not erased, nor are its orders, so that what it did keeps a name",
  async (role) => {
    const { userId } = await season.person(role);
    // the last administrator keeps the role
    await season.person("admin");
    const forget = vi.fn(async () => done(null));
    expect(await erasePerson({ database }, { userId, forget })).toEqual(refused("in_team"));
    expect(forget).not.toHaveBeenCalled();
    await db`UPDATE profiles SET role = 'user' WHERE id = ${userId}`;
    // the role comes while the orders are forgotten
    forget.mockImplementation(async () => {
      await db`UPDATE profiles SET role = ${role} WHERE id = ${userId}`;
      return done(null);
    });
    expect(await erasePerson({ database }, { userId, forget })).toEqual(refused("in_team"));
    await db`UPDATE profiles SET role = 'user' WHERE id = ${userId}`;
  },
);

test("an order of somebody else that is in use is not waited for (one kind: a lock on strangers' rows)", async () => {
  const [gone, other] = [await season.person(), await season.person()];
  const { orderId } = await paidOrder(owner, { userId: other.userId, ticketTypeId: type, events: [night] });
  await database.withDuty("settle", async (sql) => {
    await sql.query("SELECT FROM orders WHERE id = $1 FOR UPDATE", [orderId]);
    expect((await forgetBuyer({ database }, { userId: gone.userId })).ok).toBe(true);
  });
});

/** What happens to each column that may name a person, when that person's account is erased. */
const columns: Record<
  string,
  | "forgotten"
  | "goes with the account"
  | "goes with the guest"
  | "the club's own"
  | "goes a day after the hold, or with its code"
  | "goes a month after the night"
  | "goes with the account, and a week after its end"
> = {
  "identity.factor.friendly_name": "goes with the account",
  "identity.flow_state.subject": "goes with the account",
  "identity.passkey.name": "goes with the account",
  "identity.registration.email": "goes with the account",
  "identity.registration.full_name": "goes with the account",
  "identity.registration.phone": "goes with the account",
  "identity.session.ip_address": "goes with the account",
  "identity.session.user_agent": "goes with the account",
  "identity.user.email": "goes with the account",
  "identity.user.name": "goes with the account",
  "identity.verification.value": "goes with the account",
  "public.artists.name": "the club's own",
  "public.checkout_attempts.request": "forgotten",
  "public.email_settings.from_email": "the club's own",
  "public.email_settings.from_name": "the club's own",
  "public.email_settings.username": "the club's own",
  "public.email_template_versions.subject": "the club's own",
  "public.email_template_versions.template_name": "the club's own",
  "public.email_templates.name": "the club's own",
  "public.email_templates.subject": "the club's own",
  "public.events.address": "the club's own",
  "public.events.name": "the club's own",
  "public.failed_backups.reason": "the club's own",
  "public.gate_devices.name": "the club's own",
  "public.gate_log.reason": "the club's own",
  "public.gates.name": "the club's own",
  "public.guest_lists.name": "the club's own",
  "public.installation.mailbox_secret": "the club's own",
  "public.journal.after": "the club's own",
  "public.journal.before": "the club's own",
  "public.cancellations.reason": "the club's own",
  "public.journal.subject_kind": "the club's own",
  "public.letters.last_error": "forgotten",
  "public.letters.recipient": "forgotten",
  "public.letters.tries": "forgotten",
  "public.letters.variables": "forgotten",
  "public.listed_guests.email": "forgotten",
  "public.listed_guests.name": "goes a month after the night",
  "public.listed_guests.note": "goes a month after the night",
  "public.mail_pace.reason": "the club's own",
  "public.mail_pause.reason": "the club's own",
  "public.moves.reason": "the club's own",
  "public.newsletter_subscriptions.email": "forgotten",
  "public.night_messages.body": "the club's own",
  "public.night_messages.subject": "the club's own",
  "public.orders.mailbox_key": "goes a day after the hold, or with its code",
  "public.orders.request_key": "the club's own",
  "public.payment_notices.body": "forgotten",
  "public.payment_notices.last_error": "the club's own",
  "public.person_notes.note": "forgotten",
  "public.pools.name": "the club's own",
  "public.price_phases.name": "the club's own",
  "public.profiles.contact_email": "goes with the guest",
  "public.profiles.email": "forgotten",
  "public.profiles.full_name": "forgotten",
  "public.profiles.phone": "forgotten",
  "public.refunds.last_error": "the club's own",
  "public.refunds.note": "the club's own",
  "public.refunds.reason": "the club's own",
  "public.security_events.detail": "the club's own",
  "public.stops.reason": "the club's own",
  "public.team_invitations.email": "goes with the account, and a week after its end",
  "public.ticket_purchases.holder_name": "forgotten",
  "public.transfers.name": "forgotten",
  "public.transfers.recipient": "forgotten",
  "public.vouchers.name": "the club's own",
};

test("every column that may name a person has its rule above", async () => {
  const rows =
    await db`SELECT format('%s.%s.%s', table_schema, table_name, column_name) AS name FROM information_schema.columns
     WHERE table_schema IN ('public', 'identity') AND data_type IN ('text', 'character varying', 'citext', 'jsonb', 'json', 'bytea', 'bigint', 'USER-DEFINED')
       AND column_name ~ '(name|mail|phone|recipient|holder|body|request|variables|address|agent|reason|note|detail|before|after|value|payload|error|subject|tries)'
       AND table_name IN (SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE')
     ORDER BY 1`;
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(columns).sort());
});

test("an email of another person is not emptied because its address once belonged to an erased account", async () => {
  const [gone, heir] = [await season.person(), await season.person()];
  await db`UPDATE profiles SET email = 'mostenita@exemplu.ro' WHERE id = ${heir.userId}`;
  await db`INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, message_id, state)
     SELECT gen_random_uuid(), kind, 'heir ' || n, 'mostenita@exemplu.ro', by, 'heir ' || n, 'sent'
     FROM (VALUES (1, 'address_changed', ${gone.userId}::uuid), (2, 'welcome_email', ${heir.userId}), (3, 'newsletter_confirm', NULL)) AS l(n, kind, by)`;
  expect((await forgetBuyer({ database }, { userId: gone.userId })).ok).toBe(true);
  const rows = await db`SELECT kind FROM letters WHERE recipient = 'mostenita@exemplu.ro' ORDER BY kind`;
  expect(rows).toEqual([{ kind: "newsletter_confirm" }, { kind: "welcome_email" }]);
});

test("what was written to another buyer at an older address, and told of their payment, stays", async () => {
  const [gone, other] = [await season.person(), await season.person()];
  const order = { userId: other.userId, ticketTypeId: type, events: [night] };
  const { orderId } = await paidOrder(owner, order);
  await db`INSERT INTO payment_notices (event_id, type, sent_at, state, order_id, body) VALUES ('evt_other', 'x', now(), 'processed', ${orderId}, 'al altuia')`;
  const older = "veche@exemplu.ro";
  await db`INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, message_id, state) VALUES (gen_random_uuid(), 'welcome_email', 'older', ${older}, ${other.userId}, 'older', 'sent')`;
  await db`INSERT INTO newsletter_subscriptions (id, email, token_hash, status, confirmed_at) VALUES (gen_random_uuid(), ${older}, repeat('d', 64), 'confirmed', now())`;
  expect((await forgetBuyer({ database }, { userId: gone.userId })).ok).toBe(true);
  const rows =
    await db`SELECT (SELECT body IS NOT NULL FROM payment_notices WHERE event_id = 'evt_other') AS told,
       (SELECT recipient FROM letters WHERE dedupe_key = 'older') AS recipient,
       (SELECT status FROM newsletter_subscriptions WHERE email = ${older}) AS status`;
  expect(rows).toEqual([{ told: true, recipient: older, status: "confirmed" }]);
});

test("an address is forgotten though somebody typed it for a purchase: a guest has proven nothing", async () => {
  const address = "uitata@galben.example";
  const gone = await accounts.person(address);
  await db`INSERT INTO newsletter_subscriptions (id, email, token_hash, status, confirmed_at) VALUES (gen_random_uuid(), ${address}, repeat('9', 64), 'confirmed', now())`;
  await makeGuest({ database }, { email: address, fullName: "Alt Cineva", phone: null });
  expect((await forgetBuyer({ database }, { userId: gone.userId })).ok).toBe(true);
  expect(await db`SELECT status FROM newsletter_subscriptions WHERE token_hash = repeat('9', 64)`).toEqual([
    { status: "unsubscribed" },
  ]);
});

test("an address that the erased account had only requested keeps its newsletter and its emails", async () => {
  const mallory = await season.person();
  const victim = "victima@altundeva.example";
  await db`INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, message_id, state, variables)
     SELECT gen_random_uuid(), kind, 'victim ' || n, ${victim}, by, 'victim ' || n, state, '{"action_url": "x"}'
     FROM (VALUES (1, 'confirm_new_address', ${mallory.userId}::uuid, 'queued'), (2, 'newsletter_welcome', NULL, 'sent'), (3, 'newsletter_confirm', NULL, 'queued')) AS l(n, kind, by, state)`;
  await db`INSERT INTO newsletter_subscriptions (id, email, token_hash, status, confirmed_at) VALUES (gen_random_uuid(), ${victim}, repeat('c', 64), 'confirmed', now())`;
  expect((await forgetBuyer({ database }, { userId: mallory.userId })).ok).toBe(true);
  const letters =
    await db`SELECT kind, recipient, state FROM letters WHERE dedupe_key LIKE 'victim %' ORDER BY dedupe_key`;
  expect(letters).toEqual([
    { kind: "confirm_new_address", recipient: "", state: "dead" },
    { kind: "newsletter_welcome", recipient: victim, state: "sent" },
    { kind: "newsletter_confirm", recipient: victim, state: "queued" },
  ]);
  const rows = await db`SELECT status FROM newsletter_subscriptions WHERE email = ${victim}`;
  expect(rows).toEqual([{ status: "confirmed" }]);
});

test("buyer and holder are forgotten apart: each takes along the name and the letters of the tickets that they hold", async () => {
  async function sentOn() {
    const [{ userId: buyer }, { userId: friend }] = [await season.person(), await season.person()];
    const { orderId, purchaseIds } = await paidLines(owner, {
      userId: buyer,
      events: [night],
      lines: [{ ticketTypeId: type, quantity: 2 }],
    });
    await db`UPDATE ticket_purchases SET user_id = ${friend}, holder_name = 'Mara' WHERE id = ${purchaseIds[1]}`;
    await db`INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, order_id, message_id, state)
       VALUES (gen_random_uuid(), 'ticket_confirmation', 'friend ' || ${orderId}::uuid, 'mara@galben.example', ${friend}, ${orderId}, 'friend ' || ${orderId}::uuid, 'queued')`;
    const left = async () => {
      const rows =
        await db`SELECT ARRAY(SELECT holder_name IS NOT NULL FROM ticket_purchases WHERE order_id = ${orderId} ORDER BY seat_no) AS names,
           ARRAY(SELECT state || ' ' || (recipient <> '') FROM letters WHERE order_id = ${orderId} ORDER BY dedupe_key LIKE 'friend %') AS letters`;
      return [rows[0].names, rows[0].letters];
    };
    return { buyer, friend, left };
  }
  const [one, other] = [await sentOn(), await sentOn()];
  expect((await forgetBuyer({ database }, { userId: one.buyer })).ok).toBe(true);
  expect(await one.left()).toEqual([
    [false, true],
    ["dead false", "queued true"],
  ]);
  expect((await forgetBuyer({ database }, { userId: other.friend })).ok).toBe(true);
  expect(await other.left()).toEqual([
    [true, false],
    ["queued true", "dead false"],
  ]);
});

import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { formatLeiExact } from "#kernel/money.ts";
import { inDays } from "#test/support/days.ts";
import { phoneKeys } from "#test/support/gate-phone.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { defaultTemplateChoice } from "#ticketing/delivery/templates/template-choice.ts";
import { enrolPhone } from "#ticketing/gate/enrol-phone.server.ts";
import { invitePhone } from "#ticketing/gate/invite-phone.server.ts";
import { saveGate } from "#ticketing/gate/save-gate.server.ts";
import { addGuests } from "#ticketing/guest-lists/add-guests.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { codeTexts } from "#web/admin/codes/code-texts.ts";
import { contentTexts } from "#web/admin/content/content-texts.ts";
import { emailTexts } from "#web/admin/email/email-texts.ts";
import { cancelNightTexts, moveNightTexts } from "#web/admin/events/night-changes-texts.ts";
import { guestListTexts } from "#web/admin/guest-lists/guest-list-texts.ts";
import { messageTexts } from "#web/admin/messages/message-texts.ts";
import { purchaseTexts } from "#web/admin/purchases/purchase-texts.ts";
import { teamTexts } from "#web/admin/team/team-texts.ts";
import { doorOrdersTexts, gatesTexts } from "#web/gate/chief-texts.ts";
import { reentryTexts } from "#web/sign-in/password-again-texts.ts";
import { reentryField, reentryKeyField } from "#web/sign-in/password-again-view.ts";

const { season, site, ask, fresh } = await openSourceSite({ SMTP_ALLOWED_HOSTS: "127.0.0.1" });
const { client, db } = season;
const [admin, sure, colleague, buyer] = [
  await season.person("admin"),
  await fresh(await season.person("admin")),
  await season.person(),
  await season.person(),
];
const night = await season.night({ title: "Noaptea Lunii", inDays: 0, time: null });
const type = await season.ticketType({ events: [night] });
const order = { userId: buyer.userId, ticketTypeId: type, events: [night] };
const { purchaseIds } = await paidOrder(client, order);
const unused = await paidOrder(client, order);
const [ticket = ""] = purchaseIds;
const holder = (await db`SELECT full_name FROM profiles WHERE id = ${buyer.userId}`)[0].full_name;

const form = { name: "Dig", typeIds: [] };
const made = await saveGate(site, { actor: admin, eventId: night, gateId: null, form });
if (!made.ok) throw new Error(made.refusal.reason);
const gate = made.value;
const bound = await invitePhone(site, { actor: admin, gateId: gate, isChief: false });
if (!bound.ok) throw new Error(bound.refusal.reason);
const keys = phoneKeys();
const secret = bound.value.url.split("#").at(-1);
const enrolled = await enrolPhone(site, keys.call("enrol", { v: 1, secret, key: keys.key, name: "A1" }));
if (!enrolled.ok) throw new Error(enrolled.refusal.reason);
const phone = enrolled.value.device;
const email = (await db`SELECT email FROM profiles WHERE id = ${colleague.userId}`)[0].email;

const listed = await saveGuestList(site, {
  actor: admin,
  eventId: night,
  listId: null,
  form: { name: "Casa", quota: null },
});
if (!listed.ok) throw new Error(listed.refusal.reason);
const list = listed.value;
const plain = [{ name: "Vlad Ene", places: 1, note: null }];
await addGuests(site, { actor: admin, eventId: night, listId: list, guests: plain });
const guest = (await db`SELECT id FROM listed_guests WHERE name = 'Vlad Ene'`)[0].id;
const voucher = await season.voucher({ code: "VECHI" });
const code = {
  kind: "percent",
  percent: "100",
  amount: "",
  name: "Gratis",
  uses: "",
  per_person: "",
  starts_at: "",
  ends_at: "",
};
const newCode = { ...code, many: "", count: "", prefix: "", code: "GRATIS", key: newId() };
const words = { kind: "service", at: "all", subject: "Porțile", body: "Deschidem mai devreme." };
const added = { intent: "add", list, name: "Ana Pop", places: "1", note: "", email: "ana@exemplu.ro" };

const [guests, messages] = [`/admin/events/${night}/guests`, `/admin/events/${night}/messages`];
const [team, purchases] = ["/admin/team", "/admin/purchases"];
const [move, cancel] = [`/admin/events/${night}/move`, `/admin/events/${night}/cancel`];
const gates = `/gate/nights/${night}/gates`;
const orders = `/gate/nights/${night}/orders`;
const member = { email, role: "gate" };
const mail = {
  smtp_host: "127.0.0.1",
  smtp_port: "25",
  username: "club",
  password: "o parolă",
  from_name: "Clubul",
  from_email: "club@exemplu.ro",
};
const templates = "/admin/email/templates";
const welcome = (await db`SELECT id FROM email_templates WHERE name = 'welcome_email'`)[0].id;
const template = { subject: "Bun venit", html_content: "<p>Salut</p>", text_content: "" };
const footer = { description: "Vara.", address: "Plaja 1", copyright: "Clubul" };
const brand = { full_name: "Clubul de Vară", short_name: "Club" };
const letter = newId();
await db`INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, state) VALUES (${letter}, 'welcome_email', 'dead', 'moarta@exemplu.ro', '<dead@x>', 'dead')`;
const moved = {
  date: inDays(5),
  time: "22:00",
  doors: "",
  ends: "",
  location: "Dig",
  address: "",
  directions: "",
  reason: "Vine furtuna.",
  confirmed: "1",
};
const [invited, settings] = [
  { email: "noua@exemplu.ro", role: "gate" },
  { demands_factor: "", refund_limit: "1000" },
];
const price = formatLeiExact(11_000);
const gift = { email: "dan@exemplu.ro", name: "Dan", ticket: type, quantity: "1", because: "Presa", key: "" };
const entry = { reason: "other", entries: "1", nonce: "12345678" };
const refund = { order_id: unused.orderId, kind: "whole", why: "goodwill", note: "x", used: "0" };
const cancelled = { reason: "Furtună.", used: "refunded", confirmed: "1" };

/** A form that needs a fresh password, what the dialog says it is for, and the status of its answer with one. */
type Row = [act: string, path: string, form: Record<string, string>, purpose: string, done: number];
const rows: Row[] = [
  ["a role", team, { intent: "appoint", ...member }, teamTexts.purpose(email, "gate"), 303],
  ["an invitation", team, { intent: "invite", ...invited }, teamTexts.inviting(invited.email, "gate"), 303],
  ["the team's settings", team, { intent: "settings", ...settings }, teamTexts.settings.purpose, 303],
  ["the settings of emails", "/admin/email", mail, emailTexts.settings.againPurpose, 303],
  [
    "a new template",
    `${templates}/new`,
    { ...template, name: "al_meu" },
    emailTexts.templates.saving("Al Meu"),
    303,
  ],
  [
    "a changed template",
    `${templates}/${welcome}?edit=1`,
    { ...template, name: "welcome_email", based_on: "1" },
    emailTexts.templates.saving("Welcome Email"),
    303,
  ],
  ["the choice of templates", "/admin/email/config", defaultTemplateChoice, emailTexts.choice.choosing, 303],
  [
    "an email to another address",
    "/admin/email/outbox",
    { intent: "retry", letter_id: letter, other_address: "alta@exemplu.ro" },
    emailTexts.outbox.sendingElsewhere("alta@exemplu.ro"),
    303,
  ],
  ["the club's address in emails", "/admin/content/footer", footer, contentTexts.changingClub, 303],
  ["the club's name in emails", "/admin/brand", brand, contentTexts.changingClub, 303],
  ["a gift", purchases, { intent: "invite", ...gift }, purchaseTexts.giving(1, gift.email), 303],
  ["a new code", "/admin/codes/new", newCode, codeTexts.creating, 303],
  [
    "a changed code",
    `/admin/codes/${voucher}`,
    { ...code, version: "1", opened: "{}" },
    codeTexts.editing,
    303,
  ],
  ["a guest with an address", guests, added, "cu 1 cod pe email", 303],
  [
    "a guest with many places",
    guests,
    { ...added, name: "Dan Ion", email: "", places: "6" },
    "Adaugi 1 nume, 6 locuri.",
    303,
  ],
  [
    "a pasted guest with many places",
    guests,
    { intent: "paste", list, names: "Ema Ilie x6" },
    "6 locuri",
    303,
  ],
  [
    "more places on a name",
    guests,
    { intent: "correct", guest, places: "6", note: "", email: "" },
    guestListTexts.correcting(6, null),
    303,
  ],
  [
    "a listed guest's code by email",
    guests,
    { intent: "correct", guest, places: "1", note: "", email: "vlad@exemplu.ro" },
    guestListTexts.correcting(1, "vlad@exemplu.ro"),
    303,
  ],
  [
    "a message to all holders",
    messages,
    { intent: "send", id: newId(), ...words },
    messageTexts.sending("Porțile"),
    303,
  ],
  [
    "a gate's mode",
    gates,
    { intent: "mode", gate, mode: "strict" },
    gatesTexts.settingMode("Dig", "strict"),
    303,
  ],
  ["a phone", gates, { intent: "invite", gate }, gatesTexts.inviting("Dig"), 200],
  ["a chief's phone", gates, { intent: "invite-chief", gate }, gatesTexts.invitingChief("Dig"), 200],
  ["a phone to stop", gates, { intent: "stop", gate, phone, sure: "1" }, gatesTexts.stopTitle("A1"), 303],
  ["letting in", orders, { intent: "admit", ticket, ...entry }, doorOrdersTexts.lettingIn(holder, 1), 303],
  ["another code", orders, { intent: "reissue", ticket }, doorOrdersTexts.reissuing(holder), 200],
  // no card paid this order: the act itself refuses it
  ["a refund", purchases, { intent: "refund", ...refund }, purchaseTexts.refunding(price, holder), 409],
  ["moving a night", move, moved, moveNightTexts.purpose("Noaptea Lunii", "", "").split("”")[0] ?? "", 303],
  [
    "cancelling a night",
    cancel,
    cancelled,
    cancelNightTexts.purpose("Noaptea Lunii", formatLeiExact(22_000)),
    303,
  ],
];

const written = async () =>
  (
    await db`SELECT (SELECT count(*) FROM journal) AS journal, (SELECT count(*) FROM letters) AS letters, (SELECT count(*) FROM gate_log) AS log, (SELECT count(*) FROM gate_invitations) AS phones, (SELECT count(*) FROM night_messages) AS messages`
  )[0];

describe("before the password was entered again, nothing is done but to ask for it", () => {
  it.each(rows)("%s", async (_, path, form, purpose) => {
    const before = await written();
    for (const [more, status, error] of [
      [{}, 403, purpose],
      [{ [reentryField]: "" }, 422, reentryTexts.required],
      [{ [reentryKeyField]: "no key" }, 403, reentryTexts.passkeyWrong],
    ] as const) {
      const asked = await ask(path, { as: admin, form: { ...form, ...more } });
      expect(asked.status).toBe(status);
      for (const text of [purpose, error]) expect(asked.text).toContain(text);
    }
    expect(await written()).toEqual(before);
  });
});

it("plain names of guests are typed without the password; what was typed stays where it is asked for", async () => {
  const name = (more: object) => ask(guests, { as: admin, form: { ...added, email: "", ...more } });
  expect((await name({ name: "Oana Popa", places: "5" })).status).toBe(303);
  const asked = await name({ name: "Radu Sava", places: "20", note: "presă" });
  expect(asked.status).toBe(403);
  // once in the form itself, once in the question
  for (const value of ["Radu Sava", "20", "presă"])
    expect(asked.text.split(`value="${value}"`).length).toBeGreaterThan(2);
  const many = { intent: "paste", list, names: "Radu Sava x9" };
  expect((await ask(guests, { as: admin, form: many })).text).toMatch(/>\s*Radu Sava x9<\/textarea>/);
  const sent = await ask(messages, { as: admin, form: { intent: "send", id: newId(), ...words } });
  expect(sent.text).toMatch(/Deschidem mai devreme\.<\/textarea>/);
});

describe("within ten minutes of the password nothing more is asked", () => {
  it.each(rows)("%s", async (_, path, form, __, status) => {
    const done = await ask(path, { as: sure, form });
    expect([done.status, done.text.includes(reentryTexts.title)]).toEqual([status, false]);
  });
});

/**
 * A stranger who asks for emails to somebody else's mailbox, a few an hour, by every form and call that sends one, under
 * every spelling of the address.
 */

import { beforeEach, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { askAddressChange } from "#platform/identity/accounts/change-address.server.ts";
import { guestLimits, loginLimits } from "#platform/identity/limits/login-limits.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openSiteOfGuests } from "#test/support/site-of-guests.ts";
import { resendTickets } from "#ticketing/delivery/resend-tickets.server.ts";
import { sendGuestTickets } from "#ticketing/delivery/send-guest-tickets.server.ts";
import { limits } from "#ticketing/limits.ts";
import { acceptTicket } from "#ticketing/orders/transfers/accept-ticket.server.ts";
import { declineTicket } from "#ticketing/orders/transfers/decline-ticket.server.ts";
import { sendTicket } from "#ticketing/orders/transfers/send-ticket.server.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { sendGuestCode } from "#ticketing/people/send-guest-code.server.ts";

const { origin, season, site, night } = await openSiteOfGuests();
const { db } = season;
const type = await season.ticketType({ events: [night] });

let sent = 0;
const hours = 30;
const aDay = loginLimits.unaskedLettersPerMailboxAndDay;
const reserved = guestLimits.reservedLettersPerDay;

/** Each from a network of its own unless given, so that only the mailbox limits them. */
async function post(path: string, body: URLSearchParams | object, network = "") {
  sent += 1;
  const isForm = body instanceof URLSearchParams;
  const answer = await fetch(origin + path, {
    method: "POST",
    redirect: "manual",
    headers: {
      origin,
      "x-forwarded-for": network || `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`,
      ...(isForm ? {} : { "content-type": "application/json" }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

/** All counters and waits are so much older. */
const later = (
  minutes: number,
) => db`WITH t AS (UPDATE identity.throttle SET last_at = last_at - make_interval(mins => ${minutes}::int), since = since - make_interval(mins => ${minutes}::int), blocked_until = blocked_until - make_interval(mins => ${minutes}::int)),
    n AS (UPDATE newsletter_subscriptions SET asked_at = asked_at - make_interval(mins => ${minutes}::int), asked_since = asked_since - make_interval(mins => ${minutes}::int)),
    r AS (UPDATE identity.registration SET created_at = created_at - make_interval(mins => ${minutes}::int), token_expires_at = token_expires_at - make_interval(mins => ${minutes}::int))
  UPDATE letters SET state = 'sent', sent_at = now(), created_at = created_at - make_interval(mins => ${minutes}::int) WHERE state <> 'dead'`;

const arrived = async () =>
  (
    await db`SELECT count(*)::int AS n FROM letters WHERE mailbox_key(recipient) = mailbox_key('victima@exemplu.example')`
  )[0].n as number;
beforeEach(() => db`DELETE FROM letters; DELETE FROM identity.throttle`);

const spelling = (n: number) => (n % 3 ? `victima+${n}@exemplu.example` : "victima@exemplu.example");
const password = "o parolă lungă și bună";

/** Each asks for one email to an address that has neither account nor ticket. */
const asks: readonly [
  what: string,
  ask: (email: string, network?: string) => Promise<{ status: number; text: string }>,
][] = [
  [
    "sign-up",
    (email, network) => post("/auth/v1/signup", { email, password, data: { full_name: "Ion Rău" } }, network),
  ],
  [
    "the form of sign-up",
    (email, network) =>
      post(
        "/register",
        new URLSearchParams({
          email,
          password,
          confirm_password: password,
          full_name: "Ion Rău",
          phone: "0722000000",
        }),
        network,
      ),
  ],
  ["the link again", (email, network) => post("/auth/v1/resend", { type: "signup", email }, network)],
  ["the newsletter", (email, network) => post("/newsletter", new URLSearchParams({ email }), network)],
];

it("a mailbox that proved nothing gets a few emails a day, whatever a stranger asks for in it, and each answer is as before (one kind: a limit by the hour is none of the day)", async () => {
  const first = new Map<string, number>();
  for (let half = 0; half < hours * 2; half += 1) {
    for (const [what, ask] of asks) {
      const { status } = await ask(spelling(half));
      expect([what, status]).toEqual([what, first.get(what) ?? status]);
      first.set(what, status);
    }
    await later(30);
  }
  const days = hours / 24;
  expect(await arrived()).toBeLessThanOrEqual((days + 1) * (aDay + reserved));
  expect(await arrived()).toBeGreaterThanOrEqual(aDay);
});

it("codes of guests, and tickets that a guest has sent again to an address that is not proven, are among them", async () => {
  const made = await post("/functions/v1/guest-session", { email: spelling(0), full_name: "Ion Rău" });
  const { user } = JSON.parse(made.text) as { user: { id: string } };
  const { purchaseIds } = await paidOrder(season.client, {
    userId: user.id as Uuid,
    ticketTypeId: type,
    events: [night],
  });
  await db`DELETE FROM letters`;
  let refused = 0;
  const actor = { userId: user.id as Uuid, role: "user" } as const;
  for (let half = 0; half < hours * 2; half += 1) {
    const again = await resendTickets(site, { actor, purchaseId: purchaseIds[0] ?? "" });
    if (!again.ok) refused += 1;
    await sendGuestCode(site.identity, { guestId: actor.userId, address: `10.9.0.${half}` });
    await later(30);
  }
  expect(refused).toBeGreaterThan(hours);
  // ten more a day are reserved for codes of a guest who paid
  expect(await arrived()).toBeLessThanOrEqual(2 * (hours / 24 + 1) * aDay);
});

type Holder = { readonly userId: Uuid; readonly role: "user" };
const guest = async (address: string): Promise<Holder> => {
  const { userId } = await makeGuest(site, { email: address, fullName: "Ion Rău", phone: null });
  return { userId, role: "user" };
};
const prove = ({ userId }: Holder) => db`UPDATE profiles SET contact_proven_at = now() WHERE id = ${userId}`;

/** The tickets of a new paid order. */
async function seatsOf({ userId }: Holder, quantity = 10): Promise<string[]> {
  const line = { ticketTypeId: type, quantity, codePer: "person" as const };
  const { purchaseIds } = await paidLines(season.client, { userId, events: [night], lines: [line] });
  await db`DELETE FROM letters WHERE dedupe_key LIKE 'tickets:%'`;
  return purchaseIds;
}
const linkFor = (actor: Holder, purchaseId: string) =>
  sendTicket(site, { actor, purchaseId, name: null, email: null });
async function secretOf(actor: Holder, purchaseId: string): Promise<string> {
  const made = await linkFor(actor, purchaseId);
  if (!made.ok || made.value.by !== "link") throw new Error("no link");
  return new URL(made.value.link).searchParams.get("token") ?? "";
}

type Acted = { ok: true; value: { isSenderTold?: boolean; isEmailed?: boolean } } | { ok: false };

/** What is done to one ticket, by somebody who pays nothing for it, and the email that the mailbox gets of it. */
const freeActs: readonly [
  kind: string,
  holder: "mailbox" | "stranger",
  act: (holder: Holder, purchaseId: string, victim: Holder, stranger: Holder) => Promise<Acted>,
][] = [
  [
    "ticket_declined",
    "mailbox",
    async (holder, id) => declineTicket(site, { secret: await secretOf(holder, id) }),
  ],
  [
    "ticket_accepted",
    "mailbox",
    async (holder, id, _, stranger) =>
      acceptTicket(site, { actor: stranger, secret: await secretOf(holder, id) }),
  ],
  [
    "ticket_confirmation",
    "stranger",
    async (holder, id, victim) => acceptTicket(site, { actor: victim, secret: await secretOf(holder, id) }),
  ],
];

it.each(freeActs)(
  "no act that costs nothing sends an unproven mailbox more emails than its budget, under any spelling, and each is done (%s); a proven one gets all",
  async (kind, holdsTickets, act) => {
    const stranger = await guest("strain@exemplu.example");
    let claimed = 0;
    const rounds = async (victims: readonly Holder[]) => {
      for (const victim of victims) {
        const holder = holdsTickets === "mailbox" ? victim : stranger;
        for (const id of await seatsOf(holder)) {
          const acted = await act(holder, id, victim, stranger);
          if (!acted.ok) throw new Error("refused");
          const { isSenderTold, isEmailed } = acted.value;
          if (isSenderTold ?? (kind === "ticket_confirmation" && isEmailed)) claimed += 1;
        }
      }
    };
    await rounds([await guest(spelling(0)), await guest(spelling(1)), await guest(spelling(2))]);
    expect(await arrived()).toBe(aDay);
    expect(await sentOf(kind)).toBe(aDay);
    // the screen says of an email what is true of it
    expect(claimed).toBe(kind === "ticket_accepted" ? 0 : aDay);
    const proven = await guest(spelling(3));
    await prove(proven);
    await rounds([proven, proven]);
    expect(await arrived()).toBe(aDay + 20);
  },
);

it("tickets that strangers make a mailbox receive keep none of its lost ones from it (one kind: a limit that locks the owner out)", async () => {
  const [stranger, victim] = [await guest("strain@exemplu.example"), await guest(spelling(0))];
  await seatsOf(victim, 1);
  for (const id of await seatsOf(stranger))
    await acceptTicket(site, { actor: await guest(spelling(1)), secret: await secretOf(stranger, id) });
  const received = await arrived();
  await sendGuestTickets(site, { email: spelling(0), address: "192.0.2.77" });
  expect(received).toBe(aDay);
  expect(await arrived()).toBeGreaterThan(aDay);
});

it("each email of received tickets that anybody asks for again counts in the day, and keeps none of the bought ones from the mailbox; a proven one gets all (one kind: one unit of a budget for many emails)", async () => {
  const address = "primeste@exemplu.example";
  const [stranger, victim] = [await guest("strain@exemplu.example"), await guest(address)];
  const arrived = async () =>
    (await db`SELECT count(*)::int AS n FROM letters WHERE recipient = ${address}`)[0].n as number;
  const told = async () =>
    (await db`SELECT count(*)::int AS n FROM journal WHERE what = 'tickets_resent'`)[0].n as number;
  const ask = () => sendGuestTickets(site, { email: address, address: "192.0.2.78" });
  const receivers: Holder[] = [];
  for (let n = 0; n < limits.guestTicketsAgain.orders; n += 1) {
    receivers.push(await guest(address));
    const [id = ""] = await seatsOf(stranger, 1);
    await acceptTicket(site, { actor: receivers[n] as Holder, secret: await secretOf(stranger, id) });
  }
  await db`DELETE FROM letters`;
  await db`DELETE FROM identity.throttle`;
  const toldBefore = await told();
  for (let third = 0; third < 24; third += 1) {
    await ask();
    await later(20);
  }
  expect(await arrived()).toBe(aDay);
  // bought after the strangers used the day up, it still comes, before those that were received
  await seatsOf(victim, 1);
  await ask();
  await later(20);
  expect(await arrived()).toBe(aDay + 1);
  expect((await told()) - toldBefore).toBe(await arrived());
  for (const receiver of receivers) await prove(receiver);
  await ask();
  expect(await arrived()).toBe(aDay + 1 + limits.guestTicketsAgain.orders);
}, 60_000);

it("a ticket has so many links a day of one sender, however often it is declined, and more the next day", async () => {
  const ana = await guest("ana@exemplu.example");
  const [id = "", other = ""] = await seatsOf(ana, 2);
  for (let n = 0; n < limits.ticketLinksPerSeatAndDay; n += 1)
    await declineTicket(site, { secret: await secretOf(ana, id) });
  expect(await linkFor(ana, id)).toEqual({ ok: false, refusal: { reason: "too_many_links" } });
  expect(await linkFor(ana, other)).toMatchObject({ ok: true });
  await db`UPDATE transfers SET created_at = created_at - interval '25 hours' WHERE from_id = ${ana.userId}`;
  expect(await linkFor(ana, id)).toMatchObject({ ok: true });
});

/** A proven account of the mailbox. */
async function owner() {
  const id = newId();
  await db`DELETE FROM profiles WHERE email = 'victima@exemplu.example'; DELETE FROM identity."user" WHERE email = 'victima@exemplu.example'`;
  await db`INSERT INTO profiles (id, email, full_name) VALUES (${id}, 'victima@exemplu.example', 'Vica')`;
  await db`INSERT INTO identity."user" (id, email, name, email_verified) VALUES (${id}, 'victima@exemplu.example', 'Vica', true)`;
}
const sentOf = async (kind: string) =>
  (await db`SELECT count(*)::int AS n FROM letters WHERE kind = ${kind}`)[0].n as number;
const email = "victima@exemplu.example";

it("a stranger who asks all day for links and codes leaves the mailbox a link for a new password that works, at each minute (one kind: a limit that locks the owner out)", async () => {
  await owner();
  for (let third = 0; third < hours * 3; third += 1) {
    for (const [, ask] of asks) await ask(spelling(third));
    for (const path of ["/auth/v1/otp", "/auth/v1/recover"]) await post(path, { email });
    const works =
      await db`SELECT FROM identity.verification WHERE identifier LIKE 'reset-password:%' AND expires_at > now()`;
    expect([third, works.length]).toEqual([third, 1]);
    await later(20);
    await db`UPDATE identity.verification SET expires_at = expires_at - interval '20 minutes'`;
  }
  const days = hours / 24 + 1;
  expect(await sentOf("reset_password")).toBeLessThanOrEqual(days * aDay + hours);
  expect(await arrived()).toBeLessThanOrEqual(days * 4 * aDay + hours * 1.5);
});

it("a sign-in code reaches its owner from a network that asked for none, after a stranger used up the mailbox's own", async () => {
  await owner();
  const ask = (network: string) => post("/auth/v1/otp", { email }, network);
  for (let third = 0; third < 23 * 3; third += 1) {
    await ask("192.0.2.1");
    await post("/auth/v1/recover", { email });
    await later(20);
  }
  const before = await sentOf("one_time_code");
  // the mailbox's own, beside those of the links, and the network's one
  expect(before).toBe(aDay + 1);
  await ask("192.0.2.1");
  expect(await sentOf("one_time_code")).toBe(before);
  await ask("192.0.2.2");
  expect(await sentOf("one_time_code")).toBe(before + 1);
});

it("a mailbox that has nothing here gets so many emails a day from all doors together (one kind: a limit of each door is none of their sum)", async () => {
  const fresh = (n: number) => spelling(n).replace("victima", "nimeni");
  const stranger = await guest("strain@exemplu.example");
  await prove(stranger);
  const mover = { ...(await season.person()), email: "mutat@exemplu.example" };
  const received = await seatsOf(stranger, 10);
  const again = () => sendGuestTickets(site, { email: fresh(1), address: "192.0.2.78" });
  for (let hour = 0; hour < 23; hour += 1) {
    const network = `192.0.2.${hour}`;
    for (const [, ask] of asks) await ask(fresh(hour));
    await askAddressChange(site.identity, { ...mover, newEmail: fresh(hour), address: network });
    const victim = await guest(fresh(hour));
    const id = received.pop();
    if (id) await acceptTicket(site, { actor: victim, secret: await secretOf(stranger, id) });
    await sendGuestCode(site.identity, { guestId: victim.userId, address: network });
    await again();
    await later(60);
  }
  // most kinds, links of a change of address, received tickets, and what is reserved
  const [{ n }] =
    await db`SELECT count(*)::int AS n FROM letters WHERE mailbox_key(recipient) = mailbox_key(${fresh(0)})`;
  expect(n).toBeLessThanOrEqual(3 * aDay + reserved);
  expect(n).toBeGreaterThan(2 * aDay + reserved);
});

it("a mailbox without an account is sent a link to register for a network that asked for none, whatever a stranger asked for before", async () => {
  await db`DELETE FROM identity."user" WHERE email = ${email}`;
  for (let half = 0; half < 24; half += 1) {
    for (const [, ask] of asks) await ask(spelling(half), "192.0.2.1");
    await later(30);
  }
  const before = await sentOf("confirm_address");
  await asks[1]?.[1](email, "192.0.2.1");
  expect(await sentOf("confirm_address")).toBe(before);
  await asks[1]?.[1](email, "192.0.2.2");
  expect(await sentOf("confirm_address")).toBe(before + 1);
});

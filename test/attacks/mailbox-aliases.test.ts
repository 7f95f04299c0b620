/** Somebody asks for emails to other spellings of a mailbox (tags, dots) that nobody has an account or a ticket with. */

import { beforeEach, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { throttleKey } from "#platform/identity/limits/throttle-store.server.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { openSiteOfGuests } from "#test/support/site-of-guests.ts";
import { sendGuestTickets } from "#ticketing/delivery/send-guest-tickets.server.ts";
import { limits } from "#ticketing/limits.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";

const { origin, season, site, night } = await openSiteOfGuests();
const { db } = season;
const type = await season.ticketType({ events: [night] });

const email = "victima.pop@gmail.com";
const aliases = ["victima.pop+1@gmail.com", "vic.tima.pop@gmail.com", "victimapop@googlemail.com"];
const password = "o parolă lungă și bună";
/** The owner's network, and a stranger's. */
const [home, elsewhere] = ["198.51.100.5", "192.0.2.9"];

async function post(path: string, body: object, network: string) {
  const answer = await fetch(origin + path, {
    method: "POST",
    redirect: "manual",
    headers: { origin, "x-forwarded-for": network, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

const minutes = (n: number) =>
  db`WITH t AS (UPDATE identity.throttle SET last_at = last_at - make_interval(mins => ${n}::int), since = since - make_interval(mins => ${n}::int)),
      r AS (UPDATE identity.registration SET created_at = created_at - make_interval(mins => ${n}::int), token_expires_at = token_expires_at - make_interval(mins => ${n}::int))
    UPDATE letters SET state = 'sent', sent_at = now()`;

async function account(address: string) {
  const id = newId();
  await db`INSERT INTO profiles (id, email, full_name) VALUES (${id}, ${address}, 'Vica')`;
  await db`INSERT INTO identity."user" (id, email, name, email_verified) VALUES (${id}, ${address}, 'Vica', true)`;
}

beforeEach(
  () =>
    db`DELETE FROM letters; DELETE FROM identity.throttle; DELETE FROM identity.registration; DELETE FROM identity."user"; DELETE FROM profiles WHERE email = 'victima.pop@gmail.com'`,
);

async function paidTickets() {
  const { userId } = await makeGuest(site, { email, fullName: "Vica Pop", phone: null });
  const line = { ticketTypeId: type, quantity: 2, codePer: "person" as const };
  await paidLines(season.client, { userId, events: [night], lines: [line] });
}

/** Each place that counts a mailbox's emails before it knows that one goes out. */
const asks: readonly [
  what: string,
  ask: (address: string, network: string) => Promise<unknown>,
  /** The owner has what the place asks for. */
  own: () => Promise<unknown>,
][] = [
  [
    "a link for a new password",
    (address, network) => post("/auth/v1/recover", { email: address }, network),
    () => account(email),
  ],
  [
    "a code to sign in",
    (address, network) => post("/auth/v1/otp", { email: address }, network),
    () => account(email),
  ],
  [
    "lost tickets",
    (address, network) => sendGuestTickets(site, { email: address, address: network }),
    () => paidTickets(),
  ],
  [
    "the link of a sign-up again",
    (address, network) => post("/auth/v1/resend", { type: "signup", email: address }, network),
    () => post("/auth/v1/signup", { email, password, data: { full_name: "Vica Pop" } }, home),
  ],
];

it.each(asks)(
  "a stranger who asks all day for %s in aliases that nobody has takes no email from the mailbox's owner, who asks later each time (one kind: a budget that is used up by emails that do not go out)",
  async (_what, ask, own) => {
    await own();
    const got = async (isAsked: boolean) => {
      await db`DELETE FROM letters; DELETE FROM identity.throttle`;
      const before: number[] = [];
      for (let round = 0; round < 6; round += 1) {
        if (isAsked) for (const alias of aliases) await ask(alias, elsewhere);
        await minutes(2);
        await ask(email, home);
        before.push((await db`SELECT count(*)::int AS n FROM letters WHERE recipient = ${email}`)[0].n);
        await minutes(18);
      }
      return before;
    };
    const alone = await got(false);
    expect(alone.at(-1)).toBeGreaterThanOrEqual(limits.lettersPerAddressAndHour);
    expect(await got(true)).toEqual(alone);
    expect(await db`SELECT FROM letters WHERE recipient <> ${email}`).toEqual([]);
  },
  120_000,
);

it("a stranger who asks for a mailbox's tickets from a network that had its hour's emails takes none from the mailbox", async () => {
  await paidTickets();
  await db`DELETE FROM letters`;
  const full = limits.guestTicketsAgain.perNetworkAndHour;
  await db`INSERT INTO identity.throttle (key, count) VALUES (${throttleKey("guest-tickets-network", elsewhere)}, ${full})`;
  await sendGuestTickets(site, { email, address: elsewhere });
  await sendGuestTickets(site, { email, address: home });
  expect((await db`SELECT FROM letters WHERE recipient = ${email}`).length).toBeGreaterThan(0);
});

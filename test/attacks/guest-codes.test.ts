/** Somebody invents guests, each with the address of another stranger, and asks for a code to each. */

import { afterAll, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { refused } from "#kernel/outcome.ts";
import { loginLimits } from "#platform/identity/limits/login-limits.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { openSiteOfGuests } from "#test/support/site-of-guests.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { sendGuestCode } from "#ticketing/people/send-guest-code.server.ts";
import { refusalTexts } from "#web/request/refusal-texts.ts";

const usual = loginLimits.guestCodesPerNetworkAndHour;
const most = 4;
Object.assign(loginLimits, { guestCodesPerNetworkAndHour: most });
afterAll(() => Object.assign(loginLimits, { guestCodesPerNetworkAndHour: usual }));

const { origin, season, site, night } = await openSiteOfGuests();
const { db } = season;
const free = await season.ticketType({ events: [night], price: 0 });
const paid = await season.ticketType({ events: [night] });

const codes = async () =>
  (await db`SELECT count(*)::int AS n FROM letters WHERE kind = 'one_time_code'`)[0].n;

/** The form of /guest, for a free ticket. */
async function post(network: string) {
  const choice = `/events/${night}?ticket_id=${free}&quantity=1`;
  const body = new URLSearchParams({
    return_to: choice,
    email: `${newId()}@unde-o-fi.example`,
    full_name: "Ion Rău",
    total: "0",
  });
  const headers = { origin, "x-forwarded-for": network };
  const path = `/guest?${new URLSearchParams({ next: choice })}`;
  return (await fetch(origin + path, { method: "POST", redirect: "manual", headers, body })).text();
}

it("one network sends so many codes an hour to strangers by the form of /guest, and is told the way on", async () => {
  const before = await codes();
  const answers: string[] = [];
  for (let n = 0; n < most + 2; n += 1) answers.push(await post("192.0.2.9"));
  expect((await codes()) - before).toBe(most);
  expect(answers.map((answer) => answer.includes(refusalTexts.tooManyGuestCodes))).toEqual([
    ...Array<boolean>(most).fill(false),
    true,
    true,
  ]);
  await post("192.0.2.10");
  expect((await codes()) - before).toBe(most + 1);
});

it("the networks of one IPv6 /48 send ten times as many together, not 65,536 times", async () => {
  const before = await codes();
  for (let n = 0; n < 10 * most + 3; n += 1) {
    const invented = { email: `${newId()}@unde-o-fi.example`, fullName: "Ion Rău", phone: null };
    const { userId: guestId } = await makeGuest(site, invented);
    await sendGuestCode(site.identity, { guestId, address: `2001:db8:5:${n.toString(16)}::1` });
  }
  expect((await codes()) - before).toBe(10 * most);
});

it("a guest who paid gets a code behind a network that has had its hour's", async () => {
  const address = "192.0.2.11";
  const guest = async () => {
    const typed = { email: `${newId()}@unde-o-fi.example`, fullName: "Vica Pop", phone: null };
    return (await makeGuest(site, typed)).userId;
  };
  for (let n = 0; n < most; n += 1)
    expect((await sendGuestCode(site.identity, { guestId: await guest(), address })).ok).toBe(true);
  const [payer, other] = [await guest(), await guest()];
  const line = { ticketTypeId: paid, quantity: 1, codePer: "person" as const };
  await paidLines(season.client, { userId: payer, events: [night], lines: [line] });
  expect(await sendGuestCode(site.identity, { guestId: other, address })).toEqual(refused("too_many"));
  expect((await sendGuestCode(site.identity, { guestId: payer, address })).ok).toBe(true);
});

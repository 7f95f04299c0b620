import { performance } from "node:perf_hooks";
import { beforeEach, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openStage } from "#test/support/stage.ts";
import { limits } from "#ticketing/limits.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { sendGuestTickets } from "./send-guest-tickets.server.ts";

const { season, client: owner, db, site } = await openStage();
const event = await season.night();
const type = await season.ticketType({ events: [event] });
const most = limits.guestTicketsAgain;
let guests = 0;

const freshAddress = () => {
  guests += 1;
  return `maria${guests}@exemplu.ro`;
};
const ask = (email: string, address = `2001:db8:${guests}::1`) => sendGuestTickets(site, { email, address });

/** A guest with a paid order of this night, whose first letter has left. */
async function bought(email: string, nights: Uuid[] = [event], ticketTypeId = type) {
  const { userId } = await makeGuest(site, { email, fullName: "Maria", phone: null });
  const { orderId } = await paidOrder(owner, { userId, ticketTypeId, events: nights });
  await db`UPDATE letters SET state = 'sent', sent_at = now() WHERE order_id = ${orderId}`;
  return { userId, orderId };
}

const sentAgain = async () =>
  await db`SELECT recipient, order_id AS "orderId", variables FROM letters WHERE dedupe_key LIKE 'lost:%' ORDER BY id`;
const aMinuteLater = () =>
  db`UPDATE identity.throttle SET last_at = last_at - interval '61 seconds', since = since - interval '61 seconds'`;

beforeEach(() => owner.query("DELETE FROM letters WHERE dedupe_key LIKE 'lost:%'"));

it("every order of coming nights that guests have with this address is sent there again, and no other", async () => {
  const email = freshAddress();
  const orders = [(await bought(email)).orderId, (await bought(email)).orderId];
  await bought(freshAddress());
  await ask(email);
  expect(await sentAgain()).toEqual(orders.map((orderId) => ({ recipient: email, orderId, variables: {} })));
  const rows =
    await db`SELECT count(*)::int AS n FROM journal WHERE what = 'tickets_resent' AND subject_id = ANY(${orders})`;
  expect(rows).toEqual([{ n: 2 }]);
});

it("what a friend sent to a guest is sent again, and what the guest sent on is not", async () => {
  const [email, friend] = [freshAddress(), freshAddress()];
  const { orderId } = await bought(email);
  const { userId } = await makeGuest(site, { email: friend, fullName: "Ion", phone: null });
  await db`UPDATE ticket_purchases SET user_id = ${userId} WHERE order_id = ${orderId}`;
  await ask(email);
  expect(await sentAgain()).toEqual([]);
  await ask(friend);
  expect(await sentAgain()).toMatchObject([{ recipient: friend, orderId }]);
});

it("an account's orders, nights that are over or cancelled, and tickets that ended are not sent", async () => {
  const email = freshAddress();
  const { userId } = await season.person();
  await paidOrder(owner, { userId, ticketTypeId: type, events: [event] });
  await db`UPDATE profiles SET email = ${email} WHERE id = ${userId}`;
  const over = await season.night();
  const cancelled = await season.night();
  const [overType, cancelledType] = [
    await season.ticketType({ events: [over] }),
    await season.ticketType({ events: [cancelled] }),
  ];
  await bought(email, [over], overType);
  await bought(email, [cancelled], cancelledType);
  await db`UPDATE events SET date = date - 60 WHERE id = ${over}`;
  await db`UPDATE events SET cancelled_at = now() WHERE id = ${cancelled}`;
  for (const ended of ["status = 'refunded'", "suspended = 'payment'"]) {
    const { orderId } = await bought(email);
    await owner.query(`UPDATE ticket_purchases SET ${ended} WHERE order_id = $1`, [orderId]);
  }
  await db`UPDATE letters SET state = 'sent', sent_at = now()`;
  await ask(email);
  expect(await sentAgain()).toEqual([]);
});

it("an email that is still on its way is not doubled", async () => {
  const email = freshAddress();
  const { orderId } = await bought(email);
  await db`UPDATE letters SET state = 'queued', sent_at = NULL WHERE order_id = ${orderId}`;
  await ask(email);
  expect(await sentAgain()).toEqual([]);
});

it("the night that has begun is sent until a day after its beginning", async () => {
  const email = freshAddress();
  const night = await season.night();
  const { orderId } = await bought(email, [night], await season.ticketType({ events: [night] }));
  const began = (hoursAgo: number) =>
    db`UPDATE events SET date = b::date, time = b::time FROM (SELECT (now() AT TIME ZONE 'Europe/Bucharest') - make_interval(hours => ${hoursAgo}) AS b) AS at WHERE id = ${night}`;
  await began(25);
  await ask(email);
  expect(await sentAgain()).toEqual([]);
  await began(23);
  await aMinuteLater();
  await ask(email);
  expect(await sentAgain()).toMatchObject([{ orderId }]);
});

it("of many askings at once one sends, the next a minute later, so many an hour for an address", async () => {
  const email = freshAddress();
  await bought(email);
  for (let time = 1; time <= limits.lettersPerAddressAndHour + 1; time += 1) {
    await Promise.all(Array.from({ length: 8 }, () => ask(email, `2001:db8:${guests}:${time}::1`)));
    expect(await sentAgain()).toHaveLength(Math.min(time, limits.lettersPerAddressAndHour));
    await db`UPDATE letters SET state = 'sent', sent_at = now()`;
    await aMinuteLater();
  }
});

it("a network asks so often an hour, for whatever addresses that have tickets; invented ones count nothing", async () => {
  const network = "198.51.100.4";
  const emails = Array.from({ length: most.perNetworkAndHour + 1 }, freshAddress);
  for (const email of emails) await bought(email);
  await Promise.all(emails.map(() => ask(freshAddress(), network)));
  await Promise.all(emails.map((email) => ask(email, network)));
  const sent = (await sentAgain()).map(({ recipient }) => recipient);
  expect(sent).toHaveLength(most.perNetworkAndHour);
  await aMinuteLater();
  await ask(emails.find((email) => !sent.includes(email)) ?? "", "198.51.100.5");
  expect(await sentAgain()).toHaveLength(most.perNetworkAndHour + 1);
});

it("no more than a few orders are sent for one asking, the soonest first", async () => {
  const email = freshAddress();
  const later = await season.night({ inDays: 90 });
  const { orderId } = await bought(email, [later], await season.ticketType({ events: [later] }));
  for (let n = 0; n < most.orders; n += 1) await bought(email);
  await ask(email);
  const sent = await sentAgain();
  expect(sent).toHaveLength(most.orders);
  expect(sent.map((letter) => letter.orderId)).not.toContain(orderId);
});

it("an answer comes after the same time, whether the address has orders or nobody has it", async () => {
  const email = freshAddress();
  await bought(email);
  for (const one of [email, freshAddress()]) {
    const began = performance.now();
    expect(await ask(one)).toBeUndefined();
    expect(performance.now() - began).toBeGreaterThanOrEqual(395);
  }
});

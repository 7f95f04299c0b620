import { describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId } from "#kernel/id.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { changedServices, failingServices } from "#test/support/changed-statements.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { arrived } from "#test/support/open-page.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { untilWaiting } from "#test/support/until-waiting.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { grantInvitation } from "#ticketing/orders/gifts/grant-invitation.server.ts";
import { findNightTickets } from "#ticketing/orders/night-tickets-queries.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { cancelNight } from "./cancel-night.server.ts";
import { findCancellationProgress } from "./cancellation-queries.server.ts";
import { amountOf as amountIn } from "./cancelled-night.ts";
import { workOffCancellations } from "./work-off-cancellations.server.ts";

const stage = await openMoneyStage();
const { season, db, site, admin, sold, soldLines, shown, ids, comeIn, sendToFriend, written, force } = stage;
const { refund, refundUnheard, askAgain, stateOf, counterOf, revenueOf, holds } = stage;

const reason = "Cod portocaliu de furtună.";
type Wish = { usedTickets?: "refunded" | "kept"; isProven?: boolean; actor?: Actor };
/** What the night's history says of the cancellation. */
const noted = async (id: string) =>
  (await season.db`SELECT after FROM journal WHERE subject_id = ${id} AND what = 'cancelled'`)[0]?.after;
const cancel = (id: string, { usedTickets = "refunded", isProven = true, actor = admin }: Wish = {}) =>
  cancelNight(site, { actor, id, form: { reason, usedTickets }, isProven });
const amountOf = async (orderId: string) =>
  (await db`SELECT sum(amount)::int AS n FROM cancelled_orders WHERE order_id = ${orderId}`)[0].n;
const letters = async (orderId: string) =>
  await db`SELECT kind, (variables->>'amount')::int AS amount FROM letters WHERE order_id = ${orderId} AND kind IN ('night_cancelled', 'payment_returned')`;
async function workOff(): Promise<void> {
  await workOffCancellations(site);
  await returnMoney(site);
}

it("gives all the money of an order back, ends its tickets and tells the buyer once", async () => {
  const { orderId, nights, types, paymentId } = await soldLines([
    { quantity: 2, codePer: "person" },
    { quantity: 1, entries: 2, price: 15_001 },
  ]);
  const [night = ""] = nights;
  expect(await cancel(night)).toEqual({ ok: true, value: "cancelled" });
  await workOff();
  await workOff();
  expect(await stateOf(orderId)).toBe("refunded");
  expect(await shown(orderId)).toEqual(["1.1 refunded 11000", "1.2 refunded 11000", "2.1 refunded 15001"]);
  expect(await site.cards.listRefundsOf(paymentId)).toMatchObject({ refunds: [{ amount: 37_001 }] });
  expect(await letters(orderId)).toEqual([{ kind: "night_cancelled", amount: 37_001 }]);
  for (const id of [...nights, ...types]) expect((await counterOf(id as never)).sold).toBe(0);
  expect(await amountOf(orderId)).toBe(37_001);
  await holds();
});

it("goes on to the next order where one fails, which waits for the next run", async () => {
  const [first, second] = [await sold(), await sold()];
  const broken: { id: string | null } = { id: first.orderId };
  const failing = failingServices(site, /INTO cancelled_orders/, broken);
  for (const { night } of [first, second]) await cancel(night);
  expect(await workOffCancellations(failing)).toBe(1);
  broken.id = null;
  expect(await workOffCancellations(failing)).toBe(1);
  for (const { orderId } of [first, second])
    expect((await letters(orderId)).map(({ kind }) => kind)).toEqual(["night_cancelled"]);
  await returnMoney(site);
  await holds();
});

it("gives a pass the share of the night, and leaves the pass with its other nights", async () => {
  const { orderId, nights } = await soldLines([{ quantity: 2, price: 10_000, codePer: "person" }], {
    nights: 3,
  });
  const [first = "", second = "", last = ""] = nights;
  await cancel(first);
  await workOff();
  expect(await stateOf(orderId)).toBe("partially_refunded");
  expect(await shown(orderId)).toEqual(["1.1 paid 6667", "1.2 paid 6667"]);
  expect(await letters(orderId)).toEqual([{ kind: "night_cancelled", amount: 6_666 }]);
  await holds();
  await cancel(second);
  await workOff();
  expect(await shown(orderId)).toEqual(["1.1 paid 3334", "1.2 paid 3334"]);
  await holds();
  await cancel(last);
  await workOff();
  expect(await stateOf(orderId)).toBe("refunded");
  expect(await revenueOf(orderId)).toBe(0);
  await holds();
});

it("takes no more of a pass than the night's part of what a sum given back before left: screen, refund, other nights", async () => {
  const { orderId, nights } = await soldLines([{ quantity: 1, price: 76_000 }], { nights: 2 });
  const [night = "", other = ""] = nights;
  await refund(orderId, { kind: "amount", amount: 38_000 }, { why: "goodwill" });
  const shownBefore = await site.database.withDuty("settle", (sql) => findNightTickets(sql, night));
  expect(shownBefore && amountIn(shownBefore, "refunded")).toBe(19_000);
  await cancel(night);
  await workOff();
  expect([await stateOf(orderId), await revenueOf(orderId)]).toEqual(["partially_refunded", 19_000]);
  expect(await letters(orderId)).toContainEqual({ kind: "night_cancelled", amount: 19_000 });
  const codes =
    await db`SELECT event_id AS id, status FROM ticket_purchases WHERE order_id = ${orderId} AND share_returned_at IS NULL`;
  expect(codes).toEqual([{ id: other, status: "paid" }]);
  await holds();
  await cancel(other);
  await workOff();
  expect([await stateOf(orderId), await revenueOf(orderId)]).toEqual(["refunded", 0]);
  await holds();
});

it.each(["refunded", "kept"] as const)(
  "says before it happens the sum that goes back when used tickets are %s, and counts no add-on as a person (one kind: a sum told that is not the sum done)",
  async (usedTickets) => {
    const { orderId, nights } = await soldLines([
      { quantity: 3, codePer: "person" },
      { quantity: 2, entries: 0, price: 3_001, codePer: "person" },
      { quantity: 1, entries: 2, price: 15_000 },
    ]);
    const [night = ""] = nights;
    for (const place of ["1.1", "2.1", "3.1"]) await comeIn(orderId, place);
    const shownBefore = await site.database.withDuty("settle", (sql) => findNightTickets(sql, night));
    expect(shownBefore?.entered).toBe(2);
    await cancel(night, { usedTickets });
    expect(await noted(night)).toEqual({ reason, usedTickets });
    await workOff();
    const back = usedTickets === "kept" ? 25_001 : 51_001;
    expect(await amountOf(orderId)).toBe(back);
    expect(shownBefore && amountIn(shownBefore, usedTickets)).toBe(back);
    await holds();
  },
);

it("leaves orders of other nights alone", async () => {
  const night = await season.night();
  const other = await season.night({ inDays: 1 });
  const single = await season.ticketType({ events: [night], price: 9_000, capacity: 10 });
  const buyer = await season.person();
  const order = await buy(buyer.sessionHash, single, 2);
  await cancel(other);
  // nobody came in, so nothing is said of used tickets
  expect(await noted(other)).toEqual({ reason });
  await workOff();
  expect(await stateOf(order)).toBe("paid");
  await cancel(night);
  await workOff();
  expect(await stateOf(order)).toBe("refunded");
  await holds();
});

it("releases unpaid orders of the night, closes their card pages, and sells nothing more", async () => {
  const night = await season.night();
  const type = await season.ticketType({ events: [night], capacity: 10 });
  const one = await open((await season.person()).sessionHash, type, 3);
  const page = one.ok ? one.value.url?.split("/").at(-1) : undefined;
  await cancel(night);
  await workOff();
  const orderId = one.ok ? one.value.orderId : "";
  expect(await stateOf(orderId)).toBe("expired");
  expect(await site.cards.readSession(page ?? "")).toMatchObject({ session: { status: "expired" } });
  expect((await counterOf(type)).sold).toBe(0);
  expect(await open((await season.person()).sessionHash, type, 1)).toMatchObject({
    refusal: { reason: "event_unavailable" },
  });
  await holds();
});

it("gives back an order that was being paid, once it is paid", async () => {
  const { orderId, night } = await sold({ quantity: 2 });
  await force(orderId, "state = 'disputed'");
  await cancel(night);
  expect(await workOffCancellations(site)).toBe(0);
  await force(orderId, "state = 'paid'");
  await workOff();
  expect(await stateOf(orderId)).toBe("refunded");
  await holds();
});

it("sends no ticket to who pays just after the cancellation, only the news and the money (one kind: entry promised to a night that is not)", async () => {
  const night = await season.night();
  const type = await season.ticketType({ events: [night], capacity: 10 });
  const buyer = await season.person();
  const { orderId, url } = succeeded(await open(buyer.sessionHash, type, 1));
  await cancel(night);
  const sessionId = url?.split("/").at(-1) ?? "";
  await payWithCard(site.provider.pagesBase, sessionId);
  await settlePayment(site, { sessionId, by: "notice" });
  expect(await stateOf(orderId)).toBe("paid");
  await expect(written("ticket_confirmation", buyer.userId)).rejects.toThrow("no ticket of this order");
  await workOff();
  expect(await stateOf(orderId)).toBe("refunded");
  expect(await letters(orderId)).toEqual([{ kind: "night_cancelled", amount: 11_000 }]);
  await holds();
});

it("waits while other money of the order is on its way", async () => {
  const { orderId, nights } = await soldLines([{ quantity: 3, codePer: "person" }]);
  await refundUnheard(orderId, { kind: "seats", seats: await ids(orderId, "1.2") });
  await cancel(nights[0] ?? "");
  expect(await workOffCancellations(site)).toBe(0);
  await askAgain(orderId);
  await workOff();
  expect([await stateOf(orderId), await amountOf(orderId)]).toEqual(["refunded", 22_000]);
  await holds();
});

it("waits for a refund that was written while the work looked for its next order (race)", async () => {
  const { orderId, nights } = await soldLines([{ quantity: 2 }]);
  await cancel(nights[0] ?? "");
  // the search has its snapshot, and waits before it locks what it found
  const searching = changedServices(site, ({ name, text, ...others }, ask) =>
    name === "next-cancelled-order"
      ? ask({
          ...others,
          text: text.replace("WHERE", "WHERE pg_advisory_xact_lock(77)::text IS NOT NULL AND"),
        })
      : ask({ ...others, text, ...(name === undefined ? {} : { name }) }),
  );
  await db`SELECT pg_advisory_lock(77)`;
  const worker = workOffCancellations(searching);
  await untilWaiting(season.client);
  expect(await refundUnheard(orderId, { kind: "part", line: 1, tickets: 1 })).toMatchObject({ ok: true });
  await db`SELECT pg_advisory_unlock(77)`;
  await worker;
  await askAgain(orderId);
  await workOff();
  expect(await stateOf(orderId)).toBe("refunded");
  expect(await revenueOf(orderId)).toBe(0);
  await holds();
});

describe("of those who had come in", () => {
  async function entered(usedTickets: "refunded" | "kept") {
    const { orderId, nights } = await soldLines([
      { quantity: 2, codePer: "person" },
      { quantity: 1, entries: 2, price: 15_001, codePer: "person" },
    ]);
    for (const place of ["1.1", "2.1"]) await comeIn(orderId, place);
    await cancel(nights[0] ?? "", { usedTickets });
    await workOff();
    await holds();
    return { state: await stateOf(orderId), seats: await shown(orderId), amount: await amountOf(orderId) };
  }

  it("everybody is refunded", async () => {
    expect(await entered("refunded")).toMatchObject({ state: "refunded", amount: 37_001 });
  });

  it("or nobody, with the whole of a couple's ticket", async () => {
    expect(await entered("kept")).toEqual({
      state: "partially_refunded",
      amount: 11_000,
      seats: ["1.1 paid 11000", "1.2 refunded 11000", "2.1 paid 7500", "2.2 paid 7501"],
    });
  });
});

it("ends an invitation without money, and says so", async () => {
  const night = await season.night();
  const type = await season.ticketType({ events: [night], capacity: 10 });
  const { userId } = await season.person();
  const given = await grantInvitation(site, {
    actor: admin,
    email: `${userId}@exemplu.ro`,
    ticketTypeId: type,
    eventId: night,
    quantity: 2,
    because: "Trupa are doi invitați.",
    requestKey: null,
  });
  const orderId = given.ok ? given.value.orderId : "";
  await cancel(night);
  await workOff();
  expect(await stateOf(orderId)).toBe("refunded");
  expect(await letters(orderId)).toEqual([{ kind: "night_cancelled", amount: 0 }]);
  await holds();
});

it("tells who received a ticket, once; the buyer gets the money", async () => {
  const { orderId, nights, buyer } = await soldLines([{ quantity: 2, codePer: "person" }]);
  const { friend, accept } = await sendToFriend(buyer, orderId, "1.2");
  await accept();
  await cancel(nights[0] ?? "");
  await workOff();
  const told = await written("night_cancelled", friend.userId);
  expect(told.text).toContain(
    "Ce aveai la noaptea aceasta ai primit de la altcineva.\n\nDacă se întorc bani, îi primește cine a plătit.",
  );
  const rows = await db`SELECT kind FROM letters WHERE user_id = ${friend.userId} AND kind = 'ticket_ended'`;
  expect(rows).toEqual([]);
  expect(await amountOf(orderId)).toBe(22_000);
  await holds();
});

describe("the email", () => {
  it("says why, for which night, and what goes back", async () => {
    const { nights, buyer } = await soldLines([{ quantity: 2, codePer: "person" }]);
    await db`UPDATE events SET title = 'Luna Plină' WHERE id = ${nights[0]}`;
    await cancel(nights[0] ?? "");
    await workOff();
    const { subject, text, html, attachments } = await written("night_cancelled", buyer.userId);
    // the reader's calendar loses the night
    const calendar = String(attachments?.[0]?.content);
    for (const line of ["METHOD:CANCEL", `UID:${nights[0]}@estival`, "STATUS:CANCELLED"])
      expect(calendar).toContain(`\r\n${line}\r\n`);
    expect(attachments?.[0]?.contentType).toContain("method=CANCEL");
    expect(subject).toMatch(/^Luna Plină s-a anulat; îți dăm banii înapoi \(comanda \d+\)$/);
    expect(html).toContain("pentru că ai plătit un bilet la noaptea aceasta");
    for (const part of [text, html]) {
      expect(part).toContain(reason);
      expect(part).toContain("Îți dăm înapoi 220 LEI, pe cardul");
    }
  });

  it("of a pass says that the other nights stay; of a free ticket, that nothing goes back", async () => {
    const pass = await soldLines([{ quantity: 1, price: 10_000 }], { nights: 2 });
    await cancel(pass.nights[0] ?? "");
    const free = await soldLines([
      { quantity: 1, price: 0 },
      { quantity: 1, price: 5_000 },
    ]);
    await refund(free.orderId, { kind: "seats", seats: await ids(free.orderId, "2.1") });
    await cancel(free.nights[0] ?? "");
    await workOff();
    const told = async (userId: string) => (await written("night_cancelled", userId)).text;
    expect(await told(pass.buyer.userId)).toContain(
      "Îți dăm înapoi 50 LEI, partea acestei nopți din ce ai plătit",
    );
    expect(await told(free.buyer.userId)).toContain("la noaptea aceasta nu se întorc bani.");
  });

  it("says whose money stays because the ticket was used: of a part, of all, of one received (one kind: money promised that is kept)", async () => {
    const some = await soldLines([{ quantity: 2, codePer: "person" }]);
    const all = await soldLines([{ quantity: 1 }]);
    const given = await soldLines([{ quantity: 2, codePer: "person" }]);
    const { friend, accept } = await sendToFriend(given.buyer, given.orderId, "1.2");
    await accept();
    await comeIn(some.orderId, "1.1");
    await comeIn(all.orderId, "1.1");
    await comeIn(given.orderId, "1.2");
    for (const { nights } of [some, all, given]) await cancel(nights[0] ?? "", { usedTickets: "kept" });
    await workOff();
    const told = async (userId: string) => (await written("night_cancelled", userId)).text;
    const part = await told(some.buyer.userId);
    expect(part).toContain("Îți dăm înapoi 110 LEI, pe cardul");
    expect(part).toContain("Banii biletelor folosite nu se întorc: s-a intrat deja cu ele.");
    expect(await told(all.buyer.userId)).toContain(
      "S-a intrat deja cu biletele tale la noaptea aceasta, așa că banii lor nu se întorc.",
    );
    const received = await told(friend.userId);
    expect(received).toContain("S-a intrat deja, așa că banii nu se întorc.");
    expect(received).not.toContain("îi primește cine a plătit");
  });

  it("is one for a friend with a used and an unused ticket, and true for both", async () => {
    const { orderId, nights, buyer } = await soldLines([{ quantity: 3, codePer: "person" }]);
    const { friend, accept } = await sendToFriend(buyer, orderId, "1.2");
    await accept();
    await (await sendToFriend(buyer, orderId, "1.3", friend)).accept();
    await comeIn(orderId, "1.2");
    await cancel(nights[0] ?? "", { usedTickets: "kept" });
    await workOff();
    const sent =
      await db`SELECT variables->>'kept' AS kept FROM letters WHERE user_id = ${friend.userId} AND kind = 'night_cancelled'`;
    expect(sent).toEqual([{ kept: "false" }]);
    const { text } = await written("night_cancelled", friend.userId);
    expect(text).toContain("Dacă se întorc bani, îi primește cine a plătit.");
    expect(text).not.toMatch(/S-a intrat|Biletul/);
  });

  it("names what the order still had: no ticket that was given back before, each that goes back now or stays (one kind: what was bought told for what is left)", async () => {
    const { orderId, nights, buyer } = await soldLines([
      { quantity: 3, codePer: "person" },
      { quantity: 3, price: 5_000 },
      { quantity: 1, price: 4_000 },
    ]);
    await refund(orderId, { kind: "seats", seats: await ids(orderId, "1.2", "3.1") });
    await refund(orderId, { kind: "part", line: 2, tickets: 1 });
    await comeIn(orderId, "1.1");
    await cancel(nights[0] ?? "", { usedTickets: "kept" });
    await workOff();
    const [{ number }] = await db`SELECT number FROM orders WHERE id = ${orderId}`;
    const { text } = await written("night_cancelled", buyer.userId);
    expect(text).toContain(`Comanda ${number}: 4 × Intrare generală.`);
  });
});

it("says for how much our balance at the provider is too small, until it goes back", async () => {
  const { night, orderId } = await sold({ quantity: 2 });
  await cancel(night);
  const refunds = async () =>
    (await site.database.readMoment("deliver", (sql) => findCancellationProgress(sql, night)))?.refunds;
  const [none, all] = [
    { n: 0, amount: 0 },
    { n: 1, amount: 22_000 },
  ];
  site.provider.faults.set({ shortBalance: "refuses" });
  await workOff();
  site.provider.faults.reset();
  const noneFailed = { failed: none, failedShort: none };
  expect(await refunds()).toEqual({ done: none, waiting: all, short: all, ...noneFailed });
  await holds();
  await db`UPDATE refunds SET next_at = now() WHERE order_id = ${orderId}`;
  await workOff();
  expect(await refunds()).toEqual({ done: all, waiting: none, short: none, ...noneFailed });
  await holds();
});

it("says by name who was told, and whose money did not go back, which comes first", async () => {
  const { night, orderId } = await sold({ quantity: 2 });
  const type = await season.ticketType({ events: [night as never] });
  const person = await season.person();
  await db`UPDATE profiles SET full_name = 'Ana Țîrlea' WHERE id = ${person.userId}`;
  const other = await buy(person.sessionHash, type, 1);
  const later = await buy((await season.person()).sessionHash, type, 1);
  await cancel(night);
  await workOff();
  await db`UPDATE letters SET state = 'sent' WHERE order_id = ${orderId}`;
  await db`UPDATE letters SET order_id = NULL WHERE order_id = ${later}`;
  await db`UPDATE letters SET state = 'dead' WHERE order_id = ${other}`;
  await db`UPDATE refunds SET state = 'failed' WHERE order_id = ${other}`;
  const told = await site.database.readMoment("deliver", (sql) => findCancellationProgress(sql, night));
  expect(told?.inAll).toBe(3);
  expect(told?.people).toMatchObject([
    { name: "Ana Țîrlea", orderId: other, letter: "failed", money: { state: "failed" } },
    { orderId, letter: "sent", money: { state: "done", amount: 22_000 } },
    { orderId: later, letter: null, money: { state: "done" } },
  ]);
  await db`UPDATE refunds SET state = 'succeeded' WHERE order_id = ${other}`;
  await holds();
});

it("lists all people told of the cancelled night, also the holder of a sent ticket, with the order", async () => {
  const { orderId, nights, buyer } = await soldLines([{ quantity: 2, codePer: "person" }]);
  const { friend, accept } = await sendToFriend(buyer, orderId, "1.2");
  await accept();
  const night = nights[0] ?? "";
  await cancel(night);
  await workOff();
  // letters of older builds do not name the ticket
  await db`UPDATE letters SET purchase_id = NULL WHERE kind = 'night_cancelled'`;
  const told = await site.database.readMoment("deliver", (sql) => findCancellationProgress(sql, night));
  expect(told?.letters).toEqual({ sent: 0, waiting: 2, failed: 0 });
  expect(told?.inAll).toBe(2);
  const [{ contact: address }] = await db`SELECT contact FROM profiles WHERE id = ${friend.userId}`;
  expect(told?.people).toContainEqual(
    expect.objectContaining({ orderId, address, letter: "waiting", money: null }),
  );
});

it("several workers at once give each order back once (race)", async () => {
  const night = await season.night();
  const type = await season.ticketType({ events: [night], capacity: 40 });
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push(await buy((await season.person()).sessionHash, type, 2));
  await cancel(night);
  const given = await Promise.all(Array.from({ length: 4 }, () => workOffCancellations(site)));
  expect(given.reduce((sum, n) => sum + n, 0)).toBe(6);
  await returnMoney(site);
  const rows =
    await db`SELECT count(*)::int AS n, sum(amount)::int AS amount FROM refunds WHERE event_id = ${night} AND state = 'succeeded'`;
  expect(rows).toEqual([{ n: 6, amount: 6 * 22_000 }]);
  for (const id of ids) expect(await stateOf(id)).toBe("refunded");
  await holds();
});

describe("cancelling", () => {
  it("is for administrators, once, and not for a night that is long over", async () => {
    const night = await season.night();
    const actor = await season.person("gate");
    expect(await cancel(night, { actor })).toMatchObject({ refusal: { reason: "not_allowed" } });
    expect(await cancel(newId())).toMatchObject({ refusal: { reason: "missing" } });
    expect(await cancel(night)).toMatchObject({ ok: true });
    expect(await cancel(night)).toMatchObject({ refusal: { reason: "already_cancelled" } });
    const yesterday = await season.night({ inDays: -1 });
    const before = await season.night({ inDays: -4 });
    expect(await cancel(yesterday)).toMatchObject({ ok: true });
    expect(await cancel(before)).toMatchObject({ refusal: { reason: "over" } });
  });

  it("that gives back more than 5.000 lei needs a second proof", async () => {
    const { night } = await sold({ quantity: 2 });
    const without = () => cancel(night, { isProven: false });
    await db`UPDATE ticket_purchases SET total_price = 500001 WHERE event_id = ${night}`;
    expect(await without()).toMatchObject({ refusal: { reason: "proof_needed" } });
    await db`UPDATE ticket_purchases SET total_price = 500000 WHERE event_id = ${night}`;
    expect(await without()).toMatchObject({ ok: true });
    const other = await sold({ quantity: 2 });
    await db`UPDATE ticket_purchases SET total_price = 500001 WHERE event_id = ${other.night}`;
    expect(await cancel(other.night)).toMatchObject({ ok: true });
    await db`UPDATE ticket_purchases SET total_price = 22000 WHERE event_id = ANY (${[night, other.night]})`;
  });

  it("asks for that proof by what goes back after the choice about used tickets, not by all that was paid", async () => {
    const { orderId, nights } = await soldLines([
      { quantity: 1, price: 400_000, codePer: "person" },
      { quantity: 1, price: 300_000, codePer: "person" },
    ]);
    const [night = ""] = nights;
    await comeIn(orderId, "1.1");
    const without = (usedTickets: "refunded" | "kept") => cancel(night, { usedTickets, isProven: false });
    expect(await without("refunded")).toMatchObject({ refusal: { reason: "proof_needed" } });
    expect(await without("kept")).toMatchObject({ ok: true });
  });

  it("cannot be taken back, by anybody", async () => {
    const night = await season.night();
    await cancel(night);
    await expect(db`UPDATE events SET cancelled_at = NULL WHERE id = ${night}`).rejects.toThrow(
      "a cancelled night stays cancelled",
    );
  });
});

const open = (sessionHash: string, type: string, quantity: number, code?: string) =>
  openCheckout(site, arrived(sessionHash, [{ ticketTypeId: type, quantity }], { code: code ?? null }));

async function buy(sessionHash: string, type: string, quantity: number, code?: string): Promise<string> {
  const { orderId, url } = succeeded(await open(sessionHash, type, quantity, code));
  const sessionId = url?.split("/").at(-1) ?? "";
  await payWithCard(site.provider.pagesBase, sessionId);
  await settlePayment(site, { sessionId, by: "notice" });
  return orderId;
}

import { describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { instantOf } from "#kernel/time.ts";
import { failingServices } from "#test/support/changed-statements.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { moveAndTell, moveFormOf } from "#test/support/moved-night.ts";
import { openPage } from "#test/support/open-page.ts";
import { sellOrder } from "#test/support/sold-order.ts";
import { cancelNight } from "#ticketing/orders/cancelled-nights/cancel-night.server.ts";
import { workOffCancellations } from "#ticketing/orders/cancelled-nights/work-off-cancellations.server.ts";
import { settlePayment } from "#ticketing/orders/payment/settle-payment.server.ts";
import { moveNight } from "./move-night.server.ts";
import { newTimeTexts } from "./moved-night-texts.ts";
import { findMovedNight } from "./moved-order-queries.server.ts";
import { workOffMoves } from "./work-off-moves.server.ts";

const stage = await openMoneyStage();
const { season, client, db, site, admin, sold, soldLines, one, force, ...rest } = stage;
const written = (userId: string) => rest.written("night_moved", userId);
const move = (id: string, inDays = 9) =>
  moveNight(site, { actor: admin, id, form: moveFormOf(inDays), isProven: false });

const told = async (orderId: string) =>
  await db`SELECT user_id AS "userId", variables - 'move' AS variables FROM letters WHERE kind = 'night_moved' AND order_id = ${orderId} ORDER BY variables->>'received' NULLS FIRST`;
const untilOf = async (orderId: string) =>
  (await db`SELECT choice_until FROM moved_orders WHERE order_id = ${orderId}`)[0]?.choice_until;
/** As if a ticket of the order had gone to a friend. */
async function giveToFriend(orderId: string, seatNo: number): Promise<string> {
  const { userId } = await season.person();
  await db`UPDATE ticket_purchases SET user_id = ${userId} WHERE order_id = ${orderId} AND seat_no = ${seatNo}`;
  return userId;
}

it("tells the buyer once, with what may go back and until when", async () => {
  const { orderId, nights, buyer } = await soldLines([{ quantity: 2, codePer: "person" }]);
  const [night = ""] = nights;
  await moveAndTell(stage, night);
  await workOffMoves(site);
  expect(await told(orderId)).toEqual([{ userId: buyer.userId, variables: { amount: 22_000 } }]);
  const { date } = moveFormOf(8);
  expect(await untilOf(orderId)).toEqual(instantOf(date, "21:00"));
});

it("goes on to the next order where one fails, which waits for the next run", async () => {
  const [first, second] = [await sold(), await sold()];
  const broken: { id: string | null } = { id: first.orderId };
  const failing = failingServices(site, /INTO moved_orders/, broken);
  for (const { night } of [first, second]) await move(night);
  expect(await workOffMoves(failing)).toBe(1);
  broken.id = null;
  expect(await workOffMoves(failing)).toBe(1);
  for (const { orderId } of [first, second]) expect(await told(orderId)).toHaveLength(1);
});

it("brings the night to the reader's calendar at its new place, and takes it out for the person who gave it back", async () => {
  const { nights, buyer, orderId } = await soldLines([{ quantity: 2, codePer: "person" }]);
  const [night = ""] = nights;
  await moveAndTell(stage, night);
  const calendar = async () => {
    const [file] = (await written(buyer.userId)).attachments ?? [];
    return { type: file?.contentType, lines: String(file?.content).split("\r\n") };
  };
  const moved = await calendar();
  expect(moved.type).toContain("method=PUBLISH");
  const start = `DTSTART:${instantOf(moveFormOf(9).date, "21:00")
    .toISOString()
    .replace(/[-:]|\.\d{3}/g, "")}`;
  for (const line of [`UID:${night}@estival`, "STATUS:CONFIRMED", "METHOD:PUBLISH", start])
    expect(moved.lines).toContain(line);
  await db`UPDATE letters SET variables = variables || '{"ended": true}' WHERE kind = 'night_moved' AND order_id = ${orderId}`;
  // a calendar keeps the night of a person whose other tickets still admit
  expect((await written(buyer.userId)).attachments).toBeUndefined();
  await db`UPDATE ticket_purchases SET status = 'refunded' WHERE order_id = ${orderId}`;
  const ended = await calendar();
  expect(ended.type).toContain("method=CANCEL");
  for (const line of [`UID:${night}@estival`, "STATUS:CANCELLED", "METHOD:CANCEL"])
    expect(ended.lines).toContain(line);
});

it("tells each person who holds a ticket of somebody else's, without the choice", async () => {
  const { orderId, nights, buyer } = await soldLines([{ quantity: 3, codePer: "person" }]);
  const friend = await giveToFriend(orderId, 2);
  await moveAndTell(stage, nights[0] ?? "");
  expect(await told(orderId)).toEqual([
    { userId: buyer.userId, variables: { amount: 22_000, sent: 11_000 } },
    { userId: friend, variables: { received: true } },
  ]);
});

it("promises the buyer the sums that the page states: of what the buyer has, and beside it of what friends have", async () => {
  for (const sent of [[], [2], [1, 2, 3]]) {
    const { orderId, nights, buyer } = await soldLines([{ quantity: 3, codePer: "person" }]);
    for (const seatNo of sent) await giveToFriend(orderId, seatNo);
    const moveId = await moveAndTell(stage, nights[0] ?? "");
    const page = await findMovedNight(site, orderId as never, moveId as never);
    const { text = "" } = await written(buyer.userId);
    const lei = (bani = 0) => `${bani / 100} LEI`;
    const [back, more] = page?.own.amount ? [page.own, page.sent] : [page?.sent];
    expect(text).toContain(`Vreau banii înapoi: ${lei(back?.amount)}`);
    expect(text.match(/încă (\S+ LEI)/)?.[1]).toBe(more?.amount ? lei(more.amount) : undefined);
  }
});

it("counts of a pass the night's share, and nothing of what was used or is free", async () => {
  const pass = await soldLines([{ quantity: 2, price: 10_000, codePer: "person" }], { nights: 3 });
  await moveAndTell(stage, pass.nights[1] ?? "");
  expect(await told(pass.orderId)).toMatchObject([{ variables: { amount: 6_666 } }]);
  const used = await soldLines([{ quantity: 2, codePer: "person" }]);
  await db`UPDATE ticket_purchases SET entries_remaining = 0 WHERE order_id = ${used.orderId} AND seat_no = 1`;
  await moveAndTell(stage, used.nights[0] ?? "");
  expect(await told(used.orderId)).toMatchObject([{ variables: { amount: 11_000 } }]);
});

it("tells who was about to pay when the night was moved, once it is paid (71)", async () => {
  const night = await season.night();
  const ticketTypeId = await season.ticketType({ events: [night], capacity: 10 });
  const { sessionHash, userId } = await season.person();
  const { orderId, sessionId } = await openPage(site, sessionHash, ticketTypeId);
  await moveAndTell(stage, night);
  expect(await told(orderId)).toEqual([]);
  await payWithCard(site.provider.pagesBase, sessionId);
  await settlePayment(site, { sessionId, by: "notice" });
  expect(await workOffMoves(site)).toBe(1);
  expect(await told(orderId)).toMatchObject([{ userId, variables: { amount: 11_000 } }]);
});

describe("it does not tell", () => {
  it("who bought after the move", async () => {
    const { night, orderId } = await sold();
    await force(orderId, "created_at = clock_timestamp() + interval '1 minute'");
    await moveAndTell(stage, night);
    expect(await told(orderId)).toEqual([]);
  });

  it("of a night that was cancelled since, that has passed, or of an order that is disputed", async () => {
    const cancelled = await sold();
    await move(cancelled.night);
    const form = { reason: "Furtună.", usedTickets: "refunded" } as const;
    await cancelNight(site, { actor: admin, id: cancelled.night, form, isProven: true });
    const past = await sold();
    await move(past.night);
    await db`UPDATE events SET date = current_date - 2 WHERE id = ${past.night}`;
    const disputed = await sold();
    await move(disputed.night);
    await force(disputed.orderId, "state = 'disputed'");
    await workOffMoves(site);
    for (const { orderId } of [cancelled, past, disputed]) expect(await told(orderId)).toEqual([]);
    await force(disputed.orderId, "state = 'paid'");
    expect(await workOffMoves(site)).toBe(1);
    expect(await told(disputed.orderId)).toHaveLength(1);
    await workOffCancellations(site);
  });

  it("of test purchases", async () => {
    const { night, orderId } = await sold();
    await db`UPDATE ticket_purchases SET is_test = true WHERE order_id = ${orderId}`;
    await moveAndTell(stage, night);
    expect(await told(orderId)).toEqual([]);
    expect(await untilOf(orderId)).toBeUndefined();
  });

  it("of an earlier move once there is a later one", async () => {
    const { night, orderId, buyer } = await sold();
    await move(night);
    await db`UPDATE moves SET at = at - interval '61 minutes' WHERE event_id = ${night}`;
    // the order is older than both
    await force(orderId, "created_at = created_at - interval '2 hours'");
    await move(night, 8);
    expect(await workOffMoves(site)).toBe(1);
    expect(await told(orderId)).toHaveLength(1);
    expect((await written(buyer.userId)).text).toContain("Alege până");
  });
});

it("tells of a second move too", async () => {
  const { night, orderId } = await sold();
  await moveAndTell(stage, night);
  await db`UPDATE moves SET at = at - interval '61 minutes' WHERE event_id = ${night}`;
  await moveAndTell(stage, night, 8);
  expect(await told(orderId)).toHaveLength(2);
});

it("several workers at once tell each order once (race)", async () => {
  const night = await season.night();
  const type = await season.ticketType({ events: [night], capacity: 40 });
  for (let n = 0; n < 5; n++)
    await sellOrder(site, { sessionHash: (await season.person()).sessionHash, ticketTypeId: type });
  await move(night);
  const counts = await Promise.all(Array.from({ length: 4 }, () => workOffMoves(site)));
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(5);
  const letters = await one(
    "SELECT count(*)::int AS n FROM letters l JOIN moves m ON m.id::text = l.variables->>'move' WHERE m.event_id = $1",
    [night],
  );
  expect(letters).toEqual({ n: 5 });
});

describe("the email", () => {
  it("says why, when it was and is, and what can be chosen until when; a friend's has no choice", async () => {
    const { orderId, nights, buyer } = await soldLines([{ quantity: 2, codePer: "person" }]);
    const [night = ""] = nights;
    await db`UPDATE events SET title = 'Luna Plină' WHERE id = ${night}`;
    const friend = await giveToFriend(orderId, 2);
    const move = await moveAndTell(stage, night);
    const { subject, text, html } = await written(buyer.userId);
    expect(subject).toMatch(/^Luna Plină s-a mutat: /);
    for (const part of [text, html]) {
      expect(part).toContain("Vine furtuna.");
      expect(part).toContain("110 LEI, pe cardul cu care ai plătit");
      expect(part).toContain(`/orders/${orderId}/moved/${move}`);
      expect(part).toMatch(/Era \p{L}+, \d+ \p{L}+\./u);
      expect(part).toMatch(/ora 21:00, Sala mică/);
    }
    expect(text).not.toContain(newTimeTexts.notByLinkYet);
    expect(text).toMatch(/Alege până: \p{L}+, \d+ \p{L}+ \d{4}, 21:00/u);
    const theirs = await written(friend);
    expect(theirs.text).toContain("rămâne bun pentru data nouă, fără cod nou");
    expect(theirs.text).not.toContain("/moved/");
  });

  it("names the order in subject and text, so that two orders have two different emails; a friend reads no order", async () => {
    const { orderId, nights, buyer } = await soldLines([{ quantity: 2, codePer: "person" }]);
    const friend = await giveToFriend(orderId, 2);
    await moveAndTell(stage, nights[0] ?? "");
    const { number, title } = await one<{ number: string; title: string }>(
      "SELECT o.number, l.title FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.id = $1",
      [orderId],
    );
    const mine = await written(buyer.userId);
    expect(mine.subject).toContain(`(comanda ${number})`);
    for (const part of [mine.text, mine.html]) expect(part).toContain(`Comanda ${number}: 2 × ${title}.`);
    const theirs = await written(friend);
    for (const part of [theirs.subject, theirs.text]) expect(part).not.toMatch(/comanda|2 ×/i);
  });

  it("of a pass says that the sum is this night's part and that the other nights stay", async () => {
    const pass = await soldLines([{ quantity: 1, price: 10_000 }], { nights: 3 });
    await moveAndTell(stage, pass.nights[1] ?? "");
    const { text } = await written(pass.buyer.userId);
    expect(text).toContain("33,33 LEI, partea acestei nopți din ce ai plătit, pe cardul");
    expect(text).toContain("Pentru celelalte nopți, ce ai plătit rămâne valabil.");
  });

  it.each([
    ["of one night", undefined],
    ["of a pass", 3],
  ])(
    "to a payer whose tickets %s are all with friends says nothing of tickets of the payer's",
    async (_of, nights) => {
      const order = await soldLines([{ quantity: 1 }], nights ? { nights } : {});
      await giveToFriend(order.orderId, 1);
      await moveAndTell(stage, order.nights[0] ?? "");
      const { text, html } = await written(order.buyer.userId);
      for (const part of [text, html]) {
        expect(part).toContain("Ce ai trimis rămâne bun pentru data nouă, fără cod nou, la cine a acceptat");
        expect(part).toContain(" LEI");
        expect(part).not.toMatch(/biletele|abonamentul|Intrarea ta|Vii la|ai un bilet/i);
      }
    },
  );

  it("of a new hour on the same date names the hour, not a new date", async () => {
    for (const left of [0, 1]) {
      const { orderId, nights, buyer } = await soldLines([{ quantity: 1 }]);
      // a used ticket leaves no choice
      await db`UPDATE ticket_purchases SET entries_remaining = ${left} WHERE order_id = ${orderId}`;
      const [night = ""] = nights;
      // not tonight, whose doors may be open already
      const form = moveFormOf(5, { time: "23:00" });
      await db`UPDATE events SET date = ${form.date}, time = '22:00' WHERE id = ${night}`;
      const moved = await moveNight(site, { actor: admin, id: night, form, isProven: false });
      expect(moved.ok).toBe(true);
      await workOffMoves(site);
      const { subject, text } = await written(buyer.userId);
      expect(subject).toContain("s-a mutat: ora 23:00");
      expect(text).toMatch(/bun[eă] pentru ora nouă/);
      expect(text).toContain(", ora 22:00.");
      expect(text).not.toContain("data nouă");
    }
  });

  it("leads a guest to the page by the link of the order", async () => {
    const { orderId, nights, buyer } = await soldLines([{ quantity: 1 }]);
    await db`UPDATE profiles SET is_guest = true, contact_email = coalesce(email, 'oaspete@exemplu.ro'), email = NULL WHERE id = ${buyer.userId}`;
    const move = await moveAndTell(stage, nights[0] ?? "");
    const text = async () => (await written(buyer.userId)).text;
    expect(await text()).toMatch(new RegExp(`/orders/${orderId}/moved/${move}\\?token=[\\w.%-]+`));
    // the link gives nothing back while the address can be corrected
    expect(await text()).toContain(newTimeTexts.notByLinkYet);
    await force(orderId, "paid_at = paid_at - interval '25 hours'");
    expect(await text()).not.toContain(newTimeTexts.notByLinkYet);
  });

  it("of tickets that nobody paid says that they stay", async () => {
    const { orderId, nights, buyer } = await soldLines([
      { quantity: 1, price: 0 },
      { quantity: 1, price: 5_000 },
    ]);
    await db`UPDATE ticket_purchases SET entries_remaining = 0 WHERE order_id = ${orderId} AND line_no = 2`;
    await moveAndTell(stage, nights[0] ?? "");
    expect((await written(buyer.userId)).text).toContain("rămâne bună pentru data nouă, fără cod nou");
  });
});

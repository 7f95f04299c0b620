import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { tokenOfTickets } from "#ticketing/delivery/order-link.server.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { checkoutTexts } from "./checkout-texts.ts";
import { guestOrderTexts } from "./guest-order-texts.ts";

const { season, site, ask } = await openSourceSite();
let friends = 0;

it.each([
  { kind: "still valid", changes: [] as string[], says: guestOrderTexts.receivedOne },
  { kind: "refunded", changes: ["tickets"], says: checkoutTexts.endedTitle(2) },
  { kind: "of a cancelled night", changes: ["tickets", "night"], says: guestOrderTexts.nightCancelled },
  { kind: "somebody else's", changes: ["link"], says: guestOrderTexts.linkOver },
])(
  "the link of a friend without an account says what became of the tickets: $kind",
  async ({ changes, says }) => {
    const night = await season.night();
    const type = await season.ticketType({ events: [night] });
    const { userId } = await season.person();
    const { orderId } = await paidOrder(season.client, { userId, ticketTypeId: type, events: [night] });
    friends += 1;
    const friend = await makeGuest(site, {
      email: `prieten-${friends}@exemplu.ro`,
      fullName: "Vlad Prieten",
      phone: null,
    });
    await season.db`UPDATE ticket_purchases SET user_id = ${friend.userId} WHERE order_id = ${orderId}`;
    if (changes.includes("tickets"))
      await season.db`UPDATE ticket_purchases SET status = 'refunded' WHERE order_id = ${orderId}`;
    if (changes.includes("night"))
      await season.db`UPDATE events SET cancelled_at = now() WHERE id = ${night}`;
    const version = changes.includes("link") ? 2 : 1;
    const token = tokenOfTickets(site.keys, { orderId, version, holderId: friend.userId });
    const { status, text } = await ask(`/orders/${orderId}?token=${token}`);
    expect(status).toBe(changes.length > 0 ? 404 : 200);
    expect(text).toContain(says);
    expect(text.includes(guestOrderTexts.linkOverText)).toBe(changes.includes("link"));
    // the friend paid nothing, and does not know whether the buyer did
    expect(text.includes(returnTexts.toPayer)).toBe(changes.includes("tickets"));
    expect(text).not.toContain("Banii se întorc");
  },
);

it("the link of a guest who sent everything opens on what was sent, what ended, and the choice about a moved night", async () => {
  const night = await season.night({ title: "Luna Plină" });
  const type = await season.ticketType({ events: [night] });
  const guest = await makeGuest(site, { email: "tot@exemplu.ro", fullName: "Ana Pop", phone: null });
  const { userId } = guest;
  const friend = await season.person();
  const lines = [{ ticketTypeId: type, quantity: 2 }] as const;
  const { orderId } = await paidLines(season.client, { userId, events: [night], lines });
  const give = (seat: number) =>
    season.db`WITH sent AS (UPDATE ticket_purchases SET user_id = ${friend.userId} WHERE order_id = ${orderId} AND seat_no = ${seat} RETURNING line_no, seat_no)
      INSERT INTO transfers (id, order_id, line_no, seat_no, from_id, to_id, secret_hash, by, state, ended_at)
      SELECT gen_random_uuid(), ${orderId}, line_no, seat_no, ${userId}, ${friend.userId}, encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 'link', 'accepted', now() FROM sent`;
  await give(1);
  const moveId = newId();
  await season.db`INSERT INTO moves (id, event_id, from_date, from_location, to_date, to_location, reason, actor_id)
    SELECT ${moveId}, id, date - 1, location, date, location, 'Furtună.', ${friend.userId} FROM events WHERE id = ${night}`;
  await season.db`INSERT INTO moved_orders (move_id, order_id, choice_until) VALUES (${moveId}, ${orderId}, now() + interval '1 day')`;
  const token = tokenOfTickets(site.keys, { orderId, version: 1, holderId: null });
  const page = async () => (await ask(`/orders/${orderId}?token=${token}`)).text;
  const choice = `/orders/${orderId}/moved/${moveId}?token=${token}`;
  expect(await page()).toContain(choice);
  await season.db`UPDATE ticket_purchases SET status = 'refunded' WHERE order_id = ${orderId} AND seat_no = 2`;
  const some = await page();
  for (const part of [choice, "Luna Plină", "Ai trimis 1 bilet.", "Biletul 2 a fost anulat"])
    expect(some).toContain(part);
  expect(some).not.toContain("pe toate");
  await season.db`UPDATE ticket_purchases SET status = 'paid' WHERE order_id = ${orderId}`;
  await give(2);
  const all = await page();
  for (const part of [choice, "Luna Plină", "Le-ai trimis pe toate."]) expect(all).toContain(part);
});

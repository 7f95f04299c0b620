import { expect, it } from "vitest";
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

import { expect, it } from "vitest";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { moveAndTell } from "#test/support/moved-night.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { sellOrder } from "#test/support/sold-order.ts";
import { addGuests } from "#ticketing/guest-lists/add-guests.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { cancelNight } from "./cancelled-nights/cancel-night.server.ts";
import { workOffCancellations } from "./cancelled-nights/work-off-cancellations.server.ts";
import { workOffMoves } from "./moved-nights/work-off-moves.server.ts";
import { findNightTickets } from "./night-tickets-queries.server.ts";

const stage = await openMoneyStage();
const { season, db, site, admin, soldLines } = stage;

/** Three orders of a night: one shared with two friends of whom one has no address, one of a test, one without an address. */
async function mixedNight(): Promise<string> {
  const { nights, types, orderId } = await soldLines([{ quantity: 3, codePer: "person" }]);
  const [eventId = "", ticketTypeId = ""] = [nights[0], types[0]];
  const [friend, silent] = [await season.person(), await season.person()];
  await db`UPDATE ticket_purchases SET user_id = ${friend.userId} WHERE order_id = ${orderId} AND seat_no = 2`;
  await db`UPDATE ticket_purchases SET user_id = ${silent.userId} WHERE order_id = ${orderId} AND seat_no = 3`;
  const [testing, walkIn] = [await season.person(), await season.person()];
  const test = await sellOrder(site, { sessionHash: testing.sessionHash, ticketTypeId });
  await db`UPDATE ticket_purchases SET is_test = true WHERE order_id = ${test.orderId}`;
  await sellOrder(site, { sessionHash: walkIn.sessionHash, ticketTypeId });
  await db`UPDATE profiles SET email = NULL, contact_email = NULL, is_guest = true WHERE id IN (${silent.userId}, ${walkIn.userId})`;
  const form = { name: "Casa", quota: null };
  const listId = succeeded(await saveGuestList(site, { actor: admin, eventId, listId: null, form }));
  const guest = { name: "Vlad Ghiță", places: 2, note: null, email: "vlad@exemplu.ro" };
  succeeded(await addGuests(site, { actor: admin, eventId, listId, guests: [guest] }));
  return eventId;
}

async function cancelAndTell(id: string): Promise<void> {
  await cancelNight(site, {
    actor: admin,
    id,
    form: { reason: "Furtună.", usedTickets: "refunded" },
    isProven: true,
  });
  await workOffCancellations(site);
}
const moveAndTellAll = async (id: string) => {
  await moveAndTell(stage, id);
  await workOffMoves(site);
};

it.each([
  ["cancelled", "night_cancelled", cancelAndTell],
  ["moved", "night_moved", moveAndTellAll],
] as const)(
  "as many emails go out as are told before a night is %s (one kind: a number told that is not the number done)",
  async (_turn, kind, tell) => {
    const id = await mixedNight();
    const told = await site.database.readAs(admin, (sql) => findNightTickets(sql, id));
    expect(told).toMatchObject({ orders: 2, people: 3, letters: 3, receivers: 1, guests: 1 });
    await db`DELETE FROM letters WHERE kind = ${kind}`;
    await tell(id);
    const [{ n }] = (await db`SELECT count(*)::int AS n FROM letters WHERE kind = ${kind}`) as [
      { n: number },
    ];
    expect(n).toBe(told?.letters);
  },
);

import { expect, it } from "vitest";
import { inDays } from "#test/support/days.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { moveAndTell } from "#test/support/moved-night.ts";
import { writtenLetter } from "#test/support/written-letter.ts";
import { cancelNight } from "#ticketing/orders/cancelled-nights/cancel-night.server.ts";
import { workOffCancellations } from "#ticketing/orders/cancelled-nights/work-off-cancellations.server.ts";
import { chooseAfterMove } from "#ticketing/orders/moved-nights/choose-after-move.server.ts";
import { findMovedNight } from "#ticketing/orders/moved-nights/moved-order-queries.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";

const stage = await openMoneyStage();
const { db, site, admin, soldLines, sendToFriend, written, holds } = stage;
const others = /Pentru celelalte nopți|Restul comenzii/;
const soldPass = () => soldLines([{ quantity: 1, price: 10_000, codePer: "person" }], { nights: 2 });

const cancel = (id: string) =>
  cancelNight(site, {
    actor: admin,
    id,
    form: { reason: "Furtună.", usedTickets: "refunded" },
    isProven: true,
  });
async function workOff(): Promise<void> {
  await workOffCancellations(site);
  await returnMoney(site);
}
/** Whether each email about a cancelled night, in the order of the nights, speaks of other nights. */
async function saysOthers({ orderId, nights }: { orderId: string; nights: readonly string[] }) {
  const said: boolean[] = [];
  for (const night of nights) {
    const [row] =
      await db`SELECT variables->>'pass' AS pass FROM letters WHERE dedupe_key = ${`cancelled:${night}:${orderId}`}`;
    said.push(row?.pass === "true");
  }
  return said;
}

it("of a pass whose last night is cancelled no email says that others stay, nor where both go at once", async () => {
  const [one, atOnce] = [await soldPass(), await soldPass()];
  for (const night of one.nights) {
    await cancel(night);
    await workOff();
  }
  expect(await saysOthers(one)).toEqual([true, false]);
  const { text } = await written("night_cancelled", one.buyer.userId);
  expect(text).toContain("Îți dăm înapoi 50 LEI, pe cardul");
  expect(text).not.toMatch(others);
  for (const night of atOnce.nights) await cancel(night);
  await workOff();
  expect(await saysOthers(atOnce)).toEqual([false, false]);
  await holds();
});

it("of a pass whose last night is moved neither the page nor any email says that others stay", async () => {
  for (const end of ["cancelled", "over"] as const) {
    const { orderId, nights, buyer } = await soldPass();
    const { friend, accept } = await sendToFriend(buyer, orderId, "1.1");
    await accept();
    const [gone = "", last = ""] = nights;
    if (end === "cancelled") await cancel(gone);
    else await db`UPDATE events SET date = ${inDays(-3)} WHERE id = ${gone}`;
    await workOff();
    const moveId = await moveAndTell(stage, last);
    expect((await written("night_moved", buyer.userId)).text).not.toMatch(others);
    const asked = await findMovedNight(site, orderId as never, moveId as never);
    expect(asked).toMatchObject({ isShare: false, sent: { amount: 5_000 } });
    const actor = { userId: buyer.userId, role: "user" } as const;
    await chooseAfterMove(site, { actor, orderId, moveId, withSent: true });
    expect((await written("night_moved", friend.userId)).text).not.toMatch(others);
    expect((await writtenLetter(db, site, { kind: "payment_returned", orderId })).text).not.toMatch(others);
  }
});

import { expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { moveAndTell } from "#test/support/moved-night.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import { cancelNight } from "#ticketing/orders/cancelled-nights/cancel-night.server.ts";
import { workOffCancellations } from "#ticketing/orders/cancelled-nights/work-off-cancellations.server.ts";
import { chooseAfterMove } from "#ticketing/orders/moved-nights/choose-after-move.server.ts";
import { settleDisputes } from "#ticketing/orders/payment/settle-disputes.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";
import { linkNightsToPass } from "./link-nights-to-pass.server.ts";

const stage = await openMoneyStage();
const { season, site, keys, admin, soldLines, shown, comeIn, stateOf, revenueOf, refund, holds } = stage;

/** A pass of two nights for 100 lei, to which the club linked a third one later. */
async function soldWithFreeNight() {
  const pass = await soldLines([{ quantity: 1, price: 10_000, codePer: "person" }], { nights: 2 });
  const [first = "", second = ""] = pass.nights;
  const type = pass.types[0] ?? ("" as Uuid);
  const free = await season.night({ inDays: 5 });
  const link = (night: Uuid) => linkNightsToPass(site, { actor: admin, id: type, nights: [night] });
  await link(free);
  const nightsLeft = async () => {
    const tickets = await site.database.withDuty("deliver", (sql) => ticketsOfOrder(sql, keys, pass.orderId));
    return tickets.filter(({ isCancelled }) => !isCancelled).map(({ eventId }) => eventId);
  };
  return { ...pass, first, second, free, link, nightsLeft };
}

async function cancel(...nights: string[]): Promise<void> {
  for (const id of nights) {
    const form = { reason: "Furtună.", usedTickets: "refunded" } as const;
    await cancelNight(site, { actor: admin, id, form, isProven: true });
    await workOffCancellations(site);
    await returnMoney(site);
  }
}

async function giveBack({ orderId, buyer }: Awaited<ReturnType<typeof soldWithFreeNight>>, night: string) {
  const moveId = await moveAndTell(stage, night);
  const actor = { userId: buyer.userId, role: "user" } as const;
  expect(await chooseAfterMove(site, { actor, orderId, moveId, withSent: false })).toMatchObject({
    ok: true,
  });
  await returnMoney(site);
}

it.each([
  ["cancelled", ({ first, second }) => cancel(first, second)],
  [
    "moved and given back",
    async (pass) => {
      await giveBack(pass, pass.first);
      await giveBack(pass, pass.second);
    },
  ],
] as [string, (pass: Awaited<ReturnType<typeof soldWithFreeNight>>) => Promise<void>][])(
  "a night that was linked to a pass stays valid when the nights that were paid for are %s",
  async (_, returned) => {
    const pass = await soldWithFreeNight();
    await comeIn(pass.orderId, "1.1", { night: pass.free });
    await returned(pass);
    expect([await stateOf(pass.orderId), await revenueOf(pass.orderId)]).toEqual(["partially_refunded", 0]);
    expect(await shown(pass.orderId)).toEqual(["1.1 paid 0"]);
    expect(await pass.nightsLeft()).toEqual([pass.free]);
    await holds();
  },
);

it("the last linked night of a pass ends it when it is cancelled, before the others or after them", async () => {
  for (const isFirst of [true, false]) {
    const pass = await soldWithFreeNight();
    const paid = [pass.first, pass.second];
    await cancel(...(isFirst ? [pass.free, ...paid] : [...paid, pass.free]));
    expect([await stateOf(pass.orderId), await revenueOf(pass.orderId)]).toEqual(["refunded", 0]);
    expect(await shown(pass.orderId)).toEqual(["1.1 refunded 0"]);
    await holds();
  }
});

it("a refund of the whole pass ends its linked night, with the nights that were paid for or after them", async () => {
  for (const returned of [0, 1, 2]) {
    const pass = await soldWithFreeNight();
    await cancel(...[pass.first, pass.second].slice(0, returned));
    expect(await refund(pass.orderId, { kind: "whole" })).toEqual({
      ok: true,
      value: { amount: 10_000 - returned * 5_000 },
    });
    expect([await stateOf(pass.orderId), await pass.nightsLeft()]).toEqual(["refunded", []]);
    await holds();
  }
});

it("a lost dispute ends its linked night too, though the money of its nights went back before", async () => {
  const pass = await soldWithFreeNight();
  await cancel(pass.first, pass.second);
  for (const state of ["needs_response", "lost"] as const) {
    await site.provider.dispute(pass.paymentId, state);
    await settleDisputes(site, pass.paymentId);
  }
  expect([await stateOf(pass.orderId), await pass.nightsLeft()]).toEqual(["charged_back", []]);
  await holds();
});

it("a pass whose whole price went back keeps the nights that it has, and gets no others", async () => {
  const pass = await soldWithFreeNight();
  await cancel(pass.first);
  expect(await pass.link(await season.night({ inDays: 6 }))).toMatchObject({ value: { holders: 1 } });
  await cancel(pass.second);
  expect(await pass.link(await season.night({ inDays: 7 }))).toMatchObject({ value: { holders: 0 } });
  expect(await pass.nightsLeft()).toHaveLength(2);
  await holds();
});

/** A form may come twice: pressed twice, sent again by a browser, or sent by two people who read the same screen. */
import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { textOf, trackedFiles } from "#test/support/import-graph.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { openSellingStage } from "#test/support/selling-door.ts";
import { giveBackFromDoor } from "#ticketing/gate/give-back-from-door.server.ts";
import { setAsideForDoor } from "#ticketing/gate/set-aside-for-door.server.ts";
import { addGuests } from "#ticketing/guest-lists/add-guests.server.ts";
import { correctGuest } from "#ticketing/guest-lists/correct-guest.server.ts";
import { removeGuest } from "#ticketing/guest-lists/remove-guest.server.ts";
import { restoreGuest } from "#ticketing/guest-lists/restore-guest.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { grantInvitation } from "#ticketing/orders/gifts/grant-invitation.server.ts";
import { linkNightsToPass } from "#ticketing/orders/passes/link-nights-to-pass.server.ts";
import { refundOrder } from "#ticketing/orders/refunds/refund-order.server.ts";
import { leftToRefund, type RefundWish } from "#ticketing/orders/refunds/refund-plan.ts";
import { lockSeats } from "#ticketing/orders/valid-seats.server.ts";
import { createVoucher } from "#ticketing/orders/vouchers/create-voucher.server.ts";
import type { VoucherForm } from "#ticketing/orders/vouchers/voucher-form.ts";
import { type Act, actRules } from "#ticketing/rights/act-rights.ts";

const { season, site, admin, sold, soldLines } = await openMoneyStage();
const door = await openSellingStage();

/** A form, and what it changes, counted. */
type Twice = {
  readonly send: () => Promise<{ readonly ok: boolean }>;
  readonly count: () => Promise<unknown>;
};

const counted = async (sql: string, values: unknown[], client = season.client) =>
  (await client.query(sql, values)).rows;
const soldOf = (id: Uuid) => () => counted("SELECT held, sold FROM stock_counters WHERE id = $1", [id]);

async function refundOf(orderId: string, wish: RefundWish): Promise<Twice> {
  const left = leftToRefund(await site.database.withDuty("settle", (sql) => lockSeats(sql, orderId)));
  const about = {
    actor: admin,
    orderId,
    wish,
    left,
    why: "goodwill",
    note: "",
    stock: "sell_again",
  } as const;
  return {
    send: () => refundOrder(site, about),
    count: () =>
      counted(
        "SELECT (SELECT sum(amount) FROM refunds WHERE order_id = $1) AS back, sum(quantity) AS tickets FROM ticket_purchases WHERE order_id = $1 AND status = 'paid'",
        [orderId],
      ),
  };
}

async function guestsOf(names: readonly string[]) {
  const eventId = await season.night({ inDays: 1 });
  const about = { actor: admin, eventId };
  const form = { name: "Presă", quota: null };
  const list = succeeded(await saveGuestList(site, { ...about, listId: null, form }));
  const guests = names.map((name) => ({ name, places: 2, note: null }));
  const add = () => addGuests(site, { ...about, listId: list, guests });
  await add();
  const [guest] = await counted("SELECT id FROM listed_guests WHERE list_id = $1", [list]);
  return { about, list, guestId: guest?.id, count: soldOf(eventId) };
}

const shares = (device: string) => () =>
  counted("SELECT quantity FROM door_shares WHERE device_id = $1", [device], door.stage.season.client);

const forms: [name: string, act: Act, make: () => Promise<Twice>][] = [
  [
    "a free amount back",
    "refund-order",
    async () => refundOf((await sold()).orderId, { kind: "amount", amount: 2_000 }),
  ],
  [
    "some of the tickets back",
    "refund-order",
    async () => refundOf((await sold({ quantity: 3 })).orderId, { kind: "part", line: 1, tickets: 1 }),
  ],
  [
    "some tickets back that cost nothing",
    "refund-order",
    async () => {
      const { orderId } = await soldLines([{ quantity: 1 }, { quantity: 3, price: 0 }]);
      return refundOf(orderId, { kind: "part", line: 2, tickets: 1 });
    },
  ],
  ["all of it back", "refund-order", async () => refundOf((await sold()).orderId, { kind: "whole" })],
  [
    "tickets for a phone at the door",
    "set-aside-for-door",
    async () => {
      const here = await door.door();
      const { device: deviceId } = here.phone;
      const about = {
        eventId: here.eventId,
        deviceId,
        ticketTypeId: here.type,
        quantity: 10,
        shownQuantity: 0,
      };
      return {
        send: () => setAsideForDoor(door.stage.site, { actor: door.stage.chief, ...about }),
        count: shares(deviceId),
      };
    },
  ],
  [
    "what a phone has left, back into sale",
    "give-back-from-door",
    async () => {
      const here = await door.door();
      await door.setAside(here, 10);
      const { id } = await door.shareOf(here);
      return {
        send: () => giveBackFromDoor(door.stage.site, { actor: door.stage.chief, shareId: id }),
        count: shares(here.phone.device),
      };
    },
  ],
  [
    "a set of codes",
    "create-voucher",
    async () => {
      const [id, name] = [newId(), newId()];
      const form: VoucherForm = {
        kind: "percent",
        percent: 10,
        amount: null,
        name,
        eventIds: null,
        ticketTypeIds: null,
        uses: 5,
        perPerson: null,
        startsAt: null,
        endsAt: null,
        returnsUses: false,
      };
      const codes = { kind: "random", count: 3, prefix: "FAR-", isSet: true } as const;
      return {
        send: () => createVoucher(site, { actor: admin, form, codes, key: id }),
        count: () => counted("SELECT count(*) FROM vouchers WHERE name = $1", [name]),
      };
    },
  ],
  [
    "an invitation",
    "grant-invitation",
    async () => {
      const night = await season.night();
      const ticketTypeId = await season.ticketType({ events: [night] });
      const about = { ticketTypeId, eventId: night, quantity: 2, because: "Presa", requestKey: newId() };
      const to = { email: `${newId()}@exemplu.ro`, name: "Dan Pop" };
      return { send: () => grantInvitation(site, { actor: admin, ...to, ...about }), count: soldOf(night) };
    },
  ],
  [
    "a night more for a pass",
    "link-nights-to-pass",
    async () => {
      const { orderId, types } = await soldLines([{ quantity: 1 }], { nights: 1 });
      const nights = [await season.night({ inDays: 2 })];
      return {
        send: () => linkNightsToPass(site, { actor: admin, id: types[0] ?? "", nights }),
        count: () => counted("SELECT count(*) FROM ticket_purchases WHERE order_id = $1", [orderId]),
      };
    },
  ],
  [
    "a guest list with places",
    "save-guest-list",
    async () => {
      const eventId = await season.night();
      const about = { actor: admin, eventId, listId: null, form: { name: "Casa", quota: 20 } };
      return { send: () => saveGuestList(site, about), count: soldOf(eventId) };
    },
  ],
  [
    "names for a guest list",
    "add-guests",
    async () => {
      const { about, list, count } = await guestsOf([]);
      const guests = [{ name: "Ana Pop", places: 3, note: null }];
      return { send: () => addGuests(site, { ...about, listId: list, guests }), count };
    },
  ],
  [
    "more places for a name",
    "correct-guest",
    async () => {
      const { about, guestId, count } = await guestsOf(["Ana Pop"]);
      const [form, opened] = [
        { places: 4, note: null },
        { places: 2, note: null },
      ];
      return { send: () => correctGuest(site, { ...about, guestId, form, opened }), count };
    },
  ],
  [
    "a name off its list",
    "remove-guest",
    async () => {
      const { about, guestId, count } = await guestsOf(["Ana Pop", "Dan Pop"]);
      return { send: () => removeGuest(site, { ...about, guestId }), count };
    },
  ],
  [
    "a name back on its list",
    "restore-guest",
    async () => {
      const { about, guestId, count } = await guestsOf(["Ana Pop"]);
      await removeGuest(site, { ...about, guestId });
      return { send: () => restoreGuest(site, { ...about, guestId }), count };
    },
  ],
];

it.each(forms)("%s, sent twice one after the other, is done once (%s)", async (_name, _act, make) => {
  const { send, count } = await make();
  const before = await count();
  expect((await send()).ok).toBe(true);
  const once = await count();
  expect(once).not.toEqual(before);
  await send();
  expect(await count()).toEqual(once);
});

it("every act of the office and the door that moves stock, money or codes stands in this table", () => {
  const files = trackedFiles().filter((file) => /^src\/ticketing\/.*\.server\.ts$/.test(file));
  const moving = files
    .filter((file) => /\b(moveStock|takePlaces|giveOrder|writeRefund|insertVouchers)\(/.test(textOf(file)))
    .map((file) => file.slice(file.lastIndexOf("/") + 1).replace(".server.ts", ""))
    .filter((name): name is Act => Object.hasOwn(actRules, name))
    .filter((name) => actRules[name].right !== "tickets.buy");
  expect([...new Set(forms.map(([, act]) => act))].sort()).toEqual(moving.sort());
});

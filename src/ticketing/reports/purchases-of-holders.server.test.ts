import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { listGateSteps } from "#ticketing/gate/order-at-doors-queries.server.ts";
import { renameHolder } from "#ticketing/orders/rename-holder.server.ts";
import { acceptTicket } from "#ticketing/orders/transfers/accept-ticket.server.ts";
import { sendTicket } from "#ticketing/orders/transfers/send-ticket.server.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { codeStates } from "./code-state-texts.ts";
import { findCustomer } from "./customer-queries.server.ts";
import { exportPurchases } from "./export-purchases.server.ts";
import { findOrderOverview } from "./order-overview-queries.server.ts";
import { countPurchases, listPurchases } from "./purchase-list-queries.server.ts";
import { everyPurchase } from "./purchase-search.ts";

const { season, site, soldLines, comeIn, refund, admin } = await openMoneyStage();
const { db } = season;

const { orderId, buyer } = await soldLines([{ quantity: 2, codePer: "person" }]);
await db`UPDATE profiles SET full_name = 'Ana Cumpărătoarea' WHERE id = ${buyer.userId}`;
const seats = await db`SELECT id FROM ticket_purchases WHERE order_id = ${orderId} ORDER BY seat_no`;
const { userId } = await makeGuest(site, {
  email: "vlad.prietenul@exemplu.ro",
  fullName: "Vlad Prietenul",
  phone: null,
});
const handed: Uuid[] = [];
async function hand(id: Uuid) {
  const actor = { userId: buyer.userId, role: "user" as const };
  const made = await sendTicket(site, { actor, purchaseId: id, name: null, email: null });
  const link = made.ok && made.value.by === "link" ? made.value.link : "";
  const secret = new URL(link).searchParams.get("token") ?? "";
  const accepted = await acceptTicket(site, { actor: { userId, role: "user" }, secret });
  if (accepted.ok) handed.push(id);
}

const found = async (text: string) => {
  const page = { sort: "date", direction: "desc", from: null, size: 50 } as const;
  const { rows } = await site.database.readAs(admin, (sql) =>
    listPurchases(sql, { ...page, search: { ...everyPurchase, text } }),
  );
  return rows.map(({ id }) => id).toSorted();
};

it("the office finds a ticket by name and address of the person who received it, and still by those of the buyer (44)", async () => {
  const [first, second] = seats.map(({ id }) => id) as [Uuid, Uuid];
  expect(await found("Prietenul")).toEqual([]);
  await hand(first);
  expect(await found("prietenul vlad")).toEqual([first]);
  expect(await found("vlad.prietenul@")).toEqual([first]);
  expect(await found("cumparatoarea")).toEqual([first, second].toSorted());
  await hand(second);
  expect(handed).toEqual([first, second]);
  expect(await found("cumparatoarea")).toEqual([first, second].toSorted());
});

it("the office finds a ticket by the name that its buyer wrote on it, and the other tickets of the order by the buyer's alone", async () => {
  const { orderId: named } = await soldLines([{ quantity: 2, codePer: "person" }]);
  const [first] = (await db`SELECT id FROM ticket_purchases WHERE order_id = ${named} ORDER BY seat_no`) as [
    { id: Uuid },
  ];
  const request = { actor: { userId: buyer.userId, role: "user" as const }, purchaseId: first.id };
  await db`UPDATE ticket_purchases SET user_id = ${buyer.userId} WHERE order_id = ${named}`;
  expect(await renameHolder(site, { ...request, name: "Bunica Țuța" })).toMatchObject({ ok: true });
  expect(await found("tuta bunica")).toEqual([first.id]);
});

it("an order says of each code who holds it, where that is not the buyer", async () => {
  const order = await site.database.readAs(admin, (sql) => findOrderOverview(sql, orderId));
  const vlad = { name: "Vlad Prietenul", email: "vlad.prietenul@exemplu.ro" };
  expect(order?.tickets.map(({ heldBy }) => heldBy)).toEqual([vlad, vlad]);
  const { orderId: own } = await soldLines([{ quantity: 1, codePer: "person" }]);
  const other = await site.database.readAs(admin, (sql) => findOrderOverview(sql, own));
  expect(other?.tickets.map(({ heldBy }) => heldBy)).toEqual([null]);
});

it("list, filter, count, file, drawer and customer's page say the same of each code: available only while somebody may still come in (one kind: a state told in several places)", async () => {
  const { orderId: pass, buyer, nights } = await soldLines([{ quantity: 1 }], { nights: 6 });
  const [over, cancelled, back, stopped, used] = nights;
  await db`UPDATE events SET date = current_date - 3 WHERE id = ${over}`;
  await db`UPDATE events SET cancelled_at = now() WHERE id = ${cancelled}`;
  await db`UPDATE ticket_purchases SET share_returned_at = now() WHERE order_id = ${pass} AND event_id = ${back}`;
  await db`UPDATE ticket_purchases SET suspended = 'dispute' WHERE order_id = ${pass} AND event_id = ${stopped}`;
  await db`UPDATE ticket_purchases SET entries_remaining = 0 WHERE order_id = ${pass} AND event_id = ${used}`;
  await db`UPDATE profiles SET full_name = 'Stela Stărilor' WHERE id = ${buyer.userId}`;
  const expected = ["over", "night_cancelled", "given_back", "suspended", "used", "available"] as const;
  type Coded = { readonly code: string };
  const codes: Coded[] =
    await db`SELECT ticket_code AS code FROM ticket_purchases WHERE order_id = ${pass} ORDER BY array_position(${nights}::uuid[], event_id)`;
  const inOrder = (rows: readonly Coded[]) => codes.map(({ code }) => rows.find((row) => row.code === code));
  const search = { ...everyPurchase, text: "stela starilor" };
  const page = { sort: "date", direction: "desc", from: null, size: 50 } as const;

  await site.database.readAs(admin, async (sql) => {
    const { rows } = await listPurchases(sql, { ...page, search });
    const order = await findOrderOverview(sql, pass);
    const customer = await findCustomer(sql, buyer.userId, 1);
    for (const told of [rows, order?.tickets ?? [], customer?.tickets ?? []])
      expect(inOrder(told)).toMatchObject(expected.map((state) => ({ state })));
    for (const told of [rows, customer?.tickets ?? []])
      expect(inOrder(told)).toMatchObject(
        [0, 0, 0, 0, 0, 1].map((entriesRemaining) => ({ entriesRemaining })),
      );
    for (const [at, status] of expected.entries()) {
      const found = await listPurchases(sql, { ...page, search: { ...search, status } });
      expect(found.rows.map(({ code }) => code)).toEqual([codes[at]?.code]);
      expect(await countPurchases(sql, { ...search, status }, 100)).toMatchObject({ rows: 1 });
    }
  });
  const file = await exportPurchases(site, { actor: admin, as: "csv", search, columns: "purchases" });
  if (!file.ok) throw new Error(file.refusal.reason);
  const lines = (await text(file.value)).split("\n").map((line) => line.split('","'));
  expect(codes.map(({ code }) => lines.find((cells) => cells[7] === code)?.slice(8, 10))).toEqual(
    expected.map((state) => [state === "available" ? "1" : "0", codeStates[state]]),
  );
});

it("that a received ticket ended is told on the friend's page and in the order's history, to the box office too", async () => {
  const [ended] = handed;
  const [gone] = await db`SELECT bundle_id AS seat FROM ticket_purchases WHERE id = ${ended}`;
  expect((await refund(orderId, { kind: "seats", seats: [gone?.seat] })).ok).toBe(true);
  await db`UPDATE letters SET state = 'sent', sent_at = now() WHERE kind = 'ticket_ended'`;
  const boxOffice = { userId: (await season.person("box_office")).userId, role: "box_office" } as const;
  for (const reader of [admin, boxOffice])
    await site.database.readAs(reader, async (sql) => {
      const friend = await findCustomer(sql, userId, 1);
      expect(friend?.letters.map(({ kind }) => kind)).toContain("ticket_ended");
      expect(friend?.inAll.letters).toBe(friend?.letters.length);
      expect((await findCustomer(sql, buyer.userId, 1))?.letters.map(({ kind }) => kind)).not.toContain(
        "ticket_ended",
      );
      const order = await findOrderOverview(sql, orderId);
      const letters = order?.steps.filter(({ what }) => what === "letter_sent") ?? [];
      expect(letters.map(({ after }) => after?.kind)).toContain("ticket_ended");
    });
  const other = await soldLines([{ quantity: 1 }]);
  const told = await site.database.readAs(admin, (sql) => findOrderOverview(sql, other.orderId));
  expect(told?.steps.map(({ after }) => after?.kind)).not.toContain("ticket_ended");
});

it("an order's history has the entries with its own codes (one kind: a join that finds more than its row)", async () => {
  const [entered, waiting] = [await soldLines([{ quantity: 1 }]), await soldLines([{ quantity: 1 }])];
  await comeIn(entered.orderId);
  const entriesOf = async (id: string) => {
    const steps = await site.database.withDuty("deliver", (sql) => listGateSteps(sql, id));
    return steps.filter(({ kind }) => kind === "entry").length;
  };
  expect([await entriesOf(entered.orderId), await entriesOf(waiting.orderId)]).toEqual([1, 0]);
});

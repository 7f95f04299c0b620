import { expect, it } from "vitest";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { listLetters } from "./outbox-queries.server.ts";

const { db, site, admin, soldLines, sendToFriend, ids, refund } = await openMoneyStage();

/** What the outbox shows with the emails of these people, the oldest first. */
async function shown(...people: readonly { readonly userId: string }[]) {
  const mine = await db`SELECT id FROM letters WHERE user_id = ANY (${people.map(({ userId }) => userId)})`;
  const { letters } = await site.database.withActor(admin, (sql) =>
    listLetters(sql, { text: "", state: "all", page: 1 }),
  );
  return letters
    .filter(({ id }) => mine.some((one) => one.id === id))
    .map(({ kind, code, orderNumber }) => [kind, code ?? orderNumber])
    .reverse();
}

const codes = async (orderId: string) =>
  (
    await db`SELECT ticket_code AS code FROM ticket_purchases WHERE order_id = ${orderId} ORDER BY line_no, seat_no`
  ).map(({ code }) => code);

const numberOf = async (orderId: string) =>
  Number((await db`SELECT number FROM orders WHERE id = ${orderId}`)[0].number);

it("the outbox shows a code only when the email is about that one ticket, else the order's number", async () => {
  const { orderId, buyer } = await soldLines([{ quantity: 3, codePer: "person" }]);
  const [, , sent] = await codes(orderId);
  const number = await numberOf(orderId);
  const { friend, accept } = await sendToFriend(buyer, orderId, "1.3");
  await accept();
  await refund(orderId, { kind: "seats", seats: await ids(orderId, "1.2") });
  await refund(orderId, { kind: "seats", seats: await ids(orderId, "1.3") });
  expect(await shown(buyer, friend)).toEqual([
    ["ticket_confirmation", number],
    ["ticket_confirmation", sent],
    ["ticket_accepted", number],
    ["payment_returned", number],
    ["payment_returned", number],
    ["ticket_ended", sent],
  ]);
});

it("the outbox shows the code of an order's only ticket with all its emails, and finds each by any code of its order", async () => {
  const { orderId, buyer } = await soldLines([{ quantity: 1 }]);
  const [only] = await codes(orderId);
  await refund(orderId, { kind: "whole" });
  expect(await shown(buyer)).toEqual([
    ["ticket_confirmation", only],
    ["payment_returned", only],
  ]);
  const pair = await soldLines([{ quantity: 2, codePer: "person" }]);
  for (const text of await codes(pair.orderId)) {
    const found = await site.database.withActor(admin, (sql) =>
      listLetters(sql, { text, state: "all", page: 1 }),
    );
    expect(found).toMatchObject({ total: 1, letters: [{ kind: "ticket_confirmation", code: null }] });
  }
});

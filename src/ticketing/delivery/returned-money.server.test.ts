import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { failsLate, openMoneyStage } from "#test/support/money-stage.ts";
import { queuedLetter, writtenLetter } from "#test/support/written-letter.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { settleRefunds } from "#ticketing/orders/refunds/settle-refunds.server.ts";
import { readReturnedOrder } from "./returned-tickets-queries.server.ts";

const { client, db, site, soldLines, ids: seats, refund, failAtProvider } = await openMoneyStage();

/** Two persons, and a couple with two seats, for one night. */
async function group() {
  const order = await soldLines([
    { quantity: 2, codePer: "person" },
    { quantity: 1, entries: 2, price: 15_000, codePer: "person" },
  ]);
  await db`UPDATE tickets SET type = 'Cuplu' WHERE id = ${order.types[1]}`;
  await db`UPDATE events SET title = 'Luna Plină', date = '2027-06-26' WHERE id = ${order.nights[0]}`;
  return order;
}
const labels = async (orderId: string) =>
  (
    await db`SELECT ticket_code AS label FROM ticket_purchases WHERE order_id = ${orderId} ORDER BY line_no, seat_no, event_id`
  ).map(({ label }) => label);

/** The latest email about returned money of an order, and the order's number. */
async function told(orderId: string) {
  const letter = await writtenLetter(db, site, { kind: "payment_returned", orderId });
  const [order] = await db`SELECT number FROM orders WHERE id = ${orderId}`;
  return { ...letter, number: order.number };
}
const othersStay = "Restul comenzii rămâne valabil.";
const night = "Luna Plină, sâmbătă, 26 iunie 2027";

it("names the refunded ticket alone, with its night and code, and the order; the others stay valid", async () => {
  const { orderId } = await group();
  await refund(orderId, { kind: "seats", seats: await seats(orderId, "1.2") });
  const [first = "", second = "", ...couple] = await labels(orderId);
  const { subject, text, html, number } = await told(orderId);
  expect(subject).toBe(`Îți trimitem banii înapoi: comanda ${number}`);
  for (const part of [text, html]) {
    expect(part).toContain(`1 × Intrare generală, ${night}: ${second}`);
    expect(part).toContain(`110 LEI din comanda ${number}`);
    expect(part).toContain(othersStay);
    expect(part).toContain(`${site.origin}/profile?order=${orderId}`);
    for (const other of ["Cuplu", first, ...couple]) expect(part).not.toContain(other);
  }
  expect(html).toContain(">Vezi comanda</a>");
});

it("names a couple once, with both its codes, and says of no other that it stays once all are refunded", async () => {
  const { orderId } = await group();
  await refund(orderId, { kind: "whole" });
  const [first, second, third, fourth] = await labels(orderId);
  const { text, html } = await told(orderId);
  expect(text).toContain(
    `2 × Intrare generală, ${night}: ${first}, ${second}\n1 × Cuplu, ${night}: ${third}, ${fourth}\n`,
  );
  expect(html).toContain(`${first}, ${second}<br>1 × Cuplu`);
  expect(text).not.toContain(othersStay);
});

it("names a type once that was sold at two prices, with all its codes (one kind: one thing told as two)", async () => {
  const { orderId, types } = await soldLines([
    { quantity: 2, codePer: "person" },
    { quantity: 1, price: 15_000, codePer: "person" },
  ]);
  for (const table of ["order_lines", "ticket_purchases"])
    await client.query(
      `SET session_replication_role = replica; UPDATE ${table} SET ticket_type_id = '${types[0]}' WHERE order_id = '${orderId}'; SET session_replication_role = origin`,
    );
  await refund(orderId, { kind: "whole" });
  const { text } = await told(orderId);
  expect(text.match(/\d × Intrare generală/g)).toEqual(["3 × Intrare generală"]);
  expect(text).toContain(`: ${(await labels(orderId)).join(", ")}\n`);
  const letter = await queuedLetter(db, { kind: "payment_returned", orderId });
  expect(await readReturnedOrder(client, letter)).toMatchObject({ bought: "3 × Intrare generală" });
});

it("says of tickets that are taken from a code how many they are, and that the others stay valid", async () => {
  const { orderId } = await soldLines([{ quantity: 3 }]);
  await refund(orderId, { kind: "part", line: 1, tickets: 1 });
  const { text } = await told(orderId);
  expect(text).toMatch(/\n1 × Intrare generală, .*, de pe codul FSC-/);
  expect(text).toContain(othersStay);
});

it("names a refunded pass with the number of its nights and the common part of its codes", async () => {
  const { orderId } = await soldLines([{ quantity: 2, codePer: "person" }], { nights: 3 });
  await refund(orderId, { kind: "seats", seats: await seats(orderId, "1.1") });
  const [label = ""] = await labels(orderId);
  const { text } = await told(orderId);
  expect(text).toContain(`1 × Intrare generală, 3 nopți: ${label.split("-").slice(0, 3).join("-")}\n`);
});

it("names no ticket where money of a part went back at the provider, only the order", async () => {
  const { orderId, paymentId } = await group();
  await site.cards.refund({ key: newId(), paymentId, amount: 4_400 });
  await settleRefunds(site, paymentId);
  const { subject, text, number } = await told(orderId);
  expect(subject).toBe(`Îți trimitem banii înapoi: comanda ${number}`);
  expect(text).toContain("Biletele tale rămân valabile la intrare");
  expect(text).not.toMatch(/Intrare generală|Cuplu|FSC-/);
});

it("tells the buyer once of a refund that failed after its email had said that the money was on its way", async () => {
  const { orderId, paymentId } = await soldLines([{ quantity: 1, price: 7_700 }], { card: failsLate });
  await refund(orderId, { kind: "whole" });
  const asked = await told(orderId);
  expect(asked.text).toContain("Nu trebuie să faci nimic");
  await failAtProvider(paymentId);
  await settleRefunds(site, paymentId);
  const { subject, text, html, number } = await told(orderId);
  expect(subject).toBe(`Rambursarea nu a reușit: comanda ${number}`);
  for (const part of [text, html]) {
    expect(part).toContain(returnTexts.owed("77"));
    expect(part).not.toContain("Nu trebuie să faci nimic");
  }
  const letters = await db`SELECT FROM letters WHERE order_id = ${orderId} AND kind = 'payment_returned'`;
  expect(letters).toHaveLength(2);
});

import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openDoorStage } from "#test/support/door-stage.ts";
import { phoneRow } from "#test/support/gate-phone.ts";
import { takeGateRows } from "./take-gate-rows.server.ts";

const stage = await openDoorStage();
const { site, season } = stage;

/** What ends a ticket, and when: `at` is SQL. */
const endings: Record<string, (orderId: string, at: string) => string> = {
  void: (orderId, at) =>
    `UPDATE ticket_purchases SET status = 'refunded' WHERE order_id = '${orderId}'; ${refundOf(orderId, at)}`,
  suspended: (orderId, at) =>
    `UPDATE ticket_purchases SET suspended = 'dispute' WHERE order_id = '${orderId}'; ${paymentOf(orderId)}
     INSERT INTO disputes (id, order_id, session_id, amount, state, opened_at) VALUES ('dp_${orderId}', '${orderId}', 'cs_${orderId}', 100, 'open', ${at})`,
  given_back: (orderId, at) =>
    `UPDATE ticket_purchases SET share_returned_at = ${at} WHERE order_id = '${orderId}'`,
  cancelled: (orderId, at) =>
    `UPDATE ticket_purchases SET status = 'refunded' WHERE order_id = '${orderId}'; ${refundOf(orderId, at)};
     UPDATE events SET cancelled_at = ${at} WHERE id = (SELECT event_id FROM ticket_purchases WHERE order_id = '${orderId}')`,
};

const paymentOf = (orderId: string) =>
  `INSERT INTO checkout_attempts (order_id, no, expires_at, state, request, session_id, url) VALUES ('${orderId}', 1, now(), 'closed', '{}', 'cs_${orderId}', 'https://pay.example');
   INSERT INTO payments (session_id, order_id, payment_intent_id, amount, currency) VALUES ('cs_${orderId}', '${orderId}', 'pi_${orderId}', 11000, 'ron');`;
const refundOf = (orderId: string, at: string) =>
  `${paymentOf(orderId)} INSERT INTO refunds (id, order_id, session_id, amount, reason, created_at) VALUES ('${newId()}', '${orderId}', 'cs_${orderId}', 100, 'administrator', ${at})`;

const findingOf = async (finding: string, at: string) => {
  const eventId = await stage.night();
  const phone = await stage.phone(await stage.gate(eventId));
  const [ticket] = await stage.tickets(eventId);
  if (!ticket) throw new Error("no ticket");
  await season.client.query(endings[finding]?.(ticket.orderId, at) ?? "");
  const row = phoneRow(phone.keys, phone.device, { seq: 1, qr: ticket.qr, at: Date.now() - 60_000 });
  await takeGateRows(site, { device: phone.device, rows: [row] });
  expect(await stage.left(ticket.purchaseId)).toBe(0);
  return (await season.db`SELECT finding FROM gate_log WHERE device_id = ${phone.device}`)[0].finding;
};

it.each(Object.keys(endings))(
  "an entry that was written before its ticket ended has no finding, and one after it has: %s",
  async (finding) => {
    expect(await findingOf(finding, "now() - interval '30 seconds'")).toBeNull();
    expect(await findingOf(finding, "now() - interval '90 seconds'")).toBe(finding);
  },
);

import { expect, it } from "vitest";
import { openDoorStage } from "#test/support/door-stage.ts";
import { phoneAsk } from "#test/support/gate-phone.ts";
import { whyNot } from "#test/support/outcomes.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { orderName } from "#ticketing/orders/order-number.ts";
import { answerScan } from "./answer-scan.server.ts";
import { findDoorOrders } from "./door-orders-queries.server.ts";
import { reissueTicket } from "./reissue-ticket.server.ts";

const stage = await openDoorStage();
const { site, season, chief, gateStaff } = stage;

async function door(entries = 2) {
  const eventId = await stage.night();
  const phone = await stage.phone(await stage.gate(eventId));
  const [ticket] = await stage.tickets(eventId, { entries });
  if (!ticket) throw new Error("no ticket");
  let seq = 0;
  const scan = async (qr: string) => {
    seq += 1;
    const answer = await answerScan(site, phoneAsk(phone.keys, phone.device, { seq, qr }));
    return answer.ok ? answer.value.decision.verdict : answer.refusal.reason;
  };
  return { eventId, ticket, scan, asked: { actor: chief, eventId, purchaseId: ticket.purchaseId } };
}

it("the new code enters with what is left, the old one is replaced, a letter brings it, and the journal says who", async () => {
  const { ticket, scan, asked } = await door();
  expect(await scan(ticket.qr)).toBe("admitted");
  const made = await reissueTicket(site, asked);
  if (!made.ok) throw new Error(made.refusal.reason);
  expect(made.value.entriesLeft).toBe(1);
  expect([await scan(ticket.qr), await scan(made.value.qr), await scan(made.value.qr)]).toEqual([
    "replaced",
    "admitted",
    "used",
  ]);
  const letters =
    await season.db`SELECT recipient, purchase_id FROM letters WHERE order_id = ${ticket.orderId} AND dedupe_key LIKE 'reissue:%'`;
  expect(letters).toEqual([{ recipient: made.value.sentTo, purchase_id: ticket.purchaseId }]);
  const journal =
    await season.db`SELECT actor_id, after FROM journal WHERE what = 'ticket_reissued' AND subject_id = ${ticket.orderId}`;
  expect(journal).toEqual([{ actor_id: chief.userId, after: { purchaseId: ticket.purchaseId } }]);
});

it("the letter of a pass is that of a pass", async () => {
  const { eventId } = await door();
  const pass = await season.ticketType({ events: [eventId], family: "season_pass" });
  const { userId } = await season.person();
  const about = { userId, ticketTypeId: pass, events: [eventId], family: "season_pass" } as const;
  const { orderId, purchaseIds } = await paidOrder(season.client, about);
  const made = await reissueTicket(site, { actor: chief, eventId, purchaseId: purchaseIds[0] ?? "" });
  expect(made.ok).toBe(true);
  expect(
    await season.db`SELECT kind FROM letters WHERE order_id = ${orderId} AND dedupe_key LIKE 'reissue:%'`,
  ).toEqual([{ kind: "season_pass_confirmation" }]);
});

it("a ticket that ended, of another night, or of nobody is not made anew, and only who leads the door makes it", async () => {
  const { asked, ticket } = await door();
  const other = await door();
  expect(await whyNot(reissueTicket(site, { ...asked, eventId: other.eventId }))).toBe("missing");
  expect(await reissueTicket(site, { ...asked, purchaseId: "x" })).toMatchObject({ ok: false });
  expect(await whyNot(reissueTicket(site, { ...asked, actor: gateStaff }))).toBe("not_allowed");
  await season.db`UPDATE ticket_purchases SET suspended = 'dispute' WHERE id = ${ticket.purchaseId}`;
  expect(await whyNot(reissueTicket(site, asked))).toBe("not_valid");
  await season.db`UPDATE events SET cancelled_at = now() WHERE id = ${other.eventId}`;
  const ofCancelled = { actor: chief, eventId: other.eventId, purchaseId: other.ticket.purchaseId };
  expect(await whyNot(reissueTicket(site, ofCancelled))).toBe("not_valid");
});

it("a code is made anew only while people are let in: not weeks before, nor after the night or the type's last hour", async () => {
  for (const inDays of [60, 2, -2]) {
    const eventId = await stage.night(inDays);
    const [ticket] = await stage.tickets(eventId);
    const asked = { actor: chief, eventId, purchaseId: ticket?.purchaseId ?? "" };
    expect(await whyNot(reissueTicket(site, asked)), `${inDays}`).toBe("not_now");
    expect(
      await season.db`SELECT secret_version AS version FROM ticket_purchases WHERE id = ${asked.purchaseId}`,
    ).toEqual([{ version: 1 }]);
  }
  const { asked, eventId } = await door();
  await season.db`UPDATE events SET date = (now() AT TIME ZONE 'Europe/Bucharest' - interval '1 hour')::date, time = (now() AT TIME ZONE 'Europe/Bucharest' - interval '1 hour')::time WHERE id = ${eventId}`;
  await season.db`UPDATE tickets SET enter_until = (now() AT TIME ZONE 'Europe/Bucharest' - interval '5 minutes')::time WHERE id = (SELECT ticket_type_id FROM ticket_purchases WHERE id = ${asked.purchaseId})`;
  expect(await whyNot(reissueTicket(site, asked))).toBe("not_now");
});

it("a ticket is found by name without marks, address, code and order, in whatever form its number is said, on its own night only", async () => {
  const { eventId, ticket } = await door();
  const other = await door();
  await season.db`UPDATE ticket_purchases SET holder_name = 'Tudorică Olimpia' WHERE id = ${ticket.purchaseId}`;
  const find = async (text: string, night = eventId) =>
    (await site.database.withDuty("deliver", (sql) => findDoorOrders(sql, night, { text, most: 9 }))).map(
      ({ id }) => id,
    );
  const rows =
    await season.db`SELECT u.contact, o.number FROM orders o JOIN profiles u ON u.id = o.user_id WHERE o.id = ${ticket.orderId}`;
  for (const text of ["olimpia TUDORICA", ticket.label, rows[0].contact, String(rows[0].number)])
    expect(await find(text), text).toContain(ticket.purchaseId);
  const said = String(rows[0].number);
  for (const text of [orderName(rows[0].number), `#${said}`, `nr. ${said}`])
    expect(await find(text), text).toEqual([ticket.purchaseId]);
  const [namesake] = await stage.tickets(eventId);
  await season.db`UPDATE ticket_purchases SET holder_name = ${`Abel ${said}`} WHERE id = ${namesake?.purchaseId}`;
  expect(await find(said), "the order itself stands first").toEqual([
    ticket.purchaseId,
    namesake?.purchaseId,
  ]);
  const address = String(rows[0].contact);
  expect(await find(` ${address.toUpperCase()} `)).toContain(ticket.purchaseId);
  for (const part of [address.slice(1), address.slice(0, -1), address.split("@")[0] ?? "", "@", "exemplu.ro"])
    expect(await find(part), part).toEqual([]);
  expect(await find("tudorica", other.eventId)).toEqual([]);
  expect(await find("%")).toEqual([]);
});

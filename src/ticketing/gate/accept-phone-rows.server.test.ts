import { expect, it } from "vitest";
import { openDoorStage } from "#test/support/door-stage.ts";
import { phoneRow } from "#test/support/gate-phone.ts";
import { untilWaiting } from "#test/support/until-waiting.ts";
import { doorInvariants } from "#ticketing/reports/door-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { acceptPhoneRows } from "./accept-phone-rows.server.ts";
import { stopPhone } from "./stop-phone.server.ts";
import { takeGateRows } from "./take-gate-rows.server.ts";

const stage = await openDoorStage();
const { site, season, chief, gateStaff } = stage;
const holds = async () => expect(await findViolations(season.client, doorInvariants)).toEqual([]);

async function stoppedPhone() {
  const eventId = await stage.night();
  const phone = await stage.phone(await stage.gate(eventId));
  const [first] = await stage.tickets(eventId);
  const [second] = await stage.tickets(eventId);
  if (!first || !second) throw new Error("no tickets");
  await stopPhone(site, { actor: chief, deviceId: phone.device });
  const send = (seq: number, about: Partial<Parameters<typeof phoneRow>[2]>) =>
    takeGateRows(site, {
      device: phone.device,
      rows: [phoneRow(phone.keys, phone.device, { seq, ...about })],
    });
  return { eventId, phone, first, second, send };
}

it("rows of a stopped phone count once the chief accepts them, those that come later too, and the journal says who", async () => {
  const { eventId, phone, first, second, send } = await stoppedPhone();
  await send(1, { qr: first.qr });
  await send(2, { qr: first.qr, entries: 1 });
  await send(3, { kind: "undo", entries: 0, reason: "mistake", undoes: { device: phone.device, seq: 2 } });
  expect(await stage.left(first.purchaseId)).toBe(1);
  expect(await acceptPhoneRows(site, { actor: chief, deviceId: phone.device })).toMatchObject({ value: 3 });
  expect(await stage.left(first.purchaseId)).toBe(0);
  await send(4, { qr: second.qr });
  expect(await stage.left(second.purchaseId)).toBe(0);
  expect(await acceptPhoneRows(site, { actor: chief, deviceId: phone.device })).toMatchObject({ value: 0 });
  const rows =
    await season.db`SELECT actor_id, after FROM journal WHERE what = 'phone_rows_accepted' AND subject_id = ${eventId}`;
  expect(rows).toEqual([{ actor_id: chief.userId, after: { name: "A1", rows: 3 } }]);
  await holds();
});

it("rows that wait are accepted whatever moved their ticket's or name's counter before (one kind: a phone that can never be accepted)", async () => {
  const { eventId, phone, first, send } = await stoppedPhone();
  const undo = (seq: number, of: number) =>
    send(seq, { kind: "undo", entries: 0, reason: "mistake", undoes: { device: phone.device, seq: of } });
  await send(1, { qr: first.qr });
  // the counter is another than the rows say, as after a name was taken off its list and put back
  await season.db`UPDATE ticket_purchases SET entries_remaining = 0 WHERE id = ${first.purchaseId}`;
  await undo(2, 1);
  const accept = () => acceptPhoneRows(site, { actor: chief, deviceId: phone.device });
  expect(await accept()).toMatchObject({ value: 2 });
  expect(await stage.left(first.purchaseId)).toBe(1);
  // a row that moved the counter itself may move it again when it is accepted
  const other = await stage.phone(await stage.gate(eventId));
  await season.db`INSERT INTO admissions (id, device_id, nonce, phone_seq, purchase_id, verdict, entries, entries_left, operator_id)
    VALUES (gen_random_uuid(), ${other.device}, 'row 1', 1, ${first.purchaseId}, 'used', 0, 0, ${chief.userId})`;
  await stopPhone(site, { actor: chief, deviceId: other.device });
  await takeGateRows(site, {
    device: other.device,
    rows: [phoneRow(other.keys, other.device, { seq: 1, qr: first.qr })],
  });
  expect(await acceptPhoneRows(site, { actor: chief, deviceId: other.device })).toMatchObject({ value: 1 });
  expect(await stage.left(first.purchaseId)).toBe(0);
});

it("a phone that was not stopped has nothing to accept, and only who leads the door accepts", async () => {
  const eventId = await stage.night();
  const phone = await stage.phone(await stage.gate(eventId));
  const asked = { actor: chief, deviceId: phone.device };
  expect(await acceptPhoneRows(site, asked)).toMatchObject({ refusal: { reason: "missing" } });
  expect(await acceptPhoneRows(site, { ...asked, deviceId: "none" })).toMatchObject({ ok: false });
  expect(await acceptPhoneRows(site, { ...asked, actor: gateStaff })).toMatchObject({
    refusal: { reason: "not_allowed" },
  });
});

it("the database lets a row of a stopped phone begin to count, and nothing else of a row change", async () => {
  const { phone, first, send } = await stoppedPhone();
  await send(1, { qr: first.qr });
  const change = (set: string) =>
    season.client.query(`UPDATE gate_log SET ${set} WHERE device_id = $1`, [phone.device]);
  await expect(change("is_counted = true, entries = 9")).rejects.toThrow("never changed");
  await expect(change("signed_text = 'x'")).rejects.toThrow("never changed");
  await change("is_counted = true");
  await expect(change("is_counted = false")).rejects.toThrow("never changed");
});

it("the database lets no row begin to count that would not if its phone had never been stopped", async () => {
  const { phone, second, send } = await stoppedPhone();
  const other = await stage.tickets(await stage.night());
  const undoes = { device: (await stoppedPhone()).phone.device, seq: 1 };
  await send(1, { qr: other[0]?.qr ?? "" });
  await send(2, { qr: "none of ours" });
  await send(3, { kind: "undo", entries: 0, reason: "mistake", undoes });
  await send(4, { qr: second.qr });
  await send(4, { qr: second.qr, entries: 2 });
  const rows =
    await season.db`SELECT seq, digest, finding FROM gate_log WHERE device_id = ${phone.device} AND finding <> 'revoked' ORDER BY seq`;
  expect(rows.map((row) => row.finding)).toEqual(["elsewhere", "unproven", "elsewhere", "same_number"]);
  for (const { digest } of rows)
    await expect(
      season.client.query("UPDATE gate_log SET is_counted = true WHERE digest = $1", [digest]),
    ).rejects.toThrow("never changed");
});

it("rows count that are stored while the chief accepts the phone in the middle of its upload", async () => {
  const { phone, first, second } = await stoppedPhone();
  const rows = [first, second].map(({ qr }, at) => phoneRow(phone.keys, phone.device, { seq: at + 1, qr }));
  const running = await site.database.withDuty("admit", async (sql) => {
    await sql.query("SELECT FROM ticket_purchases WHERE id = $1 FOR UPDATE", [second.purchaseId]);
    const uploaded = takeGateRows(site, { device: phone.device, rows });
    await untilWaiting(season.client, 1);
    const accepted = acceptPhoneRows(site, { actor: chief, deviceId: phone.device });
    await Promise.race([accepted, untilWaiting(season.client, 2)]);
    return [uploaded, accepted];
  });
  await Promise.all(running);
  expect([await stage.left(first.purchaseId), await stage.left(second.purchaseId)]).toEqual([0, 0]);
});

it("a row that is repeated in one upload is stored once and costs no transaction more", async () => {
  const eventId = await stage.night();
  const phone = await stage.phone(await stage.gate(eventId));
  const [ticket] = await stage.tickets(eventId);
  let transactions = 0;
  const database: typeof site.database = Object.create(site.database, {
    withDuty: {
      value: (...args: Parameters<typeof site.database.withDuty>) => {
        transactions++;
        return site.database.withDuty(...args);
      },
    },
  });
  const upload = async (times: number, seq: number) => {
    transactions = 0;
    const row = phoneRow(phone.keys, phone.device, { seq, qr: ticket?.qr ?? "" });
    const rows = Array.from({ length: times }, () => row);
    const taken = await takeGateRows({ ...site, database }, { device: phone.device, rows });
    expect(taken).toMatchObject({ value: { rows: rows.map(() => ({ seq, answer: "kept" })) } });
    return transactions;
  };
  expect(await upload(9, 1)).toBe(await upload(1, 2));
});

import { expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { dayOf } from "#kernel/time.ts";
import { openDoorStage } from "#test/support/door-stage.ts";
import { phoneRow } from "#test/support/gate-phone.ts";
import { findLastEntry } from "./admission-store.server.ts";
import { countInside, listBoardGates } from "./door-board-queries.server.ts";
import {
  countNightByQuarter,
  countNightTickets,
  listGivenAddOns,
  listNightEntries,
  listPhoneExceptions,
  listUndoRows,
} from "./door-night-queries.server.ts";
import { setAsideForDoor } from "./set-aside-for-door.server.ts";
import { stopPhone } from "./stop-phone.server.ts";
import { takeGateRows } from "./take-gate-rows.server.ts";

const stage = await openDoorStage();
const { site, season, chief } = stage;
const read = <T>(work: Parameters<typeof site.database.readAs<T>>[1]) => site.database.readAs(chief, work);

it("after a night its entries by tickets and sales, what nobody used, and what each phone undid and the chief let in are told", async () => {
  const eventId = await stage.night();
  const gateId = await stage.gate(eventId);
  const phone = await stage.phone(gateId, "Radu M.");
  const idle = await stage.phone(gateId, "Mara D.");
  const [one] = await stage.tickets(eventId, { entries: 2 });
  const [two] = await stage.tickets(eventId, { entries: 2 });
  const type = await season.ticketType({ events: [eventId], price: 100 });
  await setAsideForDoor(site, {
    actor: chief,
    eventId,
    deviceId: phone.device,
    ticketTypeId: type,
    quantity: 5,
  });
  const row = (
    seq: number,
    about: Parameters<typeof phoneRow>[2] extends infer Row ? Omit<Row, "seq"> : never,
  ) => phoneRow(phone.keys, phone.device, { ...about, seq });
  const undo = (seq: number, of: number, reason: "mistake" | "other") =>
    row(seq, { kind: "undo", entries: 0, undoes: { device: phone.device, seq: of }, reason });
  const sale = (seq: number) =>
    row(seq, { kind: "sale", sale: { type, quantity: 1, bani: 100, means: "cash", receipt: "0042" } });
  await takeGateRows(site, {
    device: phone.device,
    rows: [
      row(1, { qr: one?.qr ?? "", entries: 2 }),
      row(2, { qr: two?.qr ?? "", mode: "override" }),
      sale(3),
      sale(4),
      undo(5, 4, "mistake"),
      undo(6, 1, "other"),
    ],
  });
  const quarters = await read((sql) => countNightByQuarter(sql, eventId));
  expect(quarters.reduce((n, { entered }) => n + entered, 0)).toBe(2);
  const entry = { phoneName: "Radu M.", people: 1, reason: null, chiefName: null };
  expect(await read((sql) => listNightEntries(sql, eventId))).toMatchObject([
    { ...entry, by: "ticket", label: expect.stringMatching(/^FSC-/), mode: "override" },
    { ...entry, by: "sale", label: null, receipt: "0042" },
  ]);
  expect(await read((sql) => listUndoRows(sql, eventId))).toMatchObject([
    {
      phoneName: "Radu M.",
      reason: "mistake",
      by: "sale",
      label: null,
      people: 1,
      paid: { bani: 100, means: "cash" },
    },
    { phoneName: "Radu M.", reason: "other", by: "ticket", label: one?.label, people: 2, paid: null },
  ]);
  expect(await read((sql) => countNightTickets(sql, eventId))).toEqual({ came: 1, awaited: 3 });
  expect(await read((sql) => listPhoneExceptions(sql, eventId))).toEqual([
    {
      phoneId: phone.device,
      phoneName: "Radu M.",
      gateName: expect.any(String),
      admitted: 2,
      overrides: 1,
      undos: { mistake: 1, not_entered: 0, other: 1 },
    },
    expect.objectContaining({ phoneId: idle.device, admitted: 0, overrides: 0 }),
  ]);
  expect(await read((sql) => listBoardGates(sql, eventId))).toMatchObject([
    { entered: 2, lastQuarter: 2, beforeSilence: 2 },
  ]);
});

it("no add-on that a door handed out or sold is missing after a night or is a person, and one that was taken back is nowhere", async () => {
  const eventId = await stage.night();
  const phone = await stage.phone(await stage.gate(eventId));
  const parking = await season.ticketType({ events: [eventId], title: "Parcare", entries: 0 });
  const [given] = await stage.tickets(eventId, { typeId: parking, entries: 0 });
  const [back] = await stage.tickets(eventId, { typeId: parking, entries: 0 });
  const [ticket] = await stage.tickets(eventId);
  const { device } = phone;
  await setAsideForDoor(site, {
    actor: chief,
    eventId,
    deviceId: device,
    ticketTypeId: parking,
    quantity: 5,
  });
  const row = (about: Parameters<typeof phoneRow>[2]) => phoneRow(phone.keys, device, about);
  const sale = { type: parking, quantity: 2, bani: 22_000, means: "cash", receipt: null } as const;
  await takeGateRows(site, {
    device,
    rows: [
      row({ seq: 1, qr: given?.qr ?? "" }),
      row({ seq: 2, qr: ticket?.qr ?? "" }),
      row({ seq: 3, qr: back?.qr ?? "" }),
      row({ seq: 4, kind: "undo", entries: 0, reason: "mistake", undoes: { device, seq: 3 } }),
      row({ seq: 5, kind: "sale", entries: 0, sale }),
    ],
  });
  const entries = await read((sql) => listNightEntries(sql, eventId));
  expect(entries.map(({ by, label, people }) => [by, label, people]).sort()).toEqual([
    ["add_on", null, 2],
    ["add_on", given?.label, 1],
    ["ticket", ticket?.label, 1],
  ]);
  expect(await read((sql) => listGivenAddOns(sql, eventId))).toEqual([{ typeName: "Parcare", given: 3 }]);
  expect(await read((sql) => countInside(sql, eventId))).toMatchObject({ entered: 1, lastQuarter: 1 });
});

it("people who came before their night was moved count at their hour, and not at its new beginning", async () => {
  const eventId = await stage.night();
  const phone = await stage.phone(await stage.gate(eventId));
  await season.db`UPDATE gate_devices SET enrolled_at = now() - interval '1 hour' WHERE id = ${phone.device}`;
  const [ticket] = await stage.tickets(eventId);
  const row = phoneRow(phone.keys, phone.device, { seq: 1, qr: ticket?.qr ?? "" });
  await takeGateRows(site, { device: phone.device, rows: [row] });
  const before = await read((sql) => countNightByQuarter(sql, eventId));
  expect(before).toMatchObject([{ entered: 1 }]);
  await season.db`UPDATE events SET date = date + 9 WHERE id = ${eventId}`;
  expect(await read((sql) => countNightByQuarter(sql, eventId))).toEqual(before);
});

it("somebody let in without network counts at the hour of the scan, on every screen, and never later than the row came", async () => {
  const [scanned, now] = [Date.now() - 40 * 60_000, Date.now()];
  // a night without an hour begins at midnight, and the scan is no earlier
  const eventId = await stage.night(dayOf(new Date(scanned)) === dayOf(new Date(now)) ? 0 : -1);
  const phone = await stage.phone(await stage.gate(eventId));
  const [early, ahead] = [...(await stage.tickets(eventId)), ...(await stage.tickets(eventId))];
  await takeGateRows(site, {
    device: phone.device,
    rows: [
      phoneRow(phone.keys, phone.device, { seq: 1, qr: early?.qr ?? "", at: scanned }),
      phoneRow(phone.keys, phone.device, { seq: 2, qr: ahead?.qr ?? "", at: now + 3 * 60_000 }),
    ],
  });
  const quarter = 15 * 60_000;
  expect((await read((sql) => countNightByQuarter(sql, eventId)))[0]).toEqual({
    from: new Date(Math.floor(scanned / quarter) * quarter),
    entered: 1,
  });
  expect(await read((sql) => countInside(sql, eventId))).toMatchObject({ entered: 2, lastQuarter: 1 });
  expect(await read((sql) => listBoardGates(sql, eventId))).toMatchObject([{ entered: 2, lastQuarter: 1 }]);
  const times = (await read((sql) => listNightEntries(sql, eventId))).map(({ at }) => at.getTime());
  expect(times[0]).toBe(scanned);
  expect(times[1]).toBeLessThan(now + 3 * 60_000);
  const subject = { column: "purchase_id", id: early?.purchaseId as Uuid } as const;
  const last = await site.database.withDuty("admit", (sql) => findLastEntry(sql, subject));
  expect(last?.at.getTime()).toBe(scanned);
});

it("a refusal names the newest entry, the chief's and one without network, too, but none that was undone", async () => {
  const eventId = await stage.night();
  const [gate, other] = [await stage.gate(eventId), await stage.gate(eventId)];
  const [phone, there] = [await stage.phone(gate), await stage.phone(other)];
  const [ticket] = await stage.tickets(eventId);
  const now = Date.now();
  const entry = (at: number, seq: number) => ({ seq, qr: ticket?.qr ?? "", at, mode: "override" as const });
  await takeGateRows(site, {
    device: phone.device,
    rows: [phoneRow(phone.keys, phone.device, entry(now - 30 * 60_000, 1))],
  });
  await takeGateRows(site, {
    device: there.device,
    rows: [
      phoneRow(there.keys, there.device, entry(now - 20 * 60_000, 1)),
      phoneRow(there.keys, there.device, entry(now - 60_000, 2)),
      phoneRow(there.keys, there.device, {
        seq: 3,
        kind: "undo",
        entries: 0,
        undoes: { device: there.device, seq: 2 },
        reason: "mistake",
      }),
    ],
  });
  const subject = { column: "purchase_id", id: ticket?.purchaseId as Uuid } as const;
  const last = await site.database.withDuty("admit", (sql) => findLastEntry(sql, subject));
  const { rows: gates } = await season.client.query("SELECT name FROM gates WHERE id = $1", [other]);
  expect(last).toEqual({ at: new Date(now - 20 * 60_000), gateName: gates[0]?.name });
});

it("a stopped phone whose page goes on calling is no newer sign of life of its gate", async () => {
  const eventId = await stage.night();
  const gate = await stage.gate(eventId);
  const [stopped, silent] = [await stage.phone(gate), await stage.phone(gate)];
  await stopPhone(site, { actor: chief, deviceId: stopped.device });
  const { rows } = await season.client.query<{ id: string; at: Date }>(
    `UPDATE gate_devices SET seen_at = now() + CASE WHEN id = $2 THEN interval '2 minutes' ELSE interval '1 minute' END
     WHERE id = ANY ($1) RETURNING id, seen_at AS at`,
    [[stopped.device, silent.device], stopped.device],
  );
  expect((await read((sql) => listBoardGates(sql, eventId)))[0]?.seenAt).toEqual(
    rows.find(({ id }) => id === silent.device)?.at,
  );
});

it("nobody is told as let in by the chief whose entry was undone", async () => {
  const eventId = await stage.night();
  const phone = await stage.phone(await stage.gate(eventId));
  const tickets = await stage.tickets(eventId, { quantity: 2 });
  const row = (about: Parameters<typeof phoneRow>[2]) => phoneRow(phone.keys, phone.device, about);
  await takeGateRows(site, {
    device: phone.device,
    rows: [
      row({ seq: 1, qr: tickets[0]?.qr ?? "", mode: "override" }),
      row({ seq: 2, qr: tickets[1]?.qr ?? tickets[0]?.qr ?? "", mode: "override" }),
      row({ seq: 3, kind: "undo", entries: 0, reason: "mistake", undoes: { device: phone.device, seq: 1 } }),
    ],
  });
  expect(await read((sql) => listPhoneExceptions(sql, eventId))).toMatchObject([{ overrides: 1 }]);
});

it("a row under a number that the phone had used is no second exception of the night", async () => {
  const eventId = await stage.night();
  const phone = await stage.phone(await stage.gate(eventId));
  const [ticket] = await stage.tickets(eventId);
  const undo = (reason: "mistake" | "other") =>
    phoneRow(phone.keys, phone.device, {
      seq: 2,
      kind: "undo",
      entries: 0,
      reason,
      undoes: { device: phone.device, seq: 1 },
    });
  const admit = phoneRow(phone.keys, phone.device, { seq: 1, qr: ticket?.qr ?? "" });
  await takeGateRows(site, { device: phone.device, rows: [admit, undo("mistake"), undo("other")] });
  expect(await read((sql) => listPhoneExceptions(sql, eventId))).toMatchObject([
    { admitted: 0, undos: { mistake: 1, other: 0 } },
  ]);
});

it("nobody is missing after a night for an add-on, nor for the share of a pass that was given back", async () => {
  const eventId = await stage.night();
  const addOn = await season.ticketType({ events: [eventId], entries: 0 });
  await stage.tickets(eventId, { typeId: addOn, entries: 0 });
  const [given] = await stage.tickets(eventId);
  await stage.tickets(eventId);
  await season.db`UPDATE ticket_purchases SET share_returned_at = now() WHERE id = ${given?.purchaseId}`;
  expect(await read((sql) => countNightTickets(sql, eventId))).toEqual({ came: 0, awaited: 1 });
});

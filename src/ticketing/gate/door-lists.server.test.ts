import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { refused } from "#kernel/outcome.ts";
import { openDoorStage, type StagePhone } from "#test/support/door-stage.ts";
import { phoneAsk, phoneRow } from "#test/support/gate-phone.ts";
import { shownCode } from "#test/support/shown-code.ts";
import { addGuests } from "#ticketing/guest-lists/add-guests.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { durations } from "#ticketing/limits.ts";
import { admitEntry } from "./admit-entry.server.ts";
import { answerScan } from "./answer-scan.server.ts";
import {
  countInside,
  listBoardGates,
  listDoubleEntries,
  listFoundRows,
  listOverrides,
  listUnknownCodes,
} from "./door-board-queries.server.ts";
import { listPhoneExceptions } from "./door-night-queries.server.ts";
import { markCleared } from "./mark-cleared.server.ts";
import { takeGateRows } from "./take-gate-rows.server.ts";

const stage = await openDoorStage();
const { site, chief, gateStaff, season } = stage;

/** As the chief's own role reads it. */
const read = <T>(query: Parameters<typeof site.database.readAs<T>>[1]) => site.database.readAs(chief, query);
type About = Parameters<typeof phoneRow>[2];
const send = ({ device, keys }: StagePhone, ...rows: About[]) =>
  takeGateRows(site, { device, rows: rows.map((about) => phoneRow(keys, device, about)) });

/** A night with two gates, a phone at each. */
async function twoGates() {
  const eventId = await stage.night();
  const gates = [
    await stage.gate(eventId, { name: "Poarta A" }),
    await stage.gate(eventId, { name: "Poarta B" }),
  ];
  const [a, b] = [await stage.phone(gates[0] as Uuid, "A1"), await stage.phone(gates[1] as Uuid, "B1")];
  return { eventId, a, b };
}

it("the gates' figures and what was typed on the staff's page are together those who came in, and an add-on is nobody", async () => {
  const { eventId, a, b } = await twoGates();
  const towel = await season.ticketType({ events: [eventId], entries: 0 });
  const [group] = await stage.tickets(eventId, { entries: 9 });
  const [parking] = await stage.tickets(eventId, { typeId: towel, entries: 0 });
  const qr = group?.qr ?? "";
  await send(a, { seq: 1, qr, entries: 2 }, { seq: 2, qr: parking?.qr ?? "" });
  await send(b, { seq: 1, qr });
  // answered, and its row is not here yet
  await answerScan(site, phoneAsk(b.keys, b.device, { seq: 2, qr, entries: 3 }));
  await admitEntry(site, { ...shownCode(gateStaff, eventId, qr), nonce: newId() });
  const gates = await read((sql) => listBoardGates(sql, eventId));
  expect(gates.map(({ name, entered, lastQuarter }) => [name, entered, lastQuarter])).toEqual([
    ["Poarta A", 2, 2],
    ["Poarta B", 4, 4],
  ]);
  expect(await read((sql) => countInside(sql, eventId))).toMatchObject({ entered: 7 });
  const phones = await read((sql) => listPhoneExceptions(sql, eventId));
  expect(phones.map(({ phoneName, admitted }) => [phoneName, admitted])).toEqual([
    ["A1", 2],
    ["B1", 4],
  ]);
});

it("a guest's name with more people than places stands among the doubles with name, list and both gates until it is cleared up", async () => {
  const { eventId, a, b } = await twoGates();
  const actor = await season.person("admin");
  const form = { name: "Presă", quota: null };
  const list = await saveGuestList(site, { actor, eventId, listId: null, form });
  if (!list.ok) throw new Error(list.refusal.reason);
  const guests = [{ name: "Vera Stan", places: 2, note: null }];
  await addGuests(site, { actor, eventId, listId: list.value, guests });
  const [{ id: guest }] = await season.db`SELECT id FROM listed_guests WHERE event_id = ${eventId}`;
  const both = { seq: 1, kind: "guest", guest, entries: 2 } as const;
  await send(a, both);
  expect(await read((sql) => listDoubleEntries(sql, eventId))).toEqual([]);
  await send(b, both);
  const [double] = await read((sql) => listDoubleEntries(sql, eventId));
  expect(double).toMatchObject({
    purchaseId: null,
    guestId: guest,
    label: "Vera Stan",
    typeName: "Presă",
    entriesTotal: 2,
    entered: 4,
    mark: null,
    rows: [{ gateName: "Poarta A" }, { gateName: "Poarta B" }],
  });
  expect(await read((sql) => listFoundRows(sql, eventId, 10))).toEqual([]);
  const mark = (entered: number) =>
    markCleared(site, { actor: chief, eventId, subject: guest, entered, word: "au venit cu însoțitori" });
  expect(await mark(3)).toEqual(refused({ reason: "changed" }));
  expect([await mark(4), await mark(4)]).toMatchObject([{ ok: true }, { ok: true }]);
  const [cleared] = await read((sql) => listDoubleEntries(sql, eventId));
  expect(cleared?.mark).toMatchObject({ word: "au venit cu însoțitori", by: chief.userId });
  const journal =
    await season.db`SELECT after FROM journal WHERE subject_id = ${eventId} AND what = 'double_marked'`;
  expect(JSON.stringify(journal)).not.toContain("Vera");
});

it("every row with a finding can be cleared up, once, by the person who leads the door", async () => {
  const { eventId, a } = await twoGates();
  const other = (await twoGates()).eventId;
  await send(a, { seq: 1 }, { seq: 2, kind: "refuse", entries: 0 });
  const [found, ...more] = await read((sql) => listFoundRows(sql, eventId, 10));
  expect([found?.mark, more]).toEqual([null, []]);
  const of = found?.digest ?? "";
  const [{ digest: plain }] =
    await season.db`SELECT digest FROM gate_log WHERE device_id = ${a.device} AND seq = 2`;
  const mark = (about: Partial<Parameters<typeof markCleared>[1]> = {}) =>
    markCleared(site, { actor: chief, eventId, subject: of, entered: null, word: "e în regulă", ...about });
  expect(await mark({ actor: gateStaff })).toMatchObject(refused({ reason: "not_allowed" }));
  for (const wrong of [
    { subject: plain },
    { subject: "f".repeat(64) },
    { subject: "\0" },
    { eventId: other },
    { entered: 1 },
  ])
    expect(await mark(wrong), JSON.stringify(wrong)).toMatchObject(refused({ reason: "missing" }));
  expect([await mark(), await mark({ word: "alt cuvânt" })]).toMatchObject([{ ok: true }, { ok: true }]);
  const [cleared] = await read((sql) => listFoundRows(sql, eventId, 10));
  expect(cleared?.mark).toMatchObject({ word: "e în regulă", by: chief.userId });
});

it("no finding says of an undo, an add-on or an undone entry that a person is counted", async () => {
  const { eventId, a, b } = await twoGates();
  const towel = await season.ticketType({ events: [eventId], entries: 0 });
  const [kept] = await stage.tickets(eventId);
  const [gone] = await stage.tickets(eventId);
  const [thing] = await stage.tickets(eventId, { typeId: towel, entries: 0 });
  await season.client.query("UPDATE ticket_purchases SET suspended = 'refund' WHERE event_id = $1", [
    eventId,
  ]);
  const undo = (seq: number, undone: StagePhone, of: number) =>
    ({
      seq,
      kind: "undo",
      entries: 0,
      reason: "mistake",
      undoes: { device: undone.device, seq: of },
    }) as const;
  await send(
    a,
    { seq: 1, qr: kept?.qr ?? "" },
    { seq: 2, qr: gone?.qr ?? "" },
    { seq: 3, qr: thing?.qr ?? "" },
    undo(4, a, 2),
    { seq: 5 },
  );
  // of another phone, which is not the chief's, so it undoes nothing
  await send(b, undo(1, a, 1));
  const found = await read((sql) => listFoundRows(sql, eventId, 10));
  expect(found.map(({ phoneName, finding, counts }) => `${phoneName} ${finding} ${counts}`).sort()).toEqual([
    "A1 suspended add_on",
    "A1 suspended person",
    "A1 suspended undone",
    "A1 unproven nothing",
    "B1 late_undo nothing",
  ]);
  const [person] = await stage.tickets(eventId);
  await season.db`UPDATE ticket_purchases SET suspended = 'refund' WHERE id = ${person?.purchaseId}`;
  await send(a, { seq: 6, qr: person?.qr ?? "" });
  expect(await read((sql) => listFoundRows(sql, eventId, 1))).toMatchObject([{ counts: "person" }]);
});

it("codes that are none of ours are listed with how often each was shown; forged ones of the last minutes are counted apart", async () => {
  const { eventId, a, b } = await twoGates();
  const refusal = (seq: number, reason: "forged" | "foreign" | null, code: string) =>
    ({ seq, kind: "refuse", entries: 0, reason, code: code.repeat(64) }) as About;
  await send(a, refusal(1, "forged", "a"), refusal(2, "foreign", "b"), refusal(3, null, "c"));
  await season.client.query(
    `ALTER TABLE gate_log DISABLE TRIGGER gate_log_is_append_only;
     UPDATE gate_log SET received_at = received_at - make_interval(secs => ${durations.forgedCodes + 1}) WHERE event_id = '${eventId}';
     ALTER TABLE gate_log ENABLE TRIGGER gate_log_is_append_only`,
  );
  await send(b, refusal(1, "forged", "a"), refusal(2, "forged", "d"));
  const codes = await read((sql) => listUnknownCodes(sql, eventId, 3));
  expect(codes.map(({ gateName, seq, reason, times }) => [gateName, seq, reason, times])).toEqual([
    ["Poarta B", 2, "forged", 1],
    ["Poarta B", 1, "forged", 2],
    ["Poarta A", 2, "foreign", 1],
  ]);
  expect(codes[0]).toMatchObject({ inAll: 4, forgedLately: 2 });
  expect(await read((sql) => listFoundRows(sql, eventId, 10))).toEqual([]);
});

it("what one phone writes, however much, hides no finding, unknown code or chief's admission of another phone, nor findings of its own of another kind", async () => {
  const { eventId, a, b } = await twoGates();
  const [group] = await stage.tickets(eventId, { entries: 9 });
  const override = { mode: "override", reason: "other", qr: group?.qr ?? "" } as const;
  const unknown = { kind: "refuse", entries: 0, reason: "foreign" } as const;
  await send(b, { seq: 1 }, { seq: 2, ...override }, { seq: 3, ...unknown });
  await send(a, { seq: 1, ...override }, { seq: 2, ...override }, { seq: 3, ...unknown });
  for (const seq of [4, 6, 8, 10]) await send(a, { seq }, { seq: seq + 1, ...unknown });
  const lists = await read(async (sql) => ({
    found: await listFoundRows(sql, eventId, 4),
    unknown: await listUnknownCodes(sql, eventId, 3),
    overrides: await listOverrides(sql, eventId, 2),
  }));
  expect(lists.found.map(({ phoneName, finding }) => [phoneName, finding])).toEqual([
    ["A1", "unproven"],
    ["A1", "no_chief"],
    ["B1", "no_chief"],
    ["B1", "unproven"],
  ]);
  expect(lists.unknown.map(({ phoneName, seq, inAll }) => [phoneName, seq, inAll])).toEqual([
    ["A1", 11, 6],
    ["A1", 9, 6],
    ["B1", 3, 6],
  ]);
  expect(lists.overrides.map(({ phoneName, seq }) => [phoneName, seq])).toEqual([
    ["A1", 2],
    ["B1", 2],
  ]);
});

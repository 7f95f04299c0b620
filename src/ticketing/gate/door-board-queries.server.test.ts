import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openDoorStage } from "#test/support/door-stage.ts";
import { phoneAsk, phoneRow } from "#test/support/gate-phone.ts";
import { noting } from "#test/support/recorded-statements.ts";
import { shownCode } from "#test/support/shown-code.ts";
import { limits } from "#ticketing/limits.ts";
import { admitEntry } from "./admit-entry.server.ts";
import { answerScan } from "./answer-scan.server.ts";
import {
  countInside,
  listBoardGates,
  listBoardPhones,
  listDoubleEntries,
  listFoundRows,
  listOverrides,
  listUnknownCodes,
} from "./door-board-queries.server.ts";
import { listNightEntries } from "./door-night-queries.server.ts";
import { readNightChiefs } from "./night-chief-queries.server.ts";
import { stopPhone } from "./stop-phone.server.ts";
import { takeBeat } from "./take-beat.server.ts";
import { takeGateRows } from "./take-gate-rows.server.ts";

const stage = await openDoorStage();
const { site, chief, gateStaff, season } = stage;

/** As the chief's own role reads it. */
const read = <T>(query: Parameters<typeof site.database.readAs<T>>[1]) => site.database.readAs(chief, query);

it("counts who is inside by every way in, and lists each entry of a ticket with too many, to the chief's role", async () => {
  const eventId = await stage.night();
  const gateId = await stage.gate(eventId, { name: "Poarta A" });
  const phone = await stage.phone(gateId, "A1");
  const [ticket, other] = [
    ...(await stage.tickets(eventId)),
    ...(await stage.tickets(eventId, { entries: 3 })),
  ];
  if (!ticket || !other) throw new Error("no ticket");
  const typed = shownCode(gateStaff, eventId, ticket.qr);
  await admitEntry(site, typed);
  const row = (about: Parameters<typeof phoneRow>[2]) => phoneRow(phone.keys, phone.device, about);
  await takeGateRows(site, {
    device: phone.device,
    rows: [
      row({ seq: 1, qr: ticket.qr }),
      row({ seq: 2, qr: other.qr, entries: 2 }),
      row({ seq: 3, qr: other.qr }),
      row({ seq: 4, kind: "undo", entries: 0, reason: "mistake", undoes: { device: phone.device, seq: 3 } }),
      row({ seq: 5, kind: "exit", qr: other.qr }),
    ],
  });
  await answerScan(site, phoneAsk(phone.keys, phone.device, { seq: 6, qr: other.qr, stamp: false }));
  await season.db`UPDATE stock_counters SET capacity = 777 WHERE id = ${eventId}`;
  expect(await read((sql) => countInside(sql, eventId))).toMatchObject({
    entered: 5,
    outside: 1,
    capacity: 777,
  });
  const journal = await read((sql) => listNightEntries(sql, eventId));
  expect(journal.map(({ by, phoneName, mode, people }) => [by, phoneName, mode, people])).toEqual(
    expect.arrayContaining([
      ["ticket", null, null, 1],
      ["ticket", "A1", "offline", 1],
      ["ticket", "A1", "offline", 2],
      ["ticket", "A1", "online", 1],
    ]),
  );
  expect(journal.reduce((n, { people }) => n + people, 0)).toBe(5);
  const [double, ...more] = await read((sql) => listDoubleEntries(sql, eventId));
  expect(more).toEqual([]);
  expect(double).toMatchObject({ purchaseId: ticket.purchaseId, entriesTotal: 1, entered: 2 });
  expect(double?.rows.map(({ gateName, mode }) => [gateName, mode]).sort()).toEqual([
    [null, null],
    ["Poarta A", "offline"],
  ]);
  expect(await read((sql) => listBoardGates(sql, eventId))).toMatchObject([
    { name: "Poarta A", mode: "open", entered: 4, typeNames: [] },
  ]);
});

it("an entry that is typed in a browser which says that it is a phone is of no gate and no phone, on every list and for who scans the ticket again", async () => {
  const eventId = await stage.night();
  const { keys, device } = await stage.phone(await stage.gate(eventId, { name: "Poarta A" }), "A1");
  const [ticket] = await stage.tickets(eventId);
  const qr = ticket?.qr ?? "";
  await admitEntry(site, shownCode(gateStaff, eventId, qr, { deviceId: device }));
  expect(await answerScan(site, phoneAsk(keys, device, { seq: 1, qr }))).toMatchObject({
    value: { decision: { verdict: "used" }, lastEntry: { gateName: null } },
  });
  await takeGateRows(site, { device, rows: [phoneRow(keys, device, { seq: 1, qr })] });
  const ofNoGate = { gateName: null, phoneName: null, mode: null };
  const [entries, doubles] = [
    await read((sql) => listNightEntries(sql, eventId)),
    (await read((sql) => listDoubleEntries(sql, eventId)))[0]?.rows,
  ];
  for (const listed of [entries, doubles])
    expect(listed).toMatchObject([ofNoGate, { gateName: "Poarta A", phoneName: "A1", mode: "offline" }]);
  expect(await read((sql) => listBoardGates(sql, eventId))).toMatchObject([{ entered: 1 }]);
});

it("of a ticket with more entries than a list shows the first and last are read, and all are counted", async () => {
  const eventId = await stage.night();
  const { keys, device } = await stage.phone(await stage.gate(eventId), "A1");
  const [ticket] = await stage.tickets(eventId);
  const most = limits.rowsOfDouble;
  const began = Date.now() - 60 * 60_000;
  const rows = Array.from({ length: most + 5 }, (_, at) =>
    phoneRow(keys, device, { seq: at + 1, qr: ticket?.qr ?? "", at: began + at * 1000 }),
  );
  await takeGateRows(site, { device, rows });
  const one = (only: string) => read((sql) => listDoubleEntries(sql, eventId, only));
  const [double] = await one(ticket?.purchaseId ?? "");
  expect([double?.entered, double?.rowsInAll, double?.rows.length]).toEqual([most + 5, most + 5, most]);
  const shown = double?.rows.map(({ at }) => Math.round((new Date(at).getTime() - began) / 1000));
  const half = Array.from({ length: most / 2 }, (_, at) => at);
  expect(shown).toEqual([...half, ...half.map((at) => at + most / 2 + 5)]);
  expect(await one(newId())).toEqual([]);
});

it("no list of a night is read without a limit", async () => {
  const eventId = await stage.night();
  const asked: string[] = [];
  await read(async (sql) => {
    for (const list of [listDoubleEntries, listFoundRows, listOverrides, listUnknownCodes])
      await (list as typeof listDoubleEntries)(noting(sql, asked), eventId);
  });
  await site.database.withDuty("deliver", (sql) => readNightChiefs(noting(sql, asked), eventId));
  const unlimited = asked.filter((statement) => !statement.includes("LIMIT $2"));
  // the people who marked something
  expect([asked.length, unlimited.length]).toEqual([6, 1]);
  expect(unlimited[0]).toContain("FROM profiles p");
});

it("says which phones are away, what they still have, and what was found", async () => {
  const eventId = await stage.night();
  const gateId = await stage.gate(eventId);
  const [phone, stopped, unheard] = [
    await stage.phone(gateId, "A1"),
    await stage.phone(gateId, "A2"),
    await stage.phone(gateId, "A3"),
  ];
  const goAway = ({ device }: typeof phone) =>
    season.db`UPDATE gate_devices SET settled_at = now() - interval '7 seconds' WHERE id = ${device}`;
  await goAway(unheard);
  for (const { device } of [stopped, unheard]) await stopPhone(site, { actor: chief, deviceId: device });
  await takeBeat(site, phone.keys.call("beat", { v: 1, device: phone.device, at: Date.now(), through: 5 }));
  await takeGateRows(site, {
    device: phone.device,
    rows: [1, 3].map((seq) => phoneRow(phone.keys, phone.device, { seq, qr: "FSC1:nimic" })),
  });
  await goAway(phone);
  const phones = () => read((sql) => listBoardPhones(sql, eventId));
  expect(await phones()).toMatchObject([
    { name: "A1", decides: true, isAway: true, isStopped: false, unsent: 3, isUnheard: false },
    { name: "A2", decides: false, isStopped: true, unsent: 0, isUnheard: false },
    { name: "A3", isStopped: true, unsent: null, isUnheard: true },
  ]);
  await takeBeat(
    site,
    unheard.keys.call("beat", { v: 1, device: unheard.device, at: Date.now(), through: 0 }),
  );
  expect((await phones())[2]).toMatchObject({ isStopped: true, unsent: 0, isUnheard: false });
  expect(await read((sql) => listFoundRows(sql, eventId, 10))).toMatchObject([
    { finding: "unproven", counts: "nothing", phoneName: "A1" },
    { finding: "unproven" },
  ]);
  expect(await read((sql) => countInside(sql, newId()))).toBeUndefined();
});

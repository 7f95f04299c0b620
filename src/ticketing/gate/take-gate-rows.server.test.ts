import { describe, expect, it, vi } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { done } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import { openDoorStage, type StagePhone } from "#test/support/door-stage.ts";
import { phoneAsk, phoneKeys, phoneRow } from "#test/support/gate-phone.ts";
import { whyNot } from "#test/support/outcomes.ts";
import { shownCode } from "#test/support/shown-code.ts";
import { limits } from "#ticketing/limits.ts";
import { doorInvariants } from "#ticketing/reports/door-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { admitEntry } from "./admit-entry.server.ts";
import { answerScan } from "./answer-scan.server.ts";
import { countInside } from "./door-board-queries.server.ts";
import type { SentRow } from "./gate-row-form.ts";
import { clockText } from "./signed-bytes.ts";
import { stopPhone } from "./stop-phone.server.ts";
import { takeGateRows } from "./take-gate-rows.server.ts";

const stage = await openDoorStage();
const { site, season, chief, gateStaff } = stage;

async function door({ entries = 1, quantity = 1, inDays = 0 } = {}) {
  const eventId = await stage.night(inDays);
  const phone = await stage.phone(await stage.gate(eventId));
  const [ticket] = await stage.tickets(eventId, { entries, quantity });
  if (!ticket) throw new Error("no ticket");
  return { eventId, phone, ticket };
}

const send = (phone: StagePhone, ...rows: SentRow[]) => takeGateRows(site, { device: phone.device, rows });
const row = (phone: StagePhone, about: Parameters<typeof phoneRow>[2]) =>
  phoneRow(phone.keys, phone.device, about);
const ask = (phone: StagePhone, about: Parameters<typeof phoneAsk>[2]) =>
  answerScan(site, phoneAsk(phone.keys, phone.device, about));

const logged = async (phone: StagePhone) =>
  await season.db`SELECT seq, kind, is_counted AS counted, finding, is_quarantined AS quarantined FROM gate_log WHERE device_id = ${phone.device} ORDER BY seq, is_quarantined`;

const holds = async () => expect(await findViolations(season.client, doorInvariants)).toEqual([]);

describe("a row that a phone signed", () => {
  it("counts once, however often and in whatever order it comes, also at the same time", async () => {
    const { phone, ticket } = await door({ entries: 3 });
    const rows = [1, 2].map((seq) => row(phone, { seq, qr: ticket.qr }));
    const [first, second] = rows as [SentRow, SentRow];
    expect(await send(phone, second)).toMatchObject(done({ ackedThrough: 0, rows: [{ answer: "kept" }] }));
    expect(await send(phone, first)).toMatchObject({ value: { ackedThrough: 2 } });
    const again = await Promise.all(Array.from({ length: 6 }, () => send(phone, first, second)));
    for (const answer of again)
      expect(answer).toMatchObject(done({ ackedThrough: 2, rows: [{ answer: "kept" }, { answer: "kept" }] }));
    expect(await stage.left(ticket.purchaseId)).toBe(1);
    expect(await logged(phone)).toHaveLength(2);
    await holds();
  });

  it("counts after the night's refund, reissue, dispute and return, and each is listed", async () => {
    for (const [change, finding] of [
      ["status = 'refunded'", "void"],
      ["suspended = 'dispute'", "suspended"],
      ["share_returned_at = now()", "given_back"],
      ["secret_version = 2", "replaced"],
    ] as const) {
      const { phone, ticket } = await door();
      await season.client.query(`UPDATE ticket_purchases SET ${change} WHERE id = $1`, [ticket.purchaseId]);
      expect(await send(phone, row(phone, { seq: 1, qr: ticket.qr }))).toMatchObject(
        done({ ackedThrough: 1 }),
      );
      expect(await logged(phone)).toMatchObject([{ counted: true, finding }]);
      expect(await stage.left(ticket.purchaseId)).toBe(0);
    }
    await holds();
  });

  it("of more people than the ticket has is kept, and the counter stays at none; undone, the others remain", async () => {
    const { eventId, phone, ticket } = await door();
    const other = await stage.phone(await stage.gate(eventId));
    await send(phone, row(phone, { seq: 1, qr: ticket.qr }));
    await send(other, row(other, { seq: 1, qr: ticket.qr }));
    expect(await stage.left(ticket.purchaseId)).toBe(0);
    const undo = (by: StagePhone, seq: number) =>
      row(by, { seq, kind: "undo", entries: 0, undoes: { device: by.device, seq: 1 }, reason: "mistake" });
    await send(phone, undo(phone, 2));
    expect(await stage.left(ticket.purchaseId)).toBe(0);
    await send(phone, undo(phone, 3));
    expect(await stage.left(ticket.purchaseId)).toBe(0);
    await send(other, undo(other, 2));
    expect(await stage.left(ticket.purchaseId)).toBe(1);
    await holds();
  });

  it("that undoes may come before what it undoes, or race it", async () => {
    const { phone, ticket } = await door({ entries: 40 });
    const undo = (seq: number, of: number) =>
      row(phone, {
        seq,
        kind: "undo",
        entries: 0,
        undoes: { device: phone.device, seq: of },
        reason: "not_entered",
      });
    await send(phone, undo(2, 1));
    await send(phone, row(phone, { seq: 1, qr: ticket.qr }));
    expect(await stage.left(ticket.purchaseId)).toBe(40);
    const pairs = Array.from({ length: 12 }, (_, n) => 3 + n * 2);
    await Promise.all(
      pairs.flatMap((seq) => [
        send(phone, row(phone, { seq, qr: ticket.qr, entries: 3 })),
        send(phone, undo(seq + 1, seq)),
      ]),
    );
    expect(await stage.left(ticket.purchaseId)).toBe(40);
    await holds();
  });

  it("without the ticket's signed code, or with another's, is kept and listed and counts nothing", async () => {
    const { eventId, phone, ticket } = await door();
    const [other] = await stage.tickets(eventId);
    const named = row(phone, { seq: 1, qr: ticket.qr });
    const { qr: _qr, ...without } = named;
    const swapped = { ...row(phone, { seq: 2, qr: ticket.qr }), qr: other?.qr ?? "" };
    const invented = row(phone, {
      seq: 3,
      qr: `${ticket.qr.slice(0, 80)}${ticket.qr[80] === "0" ? "1" : "0"}${ticket.qr.slice(81)}`,
    });
    const at = Date.now();
    const clock = { at, signature: phone.keys.signText("clock", clockText(phone.device, at)) };
    expect(
      await takeGateRows(site, { device: phone.device, rows: [without, swapped, invented], clock }),
    ).toMatchObject({ value: { ackedThrough: 3 } });
    expect(await logged(phone)).toMatchObject(Array(3).fill({ counted: false, finding: "unproven" }));
    expect(await stage.left(ticket.purchaseId)).toBe(1);
  });

  it("is taken under its own number only: a copy of it under others keeps nothing of the phone's from counting (one kind: who saw a row as a code on a screen speaks for its phone)", async () => {
    const { eventId, phone, ticket } = await door();
    const [asked, later] = await stage
      .tickets(eventId, { quantity: 1 })
      .then(async ([one]) => [one, (await stage.tickets(eventId, { quantity: 1 }))[0]]);
    const seen = row(phone, { seq: 1, qr: ticket.qr });
    await answerScan(site, phoneAsk(phone.keys, phone.device, { seq: 2, qr: asked?.qr ?? "" }));
    const copies = Array.from({ length: 9 }, (_, at) => ({ ...seen, seq: at + 2 }));
    expect(await send(phone, ...copies)).toMatchObject({
      value: { ackedThrough: 0, rows: Array(9).fill({ answer: "not_signed" }) },
    });
    expect(await logged(phone)).toEqual([]);
    const own = [
      seen,
      row(phone, { seq: 2, qr: asked?.qr ?? "", mode: "online" }),
      row(phone, { seq: 3, qr: later?.qr ?? "" }),
    ];
    expect(await send(phone, ...own)).toMatchObject({ value: { ackedThrough: 3 } });
    for (const one of [ticket, asked, later]) expect(await stage.left(one?.purchaseId ?? "")).toBe(0);
  });

  it("brought by another phone without its ticket's code is left to its own phone, whose copy counts (one kind: who saw a row as a code on a screen speaks for its phone)", async () => {
    const { phone, ticket } = await door();
    const seen = row(phone, { seq: 1, qr: ticket.qr });
    const { qr: _qr, ...without } = seen;
    expect(await send(phone, without, { ...seen, qr: "x" })).toMatchObject({
      value: { ackedThrough: 0, rows: Array(2).fill({ answer: "left" }) },
    });
    expect(await send(phone, seen)).toMatchObject({ value: { ackedThrough: 1, rows: [{ answer: "kept" }] } });
    expect(await stage.left(ticket.purchaseId)).toBe(0);
  });

  it("for a ticket of another night takes no entry of that night", async () => {
    const { phone } = await door();
    const { ticket } = await door({ inDays: 1 });
    await send(phone, row(phone, { seq: 1, qr: ticket.qr }));
    expect(await logged(phone)).toMatchObject([{ counted: false, finding: "elsewhere" }]);
    expect(await stage.left(ticket.purchaseId)).toBe(1);
  });

  it("with other bytes under a known number is kept beside the first and counts nothing", async () => {
    const { phone, ticket } = await door({ entries: 5 });
    await send(phone, row(phone, { seq: 1, qr: ticket.qr }));
    const clone = row(phone, { seq: 1, qr: ticket.qr, entries: 2 });
    for (let n = 0; n < 2; n++)
      expect(await send(phone, clone)).toMatchObject(
        done({ ackedThrough: 1, rows: [{ answer: "quarantined" }] }),
      );
    expect(await logged(phone)).toMatchObject([
      { quarantined: false },
      { quarantined: true, finding: "same_number" },
    ]);
    expect(await stage.left(ticket.purchaseId)).toBe(4);
  });

  it("that nobody can read is kept, and the rows after it are acknowledged", async () => {
    const { phone, ticket } = await door();
    const texts = [
      "x",
      "{}",
      "null",
      '{"v":2,"a":"\0"}',
      "ș".repeat(1000),
      JSON.stringify({ v: 1, device: newId() }),
    ];
    const strange = texts.map((text, n) => ({
      seq: n + 1,
      text,
      signature: phone.keys.signText("row", text),
    }));
    const last = row(phone, { seq: texts.length + 1, qr: ticket.qr });
    expect(await send(phone, ...strange, last)).toMatchObject({ value: { ackedThrough: texts.length + 1 } });
    expect((await logged(phone)).slice(0, texts.length)).toMatchObject(
      texts.map(() => ({ kind: "unreadable", finding: "unreadable" })),
    );
    expect(await stage.left(ticket.purchaseId)).toBe(0);
  });

  it("of another phone, or signed for something else, is none: nothing is kept and the others are", async () => {
    const { phone, ticket } = await door({ entries: 3 });
    const { text } = row(phone, { seq: 1, qr: ticket.qr });
    const forged = { seq: 1, text, signature: phoneKeys().signText("row", text), qr: ticket.qr };
    const asBeat = { seq: 2, text, signature: phone.keys.signText("beat", text), qr: ticket.qr };
    expect(await send(phone, forged, asBeat, row(phone, { seq: 3, qr: ticket.qr }))).toMatchObject(
      done({
        ackedThrough: 0,
        rows: [{ answer: "not_signed" }, { answer: "not_signed" }, { answer: "kept" }],
      }),
    );
    expect(await logged(phone)).toHaveLength(1);
    expect(await whyNot(takeGateRows(site, { device: newId(), rows: [forged] }))).toBe("unknown_device");
  });

  it("of a stopped phone is kept and listed, and counts no more, but for what the server had let in", async () => {
    const { phone, ticket } = await door({ entries: 3 });
    expect(await ask(phone, { seq: 1, qr: ticket.qr })).toMatchObject(
      done({ decision: { verdict: "admitted" } }),
    );
    await stopPhone(site, { actor: chief, deviceId: phone.device });
    const rows = [1, 2].map((seq) => row(phone, { seq, qr: ticket.qr }));
    expect(await send(phone, ...rows)).toMatchObject({ value: { ackedThrough: 2, isStopped: true } });
    expect(await logged(phone)).toMatchObject([
      { counted: true, finding: null },
      { counted: false, finding: "revoked" },
    ]);
    expect(await stage.left(ticket.purchaseId)).toBe(2);
    await holds();
  });

  it("may be delayed beyond 600 a minute and 20.000 a night, never longer than 30 days after the night", async () => {
    const { eventId, phone, ticket } = await door();
    expect(await whyNot(send(phone, row(phone, { seq: 20_001, qr: ticket.qr })))).toBe("too_many");
    await season.db`INSERT INTO gate_log (device_id, seq, digest, event_id, signed_text, signature, is_quarantined, kind, mode, entries, is_counted)
       SELECT ${phone.device}, 100 + n, repeat('a', 64), ${eventId}, '{}', 's', false, 'refuse', 'offline', 0, false FROM generate_series(1, 600) n`;
    const refused = { refusal: { reason: "too_many", retryAfter: 60 } };
    expect(await send(phone, row(phone, { seq: 1, qr: ticket.qr }))).toMatchObject(refused);
    await season.db`UPDATE events SET date = date - 33 WHERE id = ${eventId}`;
    expect(await whyNot(send(phone, row(phone, { seq: 1, qr: ticket.qr })))).toBe("over");
  });

  it("is counted as new once: sent again, it takes no transaction of its own and is answered in a full minute and a full night", async () => {
    const { eventId, phone, ticket } = await door({ entries: 9 });
    const rows = [1, 2, 3].map((seq) => row(phone, { seq, qr: ticket.qr }));
    const clone = row(phone, { seq: 1, qr: ticket.qr, entries: 2 });
    await send(phone, ...rows, clone);
    for (const [many, ago] of [
      [limits.rowsPerPhoneAndMinute, "0"],
      [limits.rowsPerPhone, "1 hour"],
    ] as const) {
      await season.db`INSERT INTO gate_log (device_id, seq, digest, event_id, signed_text, signature, is_quarantined, kind, mode, entries, is_counted, finding, received_at)
        SELECT ${phone.device}, 1, encode(sha256(convert_to(n || ${ago}, 'UTF8')), 'hex'), ${eventId}, '{}', 's', true, 'refuse', 'offline', 0, false, 'same_number', now() - ${ago}::interval
        FROM generate_series(5, ${many}::int - (SELECT count(*)::int - 4 FROM gate_log WHERE device_id = ${phone.device})) n`;
      const begun = vi.spyOn(site.database, "withDuty");
      expect(await send(phone, ...rows, clone)).toEqual(
        done({
          ackedThrough: 3,
          rows: [1, 2, 3, 1].map((seq, at) => ({ seq, answer: at < 3 ? "kept" : "quarantined" })),
          isStopped: false,
        }),
      );
      expect(begun).toHaveBeenCalledTimes(2);
      begun.mockRestore();
      const retryAfter = many === limits.rowsPerPhone ? 3600 : 60;
      const another = row(phone, { seq: 1, qr: ticket.qr, entries: 4 });
      expect(await send(phone, another)).toMatchObject({ refusal: { reason: "too_many", retryAfter } });
      await season.client.query(
        `ALTER TABLE gate_log DISABLE TRIGGER gate_log_is_append_only;
         UPDATE gate_log SET received_at = now() - interval '1 hour' WHERE device_id = '${phone.device}';
         ALTER TABLE gate_log ENABLE TRIGGER gate_log_is_append_only`,
      );
    }
    expect(await stage.left(ticket.purchaseId)).toBe(6);
  });

  it("for a name of a guest list counts its places; more people than places, and a name that was taken off, are listed", async () => {
    const { eventId, phone } = await door();
    const [list, guest, gone] = [newId(), newId(), newId()];
    await season.db`WITH counted AS (INSERT INTO stock_counters (id, kind, capacity) VALUES (${list}, 'guest_list', 9)),
         list AS (INSERT INTO guest_lists (id, event_id, name) VALUES (${list}, ${eventId}, 'Casa') RETURNING id)
       INSERT INTO listed_guests (id, list_id, event_id, name, places, added_by, removed_at)
       SELECT g.id, list.id, ${eventId}, g.name, 2, ${chief.userId}, g.removed FROM list, (VALUES (${guest}::uuid, 'Ema', NULL::timestamptz), (${gone}, 'Vlad', now())) g(id, name, removed)`;
    const came = (seq: number, id: Uuid, entries: number) =>
      row(phone, { seq, kind: "guest", guest: id, entries });
    await send(phone, came(1, guest, 1), came(2, guest, 2), came(3, gone, 1), came(4, newId(), 1));
    expect(await logged(phone)).toMatchObject([
      { counted: true, finding: null },
      { counted: true, finding: "over_places" },
      { counted: true, finding: "void" },
      { counted: false, finding: "unproven" },
    ]);
    const rows = await season.db`SELECT entered FROM listed_guests WHERE id = ${guest}`;
    expect(rows[0].entered).toBe(2);
    await holds();
  });

  it("that undoes is listed when it is late; of another phone and not the chief's it undoes nothing", async () => {
    const { eventId, phone, ticket } = await door({ entries: 9 });
    const other = await stage.phone(await stage.gate(eventId));
    await stage.unheard(phone, other);
    const at = Date.now() - 600_000;
    await send(phone, ...[1, 2, 3, 4].map((seq) => row(phone, { seq, qr: ticket.qr, at })));
    const undo = (by: StagePhone, about: { seq: number; of: number; at?: number; mode?: "override" }) =>
      row(by, {
        seq: about.seq,
        kind: "undo",
        entries: 0,
        reason: "other",
        mode: about.mode ?? "online",
        undoes: { device: phone.device, seq: about.of },
        at: about.at ?? at,
      });
    await send(
      phone,
      undo(phone, { seq: 5, of: 1, at: at + 299_000 }),
      undo(phone, { seq: 6, of: 2, at: at + 301_000 }),
    );
    await send(other, undo(other, { seq: 1, of: 3 }), undo(other, { seq: 2, of: 4, mode: "override" }));
    const found = [...(await logged(phone)), ...(await logged(other))].filter(({ kind }) => kind === "undo");
    expect(found.map(({ finding }) => finding)).toEqual([null, "late_undo", "late_undo", "no_chief"]);
    expect(await stage.left(ticket.purchaseId)).toBe(7);
    // a phone of another night undoes nothing here
    const { phone: foreign } = await door();
    await send(phone, row(phone, { seq: 7, qr: ticket.qr }));
    await send(
      foreign,
      row(foreign, {
        seq: 1,
        kind: "undo",
        entries: 0,
        reason: "other",
        undoes: { device: phone.device, seq: 7 },
      }),
    );
    expect(await stage.left(ticket.purchaseId)).toBe(6);
    expect(await logged(foreign)).toMatchObject([{ counted: false, finding: "elsewhere" }]);
  });

  it("is not blamed for its own late undo, nor for that of another row of its phone", async () => {
    const { phone, ticket } = await door({ entries: 2 });
    const at = Date.now();
    const undo = { seq: 3, kind: "undo", entries: 0, reason: "not_entered", at: at - 120_000 } as const;
    await send(phone, row(phone, { ...undo, undoes: { device: phone.device, seq: 1 } }));
    await send(phone, row(phone, { seq: 2, qr: ticket.qr, at }), row(phone, { seq: 1, qr: ticket.qr, at }));
    expect((await logged(phone)).map(({ seq, finding }) => [seq, finding])).toEqual([
      [1, null],
      [2, null],
      [3, "late_undo"],
    ]);
  });

  it.each([
    ["a second before its entry", { undo: -1000 }, "late_undo"],
    ["at its entry's moment", { undo: 0 }, null],
    [
      "of another phone's clock, half a minute before, and the chief's",
      { undo: -30_000, isChief: true },
      null,
    ],
    [
      "of another phone's clock, two minutes before, and the chief's",
      { undo: -120_000, isChief: true },
      "late_undo",
    ],
    ["a second before its entry, and came first", { undo: -1000, isFirst: true }, "late_undo"],
    [
      "of another phone's clock, two minutes before, the chief's, and came first",
      { undo: -120_000, isChief: true, isFirst: true },
      "late_undo",
    ],
    ["two minutes before its entry, and came first", { undo: -120_000, isFirst: true }, "late_undo"],
    ["six minutes after its entry, and came first", { undo: 360_000, isFirst: true }, "late_undo"],
    ["a minute after its entry, and came first", { undo: 60_000, isFirst: true }, null],
  ] as const)("that undoes %s", async (_, about, finding) => {
    const { undo, isChief, isFirst } = { isChief: false, isFirst: false, ...about };
    const { eventId, phone, ticket } = await door({ entries: 2 });
    const by = isChief ? await stage.phone(await stage.gate(eventId), "S1", { isChief: true }) : phone;
    await stage.unheard(phone, by);
    const at = Date.now() - 600_000;
    const entry = row(phone, { seq: 1, qr: ticket.qr, at });
    const undone = row(by, {
      seq: isChief ? 1 : 2,
      kind: "undo",
      entries: 0,
      reason: "not_entered",
      at: at + undo,
      undoes: { device: phone.device, seq: 1 },
      mode: isChief ? "override" : "online",
      ...(isChief ? { chief: by.keys.call("chief", { v: 1, device: by.device, at: at + undo }) } : {}),
    });
    if (isFirst) await send(by, undone);
    await send(phone, entry);
    if (!isFirst) await send(by, undone);
    const listed = [...(await logged(phone)), ...(isChief ? await logged(by) : [])];
    expect(listed.map((one) => one.finding).find(Boolean) ?? null).toBe(finding);
    expect(await stage.left(ticket.purchaseId)).toBe(2);
  });
});

describe("the server's answer to a phone", () => {
  it("counts at once and under the row's number: question, repetition and row are one entry", async () => {
    const { phone, ticket } = await door({ entries: 2 });
    for (let n = 0; n < 3; n++)
      expect(await ask(phone, { seq: 1, qr: ticket.qr })).toMatchObject(
        done({ decision: { verdict: "admitted", entries: 1, left: 1 }, entriesTotal: 2 }),
      );
    expect(await stage.left(ticket.purchaseId)).toBe(1);
    await holds();
    await send(phone, row(phone, { seq: 1, qr: ticket.qr, mode: "online" }));
    expect(await stage.left(ticket.purchaseId)).toBe(1);
    expect(await whyNot(ask(phone, { seq: 1, qr: ticket.qr }))).toBe("number_used");
    const other = await stage.tickets(await stage.night());
    await ask(phone, { seq: 2, qr: ticket.qr });
    expect(await whyNot(ask(phone, { seq: 2, qr: other[0]?.qr ?? "" }))).toBe("number_asked");
    await holds();
  });

  it("gives way to what happened at the door, and what takes it back is found (one kind: an entry that leaves no trace)", async () => {
    const { phone, ticket } = await door({ entries: 5 });
    await ask(phone, { seq: 1, qr: ticket.qr, entries: 2 });
    await send(phone, row(phone, { seq: 1, kind: "refuse", qr: ticket.qr, entries: 0 }));
    expect(await stage.left(ticket.purchaseId)).toBe(5);
    await ask(phone, { seq: 2, qr: ticket.qr, entries: 1 });
    await send(phone, row(phone, { seq: 2, qr: ticket.qr, entries: 3 }));
    expect(await stage.left(ticket.purchaseId)).toBe(2);
    await ask(phone, { seq: 3, qr: ticket.qr, entries: 2 });
    await send(phone, row(phone, { seq: 3, qr: ticket.qr, entries: 1 }));
    await ask(phone, { seq: 4, qr: ticket.qr, entries: 1 });
    await send(phone, row(phone, { seq: 4, qr: ticket.qr, mode: "online" }));
    const found = (await logged(phone)).map(({ finding }) => finding);
    expect(found).toEqual(["other_answer", null, "other_answer", null]);
    await holds();
  });

  it("gives way to a row about another ticket, also when its own was refunded meanwhile", async () => {
    const { eventId, phone, ticket } = await door();
    const [other, third] = [...(await stage.tickets(eventId)), ...(await stage.tickets(eventId))];
    if (!other || !third) throw new Error("no ticket");
    await ask(phone, { seq: 1, qr: ticket.qr });
    await season.db`UPDATE ticket_purchases SET status = 'refunded' WHERE id = ${ticket.purchaseId}`;
    await send(phone, row(phone, { seq: 1, qr: other.qr }));
    expect([await stage.left(ticket.purchaseId), await stage.left(other.purchaseId)]).toEqual([1, 0]);
    expect(await logged(phone)).toMatchObject([{ finding: "other_answer" }]);
    await ask(phone, { seq: 2, qr: third.qr });
    const text = "nothing that one can read";
    await send(phone, { seq: 2, text, signature: phone.keys.signText("row", text) });
    expect(await stage.left(third.purchaseId)).toBe(1);
    await holds();
  });

  it("of twenty-four phones that ask about one ticket at once, one lets in; the page for typed codes knows of it", async () => {
    const { eventId, ticket } = await door();
    const gateId = await stage.gate(eventId);
    const phones = await Promise.all(Array.from({ length: 24 }, () => stage.phone(gateId)));
    const typed = shownCode(gateStaff, eventId, ticket.qr);
    const answers = await Promise.all(phones.map((phone) => ask(phone, { seq: 1, qr: ticket.qr })));
    const verdicts = answers.map((answer) =>
      answer.ok ? answer.value.decision.verdict : answer.refusal.reason,
    );
    expect(verdicts.sort()).toEqual(["admitted", ...Array<string>(23).fill("used")]);
    expect(await admitEntry(site, typed)).toMatchObject({ value: { verdict: "used" } });
    await holds();
  });

  it("knows what was let in on the page for typed codes, and says when and where somebody came in", async () => {
    const { eventId, phone, ticket } = await door();
    const typed = shownCode(gateStaff, eventId, ticket.qr);
    expect(await admitEntry(site, typed)).toMatchObject({ value: { verdict: "admitted" } });
    expect(await ask(phone, { seq: 1, qr: ticket.qr })).toMatchObject(
      done({ decision: { verdict: "used" }, lastEntry: { gateName: null } }),
    );
    // what a phone let in without network beside it is a second person on one entry
    await send(phone, row(phone, { seq: 1, qr: ticket.qr }));
    expect(await stage.left(ticket.purchaseId)).toBe(0);
    await holds();
  });

  it("asks how many of a group, and for the stamp of the person who went out", async () => {
    const { phone, ticket } = await door({ entries: 2 });
    const decision = async (about: { seq: number; entries?: number | null; stamp?: boolean }) => {
      const answer = await ask(phone, { qr: ticket.qr, entries: null, ...about });
      return answer.ok ? answer.value.decision : answer.refusal;
    };
    expect(await decision({ seq: 1 })).toEqual({ verdict: "how_many", left: 2 });
    expect(await decision({ seq: 1, entries: 2 })).toMatchObject({ verdict: "admitted", left: 0 });
    await send(
      phone,
      row(phone, { seq: 1, qr: ticket.qr, entries: 2 }),
      row(phone, { seq: 2, kind: "exit", qr: ticket.qr }),
    );
    expect(await decision({ seq: 3 })).toEqual({ verdict: "stamp", outside: 1 });
    expect(await decision({ seq: 3, stamp: true })).toEqual({ verdict: "returned", entries: 1 });
    const back = (seq: number) => row(phone, { seq, kind: "return", qr: ticket.qr });
    await send(phone, back(3), back(4));
    expect((await logged(phone)).map(({ finding }) => finding)).toEqual([null, null, null, "no_exit"]);
    expect(await decision({ seq: 5 })).toEqual({ verdict: "used" });
    // the return that nobody went out for takes nothing from the next exit
    await send(phone, row(phone, { seq: 5, kind: "exit", qr: ticket.qr }));
    expect(await decision({ seq: 6 })).toEqual({ verdict: "stamp", outside: 1 });
    expect(await stage.left(ticket.purchaseId)).toBe(0);
    await holds();
  });

  it.each([
    ["which came late stands before the return that was here earlier", { exit: 5, back: 4 }, 0],
    ["by a clock that is half a minute wrong stands where it came", { exit: 0, back: 0.5 }, 0],
    ["after a return that came late is not taken by it", { exit: 0, back: 5 }, 1],
  ])("an exit %s", async (_, ago, outside) => {
    const { eventId, phone, ticket } = await door();
    const other = await stage.phone(await stage.gate(eventId));
    const at = (minutes: number) => Date.now() - minutes * 60_000;
    await send(phone, row(phone, { seq: 1, qr: ticket.qr, at: at(9) }));
    const exit = () =>
      send(phone, row(phone, { seq: 2, kind: "exit", qr: ticket.qr, at: at(ago.exit), mode: "online" }));
    const back = () => send(other, row(other, { seq: 1, kind: "return", qr: ticket.qr, at: at(ago.back) }));
    for (const came of ago.exit > ago.back ? [back, exit] : [exit, back]) await came();
    const listed = (sql: Sql) => countInside(sql, eventId);
    expect(await site.database.readAs(chief, listed)).toMatchObject({ entered: 1, outside });
    const verdict = outside === 1 ? "stamp" : "used";
    expect(await ask(other, { seq: 2, qr: ticket.qr })).toMatchObject(done({ decision: { verdict } }));
  });

  it("is for a phone that signs, and for our codes", async () => {
    const { phone, ticket } = await door();
    const call = phoneAsk(phone.keys, phone.device, { seq: 1, qr: ticket.qr });
    expect(
      await whyNot(answerScan(site, { ...call, signature: phoneKeys().signText("ask", call.text) })),
    ).toBe("not_signed");
    expect(await whyNot(answerScan(site, { ...call, text: "{}" }))).toBe("unreadable");
    expect(await whyNot(answerScan(site, phoneAsk(phone.keys, newId(), { seq: 1, qr: ticket.qr })))).toBe(
      "unknown_device",
    );
    const invalid = { value: { decision: { verdict: "invalid" } } };
    expect(await ask(phone, { seq: 1, qr: "FSC1:nimic" })).toMatchObject(invalid);
    expect(await answerScan(site, { ...call, qr: `${ticket.qr} ` })).toMatchObject(invalid);
  });
});

describe("a strict night", () => {
  async function strictDoor() {
    const eventId = await stage.night();
    const typeId = await season.ticketType({ events: [eventId] });
    const other = await season.ticketType({ events: [eventId] });
    const home = await stage.gate(eventId, { name: "Poarta A", typeIds: [typeId], isStrict: true });
    const elsewhere = await stage.gate(eventId, { name: "Poarta B", typeIds: [other], isStrict: true });
    const [deciding, helper, asking] = [
      await stage.phone(home),
      await stage.phone(home),
      await stage.phone(elsewhere),
    ];
    const [ticket] = await stage.tickets(eventId, { typeId });
    if (!ticket) throw new Error("no ticket");
    const away = () =>
      season.db`UPDATE gate_devices SET settled_at = now() - interval '7 seconds' WHERE id = ${deciding.device}`;
    return { eventId, deciding, helper, asking, ticket, away };
  }

  it("leaves a ticket to its gate's phone while that is away, at every other gate and on the page for typed codes", async () => {
    const { eventId, deciding, helper, asking, ticket, away } = await strictDoor();
    await away();
    const left = { value: { decision: { verdict: "other_gate", gateName: "Poarta A" } } };
    expect(await ask(asking, { seq: 1, qr: ticket.qr })).toMatchObject(left);
    expect(await ask(helper, { seq: 1, qr: ticket.qr })).toMatchObject(left);
    const typed = shownCode(gateStaff, eventId, ticket.qr);
    expect(await admitEntry(site, typed)).toMatchObject({ value: { verdict: "other_gate", entries: 0 } });
    expect(await ask(deciding, { seq: 1, qr: ticket.qr })).toMatchObject(
      done({ decision: { verdict: "admitted" } }),
    );
  });

  it("lets every gate ask while that phone is here, and once the chief stopped it", async () => {
    const { asking, deciding, ticket, away } = await strictDoor();
    const [admitted, left] = [{ verdict: "admitted" }, { verdict: "other_gate" }];
    await away();
    expect(await ask(asking, { seq: 1, qr: ticket.qr })).toMatchObject({ value: { decision: left } });
    await stopPhone(site, { actor: chief, deviceId: deciding.device });
    expect(await ask(asking, { seq: 1, qr: ticket.qr })).toMatchObject({ value: { decision: admitted } });
    const second = await strictDoor();
    expect(await ask(second.asking, { seq: 1, qr: second.ticket.qr })).toMatchObject(
      done({ decision: admitted }),
    );
  });

  it("answers a phone that came back once everything that it wrote is here", async () => {
    const { deciding, ticket } = await strictDoor();
    const rows = [1, 2].map((seq) => row(deciding, { seq, qr: ticket.qr }));
    expect(await ask(deciding, { seq: 3, qr: ticket.qr })).toMatchObject({
      refusal: { reason: "rows_missing", ackedThrough: 0 },
    });
    await send(deciding, ...rows);
    expect(await ask(deciding, { seq: 3, qr: ticket.qr })).toMatchObject(
      done({ decision: { verdict: "used" } }),
    );
  });
});

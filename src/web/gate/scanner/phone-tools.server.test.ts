import { afterEach, describe, expect, it, vi } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { dayOf } from "#kernel/time.ts";
import { openPhoneStage } from "#test/support/phone-stage.ts";
import { untilWaiting } from "#test/support/until-waiting.ts";
import { codeGuest } from "#ticketing/delivery/ticket-signature.server.ts";
import {
  countInside,
  listDoubleEntries,
  listFoundRows,
  listOverrides,
} from "#ticketing/gate/door-board-queries.server.ts";
import { listPhoneExceptions } from "#ticketing/gate/door-night-queries.server.ts";
import { stopPhone } from "#ticketing/gate/stop-phone.server.ts";
import { addGuests } from "#ticketing/guest-lists/add-guests.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { durations } from "#ticketing/limits.ts";
import { doorInvariants } from "#ticketing/reports/door-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { scannedView } from "../gate-verdict-view.ts";
import { chiefCode, readChiefCode, signChiefProof } from "./chief-code.ts";
import { CallRefused } from "./phone-calls.ts";
import { exitTicket } from "./phone-exit.ts";
import { admitGuestHere, fetchGuests, guestsNamed, guestsOnPhone } from "./phone-guests.ts";
import { askChief, overrideResult, undoAsChief } from "./phone-override.ts";
import { mayOverride } from "./scan-result.ts";
import { latestScans } from "./scanner-latest.tsx";
import { scannerTexts } from "./scanner-texts.ts";
import type { CameraTask } from "./scanner-tool.tsx";

const phones = await openPhoneStage();
const { stage, network, entered } = phones;
const { site, season, chief } = stage;

const night = await stage.night();
const gate = await stage.gate(night);

const one = { entries: 1, stamp: null };
const ticketOf = async (eventId: Uuid, entries = 1) => {
  const [made] = await stage.tickets(eventId, { entries });
  if (!made) throw new Error("no ticket");
  return made;
};
const verdict = async (scan: Promise<{ answer: { verdict: string } }>) => (await scan).answer.verdict;
const holds = async () => expect(await findViolations(season.client, doorInvariants)).toEqual([]);
const log = async (device: string) =>
  await season.db`SELECT kind, mode, is_counted AS counted, finding FROM gate_log WHERE device_id = ${device} ORDER BY seq`;

describe("a typed code on the phone", () => {
  it("asks the server, in parts too, and leaves a row without the text", async () => {
    const { label, group, purchaseId, qr } = await ticketOf(night, 3);
    const { phone, log: kept } = await phones.phone(gate);
    const typed = `${label.toLowerCase()} ${group.slice(0, 4)}-${group.slice(4)}`;
    expect((await phone.scan(typed, one)).answer).toMatchObject({ verdict: "admitted", left: 2 });
    expect((await phone.scan(typed, { entries: 2, stamp: null })).answer).toMatchObject({ left: 0 });
    expect([...kept.values()].map(({ qr: text }) => text)).toEqual([null, null]);
    await phone.sync({ withList: false });
    expect(await entered(purchaseId)).toBe(3);
    // the phone knows it by its key: without network it lets nobody in again by the QR
    network.is = "away";
    expect(await verdict(phone.scan(qr, one))).toBe("used");
    await holds();
  });

  it("says that it cannot be checked without network, and an answer that was lost lets nobody in", async () => {
    const { label, group, purchaseId } = await ticketOf(night);
    const { phone } = await phones.phone(gate);
    network.is = "deaf";
    expect(await verdict(phone.scan(`${label}-${group}`, one))).toBe("no_network");
    expect(await entered(purchaseId)).toBe(1);
    network.is = "away";
    expect((await phone.scan(`${label}-${group}`, one)).seq).toBeNull();
    network.is = "there";
    await phone.sync({ withList: true });
    expect(await entered(purchaseId)).toBe(0);
    await holds();
  });
});

it("a typed code lets in without network by the chief, on its ticket; with a wrong group it counts on none and is found", async () => {
  const { label, group, purchaseId } = await ticketOf(night, 2);
  const { phone, device, log: kept } = await phones.phone(gate);
  const chiefs = (await phones.phone(gate, { isChief: true })).phone;
  network.is = "away";
  const letIn = async (typed: string) => {
    const proof = await signChiefProof({ ...chiefs.parts, now: () => Date.now() + typed.length });
    return verdict(overrideResult(phone, await phone.scan(typed, one), { reason: "other", proof }));
  };
  const wrong = `${label} ${group.startsWith("0") ? "1" : "0"}${group.slice(1)}`;
  // the phone cannot tell which of them counts, so neither is shown as an entry that does
  expect([await letIn(`${label} ${group}`), await letIn(`${wrong} `)]).toEqual(["unchecked", "unchecked"]);
  network.is = "there";
  await phone.sync({ withList: false });
  const overrides = (await log(device)).filter(({ mode }) => mode === "override");
  expect(overrides.map(({ counted, finding }) => [counted, finding])).toEqual([
    [true, null],
    [false, "unproven"],
  ]);
  expect(await entered(purchaseId)).toBe(1);
  await site.database.readAs(chief, async (sql) => {
    // the chief sees which ticket was meant, and every list the same people
    const [found] = (await listFoundRows(sql, night, 99)).filter(({ finding }) => finding === "unproven");
    expect(found).toMatchObject({ label, counts: "nothing", phoneName: "A1" });
    const listed = (await listOverrides(sql, night, 99)).filter((row) => row.label === label);
    const [ofPhone] = (await listPhoneExceptions(sql, night)).filter(({ phoneId }) => phoneId === device);
    expect([listed.length, ofPhone?.overrides]).toEqual([2, 2]);
  });
  // what was typed goes from the phone once the server has it
  expect([...kept.values()].every(({ qr }) => qr === null)).toBe(true);
  await holds();
});

it("a typed code that the server refused lets in by the chief, shown and counted as an entry of its ticket", async () => {
  const { label, group, purchaseId } = await ticketOf(night);
  const { phone, device } = await phones.phone(gate);
  const chiefs = (await phones.phone(gate, { isChief: true })).phone;
  const typed = `${label} ${group}`;
  expect(await verdict(phone.scan(typed, one))).toBe("admitted");
  await phone.sync({ withList: false });
  const refused = await phone.scan(typed, one);
  expect([refused.answer.verdict, scannedView(refused).canOverride]).toEqual(["used", true]);
  const proof = await signChiefProof(chiefs.parts);
  const letIn = await overrideResult(phone, refused, { reason: "other", proof });
  expect(scannedView(letIn)).toMatchObject({ kind: "admitted", what: expect.stringMatching(/, 1 intrare$/) });
  await phone.sync({ withList: false });
  const last = (await log(device)).at(-1);
  expect(last).toEqual({ kind: "admit", mode: "override", counted: true, finding: null });
  const [{ purchase_id: counted }] =
    await season.db`SELECT purchase_id FROM gate_log WHERE device_id = ${device} AND mode = 'override'`;
  expect(counted).toBe(purchaseId);
  await holds();
});

it("a refusal says when the last person came in whose entry was not undone", async () => {
  const { qr } = await ticketOf(night, 2);
  const at = Date.now();
  let now = at;
  const { phone } = await phones.phone(gate, { now: () => now });
  network.is = "away";
  await phone.scan(qr, one);
  now += 60_000;
  const { seq } = await phone.scan(qr, one);
  await phone.undo(seq ?? 0, "mistake");
  const refused = await phone.scan(qr, { entries: 2, stamp: null });
  expect(refused.answer.verdict).toBe("used");
  expect(Math.abs(Date.parse(refused.lastEntry?.at ?? "") - at)).toBeLessThan(30_000);
});

describe("an exit", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("of people who are in is written also without network, and they come back by the stamp; the board counts both", async () => {
    const own = await stage.night();
    const { qr, purchaseId } = await ticketOf(own, 2);
    const { phone } = await phones.phone(await stage.gate(own));
    await phone.scan(qr, { entries: 2, stamp: null });
    await phone.sync({ withList: true });
    expect((await exitTicket(phone, qr, 1)).answer).toMatchObject({ verdict: "went_out", inside: 1 });
    network.is = "away";
    expect((await exitTicket(phone, qr, 1)).answer).toMatchObject({ verdict: "went_out", inside: 0 });
    expect(await verdict(exitTicket(phone, qr, 1))).toBe("not_inside");
    expect(await verdict(phone.scan(qr, one))).toBe("stamp");
    expect(await verdict(phone.scan(qr, { entries: 1, stamp: true }))).toBe("returned");
    network.is = "there";
    await phone.sync({ withList: true });
    await phone.sync({ withList: true });
    const inside = await site.database.readAs(chief, (sql) => countInside(sql, own));
    expect(inside).toMatchObject({ entered: 2, outside: 1 });
    expect(await entered(purchaseId)).toBe(2);
    expect(await verdict(phone.scan(qr, { entries: 1, stamp: true }))).toBe("returned");
    await phone.sync({ withList: true });
    expect(await verdict(phone.scan(qr, one))).toBe("used");
    await holds();
  });

  it("of one of a group takes no entry of those who have not come: eight people come in on eight entries, here and without network", async () => {
    for (const way of ["there", "away"] as const) {
      const own = await stage.night();
      const { qr, purchaseId } = await ticketOf(own, 8);
      const { phone } = await phones.phone(await stage.gate(own));
      network.is = way;
      await phone.scan(qr, one);
      await phone.sync({ withList: true });
      await exitTicket(phone, qr, 1);
      await phone.sync({ withList: true });
      expect(await verdict(phone.scan(qr, one))).toBe("stamp");
      const back = await phone.scan(qr, { entries: 1, stamp: true });
      expect([back.answer.verdict, scannedView(back).asks ?? null]).toEqual(["returned", null]);
      await phone.sync({ withList: true });
      for (let n = 1; n <= 7; n++) expect(await verdict(phone.scan(qr, one)), `${way} ${n}`).toBe("admitted");
      network.is = "there";
      await phone.sync({ withList: true });
      const inside = await site.database.readAs(chief, (sql) => countInside(sql, own));
      expect(inside).toMatchObject({ entered: 8, outside: 0 });
      expect(await entered(purchaseId)).toBe(8);
      await holds();
    }
  });

  it.each(["there", "away"] as const)(
    "of somebody whose entry is undone is nobody's: one person comes in on the ticket, goes out and is back; network: %s",
    async (way) => {
      const own = await stage.night();
      const { qr, purchaseId } = await ticketOf(own);
      const { phone } = await phones.phone(await stage.gate(own));
      await phone.sync({ withList: true });
      for (const isListed of [true, false]) {
        network.is = "there";
        const { seq } = await phone.scan(qr, one);
        await exitTicket(phone, qr, 1);
        await phone.sync({ withList: isListed });
        network.is = way;
        expect(await verdict(phone.scan(qr, one))).toBe("stamp");
        expect(await phone.undo(seq ?? 0, "not_entered")).toBe(true);
        if (isListed) expect(await verdict(exitTicket(phone, qr, 1))).toBe("not_inside");
      }
      expect(await verdict(phone.scan(qr, { entries: 1, stamp: true }))).toBe("admitted");
      for (const stamp of [null, true, false])
        expect(await verdict(phone.scan(qr, { entries: 1, stamp }))).toBe("used");
      expect((await exitTicket(phone, qr, 1)).answer).toMatchObject({ verdict: "went_out", inside: 0 });
      expect(await verdict(phone.scan(qr, one))).toBe("stamp");
      expect(await verdict(phone.scan(qr, { entries: 1, stamp: true }))).toBe("returned");
      network.is = "there";
      await phone.sync({ withList: true });
      const inside = await site.database.readAs(chief, (sql) => countInside(sql, own));
      expect(inside).toMatchObject({ entered: 1, outside: 0 });
      expect(await entered(purchaseId)).toBe(1);
      await holds();
    },
  );

  /** One person who came in on a night with two gates, whose phones hear nothing but answers: no beat comes. */
  const insider = async () => {
    const own = await stage.night();
    const { qr } = await ticketOf(own);
    const out = (await phones.phone(await stage.gate(own))).phone;
    const back = await phones.phone(await stage.gate(own));
    await out.scan(qr, one);
    await out.sync({ withList: true });
    return { own, qr, out, back: back.phone, device: back.device };
  };
  const stamped = { entries: 1, stamp: true };

  it("and a return leave their phone at once: another gate knows of both before any beat", async () => {
    const { qr, out, back } = await insider();
    await exitTicket(out, qr, 1);
    await vi.waitFor(() => expect(out.state().unsent).toBe(0));
    expect(await verdict(back.scan(qr, stamped))).toBe("returned");
    await vi.waitFor(() => expect(back.state().unsent).toBe(0));
    expect(await verdict(out.scan(qr, one))).toBe("used");
    await holds();
  });

  it("is over by one return, though the row of it is still under way when the code is read again: the next exit counts", async () => {
    const { qr, out, back, device } = await insider();
    await exitTicket(out, qr, 1);
    await out.sync({ withList: true });
    const upload = vi.spyOn(phones.calls, "log").mockImplementationOnce(() => new Promise(() => {}));
    expect(await verdict(back.scan(qr, stamped))).toBe("returned");
    expect(await verdict(back.scan(qr, one))).toBe("used");
    expect(await verdict(back.scan(qr, stamped))).toBe("used");
    expect(upload).toHaveBeenCalledTimes(2);
    await back.sync({ withList: false });
    const kinds = (await log(device)).map(({ kind, finding }) => `${kind} ${finding}`);
    expect(kinds).toEqual(["return null", "refuse null", "refuse null"]);
    await out.sync({ withList: true });
    expect(await verdict(exitTicket(out, qr, 1))).toBe("went_out");
    await out.sync({ withList: false });
    expect(await verdict(back.scan(qr, one))).toBe("stamp");
    await holds();
  });

  it("is over by one return on the phone that wrote it, while the server takes none of its rows", async () => {
    const { qr, out, back } = await insider();
    await exitTicket(out, qr, 1);
    await out.sync({ withList: true });
    await back.sync({ withList: true });
    vi.spyOn(phones.calls, "log").mockRejectedValue(new CallRefused("too_many", 60));
    expect(await verdict(back.scan(qr, stamped))).toBe("returned");
    expect(await verdict(back.scan(qr, stamped))).toBe("used");
    expect(back.state()).toMatchObject({ isOnline: true, unsent: 2 });
  });

  it("is decided on the phone that wrote it while no upload ends: a question waits for one no longer than for its own answer", async () => {
    const { qr, out, back } = await insider();
    await exitTicket(out, qr, 1);
    await out.sync({ withList: true });
    await back.sync({ withList: true });
    const upload = vi.spyOn(phones.calls, "log").mockImplementation(() => new Promise(() => {}));
    expect(await verdict(back.scan(qr, stamped))).toBe("returned");
    expect(await verdict(back.scan(qr, stamped))).toBe("used");
    upload.mockRestore();
  });

  it("of a ticket for another night is refused as its entry is, and writes nothing", async () => {
    const { qr } = await ticketOf(await stage.night(1));
    const { phone, log: kept } = await phones.phone(gate);
    for (const way of ["there", "away"] as const) {
      network.is = way;
      const refused = scannedView(await exitTicket(phone, qr, 1));
      expect(refused).toMatchObject({ kind: "refused", what: "Bilet pentru alt eveniment" });
      expect(refused.advice).toMatch(/^E pentru noaptea din /);
    }
    expect(kept.size).toBe(0);
  });

  it("of a ticket on which nobody is in writes nothing, and an undone one is none", async () => {
    const { qr } = await ticketOf(night);
    const { phone, device } = await phones.phone(gate);
    const nobody = await exitTicket(phone, qr, 1);
    expect(nobody.answer.verdict).toBe("not_inside");
    // who wants to go out is not kept out
    expect(scannedView(nobody).closes).toBe("Următorul");
    await phone.scan(qr, one);
    const out = await exitTicket(phone, qr, 1);
    expect(await phone.undo(out.seq ?? 0, "mistake")).toBe(true);
    expect(await verdict(phone.scan(qr, one))).toBe("used");
    await phone.sync({ withList: true });
    expect(await verdict(phone.scan(qr, one))).toBe("used");
    expect((await log(device)).map(({ kind }) => kind)).toEqual(["admit", "exit", "undo", "refuse"]);
  });
});

describe("the chief's code", () => {
  const readable = async (now: () => number = Date.now) => {
    const chiefs = await phones.phone(gate, { isChief: true });
    const other = await phones.phone(gate, { now });
    return { chiefs: chiefs.phone, ...other };
  };

  it("lets somebody in on a phone without network, with a proof that the server accepts", async () => {
    const { qr, purchaseId } = await ticketOf(night);
    const { chiefs, phone, device } = await readable();
    await phone.scan(qr, one);
    network.is = "away";
    const refused = await phone.scan(qr, one);
    expect(refused.answer.verdict).toBe("used");
    const read = await readChiefCode(phone.parts, await chiefCode(chiefs.parts));
    if (read.kind !== "chief") throw new Error(read.kind);
    const why = { reason: "payment_seen", proof: read.proof } as const;
    // how many of the ticket are left is not known here, so nothing is said of it
    expect(await overrideResult(phone, refused, why)).toMatchObject({
      entriesTotal: null,
      answer: { verdict: "admitted", entries: 1, left: 0, asksAge: false },
    });
    network.is = "there";
    await phone.sync({ withList: true });
    expect((await log(device)).at(-1)).toEqual({
      kind: "admit",
      mode: "override",
      counted: true,
      finding: null,
    });
    expect(await entered(purchaseId)).toBe(1);
    await holds();
  });

  it("is waited for until another ticket or a guest's code is shown, which is scanned; the refused ticket and a foreign code end nothing", async () => {
    const [first, other] = [await ticketOf(night), await ticketOf(night)];
    const { chiefs, phone } = await readable();
    const guest = codeGuest(site.keys, {
      id: newId(),
      eventId: night,
      date: dayOf(new Date()),
      time: null,
      places: 1,
    });
    /** Shows codes to the phone while it waits; returns whether it waits on, its hint, and the tickets that it scanned. */
    const shownWhileWaiting = async (...codes: string[]) => {
      const tasks: (CameraTask | null)[] = [];
      const scanned: string[] = [];
      const use = vi.fn(async () => {});
      const read = (task: CameraTask | null) => void tasks.push(task);
      await askChief(phone, { title: "", refused: first.qr, read, use });
      for (const code of codes) await tasks.at(-1)?.onCode(code, 0, () => void scanned.push(code));
      return [tasks.at(-1)?.hint, scanned, use.mock.calls.length];
    };
    const { chiefShowsHint, chiefNot } = scannerTexts;
    expect(await shownWhileWaiting(first.qr)).toEqual([chiefShowsHint, [], 0]);
    expect(await shownWhileWaiting("WIFI:S:Terasa;;", first.qr)).toEqual([chiefNot.unknown, [], 0]);
    expect(await shownWhileWaiting(first.qr, other.qr)).toEqual([undefined, [other.qr], 0]);
    expect(await shownWhileWaiting(guest)).toEqual([undefined, [guest], 0]);
    expect(await shownWhileWaiting(first.qr, await chiefCode(chiefs.parts))).toEqual([undefined, [], 1]);
    expect(phone.rows()).toEqual([]);
  });

  it("lets in once: on the phone that used it, on another with network, and of two without network one is found", async () => {
    const [first, second] = [await ticketOf(night), await ticketOf(night)];
    const { chiefs, phone, device } = await readable();
    const other = await phones.phone(gate);
    const refusedBy = async (at: typeof phone) => {
      await at.scan(first.qr, one);
      return at.scan(first.qr, one);
    };
    const proofFor = async (code: string, at: typeof phone) => {
      const read = await readChiefCode(at.parts, code);
      if (read.kind !== "chief") throw new Error(read.kind);
      return { reason: "other", proof: read.proof } as const;
    };
    const code = await chiefCode(chiefs.parts);
    const [here, there] = [await proofFor(code, phone), await proofFor(code, other.phone)];
    expect(await verdict(overrideResult(phone, await refusedBy(phone), here))).toBe("admitted");
    expect(await readChiefCode(phone.parts, code)).toMatchObject({ kind: "used" });
    expect(await verdict(overrideResult(phone, await refusedBy(phone), here))).toBe("chief_used");
    const kept = other.phone.rows().length;
    expect(await verdict(overrideResult(other.phone, await refusedBy(other.phone), there))).toBe(
      "chief_used",
    );
    expect(other.phone.rows().length).toBe(kept + 3);
    const entry = await other.phone.scan(second.qr, one);
    expect(await undoAsChief(other.phone, entry.seq ?? 0, { reason: "mistake", proof: there.proof })).toBe(
      false,
    );

    const next = await chiefCode({ ...chiefs.parts, now: () => Date.now() + 1000 });
    const [a, b] = [await proofFor(next, phone), await proofFor(next, other.phone)];
    network.is = "away";
    expect(await verdict(overrideResult(phone, await refusedBy(phone), a))).toBe("admitted");
    expect(await verdict(overrideResult(other.phone, await refusedBy(other.phone), b))).toBe("admitted");
    expect(await verdict(overrideResult(phone, await refusedBy(phone), a))).toBe("chief_used");
    network.is = "there";
    for (const one of [phone, other.phone]) await one.sync({ withList: false });
    // the chief hears of every second use: also where nobody came in by it, once for each code and phone
    const found = async (id: string) =>
      (await log(id)).flatMap(({ kind, finding }) => (finding ? `${kind} ${finding}` : []));
    expect(await found(device)).toEqual(["refuse same_code", "refuse same_code"]);
    expect(await found(other.device)).toEqual(["refuse same_code", "admit same_code"]);
    await holds();
  });

  it("is good for a minute by the server's clock, also where the phone's own is wrong", async () => {
    const { chiefs, phone } = await readable(() => Date.now() - 3_600_000);
    const code = await chiefCode(chiefs.parts);
    expect(await readChiefCode(phone.parts, code)).toMatchObject({ kind: "chief" });
    const later = { ...phone.parts, now: () => Date.now() - 3_600_000 + durations.chiefCode * 1000 + 2000 };
    expect(await readChiefCode(later, code)).toEqual({ kind: "old" });
  });

  it("of an earlier hour is old also on a phone whose clock was set back to it, whichever row was the last", async () => {
    let off = -3_600_000;
    const { chiefs, phone } = await readable(() => Date.now() + off);
    const { qr } = await ticketOf(night);
    const old = await chiefCode({ ...chiefs.parts, now: () => Date.now() - 3_600_000 });
    network.is = "away";
    await phone.scan(qr, one);
    off = -7_200_000;
    expect(await readChiefCode(phone.parts, old)).toEqual({ kind: "old" });
    const read = await readChiefCode(phone.parts, await chiefCode(chiefs.parts));
    if (read.kind !== "chief") throw new Error(read.kind);
    await overrideResult(phone, await phone.scan(qr, one), { reason: "other", proof: read.proof });
    expect(await readChiefCode(phone.parts, old)).toEqual({ kind: "old" });
    const next = await chiefCode({ ...chiefs.parts, now: () => Date.now() + 1000 });
    expect(await readChiefCode(phone.parts, next)).toMatchObject({ kind: "chief" });
  });

  it("is nobody else's: of a phone that is no chief's, changed, or no code at all", async () => {
    const { chiefs, phone } = await readable();
    const other = await phones.phone(gate);
    await phone.sync({ withList: true });
    expect(await readChiefCode(phone.parts, await chiefCode(other.phone.parts))).toEqual({ kind: "unknown" });
    const code = await chiefCode(chiefs.parts);
    const changed = code.replace(/"at\\":(\d)/, (_, digit) => `"at\\":${(Number(digit) + 1) % 10}`);
    expect(changed).not.toBe(code);
    expect(await readChiefCode(phone.parts, changed)).toEqual({ kind: "unknown" });
    expect(await readChiefCode(phone.parts, "FSC-0000-000000")).toEqual({ kind: "unknown" });
    // the list says that this phone is no chief's any more
    expect(await readChiefCode(phone.parts, code)).toMatchObject({ kind: "chief" });
    await stopPhone(site, { actor: chief, deviceId: chiefs.enrolled.device });
    await phone.sync({ withList: true });
    expect(await readChiefCode(phone.parts, code)).toEqual({ kind: "unknown" });
  });

  it("takes back an entry after five minutes, which the phone alone does not", async () => {
    const { qr, purchaseId } = await ticketOf(night);
    let ahead = 0;
    const { chiefs, phone, device } = await readable(() => Date.now() + ahead);
    const { seq } = await phone.scan(qr, one);
    ahead = durations.undo * 1000 + 1000;
    await phone.sync({ withList: true });
    expect(await phone.undo(seq ?? 0, "mistake")).toBe(false);
    const read = await readChiefCode(phone.parts, await chiefCode(chiefs.parts));
    if (read.kind !== "chief") throw new Error(read.kind);
    const why = { reason: "mistake", proof: read.proof } as const;
    expect(await undoAsChief(phone, seq ?? 0, why)).toBe(true);
    expect(await undoAsChief(phone, seq ?? 0, why)).toBe(false);
    await phone.sync({ withList: true });
    expect(await entered(purchaseId)).toBe(0);
    expect((await log(device)).at(-1)).toMatchObject({ kind: "undo", counted: true, finding: null });
    await holds();
  });
});

describe("guests on a phone", () => {
  const guestNight = async () => {
    const eventId = await stage.night();
    const actor = await season.person("admin");
    const list = await saveGuestList(site, {
      actor,
      eventId,
      listId: null,
      form: { name: "Presă", quota: null },
    });
    if (!list.ok) throw new Error(list.refusal.reason);
    const guests = [
      { name: "Țugulea Ștefania", places: 3, note: null },
      { name: "Popescu Ion", places: 1, note: null },
    ];
    const add = (...added: typeof guests) =>
      addGuests(site, { actor, eventId, listId: list.value, guests: added });
    await add(...guests);
    return { eventId, add, ...(await phones.phone(await stage.gate(eventId))) };
  };
  const named = async (phone: Parameters<typeof guestsOnPhone>[0], text: string) => {
    const [guest] = guestsNamed((await guestsOnPhone(phone)) ?? [], text);
    if (!guest) throw new Error(`nobody is called ${text}`);
    return guest;
  };
  const cameIn = async (id: string) =>
    (await season.db`SELECT entered FROM listed_guests WHERE id = ${id}`)[0].entered;

  it("are found by a few letters without marks and come in in parts, also without network, up to their places", async () => {
    const { phone } = await guestNight();
    expect(await guestsOnPhone(phone)).toBeUndefined();
    await fetchGuests(phone);
    const { id } = await named(phone, "stefania tug");
    expect((await admitGuestHere(phone, id, 1)).answer).toMatchObject({ verdict: "admitted", left: 2 });
    network.is = "away";
    await phone.sync({ withList: false });
    expect((await admitGuestHere(phone, id, 1)).answer).toMatchObject({ verdict: "admitted", left: 1 });
    expect(await verdict(admitGuestHere(phone, id, 2))).toBe("name_used");
    const { seq } = await admitGuestHere(phone, id, 1);
    expect((await named(phone, "tugulea")).entered).toBe(3);
    expect(await phone.undo(seq ?? 0, "mistake")).toBe(true);
    expect((await named(phone, "tugulea")).entered).toBe(2);
    network.is = "there";
    await phone.sync({ withList: true });
    await fetchGuests(phone);
    expect([(await named(phone, "tugulea")).entered, await cameIn(id)]).toEqual([2, 2]);
    await holds();
  });

  it("come in once where two phones with network are asked in the same moment, by the name and by its QR", async () => {
    const { eventId, phone } = await guestNight();
    const other = await phones.phone(await stage.gate(eventId));
    for (const one of [phone, other.phone]) await fetchGuests(one);
    const { id } = await named(phone, "popescu");
    // both questions wait for the name before one of them is answered
    const answers = await site.database.withDuty("admit", async (sql) => {
      await sql.query("SELECT FROM listed_guests WHERE id = $1 FOR UPDATE", [id]);
      const asked = [
        verdict(admitGuestHere(phone, id, 1)),
        verdict(other.phone.scan(codeOf(eventId, id, 1), one)),
      ];
      await untilWaiting(season.client, 2);
      return asked;
    });
    expect((await Promise.all(answers)).sort()).toEqual(["admitted", "name_used"]);
    for (const one of [phone, other.phone]) await one.sync({ withList: false });
    const rows = [...(await log(phone.enrolled.device)), ...(await log(other.device))];
    expect(rows.map(({ kind, finding }) => [kind, finding]).sort()).toEqual([
      ["guest", null],
      ["refuse", null],
    ]);
    expect(await cameIn(id)).toBe(1);
    await holds();
  });

  it("are let in by the phone's own names when the answer is lost, and counted once", async () => {
    const { phone } = await guestNight();
    await fetchGuests(phone);
    const [one, many] = [await named(phone, "popescu"), await named(phone, "tugulea")];
    network.is = "deaf";
    expect(await verdict(admitGuestHere(phone, one.id, 1))).toBe("admitted");
    network.is = "there";
    await phone.sync({ withList: false });
    // a refusal by the phone's own names takes back what the server had answered
    await season.db`UPDATE listed_guests SET places = 9 WHERE id = ${many.id}`;
    network.is = "deaf";
    expect(await verdict(admitGuestHere(phone, many.id, 4))).toBe("name_used");
    expect([await cameIn(one.id), await cameIn(many.id)]).toEqual([1, 4]);
    network.is = "there";
    await phone.sync({ withList: false });
    expect([await cameIn(one.id), await cameIn(many.id)]).toEqual([1, 0]);
    await holds();
  });

  it("are counted once on the phone too, by the server's answer or by the row that has not come", async () => {
    const { phone } = await guestNight();
    await fetchGuests(phone);
    const { id } = await named(phone, "tugulea");
    network.is = "keeps rows";
    await admitGuestHere(phone, id, 1);
    expect(await cameIn(id)).toBe(1);
    expect((await named(phone, "tugulea")).entered).toBe(1);
    expect(await fetchGuests(phone)).toBe(true);
    expect((await named(phone, "tugulea")).entered).toBe(1);
  });

  it("are decided by the phone's own names at a server that answers no questions about them, the one before this", async () => {
    const { phone } = await guestNight();
    await fetchGuests(phone);
    const { id } = await named(phone, "popescu");
    const scan = () => Promise.reject(new CallRefused("unreadable", 0));
    const older = { parts: { ...phone.parts, calls: { ...phone.parts.calls, scan } } };
    expect(await verdict(admitGuestHere(older, id, 1))).toBe("admitted");
    expect(await verdict(admitGuestHere(older, id, 1))).toBe("name_used");
    await phone.sync({ withList: false });
    expect([await cameIn(id), phone.state().isOnline]).toEqual([1, true]);
  });

  /** The QR of a name's email. */
  const codeOf = (eventId: Uuid, id: string, places = 3) =>
    codeGuest(site.keys, { id: id as Uuid, eventId, date: dayOf(new Date()), time: null, places });
  const answered = async (scan: Promise<{ answer: { verdict: string } }>) => (await scan).answer;

  it("come in by the QR of their email as by their name: with and without network, in parts, up to their places", async () => {
    const { phone, eventId } = await guestNight();
    const id = (await season.db`SELECT id FROM listed_guests WHERE event_id = ${eventId} AND places = 3`)[0]
      .id;
    const qr = codeOf(eventId, id);
    network.is = "away";
    // nobody opened the names here
    expect(await verdict(phone.scan(qr, one))).toBe("name_unknown");
    network.is = "there";
    await phone.sync({ withList: true });
    const first = await phone.scan(qr, one);
    expect(first).toMatchObject({ typeName: "Țugulea Ștefania", answer: { verdict: "admitted", left: 2 } });
    // the names come by themselves, for when there is no network
    await vi.waitFor(async () => expect((await named(phone, "tugulea")).entered).toBe(1));
    network.is = "away";
    expect(await answered(phone.scan(qr, one))).toMatchObject({ verdict: "admitted", left: 1 });
    expect(await verdict(phone.scan(qr, { entries: 2, stamp: null }))).toBe("name_used");
    expect(await answered(admitGuestHere(phone, id, 1))).toMatchObject({ verdict: "admitted", left: 0 });
    expect(await verdict(phone.scan(qr, one))).toBe("name_used");
    network.is = "there";
    await phone.sync({ withList: true });
    expect(await cameIn(id)).toBe(3);
    const other = await phones.phone(await stage.gate(eventId));
    const used = await other.phone.scan(qr, one);
    expect(used).toMatchObject({
      answer: { verdict: "name_used" },
      lastEntry: { gateName: phone.enrolled.gate.name },
    });
    await holds();
  });

  it("are let in by no QR once they are off the list, at another night's door, or with a changed code", async () => {
    const { phone, eventId } = await guestNight();
    const id = (await season.db`SELECT id FROM listed_guests WHERE event_id = ${eventId} AND places = 1`)[0]
      .id;
    const qr = codeOf(eventId, id, 1);
    expect(await verdict((await guestNight()).phone.scan(qr, one))).toBe("elsewhere");
    expect(await verdict(phone.scan(`${qr.slice(0, -4)}0000`, one))).toBe("invalid");
    const { phone: foreign } = await guestNight();
    expect(await verdict(exitTicket(foreign, qr, 1))).toBe("elsewhere");
    // a name's exits are written nowhere, so the screen says what to do instead; it is none of the words for a foreign code
    const exit = await exitTicket(phone, qr, 1);
    expect(scannedView(exit)).toMatchObject({
      what: "Ieșirea unui invitat nu se scrie",
      closes: "Următorul",
    });
    expect(exit.seq).toBeNull();
    await season.db`UPDATE listed_guests SET removed_at = now() WHERE id = ${id}`;
    const gone = await phone.scan(qr, one);
    expect(gone.answer.verdict).toBe("off_list");
    expect(mayOverride(gone)).toBe(false);
    expect(await cameIn(id)).toBe(0);
  });

  it("added after the phone's names came are the chief's to decide without network, and off the list only where the phone knows that", async () => {
    const { phone, eventId, add } = await guestNight();
    const [gone] = await season.db`SELECT id FROM listed_guests WHERE event_id = ${eventId} AND places = 1`;
    await season.db`UPDATE listed_guests SET removed_at = now() WHERE id = ${gone.id}`;
    await fetchGuests(phone);
    await add({ name: "Văduva Corina", places: 2, note: null });
    const [added] = await season.db`SELECT id FROM listed_guests WHERE event_id = ${eventId} AND places = 2`;
    network.is = "away";
    const unknown = await phone.scan(codeOf(eventId, added.id, 2), one);
    expect(scannedView(unknown)).toMatchObject({
      kind: "look",
      what: "Nume necunoscut pe acest telefon",
      canOverride: true,
    });
    expect(await verdict(phone.scan(codeOf(eventId, gone.id, 1), one))).toBe("off_list");
    expect(written(await phone.parts.store.fact("guests"))).not.toContain("Popescu");
  });

  it("are refused as tickets are: with name, hour and gate, among the last scans, and let in by the chief", async () => {
    const { phone, eventId, gateId, log: kept, device } = await guestNight();
    const chiefs = (await phones.phone(gateId, { isChief: true })).phone;
    await phone.sync({ withList: true });
    await fetchGuests(phone);
    const { id } = await named(phone, "popescu");
    const qr = codeOf(eventId, id, 1);
    expect(await verdict(phone.scan(qr, one))).toBe("admitted");
    await vi.waitFor(async () => expect((await named(phone, "popescu")).entered).toBe(1));
    const refused = {
      kind: "refused",
      which: "Popescu Ion",
      what: expect.stringMatching(/^Pe acest nume au intrat toți\u00a0· \d\d:\d\d, Poarta /),
      canOverride: true,
    };
    expect(scannedView(await phone.scan(qr, one))).toMatchObject(refused);
    network.is = "away";
    const again = await phone.scan(qr, one);
    expect(scannedView(again)).toMatchObject(refused);
    expect(latestScans(phone, Date.now()).slice(0, 2)).toMatchObject(
      [1, 2].map(() => ({
        kind: "refused",
        verdict: "REFUZAT: Pe acest nume au intrat toți",
        subject: "Invitat",
        who: "Popescu Ion",
      })),
    );
    const proof = await signChiefProof(chiefs.parts);
    const letIn = await overrideResult(phone, again, { reason: "on_guest_list", proof });
    expect(scannedView(letIn)).toMatchObject({ kind: "admitted", what: "Popescu Ion, 1 intrare" });
    expect(written([...kept.values()])).not.toContain("Popescu");
    network.is = "there";
    await phone.sync({ withList: false });
    expect((await log(device)).at(-1)).toEqual({
      kind: "guest",
      mode: "override",
      counted: true,
      finding: "over_places",
    });
    await site.database.readAs(chief, async (sql) => {
      expect(await listOverrides(sql, eventId, 9)).toMatchObject([{ label: "Popescu Ion", chiefName: "A1" }]);
      expect(await listDoubleEntries(sql, eventId)).toMatchObject([{ guestId: id, entered: 2 }]);
    });
    await holds();
  });

  it("of whom the phone has no names come in by the chief, and without a chief's proof that is found", async () => {
    const { phone, eventId, gateId, device } = await guestNight();
    const chiefs = (await phones.phone(gateId, { isChief: true })).phone;
    const [{ id }] = await season.db`SELECT id FROM listed_guests WHERE event_id = ${eventId} AND places = 3`;
    network.is = "away";
    const unknown = await phone.scan(codeOf(eventId, id), one);
    expect([unknown.answer.verdict, mayOverride(unknown)]).toEqual(["name_unknown", true]);
    const old = await signChiefProof({ ...chiefs.parts, now: () => Date.now() - 3_600_000 });
    for (const proof of [await signChiefProof(chiefs.parts), old])
      await overrideResult(phone, unknown, { reason: "on_guest_list", proof });
    network.is = "there";
    await phone.sync({ withList: false });
    const findings = (await log(device)).filter(({ kind }) => kind === "guest").map(({ finding }) => finding);
    expect([findings, await cameIn(id)]).toEqual([[null, "no_chief"], 2]);
    await holds();
  });

  it("lie on the phone so that no name can be read there, and are gone once the phone is stopped", async () => {
    const { phone, remembered: facts, log: kept, device } = await guestNight();
    await fetchGuests(phone);
    const { id } = await named(phone, "popescu");
    network.is = "keeps rows";
    await admitGuestHere(phone, id, 1);
    const dump = () => written([...facts.values(), ...kept.values()]);
    expect(dump()).toContain(device);
    for (const name of ["Popescu", "Țugulea", "Ștefania"]) expect(dump()).not.toContain(name);
    expect(facts.get("guest-key")).toMatchObject({ extractable: false });
    await stopPhone(site, { actor: chief, deviceId: device });
    // also while rows are left that could not be sent
    await phone.sync({ withList: true });
    expect(phone.state()).toMatchObject({ isStopped: true, unsent: 1 });
    expect([facts.get("guest-key") ?? null, await guestsOnPhone(phone)]).toEqual([null, undefined]);
  });

  it("come to no phone that was stopped, nor to one whose time is over", async () => {
    const { phone, device } = await guestNight();
    await fetchGuests(phone);
    const late = { parts: { ...phone.parts, now: () => Date.parse(phone.enrolled.endsAt) + 60_000 } };
    expect(await guestsOnPhone(late)).toBeUndefined();
    expect(await guestsOnPhone(phone)).toBeUndefined();
    await stopPhone(site, { actor: chief, deviceId: device });
    expect(await fetchGuests(phone)).toBe(false);
    expect(await guestsOnPhone(phone)).toBeUndefined();
  });
});

/** Everything of a value that can be read, bytes as text. */
function written(value: unknown): string {
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString("utf8");
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer as ArrayBuffer).toString("utf8");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.values(value).map(written).join(" ");
}

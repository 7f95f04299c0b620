import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openDoorStage } from "#test/support/door-stage.ts";
import { phoneAsk, phoneKeys, phoneRow } from "#test/support/gate-phone.ts";
import { succeeded, whyNot } from "#test/support/outcomes.ts";
import { durations } from "#ticketing/limits.ts";
import { splitCode } from "#ticketing/orders/split-code.server.ts";
import { answerScan } from "./answer-scan.server.ts";
import { listBoardPhones } from "./door-board-queries.server.ts";
import { listSellingPhones } from "./door-sale-queries.server.ts";
import { findAwayGate, gatesOfNight } from "./door-store.server.ts";
import { enrolPhone } from "./enrol-phone.server.ts";
import { listGates } from "./gate-queries.server.ts";
import { invitePhone } from "./invite-phone.server.ts";
import { saveGate } from "./save-gate.server.ts";
import { setAsideForDoor } from "./set-aside-for-door.server.ts";
import { setGateMode } from "./set-gate-mode.server.ts";
import { stopPhone } from "./stop-phone.server.ts";
import { takeBeat } from "./take-beat.server.ts";
import { takeGateRows } from "./take-gate-rows.server.ts";

const stage = await openDoorStage();
const { site, season, chief, gateStaff } = stage;

async function invitation(gateId: string) {
  const invited = succeeded(await invitePhone(site, { actor: chief, gateId }));
  expect(invited.url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/poarta\/inrolare#[A-Za-z0-9_-]{43}$/);
  return invited.url.split("#").at(-1) ?? "";
}

const enrol = (keys: ReturnType<typeof phoneKeys>, secret: string, name = "A1") =>
  enrolPhone(site, keys.call("enrol", { v: 1, secret, key: keys.key, name }));

const beat = ({ keys, device }: Awaited<ReturnType<typeof stage.phone>>, through = 0) =>
  takeBeat(site, keys.call("beat", { v: 1, device, at: Date.now(), through }));

describe("a phone of a gate", () => {
  it("is made by the secret of one gate, once; a repeated call gets the same answer", async () => {
    const eventId = await stage.night();
    const gateId = await stage.gate(eventId, { name: "Poarta A" });
    const secret = await invitation(gateId);
    const keys = phoneKeys();
    const first = await enrol(keys, secret);
    expect(first).toMatchObject({
      ok: true,
      value: { gate: { id: gateId, name: "Poarta A" }, event: { id: eventId }, decides: true },
    });
    if (!first.ok) throw new Error("refused");
    expect(first.value.ticketKeys.length).toBeGreaterThan(0);
    expect(first.value.ticketKeys[0]).toMatchObject({ crv: "Ed25519", kty: "OKP" });
    expect(first.value.ticketKeys[0]).not.toHaveProperty("d");
    expect(first.value.endsAt.getTime() - Date.now()).toBeGreaterThan(15.9 * 3_600_000);
    expect(await enrol(keys, secret)).toEqual(first);
    expect(await whyNot(enrol(phoneKeys(), secret))).toBe("expired");
    expect(await enrol(phoneKeys(), await invitation(gateId))).toMatchObject({ value: { decides: false } });
  });

  it("decides for its gate until its time is over: then it keeps no ticket, and the next phone decides", async () => {
    const eventId = await stage.night();
    const gateId = await stage.gate(eventId, { isStrict: true });
    const first = await enrol(phoneKeys(), await invitation(gateId));
    const [ticket] = await stage.tickets(eventId);
    const [{ typeId }] =
      await season.db`SELECT ticket_type_id AS "typeId" FROM ticket_purchases WHERE id = ${ticket?.purchaseId ?? ""}`;
    const away = () =>
      site.database.withDuty("admit", async (sql) =>
        findAwayGate(sql, await gatesOfNight(sql, eventId), { id: ticket?.purchaseId ?? "", typeId }, null),
      );
    const { device } = succeeded(first);
    await season.db`UPDATE gate_devices SET settled_at = now() - interval '1 hour' WHERE id = ${device}`;
    expect(await away()).toEqual({ id: gateId, keeps: "entries" });
    await season.db`UPDATE gate_devices SET enrolled_at = now() - interval '20 hours', ends_at = now() - interval '1 second' WHERE id = ${device}`;
    expect(await away()).toBeNull();
    expect(await enrol(phoneKeys(), await invitation(gateId))).toMatchObject({ value: { decides: true } });
  });

  it("is told the title of its own night (one kind: a join that finds more than its row)", async () => {
    for (const title of ["Luna Plină", "Eclipsa"]) {
      const gateId = await stage.gate(await season.night({ title, time: null }));
      expect(await enrol(phoneKeys(), await invitation(gateId))).toMatchObject({
        value: { event: { title } },
      });
    }
  });

  it("has a name of one line, without signs that nobody sees", async () => {
    const gateId = await stage.gate(await stage.night());
    const named = await enrol(phoneKeys(), await invitation(gateId), " A\u2028\0\u202e1 ");
    if (!named.ok) throw new Error(named.refusal.reason);
    expect(await season.db`SELECT name FROM gate_devices WHERE id = ${named.value.device}`).toEqual([
      { name: "A 1" },
    ]);
    for (const empty of ["", " ", "\u2028", "\u200b"])
      expect(await whyNot(enrol(phoneKeys(), await invitation(gateId), empty))).toBe("unreadable");
  });

  it("is made by nobody without the secret, after ten minutes, or without the key", async () => {
    const gateId = await stage.gate(await stage.night());
    const secret = await invitation(gateId);
    expect(await whyNot(enrol(phoneKeys(), "x".repeat(43)))).toBe("expired");
    const [keys, other] = [phoneKeys(), phoneKeys()];
    const { text } = keys.call("enrol", { v: 1, secret, key: keys.key, name: "A1" });
    const forged = { text, signature: other.signText("enrol", text) };
    expect(await whyNot(enrolPhone(site, forged))).toBe("not_signed");
    const asRow = { text, signature: keys.signText("row", text) };
    expect(await whyNot(enrolPhone(site, asRow))).toBe("not_signed");
    const noPoint = `B${"A".repeat(86)}`;
    const call = keys.call("enrol", { v: 1, secret, key: noPoint, name: "A1" });
    expect(await whyNot(enrolPhone(site, call))).toBe("not_signed");
    await season.db`UPDATE gate_invitations SET created_at = created_at - interval '11 minutes', expires_at = expires_at - interval '11 minutes'`;
    expect(await whyNot(enrol(keys, secret))).toBe("expired");
  });

  it("of ten phones that read one code at once, one is made; of the first phones of a gate one decides", async () => {
    const gateId = await stage.gate(await stage.night());
    const secret = await invitation(gateId);
    const made = await Promise.all(Array.from({ length: 10 }, () => enrol(phoneKeys(), secret)));
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
    const second = await stage.gate(await stage.night());
    const secrets = await Promise.all(Array.from({ length: 4 }, () => invitation(second)));
    const phones = await Promise.all(secrets.map((one) => enrol(phoneKeys(), one)));
    expect(phones.filter((one) => one.ok && one.value.decides)).toHaveLength(1);
    expect(phones.filter(({ ok }) => ok)).toHaveLength(4);
  });

  it("is stopped at once: its next beat says so, it decides nothing, and another phone may decide", async () => {
    const eventId = await stage.night();
    const gateId = await stage.gate(eventId);
    const phone = await stage.phone(gateId);
    const [ticket] = await stage.tickets(eventId);
    expect(await beat(phone)).toMatchObject({ value: { isStopped: false, isSettled: true, decides: true } });
    expect(await whyNot(stopPhone(site, { actor: gateStaff, deviceId: phone.device }))).toBe("not_allowed");
    for (let n = 0; n < 2; n++)
      expect(await stopPhone(site, { actor: chief, deviceId: phone.device })).toMatchObject({ ok: true });
    expect(await whyNot(stopPhone(site, { actor: chief, deviceId: newId() }))).toBe("missing");
    expect(await beat(phone)).toMatchObject({ value: { isStopped: true } });
    expect(
      await whyNot(answerScan(site, phoneAsk(phone.keys, phone.device, { seq: 1, qr: ticket?.qr ?? "" }))),
    ).toBe("stopped");
    expect(await stage.phone(gateId)).toMatchObject({ decides: true });
  });

  it("is good until seven hours after its night, however early it was bound, and at least sixteen hours (one kind: a phone that ends before its night)", async () => {
    const hoursOf = async (inDays: number) => {
      const phone = await stage.phone(await stage.gate(await season.night({ inDays })));
      const rows =
        await season.db`SELECT extract(epoch FROM d.ends_at - d.enrolled_at) / 3600 AS good, extract(epoch FROM e.ends_at - d.enrolled_at) / 3600 AS to_end
         FROM gate_devices d JOIN events e ON e.id = d.event_id WHERE d.id = ${phone.device}`;
      return { good: Number(rows[0].good), toEnd: Number(rows[0].to_end) };
    };
    expect((await hoursOf(-2)).good).toBe(16);
    const later = await hoursOf(9);
    expect(later.good).toBeCloseTo(later.toEnd + 7);
    // How far away the end of tonight is depends on the hour of this run.
    const tonight = await hoursOf(0);
    expect(tonight.good).toBeCloseTo(Math.max(16, tonight.toEnd + 7));
  });

  it("stops by itself at its end", async () => {
    const eventId = await stage.night();
    const phone = await stage.phone(await stage.gate(eventId));
    await season.db`UPDATE gate_devices SET enrolled_at = enrolled_at - interval '36 hours', ends_at = ends_at - interval '36 hours' WHERE id = ${phone.device}`;
    expect(await beat(phone)).toMatchObject({ value: { isStopped: true } });
    const [gate] = await site.database.withDuty("admit", (sql) => listGates(sql, eventId));
    expect(gate?.phones).toEqual([]);
  });

  it("beats with its own key; it is settled once every row that it wrote is here", async () => {
    const phone = await stage.phone(await stage.gate(await stage.night()));
    expect(await beat(phone, 3)).toMatchObject({ value: { isSettled: false, ackedThrough: 0 } });
    const { text } = phone.keys.call("beat", { v: 1, device: phone.device, at: Date.now(), through: 0 });
    // a page of an earlier build may name an order to yield
    const older = phone.keys.call("beat", { ...JSON.parse(text), yielded: newId() });
    expect(await takeBeat(site, older)).toMatchObject({ value: { decides: true } });
    expect(await whyNot(takeBeat(site, { text, signature: phoneKeys().signText("beat", text) }))).toBe(
      "not_signed",
    );
    const unknown = phone.keys.call("beat", { v: 1, device: newId(), at: Date.now(), through: 0 });
    expect(await whyNot(takeBeat(site, unknown))).toBe("unknown_device");
    expect(await whyNot(takeBeat(site, phone.keys.call("beat", { v: 2 })))).toBe("unreadable");
  });

  it("that leaves numbers free has them unsent wherever that is asked, though it beats with a smaller number or not at all", async () => {
    const eventId = await stage.night();
    const phone = await stage.phone(await stage.gate(eventId));
    const send = (...numbers: number[]) =>
      takeGateRows(site, {
        device: phone.device,
        rows: numbers.map((seq) => phoneRow(phone.keys, phone.device, { seq, kind: "refuse", entries: 0 })),
      });
    const asked = async () => {
      const [[board], [selling]] = await site.database.readAs(chief, async (sql) => [
        await listBoardPhones(sql, eventId),
        await listSellingPhones(sql, eventId, durations.phoneAway),
      ]);
      return [board?.unsent, selling?.unsent, selling?.isUnsettled];
    };
    expect(await send(1, 6, 7, 8, 9)).toMatchObject({ value: { ackedThrough: 1 } });
    expect(await asked()).toEqual([4, 4, true]);
    await season.db`UPDATE gate_devices SET settled_at = now() - interval '1 minute' WHERE id = ${phone.device}`;
    expect(await beat(phone, 1)).toMatchObject({ value: { ackedThrough: 1, isSettled: false } });
    expect(await asked()).toEqual([4, 4, true]);
    const [board] = await site.database.readAs(chief, (sql) => listBoardPhones(sql, eventId));
    expect(board?.isAway).toBe(true);
    await send(2, 4, 5);
    expect(await beat(phone, 11)).toMatchObject({ value: { ackedThrough: 2, isSettled: false } });
    expect(await asked()).toEqual([3, 3, true]);
    await send(3, 10);
    expect(await beat(phone, 9)).toMatchObject({ value: { ackedThrough: 10, isSettled: false } });
    await send(11);
    expect(await beat(phone, 11)).toMatchObject({ value: { ackedThrough: 11, isSettled: true } });
    expect(await asked()).toEqual([0, 0, false]);
  });
});

describe("the gates of a night", () => {
  const form = (name: string, typeIds: string[] = []) => ({ name, typeIds });

  it("are made and changed by the chief, with names of their own and types of the night", async () => {
    const eventId = await stage.night();
    const typeId = await season.ticketType({ events: [eventId] });
    const save = (gateId: string | null, about: ReturnType<typeof form>, actor = chief) =>
      saveGate(site, { actor, eventId, gateId, form: about });
    const made = succeeded(await save(null, form("Poarta A", [typeId])));
    expect(await save(made, form("Poarta Principală"))).toMatchObject({ value: made });
    expect(await whyNot(save(null, form("poarta principală")))).toBe("name_taken");
    expect(
      await whyNot(save(null, form("B", [await season.ticketType({ events: [await stage.night()] })]))),
    ).toBe("unknown_type");
    expect(await whyNot(save(newId(), form("C")))).toBe("missing");
    expect(await whyNot(save(null, form("C"), gateStaff))).toBe("not_allowed");
    expect(await whyNot(invitePhone(site, { actor: gateStaff, gateId: made }))).toBe("not_allowed");
    expect(await whyNot(invitePhone(site, { actor: chief, gateId: newId() }))).toBe("missing");
    await season.db`UPDATE events SET cancelled_at = now() WHERE id = ${eventId}`;
    expect(await whyNot(invitePhone(site, { actor: chief, gateId: made }))).toBe("missing");
    const rows = await season.db`SELECT what FROM journal WHERE subject_id = ${eventId} ORDER BY id`;
    expect(rows.map(({ what }) => what)).toEqual(["gate_made", "gate_changed"]);
  });

  it("at most twenty-four", async () => {
    const eventId = await stage.night();
    for (let n = 0; n < 24; n++) await stage.gate(eventId);
    expect(await whyNot(saveGate(site, { actor: chief, eventId, gateId: null, form: form("Z") }))).toBe(
      "too_many",
    );
  });

  it("change neither mode nor types nor number, and no code is split, while the phone that decides by them is away", async () => {
    const eventId = await stage.night();
    const typeId = await season.ticketType({ events: [eventId] });
    const gateId = await stage.gate(eventId);
    const phone = await stage.phone(gateId, "A1");
    const mode = (to: "open" | "strict", actor = chief) =>
      setGateMode(site, { actor, eventId, gateId, mode: to });
    expect(await whyNot(mode("strict", gateStaff))).toBe("not_allowed");
    expect(await mode("strict")).toMatchObject({ value: "strict" });
    await season.db`UPDATE gate_devices SET settled_at = now() - interval '7 seconds' WHERE id = ${phone.device}`;
    expect(await mode("open")).toMatchObject({ refusal: { reason: "phone_away", phone: "A1" } });
    const save = () => saveGate(site, { actor: chief, eventId, gateId, form: form("Poarta A", [typeId]) });
    expect(await save()).toMatchObject({ refusal: { reason: "phone_away", phone: "A1" } });
    // a new gate, or another one's types, would take tickets from the gate that the phone knows
    const another = { actor: chief, eventId, gateId: null, form: form("Poarta B", [typeId]) };
    expect(await whyNot(saveGate(site, another))).toBe("phone_away");
    // nor is a code divided that the phone admits as one
    const [ticket] = await stage.tickets(eventId, { entries: 4 });
    const admin = await season.person("admin");
    const split = () => splitCode(site, { actor: admin, purchaseId: ticket?.purchaseId ?? "" });
    expect(await whyNot(split())).toBe("phone_away");
    await beat(phone);
    expect(await split()).toMatchObject({ ok: true, value: { codes: 4 } });
    expect(await save()).toMatchObject({ ok: true });
    expect(await mode("open")).toMatchObject({ value: "open" });
    expect(await whyNot(setGateMode(site, { actor: chief, eventId, gateId: newId(), mode: "open" }))).toBe(
      "missing",
    );
  });
});

it("a draft is missing at the door: no gate of it is made, no phone invited, nothing set aside for one", async () => {
  const draft = await stage.night();
  const gateId = await stage.gate(draft);
  const { device } = await stage.phone(gateId);
  const ticketTypeId = await season.ticketType({ events: [draft] });
  await season.db`UPDATE events SET publish_at = now() + interval '1 day' WHERE id = ${draft}`;
  const actor = chief;
  const form = { name: "Poarta nouă", typeIds: [] };
  const aside = { actor, eventId: draft, deviceId: device, ticketTypeId, quantity: 1 };
  expect([
    await whyNot(saveGate(site, { actor, eventId: draft, gateId: null, form })),
    await whyNot(setGateMode(site, { actor, eventId: draft, gateId, mode: "strict" })),
    await whyNot(invitePhone(site, { actor, gateId })),
    await whyNot(setAsideForDoor(site, aside)),
  ]).toEqual(["missing", "missing", "missing", "missing"]);
});

import { describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { openDoorStage, type StagePhone } from "#test/support/door-stage.ts";
import { phoneAsk, phoneRow } from "#test/support/gate-phone.ts";
import { doorInvariants } from "#ticketing/reports/door-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { answerScan } from "./answer-scan.server.ts";
import { listOverrides } from "./door-board-queries.server.ts";
import type { ChiefProof } from "./gate-row-form.ts";
import { chiefMark } from "./signed-bytes.ts";
import { stopPhone } from "./stop-phone.server.ts";
import { takeGateRows } from "./take-gate-rows.server.ts";

const stage = await openDoorStage();
const { site, season, chief } = stage;

async function door() {
  const eventId = await stage.night();
  const gate = await stage.gate(eventId);
  const phone = await stage.phone(gate);
  const chiefs = await stage.phone(gate, "Șefa", { isChief: true });
  const [ticket] = await stage.tickets(eventId, { entries: 1 });
  if (!ticket) throw new Error("no ticket");
  return { eventId, gate, phone, chiefs, ticket };
}

const proofOf = (phone: StagePhone, about: { at?: number; device?: Uuid } = {}): ChiefProof => {
  const text = JSON.stringify({ v: 1, device: phone.device, at: Date.now(), ...about });
  return { text, signature: phone.keys.signText("chief", text) };
};

type About = Parameters<typeof phoneRow>[2];
const overriding = (phone: StagePhone, about: Omit<About, "mode">) =>
  phoneRow(phone.keys, phone.device, { mode: "override", ...about } as About);
const send = async (phone: StagePhone, about: Omit<About, "mode">) => {
  const taken = await takeGateRows(site, { device: phone.device, rows: [overriding(phone, about)] });
  return taken.ok ? taken.value.rows[0]?.answer : taken.refusal.reason;
};
const logged = async (phone: StagePhone, seq: number) =>
  (
    await season.db`SELECT is_counted AS counted, finding, chief_device AS chief, reason FROM gate_log WHERE device_id = ${phone.device} AND seq = ${seq}`
  )[0];
const holds = async () => expect(await findViolations(season.client, doorInvariants)).toEqual([]);

describe("an entry that the chief lets in", () => {
  it("counts with the chief's code, is listed with who and why, and shows a used ticket as a double", async () => {
    const { eventId, phone, chiefs, ticket } = await door();
    await takeGateRows(site, {
      device: phone.device,
      rows: [phoneRow(phone.keys, phone.device, { seq: 1, qr: ticket.qr })],
    });
    const chiefProof = proofOf(chiefs);
    const about = { seq: 2, qr: ticket.qr, reason: "payment_seen", chief: chiefProof } as const;
    expect(await send(phone, about)).toBe("kept");
    expect(await logged(phone, 2)).toEqual({
      counted: true,
      finding: null,
      chief: chiefs.device,
      reason: "payment_seen",
    });
    const listed = await site.database.readAs(chief, (sql) => listOverrides(sql, eventId, 10));
    expect(listed).toMatchObject([{ chiefName: "Șefa", reason: "payment_seen", entries: 1 }]);
    expect(await stage.left(ticket.purchaseId)).toBe(0);
    await holds();
  });

  it.each([
    ["no code", () => undefined],
    ["the code of a phone that is no chief's", ({ phone }) => proofOf(phone)],
    ["a code that is older than a minute", ({ chiefs }) => proofOf(chiefs, { at: Date.now() - 61_000 })],
    ["a code from the future", ({ chiefs }) => proofOf(chiefs, { at: Date.now() + 61_000 })],
    [
      "a code that another phone signed in the chief's name",
      ({ phone, chiefs }) => proofOf(phone, { device: chiefs.device }),
    ],
    [
      "a text that was signed as a beat",
      ({ chiefs }) => {
        const { text } = proofOf(chiefs);
        return { text, signature: chiefs.keys.signText("beat", text) };
      },
    ],
  ] as [string, (door: { phone: StagePhone; chiefs: StagePhone }) => ChiefProof | undefined][])(
    "with %s counts all the same, because people came in, and is found",
    async (_, makeProof) => {
      const { phone, chiefs, ticket } = await door();
      const given = makeProof({ phone, chiefs });
      const about = { seq: 1, qr: ticket.qr, ...(given ? { chief: given } : {}) };
      expect(await send(phone, about)).toBe("kept");
      expect(await logged(phone, 1)).toMatchObject({ counted: true, finding: "no_chief", chief: null });
      expect(await stage.left(ticket.purchaseId)).toBe(0);
      await holds();
    },
  );

  it("needs a chief's phone of the same night", async () => {
    const { phone, ticket } = await door();
    const elsewhere = await door();
    await send(phone, { seq: 1, qr: ticket.qr, chief: proofOf(elsewhere.chiefs) });
    expect(await logged(phone, 1)).toMatchObject({ finding: "no_chief" });
  });

  it.each([-600_000, -1000, 0, 2000])(
    "by a chief's phone that is stopped when the row comes counts and is found, whatever times the two say (%i ms from the stop)",
    async (offset) => {
      const { phone, ticket, chiefs } = await door();
      await stage.unheard(phone);
      await stopPhone(site, { actor: chief, deviceId: chiefs.device });
      const at = Date.now() + offset;
      await send(phone, { seq: 1, qr: ticket.qr, at, chief: proofOf(chiefs, { at }) });
      const undo = { kind: "undo", entries: 0, undoes: { device: phone.device, seq: 1 } } as const;
      await send(phone, { seq: 2, ...undo, reason: "mistake", at, chief: proofOf(chiefs, { at }) });
      for (const seq of [1, 2])
        expect(await logged(phone, seq)).toMatchObject({
          counted: true,
          finding: "chief_stopped",
          chief: chiefs.device,
        });
      await holds();
    },
  );
});

it("an undo by the chief is found neither early nor late with the code, and without it is found", async () => {
  const { phone, chiefs, ticket } = await door();
  const old = Date.now() - 20 * 60_000;
  const admit = phoneRow(phone.keys, phone.device, { seq: 1, qr: ticket.qr, at: old });
  await takeGateRows(site, { device: phone.device, rows: [admit] });
  const undo = {
    kind: "undo",
    entries: 0,
    reason: "mistake",
    undoes: { device: phone.device, seq: 1 },
  } as const;
  await send(phone, { seq: 2, ...undo, chief: proofOf(chiefs) });
  expect(await logged(phone, 2)).toMatchObject({ counted: true, finding: null, chief: chiefs.device });
  expect(await stage.left(ticket.purchaseId)).toBe(1);
  await send(phone, { seq: 3, ...undo });
  expect(await logged(phone, 3)).toMatchObject({ finding: "no_chief" });
  await holds();
});

describe("a chief's code lets in once", () => {
  const asked = async (phone: StagePhone, seq: number, { text, signature }: ChiefProof) => {
    const qr = chiefMark + JSON.stringify({ text, signature });
    const answer = await answerScan(site, phoneAsk(phone.keys, phone.device, { seq, qr, entries: null }));
    return answer.ok ? [answer.value.decision.verdict, answer.value.chief] : answer.refusal.reason;
  };

  it("for the row whose phone asked first, which may ask again; every other row is told so, and is found", async () => {
    const { gate, phone, chiefs, ticket } = await door();
    const other = await stage.phone(gate, "A2");
    const proof = proofOf(chiefs);
    expect(await asked(phone, 1, proof)).toEqual(["invalid", "good"]);
    expect(await asked(phone, 1, proof)).toEqual(["invalid", "good"]);
    expect(await asked(phone, 2, proof)).toEqual(["invalid", "used"]);
    expect(await asked(other, 1, proof)).toEqual(["invalid", "used"]);
    await send(other, { seq: 1, qr: ticket.qr, chief: proof });
    await send(phone, { seq: 1, qr: ticket.qr, chief: proof });
    expect(await logged(phone, 1)).toMatchObject({ counted: true, finding: null });
    expect(await logged(other, 1)).toMatchObject({ counted: true, finding: "same_code" });
    await holds();
  });

  it("in two rows that come at once, for one of them, whatever they are about", async () => {
    const { gate, phone, chiefs, ticket } = await door();
    const phones = [phone, await stage.phone(gate, "A2"), await stage.phone(gate, "A3")];
    const proof = proofOf(chiefs);
    await Promise.all(phones.map((one) => send(one, { seq: 1, qr: ticket.qr, chief: proof })));
    const undo = { kind: "undo", entries: 0, undoes: { device: phone.device, seq: 1 } } as const;
    await send(phone, { seq: 2, ...undo, reason: "mistake", chief: proof });
    const rows = await Promise.all([...phones.map((one) => logged(one, 1)), logged(phone, 2)]);
    expect(rows.map((row) => row.finding ?? "none").sort()).toEqual(["none", ...Array(3).fill("same_code")]);
    await holds();
  });

  it("of nobody but a chief's phone of the night that is not stopped, and a minute long", async () => {
    const { phone, chiefs } = await door();
    const used = ["invalid", "used"];
    expect(await asked(phone, 1, proofOf(phone))).toEqual(used);
    expect(await asked(phone, 1, proofOf(chiefs, { at: Date.now() - 90_000 }))).toEqual(used);
    expect(await asked((await door()).phone, 1, proofOf(chiefs))).toEqual(used);
    await stopPhone(site, { actor: chief, deviceId: chiefs.device });
    expect(await asked(phone, 1, proofOf(chiefs))).toEqual(used);
  });
});

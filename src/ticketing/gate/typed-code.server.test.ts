import { describe, expect, it } from "vitest";
import { openDoorStage, type StagePhone } from "#test/support/door-stage.ts";
import { hashOfCode, phoneAsk, phoneRow } from "#test/support/gate-phone.ts";
import { limits } from "#ticketing/limits.ts";
import { doorInvariants } from "#ticketing/reports/door-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { admitEntry } from "./admit-entry.server.ts";
import { answerScan } from "./answer-scan.server.ts";
import { takeGateRows } from "./take-gate-rows.server.ts";

const stage = await openDoorStage();
const { site, season, chief } = stage;

async function door() {
  const eventId = await stage.night();
  const phone = await stage.phone(await stage.gate(eventId));
  const [ticket] = await stage.tickets(eventId);
  if (!ticket) throw new Error("no ticket");
  return { eventId, phone, ticket, typed: `${ticket.label}-${ticket.group}` };
}

const ask = async (phone: StagePhone, seq: number, code: string) => {
  const answer = await answerScan(site, phoneAsk(phone.keys, phone.device, { seq, qr: code }));
  return answer.ok ? answer.value.decision.verdict : answer.refusal;
};

describe("a code that is typed on a phone", () => {
  it("admits with its check group once, and the row that follows counts although no QR is beside it", async () => {
    const { phone, ticket, typed } = await door();
    expect(await ask(phone, 1, typed)).toBe("admitted");
    expect(await ask(phone, 1, typed)).toBe("admitted");
    expect(await stage.left(ticket.purchaseId)).toBe(0);
    const row = phoneRow(phone.keys, phone.device, { seq: 1, mode: "online" });
    const text = JSON.stringify({ ...JSON.parse(row.text), code: hashOfCode(typed) });
    await takeGateRows(site, {
      device: phone.device,
      rows: [{ seq: 1, text, signature: phone.keys.signText("row", text) }],
    });
    const rows =
      await season.db`SELECT is_counted AS counted, finding, purchase_id AS id FROM gate_log WHERE device_id = ${phone.device}`;
    expect(rows).toEqual([{ counted: true, finding: null, id: ticket.purchaseId }]);
    expect(await ask(phone, 2, typed)).toBe("used");
    expect(await findViolations(season.client, doorInvariants)).toEqual([]);
  });

  it("admits nobody by its label alone, nor with the group of another ticket", async () => {
    const { phone, ticket } = await door();
    const other = await door();
    expect(await ask(phone, 1, ticket.label)).toBe("invalid");
    expect(await ask(phone, 1, `${ticket.label}-${other.ticket.group}`)).toBe("invalid");
    expect(await stage.left(ticket.purchaseId)).toBe(1);
  });

  it("waits after too many wrong ones on this phone; a QR never does, nor another phone, nor the chief's typed page", async () => {
    const { eventId, phone, ticket, typed } = await door();
    for (let n = 0; n < limits.wrongCodesAtGate; n++)
      expect(await ask(phone, 1, `${ticket.label}-0000000${n % 10}`)).toBe("invalid");
    expect(await ask(phone, 1, typed)).toMatchObject({ reason: "too_many" });
    const typedPage = { operator: chief, deviceId: phone.device, nonce: "n", eventId, entries: 1 };
    expect(await admitEntry(site, { ...typedPage, code: "FSC-0000-000000-00000000" })).toMatchObject({
      value: { verdict: "invalid" },
    });
    const other = await stage.phone(await stage.gate(eventId));
    expect(await ask(other, 1, typed)).toBe("admitted");
    expect(await ask(phone, 1, ticket.qr)).toBe("used");
  });
});

import { expect, it } from "vitest";
import { openDoorStage } from "#test/support/door-stage.ts";
import { phoneAsk, phoneRow } from "#test/support/gate-phone.ts";
import { shownCode } from "#test/support/shown-code.ts";
import { admitEntry } from "./admit-entry.server.ts";
import { answerScan } from "./answer-scan.server.ts";
import { listGateSteps } from "./order-at-doors-queries.server.ts";
import { takeGateRows } from "./take-gate-rows.server.ts";

const stage = await openDoorStage();
const { site, chief, gateStaff, season } = stage;

const minute = 60_000;
const start = Date.now() - 60 * minute;

/** A night with the phones of two gates, and an order of a ticket for so many. */
async function night(entries: number) {
  const eventId = await stage.night();
  const radu = await stage.phone(await stage.gate(eventId, { name: "Poarta A" }), "Radu M.");
  const mara = await stage.phone(await stage.gate(eventId, { name: "Poarta B" }), "Mara D.");
  const [ticket] = await stage.tickets(eventId, { entries });
  if (!ticket) throw new Error("no ticket");
  const { qr } = ticket;
  type About = Partial<Parameters<typeof phoneRow>[2]>;
  /** Brings rows of a phone, each so many minutes after the first scan. */
  const send = async (phone: typeof radu, ...rows: (About & { after: number; seq: number })[]) => {
    const signed = rows.map(({ after, ...about }) =>
      phoneRow(phone.keys, phone.device, { at: start + after * minute, qr, ...about }),
    );
    expect((await takeGateRows(site, { device: phone.device, rows: signed })).ok).toBe(true);
  };
  /** The steps of the order: kind, phone, gate, people, and minutes after the first scan; now is 60. */
  const told = async () => {
    const steps = await site.database.withDuty("deliver", (sql) => listGateSteps(sql, ticket.purchaseId));
    const ofOrder = await site.database.withDuty("deliver", (sql) => listGateSteps(sql, ticket.orderId));
    expect(ofOrder).toEqual(steps);
    return steps.map((step) => {
      const { kind, at, phoneName } = step;
      if (step.kind === "refused") return [kind, phoneName, step.verdict];
      return [
        kind,
        phoneName,
        step.gateName,
        step.people,
        Math.min(60, Math.round((at.getTime() - start) / minute)),
      ];
    });
  };
  return { eventId, radu, mara, ticket, send, told };
}

const undo = { kind: "undo", entries: 0, reason: "not_entered" } as const;

it("an order's steps name the undo and the entry that counts, by gate and by who scans, in whatever order they came", async () => {
  const { eventId, radu, mara, send, told } = await night(1);
  await send(mara, { seq: 1, after: 2 });
  const [others] = await stage.tickets(eventId);
  await send(mara, { seq: 2, after: 3, qr: others?.qr ?? "" });
  expect(await told()).toEqual([["entry", "Mara D.", "Poarta B", 1, 2]]);
  await send(radu, { seq: 1, after: 0 });
  expect(await told()).toEqual([
    ["entry", "Radu M.", "Poarta A", 1, 0],
    ["entry", "Mara D.", "Poarta B", 1, 2],
  ]);
  await send(radu, { ...undo, seq: 2, after: 40, undoes: { device: radu.device, seq: 1 } });
  expect(await told()).toEqual([
    ["entry", "Mara D.", "Poarta B", 1, 2],
    ["undo", "Radu M.", "Poarta A", 1, 40],
  ]);
});

it("entries beyond a ticket's number, a chief's on a used ticket, exits and returns each have a line", async () => {
  const { radu, send, told } = await night(1);
  await send(
    radu,
    { seq: 1, after: 0 },
    { seq: 2, after: 1 },
    { seq: 3, after: 2, mode: "override", reason: "payment_seen" },
    { seq: 4, after: 3, kind: "exit" },
    { seq: 5, after: 4, kind: "return" },
  );
  const atGate = ["Radu M.", "Poarta A", 1];
  expect(await told()).toEqual([
    ["entry", ...atGate, 0],
    ["entry", ...atGate, 1],
    ["entry", ...atGate, 2],
    ["exit", ...atGate, 3],
    ["return", ...atGate, 4],
  ]);
});

it("an answer given online is told before its row has come, and once when it has", async () => {
  const { radu, ticket, send, told } = await night(1);
  const ask = phoneAsk(radu.keys, radu.device, { seq: 1, qr: ticket.qr });
  expect((await answerScan(site, ask)).ok).toBe(true);
  expect(await told()).toEqual([["entry", "Radu M.", "Poarta A", 1, 60]]);
  await send(radu, { seq: 1, after: 7, mode: "online" });
  expect(await told()).toEqual([["entry", "Radu M.", "Poarta A", 1, 7]]);
});

it("a code typed on the page is told with the name and address of the person who typed it, also when it was refused", async () => {
  const { eventId, ticket, told } = await night(1);
  await admitEntry(site, shownCode(gateStaff, eventId, ticket.qr));
  await admitEntry(site, shownCode(gateStaff, eventId, ticket.qr));
  const [typer] =
    await season.db`SELECT full_name || ', ' || email AS name FROM profiles WHERE id = ${gateStaff.userId}`;
  expect(await told()).toEqual([
    ["entry", typer?.name, undefined, 1, 60],
    ["refused", typer?.name, "used"],
  ]);
});

it("an undo of a stopped phone, which does not count, takes no entry out of an order's steps", async () => {
  const { radu, send, told } = await night(1);
  await send(radu, { seq: 1, after: 0 });
  await season.db`UPDATE gate_devices SET revoked_at = now(), revoked_by = ${chief.userId} WHERE id = ${radu.device}`;
  await send(radu, { ...undo, seq: 2, after: 1, undoes: { device: radu.device, seq: 1 } });
  expect(await told()).toEqual([["entry", "Radu M.", "Poarta A", 1, 0]]);
});

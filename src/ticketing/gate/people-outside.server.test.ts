import { expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { openDoorStage, type StagePhone } from "#test/support/door-stage.ts";
import { phoneAsk, phoneRow } from "#test/support/gate-phone.ts";
import { everyEvening, peopleAfter } from "#test/support/people-outside.ts";
import { limits } from "#ticketing/limits.ts";
import { answerScan } from "./answer-scan.server.ts";
import { countInside } from "./door-board-queries.server.ts";
import type { SentRow } from "./gate-row-form.ts";
import { sendGateList } from "./send-gate-list.server.ts";
import { stopPhone } from "./stop-phone.server.ts";
import { takeGateRows } from "./take-gate-rows.server.ts";

const stage = await openDoorStage();
const { site, season, chief } = stage;

const board = (eventId: string) => site.database.readAs(chief, (sql) => countInside(sql, eventId));
const listOf = async ({ keys, device }: StagePhone) => {
  const answer = await sendGateList(site, keys.call("list", { v: 1, device, at: Date.now(), since: null }));
  if (!answer.ok) throw new Error(answer.refusal.reason);
  return new Map(answer.value.tickets.map(({ key, outside }) => [key, outside]));
};
const send = async ({ device }: StagePhone, ...rows: SentRow[]) =>
  expect(await takeGateRows(site, { device, rows })).toMatchObject({ ok: true });
const ask = async (phone: StagePhone, about: Parameters<typeof phoneAsk>[2]) => {
  const answer = await answerScan(site, phoneAsk(phone.keys, phone.device, about));
  return answer.ok ? answer.value.decision.verdict : answer.refusal.reason;
};

async function door() {
  const eventId = await stage.night();
  const phone = await stage.phone(await stage.gate(eventId));
  const other = await stage.phone(await stage.gate(eventId));
  const [ticket] = await stage.tickets(eventId);
  if (!ticket) throw new Error("no ticket");
  const { keys, device } = phone;
  const write = (seq: number, kind: "admit" | "exit" | "return", by = phone, at = Date.now()) =>
    phoneRow(by.keys, by.device, { seq, kind, qr: ticket.qr, at });
  const undo = (seq: number, of: number) =>
    phoneRow(keys, device, { seq, kind: "undo", entries: 0, reason: "mistake", undoes: { device, seq: of } });
  return { eventId, phone, other, ticket, write, undo };
}

async function manyTickets(eventId: Uuid, many: number) {
  const typeId = await season.ticketType({ events: [eventId], entries: 4 });
  const made: Awaited<ReturnType<typeof stage.tickets>> = [];
  while (made.length < many)
    made.push(...(await stage.tickets(eventId, { typeId, entries: 4, quantity: limits.quantity })));
  return made;
}

it("nobody of a ticket is outside who did not come in or is back, on the board and on the phones' list, whatever a phone writes and undoes", async () => {
  const eventId = await stage.night();
  const phone = await stage.phone(await stage.gate(eventId));
  const evenings = [
    ...everyEvening(3),
    ...everyEvening(4).filter((doings) => doings.every((one) => !one.isUndone)),
  ];
  const tickets = await manyTickets(eventId, evenings.length);
  const rows = evenings.flatMap((doings, of) => [
    ...doings.map(({ kind }, at) => ({
      ticket: tickets[of]?.purchaseId,
      kind,
      undoes: null,
      no: of * 8 + at + 1,
    })),
    ...doings.flatMap(({ isUndone }, at) =>
      isUndone ? [{ ticket: null, kind: "undo", undoes: of * 8 + at + 1, no: of * 8 + at + 5 }] : [],
    ),
  ]);
  await season.client.query(
    `INSERT INTO gate_log (device_id, seq, digest, event_id, signed_text, signature, is_quarantined, kind, mode, purchase_id, entries, undoes_device, undoes_seq, reason, is_counted, device_at)
     SELECT $1, no, encode(sha256(convert_to($1::uuid::text || no, 'UTF8')), 'hex'), $2, 'x', 's', false, kind, 'offline', ticket, CASE kind WHEN 'undo' THEN 0 ELSE 1 END,
       CASE kind WHEN 'undo' THEN $1::uuid END, undoes, CASE kind WHEN 'undo' THEN 'mistake' END, true, now()
     FROM unnest($3::uuid[], $4::text[], $5::int[], $6::int[]) r(ticket, kind, undoes, no)`,
    [
      phone.device,
      eventId,
      rows.map(({ ticket }) => ticket ?? null),
      rows.map(({ kind }) => kind),
      rows.map(({ undoes }) => undoes),
      rows.map(({ no }) => no),
    ],
  );
  const people = evenings.map(peopleAfter);
  const sum = (of: (one: (typeof people)[number]) => number) => people.reduce((n, one) => n + of(one), 0);
  expect(await board(eventId)).toMatchObject({
    entered: sum(({ came }) => came),
    outside: sum(({ outside }) => outside),
  });
  const listed = await listOf(phone);
  for (const [of, doings] of evenings.entries())
    expect(listed.get(tickets[of]?.key ?? ""), JSON.stringify(doings)).toBe(people[of]?.outside);
});

const orders = <T>(rows: readonly T[]): T[][] =>
  rows.length === 0
    ? [[]]
    : rows.flatMap((row) => orders(rows.filter((other) => other !== row)).map((rest) => [row, ...rest]));

it.each([
  [
    "an undone entry takes the exit after it along, and nobody else is outside after a new one",
    ["admit", "exit", "undo 1", "admit"],
    0,
  ],
  ["an exit whose own undo came is none", ["admit", "exit", "undo 2"], 0],
  ["of two entries the undone one leaves the other one outside", ["admit", "admit", "exit", "undo 1"], 1],
  ["who came in after the exit did not go out by it", ["admit", "exit", "admit", "undo 1"], 0],
  ["who went out again after a new entry is outside", ["admit", "exit", "undo 1", "admit", "exit"], 1],
] as const)("%s, in whatever order the rows come", async (_, evening, outside) => {
  const came = orders(evening.map((_row, at) => at)).filter(
    (_order, at, { length }) => length < 25 || at % 7 === 0,
  );
  const { eventId, phone, other } = await door();
  const { keys, device } = phone;
  const tickets = await manyTickets(eventId, came.length);
  for (const [n, order] of came.entries()) {
    const { qr = "", key = "" } = tickets[n] ?? {};
    for (const at of order) {
      const [kind, of] = (evening[at] ?? "").split(" ");
      const seq = n * 8 + at + 1;
      const row =
        kind === "undo"
          ? {
              kind: "undo" as const,
              entries: 0,
              reason: "mistake" as const,
              undoes: { device, seq: n * 8 + Number(of) },
            }
          : { kind: kind as "admit" | "exit", qr };
      await send(phone, phoneRow(keys, device, { seq, ...row }));
    }
    expect((await listOf(other)).get(key), order.join()).toBe(outside);
  }
  expect(await board(eventId)).toMatchObject({ outside: outside * came.length });
  const { qr = "" } = tickets[0] ?? {};
  expect(await ask(other, { seq: 1, qr })).toBe(outside > 0 ? "stamp" : "admitted");
});

it("one person comes in on a ticket for one after an exit whose entry was undone: a return is refused, and so is a second person", async () => {
  const { eventId, phone, other, ticket, write, undo } = await door();
  await send(phone, write(1, "admit"), write(2, "exit"));
  expect(await ask(other, { seq: 1, qr: ticket.qr })).toBe("stamp");
  await send(phone, undo(3, 1));
  expect(await ask(other, { seq: 1, qr: ticket.qr, stamp: true })).toBe("admitted");
  await send(other, write(1, "admit", other));
  for (const stamp of [null, true, false])
    expect(await ask(other, { seq: 2, qr: ticket.qr, stamp })).toBe("used");
  expect(await board(eventId)).toMatchObject({ entered: 1, outside: 0 });
  // a phone that lets in by the stamp without network is found
  await send(phone, write(4, "return"));
  const [found] = await season.db`SELECT finding FROM gate_log WHERE device_id = ${phone.device} AND seq = 4`;
  expect(found?.finding).toBe("no_exit");
});

it("nobody went out with an add-on, which let nobody in, also by a phone that did not know what it was", async () => {
  const { eventId, phone } = await door();
  const [addOn] = await stage.tickets(eventId, { entries: 0 });
  const about = { qr: addOn?.qr ?? "" };
  await send(
    phone,
    ...(["admit", "exit"] as const).map((kind, at) =>
      phoneRow(phone.keys, phone.device, { ...about, kind, seq: at + 1 }),
    ),
  );
  expect(await board(eventId)).toMatchObject({ entered: 0, outside: 0 });
});

it("whom the server let in may go out at another gate before the row of the entry comes", async () => {
  const { eventId, phone, other, ticket, write } = await door();
  expect(await ask(phone, { seq: 1, qr: ticket.qr })).toBe("admitted");
  await send(other, write(1, "exit", other));
  expect(await board(eventId)).toMatchObject({ entered: 1, outside: 1 });
  await send(phone, write(1, "admit"));
  expect(await board(eventId)).toMatchObject({ entered: 1, outside: 1 });
  expect(await ask(other, { seq: 2, qr: ticket.qr })).toBe("stamp");
});

it("the rows of one phone stand in their order, though it lost its network and its clock is behind", async () => {
  const { eventId, phone, ticket, write } = await door();
  await ask(phone, { seq: 1, qr: ticket.qr });
  await send(phone, write(1, "admit"));
  await send(phone, write(2, "exit", phone, Date.now() - 5 * 60_000));
  expect(await board(eventId)).toMatchObject({ entered: 1, outside: 1 });
});

it("of a stopped phone's waiting rows the return of somebody who went out has no finding of its own, and that of nobody has", async () => {
  const { phone, write, undo } = await door();
  await stopPhone(site, { actor: chief, deviceId: phone.device });
  await send(phone, write(1, "admit"), write(2, "exit"), write(3, "return"));
  await send(phone, write(4, "exit"), undo(5, 1), write(6, "return"));
  const found = await season.db`SELECT finding FROM gate_log WHERE device_id = ${phone.device} ORDER BY seq`;
  expect(found.map(({ finding }) => finding)).toEqual([...Array(5).fill("revoked"), "no_exit"]);
});

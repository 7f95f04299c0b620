import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { refused } from "#kernel/outcome.ts";
import { databaseAlone } from "#test/support/database.ts";
import { openDoorStage, type StagePhone } from "#test/support/door-stage.ts";
import { phoneAsk, phoneKeys, phoneRow } from "#test/support/gate-phone.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { answerScan } from "./answer-scan.server.ts";
import { writeGateList } from "./gate-list.ts";
import { sendGateList } from "./send-gate-list.server.ts";
import { stopPhone } from "./stop-phone.server.ts";
import { takeGateRows } from "./take-gate-rows.server.ts";

// a list has the changes of every transaction that runs on the server
const stage = await openDoorStage(() => databaseAlone());
const { site, season, chief } = stage;

const ask = ({ keys, device }: StagePhone, since: string | null = null) =>
  sendGateList(site, keys.call("list", { v: 1, device, at: Date.now(), since }));

const listOf = async (phone: StagePhone, since: string | null = null) => succeeded(await ask(phone, since));

/** A version after which nothing changed. */
async function quietVersion(phone: StagePhone): Promise<string> {
  const { head } = await listOf(phone);
  expect(await listOf(phone, head.version)).toMatchObject({ head: { isWhole: false }, tickets: [] });
  return head.version;
}

async function door() {
  const eventId = await stage.night();
  const phone = await stage.phone(await stage.gate(eventId));
  const typeId = await season.ticketType({ events: [eventId], entries: 2 });
  const [ticket] = await stage.tickets(eventId, { typeId, entries: 2 });
  if (!ticket) throw new Error("no ticket");
  return { eventId, typeId, phone, ticket };
}

it("has every ticket of the phone's night, and of no other, without a name or an address", async () => {
  const { eventId, phone, ticket } = await door();
  await door();
  const began = Date.now();
  const { head, tickets } = await listOf(phone);
  expect(tickets).toEqual([
    {
      key: ticket.key,
      total: 2,
      used: 0,
      secretVersion: 1,
      type: 0,
      outside: 0,
      isVoid: false,
      isSuspended: false,
      isGivenBack: false,
    },
  ]);
  expect(head).toMatchObject({
    isWhole: true,
    night: { id: eventId, isCancelled: false },
    countedThrough: 0,
  });
  expect(head.types).toMatchObject([{ name: "Intrare generală", admits: true, enterUntil: null }]);
  expect([began <= head.serverTime, head.serverTime <= Date.now()]).toEqual([true, true]);
  const written = Buffer.from(writeGateList({ head, tickets })).toString("latin1");
  expect(written).not.toMatch(/Persoana|exemplu\.ro|FSC-/);
});

it.each([
  ["status = 'refunded'", { isVoid: true }],
  ["suspended = 'refund'", { isSuspended: true }],
  ["share_returned_at = now()", { isGivenBack: true }],
  ["secret_version = 2", { secretVersion: 2 }],
  ["entries_remaining = 1", { used: 1 }],
  ["entries_total = 1, entries_remaining = 1", { total: 1 }],
])(
  "after a change (%s) the next list has that ticket, and later ones are empty again",
  async (change, shown) => {
    const { eventId, phone, ticket } = await door();
    await stage.tickets(eventId);
    const version = await quietVersion(phone);
    await season.client.query(`UPDATE ticket_purchases SET ${change} WHERE id = $1`, [ticket.purchaseId]);
    const next = await listOf(phone, version);
    expect(next.tickets).toMatchObject([{ key: ticket.key, ...shown }]);
    await quietVersion(phone);
  },
);

it("a change that is committed after the list was sent is in the next one, however long it took", async () => {
  const { phone, ticket } = await door();
  await season.db`BEGIN`;
  await season.db`UPDATE ticket_purchases SET suspended = 'dispute' WHERE id = ${ticket.purchaseId}`;
  const before = await listOf(phone);
  const meanwhile = await listOf(phone, before.head.version);
  expect(meanwhile.tickets.map(({ isSuspended }) => isSuspended)).not.toContain(true);
  await season.db`COMMIT`;
  expect((await listOf(phone, meanwhile.head.version)).tickets).toMatchObject([{ isSuspended: true }]);
});

it("a new ticket, and who went out with a stamp, are in the next list; an unknown version gets a whole one", async () => {
  const { eventId, typeId, phone, ticket } = await door();
  const quiet = await quietVersion(phone);
  const [sold] = await stage.tickets(eventId, { typeId });
  expect((await listOf(phone, quiet)).tickets.map(({ key }) => key)).toEqual([sold?.key]);
  const version = await quietVersion(phone);
  const rows = [
    phoneRow(phone.keys, phone.device, { seq: 1, qr: ticket.qr, entries: 2 }),
    phoneRow(phone.keys, phone.device, { seq: 2, kind: "exit", qr: ticket.qr }),
  ];
  await takeGateRows(site, { device: phone.device, rows: rows.slice(0, 1) });
  expect(await listOf(phone, version)).toMatchObject({
    head: { countedThrough: 1 },
    tickets: [{ used: 2, outside: 0 }],
  });
  const entered = await quietVersion(phone);
  await takeGateRows(site, { device: phone.device, rows: rows.slice(1) });
  expect((await listOf(phone, entered)).tickets).toMatchObject([{ used: 2, outside: 1 }]);
  expect(await listOf(phone, `${version.slice(0, -12)}999999999999`)).toMatchObject({
    head: { isWhole: true },
  });
});

it.each(["taken from", "linked to"])(
  "after a type was %s the night, each ticket is of its own type, also on a phone of the build before",
  async (how) => {
    const eventId = await stage.night();
    const unsold = await season.ticketType({ events: [eventId] });
    if (how === "linked to") await season.db`DELETE FROM event_tickets WHERE ticket_id = ${unsold}`;
    const [parking, plain] = [
      await season.ticketType({ events: [eventId], entries: 0, title: "Parcare" }),
      await season.ticketType({ events: [eventId], title: "Simplu" }),
    ];
    const phone = await stage.phone(await stage.gate(eventId));
    for (const typeId of [parking, plain]) await stage.tickets(eventId, { typeId });
    const version = await quietVersion(phone);
    if (how === "linked to")
      await season.db`INSERT INTO event_tickets (event_id, ticket_id) VALUES (${eventId}, ${unsold})`;
    else await season.db`DELETE FROM event_tickets WHERE ticket_id = ${unsold}`;
    // the version as the build before made it
    for (const since of [version, String(Number(version.slice(-12)))]) {
      const { head, tickets } = await listOf(phone, since);
      expect(head.isWhole).toBe(true);
      const names = tickets.map(({ type }) => head.types[type]).map((type) => [type?.name, type?.admits]);
      expect(names.sort()).toEqual([
        ["Parcare", false],
        ["Simplu", true],
      ]);
    }
    await quietVersion(phone);
  },
);

it("says which answers of the server it has counted for this phone, whose rows are not here yet", async () => {
  const { phone, ticket } = await door();
  await answerScan(site, phoneAsk(phone.keys, phone.device, { seq: 1, qr: ticket.qr, entries: 1 }));
  expect(await listOf(phone)).toMatchObject({
    head: { countedThrough: 0, countedAsks: [1] },
    tickets: [{ used: 1 }],
  });
  await takeGateRows(site, {
    device: phone.device,
    rows: [phoneRow(phone.keys, phone.device, { seq: 1, qr: ticket.qr })],
  });
  expect(await listOf(phone)).toMatchObject({
    head: { countedThrough: 1, countedAsks: [] },
    tickets: [{ used: 1 }],
  });
});

it("is for phones that sign and were not stopped", async () => {
  const { phone } = await door();
  const call = phone.keys.call("list", { v: 1, device: phone.device, at: Date.now(), since: null });
  const forged = { ...call, signature: phoneKeys().signText("list", call.text) };
  expect(await sendGateList(site, forged)).toMatchObject({ refusal: { reason: "not_signed" } });
  expect(await sendGateList(site, { ...call, text: "x" })).toMatchObject(refused({ reason: "unreadable" }));
  expect(await ask({ ...phone, device: newId() })).toMatchObject({ refusal: { reason: "unknown_device" } });
  await stopPhone(site, { actor: chief, deviceId: phone.device });
  expect(await ask(phone)).toMatchObject({ refusal: { reason: "stopped" } });
});

it("of five thousand tickets is smaller than 100 kB (G8)", async () => {
  const eventId = await stage.night();
  const phone = await stage.phone(await stage.gate(eventId));
  const typeId = await season.ticketType({ events: [eventId], capacity: 10_000 });
  const { userId } = await season.person();
  const { purchaseIds } = await paidOrder(season.client, { userId, ticketTypeId: typeId, events: [eventId] });
  await season.db`INSERT INTO ticket_purchases SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'ticket_code', 'FSC-' || n, 'seat_no', n + 1))).*
     FROM ticket_purchases p, generate_series(1, 4999) n WHERE p.id = ${purchaseIds[0]}`;
  const list = await listOf(phone);
  expect(list.tickets).toHaveLength(5000);
  expect(writeGateList(list).length).toBeLessThan(100_000);
});

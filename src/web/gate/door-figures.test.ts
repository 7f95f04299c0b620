/** Two screens of the door that are asked the same of one night: over HTTP, of the site's source. */
import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { wallTimeOf } from "#kernel/time.ts";
import { csvRows } from "#test/support/csv-rows.ts";
import { onOneDay } from "#test/support/days.ts";
import { phoneKeys, phoneRow } from "#test/support/gate-phone.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import { enrolPhone } from "#ticketing/gate/enrol-phone.server.ts";
import { invitePhone } from "#ticketing/gate/invite-phone.server.ts";
import { saveGate } from "#ticketing/gate/save-gate.server.ts";
import { setAsideForDoor } from "#ticketing/gate/set-aside-for-door.server.ts";
import { stopPhone } from "#ticketing/gate/stop-phone.server.ts";
import { takeGateRows } from "#ticketing/gate/take-gate-rows.server.ts";
import { addGuests } from "#ticketing/guest-lists/add-guests.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { doorSaleTexts } from "./chief-texts.ts";

const { season, site, ask, fresh } = await openSourceSite();
await onOneDay();
const chief = await fresh(await season.person("door_chief"));

const nightWithGate = async () => {
  const night = await season.night({ inDays: 0, time: null });
  // the night of now: until six in the morning it is the one of the day before
  await season.db`UPDATE events SET date = (now() AT TIME ZONE 'Europe/Bucharest' - interval '6 hours')::date WHERE id = ${night}`;
  const form = { name: "Poarta Mare", typeIds: [] };
  const gate = await saveGate(site, { actor: chief, eventId: night, gateId: null, form });
  if (!gate.ok) throw new Error(gate.refusal.reason);
  return { night, gate: gate.value as Uuid };
};
const phoneOf = async (gateId: Uuid, name: string) => (await phoneWithKeys(gateId, name)).device;
const phoneWithKeys = async (gateId: Uuid, name: string) => {
  const own = phoneKeys();
  const invited = await invitePhone(site, { actor: chief, gateId, isChief: false });
  const secret = invited.ok && invited.value.url.split("#").at(-1);
  const enrolled = await enrolPhone(site, own.call("enrol", { v: 1, secret, key: own.key, name }));
  if (!enrolled.ok) throw new Error(enrolled.refusal.reason);
  return { device: enrolled.value.device, own };
};
const ticketsOf = async (night: Uuid, entries = 1) => {
  const { userId } = await season.person();
  const ticketTypeId = await season.ticketType({ events: [night], entries });
  const { orderId } = await paidOrder(season.client, { userId, ticketTypeId, events: [night], entries });
  return site.database.withDuty("deliver", (sql) => ticketsOfOrder(sql, site.keys, orderId));
};
/** The words of a page, without its tags. */
const wordsOf = async (path: string, as = chief) =>
  (await ask(path, { as })).text
    .replaceAll(/<!--.*?-->|<script.*?<\/script>/gs, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

it("no screen says of a phone that is not heard that it sent everything: board and page after the night say the same of it", async () => {
  const { night, gate } = await nightWithGate();
  const phones = [await phoneOf(gate, "A1"), await phoneOf(gate, "A2")];
  const [board, after] = [`/gate/nights/${night}`, `/gate/nights/${night}/after`];
  const said = async () => [await wordsOf(board), await wordsOf(after)];
  const all = /Toate cele 2 telefoane au trimis tot[^;]*; nimic netrimis\./;
  const heard = await said();
  expect(heard[0]).not.toContain("netrimise: nu se știe");
  expect(heard[1]).toMatch(all);
  // the page says of which moment it speaks: the phone silent longest, while it still scans
  await season.db`UPDATE gate_devices SET enrolled_at = now() - interval '4 hours', seen_at = now() - interval '2 hours', ends_at = now() - interval '3 hours' WHERE id = ${phones[1]}`;
  await season.db`UPDATE gate_devices SET seen_at = now() - interval '40 seconds' WHERE id = ${phones[0]}`;
  const rows =
    await season.db`SELECT to_char(seen_at AT TIME ZONE 'Europe/Bucharest', 'HH24:MI') AS at FROM gate_devices WHERE id = ${phones[0]}`;
  expect((await said())[1]).toContain(`au trimis tot până la ultimul semn, ${rows[0].at}; nimic netrimis.`);
  await season.db`UPDATE gate_devices SET seen_at = now() - interval '61 seconds', settled_at = now() - interval '61 seconds' WHERE id = ${phones[0]}`;
  const closed = await said();
  expect(closed[0]).toMatch(
    /Lipsesc date de la Poarta Mare.*, fără ce lipsește de la Poarta Mare.*netrimise: nu se știe/,
  );
  expect(closed[1]).toContain("1 telefon n-a mai dat semn: nu se știe ce a scris de atunci.");
  await stopPhone(site, { actor: chief, deviceId: phones[0] ?? "" });
  const stopped = await said();
  expect(stopped[0]).toContain("netrimise: nu se știe");
  expect([closed[1], stopped[1]].filter((page) => all.test(page ?? ""))).toEqual([]);
});

it("no screen says of a phone of an open gate that it does not decide without network: there every one does, at a strict one the first", async () => {
  const { night, gate } = await nightWithGate();
  for (const name of ["A1", "A2"]) await phoneOf(gate, name);
  const said = async () =>
    `${await wordsOf(`/gate/nights/${night}`)} ${await wordsOf(`/gate/nights/${night}/gates`)}`;
  const countOf = (words: string, part: RegExp) => words.match(part)?.length ?? 0;
  const open = await said();
  expect([countOf(open, /ajută · acum/g), countOf(open, /legat \S+ · ajută/g)]).toEqual([0, 0]);
  await season.db`UPDATE gates SET mode = 'strict' WHERE id = ${gate}`;
  const strict = await said();
  expect([countOf(strict, /ajută · acum/g), countOf(strict, /legat \S+ · ajută/g)]).toEqual([1, 1]);
});

it("a type that is offered to a phone says first how many are left: a narrow screen cuts off the end", () => {
  expect(doorSaleTexts.offer("Acces plajă", "60 lei", 13)).toMatch(/^13 rămase/);
});

it("a phone that lost what it stored, and so never comes back: the board says of a silent one that it may be such a phone, and leads to where it is stopped", async () => {
  const { night, gate } = await nightWithGate();
  const phone = await phoneOf(gate, "A1");
  const board = `/gate/nights/${night}`;
  const isSaid = /A1: scanează mai departe .* Un telefon golit, stricat sau plecat nu mai revine:/;
  expect(await wordsOf(board)).not.toMatch(isSaid);
  await season.db`UPDATE gate_devices SET seen_at = now() - interval '61 seconds' WHERE id = ${phone}`;
  expect(await wordsOf(board)).toMatch(isSaid);
  const { text } = await ask(board, { as: chief });
  const [, gates = ""] = /<a[^>]* href="([^"]+)"[^>]*>oprește-l la Porți</.exec(text) ?? [];
  expect(await wordsOf(gates)).toMatch(/A1 .*Oprește/);
  await stopPhone(site, { actor: chief, deviceId: phone });
  expect(await wordsOf(board)).not.toMatch(isSaid);
});

it("nor of one that was closed before its own time was over", async () => {
  const { night, gate } = await nightWithGate();
  const phone = await phoneOf(gate, "A1");
  await season.db`UPDATE gate_devices SET enrolled_at = now() - interval '9 hours', seen_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' WHERE id = ${phone}`;
  expect(await wordsOf(`/gate/nights/${night}/after`)).toContain("1 telefon n-a mai dat semn");
  await season.db`UPDATE gate_devices SET seen_at = now() WHERE id = ${phone}`;
  expect(await wordsOf(`/gate/nights/${night}/after`)).toContain("Telefonul a trimis tot; nimic netrimis.");
});

it("a phone that was stopped before it sent everything keeps the people inside from being exact, and the page after the night says when its rows count (one kind: a figure told as exact while rows are missing)", async () => {
  const { night, gate } = await nightWithGate();
  const device = await phoneOf(gate, "A1");
  const board = `/gate/nights/${night}`;
  expect(await wordsOf(board)).not.toContain("Înăuntru cel puțin");
  await season.db`UPDATE gate_devices SET settled_at = now() - interval '1 minute' WHERE id = ${device}`;
  await stopPhone(site, { actor: chief, deviceId: device });
  const said = await wordsOf(board);
  expect(said).toContain("Înăuntru cel puțin");
  expect(said).toContain("fără ce nu a trimis până la oprire A1");
  expect(await wordsOf(`${board}/after`)).toContain("ale unui telefon oprit, abia după „Numără”");
});

it("the lines of the board add up to the people who came in, those on the page for typed codes too", async () => {
  const { night, gate } = await nightWithGate();
  const [first, second] = [...(await ticketsOf(night)), ...(await ticketsOf(night))];
  if (!first || !second) throw new Error("no ticket");
  const { device, own } = await phoneWithKeys(gate, "A1");
  await takeGateRows(site, { device, rows: [phoneRow(own, device, { seq: 1, qr: first.code.qr })] });
  const form = { event: night, nonce: newId(), code: second.label, group: second.code.group };
  expect((await ask("/gate", { as: chief, form })).text).toContain("ADMIS");
  const words = await wordsOf(`/gate/nights/${night}`);
  expect(words).toMatch(/Înăuntru 2 din/);
  expect(words).toMatch(/Poarta Mare 1 .*Scris la poartă 1 /);
});

it("the gate's page counts the night's entries, and says that its list is of this phone alone", async () => {
  const { night } = await nightWithGate();
  const [ticket] = await ticketsOf(night);
  if (!ticket) throw new Error("no ticket");
  const form = { event: night, nonce: newId(), code: ticket.label, group: ticket.code.group };
  expect((await ask("/gate", { as: chief, form })).text).toContain("ADMIS");
  const other = await fresh(await season.person("door_chief"));
  expect(await wordsOf(`/gate?event=${night}`, other)).toMatch(
    /1 intrați din 1 cu bilet .*Ultimele Pe acest telefon încă nimeni\. /,
  );
});

it("no screen or file of the door or the office counts other people than the board, or leaves out why: doubles, a refunded ticket, a guest twice, a sale; an add-on is named and is nobody", async () => {
  const { night, gate } = await nightWithGate();
  const boss = await fresh(await season.person("admin"));
  const of = { actor: boss, eventId: night };
  const [a, b] = [await phoneWithKeys(gate, "A1"), await phoneWithKeys(gate, "B1")];
  const [twice, refunded] = [...(await ticketsOf(night)), ...(await ticketsOf(night))];
  const [parking] = await ticketsOf(night, 0);
  const list = await saveGuestList(site, { ...of, listId: null, form: { name: "Presă", quota: null } });
  if (!list.ok || !twice || !refunded || !parking) throw new Error("not made");
  await addGuests(site, {
    ...of,
    listId: list.value,
    guests: [
      { name: "Vera Stan", places: 2, note: null },
      { name: "Zoe Stan", places: 2, note: null },
    ],
  });
  const [{ id: guest }] =
    await season.db`SELECT id FROM listed_guests WHERE event_id = ${night} AND name = 'Vera Stan'`;
  const type = await season.ticketType({ events: [night], price: 6_000 });
  await setAsideForDoor(site, { ...of, deviceId: a.device, ticketTypeId: type, quantity: 2 });
  const scanned = Date.now() - 3_600_000;
  const hour = wallTimeOf(new Date(scanned));
  const sale = { type, quantity: 1, bani: 6_000, means: "cash", receipt: null } as const;
  const send = ({ device, own }: typeof a, ...rows: Parameters<typeof phoneRow>[2][]) =>
    takeGateRows(site, { device, rows: rows.map((row) => phoneRow(own, device, row)) });
  const guests = { seq: 1, kind: "guest", guest, entries: 2, at: scanned } as const;
  await send(a, guests, { seq: 2, qr: twice.code.qr }, { seq: 3, qr: refunded.code.qr });
  await send(a, { seq: 4, qr: parking.code.qr }, { seq: 5, kind: "sale", sale });
  await send(a, { seq: 6, kind: "exit", qr: twice.code.qr });
  await send(b, guests, { seq: 2, qr: twice.code.qr });
  await season.db`UPDATE ticket_purchases SET status = 'refunded' WHERE id = ${refunded.purchaseId}`;

  const board = `/gate/nights/${night}`;
  expect(await wordsOf(board)).toMatch(/Înăuntru 7 din .* 8 intrați · 1 afară/);
  const after = await wordsOf(`${board}/after`);
  expect(after).toMatch(/Au intrat 8 2 din 2 cu bilet; restul: invitați/);
  expect(after).toMatch(/Suplimente date 1 /);
  const lines = csvRows((await ask(`${board}/after/csv`, { as: chief })).text).map(([what, , , , who, n]) => [
    what,
    who,
    Number(n),
  ]);
  const people = lines.flatMap(([what, , n]) => (what === "Intrare" ? [Number(n)] : []));
  expect(people.reduce((sum, n) => sum + n, 0)).toBe(8);
  expect(lines).toContainEqual(["Supliment dat", expect.stringContaining(parking.label), 1]);
  expect(lines).toContainEqual(["Intrare dublă", "Vera Stan Presă", 2]);
  expect(lines).toContainEqual(["Ieșire", expect.stringContaining(twice.label), 1]);
  expect(await wordsOf(`/admin/events/${night}/settlement`, boss)).toMatch(
    /Au intrat 8 2 din 2 cu bilet, 2 din 4 pe liste, 1 om cu bilet de la ușă, 3 oameni peste/,
  );
  const settled = csvRows((await ask(`/admin/settlement.csv?event=${night}`, { as: boss })).text);
  expect(settled.slice(1).map((row) => [row[2], Number(row.at(-2)), Number(row.at(-1))])).toEqual([
    ["online", 1, 1],
    ["online", 1, 1],
    ["online", 0, 0],
    ["la ușă, numerar", 1, 1],
    ["liste de invitați", 4, 2],
    [expect.stringMatching(/^peste/), 0, 3],
  ]);
  expect(await wordsOf("/admin", boss)).toMatch(/2 intrați din 2 locuri cu bilet .*0 așteptați · 8 intrați/);
  expect(await wordsOf(`/gate?event=${night}`)).toContain("2 intrați din 2 cu bilet");
  const manager = await season.person("manager");
  expect(await wordsOf(`/admin/events/${night}/guests`, manager)).toMatch(
    // who came in twice on a name is not the other name, which is still awaited
    new RegExp(
      `Au intrat 2 din 4 ultimul la ${hour}; 2 oameni peste .*fără limită; 2 intrați.*4 din 2, ${hour}`,
    ),
  );
  const [, named] = csvRows((await ask(`/admin/guests.csv?event=${night}`, { as: manager })).text);
  expect(named?.slice(0, 5)).toEqual(["Vera Stan", "2", "Presă", "", "4"]);
});

it("a list of the board that is long is counted whole", async () => {
  const { night, gate } = await nightWithGate();
  const { device, own } = await phoneWithKeys(gate, "A1");
  const rows = Array.from({ length: 51 }, (_, at) =>
    phoneRow(own, device, { seq: at + 1, mode: "override" }),
  );
  await takeGateRows(site, { device, rows });
  const words = await wordsOf(`/gate/nights/${night}`);
  expect(words).toContain("De la șef (51)");
  expect(words).toContain("Altele de lămurit (51)");
});

it("what is to be cleared up is counted once: the figure after the night is its doubles and the board's other findings, without those cleared up", async () => {
  const { night, gate } = await nightWithGate();
  const [ticket] = await ticketsOf(night);
  if (!ticket) throw new Error("no ticket");
  const { device, own } = await phoneWithKeys(gate, "A1");
  const again = await phoneWithKeys(gate, "B1");
  const { qr } = ticket.code;
  const alone = phoneRow(own, device, { seq: 2, mode: "override" });
  await takeGateRows(site, { device, rows: [phoneRow(own, device, { seq: 1, qr }), alone] });
  await takeGateRows(site, {
    device: again.device,
    rows: [phoneRow(again.own, again.device, { seq: 1, qr })],
  });
  const page = `/gate/nights/${night}/after`;
  const counted = async () =>
    (await wordsOf(page)).match(/De lămurit \d+ .*?alt\S+|Altele de lămurit \(\d+\)/g);
  const clearUp = (form: Record<string, string>) =>
    ask(page, { as: chief, form: { word: "e bine", ...form } });
  expect(await counted()).toEqual(["De lămurit 2 1 dublă, 1 altul", "Altele de lămurit (1)"]);
  await clearUp({ of: ticket.purchaseId, entered: "2" });
  expect(await counted()).toEqual(["De lămurit 1 0 duble, 1 altul", "Altele de lămurit (1)"]);
  const [{ digest }] =
    await season.db`SELECT digest FROM gate_log WHERE event_id = ${night} AND finding IS NOT NULL AND mode = 'override'`;
  await clearUp({ of: digest });
  expect(await counted()).toEqual(["De lămurit 0 0 duble, 0 altele", "Altele de lămurit (0)"]);
});

it("nobody has stayed away from a night that is not over", async () => {
  const [coming, over] = [await season.night({ when: "running" }), await season.night({ when: "ended" })];
  expect(await wordsOf(`/gate/nights/${coming}/after`)).toContain("N-au venit încă 0");
  expect(await wordsOf(`/gate/nights/${over}/after`)).toContain("N-au venit 0");
});

it("a label without its check group is no unknown code: the group is asked for", async () => {
  const { night } = await nightWithGate();
  const [ticket] = await ticketsOf(night);
  const form = { event: night, nonce: newId(), code: ticket?.label ?? "", group: "" };
  const { status, text } = await ask("/gate", { as: chief, form });
  expect([status, text.includes("Scrie și grupa de control de 8 semne."), text.includes("REFUZAT")]).toEqual([
    422,
    true,
    false,
  ]);
});

it("the least capacity that a form of the office asks for is the sum of what it names, set aside for the door too", async () => {
  const { night, gate } = await nightWithGate();
  const deviceId = await phoneOf(gate, "A1");
  const ticketTypeId = await season.ticketType({ events: [night], capacity: 40 });
  await setAsideForDoor(site, { actor: chief, eventId: night, deviceId, ticketTypeId, quantity: 3 });
  const admin = await season.person("admin");
  for (const path of [`/admin/tickets/${ticketTypeId}`, `/admin/events/${night}`])
    expect(await wordsOf(path, admin)).toContain(
      "Cel puțin 3: 0 vândute și 0 reținute. Pentru vânzarea la ușă: 3.",
    );
});

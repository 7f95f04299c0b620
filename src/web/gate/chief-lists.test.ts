/** What the board, the page after the night, its file and the office say of the same rows: over HTTP, of the site's source. */
import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { isoInBucharest, wallTimeOf } from "#kernel/time.ts";
import { csvRows } from "#test/support/csv-rows.ts";
import { onOneDay } from "#test/support/days.ts";
import { phoneKeys, phoneRow } from "#test/support/gate-phone.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import { acceptPhoneRows } from "#ticketing/gate/accept-phone-rows.server.ts";
import { enrolPhone } from "#ticketing/gate/enrol-phone.server.ts";
import { invitePhone } from "#ticketing/gate/invite-phone.server.ts";
import { saveGate } from "#ticketing/gate/save-gate.server.ts";
import { setAsideForDoor } from "#ticketing/gate/set-aside-for-door.server.ts";
import { stopPhone } from "#ticketing/gate/stop-phone.server.ts";
import { takeGateRows } from "#ticketing/gate/take-gate-rows.server.ts";

const { season, site, ask, fresh } = await openSourceSite();
await onOneDay();
const chief = await fresh(await season.person("door_chief"));
await season.db`UPDATE profiles SET full_name = 'Anca Vlad' WHERE id = ${chief.userId}`;
const chiefName = `Anca Vlad, ${chief.userId}@exemplu.ro`;
const night = await season.night({ inDays: 0, time: null });
await season.db`UPDATE events SET date = (now() AT TIME ZONE 'Europe/Bucharest' - interval '6 hours')::date WHERE id = ${night}`;
const saved = await saveGate(site, {
  actor: chief,
  eventId: night,
  gateId: null,
  form: { name: "Poarta Mare", typeIds: [] },
});
if (!saved.ok) throw new Error(saved.refusal.reason);
const gate = saved.value as Uuid;

async function bindPhone(name: string, isChief = false) {
  const keys = phoneKeys();
  const invited = await invitePhone(site, { actor: chief, gateId: gate, isChief });
  const secret = invited.ok && invited.value.url.split("#").at(-1);
  const enrolled = await enrolPhone(site, keys.call("enrol", { v: 1, secret, key: keys.key, name }));
  if (!enrolled.ok) throw new Error(enrolled.refusal.reason);
  const { device } = enrolled.value;
  const send = (...rows: Parameters<typeof phoneRow>[2][]) =>
    takeGateRows(site, { device, rows: rows.map((row) => phoneRow(keys, device, row)) });
  /** Sends rows whose signed text is what `write` makes of ours. */
  const sendAs = (write: (text: string) => string, ...rows: Parameters<typeof phoneRow>[2][]) =>
    takeGateRows(site, {
      device,
      rows: rows.map((row) => {
        const text = write(phoneRow(keys, device, row).text);
        return { seq: row.seq, text, signature: keys.signText("row", text) };
      }),
    });
  const code = () => keys.call("chief", { v: 1, device, at: Date.now() });
  return { device, send, sendAs, code };
}
async function sellTicket(entries = 1) {
  const { userId } = await season.person();
  const ticketTypeId = await season.ticketType({ events: [night], entries });
  const { orderId } = await paidOrder(season.client, { userId, ticketTypeId, events: [night], entries });
  const [ticket] = await site.database.withDuty("deliver", (sql) => ticketsOfOrder(sql, site.keys, orderId));
  if (!ticket) throw new Error("no ticket");
  return { ...ticket, orderId };
}
const page = `/gate/nights/${night}`;
const fileRows = async () => csvRows((await ask(`${page}/after/csv`, { as: chief })).text);
const wordsOf = async (path: string, as = chief) =>
  (await ask(path, { as })).text
    .replaceAll(/<!--.*?-->|<script.*?<\/script>/gs, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

it("the history of an order has the hour and the gate of an entry, and not those of the row's arrival", async () => {
  const { device, send } = await bindPhone("A1");
  const ticket = await sellTicket();
  await season.db`UPDATE gate_devices SET settled_at = now() - interval '3 hours' WHERE id = ${device}`;
  const at = Date.now() - 2 * 3_600_000;
  await send({ seq: 1, qr: ticket.code.qr, at });
  const entry = (await fileRows()).find(
    ([what, , , , of]) => what === "Intrare" && of?.includes(ticket.label),
  );
  expect(entry?.[1]).toContain(isoInBucharest(new Date(at)).slice(11, 19));
  const boss = await fresh(await season.person("admin"));
  const accountant = await fresh(await season.person("accountant"));
  for (const as of [boss, accountant])
    expect(await wordsOf(`/admin/purchases?open=${ticket.orderId}`, as)).toMatch(
      new RegExp(`Intrare [^I]*1 persoană, Poarta Mare, A1[^I]*${wallTimeOf(new Date(at))}`),
    );
});

it("people let in from the orders stand among those of the chief, with the name and address of the chief and the reason", async () => {
  const ticket = await sellTicket();
  const form = {
    intent: "admit",
    ticket: ticket.purchaseId,
    reason: "payment_seen",
    entries: "1",
    nonce: newId(),
  };
  expect((await ask(`${page}/orders`, { as: chief, form })).status).toBe(303);
  const said = new RegExp(`${ticket.label}, Am văzut confirmarea plății *${chiefName} · Comenzi`);
  expect(await wordsOf(page)).toMatch(said);
  expect(await wordsOf(`${page}/after`)).toMatch(said);
  const row = (await fileRows()).find(([what, , , , of]) => what === "Lăsați de șef" && of === ticket.label);
  expect(row?.at(-1)).toBe(`Am văzut confirmarea plății, ${chiefName}`);
  const entry = (await fileRows()).find(
    ([what, , , , of]) => what === "Intrare" && of?.startsWith(ticket.label),
  );
  expect(entry?.slice(-2)).toEqual(["de la șef", `Am văzut confirmarea plății, ${chiefName}`]);
});

it("tickets that are set aside are told with the phone's name and the type's", async () => {
  const { device } = await bindPhone("A8");
  const type = await season.ticketType({ events: [night] });
  await season.db`UPDATE tickets SET type = 'Acces general' WHERE id = ${type}`;
  const form = { intent: "aside", phone: device, type, quantity: "3", aside: "0" };
  const answer = await ask(`${page}/sale`, { as: chief, form });
  expect(answer.flash).toBe("A8 are acum 3 bilete „Acces general”, la 110 LEI.");
  // the price of the first ones stays while any is left, and both the list and the message say so
  await season.phases(type, [{ price: 15_000 }]);
  await bindPhone("A81");
  const listed = await ask(`${page}/sale`, { as: chief });
  const prices = [...listed.text.matchAll(/Acces general, (\d+) lei</g)].map(([, price]) => price);
  expect(new Set(prices)).toEqual(new Set(["110", "150"]));
  const further = await ask(`${page}/sale`, { as: chief, form: { ...form, quantity: "1", aside: "3" } });
  expect(further.flash).toBe(
    "A8 are acum 4 bilete „Acces general”, la 110 LEI, ca cele rămase. La prețul de acum le vinde după ce le-a vândut pe acelea, sau alt telefon.",
  );
});

it("an add-on that is sold at the door has its name in the file", async () => {
  const { device, send } = await bindPhone("A2");
  const type = await season.ticketType({ events: [night], entries: 0, price: 4_000 });
  await season.db`UPDATE tickets SET type = 'Parcare' WHERE id = ${type}`;
  await setAsideForDoor(site, {
    actor: chief,
    eventId: night,
    deviceId: device,
    ticketTypeId: type,
    quantity: 2,
  });
  await send({
    seq: 1,
    kind: "sale",
    entries: 0,
    sale: { type, quantity: 1, bani: 4_000, means: "cash", receipt: null },
  });
  const given = (await fileRows()).filter(([what]) => what === "Supliment dat").map((row) => row[4]);
  expect(given).toEqual(["La ușă: Parcare"]);
  expect((await fileRows()).flat().filter((cell) => /\bnull\b|undefined/.test(cell))).toEqual([]);
  // what is undone by the chief is named too, though its row has no ticket
  const chiefs = await bindPhone("Șefa de parcare", true);
  const undo = { kind: "undo", mode: "override", entries: 0, reason: "mistake" } as const;
  await send({ seq: 2, ...undo, undoes: { device, seq: 1 }, chief: chiefs.code() });
  expect(await wordsOf(page)).toContain("Anulare: Parcare, Greșit apăsat");
});

it("what a chief let in says how many, and a free sale how many tickets and people, or add-ons", async () => {
  const [{ device, send }, chiefs] = [await bindPhone("A9"), await bindPhone("Șefa 9", true)];
  const sold = { mode: "override", kind: "sale", reason: "artist" } as const;
  for (const [seq, entries] of [2, 0].entries()) {
    const type = await season.ticketType({ events: [night], entries, price: 4_000 });
    const share = { deviceId: device, ticketTypeId: type, quantity: 15 };
    await setAsideForDoor(site, { actor: chief, eventId: night, ...share });
    const sale = { type, quantity: 15, bani: 0, means: "protocol", receipt: null } as const;
    await send({ seq: seq + 1, ...sold, entries: entries * 15, sale, chief: chiefs.code() });
  }
  await send({ seq: 3, mode: "override", qr: (await sellTicket()).code.qr, chief: chiefs.code() });
  const said = (await wordsOf(page)).match(/Șefa 9 · Poarta Mare, A9 · [^.]*? (?=\d\d:|<|$|[A-Z])/g);
  expect(said?.map((line) => line.split(" · ").at(-1)?.trim())).toEqual([
    "1 intrare",
    "15 suplimente",
    "15 bilete, 30 de intrări",
  ]);
});

it("what a chief let in and the phone undid counts no people there, and says that it was undone (one kind: a list by the chief that forgets the undo)", async () => {
  const [{ device, send }, chiefs] = [await bindPhone("A10"), await bindPhone("Șefa 10", true)];
  const by = { mode: "override", chief: chiefs.code() } as const;
  const undo = { kind: "undo", entries: 0, reason: "mistake", undoes: { device, seq: 1 } } as const;
  await send({ seq: 1, qr: (await sellTicket()).code.qr, ...by }, { seq: 2, ...undo });
  for (const shown of [page, `${page}/after`])
    expect(await wordsOf(shown)).toMatch(/Șefa 10 · Poarta Mare, A10 · s-a anulat/);
});

it("an undo by the chief, and what a stopped phone wrote, say on which ticket", async () => {
  const { device, send } = await bindPhone("A3");
  const chiefs = await bindPhone("Șefa", true);
  const [undone, late] = [await sellTicket(), await sellTicket()];
  await season.db`UPDATE gate_devices SET settled_at = now() - interval '3 hours' WHERE id = ${device}`;
  const undo = {
    kind: "undo",
    mode: "override",
    entries: 0,
    undoes: { device, seq: 1 },
    reason: "mistake",
  } as const;
  const at = Date.now() - 10 * 60_000;
  await send({ seq: 1, qr: undone.code.qr, at }, { seq: 2, ...undo, chief: chiefs.code() });
  expect(await wordsOf(page)).toContain(`Anulare: ${undone.label}, Greșit apăsat`);
  await stopPhone(site, { actor: chief, deviceId: device });
  await send(
    { seq: 3, qr: late.code.qr },
    { seq: 4, kind: "undo", entries: 0, undoes: { device, seq: 3 }, reason: "mistake" },
  );
  const lines = (await wordsOf(page)).match(new RegExp(`Scris de un telefon oprit, ${late.label}`, "g"));
  expect(lines).toHaveLength(2);
  // who accepts the phone clears up what it wrote, under the same name
  await acceptPhoneRows(site, { actor: chief, deviceId: device });
  const accepted = await wordsOf(page);
  const said = new RegExp(` lămurit de ${chiefName}, la \\d\\d:\\d\\d: ce a scris telefonul se numără `, "g");
  expect([accepted.match(said)?.length, accepted.includes("Altele de lămurit (0)")]).toEqual([2, true]);
});

it("a return without an exit adds nobody, and says so; each entry of a double says how many people it let in", async () => {
  const [{ send }, other] = [await bindPhone("A4"), await bindPhone("B4")];
  const ticket = await sellTicket();
  await send({ seq: 1, qr: ticket.code.qr });
  const entered = async () => / (\d+) intrați/.exec(await wordsOf(page))?.[1];
  const before = await entered();
  await send({ seq: 2, kind: "return", qr: ticket.code.qr });
  expect(await wordsOf(page)).toContain(
    `Reintrare fără ieșire scrisă, ${ticket.label} Poarta Mare, A4 · nu schimbă câți au intrat`,
  );
  expect([before, await entered()]).toEqual([expect.stringMatching(/^\d+$/), before]);
  await other.send({ seq: 1, qr: ticket.code.qr, entries: 3 });
  expect(await wordsOf(page)).toMatch(
    /Poarta Mare, A4 1 intrare, fără internet .*Poarta Mare, B4 3 intrări, fără internet/,
  );
});

it("an add-on that two phones gave is a double of add-ons, on the screens and in the file, and no entry (one kind: an add-on called an entry)", async () => {
  const [one, other] = [await bindPhone("A8"), await bindPhone("B8")];
  const parking = await sellTicket(0);
  await one.send({ seq: 1, qr: parking.code.qr });
  await other.send({ seq: 1, qr: parking.code.qr });
  for (const shown of [await wordsOf(page), await wordsOf(`${page}/after`)])
    expect(shown).toMatch(
      /Poarta Mare, A8 1 supliment, fără internet .*Poarta Mare, B8 1 supliment, fără internet/,
    );
  const told = (await fileRows()).filter((row) => row[4]?.startsWith(parking.label));
  expect(told.map(([what]) => what)).toEqual([
    "Supliment dat",
    "Supliment dat",
    "Supliment dublu",
    "Supliment dublu",
  ]);
});

it("an undo of another phone's entry is not told as a late one, and counts nothing; an own one that is late counts", async () => {
  const [{ device, send }, other] = [await bindPhone("A6"), await bindPhone("B6")];
  const ticket = await sellTicket();
  await season.db`UPDATE gate_devices SET settled_at = now() - interval '3 hours' WHERE id = ${device}`;
  await send({ seq: 1, qr: ticket.code.qr, at: Date.now() - 600_000 });
  const undo = { kind: "undo", entries: 0, undoes: { device, seq: 1 }, reason: "mistake" } as const;
  await other.send({ seq: 1, ...undo });
  expect(await wordsOf(page)).toContain(
    `Anularea unui rând al altui telefon, fără codul șefului, ${ticket.label} Poarta Mare, B6 · nu se numără`,
  );
  const undosInFile = async () =>
    (await fileRows()).filter(([what, , , , of]) => what === "Anulare" && of?.includes(ticket.label)).length;
  expect(await undosInFile()).toBe(0);
  await send({ seq: 2, ...undo });
  expect(await wordsOf(page)).toContain(
    `Anulat în afara celor cinci minute de după intrare, ${ticket.label} Poarta Mare, A6 · anularea e făcută`,
  );
  expect(await undosInFile()).toBe(1);
});

it("what a finding counts as is said of one and of several, in the nouns of what was sold, on the screens and in the file (one kind: two people called a person, an add-on called one)", async () => {
  const { device, send } = await bindPhone("A7");
  const types = [
    ["Prosop", await season.ticketType({ events: [night], entries: 0, price: 4_000 }), 0],
    ["Intrare de ușă", await season.ticketType({ events: [night], price: 4_000 }), 1],
  ] as const;
  let seq = 0;
  for (const [name, type, entries] of types) {
    await season.db`UPDATE tickets SET type = ${name} WHERE id = ${type}`;
    await setAsideForDoor(site, {
      actor: chief,
      eventId: night,
      deviceId: device,
      ticketTypeId: type,
      quantity: 1,
    });
    for (const quantity of [2, 1]) {
      const sale = { type, quantity, bani: 4_000 * quantity, means: "cash", receipt: null } as const;
      await send({ seq: ++seq, kind: "sale", entries: entries * quantity, sale });
    }
  }
  for (const shown of [await wordsOf(page), await wordsOf(`${page}/after`)]) {
    expect(shown).toMatch(/Prosop Poarta Mare, A7 · 2 suplimente date, nu sunt intrări/);
    expect(shown).toMatch(/Prosop Poarta Mare, A7 · e dat, nu e o intrare/);
    expect(shown).toMatch(/Intrare de ușă Poarta Mare, A7 · 2 persoane sunt numărate/);
    expect(shown).toMatch(/Intrare de ușă Poarta Mare, A7 · persoana e numărată/);
  }
  const found = (await fileRows()).filter(([what, , , name]) => what === "De lămurit" && name === "A7");
  expect(found.map((row) => [row[4], row[5], row.at(-1)]).sort()).toEqual([
    ["Intrare de ușă", "1", "persoana e numărată"],
    ["Intrare de ușă", "2", "2 persoane sunt numărate"],
    ["Prosop", "1", "e dat, nu e o intrare"],
    ["Prosop", "2", "2 suplimente date, nu sunt intrări"],
  ]);
});

it("no text that a phone signs takes the chief's screens and files away: escapes, numbers and letters that the database does not know, or no row at all (one kind: a signed text that a screen reads again)", async () => {
  const { device, sendAs } = await bindPhone("A5");
  const refusal = { kind: "refuse", mode: "override", reason: "forged", entries: 0 } as const;
  const signature = "A".repeat(86);
  const written = [
    (text: string) => text,
    (text: string) => text.replace('"entries":0', '"entries":0e9999999999'),
    (text: string) => text.replace('"code":null', `"code" : "${"a".repeat(64)}"`),
    (text: string) => text.replace('"code":null', `"c\\u006fde":"${"a".repeat(64)}"`),
    () => '{"code":"',
    () => "\0",
  ];
  const texts = ["x\0y", "x\ud800y", '"code":"', "]"];
  let seq = 0;
  for (const write of written)
    for (const text of texts)
      expect(await sendAs(write, { seq: ++seq, ...refusal, chief: { text, signature } })).toMatchObject({
        ok: true,
      });
  const stored =
    await season.db`SELECT count(*) FILTER (WHERE reason = 'forged')::int AS codes, count(*)::int AS rows FROM gate_log WHERE device_id = ${device}`;
  expect(stored[0]).toMatchObject({ codes: 16, rows: 24 });
  for (const path of [page, `${page}/after`, `${page}/after/csv`])
    expect([path, (await ask(path, { as: chief })).status]).toEqual([path, 200]);
  // each of them is a code of its own
  const codes = (await fileRows()).filter((row) => row[0] === "Cod necunoscut" && row[3] === "A5");
  expect([codes.length, codes.flat().filter((cell) => cell.includes("același cod"))]).toEqual([16, []]);
});

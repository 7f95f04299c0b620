import { describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { wallTimeOf } from "#kernel/time.ts";
import { keySealOf } from "#platform/signing/sealed-key.server.ts";
import { replaceTicketKeys } from "#platform/signing/signing-key-rows.server.ts";
import { openPhoneStage } from "#test/support/phone-stage.ts";
import { stageSecret } from "#test/support/stage.ts";
import { qrText, readQrText } from "#ticketing/delivery/qr-payload.ts";
import { invitePhone } from "#ticketing/gate/invite-phone.server.ts";
import { stopPhone } from "#ticketing/gate/stop-phone.server.ts";
import { durations, limits } from "#ticketing/limits.ts";
import { scannedView } from "../gate-verdict-view.ts";
import { becomePhone } from "./become-phone.ts";
import { signChiefProof } from "./chief-code.ts";
import { openPhone } from "./phone.ts";
import { findPhone } from "./phone-facts.ts";
import { fetchGuests, guestsOnPhone } from "./phone-guests.ts";
import { overrideResult } from "./phone-override.ts";
import { lastScan, latestScans } from "./scanner-latest.tsx";

const { stage, network, calls, ...stageOfPhones } = await openPhoneStage();
const { site, chief, season } = stage;
const { entered } = stageOfPhones;
const night = await stage.night();

const newPhone = async (gate?: Uuid) => stageOfPhones.phone(gate ?? (await stage.gate(night)));

/** Makes new keys of tickets, which begin later; returns the one of QR codes. */
async function rotated() {
  const seal = keySealOf(stageSecret, "signing-keys");
  const goodUntil = new Date(Date.now() + 86_400_000);
  const [kid] = await replaceTicketKeys(site.database, seal, { now: new Date(), goodUntil });
  await site.keys.renew();
  return kid;
}

const one = { entries: 1, stamp: null };
const ticket = async (entries = 1) => {
  const [made] = await stage.tickets(night, { entries });
  if (!made) throw new Error("no ticket");
  return made;
};
describe("a phone with network", () => {
  it("lets in once, and says when and where the second time", async () => {
    const { qr, purchaseId } = await ticket();
    const { phone } = await newPhone();
    expect((await phone.scan(qr, one)).answer).toMatchObject({ verdict: "admitted", entries: 1, left: 0 });
    const again = await phone.scan(qr, one);
    expect([again.answer.verdict, again.lastEntry?.gateName]).toEqual([
      "used",
      expect.stringMatching(/^Poarta /),
    ]);
    await phone.sync({ withList: false });
    expect([phone.state().unsent, await entered(purchaseId)]).toEqual([0, 1]);
  });

  it("knows codes of a new key before the first one is shown, with its list, also when it is opened again", async () => {
    const itsNight = await stage.night();
    const { phone, open } = await newPhone(await stage.gate(itsNight));
    const [{ qr } = { qr: "" }] = await stage.tickets(itsNight);
    const [older] = phone.parts.ticketKeys().keys();
    const newKid = await rotated();
    await phone.sync({ withList: true });
    expect([...phone.parts.ticketKeys().keys()]).toEqual([older, newKid]);
    network.is = "away";
    expect([...(await open()).parts.ticketKeys().keys()]).toEqual([older, newKid]);
    expect((await phone.scan(qr, one)).answer.verdict).toBe("admitted");
  });

  it("names the night of a ticket for another one, and without network its day", async () => {
    const [there] = await stage.tickets(await stage.night());
    const { phone } = await newPhone();
    const { answer, night: named } = await phone.scan(there?.qr ?? "", one);
    expect([answer.verdict, named?.title]).toEqual(["elsewhere", expect.any(String)]);
    network.is = "away";
    const alone = await phone.scan(there?.qr ?? "", one);
    expect([alone.answer.verdict, alone.night]).toEqual(["elsewhere", { title: null, date: named?.date }]);
  });

  it("names the hour that has passed and the server's, as the page for typed codes does, also without network", async () => {
    const early = await stage.night();
    const [made] = await stage.tickets(early);
    const local = "now() AT TIME ZONE 'Europe/Bucharest'";
    await season.client.query(
      `UPDATE events SET date = (${local} - interval '2 hours')::date, time = (${local} - interval '2 hours')::time WHERE id = $1`,
      [early],
    );
    const { rows } = await season.client.query<{ until: string }>(
      `UPDATE tickets SET enter_until = (${local} - interval '1 minute')::time WHERE id = (SELECT ticket_type_id FROM ticket_purchases WHERE id = $1)
       RETURNING to_char(enter_until, 'HH24:MI') AS until`,
      [made?.purchaseId],
    );
    const { phone } = await stageOfPhones.phone(await stage.gate(early), {
      now: () => Date.now() + 3_600_000,
    });
    for (const way of ["there", "away"] as const) {
      network.is = way;
      const said = scannedView(await phone.scan(made?.qr ?? "", one)).what;
      expect(said).toMatch(new RegExp(`^Intrare până la ${rows[0]?.until} · acum e \\d\\d:\\d\\d$`));
      expect(said).not.toContain(wallTimeOf(new Date(Date.now() + 3_600_000)));
    }
  });

  it("takes a group in parts, and gives back an entry that was undone", async () => {
    const { qr, purchaseId } = await ticket(5);
    const { phone } = await newPhone();
    expect((await phone.scan(qr, one)).answer).toMatchObject({ left: 4 });
    const two = await phone.scan(qr, { entries: 2, stamp: null });
    expect(two.answer).toMatchObject({ left: 2 });
    expect(await phone.undo(two.seq ?? 0, "not_entered")).toBe(true);
    expect(await phone.undo(two.seq ?? 0, "not_entered")).toBe(false);
    await phone.sync({ withList: true });
    expect(await entered(purchaseId)).toBe(1);
    expect((await phone.scan(qr, { entries: 4, stamp: null })).answer).toMatchObject({ left: 0 });
  });
});

describe("a phone without network", () => {
  it("decides by its list and its own rows, also when it was closed in between, and all of it arrives once", async () => {
    const { qr, purchaseId } = await ticket();
    const { phone, open } = await newPhone();
    network.is = "away";
    expect((await phone.scan(qr, one)).answer.verdict).toBe("admitted");
    expect((await phone.scan(qr, one)).answer.verdict).toBe("used");
    const later = await open();
    expect(later.state().unsent).toBe(2);
    expect((await later.scan(qr, one)).answer.verdict).toBe("used");
    network.is = "deaf";
    await later.sync({ withList: true });
    expect(later.state().unsent).toBe(3);
    network.is = "there";
    await later.sync({ withList: true });
    await later.sync({ withList: true });
    expect([later.state().unsent, later.state().isOnline, await entered(purchaseId)]).toEqual([0, true, 1]);
  });

  it("whose question arrived and whose answer was lost counts the person once", async () => {
    const { qr, purchaseId } = await ticket();
    const { phone } = await newPhone();
    network.is = "deaf";
    expect((await phone.scan(qr, one)).answer.verdict).toBe("admitted");
    expect(await entered(purchaseId)).toBe(1);
    network.is = "there";
    await phone.sync({ withList: true });
    expect(await entered(purchaseId)).toBe(1);
  });

  it("that is bound to another gate sends first what it wrote, and stays what it is while it cannot", async () => {
    const { qr, purchaseId } = await ticket();
    const { phone, store, log, device } = await newPhone();
    network.is = "away";
    await phone.scan(qr, one);
    const bind = async () => {
      const invited = await invitePhone(site, { actor: chief, gateId: await stage.gate(night) });
      if (!invited.ok) throw new Error(invited.refusal.reason);
      return becomePhone(store, calls, { secret: invited.value.url.split("#").at(-1) ?? "", name: "A1" });
    };
    await expect(bind()).rejects.toThrow("1 rows are not sent");
    expect([log.size, await store.fact("phone")]).toMatchObject([1, { enrolled: { device } }]);
    network.is = "there";
    expect((await bind()).enrolled.device).not.toBe(device);
    expect([log.size, await entered(purchaseId)]).toEqual([0, 1]);
  });

  it("stays alone until everything that it wrote has arrived", async () => {
    const { qr } = await ticket();
    const { phone } = await newPhone();
    network.is = "away";
    await phone.scan(qr, one);
    expect(phone.state().isOnline).toBe(false);
    network.is = "keeps rows";
    await phone.sync({ withList: false });
    expect(phone.state()).toMatchObject({ isOnline: false, unsent: 1 });
    network.is = "there";
    await phone.sync({ withList: false });
    expect(phone.state()).toMatchObject({ isOnline: true, unsent: 0 });
  });

  it("refuses a code with another ticket's signature", async () => {
    const [one, other] = [readQrText((await ticket()).qr), readQrText((await ticket()).qr)];
    if (!one || !other) throw new Error("no codes");
    const { phone } = await newPhone();
    network.is = "away";
    const forged = await phone.scan(qrText(one.message, other.signature), { entries: 1, stamp: null });
    expect(forged.answer.verdict).toBe("invalid");
    const right = await phone.scan(qrText(one.message, one.signature), { entries: 1, stamp: null });
    expect(right.answer.verdict).toBe("admitted");
  });

  it("sends to the phone that decides at a strict gate, where it only helps", async () => {
    const strict = await stage.night();
    const gate = await stage.gate(strict, { isStrict: true });
    const [, { phone }] = [await newPhone(gate), await newPhone(gate)];
    const [made] = await stage.tickets(strict);
    await phone.sync({ withList: true });
    network.is = "away";
    expect(await phone.scan(made?.qr ?? "", one)).toMatchObject({
      answer: { verdict: "other_gate" },
      otherGate: "Alt telefon al porții tale",
    });
  });

  it("takes what was sold after its list for genuine, and says that the list does not have it", async () => {
    const { phone } = await newPhone();
    const { qr, purchaseId } = await ticket();
    network.is = "away";
    expect((await phone.scan(qr, one)).answer).toMatchObject({ verdict: "unlisted", admits: true });
    expect((await phone.scan(qr, one)).answer).toMatchObject({
      verdict: "unlisted",
      admits: false,
      isAgain: true,
    });
    network.is = "there";
    await phone.sync({ withList: true });
    expect(await entered(purchaseId)).toBe(1);
  });
});

it("takes back an entry for five minutes, and not afterwards", async () => {
  const { qr } = await ticket(2);
  let now = Date.now();
  const { facts, store } = await newPhone();
  const phone = await openPhone(store, calls, facts, () => now);
  await phone.sync({ withList: true });
  const { seq } = await phone.scan(qr, one);
  now += durations.undo * 1000 + 1;
  expect(await phone.undo(seq ?? 0, "mistake")).toBe(false);
  now -= 1;
  expect(await phone.undo(seq ?? 0, "mistake")).toBe(true);
});

it("a clock that is set back stands still at the last row: no undo, and the server's hour on the next rows", async () => {
  const [first, second] = [await ticket(), await ticket()];
  let now = Date.now();
  const { facts, store, device } = await newPhone();
  const open = () => openPhone(store, calls, facts, () => now);
  const phone = await open();
  await phone.sync({ withList: true });
  const { seq } = await phone.scan(first.qr, one);
  now += durations.undo * 1000 + 1;
  await phone.scan("FSC1:nimic", one);
  now -= 3_600_000;
  network.is = "away";
  for (const one of [phone, await open()]) expect(await one.undo(seq ?? 0, "mistake")).toBe(false);
  await phone.scan(second.qr, one);
  network.is = "there";
  await phone.sync({ withList: true });
  await phone.sync({ withList: true });
  expect(phone.state()).toMatchObject({ isOnline: true, unsent: 0 });
  const [row] = await stage.season
    .db`SELECT abs(extract(epoch FROM device_at - received_at)) < 60 AS "isRight", said_at IS NOT NULL AS marked FROM gate_log WHERE device_id = ${device} AND seq = 3`;
  expect(row).toEqual({ isRight: true, marked: true });
});

it.each(["could not write", "was closed"])(
  "a phone that %s after the server's answer gives that entry back, and goes on with the next ticket",
  async (how) => {
    const [first, second] = [await ticket(), await ticket()];
    const { phone, open, disk } = await newPhone();
    disk.isFull = true;
    expect((await phone.scan(first.qr, one)).answer.verdict).toBe("not_written");
    expect(await entered(first.purchaseId)).toBe(1);
    disk.isFull = false;
    const later = how === "was closed" ? await open() : phone;
    expect((await later.scan(second.qr, one)).answer.verdict).toBe("admitted");
    expect(later.rows().map(({ shown }) => [shown.kind, shown.mode])).toEqual([
      ["refuse", "online"],
      ["admit", "online"],
    ]);
    await later.sync({ withList: false });
    expect([await entered(first.purchaseId), await entered(second.purchaseId)]).toEqual([0, 1]);
    expect(later.state().unsent).toBe(0);
    expect((await later.scan(first.qr, one)).answer.verdict).toBe("admitted");
  },
);

it.each([
  ["ahead", 1],
  ["behind", -1],
])(
  "a phone whose clock is a day %s is still bound and decides right after it was closed",
  async (_how, days) => {
    const { qr, purchaseId } = await ticket();
    const { store, facts } = await newPhone();
    await store.forget();
    const now = () => Date.now() + days * 86_400_000;
    const first = await openPhone(store, calls, facts, now);
    expect(await fetchGuests(first)).toBe(true);
    await first.sync({ withList: true });
    expect([first.state().isOnline, first.state().tickets > 0]).toEqual([true, true]);
    expect(await guestsOnPhone(first)).toEqual([]);
    await store.keepFact("phone", facts);
    network.is = "away";
    expect((await findPhone(store, now()))?.enrolled.device).toBe(facts.enrolled.device);
    const later = await openPhone(store, calls, facts, now);
    expect((await later.scan(qr, one)).answer.verdict).toBe("admitted");
    network.is = "there";
    await later.sync({ withList: false });
    const [row] = await stage.season
      .db`SELECT abs(extract(epoch FROM device_at - received_at)) < 60 AS "isRight", round(extract(epoch FROM said_at - device_at) / 86400)::int AS days FROM gate_log WHERE purchase_id = ${purchaseId}`;
    expect(row).toEqual({ isRight: true, days });
    expect(
      await findPhone(store, Date.parse(facts.enrolled.endsAt) + days * 86_400_000 + 60_000),
    ).toBeUndefined();
  },
);

it.each([-5, 5])(
  "each hour that a phone shows is the server's, when its clock is %d hours wrong, also of what the chief let in",
  async (hours) => {
    const eventId = await stage.night();
    const [[first], [second]] = [await stage.tickets(eventId), await stage.tickets(eventId)];
    if (!first || !second) throw new Error("no tickets");
    const now = () => Date.now() + hours * 3_600_000;
    const { phone } = await stageOfPhones.phone(await stage.gate(eventId), { isChief: true, now });
    network.is = "away";
    const [before] = [Date.now(), await phone.scan(first.qr, one)];
    const used = await phone.scan(first.qr, one);
    await phone.scan(second.qr, one);
    const again = await phone.scan(second.qr, one);
    const proof = await signChiefProof(phone.parts);
    const { seq } = await overrideResult(phone, again, { reason: "other", proof });
    const isNow = (at: number) => before - 2000 <= at && at <= Date.now() + 2000;
    expect(isNow(Date.parse(used.lastEntry?.at ?? ""))).toBe(true);
    const minutes = [before, Date.now()].map((at) => wallTimeOf(new Date(at)));
    expect(minutes).toContain(lastScan(phone)?.time);
    const scans = latestScans(phone, now());
    expect(scans).toHaveLength(5);
    for (const { place } of scans) expect(minutes).toContain(/ora (..:..):../.exec(place)?.[1]);
    // the five minutes of an undo are counted by one clock too
    expect(scans.find((scan) => scan.seq === seq)?.needsChief).toBe(false);
    expect(latestScans(phone, now() + 301_000).every(({ needsChief }) => needsChief)).toBe(true);
    network.is = "there";
    await phone.sync({ withList: false });
    const [row] =
      await season.db`SELECT abs(extract(epoch FROM device_at - received_at)) < 60 AS "isRight", finding FROM gate_log WHERE device_id = ${phone.enrolled.device} AND mode = 'override'`;
    expect(row).toEqual({ isRight: true, finding: null });
  },
);

it("a second scanner on the same phone writes nothing under a number that the first has used", async () => {
  const [first, second] = [await ticket(), await ticket()];
  const { phone, open, log } = await newPhone();
  const other = await open();
  expect((await phone.scan(first.qr, one)).answer.verdict).toBe("admitted");
  await phone.sync({ withList: false });
  const refused = await other.scan(second.qr, one);
  expect([refused.answer.verdict, log.size, await entered(second.purchaseId)]).toEqual(["not_written", 1, 0]);
});

it("shows nothing as done that it could not write down, and goes on when there is room again", async () => {
  const { qr, purchaseId } = await ticket();
  const { phone, disk, log } = await newPhone();
  network.is = "away";
  disk.isFull = true;
  const refused = await phone.scan(qr, one);
  expect([refused.answer.verdict, refused.seq, log.size]).toEqual(["not_written", null, 0]);
  disk.isFull = false;
  expect((await phone.scan(qr, one)).answer.verdict).toBe("admitted");
  network.is = "there";
  await phone.sync({ withList: false });
  expect(await entered(purchaseId)).toBe(1);
});

it("a code that is none of ours is refused and written down without its text, and the next good one goes in", async () => {
  const { qr } = await ticket();
  const { phone, device, log } = await newPhone();
  const [wifi, forged] = ["WIFI:S:Terasa;T:WPA;P:nisip;;", `${qr.slice(0, -4)}AAAA`];
  network.is = "away";
  for (const wrong of ["", wifi, forged, qr.toLowerCase()])
    expect((await phone.scan(wrong, one)).answer.verdict, wrong).toBe("invalid");
  network.is = "there";
  expect(JSON.stringify([...log.values()])).not.toMatch(/nisip|FSC1/i);
  await phone.sync({ withList: false });
  expect((await phone.scan(qr, one)).answer.verdict).toBe("admitted");
  const rows =
    await season.db`SELECT kind, reason, is_counted AS counted, finding FROM gate_log WHERE device_id = ${device} ORDER BY seq`;
  const [foreign, ours] = ["foreign", "forged"].map((reason) => ({
    kind: "refuse",
    reason,
    counted: false,
    finding: null,
  }));
  expect(rows).toEqual([foreign, foreign, ours, foreign]);
});

it("a flood of codes that are none of ours is refused to the last, and fills neither the phone nor the log", async () => {
  let ahead = 0;
  const { phone, log } = await stageOfPhones.phone(await stage.gate(night), {
    now: () => Date.now() + ahead,
  });
  network.is = "away";
  for (let n = 0; n < 2 * limits.unknownCodesPerMinute; n++)
    expect((await phone.scan(`code ${n}`, one)).answer.verdict).toBe("invalid");
  expect(log.size).toBe(limits.unknownCodesPerMinute);
  while (log.size < limits.unknownCodesPerPhone) {
    ahead += 61_000;
    for (let n = 0; n < limits.unknownCodesPerMinute; n++) await phone.scan(`code ${n}`, one);
  }
  ahead += 61_000;
  expect((await phone.scan("one more", one)).answer.verdict).toBe("invalid");
  expect(log.size).toBe(limits.unknownCodesPerPhone);
});

it("a stopped phone sends what it has, then forgets its list, its rows and its key", async () => {
  const { qr, purchaseId } = await ticket();
  const { phone, store, device, log } = await newPhone();
  network.is = "away";
  await phone.scan(qr, one);
  network.is = "there";
  expect((await stopPhone(site, { actor: chief, deviceId: device })).ok).toBe(true);
  await phone.sync({ withList: true });
  expect([phone.state().isStopped, log.size, await store.fact("phone")]).toEqual([true, 0, undefined]);
  // listed for the chief, and not counted
  expect(await entered(purchaseId)).toBe(0);
});

it("the scanned text goes from the phone once the server has it", async () => {
  const { qr } = await ticket();
  const { phone, log } = await newPhone();
  network.is = "away";
  await phone.scan(qr, one);
  expect([...log.values()].map((row) => row.qr)).toEqual([qr]);
  network.is = "there";
  await phone.sync({ withList: false });
  expect([...log.values()].map((row) => [row.qr, row.isSent])).toEqual([[null, true]]);
});

it("with network a phone shows whose a ticket of the night is and its last digits, keeps neither, and shows no other night's", async () => {
  const own = {
    phone: await newPhone(),
    ticket: await ticket(),
    elsewhere: (await stage.tickets(await stage.night()))[0],
  };
  const { phone, remembered, log } = own.phone;
  await season.db`UPDATE ticket_purchases SET holder_name = 'Ioana Exemplu' WHERE id = ANY(${[own.ticket.purchaseId, own.elsewhere?.purchaseId ?? ""]})`;
  const holder = { name: "Ioana Exemplu", digits: own.ticket.label.slice(-4) };
  for (const verdict of ["admitted", "used"])
    expect(await phone.scan(own.ticket.qr, one)).toMatchObject({ holder, answer: { verdict } });
  expect((await phone.scan(own.elsewhere?.qr ?? "", one)).holder).toBeNull();
  expect(latestScans(phone, Date.now()).map(({ who }) => who)).toEqual([
    null,
    `Ioana Exemplu · bilet …${holder.digits}`,
    `Ioana Exemplu · bilet …${holder.digits}`,
  ]);
  const kept = JSON.stringify([...remembered.values(), ...log.values()]);
  for (const personal of ["Ioana", own.ticket.label, `"${holder.digits}"`])
    expect(kept).not.toContain(personal);
  await season.db`UPDATE ticket_purchases SET secret_version = secret_version + 1 WHERE id = ${own.ticket.purchaseId}`;
  expect(await phone.scan(own.ticket.qr, one)).toMatchObject({
    holder: null,
    answer: { verdict: "replaced" },
  });
});

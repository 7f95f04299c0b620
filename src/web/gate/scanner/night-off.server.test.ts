import { expect, it } from "vitest";
import { dayOf } from "#kernel/time.ts";
import { openPhoneStage } from "#test/support/phone-stage.ts";
import { codeGuest } from "#ticketing/delivery/ticket-signature.server.ts";
import { setAsideForDoor } from "#ticketing/gate/set-aside-for-door.server.ts";
import { addGuests } from "#ticketing/guest-lists/add-guests.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { signChiefProof } from "./chief-code.ts";
import { exitTicket } from "./phone-exit.ts";
import { admitGuestHere, fetchGuests, guestsOnPhone } from "./phone-guests.ts";
import { overrideResult } from "./phone-override.ts";
import { sellAtDoor } from "./phone-sale.ts";

const phones = await openPhoneStage();
const { stage, network } = phones;
const { site, season, chief } = stage;

const one = { entries: 1, stamp: null };

/** A phone that could do everything on its night, until that was cancelled. */
async function doorOfNight() {
  const eventId = await stage.night();
  const actor = await season.person("admin");
  const form = { name: "Presă", quota: null };
  const list = await saveGuestList(site, { actor, eventId, listId: null, form });
  if (!list.ok) throw new Error(list.refusal.reason);
  const guests = [{ name: "Popescu Ion", places: 2, note: null }];
  await addGuests(site, { actor, eventId, listId: list.value, guests });
  const { phone, device, gateId } = await phones.phone(await stage.gate(eventId));
  const chiefs = await phones.phone(gateId, { isChief: true });
  const typeId = await season.ticketType({ events: [eventId], title: "La ușă", price: 13_000 });
  await setAsideForDoor(site, { actor: chief, eventId, deviceId: device, ticketTypeId: typeId, quantity: 9 });
  const [listed] = await stage.tickets(eventId);
  const [used] = await stage.tickets(eventId);
  await phone.sync({ withList: true });
  const [unlisted] = await stage.tickets(eventId);
  if (!listed || !used || !unlisted) throw new Error("no ticket");
  await fetchGuests(phone);
  const [guest] = (await guestsOnPhone(phone)) ?? [];
  if (!guest) throw new Error("no guest");
  await phone.scan(used.qr, one);
  await exitTicket(phone, used.qr, 1);
  await phone.sync({ withList: false });
  const refused = await phone.scan(used.qr, { entries: 1, stamp: false });
  const sale = { typeId, quantity: 1, receipt: null } as const;
  const guestCode = codeGuest(site.keys, {
    id: guest.id as Parameters<typeof codeGuest>[1]["id"],
    eventId,
    date: dayOf(new Date()),
    time: null,
    places: 2,
  });
  const proof = () => signChiefProof(chiefs.phone.parts);
  const verdict = async (scan: Promise<{ answer: { verdict: string } }>) => (await scan).answer.verdict;
  /** Everything on a phone that lets people in or sells. */
  const ways: Record<string, () => Promise<unknown>> = {
    ticket: () => verdict(phone.scan(listed.qr, one)),
    "ticket that is not on the list": () => verdict(phone.scan(unlisted.qr, one)),
    "return by the stamp": () => verdict(phone.scan(used.qr, { entries: 1, stamp: true })),
    "guest's name": () => verdict(admitGuestHere(phone, guest.id, 1)),
    "guest's code": async () => verdict(phone.scan(guestCode, one)),
    "chief's override": async () =>
      verdict(overrideResult(phone, refused, { reason: "other", proof: await proof() })),
    sale: () => sellAtDoor(phone.parts, { ...sale, means: "cash", shownPrice: 13_000 }),
    "free entry": async () => {
      const free = { reason: "artist", proof: await proof() } as const;
      return sellAtDoor(phone.parts, { ...sale, means: "protocol", shownPrice: 0, free });
    },
  };
  return { eventId, phone, device, ways };
}

it.each(["there", "away"] as const)(
  "a phone that knows that its night is cancelled lets nobody in and sells nothing, whatever it is asked; network: %s",
  async (is) => {
    const { eventId, phone, device, ways } = await doorOfNight();
    await season.db`UPDATE events SET cancelled_at = now() WHERE id = ${eventId}`;
    await phone.sync({ withList: true });
    network.is = is;
    if (is === "away") await phone.sync({ withList: false });
    const answers: Record<string, unknown> = {};
    for (const [name, way] of Object.entries(ways)) answers[name] = await way();
    expect(answers).toEqual(Object.fromEntries(Object.keys(ways).map((name) => [name, "cancelled"])));
    network.is = "there";
    await phone.sync({ withList: false });
    const rows = await season.db`SELECT kind FROM gate_log WHERE device_id = ${device} ORDER BY seq OFFSET 2`;
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(["refuse"]));
  },
);

it.each(["there", "away"] as const)(
  "a phone whose night was moved does by itself only what the chief allows (one kind: a night's hour known to scans alone); network: %s",
  async (is) => {
    const { eventId, phone, ways } = await doorOfNight();
    await season.db`UPDATE events SET date = date + 3 WHERE id = ${eventId}`;
    await phone.sync({ withList: true });
    network.is = is;
    if (is === "away") await phone.sync({ withList: false });
    const answers: Record<string, unknown> = {};
    for (const [name, way] of Object.entries(ways)) answers[name] = await way();
    const moved = await phone.scan((await stage.tickets(eventId))[0]?.qr ?? "", one);
    network.is = "there";
    const [event] = await season.db`SELECT date::text FROM events WHERE id = ${eventId}`;
    expect(moved.night?.date).toBe(event.date);
    const early = Object.fromEntries(Object.keys(ways).map((name) => [name, "early"]));
    expect(answers).toEqual({ ...early, "chief's override": "admitted" });
  },
);

it("a phone on the same night would have done all of it", async () => {
  const { ways } = await doorOfNight();
  const answers: unknown[] = [];
  for (const way of Object.values(ways)) answers.push(await way());
  expect(answers).toEqual([
    "admitted",
    "admitted",
    "returned",
    "admitted",
    "admitted",
    "admitted",
    "sold",
    "sold",
  ]);
});

it("the names of a cancelled night's guests stay at the server, and those on a phone go", async () => {
  const { eventId, phone } = await doorOfNight();
  await season.db`UPDATE events SET cancelled_at = now() WHERE id = ${eventId}`;
  expect(await fetchGuests(phone)).toBe(true);
  expect(await guestsOnPhone(phone)).toEqual([]);
});

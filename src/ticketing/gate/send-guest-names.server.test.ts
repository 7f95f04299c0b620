import { expect, it } from "vitest";
import { openDoorStage } from "#test/support/door-stage.ts";
import { succeeded, whyNot } from "#test/support/outcomes.ts";
import { addGuests } from "#ticketing/guest-lists/add-guests.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { sendGuestNames } from "./send-guest-names.server.ts";

const stage = await openDoorStage();
const { site, season } = stage;

it("a phone has the guests in the order of the Romanian alphabet, as the office has", async () => {
  const eventId = await stage.night();
  const { device, keys } = await stage.phone(await stage.gate(eventId));
  const actor = await season.person("admin");
  const form = { name: "Presă", quota: null };
  const listId = succeeded(await saveGuestList(site, { actor, eventId, listId: null, form }));
  const inOrder = ["Ana", "Sorin", "Șerban", "Tudor", "Țugulea", "Zamfira"];
  const guests = inOrder.toReversed().map((name) => ({ name, places: 1, note: null }));
  succeeded(await addGuests(site, { actor, eventId, listId, guests }));
  const call = keys.call("guests", { v: 1, device, at: Date.now() });
  const names = succeeded(await sendGuestNames(site, call)).guests.map(({ name }) => name);
  expect(names).toEqual(inOrder);
});

it("a phone has the names of a night only while the door's pages name its people: not long before, nor of a draft", async () => {
  const eventId = await season.night({ inDays: 11, time: null });
  const { device, keys } = await stage.phone(await stage.gate(eventId));
  const ask = () => sendGuestNames(site, keys.call("guests", { v: 1, device, at: Date.now() }));
  expect(await whyNot(ask())).toBe("not_at_door");
  // it is the eve
  await season.db`UPDATE events SET date = (now() AT TIME ZONE 'Europe/Bucharest' - interval '6 hours')::date + 1 WHERE id = ${eventId}`;
  expect(await ask()).toMatchObject({ ok: true });
  await season.db`UPDATE events SET publish_at = NULL WHERE id = ${eventId}`;
  expect(await whyNot(ask())).toBe("not_at_door");
});

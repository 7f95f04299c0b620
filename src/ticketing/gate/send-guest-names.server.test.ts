import { expect, it } from "vitest";
import { openDoorStage } from "#test/support/door-stage.ts";
import { succeeded } from "#test/support/outcomes.ts";
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

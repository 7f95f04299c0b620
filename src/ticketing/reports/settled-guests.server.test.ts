import { expect, it } from "vitest";
import { succeeded } from "#test/support/outcomes.ts";
import { openStage } from "#test/support/stage.ts";
import { addGuests } from "#ticketing/guest-lists/add-guests.server.ts";
import { listGuests } from "#ticketing/guest-lists/guest-list-queries.server.ts";
import { removeGuest } from "#ticketing/guest-lists/remove-guest.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { readSettlement } from "./read-settlement.server.ts";

const { season, site } = await openStage();
const actor = await season.person("admin");

async function nightWith(guests: readonly { name: string; places: number }[]) {
  const eventId = await season.night();
  const list = { actor, eventId, listId: null, form: { name: "Casa", quota: null } };
  const listId = succeeded(await saveGuestList(site, list));
  const named = guests.map((guest) => ({ ...guest, note: null }));
  succeeded(await addGuests(site, { actor, eventId, listId, guests: named }));
  return eventId;
}

it("the guests of a settlement are those of its night, without the removed ones", async () => {
  const [one, other] = [
    await nightWith([
      { name: "Ana", places: 2 },
      { name: "Dan", places: 5 },
    ]),
    await nightWith([{ name: "Ema", places: 4 }]),
  ];
  const [dan] = await site.database.readAs(actor, (sql) =>
    listGuests(sql, one, { text: "Dan", list: null, at: "all" }),
  );
  succeeded(await removeGuest(site, { actor, eventId: one, guestId: dan?.id ?? "" }));
  const listed = async (eventId: string) =>
    succeeded(await readSettlement(site, { actor, chosen: { eventId } })).nights.map((night) => night.listed);
  expect([await listed(one), await listed(other)]).toEqual([[2], [4]]);
});

it("a cancelled night expects no guest but those who had come in", async () => {
  const night = await nightWith([
    { name: "Ana", places: 2 },
    { name: "Dan", places: 5 },
  ]);
  await season.db`UPDATE listed_guests SET entered = 1 WHERE event_id = ${night} AND name = 'Dan'`;
  await season.db`UPDATE events SET cancelled_at = now() WHERE id = ${night}`;
  const { nights } = succeeded(await readSettlement(site, { actor, chosen: { eventId: night } }));
  expect(nights.map(({ listed, listedEntered }) => [listed, listedEntered])).toEqual([[1, 1]]);
});

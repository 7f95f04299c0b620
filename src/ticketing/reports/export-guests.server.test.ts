import { expect, it } from "vitest";
import { csvRows } from "#test/support/csv-rows.ts";
import { openStage } from "#test/support/stage.ts";
import { addGuests } from "#ticketing/guest-lists/add-guests.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { exportGuests } from "./export-guests.server.ts";

const { season, site } = await openStage();
const admin = await season.person("admin");
const accountant = await season.person("accountant");

it("a list is a CSV file in which no name is a formula, for people who keep the lists", async () => {
  const eventId = await season.night();
  const made = await saveGuestList(site, {
    actor: admin,
    eventId,
    listId: null,
    form: { name: "Casa", quota: null },
  });
  if (!made.ok) throw new Error(made.refusal.reason);
  const listId = made.value;
  const guests = [
    { name: "=1+1", places: 2, note: 'spune "bună", da' },
    { name: "Ana", places: 1, note: null },
  ];
  await addGuests(site, { actor: admin, eventId, listId, guests });
  const file = await exportGuests(site, { actor: admin, as: "csv", eventId, listId });
  if (!file.ok) throw new Error(file.refusal.reason);
  const pieces: Buffer[] = [];
  for await (const piece of file.value) pieces.push(piece);
  expect(csvRows(Buffer.concat(pieces).toString("utf8"))).toEqual([
    ["Nume", "Locuri", "Lista", "Notă", "Au intrat", "Ora"],
    ["'=1+1", "2", "Casa", 'spune "bună", da', "0", ""],
    ["Ana", "1", "Casa", "", "0", ""],
  ]);
  expect(await exportGuests(site, { actor: accountant, as: "csv", eventId, listId })).toMatchObject({
    ok: false,
  });
  expect(await exportGuests(site, { actor: admin, as: "csv", eventId: "x", listId: null })).toEqual({
    ok: false,
    refusal: { reason: "missing" },
  });
});

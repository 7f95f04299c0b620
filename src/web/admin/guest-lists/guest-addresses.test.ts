import { expect, it } from "vitest";
import { succeeded } from "#test/support/outcomes.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";

const { season, site, ask, fresh } = await openSourceSite();
const admin = await fresh(await season.person("admin"));

it("the address of a name's code is shown to the office, and is no part of the note, which the gate reads", async () => {
  const night = await season.night({ time: null });
  const form = { name: "Casa", quota: null };
  const list = succeeded(await saveGuestList(site, { actor: admin, eventId: night, listId: null, form }));
  const path = `/admin/events/${night}/guests`;
  const ana = { intent: "add", list, name: "Ana Pop", places: "2", note: "foto", email: "Ana@Exemplu.ro" };
  expect((await ask(path, { as: admin, form: ana })).status).toBe(303);
  const names = "Ion Ene\t2\tion@exemplu.ro";
  const pasted = { intent: "paste", list, names, asked: "" };
  expect((await ask(path, { as: admin, form: pasted })).status).toBe(303);
  expect(
    await season.db`SELECT name, note, email FROM listed_guests WHERE event_id = ${night} ORDER BY name`,
  ).toEqual([
    { name: "Ana Pop", note: "foto", email: "ana@exemplu.ro" },
    { name: "Ion Ene", note: null, email: "ion@exemplu.ro" },
  ]);
  const { text } = await ask(path, { as: admin });
  for (const shown of ["foto, ana@exemplu.ro", "ion@exemplu.ro"]) expect(text).toContain(`>${shown}<`);
});

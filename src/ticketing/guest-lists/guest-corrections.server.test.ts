import { expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { only } from "#platform/database/sql.ts";
import { openStage } from "#test/support/stage.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { readViolations } from "#ticketing/reports/find-violations.server.ts";
import { addGuests } from "./add-guests.server.ts";
import { correctGuest } from "./correct-guest.server.ts";
import { listGuests, listRemovedGuests, withListedNames } from "./guest-list-queries.server.ts";
import { removeGuest } from "./remove-guest.server.ts";
import { restoreGuest } from "./restore-guest.server.ts";
import { saveGuestList } from "./save-guest-list.server.ts";

const { season, site } = await openStage();
const admin = await season.person("admin");
const accountant = await season.person("accountant");

async function listOf(quota: number | null, capacity = 10) {
  const eventId = await season.night({ time: null, capacity });
  const made = await saveGuestList(site, {
    actor: admin,
    eventId,
    listId: null,
    form: { name: "Casa", quota },
  });
  if (!made.ok) throw new Error(made.refusal.reason);
  const listId = made.value;
  const add = (name: string, places = 1, note: string | null = null) =>
    addGuests(site, { actor: admin, eventId, listId, guests: [{ name, places, note }] });
  const shown = () =>
    site.database.readAs(admin, (sql) => listGuests(sql, eventId, { text: "", list: null, at: "all" }));
  const idOf = async (name: string) =>
    only((await shown()).filter((guest) => guest.name === name)).id as Uuid;
  const taken = async () => {
    const rows =
      await season.db`SELECT sold FROM stock_counters WHERE id = ANY(${[eventId, listId]}::uuid[]) ORDER BY id = ${listId}`;
    return rows.map(({ sold }) => sold);
  };
  const correct = (guestId: string, places: number, note: string | null = null, actor = admin) =>
    correctGuest(site, { actor, eventId, guestId, form: { places, note } });
  const restore = (guestId: string, actor = admin) => restoreGuest(site, { actor, eventId, guestId });
  const remove = (guestId: string) => removeGuest(site, { actor: admin, eventId, guestId });
  return { eventId, listId, add, shown, idOf, taken, correct, restore, remove };
}

const holds = async () => expect(await readViolations(season.client, dataInvariants)).toEqual([]);

it("a removed name goes back with its places and note, once, while its places and its name are free", async () => {
  const { eventId, add, shown, idOf, taken, restore, remove } = await listOf(3);
  await add("Vlad Ghiță", 2, "presă");
  const vlad = await idOf("Vlad Ghiță");
  expect(await restore(vlad)).toEqual({ ok: false, refusal: { reason: "missing" } });
  await remove(vlad);
  expect(await site.database.readAs(admin, (sql) => listRemovedGuests(sql, eventId))).toEqual([
    { id: vlad, name: "Vlad Ghiță", listName: "Casa", places: 2 },
  ]);
  expect(await restore(vlad, accountant)).toEqual({ ok: false, refusal: { reason: "not_allowed" } });
  const both = await Promise.all([restore(vlad), restore(vlad)]);
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(await shown()).toMatchObject([{ name: "Vlad Ghiță", places: 2, note: "presă" }]);
  expect(await taken()).toEqual([3, 2]);
  await remove(vlad);
  await add("Ana", 2);
  expect(await restore(vlad)).toEqual({ ok: false, refusal: { reason: "list_full", left: 1 } });
  await remove(await idOf("Ana"));
  await add("vlad ghita");
  expect(await restore(vlad)).toEqual({ ok: false, refusal: { reason: "listed" } });
  await holds();
});

it("a name that several remove at once gives its places back once (race)", async () => {
  const { add, idOf, taken, remove } = await listOf(null, 9);
  await add("Ana", 2);
  await add("Vlad", 3);
  const vlad = await idOf("Vlad");
  const removed = await Promise.all([remove(vlad), remove(vlad), remove(vlad), remove(vlad)]);
  expect(removed.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await taken()).toEqual([2, 2]);
  await holds();
});

it("a name that goes back to a list without a number of places takes them of the night, while they are free", async () => {
  const { add, idOf, taken, restore, remove } = await listOf(null, 4);
  await add("Vlad", 3);
  const vlad = await idOf("Vlad");
  await remove(vlad);
  expect(await taken()).toEqual([0, 0]);
  expect((await restore(vlad)).ok).toBe(true);
  expect(await taken()).toEqual([3, 3]);
  await remove(vlad);
  await add("Ana", 2);
  expect(await restore(vlad)).toEqual({ ok: false, refusal: { reason: "night_full", left: 2 } });
  await holds();
});

it("a corrected name takes and gives back places of its list, or of the night, never below who came in", async () => {
  const { eventId, add, shown, idOf, taken, correct } = await listOf(null, 4);
  await add("Ana", 2);
  const ana = await idOf("Ana");
  expect(await correct(ana, 5)).toEqual({ ok: false, refusal: { reason: "night_full", left: 2 } });
  expect(await correct(ana, 4, "cu trupa")).toEqual({ ok: true, value: "corrected" });
  expect(await taken()).toEqual([4, 4]);
  await season.db`UPDATE listed_guests SET entered = 2 WHERE id = ${ana}`;
  expect(await correct(ana, 1)).toEqual({ ok: false, refusal: { reason: "below_entered", entered: 2 } });
  expect(await correct(ana, 2, null, accountant)).toEqual({ ok: false, refusal: { reason: "not_allowed" } });
  expect(await correct(ana, 2)).toEqual({ ok: true, value: "corrected" });
  expect(await taken()).toEqual([2, 2]);
  expect(await shown()).toMatchObject([{ places: 2, note: null }]);
  const quota = await listOf(3);
  await quota.add("Ilinca");
  expect(await quota.correct(await quota.idOf("Ilinca"), 4)).toMatchObject({
    refusal: { reason: "list_full", left: 2 },
  });
  const history = await site.database.readAs(admin, async (sql) =>
    withListedNames(sql, await listHistory(sql, "event", eventId, { limit: 9, begins: "guest" })),
  );
  expect(history.map(({ what, before, after }) => [what, before, after])).toEqual([
    ["guest_corrected", { places: 4 }, { guest: "Ana", places: 2, list: "Casa" }],
    ["guest_corrected", { places: 2 }, { guest: "Ana", places: 4, list: "Casa" }],
    ["guests_added", null, { guest: "Ana", places: 2, list: "Casa" }],
    ["guest_list_made", null, { places: null, list: "Casa" }],
  ]);
});

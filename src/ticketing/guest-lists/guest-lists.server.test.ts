import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { foldedText } from "#kernel/like-pattern.ts";
import { done } from "#kernel/outcome.ts";
import { fold, foldedLetters } from "#kernel/romanian.ts";
import { only } from "#platform/database/sql.ts";
import { openStage } from "#test/support/stage.ts";
import { deleteEvent } from "#ticketing/events/delete-event.server.ts";
import { admitGuest } from "#ticketing/gate/admit-guest.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { readViolations } from "#ticketing/reports/find-violations.server.ts";
import { addGuests } from "./add-guests.server.ts";
import { forgetGuests } from "./forget-guests.server.ts";
import {
  findNightOfLists,
  type GuestSearch,
  listGuestLists,
  listGuests,
} from "./guest-list-queries.server.ts";
import { removeGuest } from "./remove-guest.server.ts";
import { saveGuestList } from "./save-guest-list.server.ts";

const { season, site } = await openStage();
const admin = await season.person("admin");
const gateStaff = await season.person("gate");

const night = (capacity = 10, inDays = 0) => season.night({ inDays, time: null, capacity });

async function makeList(eventId: Uuid, quota: number | null, name = "Casa") {
  const made = await saveGuestList(site, { actor: admin, eventId, listId: null, form: { name, quota } });
  if (!made.ok) throw new Error(made.refusal.reason);
  return made.value as Uuid;
}

const add = (eventId: string, listId: string, names: readonly string[], places = 1) =>
  addGuests(site, {
    actor: admin,
    eventId,
    listId,
    guests: names.map((name) => ({ name, places, note: null })),
  });

const everybody: GuestSearch = { text: "", list: null, at: "all" };
const listed = (eventId: string, search: Partial<GuestSearch> = {}) =>
  site.database.readAs(admin, (sql) => listGuests(sql, eventId, { ...everybody, ...search }));
const namesOf = async (eventId: string, search?: Partial<GuestSearch>) =>
  (await listed(eventId, search)).map(({ name }) => name);

const idOf = async (eventId: string, name: string): Promise<Uuid> =>
  only((await listed(eventId)).filter((guest) => guest.name === name)).id as Uuid;

/** Places of the night that are gone. */
async function takenOf(eventId: string): Promise<number> {
  const rows = await season.db<{ sold: number }>`SELECT sold FROM stock_counters WHERE id = ${eventId}`;
  return only(rows).sold;
}

const refusalOf = async (answer: Promise<{ ok: true } | { ok: false; refusal: unknown }>) => {
  const given = await answer;
  return given.ok ? null : given.refusal;
};

const enter = (
  eventId: Uuid,
  guestId: string,
  entries: number,
  nonce: string = newId(),
  deviceId = newId(),
) => admitGuest(site, { operator: gateStaff, deviceId, nonce, eventId, guestId, entries });

const verdictOf = async (answer: ReturnType<typeof enter>) => {
  const given = await answer;
  return given.ok
    ? [given.value.verdict, given.value.entries, given.value.guest?.placesLeft]
    : given.refusal.reason;
};

it("a list with places takes them out of the night at once, one without takes those of its names", async () => {
  const eventId = await night(10);
  const press = await makeList(eventId, 4, "Presă");
  expect(await takenOf(eventId)).toBe(4);
  const house = await makeList(eventId, null);
  expect(await takenOf(eventId)).toBe(4);
  expect(await add(eventId, press, ["Ana", "Dan"], 2)).toMatchObject({ ok: true });
  expect(await takenOf(eventId)).toBe(4);
  expect(await add(eventId, house, ["Ema"], 3)).toEqual(done({ names: 1, places: 3, known: 0 }));
  expect(await takenOf(eventId)).toBe(7);
  expect(await readViolations(season.client, dataInvariants)).toEqual([]);

  expect(await refusalOf(add(eventId, press, ["Ion"]))).toMatchObject({
    reason: "list_full",
    left: 0,
    requestedPlaces: 1,
  });
  // a name that is there already asks for nothing; the second new one is the first that does not fit
  expect(await refusalOf(add(eventId, house, ["Ema", "Ion", "Ina"], 2))).toMatchObject({
    reason: "night_full",
    left: 3,
    requestedPlaces: 4,
    first: { name: "Ina" },
  });
  const other = { actor: admin, eventId, listId: null };
  expect(await refusalOf(saveGuestList(site, { ...other, form: { name: "VIP", quota: 4 } }))).toEqual({
    reason: "night_full",
    left: 3,
  });
  expect(await takenOf(eventId)).toBe(7);
});

it("a name admitted on a night for adults asks for the identity card, as a ticket does", async () => {
  const asked: (boolean | undefined)[] = [];
  for (const age of [null, 16, 18]) {
    const eventId = await night(10);
    await season.client.query("UPDATE events SET minimum_age = $2 WHERE id = $1", [eventId, age]);
    await add(eventId, await makeList(eventId, null), ["Ana"]);
    const { rows } = await season.client.query("SELECT id FROM listed_guests WHERE event_id = $1", [eventId]);
    const answer = await enter(eventId, rows[0]?.id, 1);
    asked.push(answer.ok ? answer.value.guest?.asksAge : undefined);
  }
  expect(asked).toEqual([false, false, true]);
});

it("places of a list grow, shrink and become unlimited, within the night and not below its names", async () => {
  const eventId = await night(10);
  const list = await makeList(eventId, 4);
  await add(eventId, list, ["Ana"], 3);
  const save = (quota: number | null, name = "Casa") =>
    refusalOf(saveGuestList(site, { actor: admin, eventId, listId: list, form: { name, quota } }));
  expect(await save(2)).toEqual({ reason: "below_named", named: 3 });
  expect(await save(11)).toEqual({ reason: "night_full", left: 6 });
  expect(await save(10)).toBeNull();
  expect(await takenOf(eventId)).toBe(10);
  expect(await save(null, "Prieteni")).toBeNull();
  expect(await takenOf(eventId)).toBe(3);
  const [shown] = await site.database.readAs(admin, (sql) => listGuestLists(sql, eventId));
  expect(shown).toMatchObject({ id: list, name: "Prieteni", quota: null, named: 3, names: 1, entered: 0 });
  expect(await save(3)).toBeNull();
  expect(await takenOf(eventId)).toBe(3);
  expect(await readViolations(season.client, dataInvariants)).toEqual([]);
});

it("two lists of a night have two names, and a list is of one night", async () => {
  const eventId = await night();
  const list = await makeList(eventId, null, "Presă");
  const form = { name: "PRESĂ", quota: null };
  expect(await refusalOf(saveGuestList(site, { actor: admin, eventId, listId: null, form }))).toEqual({
    reason: "name_taken",
  });
  expect(await refusalOf(saveGuestList(site, { actor: admin, eventId, listId: list, form }))).toBeNull();
  const other = await night();
  expect(await makeList(other, null, "Presă")).not.toBe(list);
  expect(await refusalOf(saveGuestList(site, { actor: admin, eventId: other, listId: list, form }))).toEqual({
    reason: "missing",
  });
  expect(await refusalOf(add(other, list, ["Ana"]))).toEqual({ reason: "missing" });
});

it("a name that is on a list of the night is not added again, whatever its case and diacritics", async () => {
  const eventId = await night();
  const list = await makeList(eventId, null);
  await add(eventId, list, ["Ghiță Vlad"], 2);
  const press = await makeList(eventId, 5, "Presă");
  expect(await add(eventId, press, ["ghita VLAD", "Ema"])).toEqual(done({ names: 1, places: 1, known: 1 }));
  expect(await namesOf(eventId)).toEqual(["Ema", "Ghiță Vlad"]);
  const copies = await Promise.all(Array.from({ length: 4 }, () => add(eventId, list, ["Ioana"])));
  expect(copies.flatMap((copy) => (copy.ok ? [copy.value.names] : [])).toSorted()).toEqual([0, 0, 0, 1]);
});

it("a name is the same with a typographic apostrophe, and found without foreign letters", async () => {
  const evening = await night();
  const list = await makeList(evening, null);
  await add(evening, list, ["O’Brien Đorđe"]);
  await add(evening, list, ["O'Brien Dorde"]);
  expect(await namesOf(evening)).toEqual(["O’Brien Đorđe"]);
  for (const text of ["o'brien", "dorde", "O’BRIEN ĐORĐE"])
    expect(await namesOf(evening, { text })).toEqual(["O’Brien Đorđe"]);
});

it("the database folds every letter as the program does", async () => {
  const letters = Object.keys(foldedLetters);
  const texts = [...letters, ...letters.map((letter) => letter.toUpperCase()), "Łukasz Søren", "İĞ ẞ"];
  const { rows } = await season.client.query(
    `SELECT n, ${foldedText(["n"])} AS folded FROM unnest($1::text[]) n`,
    [texts],
  );
  expect(rows).toEqual(texts.map((n) => ({ n, folded: fold(n) })));
});

it("a removed name gives its places back, and can be added again", async () => {
  const eventId = await night(5);
  const house = await makeList(eventId, null);
  const press = await makeList(eventId, 2, "Presă");
  await add(eventId, house, ["Ana"], 3);
  await add(eventId, press, ["Dan"], 2);
  const [ana, dan] = [await idOf(eventId, "Ana"), await idOf(eventId, "Dan")];
  const remove = (guestId: string) => refusalOf(removeGuest(site, { actor: admin, eventId, guestId }));
  expect(await remove(ana)).toBeNull();
  expect(await remove(ana)).toEqual({ reason: "missing" });
  expect(await takenOf(eventId)).toBe(2);
  expect(await remove(dan)).toBeNull();
  expect(await takenOf(eventId)).toBe(2);
  expect(await add(eventId, press, ["Dan"], 2)).toMatchObject(done({ names: 1 }));
  expect(await verdictOf(enter(eventId, ana, 1))).toEqual(["void", 0, 3]);
  expect(await readViolations(season.client, dataInvariants)).toEqual([]);
});

it("the door lets in as many as a name has places, once per press, at its night only", async () => {
  const eventId = await night();
  const list = await makeList(eventId, null);
  await add(eventId, list, ["Ana"], 3);
  const ana = await idOf(eventId, "Ana");
  const [nonce, device] = [newId(), newId()];
  expect(await verdictOf(enter(eventId, ana, 2, nonce, device))).toEqual(["admitted", 2, 1]);
  expect(await verdictOf(enter(eventId, ana, 2, nonce, device))).toEqual(["admitted", 2, 1]);
  expect(await verdictOf(enter(eventId, ana, 2))).toEqual(["used", 0, 1]);
  const other = await night();
  expect(await verdictOf(enter(other, ana, 1))).toEqual(["elsewhere", 0, 1]);
  expect(await verdictOf(enter(eventId, newId(), 1))).toEqual(["invalid", 0, undefined]);
  expect(await refusalOf(removeGuest(site, { actor: admin, eventId, guestId: ana }))).toEqual({
    reason: "entered",
  });
  const [shown] = await listed(eventId);
  expect(shown).toMatchObject({ entered: 2, places: 3 });
  expect(await namesOf(eventId, { at: "in" })).toEqual(["Ana"]);
  expect(await namesOf(eventId, { at: "out" })).toEqual(["Ana"]);
  await enter(eventId, ana, 1);
  expect(await namesOf(eventId, { at: "out" })).toEqual([]);
  expect(await readViolations(season.client, dataInvariants)).toEqual([]);
});

it("many phones together let in exactly as many as a name has places, or see it removed", async () => {
  const eventId = await night(50);
  const list = await makeList(eventId, null);
  await add(eventId, list, ["Trupa"], 5);
  const band = await idOf(eventId, "Trupa");
  const presses = await Promise.all(Array.from({ length: 12 }, () => enter(eventId, band, 1)));
  expect(presses.filter((press) => press.ok && press.value.verdict === "admitted")).toHaveLength(5);

  for (let n = 0; n < 8; n += 1) {
    const name = `Om ${n}`;
    await add(eventId, list, [name]);
    const guestId = await idOf(eventId, name);
    const [entry, removal] = await Promise.all([
      enter(eventId, guestId, 1),
      removeGuest(site, { actor: admin, eventId, guestId }),
    ]);
    expect(entry.ok && entry.value.verdict === "admitted").toBe(!removal.ok);
  }
  expect(await readViolations(season.client, dataInvariants)).toEqual([]);
});

it("names and holds together never take more places than the night has", async () => {
  const eventId = await night(4);
  const list = await makeList(eventId, null);
  const answers = await Promise.all(Array.from({ length: 9 }, (_, at) => add(eventId, list, [`Om ${at}`])));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(4);
  expect(await takenOf(eventId)).toBe(4);
});

it("lists of a night that is cancelled or over stay as they are, and the door lets nobody in", async () => {
  const eventId = await night();
  const list = await makeList(eventId, null);
  await add(eventId, list, ["Ana"]);
  await season.db`UPDATE events SET cancelled_at = now() WHERE id = ${eventId}`;
  expect(await refusalOf(add(eventId, list, ["Dan"]))).toEqual({ reason: "cancelled" });
  const form = { name: "Casa", quota: 1 };
  expect(await refusalOf(saveGuestList(site, { actor: admin, eventId, listId: list, form }))).toEqual({
    reason: "cancelled",
  });
  expect(await verdictOf(enter(eventId, await idOf(eventId, "Ana"), 1))).toEqual(["cancelled", 0, 1]);
  const past = await season.night({ when: "ended" });
  expect(await refusalOf(saveGuestList(site, { actor: admin, eventId: past, listId: null, form }))).toEqual({
    reason: "over",
  });
  const tomorrow = await night(10, 2);
  await add(tomorrow, await makeList(tomorrow, null), ["Ana"]);
  expect(await verdictOf(enter(tomorrow, await idOf(tomorrow, "Ana"), 1))).toEqual(["early", 0, 1]);
});

it("a night's lists go with it when it is deleted, unless somebody came in on one", async () => {
  const [deleted, kept] = [await night(10, 5), await night()];
  const lists = [await makeList(deleted, 4), await makeList(kept, null)];
  for (const [at, eventId] of [deleted, kept].entries()) await add(eventId, lists[at] as Uuid, ["Ana"]);
  await enter(kept, await idOf(kept, "Ana"), 1);
  expect(await deleteEvent(site, { actor: admin, id: deleted })).toMatchObject({ ok: true });
  expect(await refusalOf(deleteEvent(site, { actor: admin, id: kept }))).toEqual({ reason: "was_ordered" });
  const rows = await season.db`SELECT id FROM stock_counters WHERE id = ANY(${lists}::uuid[])`;
  expect(rows).toEqual([{ id: lists[1] }]);
  expect(await readViolations(season.client, dataInvariants)).toEqual([]);
});

it("a search finds words of names and notes, of one list or of all", async () => {
  const eventId = await night();
  const house = await makeList(eventId, null);
  const press = await makeList(eventId, null, "Presă");
  await add(eventId, house, ["Vlad Ghiță", "Ana"]);
  await addGuests(site, {
    actor: admin,
    eventId,
    listId: press,
    guests: [{ name: "Ilinca", places: 1, note: "foto, Ghiță" }],
  });
  expect(await namesOf(eventId, { text: "ghita" })).toEqual(["Ilinca", "Vlad Ghiță"]);
  expect(await namesOf(eventId, { text: "ghita vlad" })).toEqual(["Vlad Ghiță"]);
  expect(await namesOf(eventId, { list: press })).toEqual(["Ilinca"]);
  const shown = await site.database.readAs(admin, (sql) => findNightOfLists(sql, eventId));
  expect(shown).toMatchObject({ capacity: 10, state: "open" });
});

it("names and notes go thirty days after the night, and the numbers stay", async () => {
  const [old, recent] = [await night(), await night()];
  for (const eventId of [old, recent]) {
    const listId = await makeList(eventId, null);
    await addGuests(site, { actor: admin, eventId, listId, guests: [{ name: "Ana", places: 2, note: "n" }] });
  }
  const movedTo = (eventId: string, days: number) =>
    season.db`UPDATE events SET date = (now() AT TIME ZONE 'Europe/Bucharest')::date - ${days}::int WHERE id = ${eventId}`;
  await movedTo(old, 32);
  await movedTo(recent, 30);
  await forgetGuests(site);
  expect(await listed(old)).toMatchObject([{ name: null, note: null, places: 2 }]);
  expect(await listed(recent)).toMatchObject([{ name: "Ana", note: "n" }]);
});

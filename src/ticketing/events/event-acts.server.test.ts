import pg from "pg";
import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import { refused } from "#kernel/outcome.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { openStage } from "#test/support/stage.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { createEvent } from "./create-event.server.ts";
import { deleteEvent } from "./delete-event.server.ts";
import { editEvent } from "./edit-event.server.ts";
import type { EventForm } from "./event-form.ts";
import { listEventNames, listEvents } from "./office-event-queries.server.ts";
import { showEvents } from "./show-events.server.ts";

const { database: prepared, season, site: services } = await openStage();
const actor = await season.person("admin");
const { client, db } = season;

const form = (about: Partial<EventForm> = {}): EventForm => ({
  name: "Luna Plină",
  title: "Luna Plină: Mareea Verde",
  description: "Techno marin pe ponton.",
  date: "2030-07-18",
  time: "22:30",
  location: "Plaja Licurici",
  capacity: 100,
  artists: [],
  ...about,
});

it("a night does not end before what of its sale is still to come, and keeps its hours then", async () => {
  const late = (what: string, type: string | null = null) => refused({ reason: "after_end", what, type });
  const early = { time: "14:00", ends: "16:00" };
  const made = succeeded(await createEvent(services, { actor, form: form() })).id;
  const save = (about: Partial<EventForm>) =>
    editEvent(services, { actor, id: made, version: 1, form: form({ ...early, ...about }) });
  expect(await createEvent(services, { actor, form: form({ ...early, saleUntil: "17:00" }) })).toEqual(
    late("sale_until"),
  );
  expect(await save({ saleUntil: "17:00" })).toEqual(late("sale_until"));
  const at = "2030-07-18 20:00+03";
  await db`UPDATE events SET publish_at = ${at} WHERE id = ${made}`;
  expect(await save({})).toEqual(late("publication"));
  await db`UPDATE events SET publish_at = now() WHERE id = ${made}`;
  await db`INSERT INTO openings (event_id, opens_at) VALUES (${made}, ${at})`;
  expect(await save({})).toEqual(late("opening"));
  await db`DELETE FROM openings WHERE event_id = ${made}`;
  const type = await season.ticketType({ events: [made], title: "Terasa" });
  await db`UPDATE tickets SET sale_starts_at = ${at} WHERE id = ${type}`;
  expect(await save({})).toEqual(late("type", "Terasa"));
  expect(await nightHour(made)).toBe("22:30");
  await db`UPDATE tickets SET sale_starts_at = NULL WHERE id = ${type}`;
  // an hour of sale that is the end itself is no fault
  expect(await save({ saleUntil: "16:00" })).toMatchObject({ ok: true });
});

const nightHour = async (id: string) =>
  (await db`SELECT to_char(time, 'HH24:MI') AS at FROM events WHERE id = ${id}`)[0]?.at;

async function artist(name: string): Promise<string> {
  const id = newId();
  await db`INSERT INTO artists (id, name, bio) VALUES (${id}, ${name}, 'Cântă.')`;
  return id;
}

const made = async (about: Partial<EventForm> = {}): Promise<string> =>
  succeeded(await createEvent(services, { actor, form: form(about) })).id;

const history = (id: string) =>
  services.database.withActor(actor, (sql) => listHistory(sql, "event", id, { limit: 10 }));

const artistsOf = async (id: string) =>
  (await db`SELECT artist_id FROM event_artists WHERE event_id = ${id} ORDER BY billing`).map(
    (row) => row.artist_id,
  );

it("a night that is being sold is saved without waiting for a transaction that sells it: that one waits for the counter", async () => {
  const id = await made();
  const seller = new pg.Client(prepared.ownerUrl);
  await seller.connect();
  try {
    // what the insert of a ticket does to its night, before the places are taken
    await seller.query("BEGIN");
    await seller.query("SELECT FROM events WHERE id = $1 FOR KEY SHARE", [id]);
    expect(await editEvent(services, { actor, id, version: 1, form: form({ location: "Ponton" }) })).toEqual({
      ok: true,
      value: "saved",
    });
    await seller.query("SELECT FROM stock_counters WHERE id = $1 FOR UPDATE", [id]);
  } finally {
    await seller.end();
  }
});

it("a new night has its places counted, its artists in the order of the bill, and is available (B3-17, B12-01, B12-02)", async () => {
  const [first, second] = [await artist("Pelin"), await artist("Lotca")];
  const id = await made({ artists: [second, first], capacity: 640 });
  const rows =
    await db`SELECT e.name, e.is_available, e.image_position, c.kind, c.capacity, c.held, c.sold FROM events e JOIN stock_counters c USING (id) WHERE id = ${id}`;
  expect(rows[0]).toEqual({
    name: "Luna Plină",
    is_available: true,
    image_position: "center",
    kind: "places",
    capacity: 640,
    held: 0,
    sold: 0,
  });
  expect(await artistsOf(id)).toEqual([second, first]);
  expect(await history(id)).toMatchObject([{ what: "created", before: null, after: null }]);
});

it("the nights to choose from are named with their ids, the latest first (B3-16)", async () => {
  const [early, late] = [await made({ date: "2031-01-02" }), await made({ date: "2031-03-04" })];
  const names = await services.database.withActor(actor, listEventNames);
  const dates = names.map(({ date }) => date);
  expect(dates).toEqual([...dates].sort().reverse());
  expect(names.filter(({ id }) => id === early || id === late)).toEqual([
    { id: late, name: "Luna Plină", date: "2031-03-04", publishAt: null, isOver: false, isCancelled: false },
    { id: early, name: "Luna Plină", date: "2031-01-02", publishAt: null, isOver: false, isCancelled: false },
  ]);
});

describe("saving a night", () => {
  it("writes what changed, and no name of a person, into the journal", async () => {
    const id = await made();
    const saved = await editEvent(services, {
      actor,
      id,
      version: 1,
      form: form({ time: null, capacity: 120 }),
    });
    expect(saved).toEqual({ ok: true, value: "saved" });
    expect((await history(id))[0]).toMatchObject({
      what: "edited",
      before: { time: "22:30", capacity: 100 },
      after: { time: null, capacity: 120 },
    });
  });

  it("changes nothing, not even the version, when nothing was changed", async () => {
    const id = await made();
    await editEvent(services, { actor, id, version: 1, form: form() });
    expect(await history(id)).toHaveLength(1);
    expect((await editEvent(services, { actor, id, version: 1, form: form({ name: "Alta" }) })).ok).toBe(
      true,
    );
  });

  it("refuses the second of two editors and shows the saved values (F36)", async () => {
    const id = await made();
    await editEvent(services, { actor, id, version: 1, form: form({ title: "Întâi" }) });
    const second = await editEvent(services, { actor, id, version: 1, form: form({ title: "Apoi" }) });
    expect(second).toMatchObject(
      refused({ reason: "changed_meanwhile", saved: { title: "Întâi", version: 2, capacity: 100 } }),
    );
  });

  it("lets one of two editors through who save at the same moment", async () => {
    const id = await made();
    const both = await Promise.all(
      ["Întâi", "Apoi"].map((title) => editEvent(services, { actor, id, version: 1, form: form({ title }) })),
    );
    expect(both.filter((outcome) => outcome.ok)).toHaveLength(1);
  });

  it("refuses a capacity below what is sold and held, and says both numbers (B3-11, I4, F39)", async () => {
    const id = await made();
    await db`UPDATE stock_counters SET sold = 31, held = 4 WHERE id = ${id}`;
    const below = await editEvent(services, { actor, id, version: 1, form: form({ capacity: 34 }) });
    expect(below).toEqual(refused({ reason: "below_taken", sold: 31, held: 4 }));
    const exact = await editEvent(services, { actor, id, version: 1, form: form({ capacity: 35 }) });
    expect(exact.ok).toBe(true);
  });

  it("is refused for a night that is gone", async () => {
    const gone = await editEvent(services, { actor, id: newId(), version: 1, form: form() });
    expect(gone).toEqual(refused({ reason: "missing" }));
  });
});

it("making nights available changes several at once, and says which ones changed (B3-04)", async () => {
  const [one, two] = [await made(), await made()];
  await showEvents(services, { actor, ids: [one], as: "unavailable" });
  const both = await showEvents(services, { actor, ids: [one, two], as: "unavailable" });
  expect(both).toEqual({ ok: true, value: { changed: [two] } });
  const back = await showEvents(services, { actor, ids: [one, two], as: "available" });
  expect(back.ok && new Set(back.value.changed)).toEqual(new Set([one, two]));
  expect((await history(one)).map(({ what }) => what)).toEqual([
    "made_available",
    "made_unavailable",
    "created",
  ]);
});

it("a night that sells is made unavailable only by a person who was asked, with a code too; another at once", async () => {
  const night = () => season.night();
  const [sells, sellsByCode, hidden] = [await night(), await night(), await night()];
  for (const id of [sells, sellsByCode]) await season.ticketType({ events: [id] });
  await db`UPDATE tickets SET requires_code = true WHERE event_id = ${sellsByCode}`;
  const show = (ids: Uuid[], sale?: "to_end") =>
    showEvents(services, { actor, ids, as: "unavailable", ...(sale ? { sale } : {}) });
  for (const id of [sells, sellsByCode])
    expect(await show([hidden, id])).toEqual(refused({ reason: "sells", nights: [id] }));
  expect(await show([hidden])).toEqual({ ok: true, value: { changed: [hidden] } });
  expect(await show([sells], "to_end")).toEqual({ ok: true, value: { changed: [sells] } });
  await showEvents(services, { actor, ids: [sells, hidden], as: "available" });
});

describe("deleting a night", () => {
  it("deletes it with its counter and its links; a type moves to its next night (B3-05, B3-17)", async () => {
    const player = await artist("Vântoasa");
    const id = await made({ artists: [player] });
    const other = await made({ date: "2030-08-01" });
    const type = await season.ticketType({ events: [id as never, other as never] });
    expect(await deleteEvent(services, { actor, id })).toEqual({ ok: true, value: "deleted" });
    const left = await client.query(
      `SELECT (SELECT count(*)::int FROM events WHERE id = $1) + (SELECT count(*)::int FROM stock_counters WHERE id = $1)
         + (SELECT count(*)::int FROM event_artists WHERE event_id = $1) AS rows, (SELECT event_id FROM tickets WHERE id = $2)`,
      [id, type],
    );
    expect(left.rows[0]).toEqual({ rows: 0, event_id: other });
    expect((await history(id))[0]).toMatchObject({
      what: "deleted",
      before: { title: expect.any(String), date: expect.any(String) },
    });
  });

  it("is refused once there is an order (B14-03)", async () => {
    const id = await made();
    const type = await season.ticketType({ events: [id as never] });
    const buyer = await season.person();
    await client.query(
      `INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, state, stake, origin, hold_expires_at)
       VALUES ($1, $2, $3, $4, ARRAY[$3::uuid], 1, 1, $5, $5, 'ordinary', 'Intrare', 'expired', 'none', 'event', now())`,
      [newId(), buyer.userId, id, type, bani(11_000)],
    );
    expect(await deleteEvent(services, { actor, id })).toEqual(refused({ reason: "was_ordered" }));
  });
});

describe("the list of nights", () => {
  const search = (about: Partial<Parameters<typeof listEvents>[1]> = {}) =>
    services.database.withActor(actor, (sql) =>
      listEvents(sql, {
        text: "",
        when: "all",
        state: "all",
        sort: "date",
        direction: "asc",
        page: 1,
        ...about,
      }),
    );

  it("finds words in name, title and place, in any case, and takes signs literally (B3-01, B3-02)", async () => {
    const id = await made({
      name: "Căutata 100%",
      title: "Afișul",
      location: "Digul_Nou",
      date: "2032-01-01",
    });
    for (const text of ["căutata", "AFIȘUL", "digul_n", "100%"])
      expect((await search({ text })).events.map((event) => event.id)).toEqual([id]);
    expect((await search({ text: "100%%" })).total).toBe(0);
  });

  it("is in the order of dates, nights to come first (B3-15)", async () => {
    const { events } = await search();
    const coming = events.filter(({ isOver }) => !isOver);
    expect(events.slice(0, coming.length)).toEqual(coming);
    const dates = coming.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort());
  });

  it("counts of each night its own types that are not archived", async () => {
    const id = await made({ name: "Cu două tipuri", date: "2032-03-03" });
    const types = await Promise.all([1, 2, 3].map(() => season.ticketType({ events: [id as Uuid] })));
    await season.ticketType({ events: [await season.night()] });
    await db`UPDATE tickets SET archived_at = now() WHERE id = ${types[0]}`;
    expect((await search({ text: "Cu două tipuri" })).events).toMatchObject([{ id, types: 2 }]);
  });

  it("says the state of each night, and filters by it", async () => {
    const id = await made({ date: "2032-02-02", capacity: 5 });
    expect((await search({ state: "draft" })).events.map((event) => event.id)).toContain(id);
    await db`UPDATE events SET publish_at = now()`;
    expect((await search({ state: "draft" })).events).toEqual([]);
    expect((await search({ state: "no_types" })).events.map((event) => event.id)).toContain(id);
    await season.ticketType({ events: [id as Uuid] });
    expect((await search({ state: "on_sale" })).events.map((event) => event.id)).toContain(id);
    await db`UPDATE stock_counters SET sold = 5 WHERE id = ${id}`;
    expect((await search({ state: "sold_out" })).events.map((event) => event.id)).toEqual([id]);
    await showEvents(services, { actor, ids: [id], as: "unavailable" });
    expect((await search({ state: "unavailable", when: "coming" })).events.map((event) => event.id)).toEqual([
      id,
    ]);
    expect((await search({ when: "ended" })).events.every((event) => event.state === "ended")).toBe(true);
    const before = await search({});
    await db`UPDATE events SET cancelled_at = now() WHERE id = ${id}`;
    expect((await search({ state: "cancelled" })).events.map((event) => event.id)).toEqual([id]);
    expect((await search({ state: "unavailable", when: "coming" })).events).toEqual([]);
    // it is no longer to come, and is still in the list
    const after = await search({});
    expect([after.coming, after.inAll]).toEqual([before.coming - 1, before.inAll]);
  });
});

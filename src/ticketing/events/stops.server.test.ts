import { describe, expect, it, vi } from "vitest";
import { newId } from "#kernel/id.ts";
import { refused } from "#kernel/outcome.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { openStage } from "#test/support/stage.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { createEvent } from "./create-event.server.ts";
import { editEvent } from "./edit-event.server.ts";
import type { EventForm } from "./event-form.ts";
import { liftStop } from "./lift-stop.server.ts";
import { listEvents } from "./office-event-queries.server.ts";
import { startStop } from "./start-stop.server.ts";
import { isReadOnly } from "./stop.ts";
import { openStopCache } from "./stop-cache.server.ts";
import type { StopForm } from "./stop-form.ts";
import { listNamedStops, listStoppable } from "./stop-queries.server.ts";

const { season, site: services } = await openStage();
const actor = await season.person("admin");

const stop = (more: Partial<StopForm> = {}) =>
  startStop(services, {
    actor,
    form: { kind: "sale", eventId: null, reason: "preț greșit", until: null, ...more },
  });

const started = async (more: Partial<StopForm>): Promise<string> => succeeded(await stop(more)).id;

const lift = (id: string) => liftStop(services, { actor, id });
const inForceNow = async () => (await services.database.withActor(actor, (sql) => listStoppable(sql))).stops;
const named = () => services.database.readAs(actor, listNamedStops);

const form: EventForm = {
  name: "Furtună",
  title: "Furtună de Vară",
  description: "Techno.",
  date: "2027-07-24",
  time: "22:00",
  location: "Plaja Licurici",
  capacity: 100,
  artists: [],
};

describe("a stop", () => {
  it("is in force once for each kind and night, with its reason, and is in the history of the night", async () => {
    const eventId = await season.night({ title: "Furtuna oprită" });
    const id = await started({ eventId });
    expect(await named()).toEqual([{ kind: "sale", night: "Furtuna oprită", reason: "preț greșit" }]);
    expect(await stop({ eventId })).toEqual(refused({ reason: "already_stopped" }));
    expect(await inForceNow()).toMatchObject([{ id, kind: "sale", eventId, reason: "preț greșit" }]);
    expect(await lift(id)).toEqual({ ok: true, value: { kind: "sale", eventId } });
    expect(await lift(id)).toEqual(refused({ reason: "missing" }));
    expect(await inForceNow()).toEqual([]);
    expect(await named()).toEqual([]);
    const lines = await services.database.withActor(actor, (sql) =>
      listHistory(sql, "event", eventId, { limit: 2 }),
    );
    expect(lines.map(({ what }) => what)).toEqual(["sale_lifted", "sale_stopped"]);
    expect(lines[1]?.after).toMatchObject({ reason: "preț greșit" });
  });

  it("of the whole site is in the journal with its reason", async () => {
    const id = await started({ kind: "refunds" });
    await lift(id);
    const rows =
      await season.db`SELECT what, after FROM journal WHERE after ->> 'stopId' = ${id} ORDER BY id`;
    expect(rows.map(({ what }) => what)).toEqual(["refunds_stopped", "refunds_lifted"]);
    expect(rows[0].after).toMatchObject({ reason: "preț greșit" });
  });

  it("is refused for a night that does not exist, and when it would end before it begins", async () => {
    expect(await stop({ eventId: newId() })).toEqual(refused({ reason: "missing" }));
    expect(await stop({ until: new Date(0) })).toEqual(refused({ reason: "in_the_past" }));
    expect(await lift("x")).toEqual(refused({ reason: "missing" }));
  });

  it("ends by itself at its time, and makes room for the next", async () => {
    const eventId = await season.night();
    const id = await started({ eventId, until: new Date(Date.now() + 3_600_000) });
    await season.db`UPDATE stops SET until = now() - interval '1 second' WHERE id = ${id}`;
    expect(await inForceNow()).toEqual([]);
    await lift(await started({ eventId }));
  });
});

describe("read-only", () => {
  it("refuses every statement that changes the night, and allows those of other nights", async () => {
    const made = succeeded(await createEvent(services, { actor, form }));
    const { id } = made;
    const other = await season.night();
    const type = await season.ticketType({ events: [id] });
    const stopId = await started({ kind: "read_only", eventId: id });
    await expect(
      editEvent(services, { actor, id, version: 1, form: { ...form, capacity: 200 } }),
    ).rejects.toMatchObject({ code: "ES001" });
    for (const statement of [
      `UPDATE tickets SET price = 1 WHERE id = '${type}'`,
      `DELETE FROM event_tickets WHERE event_id = '${id}'`,
      `DELETE FROM events WHERE id = '${id}'`,
      `INSERT INTO openings (event_id, opens_at) VALUES ('${id}', now())`,
    ])
      await expect(services.database.withActor(actor, (sql) => sql.query(statement))).rejects.toMatchObject({
        code: "ES001",
      });
    await services.database.withActor(actor, (sql) =>
      sql.query("UPDATE events SET name = 'Alta' WHERE id = $1", [other]),
    );
    await lift(stopId);
    expect(
      await editEvent(services, { actor, id, version: 1, form: { ...form, capacity: 200 } }),
    ).toMatchObject({ ok: true });
  });

  it("of the whole site covers every night, and new ones", async () => {
    const stopId = await started({ kind: "read_only" });
    await expect(createEvent(services, { actor, form })).rejects.toMatchObject({ code: "ES001" });
    await lift(stopId);
    expect(await createEvent(services, { actor, form })).toMatchObject({ ok: true });
  });
});

it("what can be stopped is what takes place, and what is stopped already", async () => {
  const [goes, cancelled, draft, stopped] = await Promise.all([1, 2, 3, 4].map(() => season.night()));
  await season.db`UPDATE events SET cancelled_at = now() WHERE id IN (${cancelled}, ${stopped})`;
  await season.db`UPDATE events SET publish_at = NULL WHERE id = ${draft}`;
  await started({ eventId: stopped });
  const { nights } = await services.database.readAs(actor, listStoppable);
  const isListed = [goes, cancelled, draft, stopped].map((one) => nights.some(({ id }) => id === one));
  expect(isListed).toEqual([true, false, false, true]);
});

it("what can be stopped has the capacity and the sold places of the list of nights, whatever was given away or set aside", async () => {
  const id = await season.night({ capacity: 320 });
  const counted = await season.client.query(
    `WITH counter AS (INSERT INTO stock_counters (id, kind, capacity) VALUES (gen_random_uuid(), 'guest_list', 9) RETURNING id),
       listed AS (INSERT INTO guest_lists (id, event_id, name) SELECT id, $1, 'Casa' FROM counter RETURNING event_id)
     UPDATE stock_counters SET sold = 9 WHERE id = (SELECT event_id FROM listed)`,
    [id],
  );
  expect(counted.rowCount).toBe(1);
  const search = { text: "", when: "all", state: "all", sort: "date", direction: "asc", page: 1 } as const;
  const { events } = await services.database.readAs(actor, (sql) => listEvents(sql, search));
  const listed = events.find((one) => one.id === id);
  const { nights } = await services.database.readAs(actor, listStoppable);
  const { sold, capacity, free } = nights.find((one) => one.id === id) ?? {};
  expect([sold, capacity, free]).toEqual([listed?.sold, listed?.capacity, 311]);
  expect(capacity).toBe(320);
});

describe("the stops that a process knows", () => {
  it("change when another process starts or lifts a stop, and when a stop ends by itself", async () => {
    const cache = await openStopCache({ database: services.database, log: services.log });
    const eventId = await season.night();
    const isKnown = () => cache.stops.some((stop) => stop.eventId === eventId);
    const until = (want: boolean) =>
      vi.waitFor(() => expect(isKnown()).toBe(want), { timeout: 5000, interval: 10 });
    try {
      expect(isKnown()).toBe(false);
      const id = await started({ eventId });
      await until(true);
      await lift(id);
      await until(false);
      await started({ eventId, until: new Date(Date.now() + 700) });
      await until(true);
      await until(false);
      const all = await started({ kind: "read_only" });
      await vi.waitFor(() => expect(isReadOnly(cache.stops)).toBe(true));
      await lift(all);
      await vi.waitFor(() => expect(isReadOnly(cache.stops)).toBe(false));
    } finally {
      await cache.close();
    }
  });

  it("are right again after the connection was lost, also about changes meanwhile", async () => {
    const cache = await openStopCache({ database: services.database, log: services.log });
    try {
      await season.db`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN "stops"'`;
      const id = await started({ kind: "read_only" });
      await vi.waitFor(() => expect(isReadOnly(cache.stops)).toBe(true), { timeout: 5000 });
      await lift(id);
      await vi.waitFor(() => expect(isReadOnly(cache.stops)).toBe(false), { timeout: 5000 });
    } finally {
      await cache.close();
    }
  });
});

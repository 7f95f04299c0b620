import { afterEach, describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import { refused } from "#kernel/outcome.ts";
import { inDays } from "#test/support/days.ts";
import { openStage } from "#test/support/stage.ts";
import { sampleTypeForm } from "#test/support/type-form.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { noLimit } from "#ticketing/stock/stock.ts";
import { createTicketType } from "./create-ticket-type.server.ts";
import { deleteEvent } from "./delete-event.server.ts";
import { duplicateEvent } from "./duplicate-event.server.ts";
import { editEvent } from "./edit-event.server.ts";
import { editTicketType } from "./edit-ticket-type.server.ts";
import { readEvent } from "./event-store.server.ts";
import { findType, listPools, listTypes } from "./office-type-queries.server.ts";
import type { PhaseForm } from "./price-phase-form.ts";
import { removeTicketType } from "./remove-ticket-type.server.ts";
import type { TicketTypeForm } from "./ticket-type-form.ts";

const { season, site: services } = await openStage();
const actor = await season.person("admin");
const { client, db } = season;

const phase = (row: PhaseForm["row"], about: Partial<PhaseForm> = {}): PhaseForm => ({
  row,
  id: "",
  name: `Faza ${row}`,
  price: bani(row * 1000),
  endsAt: null,
  tickets: null,
  ...about,
});
/** 10 LEI for 30 tickets, 20 until a day in 2031, then 30. */
const three = [phase(1, { tickets: 30 }), phase(2, { endsAt: new Date("2031-07-01T20:59:00Z") }), phase(3)];

async function made(about: Partial<TicketTypeForm>): Promise<Uuid> {
  const created = await createTicketType(services, { actor, form: sampleTypeForm(about) });
  if (!created.ok) throw new Error(created.refusal.reason);
  return created.value.id;
}

async function found(id: string) {
  const type = await services.database.readAs(actor, (sql) => findType(sql, id));
  if (!type) throw new Error("no such type");
  return type;
}

/** Saves the type as it is, but for these fields. */
async function edit(id: string, about: Partial<TicketTypeForm>) {
  const { version, events, phases, poolId, enterUntil } = await found(id);
  const same = phases.map((one, at) => ({ ...one, row: (at + 1) as PhaseForm["row"] }));
  const pool = poolId ? ({ kind: "known", id: poolId, capacity: null } as const) : sampleTypeForm().pool;
  const saved = sampleTypeForm({ events, phases: same, pool, enterUntil, ...about });
  return editTicketType(services, { actor, id, version, form: saved, stock: { kind: "unchanged" } });
}

const take = (id: string | undefined, sold: number, held = 0) =>
  client.query("UPDATE stock_counters SET sold = $2, held = $3 WHERE id = $1", [id, sold, held]);
const counter = async (id: string | undefined) =>
  (await db`SELECT kind, capacity, sold, held FROM stock_counters WHERE id = ${id}`)[0];
const wrong = async () =>
  (await findViolations(client, dataInvariants)).filter(({ id }) => ["I1", "I4"].includes(id));

describe("the phases of a type", () => {
  it("are made with it, each with its counter, in their order (I4)", async () => {
    const id = await made({ events: [await season.night()], phases: three });
    const { phases, price } = await found(id);
    expect(phases.map(({ name, tickets, endsAt }) => [name, tickets, endsAt?.toISOString() ?? null])).toEqual(
      [
        ["Faza 1", 30, null],
        ["Faza 2", null, "2031-07-01T20:59:00.000Z"],
        ["Faza 3", null, null],
      ],
    );
    expect(price).toBe(3000);
    expect(await counter(phases[0]?.id)).toEqual({ kind: "phase", capacity: 30, sold: 0, held: 0 });
    expect((await counter(phases[2]?.id)).capacity).toBe(noLimit);
    expect(await wrong()).toEqual([]);
  });

  it("keep what they sold when their price, number, order and others change", async () => {
    const id = await made({ events: [await season.night()], phases: three });
    const [first, second, last] = (await found(id)).phases;
    await take(first?.id, 12, 3);
    const phases = [
      phase(1, { id: second?.id ?? "", name: "A doua", tickets: 40 }),
      phase(2, { id: first?.id ?? "", price: bani(1500), tickets: 15 }),
      phase(4, { name: "Ultima", price: bani(4000) }),
    ];
    expect(await edit(id, { phases, price: bani(4000) })).toMatchObject({ ok: true });
    const now = await found(id);
    expect(
      now.phases.map(({ name, price, tickets, sold, held }) => [name, price, tickets, sold, held]),
    ).toEqual([
      ["A doua", 1000, 40, 0, 0],
      ["Faza 2", 1500, 15, 12, 3],
      ["Ultima", 4000, null, 0, 0],
    ]);
    expect(now.phases.map((one) => one.id).slice(0, 2)).toEqual([second?.id, first?.id]);
    expect([now.price, await counter(last?.id)]).toEqual([4000, undefined]);
    expect(await wrong()).toEqual([]);
    const [latest] = await services.database.readAs(actor, (sql) =>
      listHistory(sql, "ticket_type", id, { limit: 1 }),
    );
    expect(latest?.after).toMatchObject({ price: 4000, phases: [{ name: "A doua", tickets: 40 }, {}, {}] });
  });

  it("are not deleted while they have sold or hold, nor made smaller than that", async () => {
    const id = await made({ events: [await season.night()], phases: three });
    const [first, ...others] = (await found(id)).phases.map((one, at) =>
      phase((at + 1) as PhaseForm["row"], {
        id: one.id,
        name: one.name,
        endsAt: one.endsAt,
        tickets: one.tickets,
      }),
    );
    if (!first) throw new Error("no phase");
    for (const [sold, held] of [
      [4, 0],
      [0, 4],
    ] as const) {
      await take(first.id, sold, held);
      expect(await edit(id, { phases: others })).toEqual(
        refused({ reason: "phase_taken", name: "Faza 1", sold, held }),
      );
      expect(await edit(id, { phases: [{ ...first, tickets: 3 }, ...others] })).toEqual(
        refused({ reason: "phase_below_taken", row: 1, sold, held }),
      );
    }
    expect((await found(id)).phases.map((one) => one.tickets)).toEqual([30, null, null]);
    expect(await edit(id, { phases: [{ ...first, tickets: 4 }, ...others] })).toMatchObject({ ok: true });
    await take(first.id, 0);
    expect(await edit(id, { phases: [] })).toMatchObject({ ok: true });
    expect([(await found(id)).phases, await counter(first.id)]).toEqual([[], undefined]);
  });

  it("are never those of another type, whatever ids a form sends", async () => {
    const events = [await season.night()];
    const [other, id] = [await made({ events, phases: three }), await made({ events })];
    const [theirs] = (await found(other)).phases;
    const phases = [phase(1, { id: theirs?.id ?? "", tickets: 5 }), phase(2, { id: theirs?.id ?? "" })];
    expect(await edit(id, { phases })).toMatchObject({ ok: true });
    expect((await found(id)).phases.map((one) => one.tickets)).toEqual([5, null]);
    expect((await found(other)).phases.map((one) => [one.id, one.tickets])[0]).toEqual([theirs?.id, 30]);
    expect(await wrong()).toEqual([]);
  });

  it("say in the list what a ticket costs now, and the list sorts by it", async () => {
    const night = await season.night({ title: "Noaptea fazelor" });
    const pool = { kind: "new", name: "Plaja", capacity: 40 } as const;
    const id = await made({ events: [night], phases: three, pool, requiresCode: true, enterUntil: "23:00" });
    await made({ events: [night], type: "Ieftin", price: bani(500) });
    await made({ events: [night], type: "Mijlociu", price: bani(1500) });
    const search = {
      text: "Noaptea fazelor",
      filter: "all",
      kind: "every",
      night: null,
      page: 1,
      today: inDays(0),
    } as const;
    const listed = async () =>
      (
        await services.database.readAs(actor, (sql) =>
          listTypes(sql, { ...search, sort: "price", direction: "asc" }),
        )
      ).types.map(({ type, phase: now }) => [type, now?.price ?? null]);
    expect(await listed()).toEqual([
      ["Ieftin", null],
      ["Intrare generală", 1000],
      ["Mijlociu", null],
    ]);
    const [first, second] = (await found(id)).phases;
    await take(first?.id, 29, 1);
    expect((await listed()).at(-1)).toEqual(["Intrare generală", 2000]);
    await db`UPDATE price_phases SET ends_at = now() WHERE id = ${second?.id}`;
    const { types } = await services.database.readAs(actor, (sql) =>
      listTypes(sql, { ...search, sort: "price", direction: "desc" }),
    );
    expect(types[0]).toMatchObject({
      phase: { name: "Faza 3", price: 3000 },
      pool: { name: "Plaja", left: 40 },
      requiresCode: true,
      enterUntil: "23:00",
    });
  });
});

it("a type becomes an add-on, or lets people in again, only while nothing of it is taken (39)", async () => {
  const night = await season.night();
  const id = await made({ events: [night] });
  expect((await edit(id, { admits: false })).ok).toBe(true);
  expect((await found(id)).admits).toBe(false);
  await take(id, 1, 1);
  expect(await edit(id, { admits: true })).toEqual({
    ...refused({ reason: "add_on_of_sold_type", sold: 1, held: 1 }),
  });
  await db`UPDATE stock_counters SET sold = 0, held = 0 WHERE id = ${id}`;
  expect((await edit(id, { admits: true })).ok).toBe(true);
});

describe("the pool of a type", () => {
  const plaja = { kind: "new", name: "Plaja", capacity: 40 } as const;

  it("is made with the first type, shared by the others, and its places are changed by any of them (I4)", async () => {
    const night = await season.night();
    const id = await made({ events: [night], pool: plaja });
    const { poolId, pool } = await found(id);
    expect(pool).toMatchObject({ name: "Plaja", eventId: night, capacity: 40, sold: 0, held: 0 });
    expect((await counter(poolId ?? "")).kind).toBe("pool");
    const other = await made({ events: [night], pool: { kind: "known", id: poolId ?? "", capacity: null } });
    await take(poolId ?? "", 20, 5);
    expect(await edit(other, { pool: { kind: "known", id: poolId ?? "", capacity: 25 } })).toMatchObject({
      ok: true,
    });
    expect((await found(id)).pool).toMatchObject({ capacity: 25, sold: 20, held: 5 });
    const [latest] = await services.database.readAs(actor, (sql) =>
      listHistory(sql, "ticket_type", other, { limit: 1 }),
    );
    expect([latest?.before, latest?.after]).toEqual([{ poolCapacity: 40 }, { poolCapacity: 25 }]);
    const offered = await services.database.readAs(actor, (sql) => listPools(sql, null));
    expect(offered).toContainEqual(expect.objectContaining({ id: poolId, name: "Plaja", capacity: 25 }));
    expect(await wrong()).toEqual([]);
  });

  it("has never fewer places than it sold and holds, and is of the type's own night", async () => {
    const [night, another] = [await season.night(), await season.night()];
    const id = await made({ events: [night], pool: plaja });
    const poolId = (await found(id)).poolId ?? "";
    await take(poolId, 20, 5);
    const smaller = { kind: "known", id: poolId, capacity: 24 } as const;
    const below = refused({ reason: "pool_below_taken", sold: 20, held: 5 });
    expect(await edit(id, { pool: smaller })).toEqual(below);
    expect(
      await createTicketType(services, { actor, form: sampleTypeForm({ events: [night], pool: smaller }) }),
    ).toEqual(below);
    const elsewhere = refused({ reason: "pool_of_other_night" });
    const same = { kind: "known", id: poolId, capacity: null } as const;
    expect(await edit(id, { events: [another] })).toEqual(elsewhere);
    expect(
      await createTicketType(services, { actor, form: sampleTypeForm({ events: [another], pool: same }) }),
    ).toEqual(elsewhere);
    const gone = { kind: "known", id: newId(), capacity: 5 } as const;
    expect(await edit(id, { pool: gone })).toEqual(elsewhere);
    expect(await counter(poolId)).toMatchObject({ capacity: 40 });
  });

  it("stays the one that tickets were sold or are held from; without any it may change, and an empty one goes", async () => {
    const night = await season.night();
    const id = await made({ events: [night], pool: plaja });
    const poolId = (await found(id)).poolId ?? "";
    for (const [sold, held] of [
      [2, 0],
      [0, 1],
    ] as const) {
      await take(id, sold, held);
      for (const pool of [sampleTypeForm().pool, { ...plaja, name: "Terasa" }])
        expect(await edit(id, { pool })).toEqual(refused({ reason: "pool_of_sold_type", sold, held }));
    }
    await take(id, 0);
    await take(poolId, 1);
    expect(await edit(id, { pool: { ...plaja, name: "Terasa" } })).toMatchObject({ ok: true });
    const terasa = (await found(id)).poolId ?? "";
    expect([(await found(id)).pool?.name, (await counter(poolId)).sold]).toEqual(["Terasa", 1]);
    expect(await edit(id, { pool: { kind: "none" } })).toMatchObject({ ok: true });
    expect([(await found(id)).poolId, await counter(terasa)]).toEqual([null, undefined]);
    await take(id, 1);
    expect(await edit(id, { pool: { kind: "known", id: poolId, capacity: null } })).toMatchObject({
      refusal: { reason: "pool_of_sold_type" },
    });
    expect(await wrong()).toEqual([]);
  });

  it("stays with the types that are still in it", async () => {
    const night = await season.night();
    const id = await made({ events: [night], pool: plaja });
    const known = { kind: "known", id: (await found(id)).poolId ?? "", capacity: null } as const;
    const other = await made({ events: [night], pool: known });
    expect(await edit(id, { pool: { kind: "none" } })).toMatchObject({ ok: true });
    expect([(await found(id)).pool, (await found(other)).pool?.name]).toEqual([null, "Plaja"]);
  });

  it("goes with its last type or its night, and phases go with their type, when nothing was ordered", async () => {
    const night = await season.night();
    const id = await made({ events: [night], pool: plaja, phases: three });
    const { poolId, phases } = await found(id);
    expect(await removeTicketType(services, { actor, id })).toMatchObject({ value: { how: "deleted" } });
    for (const gone of [poolId ?? "", ...phases.map((one) => one.id)])
      expect(await counter(gone)).toBeUndefined();
    const second = await made({ events: [night], pool: plaja });
    const shared = (await found(second)).poolId ?? "";
    expect(await deleteEvent(services, { actor, id: night })).toMatchObject({ ok: true });
    expect([(await found(second)).poolId, await counter(shared)]).toEqual([null, undefined]);
  });
});

it("the last hour of entry may come later but not earlier once tickets are sold; before the doors means the next day", async () => {
  const night = await season.night({ time: "22:00" });
  const id = await made({ events: [night], enterUntil: "23:00" });
  expect(await edit(id, { enterUntil: "22:30" })).toMatchObject({ ok: true });
  await take(id, 1);
  expect(await edit(id, { enterUntil: "22:29" })).toEqual(refused({ reason: "earlier_entry", was: "22:30" }));
  for (const enterUntil of ["01:00", "01:30", null])
    expect(await edit(id, { enterUntil })).toMatchObject({ ok: true });
  expect(await edit(id, { enterUntil: "03:00" })).toEqual(refused({ reason: "earlier_entry", was: null }));
});

it("the hour of the last entry is never before the night begins", async () => {
  const events = [await season.night({ time: "22:00" })];
  const early = refused({ reason: "entry_before_night", begins: "22:00" });
  const wanted = sampleTypeForm({ events, enterUntil: "15:45" });
  expect(await createTicketType(services, { actor, form: wanted })).toEqual(early);
  const id = await made({ events, enterUntil: "23:00" });
  expect(await edit(id, { enterUntil: "15:45" })).toEqual(early);
  expect((await edit(id, { enterUntil: "01:00" })).ok).toBe(true);
});

it("a night moves, and is copied, only to an hour that leaves each of its types an hour of entry", async () => {
  const night = await season.night({ time: "22:00" });
  const id = await made({ events: [night], type: "Devreme", enterUntil: "23:00" });
  const move = async (about: { date?: string; time?: string | null; title?: string }) => {
    const event = await services.database.withActor(actor, (sql) => readEvent(sql, night));
    if (!event) throw new Error("no night");
    return editEvent(services, { actor, id: night, version: event.version, form: { ...event, ...about } });
  };
  const refusal = { reason: "type_before_night", type: "Devreme", until: "23:00", begins: "23:30" };
  expect(await move({ time: "23:30" })).toEqual(refused(refusal));
  expect(await move({ time: "23:00" })).toMatchObject({ ok: true });
  expect(await move({ time: null })).toMatchObject({ ok: true });
  expect(await move({ time: "21:00", date: "2031-07-09" })).toMatchObject({ ok: true });
  const copy = (time: string) =>
    duplicateEvent(services, {
      actor,
      id: night,
      form: { title: "Copie", name: "Copie", date: "2031-08-01", time, parts: [], types: [id] },
    });
  expect(await copy("23:30")).toEqual(refused(refusal));
  expect((await copy("22:30")).ok).toBe(true);
  // what is wrong already does not hold up another change, and a type that was removed counts no more
  await db`UPDATE events SET time = '23:30' WHERE id = ${night}`;
  expect((await move({ title: "Alt titlu" })).ok).toBe(true);
  expect(await move({ date: "2031-07-10" })).toEqual(refused(refusal));
  await db`UPDATE tickets SET archived_at = now() WHERE id = ${id}`;
  expect((await move({ date: "2031-07-10" })).ok).toBe(true);
});

it("a copied night has the types with their phases moved, in a pool of its own, of which nothing is sold", async () => {
  const night = await season.night();
  await db`UPDATE events SET date = '2031-07-02' WHERE id = ${night}`;
  const pool = { kind: "new", name: "Plaja", capacity: 40 } as const;
  const first = await made({
    events: [night],
    pool,
    phases: three,
    requiresCode: true,
    enterUntil: "23:00",
  });
  const poolId = (await found(first)).poolId ?? "";
  const known = { kind: "known", id: poolId, capacity: null } as const;
  const types = [first, await made({ events: [night], pool: known, type: "Cuplu" })];
  await take(poolId, 7);
  await take((await found(first)).phases[0]?.id, 7);
  const copied = await duplicateEvent(services, {
    actor,
    id: night,
    form: { title: "Iar", name: "Iar", date: "2031-07-09", time: "22:00", parts: [], types },
  });
  if (!copied.ok) throw new Error(copied.refusal.reason);
  const [one, two] = await Promise.all(copied.value.types.map(found));
  expect(one?.pool).toMatchObject({ name: "Plaja", capacity: 40, sold: 0, eventId: copied.value.id });
  expect([one?.poolId === poolId, two?.poolId]).toEqual([false, one?.poolId]);
  expect(one).toMatchObject({ requiresCode: true, enterUntil: "23:00", price: 3000 });
  expect(one?.phases.map(({ tickets, endsAt, sold }) => [tickets, endsAt?.toISOString(), sold])).toEqual([
    [30, undefined, 0],
    [null, "2031-07-08T20:59:00.000Z", 0],
    [null, undefined, 0],
  ]);
  expect(await wrong()).toEqual([]);
});

describe("while an older build runs", () => {
  afterEach(() => client.query("DELETE FROM process_pulses"));
  const upgrading = refused({ reason: "older_build_runs" });

  it("none of what it does not know is written, copied or taken away, and all else is", async () => {
    const night = await season.night();
    const plain = await made({ events: [night] });
    const phased = await made({ events: [night], phases: three });
    await db`INSERT INTO process_pulses (process_id, pulse) VALUES (gen_random_uuid(), '{"knowsLines": true}')`;
    const news: Partial<TicketTypeForm>[] = [
      { phases: three },
      { pool: { kind: "new", name: "Plaja", capacity: 5 } },
      { requiresCode: true },
      { admits: false },
      { enterUntil: "23:00" },
    ];
    for (const about of news) {
      expect(await edit(plain, about)).toEqual(upgrading);
      expect(
        await createTicketType(services, { actor, form: sampleTypeForm({ events: [night], ...about }) }),
      ).toEqual(upgrading);
    }
    expect(await edit(phased, { phases: [] })).toEqual(upgrading);
    const copy = (types: string[]) =>
      duplicateEvent(services, {
        actor,
        id: night,
        form: { title: "Iar", name: "Iar", date: "2031-07-09", time: null, parts: [], types },
      });
    expect(await copy([phased])).toEqual(upgrading);
    expect((await copy([plain])).ok).toBe(true);
    expect((await edit(plain, { type: "Altfel" })).ok).toBe(true);
    expect((await createTicketType(services, { actor, form: sampleTypeForm({ events: [night] }) })).ok).toBe(
      true,
    );
    await db`UPDATE process_pulses SET pulse = '{"knowsLines": true, "knowsPhases": true}'`;
    expect((await edit(plain, { phases: three })).ok).toBe(true);
  });
});

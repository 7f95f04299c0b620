/** One save of a night: its facts, its picture and its types, all or nothing. */
import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import { openStage } from "#test/support/stage.ts";
import { createEvent } from "./create-event.server.ts";
import { editEvent } from "./edit-event.server.ts";
import type { EventForm } from "./event-form.ts";
import { makeWantedPrices } from "./make-wanted-prices.server.ts";
import type { NightParts } from "./night-parts.server.ts";
import { type NightType, type NightTypeValues, readNightTypes } from "./night-types-form.ts";

const { season, db, site: services } = await openStage();
const actor = await season.person("admin");

const facts: EventForm = {
  name: "Luna",
  title: "Luna",
  description: "d",
  date: "2031-07-18",
  time: "22:30",
  location: "l",
  capacity: 100,
  artists: [],
};
const type = (about: Partial<NightType> = {}): NightType => ({
  row: 1,
  saved: null,
  name: "Intrare",
  price: bani(9_000),
  capacity: 50,
  isVisible: true,
  kind: null,
  entries: null,
  ...about,
});
const save = (id: string, parts: NightParts, about: Partial<EventForm> = {}, version = 1) =>
  editEvent(services, { actor, id, version, form: { ...facts, ...about }, parts });

async function stored(url = `/${newId()}.webp`): Promise<string> {
  await db`INSERT INTO pictures (url, width, height, sources, light) VALUES (${url}, 1, 1, '[]', '#123456')`;
  return url;
}
async function night(types: readonly NightType[] = []) {
  const made = await createEvent(services, { actor, form: facts, parts: { types } });
  if (!made.ok) throw new Error(made.refusal.reason);
  return made.value.id;
}
const typesOf = async (id: string) =>
  await db`SELECT t.id, t.type, t.price::int AS price, c.capacity, t.is_visible, t.code_per, t.version, t.stripe_price_id, t.price_agreed_at IS NOT NULL AS agreed,
         t.price_wanted_at IS NOT NULL AS wanted FROM event_tickets l JOIN tickets t ON t.id = l.ticket_id JOIN stock_counters c ON c.id = t.id
       WHERE l.event_id = ${id} ORDER BY t.type`;
const eventOf = async (id: string) =>
  (await db`SELECT title, image_url, image_position, light, version FROM events WHERE id = ${id}`)[0];
const whats = async (id: string) =>
  (await db`SELECT what FROM journal WHERE subject_id = ${id} ORDER BY id`).map(({ what }) => what);
const picture = (url: string | null) => ({ url, position: "top", altText: "Luna", hasTitle: true }) as const;

describe("a new night", () => {
  it("is made with its picture and its types, which have a code per person and want their prices (B3-13)", async () => {
    const url = await stored();
    const made = await createEvent(services, {
      actor,
      form: facts,
      parts: {
        picture: picture(url),
        types: [type(), type({ row: 2, name: "Terasă", capacity: 9, isVisible: false })],
      },
    });
    const id = made.ok && "id" in made.value ? made.value.id : "";
    expect(await eventOf(id)).toMatchObject({ image_url: url, image_position: "top", light: "#123456" });
    expect(await typesOf(id)).toMatchObject([
      { type: "Intrare", price: 9_000, capacity: 50, is_visible: true, code_per: "person", wanted: true },
      { type: "Terasă", capacity: 9, is_visible: false, wanted: true, agreed: false },
    ]);
    const rows = await db`SELECT alt_text, has_title FROM pictures WHERE url = ${url}`;
    expect(rows).toEqual([{ alt_text: "Luna", has_title: true }]);
  });

  it("is not made at all when its picture is none of ours", async () => {
    const before = (await db`SELECT count(*) FROM events`)[0].count;
    const parts = { types: [type()], picture: picture("https://rau.example/x.webp") };
    expect(await createEvent(services, { actor, form: facts, parts })).toEqual({
      ok: false,
      refusal: { reason: "unknown_picture" },
    });
    expect((await db`SELECT count(*) FROM events`)[0].count).toBe(before);
  });
});

describe("a save of a night", () => {
  it("changes what differs of each type, and leaves the others as they are", async () => {
    const id = await night([type(), type({ row: 2, name: "Masă", isVisible: false })]);
    const [first, second] = await typesOf(id);
    const rows = [
      type({ saved: { id: first.id, version: 1 }, name: "Intrare", price: bani(10_000), capacity: 60 }),
      type({ row: 2, saved: { id: second.id, version: 1 }, name: "Masă" }),
    ];
    expect(await save(id, { types: rows })).toEqual({ ok: true, value: "saved" });
    expect(await typesOf(id)).toMatchObject([
      { price: 10_000, capacity: 60, version: 2, is_visible: true },
      { price: 9_000, version: 2, is_visible: true },
    ]);
    expect(await whats(first.id)).toEqual(["created", "edited"]);
    expect(await whats(second.id)).toEqual(["created", "shown"]);
    expect(
      await save(id, { types: [{ ...(rows[0] as NightType), saved: { id: first.id, version: 2 } }] }),
    ).toMatchObject({ ok: true });
    expect(await whats(first.id)).toEqual(["created", "edited"]);
  });

  it.each([
    [
      "a quantity below what is sold",
      (saved: { id: string; version: number }) => type({ saved, capacity: 3 }),
      { reason: "below_taken", sold: 4, held: 0 },
    ],
    [
      "a type that somebody changed meanwhile",
      (saved: { id: string; version: number }) => type({ saved: { ...saved, version: 7 } }),
      { reason: "changed_meanwhile" },
    ],
    [
      "a type without a price",
      (saved: { id: string; version: number }) => type({ saved, price: null }),
      { reason: "no_price_typed" },
    ],
    ["a type that is gone", () => type({ saved: { id: newId(), version: 1 } }), { reason: "other_nights" }],
  ])("is refused as a whole for %s, and names the row", async (_, row, why) => {
    const id = await night([type()]);
    const [first] = await typesOf(id);
    await db`UPDATE stock_counters SET sold = 4 WHERE id = ${first.id}`;
    const url = await stored();
    const types = [type({ row: 1, name: "Nou" }), { ...row({ id: first.id, version: 1 }), row: 2 as const }];
    expect(await save(id, { picture: picture(url), types }, { title: "Altul" })).toMatchObject({
      ok: false,
      refusal: { reason: "type_refused", row: 2, why },
    });
    expect(await eventOf(id)).toMatchObject({ title: "Luna", image_url: null, version: 1 });
    expect(await typesOf(id)).toHaveLength(1);
  });

  it("does not touch a type that admits to other nights as well, or a pass", async () => {
    const id = await night();
    const other = await night();
    const shared = await season.ticketType({ events: [id, other] });
    const pass = await season.ticketType({ events: [id], family: "season_pass" });
    for (const one of [shared, pass])
      expect(await save(id, { types: [type({ saved: { id: one, version: 1 } })] })).toMatchObject({
        refusal: { why: { reason: "other_nights" } },
      });
  });

  it("keeps phases, pool and all else of a type that its row does not show", async () => {
    const id = await night([type()]);
    const [first] = await typesOf(id);
    await season.phases(first.id, [{ price: 8_000, capacity: 5 }, { price: 9_000 }]);
    await season.pool({ event: id, types: [first.id], capacity: 40 });
    const row = type({ saved: { id: first.id, version: 1 }, name: "Altfel", price: null });
    expect(await save(id, { types: [row] })).toMatchObject({ ok: true });
    const rows =
      await db`SELECT type, price::int AS price, pool_id IS NOT NULL AS pooled, (SELECT count(*)::int FROM price_phases WHERE ticket_type_id = t.id) AS phases FROM tickets t WHERE id = ${first.id}`;
    expect(rows).toEqual([{ type: "Altfel", price: 9_000, pooled: true, phases: 2 }]);
    const early = { ...row, saved: { id: first.id, version: 2 }, name: "Early Bird" };
    expect(await save(id, { types: [early] })).toMatchObject({ refusal: { why: { reason: "sold_alone" } } });
  });
});

describe("the prices that a save wants", () => {
  it("are made afterwards, once, and the one before goes out of use", async () => {
    const id = await night([type()]);
    expect(await makeWantedPrices(services)).toBeGreaterThan(0);
    const [made] = await typesOf(id);
    expect(made).toMatchObject({ agreed: true, wanted: false });
    expect(await services.cards.readPrice(made.stripe_price_id)).toMatchObject({
      kind: "found",
      price: { amount: 9_000, active: true },
    });
    const row = type({ saved: { id: made.id, version: made.version }, price: bani(11_000) });
    await save(id, { types: [row] });
    expect((await typesOf(id))[0]).toMatchObject({ agreed: false, wanted: true });
    expect(await makeWantedPrices(services)).toBe(1);
    const [again] = await typesOf(id);
    expect(again).toMatchObject({ agreed: true, wanted: false });
    expect(again.stripe_price_id).not.toBe(made.stripe_price_id);
    expect(await services.cards.readPrice(made.stripe_price_id)).toMatchObject({ price: { active: false } });
    expect(await makeWantedPrices(services)).toBe(0);
    expect(await whats(made.id)).toEqual(["created", "price_agreed", "edited", "price_agreed"]);
  });

  it("wait for the provider as long as it does not answer", async () => {
    const id = await night([type({ name: "Așteaptă" })]);
    const silent = {
      ...services,
      cards: {
        ...services.cards,
        createPrice: async () => ({ kind: "unknown", message: "no answer" }) as const,
      },
    };
    expect(await makeWantedPrices(silent)).toBe(0);
    expect((await typesOf(id))[0]).toMatchObject({ agreed: false, wanted: true, stripe_price_id: null });
    expect(await makeWantedPrices(services)).toBe(1);
  });

  it("are none for a type that costs nothing", async () => {
    const id = await night([type({ price: bani(0) })]);
    expect((await typesOf(id))[0]).toMatchObject({ wanted: false });
  });
});

describe("the kind of a type and how many it lets in", () => {
  const of = async (id: string) =>
    (await db`SELECT entries, admits, requires_code FROM tickets WHERE id = ${id}`)[0];
  const addOn = { admits: false, requiresCode: false };

  it("are as its row says, of a new one and of a saved one; a row that does not say them leaves them", async () => {
    const withCode = { admits: true, requiresCode: true };
    const id = await night([
      type({ name: "Cuplu", entries: 2 }),
      type({ row: 2, name: "Parcare", kind: addOn }),
      type({ row: 3, name: "Prieteni", kind: withCode }),
    ]);
    const [couple, parking, friends] = await typesOf(id);
    expect([await of(couple.id), await of(parking.id), await of(friends.id)]).toEqual([
      { entries: 2, admits: true, requires_code: false },
      { entries: 1, admits: false, requires_code: false },
      { entries: 1, admits: true, requires_code: true },
    ]);
    const saved = { id: couple.id, version: 1 };
    await save(id, { types: [type({ saved, name: "Cuplu", capacity: 9 })] });
    expect(await of(couple.id)).toEqual({ entries: 2, admits: true, requires_code: false });
    const four = type({ saved: { ...saved, version: 2 }, name: "Patru", entries: 4, kind: withCode });
    await save(id, { types: [four] }, {}, 1);
    expect(await of(couple.id)).toEqual({ entries: 4, admits: true, requires_code: true });
  });

  it.each([
    ["an add-on that was sold to let people in", addOn, "", "add_on_of_sold_type"],
    ["an add-on with a pool of people", addOn, "pool", "add_on_counts_people"],
    ["an early bird behind a code", { admits: true, requiresCode: true }, "name", "sold_alone"],
  ] as const)("are refused of %s", async (_, kind, what, reason) => {
    const id = await night([type()]);
    const [first] = await typesOf(id);
    if (what === "pool") await season.pool({ event: id, types: [first.id], capacity: 40 });
    else await db`UPDATE stock_counters SET sold = 1 WHERE id = ${first.id}`;
    const saved = { id: first.id, version: 1 };
    const row = type({ saved, kind, ...(what === "name" ? { name: "Early Bird" } : {}) });
    expect(await save(id, { types: [row] })).toMatchObject({ refusal: { why: { reason } } });
  });
});

describe("the rows of types", () => {
  const row: NightTypeValues = {
    id: "",
    version: "",
    name: "Intrare",
    kind: "",
    entries: "",
    price: "90",
    quantity: "5",
    visible: "1",
  };
  it("are read with their places, empty ones left out", () => {
    const empty = { ...row, name: "", price: " ", quantity: "" };
    expect(readNightTypes([empty, row])).toEqual({
      ok: true,
      value: [type({ row: 2, capacity: 5 })],
    });
  });
  it.each([
    [{ name: "" }, { type_1_name: "required" }],
    [{ price: "" }, { type_1_price: "required" }],
    [{ price: "9,5" }, { type_1_price: "not_a_number" }],
    [{ quantity: "x" }, { type_1_quantity: "not_a_number" }],
    [{ visible: "yes" }, { type_1_visible: "unknown" }],
    [{ kind: "gratis" }, { type_1_kind: "unknown" }],
    [{ entries: "0" }, { type_1_entries: "too_small" }],
    [{ entries: "doi" }, { type_1_entries: "not_a_number" }],
    [{ kind: "add_on", entries: "2" }, { type_1_entries: "add_on" }],
    [{ id: "1 OR 1" }, { type_1_id: "unknown" }],
  ])("with %j are refused beside the field", (about, refusal) => {
    expect(readNightTypes([{ ...row, ...about }])).toEqual({ ok: false, refusal });
  });
});

import pg from "pg";
import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import { done, refused } from "#kernel/outcome.ts";
import { instantOf } from "#kernel/time.ts";
import { inDays } from "#test/support/days.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { openStage } from "#test/support/stage.ts";
import { sampleTypeForm } from "#test/support/type-form.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { agreePrice } from "./agree-price.server.ts";
import { chooseQuickPurchase } from "./choose-quick-purchase.server.ts";
import { createTicketType } from "./create-ticket-type.server.ts";
import { editTicketType } from "./edit-ticket-type.server.ts";
import { markTicketTypes } from "./mark-ticket-types.server.ts";
import { findEvent } from "./office-event-queries.server.ts";
import { findType, listTypes } from "./office-type-queries.server.ts";
import { removeTicketType } from "./remove-ticket-type.server.ts";
import type { TicketTypeForm, WantedStock } from "./ticket-type-form.ts";

const { database: prepared, season, site: services } = await openStage();
const person = await season.person("admin");
const actor = { userId: person.userId, role: "admin" } as const;
const { client, db } = season;

const form = (about: Partial<TicketTypeForm> = {}) => sampleTypeForm({ price: bani(12_000), ...about });

const made = async (about: Partial<TicketTypeForm>): Promise<string> =>
  succeeded(await createTicketType(services, { actor, form: form(about) })).id;

const edit = (
  id: string,
  about: Partial<TicketTypeForm>,
  stock: WantedStock = { kind: "unchanged" },
  version = 1,
) => editTicketType(services, { actor, id, version, form: form(about), stock });

const row = async (id: string) =>
  (
    await db`SELECT t.type, t.price::int AS price, t.family, t.is_visible, t.is_used, t.entries, t.event_id, t.stripe_price_id, t.version, t.archived_at IS NOT NULL AS archived,
         t.price_agreed_at IS NOT NULL AS agreed, c.capacity FROM tickets t JOIN stock_counters c USING (id) WHERE id = ${id}`
  )[0];

const content = async (key: string) =>
  (await db`SELECT content FROM site_content WHERE key = ${key}`)[0]?.content;

const whats = async (id: string) =>
  (await services.database.withActor(actor, (sql) => listHistory(sql, "ticket_type", id, { limit: 20 }))).map(
    (entry) => entry.what,
  );

async function ordered(type: string, night: Uuid): Promise<void> {
  const buyer = await season.person();
  await db`INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, state, stake, origin, hold_expires_at)
     VALUES (${newId()}, ${buyer.userId}, ${night}, ${type}, ARRAY[${night}::uuid], 1, 1, 12000, 12000, 'ordinary', 'Intrare', 'expired', 'none', 'event', now())`;
}

async function orderedBeside(type: string, night: Uuid): Promise<void> {
  const first = await made({ events: [night] });
  await ordered(first, night);
  await db`INSERT INTO order_lines (order_id, no, ticket_type_id, event_ids, quantity, entries, list_price, total, family, title, code_per)
     SELECT id, 2, ${type}, event_ids, 1, 0, 2500, 2500, 'ordinary', 'Parcare', 'person' FROM orders WHERE ticket_type_id = ${first}`;
}

it("before there is any night a season pass cannot be made (B5-19)", async () => {
  const pass = await createTicketType(services, { actor, form: form({ isSeasonPass: true }) });
  expect(pass).toEqual(refused({ reason: "no_night" }));
});

describe("a new ticket type", () => {
  it("has its units counted, its nights linked, one entry and is shown (B5-26, B5-27, B12-05, B12-06, B12-07)", async () => {
    const [late, soon] = [await season.night({ inDays: 30 }), await season.night({ inDays: 20 })];
    const id = await made({ events: [late, soon], left: 45 });
    expect(await row(id)).toMatchObject({
      capacity: 45,
      entries: 1,
      is_visible: true,
      family: "ordinary",
      event_id: soon,
      agreed: false,
    });
    const links = await client.query("SELECT event_id FROM event_tickets WHERE ticket_id = $1", [id]);
    expect(new Set(links.rows.map((link) => link.event_id))).toEqual(new Set([late, soon]));
    expect(await whats(id)).toEqual(["created"]);
  });

  it("is never stored with half its links: it fails as a whole (B5-28)", async () => {
    const id = await made({ events: [await season.night()] });
    await db`UPDATE tickets SET stripe_price_id = 'price_taken' WHERE id = ${id}`;
    const before = await client.query("SELECT count(*) FROM event_tickets");
    const second = await createTicketType(services, {
      actor,
      form: form({ events: [await season.night()], priceId: "price_taken" }),
    });
    expect(second).toEqual(refused({ reason: "duplicate_price" }));
    expect(await db`SELECT count(*) FROM event_tickets`).toEqual(before.rows);
    const third = await made({ events: [await season.night()] });
    expect(await edit(third, { events: [await season.night()], priceId: "price_taken" })).toEqual(
      refused({ reason: "duplicate_price" }),
    );
  });

  it("takes the next available night when a pass names none, and is listed in season_pass_tickets (B5-18, B12-15)", async () => {
    await season.night({ inDays: -3 });
    await season.night({ inDays: 2, isAvailable: false });
    const next = await season.night({ inDays: 3 });
    const id = await made({ type: "All Season Pass", isSeasonPass: true });
    expect(await row(id)).toMatchObject({ event_id: next, family: "season_pass" });
    expect((await content("season_pass_tickets")).ticket_ids).toContain(id);
  });

  it("is never stored without its place in season_pass_tickets: both are written or neither (B9-08, B9-09, B14-18)", async () => {
    const events = [await season.night()];
    const types = async () => await db`SELECT id FROM tickets ORDER BY id`;
    const list = await content("season_pass_tickets");
    const before = await types();
    for (const [failure, answer] of [
      ["unique_violation USING constraint = 'site_content_key_unique'", { reason: "duplicate_list" }],
      ["disk_full", "thrown"],
    ] as const) {
      await client.query(
        `CREATE FUNCTION refuse_list() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE ${failure}; END $$;
         CREATE TRIGGER refuse_list BEFORE INSERT ON site_content FOR EACH ROW EXECUTE FUNCTION refuse_list()`,
      );
      const created = await createTicketType(services, {
        actor,
        form: form({ events, isSeasonPass: true }),
      }).catch(() => "thrown");
      await db`DROP TRIGGER refuse_list ON site_content; DROP FUNCTION refuse_list()`;
      expect(created).toEqual(typeof answer === "string" ? answer : refused(answer));
      expect(await types()).toEqual(before);
      expect(await content("season_pass_tickets")).toEqual(list);
    }
  });

  it("is an early bird by its name", async () => {
    const id = await made({ type: "EARLY BIRD Concert", events: [await season.night()] });
    expect((await row(id)).family).toBe("early_bird");
  });
});

describe("saving a ticket type", () => {
  it("sets the stock by the capacity or by what is left, never below what is taken (B5-14, I4, F39)", async () => {
    const night = await season.night();
    const id = await made({ events: [night] });
    await db`UPDATE stock_counters SET sold = 31, held = 2 WHERE id = ${id}`;
    expect(await edit(id, { events: [night] }, { kind: "capacity", capacity: 32 })).toEqual(
      refused({ reason: "below_taken", sold: 31, held: 2 }),
    );
    expect((await edit(id, { events: [night] }, { kind: "left", left: 7 })).ok).toBe(true);
    expect((await row(id)).capacity).toBe(40);
    // one was sold since the form was opened: as many are left as the form said all the same
    await db`UPDATE stock_counters SET sold = 35 WHERE id = ${id}`;
    expect((await edit(id, { events: [night] }, { kind: "unchanged" }, 2)).ok).toBe(true);
    expect((await row(id)).capacity).toBe(40);
  });

  it("keeps whether a code is for an order or for each person, new and saved, and its history", async () => {
    const events = [await season.night()];
    const id = await made({ events, codePer: "person" });
    const kind = async () => (await db`SELECT code_per FROM tickets WHERE id = ${id}`)[0].code_per;
    expect(await kind()).toBe("person");
    expect(await edit(id, { events, codePer: "order" })).toMatchObject({ ok: true });
    expect(await kind()).toBe("order");
    const [latest] = await services.database.readAs(actor, (sql) =>
      listHistory(sql, "ticket_type", id, { limit: 1 }),
    );
    expect([latest?.before, latest?.after]).toEqual([{ codePer: "person" }, { codePer: "order" }]);
    expect(await edit(id, { events, codePer: "person" }, undefined, 1)).toMatchObject({
      refusal: { reason: "changed_meanwhile", saved: { codePer: "order" } },
    });
  });

  it("refuses the second of two editors with the saved values (F36)", async () => {
    const night = await season.night();
    const id = await made({ events: [night] });
    await edit(id, { events: [night], type: "VIP" });
    expect(await edit(id, { events: [night], type: "Altfel" })).toMatchObject(
      refused({
        reason: "changed_meanwhile",
        saved: { type: "VIP", version: 2, counter: { capacity: 100 } },
      }),
    );
  });

  it("leaves the new nights of a pass that was sold to another act; an ordinary type gets them at once", async () => {
    const [first, second] = [await season.night(), await season.night()];
    const pass = await made({ events: [first], isSeasonPass: true });
    const plain = await made({ events: [first] });
    await db`UPDATE stock_counters SET sold = 1 WHERE id = ANY(${[pass, plain]}::uuid[])`;
    expect(await edit(pass, { events: [first, second], isSeasonPass: true, type: "Tot sezonul" })).toEqual(
      done({ price: "as_before", toLink: [second] }),
    );
    const linked = "SELECT event_id FROM event_tickets WHERE ticket_id = $1";
    expect((await client.query(linked, [pass])).rows).toEqual([{ event_id: first }]);
    expect(
      await edit(pass, { events: [second], isSeasonPass: true }, { kind: "unchanged" }, 2),
    ).toMatchObject({ refusal: { reason: "sold_pass" } });
    expect((await edit(plain, { events: [first, second] })).ok).toBe(true);
  });

  it("ends the agreement on the price when the price changes", async () => {
    const night = await season.night();
    const id = await made({ events: [night] });
    const agreed = await agreePrice(services, { actor, id, how: "make" });
    const priceId = agreed.ok ? agreed.value.priceId : null;
    expect(await edit(id, { events: [night], priceId, description: "Nou" })).toEqual(
      done({ price: "as_before" }),
    );
    expect((await row(id)).agreed).toBe(true);
    const dearer = await edit(
      id,
      { events: [night], priceId, price: bani(13_000) },
      { kind: "unchanged" },
      2,
    );
    expect(dearer).toEqual(done({ price: "to_make" }));
    expect((await row(id)).agreed).toBe(false);
  });
});

describe("the price at the card provider", () => {
  it("is made once in spite of repeated calls, and the one before is archived there", async () => {
    const night = await season.night();
    const id = await made({ events: [night] });
    const first = await agreePrice(services, { actor, id, how: "make" });
    if (!first.ok) throw new Error(first.refusal.reason);
    expect(await row(id)).toMatchObject({ stripe_price_id: first.value.priceId, agreed: true });
    expect(await agreePrice(services, { actor, id, how: "make" })).toEqual(first);
    await edit(id, { events: [night], priceId: first.value.priceId, price: bani(15_000) });
    const second = succeeded(await agreePrice(services, { actor, id, how: "make" }));
    expect(second.priceId).not.toBe(first.value.priceId);
    expect(await services.cards.readPrice(first.value.priceId)).toMatchObject({ price: { active: false } });
    expect(await services.cards.readPrice(second.priceId)).toMatchObject({
      price: { amount: 15_000, currency: "ron", active: true },
    });
  });

  it("is refused when there is none of this id, or with another amount, and the type cannot be bought then", async () => {
    const night = await season.night();
    const id = await made({ events: [night], priceId: "price_nobody" });
    expect(await agreePrice(services, { actor, id, how: "check" })).toEqual(
      refused({ reason: "unknown_price" }),
    );
    const other = await services.cards.createPrice({ key: newId(), name: "Altul", amount: 9_900 });
    if (other.kind !== "created") throw new Error("no price");
    await db`UPDATE tickets SET stripe_price_id = ${other.price.id} WHERE id = ${id}`;
    expect(await agreePrice(services, { actor, id, how: "check" })).toEqual(
      refused({ reason: "differs", amount: 9_900, currency: "ron" }),
    );
    expect((await row(id)).agreed).toBe(false);
  });

  it("is not made for an amount of 0", async () => {
    const id = await made({ events: [await season.night()], price: bani(0) });
    expect(await agreePrice(services, { actor, id, how: "make" })).toEqual(refused({ reason: "free" }));
  });

  it("is not agreed when the provider does not answer: the type is kept, and the act can be tried again", async () => {
    const id = await made({ events: [await season.night()] });
    const cards = {
      ...services.cards,
      createPrice: async () => ({ kind: "unknown", message: "gone" }) as const,
    };
    expect(await agreePrice({ ...services, cards }, { actor, id, how: "make" })).toEqual(
      refused({ reason: "unreachable" }),
    );
    expect(await row(id)).toMatchObject({ agreed: false, archived: false });
    expect((await agreePrice(services, { actor, id, how: "make" })).ok).toBe(true);
  });
});

describe("removing a ticket type", () => {
  it("deletes one that was never ordered, with counter and links, also as the quick purchase (B5-05, B5-23)", async () => {
    const id = await made({ events: [await season.night()], isSeasonPass: true });
    await chooseQuickPurchase(services, { actor, id, as: "on" });
    expect(await removeTicketType(services, { actor, id })).toMatchObject({ value: { how: "deleted" } });
    expect(await row(id)).toBeUndefined();
    expect(await content("quick_purchase")).toEqual({ ticket_id: null });
    expect((await content("season_pass_tickets")).ticket_ids).not.toContain(id);
    expect((await db`SELECT FROM stock_counters WHERE id = ${id}`).length).toBe(0);
  });

  it("archives one that was ordered: it leaves the lists and its rows stay (B5-22)", async () => {
    const night = await season.night();
    const id = await made({ events: [night], type: "Arhivabil" });
    await ordered(id, night);
    expect(await removeTicketType(services, { actor, id })).toMatchObject({ value: { how: "archived" } });
    expect(await row(id)).toMatchObject({ archived: true, is_visible: false });
    expect((await db`SELECT FROM orders WHERE ticket_type_id = ${id}`).length).toBe(1);
    expect((await search({ text: "Arhivabil" })).total).toBe(0);
    expect(await removeTicketType(services, { actor, id })).toEqual(refused({ reason: "missing" }));
  });

  it.each([
    ["of an abandoned order", ordered],
    ["of an order's second line, as an add-on is", orderedBeside],
  ] as const)("is said beforehand as it is then done, of a type %s", async (_, happen) => {
    const night = await season.night();
    const [untouched, id] = [await made({ events: [night] }), await made({ events: [night] })];
    await happen(id, night);
    for (const [type, how] of [
      [untouched, "deleted"],
      [id, "archived"],
    ] as const) {
      const said = await services.database.withActor(actor, (sql) => findType(sql, type));
      expect([how, said?.wasOrdered]).toEqual([how, how === "archived"]);
      expect(await removeTicketType(services, { actor, id: type })).toMatchObject({ value: { how } });
    }
  });
});

it("marks hide, show, mark used and unused, several at once (B5-04, B5-06, B5-09)", async () => {
  const night = await season.night();
  const ids = [await made({ events: [night] }), await made({ events: [night] })];
  for (const as of ["hidden", "marked_used"] as const) await markTicketTypes(services, { actor, ids, as });
  expect(await row(ids[0] ?? "")).toMatchObject({ is_visible: false, is_used: true });
  expect(await markTicketTypes(services, { actor, ids, as: "shown" })).toEqual(
    done({ changed: expect.arrayContaining(ids) }),
  );
  expect(await whats(ids[1] ?? "")).toEqual(["shown", "marked_used", "hidden", "created"]);
});

it("the quick purchase is one type: choosing another ends the one before, on its row and in the contents (B6-05, B9-08, B12-14)", async () => {
  const night = await season.night();
  const [one, two] = [await made({ events: [night] }), await made({ events: [night] })];
  await Promise.all([one, two].map((id) => chooseQuickPurchase(services, { actor, id, as: "on" })));
  await chooseQuickPurchase(services, { actor, id: one, as: "on" });
  const chosen = await client.query("SELECT id FROM tickets WHERE is_quick_purchase");
  expect(chosen.rows).toEqual([{ id: one }]);
  expect(await content("quick_purchase")).toEqual({ ticket_id: one });
  await chooseQuickPurchase(services, { actor, id: two, as: "off" });
  expect(await content("quick_purchase")).toEqual({ ticket_id: one });
  await chooseQuickPurchase(services, { actor, id: one, as: "off" });
  expect(await content("quick_purchase")).toEqual({ ticket_id: null });
});

const search = (about: Partial<Parameters<typeof listTypes>[1]> = {}) =>
  services.database.withActor(actor, (sql) =>
    listTypes(sql, {
      text: "",
      filter: "all",
      kind: "every",
      night: null,
      sort: "night",
      direction: "asc",
      page: 1,
      ...about,
    }),
  );

describe("the list of ticket types", () => {
  it("finds words in name, description and the names of the nights (B5-01, B6-01, B5-24)", async () => {
    const night = await season.night({ title: "Noaptea Căutată" });
    const id = await made({ events: [night], type: "Terasa Unică", description: "Pe dig, sus" });
    for (const text of ["terasa unică", "PE DIG", "căutată", "UNICA cautata dig"])
      expect((await search({ text })).types.map((type) => type.id)).toEqual([id]);
  });

  it("is that of one night, with its counts, where a night is chosen from those to come", async () => {
    const [night, other, past] = await Promise.all([
      season.night({ title: "Noaptea aleasă" }),
      season.night({ title: "Noaptea vecină" }),
      season.night({ title: "Noaptea trecută", inDays: -3 }),
    ]);
    const both = await season.ticketType({ events: [night, other] });
    const own = await season.ticketType({ events: [night], isVisible: false });
    await season.ticketType({ events: [other] });
    const old = await season.ticketType({ events: [past] });
    const listed = await search({ night });
    expect(new Set(listed.types.map((type) => type.id))).toEqual(new Set([both, own]));
    expect(listed.counts).toMatchObject({ all: 2, visible: 1, hidden: 1 });
    expect((await search({ night, filter: "hidden" })).types.map((type) => type.id)).toEqual([own]);
    const offered = listed.nightsToChoose.map(({ id }) => id);
    expect(offered).toEqual(expect.arrayContaining([night, other]));
    expect(offered).not.toContain(past);
    const before = await search({ night: past });
    expect([
      before.types.map((type) => type.id),
      before.nightsToChoose.some(({ id }) => id === past),
    ]).toEqual([[old], true]);
  });

  it("filters by visible, hidden, special, available and used, and counts each (B5-02, B6-12)", async () => {
    const night = await season.night();
    const [hidden, used] = [await made({ events: [night] }), await made({ events: [night] })];
    const couple = await made({ events: [night], type: "Couple Ticket" });
    const ballroom = await made({ events: [night], type: "Ballroom" });
    await markTicketTypes(services, { actor, ids: [hidden], as: "hidden" });
    await markTicketTypes(services, { actor, ids: [used], as: "marked_used" });
    const ids = async (filter: Parameters<typeof search>[0]) =>
      (await search(filter)).types.map((type) => type.id);
    expect(await ids({ filter: "hidden" })).toContain(hidden);
    expect(await ids({ filter: "visible" })).not.toContain(hidden);
    expect(await ids({ filter: "used" })).toContain(used);
    expect(await ids({ filter: "unused" })).not.toContain(used);
    expect(await ids({ filter: "special" })).toContain(couple);
    expect(await ids({ kind: "special" })).not.toContain(ballroom);
    const named = await search({ text: "Ballroom" });
    expect([named.total, named.counts.all, named.counts.hidden]).toEqual([1, 1, 0]);
    const { counts } = await search();
    expect(counts.visible + counts.hidden).toBe(counts.all);
    expect(counts.used + counts.unused).toBe(counts.all);
  });

  it("says no more left of a type than its night has places for, and sorts by it; an add-on needs none", async () => {
    const [night, other] = [await season.night({ capacity: 100 }), await season.night({ capacity: 100 })];
    const made = async (title: string, more: { entries?: number; capacity?: number } = {}) =>
      season.ticketType({ events: [night], title, capacity: 70, ...more });
    const [single, couple, parking] = [
      await made("Prinsă 1"),
      await made("Prinsă 2", { entries: 2 }),
      await made("Prinsă 3", { entries: 0, capacity: 6 }),
    ];
    const free = await season.ticketType({ events: [other], title: "Prinsă 4", capacity: 5 });
    const left = async () => {
      const { types } = await search({ text: "Prinsă", sort: "left", direction: "asc" });
      return types.map((type) => [type.id, type.left]);
    };
    const taken = (n: number) =>
      season.client.query("UPDATE stock_counters SET sold = $2 WHERE id = $1", [night, n]);
    expect(new Map((await left()) as [string, number][]).get(single)).toBe(70);
    await taken(93);
    expect(await left()).toEqual([
      [couple, 3],
      [free, 5],
      [parking, 6],
      [single, 7],
    ]);
    await taken(100);
    expect((await left()).slice(0, 2).map(([, n]) => n)).toEqual([0, 0]);
    const few = await search({ filter: "few", text: "Prinsă" });
    expect(few.types.every((type) => type.left > 0)).toBe(true);
  });

  it("filters by few units left: on sale, for a night to come, above none", async () => {
    const [night, over, cancelled] = [
      await season.night({ title: "Noaptea rară" }),
      await season.night({ title: "Noaptea rară", inDays: -3 }),
      await season.night({ title: "Noaptea rară" }),
    ];
    await season.db`UPDATE events SET cancelled_at = now() WHERE id = ${cancelled}`;
    const few = await made({ events: [over, night], left: 9 });
    await made({ events: [night], left: 10 });
    await made({ events: [over], left: 9 });
    await made({ events: [cancelled], left: 9 });
    await made({ events: [night], left: 0 });
    const hidden = await made({ events: [night], left: 9 });
    await markTicketTypes(services, { actor, ids: [hidden], as: "hidden" });
    await season.db`UPDATE tickets SET stripe_price_id = id::text, price_agreed_at = now()`;
    const list = await search({ filter: "few", text: "Noaptea rară" });
    expect(list.types.map((type) => type.id)).toEqual([few]);
    expect([list.counts.few, list.total]).toEqual([1, 1]);
    const every = await search({ filter: "few" });
    expect(every.counts.few).toBe(every.total);
  });

  it("shows types of nights to come before those of past nights, in both directions", async () => {
    const night = (inDays: number) => season.night({ title: "Noaptea rândului", inDays });
    const [past, soon, later] = [await night(-5), await night(2), await night(9)];
    const ids = [
      await made({ events: [soon] }),
      await made({ events: [past] }),
      await made({ events: [past, later] }),
    ];
    const order = async (direction: "asc" | "desc") =>
      (await search({ text: "Noaptea rândului", direction })).types.map(({ id }) => ids.indexOf(id));
    expect(await order("asc")).toEqual([0, 2, 1]);
    expect(await order("desc")).toEqual([2, 0, 1]);
  });
});

it("one ticket type is read with everything that its form and the list of passes show (B6-13, B5-25)", async () => {
  const night = await season.night({ title: "Noaptea Citită" });
  const id = await made({ events: [night], isSeasonPass: true, description: "Tot sezonul", entries: 2 });
  expect(await services.database.withActor(actor, (sql) => findType(sql, id))).toMatchObject({
    type: "Intrare generală",
    price: 12_000,
    priceId: null,
    entries: 2,
    description: "Tot sezonul",
    imageUrl: null,
    imagePosition: "center",
    capacity: 100,
    sold: 0,
    held: 0,
  });
  const event = await services.database.withActor(actor, (sql) => findEvent(sql, night));
  expect(event?.types).toMatchObject([{ id, type: "Intrare generală", nights: 1 }]);
});

it("a type that is being sold is saved without waiting for a transaction that sells it: that one waits for the counter", async () => {
  const events = [await season.night()];
  const id = await made({ events });
  const seller = new pg.Client(prepared.ownerUrl);
  await seller.connect();
  try {
    // what the insert of a ticket does to its type, before the units are taken
    await seller.query("BEGIN");
    await seller.query("SELECT FROM tickets WHERE id = $1 FOR KEY SHARE", [id]);
    expect(await edit(id, { events, entries: 2 })).toMatchObject({ ok: true });
    await seller.query("SELECT FROM stock_counters WHERE id = $1 FOR UPDATE", [id]);
  } finally {
    await seller.end();
  }
});

it("a type's sale begins before the last of its nights is over, in a new type and in a saved one", async () => {
  const [first, last] = [await season.night({ inDays: 5 }), await season.night({ inDays: 9 })];
  const on = (days: number) => ({ saleStartsAt: instantOf(inDays(days), "12:00") });
  const create = (events: string[], days: number) =>
    createTicketType(services, { actor, form: form({ ...on(days), events }) });
  const late = refused({ reason: "after_end", what: "type", type: "Intrare generală" });
  expect(await create([first], 7)).toEqual(late);
  const { id } = succeeded(await create([first, last], 7));
  const save = (events: string[]) =>
    editTicketType(services, {
      actor,
      id,
      version: 1,
      stock: { kind: "unchanged" },
      form: form({ ...on(7), events }),
    });
  expect(await save([first])).toEqual(late);
  expect(await save([last])).toMatchObject({ ok: true });
});

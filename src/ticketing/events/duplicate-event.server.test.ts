import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { openStage } from "#test/support/stage.ts";
import { createVoucher } from "#ticketing/orders/vouchers/create-voucher.server.ts";
import type { VoucherForm } from "#ticketing/orders/vouchers/voucher-form.ts";
import { duplicateEvent } from "./duplicate-event.server.ts";
import type { CopyForm } from "./duplicate-event-form.ts";
import { findCopySource, findEvent } from "./office-event-queries.server.ts";

const { season, client, db, site: services } = await openStage();
const actor = await season.person("admin");

const form = (about: Partial<CopyForm> = {}): CopyForm => ({
  title: "Luna Plină, din nou",
  name: "Luna Plină II",
  date: "2030-07-25",
  time: "22:30",
  parts: ["artists", "picture"],
  types: [],
  ...about,
});

async function night() {
  const id = await season.night({ title: "Luna Plină", capacity: 640 });
  const artist = newId();
  await db`INSERT INTO artists (id, name, bio) VALUES (${artist}, 'Pelin', 'Cântă.')`;
  await db`INSERT INTO event_artists (event_id, artist_id) VALUES (${id}, ${artist})`;
  await db`INSERT INTO pictures (url, width, height, sources) VALUES (${`/${id}.webp`}, 1, 1, '[]')`;
  await db`UPDATE events SET date = '2030-07-18', image_url = ${`/${id}.webp`}, image_position = 'top', light = '#123456' WHERE id = ${id}`;
  return { id, artist };
}

const copyOf = (id: string, about: Partial<CopyForm> = {}) =>
  duplicateEvent(services, { actor, id, form: form(about) });
const source = (id: string) => services.database.withActor(actor, (sql) => findCopySource(sql, id));

describe("the copy of a night", () => {
  it("is a draft with name and title of its own, the same description, picture, artists and places, of which none are taken", async () => {
    const { id, artist } = await night();
    await db`UPDATE stock_counters SET sold = 300, held = 4 WHERE id = ${id}`;
    const copied = succeeded(await copyOf(id));
    const rows =
      await db`SELECT e.name, e.title, e.date::text, to_char(e.time, 'HH24:MI') AS time, e.is_available, e.publish_at, e.image_url, e.image_position, e.light, c.capacity, c.sold, c.held,
         ARRAY(SELECT artist_id FROM event_artists WHERE event_id = e.id) AS artists
       FROM events e JOIN stock_counters c USING (id) WHERE id = ${copied.id}`;
    expect(rows[0]).toEqual({
      name: "Luna Plină II",
      title: "Luna Plină, din nou",
      date: "2030-07-25",
      time: "22:30",
      is_available: true,
      publish_at: null,
      image_url: `/${id}.webp`,
      image_position: "top",
      light: "#123456",
      capacity: 640,
      sold: 0,
      held: 0,
      artists: [artist],
    });
    const bare = await copyOf(id, { parts: [] });
    const left = await client.query(
      "SELECT image_url, (SELECT count(*)::int FROM event_artists WHERE event_id = $1) AS artists FROM events WHERE id = $1",
      [bare.ok ? bare.value.id : null],
    );
    expect(left.rows).toEqual([{ image_url: null, artists: 0 }]);
  });

  it("has copies of the types of this night alone, with nothing sold, sold as many days later, without a price at the provider", async () => {
    const { id } = await night();
    const type = await season.ticketType({ events: [id], capacity: 45, title: "Terasa", entries: 2 });
    await db`UPDATE stock_counters SET sold = 9 WHERE id = ${type}`;
    // the clocks go forward between the two nights: the hour stays the same in Bucharest
    await db`UPDATE events SET date = '2030-03-28' WHERE id = ${id}`;
    await db`UPDATE tickets SET sale_starts_at = '2030-03-25T10:00:00+02:00', offer_rank = 3, is_quick_purchase = true WHERE id = ${type}`;
    const copied = succeeded(await copyOf(id, { date: "2030-04-04", types: [type] }));
    const rows =
      await db`SELECT t.event_id, t.type, t.entries, t.stripe_price_id, t.price_agreed_at, t.offer_rank, t.is_quick_purchase, t.sale_ends_at, c.capacity, c.sold,
         to_char(t.sale_starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS starts
       FROM tickets t JOIN stock_counters c USING (id) WHERE id = ANY(${copied.types}::uuid[])`;
    expect(rows).toEqual([
      {
        event_id: copied.id,
        type: "Terasa",
        entries: 2,
        capacity: 45,
        sold: 0,
        stripe_price_id: null,
        price_agreed_at: null,
        offer_rank: null,
        is_quick_purchase: false,
        starts: "2030-04-01 07:00",
        sale_ends_at: null,
      },
    ]);
  });

  it("is linked to a type of several nights, which keeps its one counter; not to a sold pass", async () => {
    const { id } = await night();
    const other = await season.night();
    const couple = await season.ticketType({ events: [id, other] });
    const pass = await season.ticketType({ events: [id], family: "season_pass", title: "Tot sezonul" });
    await db`UPDATE stock_counters SET sold = 2 WHERE id = ANY(${[couple, pass]}::uuid[])`;
    expect((await source(id))?.types.map(({ isShared, isSold }) => [isShared, isSold])).toEqual([
      [true, false],
      [true, true],
    ]);
    expect(await copyOf(id, { types: [couple, pass] })).toEqual({
      ok: false,
      refusal: { reason: "sold_pass", type: "Tot sezonul" },
    });
    const copied = succeeded(await copyOf(id, { types: [couple] }));
    const rows = await db`SELECT count(*)::int AS n FROM event_tickets WHERE ticket_id = ${couple}`;
    expect([rows[0].n, copied.types]).toEqual([3, []]);
  });

  it("is opened and made cheaper by the codes of the night and its types, for the same uses; without them it says that a code is lacking", async () => {
    const { id } = await night();
    const hidden = await season.ticketType({ events: [id], title: "Backstage" });
    const open = await season.ticketType({ events: [id] });
    await db`UPDATE tickets SET requires_code = true WHERE id = ${hidden}`;
    const lacks = async (of: string) =>
      (await services.database.withActor(actor, (sql) => findEvent(sql, of)))?.lacksCode;
    expect(await lacks(id)).toBe(true);
    const voucher = async (name: string, bound: Partial<VoucherForm>) => {
      const ofKind = { name, kind: "percent", percent: 10, amount: null, uses: 5, perPerson: 1 } as const;
      const rest = { eventIds: null, ticketTypeIds: null, startsAt: null, endsAt: null, returnsUses: false };
      const code = name.toUpperCase().replaceAll(" ", "-");
      const codes = { kind: "typed", code } as const;
      const form = { ...ofKind, ...rest, ...bound };
      return succeeded(await createVoucher(services, { actor, form, codes })).id;
    };
    const unlock = { kind: "unlock", percent: null } as const;
    const opener = await voucher("Echipa", { ...unlock, ticketTypeIds: [hidden], eventIds: [id] });
    const cheaper = await voucher("Vara", { eventIds: [id] });
    const ofType = await voucher("Terasa", { ticketTypeIds: [open] });
    const over = await voucher("Demult", { eventIds: [id], endsAt: new Date("2020-01-01") });
    const everywhere = await voucher("Peste tot", {});
    expect((await source(id))?.codes).toEqual(["Echipa", "Terasa", "Vara"]);
    expect(await lacks(id)).toBe(false);
    const bound = async () => {
      const rows =
        await db`SELECT v.id, event_ids, ticket_type_ids, capacity FROM vouchers v JOIN stock_counters USING (id)`;
      return new Map(rows.map((row) => [row.id, [row.event_ids, row.ticket_type_ids, row.capacity]]));
    };
    const before = await bound();
    const types = [hidden, open];
    const without = succeeded(await copyOf(id, { types }));
    expect([await bound(), await lacks(without.id)]).toEqual([before, true]);
    const copied = succeeded(await copyOf(id, { types, parts: ["codes"] }));
    const [newHidden, newOpen] = copied.types;
    expect(await bound()).toEqual(
      new Map([
        [opener, [[id, copied.id], [hidden, newHidden], 5]],
        [cheaper, [[id, copied.id], null, 5]],
        [ofType, [null, [open, newOpen], 5]],
        [over, before.get(over)],
        [everywhere, [null, null, 5]],
      ]),
    );
    expect(await lacks(copied.id)).toBe(false);
    const history = await db`SELECT after FROM journal WHERE subject_id = ${cheaper} AND what = 'edited'`;
    expect(history).toEqual([{ after: { eventIds: [id, copied.id] } }]);
    await db`UPDATE vouchers SET is_on = false WHERE id = ${opener}`;
    expect(await lacks(copied.id)).toBe(true);
  });

  it("is made as a whole or not at all, of a night and types that exist", async () => {
    const { id } = await night();
    const foreign = await season.ticketType({ events: [await season.night()] });
    const count = async () => (await db`SELECT count(*)::int AS n FROM events`)[0].n;
    const before = await count();
    expect(await copyOf(id, { types: [foreign] })).toMatchObject({ refusal: { reason: "other_type" } });
    expect(await copyOf(newId())).toMatchObject({ refusal: { reason: "missing" } });
    expect(await count()).toBe(before);
  });
});

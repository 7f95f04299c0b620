import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { hasWords, wordPatterns } from "#kernel/like-pattern.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openStage } from "#test/support/stage.ts";
import { wordsOfHolder } from "#ticketing/people/person-words.ts";
import { foundPerKind, searchEverything } from "./search-queries.server.ts";

const { season, site: services } = await openStage();
const actor = { userId: (await season.person("admin")).userId, role: "admin" } as const;
const night = await season.night({ title: "Noaptea Unicornului" });
const type = await season.ticketType({ events: [night], title: "Terasa 100%" });
const artist = newId();
await season.db`INSERT INTO artists (id, name, bio, tagline) VALUES (${artist}, 'Pelin', 'x', 'Unicorn pop')`;
const search = (text: string) => services.database.withActor(actor, (sql) => searchEverything(sql, text));

describe("the search of the top bar", () => {
  it("finds nights, artists and ticket types by their words, in any case (B1-30)", async () => {
    expect((await search("unicorn")).map(({ kind, id }) => [kind, id])).toEqual([
      ["event", night],
      ["artist", artist],
      ["ticket_type", type],
    ]);
    expect((await search("ÚNICORNULUI nóaptea")).map(({ id }) => id)).toEqual([night, type]);
    expect((await search("100%")).map(({ id }) => id)).toEqual([type]);
    expect(await search("100%%")).toEqual([]);
  });

  it("shows a few of each kind", async () => {
    for (let n = 0; n <= foundPerKind; n++) await season.night({ title: `Multe ${n}` });
    expect(await search("Multe")).toHaveLength(foundPerKind);
  });

  it("finds a person and what they bought by the words of their name and address, whatever their marks and order, and nobody who has nothing", async () => {
    const { userId } = await season.person();
    await season.db`UPDATE profiles SET full_name = 'Ștefan Țârlea' WHERE id = ANY(${[userId, (await season.person()).userId]})`;
    const { purchaseIds } = await paidOrder(season.client, { userId, ticketTypeId: type, events: [night] });
    const [{ code }] =
      await season.db`SELECT ticket_code AS code FROM ticket_purchases WHERE id = ANY(${purchaseIds})`;
    const found = [
      { kind: "person", id: userId, title: "Ștefan Țârlea" },
      { kind: "purchase", id: purchaseIds[0], note: expect.stringMatching(`^${code}, `) },
    ];
    expect(await search("TARLEA stefan")).toMatchObject(found);
    expect(await search(`stefan ${userId}`)).toMatchObject(found);
    expect(await search("stefan tarlea ion")).toEqual([]);
  });

  it("finds a ticket by the name of whom it is for, whatever its marks and order, with an index at 8,000 purchases", async () => {
    const { userId } = await season.person();
    const { purchaseIds } = await paidOrder(season.client, { userId, ticketTypeId: type, events: [night] });
    await season.db`UPDATE ticket_purchases SET holder_name = 'Zoița Ștefănuță' WHERE id = ANY(${purchaseIds})`;
    const columns = Object.keys((await season.db`SELECT * FROM ticket_purchases LIMIT 1`)[0] ?? {});
    const other: Record<string, string> = {
      id: "gen_random_uuid()",
      seat_no: "n",
      ticket_code: "'FSC-' || n",
      holder_name: "'Om ' || n",
    };
    await season.client.query(
      `INSERT INTO ticket_purchases (${columns}) SELECT ${columns.map((column) => other[column] ?? column)} FROM ticket_purchases, generate_series(1000, 8999) n WHERE id = '${purchaseIds[0]}'`,
    );
    await season.client.query("VACUUM ANALYZE ticket_purchases");
    const found = [{ kind: "purchase", id: purchaseIds[0], title: "Zoița Ștefănuță" }];
    expect(await search("stefanuta ZOITA")).toMatchObject(found);
    const { rows } = await services.database.withActor(actor, (sql) =>
      sql.query(`EXPLAIN SELECT id FROM ticket_purchases WHERE ${hasWords("$1", wordsOfHolder())}`, [
        wordPatterns("stefanuta"),
      ]),
    );
    expect(JSON.stringify(rows)).toContain("ticket_purchases_holder_idx");
  });

  it("finds a guest on a list by name, with the night whose lists have it, until the name is taken off", async () => {
    await season.db`WITH counted AS (INSERT INTO stock_counters (id, kind, capacity) VALUES (gen_random_uuid(), 'guest_list', 9) RETURNING id),
      list AS (INSERT INTO guest_lists (id, event_id, name) SELECT id, ${night}, 'Presa' FROM counted RETURNING id)
      INSERT INTO listed_guests (id, list_id, event_id, name, places, added_by) SELECT gen_random_uuid(), id, ${night}, 'Ioana Vîlcu', 1, ${actor.userId} FROM list`;
    const guest = { kind: "guest", id: night, title: "Ioana Vîlcu", note: "Presa, Noaptea Unicornului" };
    expect(await search("vilcu ioana")).toMatchObject([guest]);
    await season.db`UPDATE listed_guests SET removed_at = now()`;
    expect(await search("vilcu ioana")).toEqual([]);
  });

  it("finds people for the box office too, and answers nobody without the office (B1-17)", async () => {
    const as = async (role: "user" | "box_office") => {
      const { userId } = await season.person(role);
      return services.database.withActor({ userId, role }, (sql) => searchEverything(sql, "stefan tarlea"));
    };
    expect((await as("box_office")).map(({ kind }) => kind)).toEqual(["person", "purchase"]);
    await expect(as("user")).rejects.toThrow(/permission denied/);
  });
});

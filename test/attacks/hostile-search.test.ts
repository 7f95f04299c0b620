import { text as wholeText } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createExports } from "#host/exports.ts";
import { newId } from "#kernel/id.ts";
import { fold } from "#kernel/romanian.ts";
import type { Sql } from "#platform/database/sql.ts";
import { testDatabase } from "#test/support/database.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { searchEvents } from "#ticketing/events/event-list-queries.server.ts";
import { listOfficeArtists } from "#ticketing/events/office-artist-queries.server.ts";
import { listEvents } from "#ticketing/events/office-event-queries.server.ts";
import { listTypes } from "#ticketing/events/office-type-queries.server.ts";
import { listLetters } from "#ticketing/letters/outbox-queries.server.ts";
import { exportPurchases } from "#ticketing/reports/export-purchases.server.ts";
import { countPurchases, listPurchases } from "#ticketing/reports/purchase-list-queries.server.ts";
import { everyPurchase, type PurchaseSearch } from "#ticketing/reports/purchase-search.ts";
import { searchEverything } from "#ticketing/reports/search-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

const database = await testDatabase();
const season = await openSeasonBuilder(database.ownerUrl);
const site = await testServices(database);
const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;
const asAdmin = <T>(work: (sql: Sql) => Promise<T>) => site.database.readAs(admin, work);

/** Texts with a meaning in a grammar on the way: SQL, its patterns, JavaScript's replacements, CSV. */
const hostile = [
  "$'",
  "$`",
  "$&",
  "$$",
  "$1",
  "$2",
  "\\'",
  "'",
  '"',
  "%",
  "_",
  "\\",
  "''",
  "$x$",
  "--",
  "{},",
  "]]",
];
const withNul = ["\0'", "$\0'", "Ana\0"];

type Named = { readonly name: string; readonly kind: "person" | "night" | "type"; readonly code: string };
const purchases: Named[] = [];

/**
 * For each text a person, a night and a type of that name, each with a purchase; and as many more whose name contains
 * it.
 */
async function fill(times: number): Promise<void> {
  const plain = {
    person: (await season.person()).userId,
    night: await season.night({ title: "Noapte obișnuită", capacity: 100_000 }),
  };
  const plainType = await season.ticketType({
    events: [plain.night],
    title: "Bilet obișnuit",
    capacity: 100_000,
  });
  for (const [place, text] of hostile.entries()) {
    const name = `Ana ${text} Pop`;
    const person = (await season.person()).userId;
    await season.client.query("UPDATE profiles SET full_name = $2 WHERE id = $1", [person, name]);
    const night = await season.night({ title: name });
    const type = await season.ticketType({ events: [plain.night], title: name });
    await season.client.query("INSERT INTO artists (id, name, bio, featured) VALUES ($1, $2, '-', true)", [
      newId(),
      name,
    ]);
    await season.client.query(
      "INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, state) VALUES ($1, 'welcome', $2, $2, $2, 'sent')",
      [newId(), `${name}@exemplu.ro`],
    );
    for (const [kind, of] of [
      ["person", { userId: person, ticketTypeId: plainType, events: [plain.night] }],
      ["night", { userId: plain.person, ticketTypeId: plainType, events: [night] }],
      ["type", { userId: plain.person, ticketTypeId: type, events: [plain.night] }],
    ] as const) {
      const { purchaseIds } = await paidOrder(season.client, {
        ...of,
        quantity: 1,
        entries: 1,
        price: 11_000,
        family: "ordinary" as const,
      });
      const { rows } = await season.client.query("SELECT ticket_code FROM ticket_purchases WHERE id = $1", [
        purchaseIds[0],
      ]);
      purchases.push({ name, kind, code: rows[0].ticket_code });
    }
    if (times > 1) await multiply(name, place, times - 1);
  }
}

async function multiply(name: string, place: number, times: number): Promise<void> {
  await season.client.query("BEGIN");
  await season.client.query("SET LOCAL session_replication_role = replica");
  const more = (statement: string, ...values: unknown[]) =>
    season.client.query(`${statement} FROM generate_series(1, $1::int) n`, [times, name, ...values]);
  await more(
    "INSERT INTO profiles (id, full_name, email) SELECT gen_random_uuid(), $2, $3 || n || '@exemplu.ro'",
    `p${place}x`,
  );
  await more(
    "INSERT INTO events (id, name, title, description, date, location) SELECT gen_random_uuid(), $2, $2, '-', current_date + 20, 'Plaja'",
  );
  await more("INSERT INTO tickets (id, type, price) SELECT gen_random_uuid(), $2, 10000");
  await more("INSERT INTO artists (id, name, bio, featured) SELECT gen_random_uuid(), $2, '-', true");
  await season.client.query(
    "INSERT INTO stock_counters (id, kind, capacity) SELECT id, 'places', 10 FROM events e WHERE NOT EXISTS (SELECT FROM stock_counters c WHERE c.id = e.id)",
  );
  await season.client.query(
    "INSERT INTO stock_counters (id, kind, capacity) SELECT id, 'units', 10 FROM tickets t WHERE NOT EXISTS (SELECT FROM stock_counters c WHERE c.id = t.id)",
  );
  await season.client.query("COMMIT");
}

async function exported(search: Partial<PurchaseSearch>, columns: "purchases" | "report"): Promise<string[]> {
  const file = await exportPurchases(site, {
    actor: admin,
    as: "csv",
    search: { ...everyPurchase, ...search },
    columns,
  });
  if (!file.ok) throw new Error(file.refusal.reason);
  const [, ...lines] = (await wholeText(file.value)).trimEnd().split("\n");
  return lines;
}

const codesOf = (lines: readonly string[]) =>
  lines.map((line) => /"(FSC-[\d-]+)"/.exec(line)?.[1] ?? line).sort();
const bearing = (text: string) => (one: { name: string }) =>
  fold(one.name).includes(fold(text.replaceAll("\0", "")));

/** The texts of a table that have these words, as the database's owner finds them without any pattern. */
async function held(table: string, column: string, text: string): Promise<number> {
  const { rows } = await season.client.query(`SELECT ${column} AS name FROM ${table}`);
  return rows.filter(bearing(text)).length;
}

for (const times of [1, 1001])
  describe(`with ${times} of each name`, () => {
    beforeAll(() => fill(times), 300_000);
    // the second filling must be alone
    afterAll(async () => {
      purchases.length = 0;
      await season.client.query(
        "TRUNCATE ticket_purchases, orders, ledger_entries, payments, letters, artists, event_tickets, tickets, events, stock_counters, sales_deltas CASCADE",
      );
      await season.client.query("DELETE FROM profiles WHERE role = 'user'");
    });

    for (const text of [...hostile, ...withNul]) {
      const quoted = JSON.stringify(text);
      it(`a search for ${quoted} finds the purchases that have it, and nothing in it is taken for SQL or a pattern`, async () => {
        const expected = purchases
          .filter(bearing(text))
          .map(({ code }) => code)
          .sort();
        expect(expected.length).toBeGreaterThan(0);
        const search = { ...everyPurchase, text };
        const page = await asAdmin((sql) =>
          listPurchases(sql, { search, sort: "date", direction: "desc", from: null, size: 500 }),
        );
        expect(page.rows.map(({ code }) => code).sort()).toEqual(expected);
        expect(await asAdmin((sql) => countPurchases(sql, search, 500))).toMatchObject({
          rows: expected.length,
        });
        expect(codesOf(await exported({ text }, "purchases"))).toEqual(expected);
        expect(await exported({ text, only: "counted", since: "2020-01-01" }, "report")).toHaveLength(
          expected.length,
        );
        const ofType = { type: { name: `Ana ${text} Pop` } };
        const named = purchases.filter(({ name, kind }) => kind === "type" && name === `Ana ${text} Pop`);
        if (!text.includes("\0"))
          expect(codesOf(await exported(ofType, "purchases"))).toEqual(named.map(({ code }) => code));
      });

      it(`a search for ${quoted} finds nights, artists, types and letters that have it, and no others`, async () => {
        const clean = fold(text.replaceAll("\0", ""));
        const has = (name: string) => expect(fold(name)).toContain(clean);
        const nights = await held("events", "name", text);
        const found = await searchEvents(site.database.anonymous, {
          text,
          period: "all",
          withUnavailable: true,
          limit: 100_000,
          page: 1,
        });
        for (const { title } of found.events) has(title);
        expect(found.events).toHaveLength(nights);
        const inOffice = await asAdmin((sql) =>
          listEvents(sql, { text, when: "all", state: "all", sort: "date", direction: "asc", page: 1 }),
        );
        for (const { name } of inOffice.events) has(name);
        expect(inOffice.total).toBe(nights);
        const artists = await asAdmin((sql) => listOfficeArtists(sql, { text, only: "all", page: 1 }));
        for (const { name } of artists.artists) has(name);
        expect(artists.total).toBe(await held("artists", "name", text));
        const types = await asAdmin((sql) =>
          listTypes(sql, {
            text,
            filter: "all",
            kind: "every",
            night: null,
            sort: "type",
            direction: "asc",
            page: 1,
          }),
        );
        for (const { type } of types.types) has(type);
        expect(types.total).toBe(await held("tickets", "type", text));
        const letters = await asAdmin((sql) => listLetters(sql, { text, state: "all", page: 1 }));
        for (const { recipient } of letters.letters) has(recipient);
        // addresses are not folded
        const plain = text.replaceAll("\0", "").toLowerCase();
        const { rows } = await season.client.query("SELECT recipient FROM letters");
        const sent = rows.filter(({ recipient }) => recipient.toLowerCase().includes(plain));
        expect(letters.total).toBe(sent.length);
        const everything = await asAdmin((sql) => searchEverything(sql, text));
        expect(new Set(everything.map(({ kind }) => kind))).toEqual(
          new Set(["event", "artist", "ticket_type", "purchase", "person"]),
        );
        for (const { kind, title } of everything) if (kind !== "purchase") has(title);
      });
    }
  });

describe("a name that is a program", () => {
  const victim = "ales@exemplu.ro";
  const becomeAdmin = `UPDATE profiles SET role=$a$admin$a$WHERE email=$a$${victim}$a$`;
  const asIdentity = "EXECUTE $a$SET ROLE app$a$||chr(95)||$a$identity$a$";
  /** Each as a name that contains the searched text: quotes that are doubled, dollars that a replacement eats. */
  const programs = [
    `$')))TO STDOUT;COMMIT;DO $$$$BEGIN ${asIdentity};${becomeAdmin};END$$$$--`,
    `')))TO STDOUT;COMMIT;DO $$BEGIN ${asIdentity};${becomeAdmin};END$$--`,
    `\\')))TO STDOUT;COMMIT;DO $$BEGIN ${asIdentity};${becomeAdmin};END$$--`,
    `'; COMMIT; SET ROLE app_identity; ${becomeAdmin}; --`,
  ];

  it("nobody becomes administrator through the name of a stranger in an export", async () => {
    await season.client.query("INSERT INTO profiles (id, full_name, email) VALUES ($1, 'Cineva', $2)", [
      newId(),
      victim,
    ]);
    const files = createExports({
      ...site,
      findVisitor: async () => ({ kind: "person", ...admin, fullName: null, email: "a@exemplu.ro" }),
    } as unknown as SiteServices);
    for (const [place, program] of programs.entries()) {
      expect(program.length).toBeLessThanOrEqual(200);
      await season.client.query(
        `INSERT INTO profiles (id, full_name, email) SELECT gen_random_uuid(), $1, $2 || n || '@exemplu.ro' FROM generate_series(1, 1001) n`,
        [program, `program${place}x`],
      );
      for (const file of ["purchases", "reports"]) {
        const answer = await files.request(`/${file}.csv?q=${encodeURIComponent(program)}`);
        await answer.text().catch(() => "cut");
        const { rows } = await season.client.query(
          "SELECT email FROM profiles WHERE role <> 'user' AND id <> $1",
          [admin.userId],
        );
        expect(rows).toEqual([]);
        expect(answer.status).toBe(200);
      }
    }
  });
});

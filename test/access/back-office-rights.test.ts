import { expect, it } from "vitest";
import { siteOrigin, testAccounts } from "#test/support/accounts.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { findVisitor } from "#web/request/who-asks.server.ts";
import { quoted } from "./filled-database.ts";
import { rights } from "./sight-table.ts";

/**
 * The matrix of the back-office once more below the screens: who sent a request is found as the site finds it, and
 * what the transaction of that person may write is tried in plain SQL.
 */
const { database, identity, owner, ownerUrl } = await testAccounts();
const season = await openSeasonBuilder(ownerUrl);

type Client = { query: (statement: string) => Promise<unknown> };
type Verb = "insert" | "update" | "remove";

const { rows: columns } = await owner.query<{ relation: string; column: string; type: string }>(
  `SELECT n.nspname || '.' || c.relname AS relation, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE n.nspname IN ('public', 'identity') AND a.attidentity = '' AND a.attgenerated = '' ORDER BY a.attnum`,
);

/** Everything that some form of the back-office writes as the administrator, as a statement that touches no row. */
const written = Object.entries(rights).flatMap(([relation, { admin = {} }]) => {
  const table = quoted(relation);
  const of = (verb: "insert" | "update") => {
    const names = admin[verb];
    return columns.find(
      (one) => one.relation === relation && (names === "every column" || names?.includes(one.column)),
    );
  };
  const [inserted, updated] = [of("insert"), of("update")];
  const statements: [Verb, string | undefined][] = [
    [
      "insert",
      inserted && `INSERT INTO ${table} ("${inserted.column}") SELECT NULL::${inserted.type} WHERE false`,
    ],
    ["update", updated && `UPDATE ${table} SET "${updated.column}" = NULL::${updated.type} WHERE false`],
    ["remove", admin.remove && `DELETE FROM ${table} WHERE false`],
  ];
  return statements.flatMap(([verb, statement]) =>
    statement === undefined ? [] : [{ what: `${verb} ${relation}`, relation, verb, statement }],
  );
});

const refusals = new Set(["42501", "25006"]);

async function isAllowed(client: Client, statement: string): Promise<boolean> {
  await client.query("SAVEPOINT tried");
  try {
    await client.query(statement);
    return true;
  } catch (error) {
    if (!refusals.has((error as { code: string }).code)) throw error;
    return false;
  } finally {
    await client.query("ROLLBACK TO SAVEPOINT tried");
  }
}

async function whatMay(client: Client): Promise<string[]> {
  const allowed: string[] = [];
  for (const { what, statement } of written) if (await isAllowed(client, statement)) allowed.push(what);
  return allowed;
}

const everything = written.map(({ what }) => what);
/** What others write of these as well, such as their own name. */
const ownThings = (role: "customer" | "gate") =>
  written.filter(({ relation, verb }) => rights[relation]?.[role]?.[verb]).map(({ what }) => what);

it.each([
  ["nobody", null, () => []],
  ["the demo's flag alone", "flag", () => []],
  ["a customer", "user", () => ownThings("customer")],
  ["door staff", "gate", () => ownThings("gate")],
  ["an administrator", "admin", () => everything],
  ["who was an administrator until now", "demoted", () => ownThings("customer")],
] as const)(
  "%s writes with a statement what the table of rights says (I22, D12, B13-01, attack 73)",
  async (_, who, due) => {
    let cookie = who === "flag" ? "secretAdminAccess=true" : "";
    if (who !== null && who !== "flag") {
      const { userId, token } = await season.person(who === "demoted" ? "admin" : who);
      cookie = `__Host-session=${token}; secretAdminAccess=true`;
      if (who === "demoted") await owner.query("UPDATE profiles SET role = 'user' WHERE id = $1", [userId]);
    }
    const request = {
      headers: new Headers({ cookie }),
      url: `${siteOrigin}/admin/events?secretAdminAccess=true`,
    };
    const visitor = await findVisitor(request, {
      identity,
      origin: siteOrigin,
    });
    let allowed: string[];
    if (visitor.kind === "anonymous") {
      const client = await database.anonymous.$client.connect();
      await client.query("BEGIN");
      allowed = await whatMay(client).finally(() => client.query("ROLLBACK").then(() => client.release()));
    } else allowed = await database.withActor(visitor, (sql) => whatMay(sql.$client as unknown as Client));
    expect(allowed).toEqual(due());
    expect(everything.length).toBeGreaterThan(20);
  },
);

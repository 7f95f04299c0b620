import { expect, it } from "vitest";
import type { Sql } from "#platform/database/sql.ts";
import { siteOrigin, testAccounts } from "#test/support/accounts.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { findVisitor } from "#web/request/visitor.server.ts";
import { quoted } from "./filled-database.ts";
import { rights } from "./visible-rows.ts";

/**
 * The matrix of the back-office again, below the screens: the person of a request is found as the site finds it, and
 * plain SQL tries what that person's transaction may write.
 */
const { database, identity, db, ownerUrl } = await testAccounts();
const season = await openSeasonBuilder(ownerUrl);

type Verb = "insert" | "update" | "remove";

const columns = await db<{
  relation: string;
  column: string;
  type: string;
}>`SELECT n.nspname || '.' || c.relname AS relation, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE n.nspname IN ('public', 'identity') AND a.attidentity = '' AND a.attgenerated = '' ORDER BY a.attnum`;

/** Everything that a form of the back-office writes as the administrator, as a statement that matches no row. */
const written = Object.entries(rights).flatMap(([relation, { admin = {} }]) => {
  const table = quoted(relation);
  const of = (verb: "insert" | "update") => {
    const names = admin[verb];
    return columns.find(
      (one) => one.relation === relation && (names === "every column" || names?.includes(one.column)),
    );
  };
  const [inserted, updated] = [of("insert"), of("update")];
  const statements: [Verb, string | undefined, string?][] = [
    [
      "insert",
      inserted && `INSERT INTO ${table} ("${inserted.column}") SELECT NULL::${inserted.type} WHERE false`,
      inserted?.column,
    ],
    [
      "update",
      updated && `UPDATE ${table} SET "${updated.column}" = NULL::${updated.type} WHERE false`,
      updated?.column,
    ],
    ["remove", admin.remove && `DELETE FROM ${table} WHERE false`],
  ];
  return statements.flatMap(([verb, statement, column]) =>
    statement === undefined ? [] : [{ what: `${verb} ${relation}`, relation, verb, statement, column }],
  );
});

const refusals = new Set(["42501", "25006"]);

async function isAllowed(sql: Sql, statement: string): Promise<boolean> {
  try {
    await sql.query(statement);
    return true;
  } catch (error) {
    if (!refusals.has((error as { code: string }).code)) throw error;
    return false;
  }
}

async function whatMay(mayRun: (statement: string) => Promise<boolean>): Promise<string[]> {
  const allowed: string[] = [];
  for (const { what, statement } of written) if (await mayRun(statement)) allowed.push(what);
  return allowed;
}

/** Runs within a transaction, which goes on after a refusal. */
async function isAllowedWithin(sql: Sql, statement: string): Promise<boolean> {
  await sql.query("SAVEPOINT tried");
  return isAllowed(sql, statement).finally(() => sql.query("ROLLBACK TO SAVEPOINT tried"));
}

const everything = written.map(({ what }) => what);
/** Customers and gate staff may write some of these as well, such as their own name. */
const ownThings = (role: "customer" | "gate") =>
  written
    .filter(({ relation, verb, column }) => {
      const may = rights[relation]?.[role]?.[verb];
      // of a table that both write, each may write columns of its own
      return Array.isArray(may) && column !== undefined ? may.includes(column) : may !== undefined;
    })
    .map(({ what }) => what);

it.each([
  ["nobody", null, () => []],
  ["the demo's flag alone", "flag", () => []],
  ["a customer", "user", () => ownThings("customer")],
  ["gate staff", "gate", () => ownThings("gate")],
  ["an administrator", "admin", () => everything],
  ["a former administrator", "demoted", () => ownThings("customer")],
] as const)(
  "%s writes with a statement what the table of rights says (I22, D12, B13-01, attack 73)",
  async (_, who, due) => {
    let cookie = who === "flag" ? "secretAdminAccess=true" : "";
    if (who !== null && who !== "flag") {
      const { userId, token } = await season.person(who === "demoted" ? "admin" : who);
      cookie = `__Host-session=${token}; secretAdminAccess=true`;
      if (who === "demoted") await db`UPDATE profiles SET role = 'user' WHERE id = ${userId}`;
    }
    const request = {
      headers: new Headers({ cookie }),
      url: `${siteOrigin}/admin/events?secretAdminAccess=true`,
    };
    const visitor = await findVisitor(request, {
      identity,
      origin: siteOrigin,
    });
    const allowed =
      visitor.kind === "anonymous"
        ? await whatMay((statement) => isAllowed(database.anonymous, statement))
        : await database.withActor(visitor, (sql) => whatMay((statement) => isAllowedWithin(sql, statement)));
    expect(allowed).toEqual(due());
    expect(everything.length).toBeGreaterThan(20);
  },
);

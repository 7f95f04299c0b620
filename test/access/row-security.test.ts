import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { asRole, filledDatabase, quoted, relations } from "./filled-database.ts";
import { columnsSeen, type RoleKey, roleKeys, situationsOf, viewOf, visibleRows } from "./visible-rows.ts";

const { owner, login, ana, dan } = await filledDatabase();
const all = await relations(owner);

const situations = situationsOf({ ana, dan, nobody: newId() });

async function rowsSeen(relation: string, role: RoleKey, set: string): Promise<number | "refused"> {
  try {
    await login.query(`BEGIN; ${asRole(role)}; ${set}`);
    const { rows } = await login.query(`SELECT count(*)::int AS n FROM ${quoted(relation)}`);
    return rows[0].n;
  } catch (error) {
    if ((error as { code?: string }).code !== "42501") throw error;
    return "refused";
  } finally {
    await login.query("ROLLBACK");
  }
}

async function rowsThereFor(relation: string, role: RoleKey, me: string | null): Promise<number | "refused"> {
  const condition = role === "login" ? undefined : visibleRows[relation]?.[role];
  if (condition === undefined) return "refused";
  const question =
    viewOf[relation] ?? `SELECT count(*)::int AS n FROM ${quoted(relation)} WHERE ${condition}`;
  const { rows } = await owner.query(
    question.replaceAll(":me", me === null ? "NULL::uuid" : `'${me}'::uuid`),
  );
  return rows[0].n;
}

describe("every table and view", () => {
  it("has a line in the table of visible rows, and rows in this database", async () => {
    expect(all.map(({ name }) => name)).toEqual(Object.keys(visibleRows).sort());
    for (const { name, isTable } of all) {
      if (!isTable) continue;
      const { rows } = await owner.query(`SELECT count(*)::int AS n FROM ${quoted(name)}`);
      expect(rows[0].n, name).toBeGreaterThan(0);
    }
  });

  it.each(roleKeys)("shows the role %s its own rows and public ones, and no others (I22)", async (role) => {
    const seen: Record<string, number | "refused"> = {};
    const due: Record<string, number | "refused"> = {};
    for (const { name } of all) {
      for (const situation of situations) {
        const cell = `${name} ${situation.name}`;
        const rows = await rowsSeen(name, role, situation.set);
        // With row_security off the server refuses a query that it would have to filter; without a filter it answers.
        const isOff = situation.name.endsWith("off");
        seen[cell] = rows;
        due[cell] = isOff && rows === "refused" ? "refused" : await rowsThereFor(name, role, situation.me);
      }
    }
    expect(Object.keys(seen)).toHaveLength(all.length * situations.length);
    expect(seen).toEqual(due);
  });

  it("refuses `row_security = off` wherever rows are filtered", async () => {
    for (const [relation, role] of [
      ["public.orders", "customer"],
      ["public.ticket_purchases", "customer"],
      ["public.tickets", "anon"],
      ["public.stripe_user_orders", "customer"],
    ] as const)
      expect(await rowsSeen(relation, role, "SET LOCAL row_security = off"), relation).toBe("refused");
  });

  it("shows a column only to roles that may see it", async () => {
    const { rows } = await owner.query<{
      relation: string;
      role: RoleKey;
      columns: string[];
      seen: string[];
    }>(
      `SELECT n.nspname || '.' || c.relname AS relation, r.key AS role, array_agg(a.attname::text ORDER BY a.attnum) AS columns,
         array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE has_column_privilege('app_' || CASE r.key WHEN 'login' THEN 'login_public' ELSE r.key END, c.oid, a.attnum, 'SELECT')) AS seen
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       CROSS JOIN unnest($1::text[]) AS r(key)
       WHERE n.nspname IN ('public', 'identity') AND c.relkind IN ('r', 'p', 'v') GROUP BY 1, 2`,
      [roleKeys],
    );
    for (const { relation, role, columns, seen } of rows) {
      const sight = role === "login" ? undefined : visibleRows[relation]?.[role];
      const due = sight === undefined ? null : (columnsSeen[relation]?.[role] ?? columns);
      expect(seen && [...seen].sort(), `${relation} for ${role}`).toEqual(due && [...due].sort());
    }
    expect(rows.length).toBe(all.length * roleKeys.length);
  });
});

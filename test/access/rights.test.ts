import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { queriesOf } from "#test/support/queries.ts";
import { asRole, filledDatabase, quoted, relations } from "./filled-database.ts";
import { type Rights, type RoleKey, rights, roleKeys, visibleRows } from "./visible-rows.ts";

const { owner, login, ana, dan } = await filledDatabase();
const db = queriesOf(owner);
const all = await relations(owner);
await db`UPDATE ticket_purchases SET status = 'refunded' WHERE user_id = ${dan}`;
const columnRows = await db<{
  relation: string;
  column: string;
  type: string;
}>`SELECT n.nspname || '.' || c.relname AS relation, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE n.nspname IN ('public', 'identity') AND c.relkind IN ('r', 'p') AND a.attidentity = '' AND a.attgenerated = '' ORDER BY a.attnum`;

/** Runs the statement, which matches no row, and rolls it back. */
async function isAllowed(role: RoleKey, statement: string): Promise<boolean> {
  try {
    await login.query(`BEGIN; ${asRole(role)}`);
    await login.query(statement);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== "42501") throw error;
    return false;
  } finally {
    await login.query("ROLLBACK");
  }
}

async function rightsFound(relation: string, role: RoleKey): Promise<Rights> {
  const columns = columnRows.filter((row) => row.relation === relation);
  const table = quoted(relation);
  const insert: string[] = [];
  const update: string[] = [];
  for (const { column, type: columnType } of columns) {
    if (await isAllowed(role, `INSERT INTO ${table} ("${column}") SELECT NULL::${columnType} WHERE false`))
      insert.push(column);
    if (await isAllowed(role, `UPDATE ${table} SET "${column}" = NULL::${columnType} WHERE false`))
      update.push(column);
  }
  const some = (allowed: string[]) => (allowed.length === columns.length ? "every column" : allowed);
  return {
    ...(insert.length > 0 ? { insert: some(insert) } : {}),
    ...(update.length > 0 ? { update: some(update) } : {}),
    ...((await isAllowed(role, `DELETE FROM ${table} WHERE false`)) ? { remove: "rows" as const } : {}),
  };
}

const sorted = ({ insert, update, ...rest }: Rights): Rights => ({
  ...rest,
  ...(insert ? { insert: Array.isArray(insert) ? [...insert].sort() : insert } : {}),
  ...(update ? { update: Array.isArray(update) ? [...update].sort() : update } : {}),
});

describe("what a role may write", () => {
  it.each(roleKeys)("is for %s exactly the table of rights, column by column (I12, I22)", async (role) => {
    for (const { name, isTable } of all) {
      if (!isTable) continue;
      expect(sorted(await rightsFound(name, role)), `${name} for ${role}`).toEqual(
        sorted(rights[name]?.[role] ?? {}),
      );
    }
  });

  it("is never a view, never TRUNCATE, REFERENCES or TRIGGER", async () => {
    const rows =
      await db`SELECT c.oid::regclass::text AS relation, r.key, p.privilege FROM pg_class c CROSS JOIN unnest(${roleKeys}::text[]) AS r(key)
       CROSS JOIN unnest(ARRAY['TRUNCATE', 'REFERENCES', 'TRIGGER', 'INSERT', 'UPDATE', 'DELETE']) AS p(privilege)
       WHERE c.relnamespace::regnamespace::text IN ('public', 'identity') AND c.relkind IN ('r', 'p', 'v')
         AND (c.relkind = 'v' OR p.privilege IN ('TRUNCATE', 'REFERENCES', 'TRIGGER')) AND has_table_privilege('app_' || CASE r.key WHEN 'login' THEN 'login_public' ELSE r.key END, c.oid, p.privilege)`;
    expect(rows).toEqual([]);
  });

  it("names only existing tables", () => {
    for (const relation of Object.keys(rights)) expect(Object.keys(visibleRows)).toContain(relation);
  });
});

/** Whole statements, as an attacker with a connection would write them. */
const attempts: [what: string, role: RoleKey, statement: (ids: { ana: string; dan: string }) => string][] = [
  [
    "raise one's own role",
    "customer",
    ({ ana: me }) => `UPDATE profiles SET role = 'admin' WHERE id = '${me}'`,
  ],
  [
    "rename somebody else",
    "customer",
    ({ dan: him }) => `UPDATE profiles SET full_name = 'X' WHERE id = '${him}'`,
  ],
  [
    "rename somebody else as administrator",
    "admin",
    ({ dan: him }) => `UPDATE profiles SET full_name = 'X' WHERE id = '${him}'`,
  ],
  [
    "write the journal in another name",
    "customer",
    ({ dan: him }) =>
      `INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES ('${him}', 'user', 'person', '${him}', 'x')`,
  ],
  [
    "write the journal about an order",
    "customer",
    ({ ana: me }) =>
      `INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) SELECT '${me}', 'user', 'order', id, 'paid' FROM orders`,
  ],
  [
    "write the journal about somebody else",
    "customer",
    ({ ana: me, dan: him }) =>
      `INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what) VALUES ('${me}', 'user', 'person', '${him}', 'x')`,
  ],
  [
    "make an administrator",
    "identity",
    () => `INSERT INTO profiles (id, email, role) VALUES ('${newId()}', 'x@exemplu.ro', 'admin')`,
  ],
  [
    "admit a ticket that was paid back",
    "gate",
    () => "UPDATE ticket_purchases SET entries_remaining = 0 WHERE status <> 'paid'",
  ],
  ["read prices as gate staff", "gate", () => "SELECT total_price FROM ticket_purchases"],
  [
    "rename somebody else as box office",
    "box_office",
    ({ dan: him }) => `UPDATE profiles SET full_name = 'X' WHERE id = '${him}'`,
  ],
  ["give money back as box office", "box_office", () => "UPDATE refunds SET amount = 1"],
  ["read a customer as manager", "manager", ({ dan: him }) => `SELECT FROM profiles WHERE id = '${him}'`],
  ["read what an order paid as manager", "manager", () => "SELECT total FROM orders"],
  ["change a night as accountant", "accountant", () => "UPDATE events SET title = 'X'"],
  ["read prices as door chief", "door_chief", () => "SELECT total_price FROM ticket_purchases"],
  ["read sealed keys", "admin", () => "SELECT sealed_key FROM signing_keys"],
  ["read passwords", "admin", () => "SELECT password FROM identity.account"],
  [
    "write a letter for an order as identity",
    "identity",
    () =>
      "INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, order_id) SELECT gen_random_uuid(), 'x', 'x', 'x@exemplu.ro', 'x', gen_random_uuid()",
  ],
];

describe("a forbidden statement", () => {
  it.each(attempts)("does nothing: %s (I22, I23)", async (_what, role, statement) => {
    let changed: number | "refused";
    try {
      await login.query(`BEGIN; ${asRole(role)}; SET LOCAL app.user_id = '${ana}'`);
      changed = (await login.query(statement({ ana, dan }))).rowCount ?? 0;
    } catch (error) {
      if ((error as { code?: string }).code !== "42501") throw error;
      changed = "refused";
    } finally {
      await login.query("ROLLBACK");
    }
    expect([0, "refused"]).toContain(changed);
  });

  it("the same on one's own row changes it, so the test above can fail", async () => {
    await login.query(`BEGIN; ${asRole("customer")}; SET LOCAL app.user_id = '${ana}'`);
    const { rowCount } = await login.query("UPDATE profiles SET full_name = 'Ana'");
    await login.query("ROLLBACK");
    expect(rowCount).toBe(1);
  });
});

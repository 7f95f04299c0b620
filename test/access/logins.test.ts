import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import {
  groups,
  groupsOfLogin,
  type LoginName,
  loginNames,
  roleNames,
} from "#platform/database/database-roles.ts";
import { membershipsOf } from "#platform/database/prepare-logins.server.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { afterGivingUp, letterKinds } from "#ticketing/letters/letter-tables.server.ts";
import { everyRole, filledDatabase, quoted, relations } from "./filled-database.ts";
import { columnsSeen, type RoleKey, visibleRows } from "./visible-rows.ts";

/**
 * What each login can do at the worst: a connection of its own without our code, and an attacker who types SQL. Roles,
 * tables, columns, functions and schemas come from the catalog, so that new ones are tested too.
 */
const { database, owner } = await filledDatabase();
const roles = roleNames("app");
const all = await relations(owner);
const refused = "42501";

const connections = new Map<LoginName, pg.Client>();
for (const name of loginNames) {
  const client = new pg.Client({ connectionString: database.urls[name] });
  await client.connect();
  connections.set(name, client);
}
afterAll(() => Promise.all([...connections.values()].map((client) => client.end())));

const clientOf = (name: LoginName) => connections.get(name) as pg.Client;

/** "done", or the code of the refusal; every change is rolled back. Tens of thousands of tries: two round trips each. */
async function tried(client: pg.Client, statements: readonly string[]): Promise<string> {
  try {
    await client.query(statements.join("; "));
    return "done";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await client.query("ROLLBACK; RESET SESSION AUTHORIZATION; RESET ALL; RESET ROLE");
  }
}

/** The statements before a try: as the login itself or as one of its groups, with read-only switched off. */
const beginnings = (name: LoginName): readonly (readonly string[])[] => {
  const daring = ["SET default_transaction_read_only = off", "BEGIN READ WRITE"];
  return [
    daring,
    ...groupsOfLogin[name].map((group) => [...daring, `SET LOCAL ROLE ${pg.escapeIdentifier(roles[group])}`]),
  ];
};

const names = async (sql: string): Promise<string[]> =>
  (await owner.query<{ name: string }>(sql)).rows.map((row) => row.name);

describe("the logins", () => {
  it("are five, each in the groups listed here and in no others", async () => {
    expect(groupsOfLogin).toEqual({
      public: ["anon", "customer"],
      office: ["gate", "door_chief", "box_office", "manager", "accountant", "admin"],
      identity: ["identity"],
      worker: ["seller", "worker"],
      export: ["export"],
    });
    for (const name of loginNames) {
      const own: string[] = groupsOfLogin[name].map((group) => roles[group]);
      expect(await membershipsOf(owner, roles.logins[name]), name).toEqual(own.sort());
    }
  });
});

describe.each(loginNames)("the login %s", (name) => {
  const client = clientOf(name);
  const own: readonly string[] = [roles.logins[name], ...groupsOfLogin[name].map((group) => roles[group])];

  it("becomes no role but its own groups, by any statement", async () => {
    // Roles belong to the whole server, and other tests drop the ones they created: only lasting roles are tried.
    const lasting = [
      ...(await names(
        "SELECT rolname AS name FROM pg_roles WHERE rolname ^@ 'pg_' OR rolname = current_user",
      )),
      ...groups.map((group) => roles[group]),
      ...Object.values(roles.logins),
      everyRole,
    ];
    const others = lasting.filter((role) => !own.includes(role));
    expect(others.length).toBeGreaterThan(15);
    for (const role of others) {
      const to = pg.escapeIdentifier(role);
      expect(await tried(client, [`SET ROLE ${to}`]), role).toBe(refused);
      expect(await tried(client, [`SET SESSION AUTHORIZATION ${to}`]), role).toBe(refused);
      const granted = await tried(client, [...(beginnings(name)[0] ?? []), `GRANT ${to} TO CURRENT_USER`]);
      // For a role without members the server refuses with another code.
      expect([refused, "0A000"], role).toContain(granted);
    }
    for (const group of own.slice(1))
      expect(await tried(client, [`SET ROLE ${pg.escapeIdentifier(group)}`])).toBe("done");
  });

  it("reads only the tables and columns of its groups", async () => {
    for (const { name: relation } of all) {
      const { rows } = await owner.query<{ column: string }>(
        "SELECT attname AS column FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped",
        [quoted(relation)],
      );
      for (const beginning of beginnings(name)) {
        const group = groupsOfLogin[name].find((one) =>
          beginning.at(-1)?.includes(`"${roles[one]}"`),
        ) as RoleKey;
        const sight = group && group !== "login" ? visibleRows[relation]?.[group] : undefined;
        for (const { column } of rows) {
          const due = sight !== undefined && (columnsSeen[relation]?.[group]?.includes(column) ?? true);
          const question = `SELECT ${pg.escapeIdentifier(column)} FROM ${quoted(relation)} LIMIT 1`;
          expect(await tried(client, [...beginning, question]), `${group} ${question}`).toBe(
            due ? "done" : refused,
          );
        }
      }
    }
  }, 60_000);

  it("creates no table (also no temporary one), schema, function, role or file, in any schema", async () => {
    const schemas = await names(
      "SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^pg_(toast_)?temp_'",
    );
    expect(schemas.length).toBeGreaterThan(4);
    const tries = [
      ...schemas.map((schema) => `CREATE TABLE ${pg.escapeIdentifier(schema)}.made (n int)`),
      ...schemas.map(
        (schema) =>
          `CREATE FUNCTION ${pg.escapeIdentifier(schema)}.made() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
      ),
      "CREATE TEMP TABLE made (n int)",
      "CREATE SCHEMA made",
      "CREATE ROLE made",
      "CREATE EXTENSION dblink",
      `ALTER ROLE ${roles.logins[name]} SUPERUSER`,
      "COPY (SELECT 1) TO PROGRAM 'true'",
      "COPY (SELECT 1) TO '/tmp/made'",
      "SELECT pg_read_file('PG_VERSION')",
      "ALTER TABLE events DISABLE ROW LEVEL SECURITY",
      "DROP TABLE events",
      "TRUNCATE events",
    ];
    for (const beginning of beginnings(name))
      for (const statement of tries)
        expect(await tried(client, [...beginning, statement]), statement).toBe(refused);
  });
});

it("the link or code of a waiting email lies where only the login that sends it reads", async () => {
  const secret = "3f0c6a7e-a-live-secret";
  const { rows } = await owner.query<{ id: string; userId: string }>(
    'SELECT id, user_id AS "userId" FROM orders LIMIT 1',
  );
  for (const kind of letterKinds.filter((one) => afterGivingUp[one] === "link_gone"))
    for (const about of [{}, { orderId: rows[0]?.id ?? "", userId: rows[0]?.userId ?? "" }])
      await enqueueLetter(owner, {
        kind,
        dedupeKey: `${kind} ${Object.keys(about).length}`,
        recipient: "ana@exemplu.ro",
        variables: { action_url: `https://club.example/?token=${secret}`, token: secret },
        ...about,
      });
  const readers: string[] = [];
  for (const name of loginNames)
    for (const group of groupsOfLogin[name])
      for (const { name: relation } of all) {
        const { rows: columns } = await owner.query<{ column: string }>(
          "SELECT quote_ident(attname) AS column FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND has_column_privilege($2::name, attrelid, attnum, 'SELECT')",
          [quoted(relation), roles[group]],
        );
        if (columns.length === 0) continue;
        const client = clientOf(name);
        await client.query(`BEGIN; SET LOCAL ROLE ${pg.escapeIdentifier(roles[group])}`);
        const seen = await client.query(
          `SELECT FROM ${quoted(relation)} WHERE concat_ws(' ', ${columns.map(({ column }) => column)}) LIKE '%${secret}%'`,
        );
        await client.query("ROLLBACK");
        if (seen.rowCount) readers.push(`${name} as ${group} in ${relation}`);
      }
  expect(readers).toEqual(["worker as worker in public.letters"]);
}, 60_000);

describe("the login of the public pages", () => {
  it.each([
    'SELECT * FROM identity."user"',
    "SELECT password FROM identity.account",
    "SELECT token FROM identity.session",
    "SELECT sealed_key FROM signing_keys",
    "SELECT password FROM email_settings",
    "SELECT smtp_host FROM email_settings",
    "SELECT recipient FROM letters",
    "UPDATE profiles SET role = 'admin'",
    "UPDATE stock_counters SET held = 0",
  ])("is refused %s", async (statement) => {
    for (const beginning of beginnings("public"))
      expect(await tried(clientOf("public"), [...beginning, statement])).toBe(refused);
  });
});

it.each(loginNames)("the login %s makes and changes no large object", async (name) => {
  for (const call of [
    "lo_creat(-1)",
    "lo_create(0)",
    "lo_from_bytea(0, 'x')",
    "lo_put(1, 0, 'x')",
    "lo_unlink(1)",
  ])
    for (const beginning of beginnings(name))
      expect(await tried(clientOf(name), [...beginning, `SELECT ${call}`]), call).toBe(refused);
});

describe("the login of exports", () => {
  const client = clientOf("export");

  it("is read-only by default", async () => {
    expect(await tried(client, ["SET ROLE app_export", "DELETE FROM profiles"])).toMatch(/25006|42501/);
    const { rows } = await client.query("SHOW default_transaction_read_only");
    expect(rows[0].default_transaction_read_only).toBe("on");
  });

  it("writes into no table, also after it has switched read-only off", async () => {
    const tables = all.filter(({ isTable }) => isTable);
    for (const { name: relation } of tables)
      for (const beginning of beginnings("export"))
        for (const statement of [
          `INSERT INTO ${quoted(relation)} DEFAULT VALUES`,
          `DELETE FROM ${quoted(relation)}`,
          `TRUNCATE ${quoted(relation)}`,
          `LOCK TABLE ${quoted(relation)} IN ROW EXCLUSIVE MODE`,
        ])
          expect(await tried(client, [...beginning, statement]), statement).toBe(refused);
    for (const { name: relation } of tables) {
      const { rows } = await owner.query<{ column: string }>(
        "SELECT attname AS column FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''",
        [quoted(relation)],
      );
      for (const { column } of rows) {
        const statement = `UPDATE ${quoted(relation)} SET ${pg.escapeIdentifier(column)} = DEFAULT`;
        for (const beginning of beginnings("export"))
          expect(await tried(client, [...beginning, statement]), statement).toBe(refused);
      }
    }
  });

  it("calls no function of ours", async () => {
    const calls = await names(
      `SELECT p.oid::regproc || '(' || coalesce((SELECT string_agg('NULL::' || format_type(t, NULL), ', ') FROM unnest(p.proargtypes) t), '') || ')' AS name
       FROM pg_proc p WHERE p.pronamespace::regnamespace::text IN ('public', 'identity', 'migrations')
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`,
    );
    expect(calls.length).toBeGreaterThan(5);
    for (const call of calls)
      for (const beginning of beginnings("export"))
        expect(await tried(client, [...beginning, `SELECT ${call}`]), call).toBe(refused);
  });
});

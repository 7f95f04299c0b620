import { afterAll, describe, expect, it } from "vitest";
import { roleNames } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { openTestDatabase } from "#test/support/database.ts";
import { filledDatabase } from "./filled-database.ts";

const { database, owner, ana } = await filledDatabase();
const roles = roleNames("app");
const opened = openTestDatabase(database.urls);
afterAll(() => opened.close());

/** Our own functions: in our schemas and not part of an extension. */
const ours = `FROM pg_proc p WHERE p.pronamespace::regnamespace::text IN ('public', 'identity', 'migrations')
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`;

const names = async (sql: string): Promise<string[]> =>
  (await owner.query<{ name: string }>(sql)).rows.map((row) => row.name);

/** Statements that find what must not be there. */
const faults: readonly (readonly [what: string, statement: string])[] = [
  [
    "a table of public without row-level security",
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relrowsecurity",
  ],
  [
    "a policy for everybody",
    "SELECT tablename || '.' || policyname AS name FROM pg_policies WHERE 'public' = ANY(roles)",
  ],
  [
    "a policy for writing without a check",
    "SELECT tablename || '.' || policyname AS name FROM pg_policies WHERE cmd IN ('INSERT', 'UPDATE', 'ALL') AND with_check IS NULL",
  ],
  ["a function with the owner's rights", `SELECT proname AS name ${ours} AND p.prosecdef`],
  [
    "a function for everybody",
    `SELECT proname AS name ${ours} AND EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a WHERE a.grantee = 0)`,
  ],
  [
    "a function that takes units from stock",
    "SELECT proname AS name FROM pg_proc WHERE proname ~* '(decrement|ticket_?quantity)'",
  ],
  [
    // The names in a parsed body are resolved once, when the function is created.
    "a function without a fixed search path",
    `SELECT proname AS name ${ours} AND NOT coalesce(array_to_string(p.proconfig, ',') LIKE '%search_path=%', false) AND p.prosqlbody IS NULL`,
  ],
  [
    "a view that shows more than the reader may see",
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v' AND NOT coalesce(reloptions @> ARRAY['security_invoker=true'], false)",
  ],
  [
    "a grant on a table to everybody",
    "SELECT c.oid::regclass::text AS name FROM pg_class c CROSS JOIN aclexplode(c.relacl) a WHERE a.grantee = 0 AND c.relnamespace::regnamespace::text IN ('public', 'identity')",
  ],
  [
    "a grant on a schema to everybody, but to use public",
    "SELECT nspname || privilege_type AS name FROM pg_namespace CROSS JOIN aclexplode(nspacl) a WHERE a.grantee = 0 AND (nspname = 'identity' OR (nspname = 'public' AND privilege_type = 'CREATE'))",
  ],
  [
    "a group of rights that owns something, can log in or is in another group",
    `SELECT rolname AS name FROM pg_roles r WHERE rolname ~ '^app_(anon|customer|gate|admin|identity|seller|worker|export)$' AND (rolcanlogin OR rolinherit OR rolsuper OR rolbypassrls
       OR EXISTS (SELECT FROM pg_shdepend s WHERE s.refobjid = r.oid AND s.deptype = 'o') OR EXISTS (SELECT FROM pg_auth_members m WHERE m.member = r.oid))`,
  ],
  [
    "a login that has rights of its own, owns something or may become the owner",
    `SELECT rolname AS name FROM pg_roles r WHERE rolname ~ '^app_login' AND (rolinherit OR rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication
       OR pg_has_role(r.oid, 'app_owner', 'MEMBER') OR EXISTS (SELECT FROM pg_shdepend s WHERE s.refobjid = r.oid AND s.deptype = 'o'))`,
  ],
];

it.each(faults)("there is not %s", async (_what, statement) => {
  expect(await names(statement)).toEqual([]);
});

it("there are functions and logins, of which the statements above speak", async () => {
  expect((await names(`SELECT proname AS name ${ours}`)).length).toBeGreaterThan(2);
  expect(Object.values(roles.logins).filter((login) => !login.startsWith("app_login"))).toEqual([]);
});

describe("every way to the database", () => {
  type Seen = {
    role: string;
    login: string;
    read_only: string;
    isolation: string;
    owns: boolean;
  };
  const who = `SELECT current_user AS role, session_user AS login, current_setting('transaction_read_only') AS read_only, current_setting('transaction_isolation') AS isolation,
    EXISTS (SELECT FROM pg_class WHERE pg_has_role(current_user, relowner, 'USAGE') AND relnamespace::regnamespace::text IN ('public', 'identity', 'migrations')) AS owns`;

  it("has its role, owns no table and reads committed rows", async () => {
    const seen = [
      (await opened.anonymous.query<Seen>(who)).rows[0],
      (await opened.identity.query<Seen>(who)).rows[0],
    ];
    for (const role of ["user", "gate", "admin"] as const)
      seen.push((await opened.withActor({ userId: ana, role }, (sql) => sql.query<Seen>(who))).rows[0]);
    for (const role of ["user", "gate", "admin"] as const)
      seen.push((await opened.readAs({ userId: ana, role }, (sql) => sql.query<Seen>(who))).rows[0]);
    for (const duty of ["sell", "settle", "deliver", "admit", "identity"] as const)
      seen.push((await opened.withDuty(duty, (sql) => sql.query<Seen>(who))).rows[0]);
    const dedicated = await opened.dedicated();
    seen.push((await dedicated.query<Seen>(who)).rows[0]);
    await dedicated.end();
    expect(seen.map((one) => `${one?.role} ${one?.read_only}`)).toEqual([
      "app_anon on",
      "app_identity off",
      "app_customer off",
      "app_gate off",
      "app_admin off",
      "app_customer on",
      "app_gate on",
      "app_admin on",
      "app_seller off",
      "app_worker off",
      "app_worker off",
      "app_gate off",
      "app_identity off",
      // The batch queue's own connection sets its role when it is opened.
      "app_login_worker off",
    ]);
    const { logins } = roles;
    const office = [logins.office, logins.office];
    expect(seen.map((one) => one?.login)).toEqual([
      logins.public,
      logins.identity,
      logins.public,
      ...office,
      logins.public,
      ...office,
      logins.worker,
      logins.worker,
      logins.worker,
      logins.office,
      logins.identity,
      logins.worker,
    ]);
    for (const one of seen)
      expect({ owns: one?.owns, isolation: one?.isolation }).toEqual({
        owns: false,
        isolation: "read committed",
      });
  });

  it("sees one moment where answers must agree, and reads only, as a person and for a duty", async () => {
    for (const [asks, role] of [
      [{ userId: ana, role: "manager" }, "app_manager"],
      ["settle", "app_worker"],
    ] as const)
      expect((await opened.readMoment(asks, (sql) => sql.query<Seen>(who))).rows[0]).toMatchObject({
        role,
        read_only: "on",
        isolation: "repeatable read",
      });
  });

  it("leaves no person set for the next transaction", async () => {
    await opened.withActor({ userId: ana, role: "user" }, (sql) => sql.query("SELECT 1"));
    await opened.readAs({ userId: ana, role: "user" }, (sql) => sql.query("SELECT 1"));
    const left = await opened.withDuty("settle", (sql) =>
      sql.query<{ me: string | null }>("SELECT nullif(current_setting('app.user_id', true), '') AS me"),
    );
    expect(left.rows[0]?.me).toBeNull();
  });

  it("changes nothing in a read-only transaction, even what its role may change", async () => {
    const rename = (sql: Sql) =>
      sql.query("UPDATE profiles SET full_name = 'Altcineva' WHERE id = $1", [ana]);
    const actor = { userId: ana, role: "user" } as const;
    await expect(opened.readAs(actor, rename)).rejects.toMatchObject({ code: "25006" });
    expect(await opened.withActor(actor, rename)).toMatchObject({ rowCount: 1 });
  });
});

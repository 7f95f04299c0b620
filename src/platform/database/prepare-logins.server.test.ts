import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { groupRoles, type RoleNames, roleNames } from "./database-roles.ts";
import { addressAs, loginAddresses, passwordOfLogin } from "./login-addresses.server.ts";
import { operatorSql, prepareDatabase, retirementSql } from "./prepare-database.server.ts";
import { membershipsOf, prepareLogins, retireFormerLogin } from "./prepare-logins.server.ts";

/** Roles belong to the server, so this file has a prefix of its own. */
const prefix = "parted";
const roles = roleNames(prefix);
const { name: databaseName, ownerUrl, urlFor } = await testDatabase();
const owner = new pg.Client({ connectionString: ownerUrl });
await owner.connect();
await owner.query("DROP SCHEMA public, identity, migrations CASCADE; CREATE SCHEMA public");
const everyRole = [...Object.values(roles.logins), roles.formerLogin, "parted_account", "parted_stranger"];
afterAll(async () => {
  for (const role of everyRole) await dropped(role);
  await dropped(roles.owner);
  await owner.end();
});

async function dropped(role: string): Promise<void> {
  const { rows } = await owner.query("SELECT FROM pg_roles WHERE rolname = $1", [role]);
  if (rows.length === 0) return;
  const quoted = pg.escapeIdentifier(role);
  await owner.query(`DROP OWNED BY ${quoted} CASCADE`);
  await owner.query(`DROP ROLE ${quoted}`).catch(() => {});
}

const verifierOf = async (login: string) =>
  (await owner.query("SELECT rolpassword FROM pg_authid WHERE rolname = $1", [login])).rows[0]?.rolpassword;

/** The roles of an earlier version: one login that could become every group. */
async function formerLogin({
  anon,
  customer,
  gate,
  admin,
  identity,
  seller,
  worker,
}: RoleNames): Promise<void> {
  await owner.query(`CREATE ROLE ${roles.formerLogin} LOGIN NOINHERIT`);
  await owner.query(
    `GRANT ${[anon, customer, gate, admin, identity, seller, worker].join(", ")} TO ${roles.formerLogin}`,
  );
}

it("each run gives the logins the passwords of the secret, except logins whose password is managed elsewhere", async () => {
  const prepare = (secret: string, given: readonly string[] = []) =>
    prepareDatabase({
      ownerUrl,
      folder: "migrations",
      rolePrefix: prefix,
      passwordOf: (login) =>
        given.includes(login) ? undefined : passwordOfLogin(secret, roles.logins[login]),
    });
  await prepare("the first secret of the site");
  const [office, worker] = [await verifierOf(roles.logins.office), await verifierOf(roles.logins.worker)];
  expect(office).toMatch(/^SCRAM-SHA-256\$/);
  // The database is prepared already, and the secret has changed.
  await prepare("the second secret of the site", ["worker"]);
  expect(await verifierOf(roles.logins.office)).not.toBe(office);
  expect(await verifierOf(roles.logins.worker)).toBe(worker);
});

it("the next run takes from a login the groups that are not its own", async () => {
  await prepareLogins(owner, roles, () => null);
  await owner.query(`GRANT ${roles.identity} TO ${roles.logins.public}`);
  await prepareLogins(owner, roles, () => null);
  expect(await membershipsOf(owner, roles.logins.public)).toEqual([roles.anon, roles.customer]);
});

it("an address for another login keeps host and database and drops the first login's name and password", () => {
  for (const [address, expected] of [
    [
      "postgres://app_login:p%40ss@db:5432/estival?sslmode=require",
      "postgres://other:pw@db:5432/estival?sslmode=require",
    ],
    ["postgres://db/estival", "postgres://other:pw@db/estival"],
    [
      "postgresql://owner@/estival?host=%2Ftmp%2Fsocket",
      "postgresql://other:pw@/estival?host=%2Ftmp%2Fsocket",
    ],
    [
      "postgres://db/estival?user=owner&password=secret&sslmode=require",
      "postgres://other:pw@db/estival?sslmode=require",
    ],
  ] as const)
    expect(addressAs(address, "other", "pw")).toBe(expected);
  expect(addressAs("postgres://a@db/x", "other", "$&$1")).toBe("postgres://other:%24%26%241@db/x");
  const derived = loginAddresses("postgres://app_login:old@db/x", "app", "secret");
  expect(derived.worker).toBe(
    `postgres://app_login_worker:${passwordOfLogin("secret", "app_login_worker")}@db/x`,
  );
  expect(passwordOfLogin("secret", "app_login_worker")).toMatch(/^[\w-]{43}$/);
  expect(new Set(Object.values(derived)).size).toBe(5);
});

it("the login of earlier versions keeps its rights while such a version runs, and afterwards only those of visitors", async () => {
  await formerLogin(roles);
  await owner.query("INSERT INTO installation (mode) VALUES ('demo') ON CONFLICT DO NOTHING");
  const before = await membershipsOf(owner, roles.formerLogin);
  expect(before).toHaveLength(7);
  const earlier = new pg.Client({ connectionString: urlFor(roles.formerLogin), application_name: "estival" });
  const later = new pg.Client({
    connectionString: urlFor(roles.formerLogin),
    application_name: "estival public",
  });
  await Promise.all([earlier.connect(), later.connect()]);
  try {
    expect(await retireFormerLogin(owner, roles)).toBe(false);
    expect(await membershipsOf(owner, roles.formerLogin)).toEqual(before);
    await earlier.end();
    // The server notices the end of the connection a moment later.
    for (let tries = 0; tries < 100 && !(await retireFormerLogin(owner, roles)); tries++)
      await new Promise((resume) => setTimeout(resume, 20));
    expect(await membershipsOf(owner, roles.formerLogin)).toEqual([roles.anon, roles.customer]);
    await expect(later.query(`SET ROLE ${roles.worker}`)).rejects.toMatchObject({ code: "42501" });
    await later.query(`SET ROLE ${roles.customer}`);
    const { rows } = await owner.query("SELECT login_retired_at IS NOT NULL AS retired FROM installation");
    expect(rows).toEqual([{ retired: true }]);
  } finally {
    await later.end();
  }
});

it("preparing the database at the same time gives nothing back to the login that is being retired", async () => {
  const prepares = new pg.Client({ connectionString: ownerUrl });
  await prepares.connect();
  try {
    await prepares.query("BEGIN");
    await prepares.query("SELECT pg_advisory_xact_lock(hashtext('estival.prepare'))");
    await prepares.query(`GRANT ${roles.worker} TO ${roles.formerLogin}`);
    const retired = retireFormerLogin(owner, roles);
    await new Promise((resume) => setTimeout(resume, 100));
    await prepares.query("COMMIT");
    expect(await retired).toBe(true);
    expect(await membershipsOf(owner, roles.formerLogin)).toEqual([roles.anon, roles.customer]);
  } finally {
    await prepares.end();
  }
});

it("a login of earlier versions that keeps a right through another role is not recorded as retired", async () => {
  await owner.query("UPDATE installation SET login_retired_at = NULL");
  await owner.query(`CREATE ROLE parted_stranger IN ROLE ${roles.worker}`);
  await owner.query(`GRANT parted_stranger, ${roles.admin} TO ${roles.formerLogin}`);
  await expect(retireFormerLogin(owner, roles)).rejects.toThrow(roles.worker);
  const { rows } = await owner.query("SELECT login_retired_at FROM installation");
  expect(rows).toEqual([{ login_retired_at: null }]);
  expect(await membershipsOf(owner, roles.formerLogin)).toContain(roles.admin);
  await dropped("parted_stranger");
  expect(await retireFormerLogin(owner, roles)).toBe(true);
});

it("the SQL for an operator keeps the passwords of existing logins, and makes no login with a known password", async () => {
  await prepareLogins(owner, roles, (login) => `the password of ${login}`);
  const before = await verifierOf(roles.logins.office);
  await dropped(roles.logins.export);
  await dropped(roles.logins.worker);
  const sql = operatorSql(roles, {
    passwordOf: (login) => (login === "worker" ? null : passwordOfLogin("a secret", roles.logins[login])),
    account: roles.formerLogin,
    database: databaseName,
  });
  await owner.query(sql);
  expect(await verifierOf(roles.logins.office)).toBe(before);
  expect(await verifierOf(roles.logins.export)).toMatch(/^SCRAM-SHA-256\$/);
  // No one can log in with a password that does not exist.
  expect(await verifierOf(roles.logins.worker)).toBeNull();
  await owner.query(`REVOKE ${roles.owner} FROM ${roles.formerLogin}`);
});

it("when our account may make no roles, the printed SQL is all that an operator has to run", async () => {
  for (const role of Object.values(roles.logins)) await dropped(role);
  await owner.query("CREATE ROLE parted_account LOGIN");
  const own = await testDatabase();
  const account = new pg.Client({ connectionString: own.urlFor("parted_account") });
  const operator = new pg.Client({ connectionString: own.ownerUrl });
  await Promise.all([account.connect(), operator.connect()]);
  // An empty database, as on a managed server.
  await operator.query("DROP SCHEMA public, identity, migrations CASCADE; CREATE SCHEMA public");
  const preparation = {
    ownerUrl: own.urlFor("parted_account"),
    folder: "migrations",
    rolePrefix: prefix,
    passwordOf: (login: keyof typeof roles.logins) => passwordOfLogin("a secret", roles.logins[login]),
  };
  try {
    await expect(prepareDatabase(preparation)).rejects.toMatchObject({ code: "42501" });
    const sql = operatorSql(roles, { ...preparation, account: "parted_account", database: own.name });
    await operator.query(sql);
    await operator.query(sql);
    await prepareDatabase(preparation);
    for (const login of ["public", "export"] as const)
      expect(await membershipsOf(operator, roles.logins[login])).toEqual(
        login === "public" ? [roles.anon, roles.customer] : [roles.export],
      );
    await operator.query("INSERT INTO installation (mode) VALUES ('demo')");
    await operator.query(retirementSql(roles));
    expect(await membershipsOf(operator, roles.formerLogin)).toEqual([roles.anon, roles.customer]);
  } finally {
    await Promise.all([account.end(), operator.end()]);
  }
});

it("an account that owns the database and may make roles prepares it without being a superuser", async () => {
  const own = await testDatabase();
  await owner.query("CREATE ROLE parted_builder LOGIN CREATEROLE");
  const operator = new pg.Client({ connectionString: own.ownerUrl });
  await operator.connect();
  try {
    await operator.query(
      `DROP SCHEMA public, identity, migrations CASCADE; ALTER DATABASE ${own.name} OWNER TO parted_builder;
       CREATE SCHEMA public AUTHORIZATION parted_builder`,
    );
    await prepareDatabase({
      ownerUrl: own.urlFor("parted_builder"),
      folder: "migrations",
      rolePrefix: "builder",
      passwordOf: () => null,
    });
    const { rows } = await operator.query("SELECT tableowner FROM pg_tables WHERE tablename = 'orders'");
    expect(rows).toEqual([{ tableowner: "builder_owner" }]);
  } finally {
    await operator.query(
      `ALTER DATABASE ${own.name} OWNER TO CURRENT_USER; DROP SCHEMA public, identity, migrations CASCADE`,
    );
    const built = roleNames("builder");
    const made = [...Object.values(built.logins), built.owner, ...groupRoles(built), "parted_builder"];
    for (const role of made)
      await operator.query(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`).catch(() => {});
    await operator.end();
  }
});

import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type LoginName, roleNames } from "#platform/database/database-roles.ts";
import { testDatabase } from "#test/support/database.ts";
import { configuredUrls, findLogins, passwordsFrom } from "./database-logins.ts";
import { isFormerLoginBack, refusePowerfulLogins } from "./refuse-powerful-logins.ts";

const database = await testDatabase();
// an earlier version's login has only one name: it gets its own prefix
const roles = { ...roleNames("app"), formerLogin: "refused_former" };
const owner = new pg.Client({ connectionString: database.ownerUrl });
await owner.connect();

const made = ["refused_former", "refused_more", "refused_reader"];
beforeAll(async () => {
  await owner.query("CREATE ROLE refused_former LOGIN NOINHERIT");
  await owner.query(
    "GRANT app_anon, app_customer, app_gate, app_admin, app_identity, app_seller, app_worker TO refused_former",
  );
  await owner.query("CREATE ROLE refused_more LOGIN NOINHERIT IN ROLE app_anon, app_customer, app_worker");
  await owner.query("CREATE ROLE refused_reader LOGIN NOINHERIT IN ROLE app_export, pg_read_all_data");
});
afterAll(async () => {
  for (const role of made) await owner.query(`DROP ROLE ${role}`);
  await owner.end();
});

const check = (urls: Partial<Record<LoginName, string>>, loginRetiredAt: Date | null = null) =>
  refusePowerfulLogins({ urls: { ...database.urls, ...urls }, roles, loginRetiredAt });

it("accepts five logins with exactly their own groups, and logs nothing", async () => {
  expect(await check({})).toEqual([]);
  expect(await check({}, new Date())).toEqual([]);
});

it("no login that can get more rights than its pool needs starts the site, and the refusal names it", async () => {
  for (const [name, role, complaint] of [
    ["public", "refused_more", /refused_more din DATABASE_URL poate deveni și app_worker/],
    ["worker", "app_login_identity", /DATABASE_URL_WORKER poate deveni și app_identity/],
    ["export", "refused_reader", /DATABASE_URL_EXPORT poate deveni și pg_read_all_data/],
    ["identity", "app_login_public", /DATABASE_URL_IDENTITY poate deveni/],
  ] as const)
    await expect(check({ [name]: database.urlFor(role) }), role).rejects.toThrow(complaint);
});

describe("no login with its own rights beyond its groups starts the site:", () => {
  const powerful = "refused_powerful";
  const withLogin = async (attributes: string, owned?: { give: string; takeBack: string }) => {
    await owner.query(`CREATE ROLE ${powerful} LOGIN NOINHERIT ${attributes} IN ROLE app_gate, app_admin`);
    onTestFinished(async () => {
      await owner.query(`DROP OWNED BY ${powerful}`);
      await owner.query(`DROP ROLE ${powerful}`);
    });
    if (owned) {
      onTestFinished(async () => {
        await owner.query(owned.takeBack);
      });
      await owner.query(owned.give);
    }
    return check({ office: database.urlFor(powerful) });
  };

  it("an office login without more rights is accepted", async () => {
    expect(await withLogin("")).toEqual([]);
  });

  it.each(["SUPERUSER", "BYPASSRLS", "CREATEROLE", "CREATEDB", "REPLICATION"])(
    "with %s",
    async (attribute) => {
      await expect(withLogin(attribute)).rejects.toThrow(
        `${powerful} din DATABASE_URL_OFFICE are prea multe drepturi (${attribute})`,
      );
    },
  );

  it.each([
    ["a table", "ALTER TABLE artists OWNER TO refused_powerful", "ALTER TABLE artists OWNER TO app_owner"],
    ["a schema", "CREATE SCHEMA refused_powers AUTHORIZATION refused_powerful", "DROP SCHEMA refused_powers"],
    [
      "a function",
      "CREATE FUNCTION public.refused_powers() RETURNS int LANGUAGE sql RETURN 1; ALTER FUNCTION public.refused_powers() OWNER TO refused_powerful",
      "DROP FUNCTION public.refused_powers()",
    ],
  ])("that owns %s", async (_what, give, takeBack) => {
    await expect(withLogin("", { give, takeBack })).rejects.toThrow("(deține tabele, scheme sau funcții)");
  });

  it("that owns the database", async () => {
    const owned = {
      give: `ALTER DATABASE ${database.name} OWNER TO ${powerful}`,
      takeBack: `ALTER DATABASE ${database.name} OWNER TO CURRENT_USER`,
    };
    await expect(withLogin("", owned)).rejects.toThrow("(deține baza de date)");
  });
});

it("the login of earlier versions is accepted with a warning until it is retired, and never afterwards", async () => {
  const former = { public: database.urlFor("refused_former") };
  expect(await check(former)).toEqual([expect.stringContaining("--retire-login")]);
  await expect(check(former, new Date())).rejects.toThrow(/--retire-login/);
  expect(await isFormerLoginBack(owner, roles)).toBe(true);
  await owner.query("REVOKE app_gate, app_admin, app_identity, app_seller, app_worker FROM refused_former");
  expect(await check(former, new Date())).toEqual([]);
  expect(await isFormerLoginBack(owner, roles)).toBe(false);
});

it("the login of exports is refused while it may make temporary tables", async () => {
  await owner.query(`GRANT TEMP ON DATABASE ${database.name} TO PUBLIC`);
  try {
    await expect(check({})).rejects.toThrow(/tabele temporare/);
  } finally {
    await owner.query(`REVOKE TEMP ON DATABASE ${database.name} FROM PUBLIC`);
  }
});

it("an operator sets one address, and the others follow from it; an address that is set is kept", () => {
  const public_ = "postgres://app_login_public:a@db/estival";
  expect(configuredUrls({ databaseUrls: {}, rolePrefix: "app" }, "s")).toBeUndefined();
  const urls = configuredUrls(
    { databaseUrls: { public: public_, worker: "postgres://mine:b@other/estival" }, rolePrefix: "app" },
    "s",
  );
  expect(urls?.public).toBe(public_);
  expect(urls?.worker).toBe("postgres://mine:b@other/estival");
  expect(urls?.office).toMatch(/^postgres:\/\/app_login_office:[\w-]{43}@db\/estival$/);
  const passwordOf = passwordsFrom({ databaseUrls: { worker: "x" }, rolePrefix: "app" }, "s");
  expect(passwordOf("worker")).toBeUndefined();
  expect(urls?.office).toContain(passwordOf("office"));
});

it("without a secret new logins get their own passwords, printed once; existing logins keep theirs", async () => {
  const known = await findLogins(database.ownerUrl, { databaseUrls: {}, rolePrefix: "app" }, undefined);
  expect(known.lines).toEqual([]);
  expect(known.passwordOf("office")).toBeUndefined();
  expect(known.printedPasswordOf("office")).toBeNull();
  const ask = () => findLogins(database.ownerUrl, { databaseUrls: {}, rolePrefix: "nobody" }, undefined);
  const [one, other] = [await ask(), await ask()];
  expect(one.lines.map((line) => line.split("=")[0])).toEqual([
    "DATABASE_URL",
    "DATABASE_URL_OFFICE",
    "DATABASE_URL_IDENTITY",
    "DATABASE_URL_WORKER",
    "DATABASE_URL_EXPORT",
  ]);
  expect(one.lines[3]).toContain(`//nobody_login_worker:${one.passwordOf("worker")}@`);
  expect(String(one.passwordOf("worker")).length).toBeGreaterThanOrEqual(32);
  expect(other.passwordOf("worker")).not.toBe(one.passwordOf("worker"));
});

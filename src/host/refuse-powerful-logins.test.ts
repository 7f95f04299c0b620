import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LoginName, roleNames } from "#platform/database/database-roles.ts";
import { testDatabase } from "#test/support/database.ts";
import { configuredUrls, findLogins, passwordsFrom } from "./database-logins.ts";
import { isFormerLoginBack, refusePowerfulLogins } from "./refuse-powerful-logins.ts";

const database = await testDatabase();
// of a login of earlier versions there is one name only: it gets a prefix of its own
const roles = { ...roleNames("app"), formerLogin: "refused_former" };
const owner = new pg.Client({ connectionString: database.ownerUrl });
await owner.connect();

const made = ["refused_former", "refused_more", "refused_reader", "refused_super"];
beforeAll(async () => {
  await owner.query("CREATE ROLE refused_former LOGIN NOINHERIT");
  await owner.query(
    "GRANT app_anon, app_customer, app_gate, app_admin, app_identity, app_seller, app_worker TO refused_former",
  );
  await owner.query("CREATE ROLE refused_more LOGIN NOINHERIT IN ROLE app_anon, app_customer, app_worker");
  await owner.query("CREATE ROLE refused_reader LOGIN NOINHERIT IN ROLE app_export, pg_read_all_data");
  await owner.query("CREATE ROLE refused_super LOGIN SUPERUSER");
});
afterAll(async () => {
  for (const role of made) await owner.query(`DROP ROLE ${role}`);
  await owner.end();
});

const check = (urls: Partial<Record<LoginName, string>>, loginRetiredAt: Date | null = null) =>
  refusePowerfulLogins({ urls: { ...database.urls, ...urls }, roles, loginRetiredAt });

it("five logins with just their own groups are let through in silence", async () => {
  expect(await check({})).toEqual([]);
  expect(await check({}, new Date())).toEqual([]);
});

it("no login starts the site that can become more than its pool is for, and the refusal names it", async () => {
  for (const [name, role, complaint] of [
    ["public", "refused_more", /refused_more din DATABASE_URL poate deveni și app_worker/],
    ["worker", "app_login_identity", /DATABASE_URL_WORKER poate deveni și app_identity/],
    ["export", "refused_reader", /DATABASE_URL_EXPORT poate deveni și pg_read_all_data/],
    ["office", "refused_super", /DATABASE_URL_OFFICE este superuser/],
    ["identity", "app_login_public", /DATABASE_URL_IDENTITY poate deveni/],
  ] as const)
    await expect(check({ [name]: database.urlFor(role) }), role).rejects.toThrow(complaint);
});

it("the login of earlier versions is let through with a word until it is retired, and never afterwards", async () => {
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

it("an operator sets one address, and the others follow from it; one that is given is kept", () => {
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

it("without a secret new logins get passwords of their own, told once; those that exist keep theirs", async () => {
  const known = await findLogins(database.ownerUrl, { databaseUrls: {}, rolePrefix: "app" }, undefined);
  expect(known.lines).toEqual([]);
  expect(known.passwordOf("office")).toBeUndefined();
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

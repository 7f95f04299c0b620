import { expect, test } from "vitest";
import { testDatabase } from "#test/support/database.ts";
import { findMissingLogin } from "./missing-login.ts";

const { ownerUrl } = await testDatabase();

test("a server that knows the site's login keeps its password; one that does not is told a new one, each time another", async () => {
  expect(await findMissingLogin(ownerUrl, "app")).toBeUndefined();
  const [one, other] = [
    await findMissingLogin(ownerUrl, "nobody"),
    await findMissingLogin(ownerUrl, "nobody"),
  ];
  if (!one || !other) throw new Error("a login that nobody made was found");
  const [, scheme, rest] = /^(\w+:\/\/)[^@]*@(.*)$/.exec(ownerUrl) ?? [];
  expect(one.databaseUrl).toBe(`${scheme}nobody_login:${one.password}@${rest}`);
  expect(one.password.length).toBeGreaterThanOrEqual(32);
  expect(other.password).not.toBe(one.password);
});

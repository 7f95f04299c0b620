import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hashOfToken } from "#platform/identity/secret-token.server.ts";
import { siteOrigin, testAccounts } from "#test/support/accounts.ts";
import { signInWithPasskey } from "#web/account/sign-in.server.ts";
import { readKnownBrowser } from "./known-browser-cookie.server.ts";
import { signedInCookies } from "./signed-in-cookies.server.ts";
import type { SiteServices } from "./site-services.ts";

const { identity, person, logIn } = await testAccounts();
const { userId } = await person("ana@club.example");

async function session(): Promise<string> {
  const opened = await logIn("ana@club.example");
  if (!opened.ok) throw new Error("no session");
  return opened.value.token;
}
const isAlive = async (token: string) => (await identity.findSession(hashOfToken(token))) !== undefined;
const bringing = (cookie: string) => new Request(`${siteOrigin}/login`, { headers: { cookie } });

test("a sign-in with a device's key ends the session that the browser brought, as any other does", async () => {
  const [older, newer] = [await session(), await session()];
  // a real key is shown in test/e2e; here the door says that one was
  const passkeys = {
    ...identity.passkeys,
    login: async () => ({ ok: true, value: { token: newer, userId } }),
  };
  const site = { identity: { ...identity, passkeys }, origin: siteOrigin } as unknown as SiteServices;
  const answer = await signInWithPasskey(site, bringing(`__Host-session=${older}`), new FormData());
  expect(answer).toMatchObject({ kind: "onward", to: "/" });
  expect([await isAlive(older), await isAlive(newer)]).toEqual([false, true]);
});

test("the mark of the browser is kept, http-only and from no subdomain, and grows by the account", async () => {
  const token = await session();
  const site = { identity, origin: siteOrigin };
  const [, line = ""] = await signedInCookies(site, bringing(""), { token, userId: userId as never });
  expect(line).toMatch(
    /^__Host-known-browser=[\w-]{22}\.[\w-]{22}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/,
  );
  const mark = readKnownBrowser(line.split(";")[0] ?? "", siteOrigin);
  expect(readKnownBrowser(`a=b; known-browser=x; __Host-known-browser=${mark}`, siteOrigin)).toBe(mark);
  const other = await person("dan@club.example");
  const [, grown = ""] = await signedInCookies(site, bringing(`__Host-known-browser=${mark}`), {
    ...{ token, userId: other.userId as never },
  });
  expect(grown).toMatch(/^__Host-known-browser=[\w-]{22}(\.[\w-]{22}){2};/);
  expect(grown).toContain(mark?.split(".")[0]);
});

test("no screen opens a session past this place", () => {
  const writers = globSync("src/**/*.{ts,tsx}").filter(
    (file) => !file.includes(".test.") && /[^a-zA-Z]sessionCookie\(/.test(readFileSync(file, "utf8")),
  );
  expect(writers.sort()).toEqual([
    "src/web/request/session-cookie.server.ts",
    "src/web/request/signed-in-cookies.server.ts",
  ]);
});

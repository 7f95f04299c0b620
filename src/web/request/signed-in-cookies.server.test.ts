import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { askForPasskey } from "#platform/identity/factors/passkeys.server.ts";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { siteOrigin, testAccounts } from "#test/support/accounts.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { storePasskey } from "#test/support/stored-passkey.ts";
import { signInWithPasskey } from "#web/account/sign-in.server.ts";
import { readKnownBrowser, readSessionCookie, signedInCookies } from "./cookies.server.ts";
import type { SiteServices } from "./site-services.ts";

const { identity, owner, person, logIn } = await testAccounts();
const { userId } = await person("ana@club.example");

const session = async (): Promise<string> => succeeded(await logIn("ana@club.example")).token;
const isAlive = async (token: string) => (await findSession(identity, hashOfToken(token))) !== undefined;
const bringing = (cookie: string) => new Request(`${siteOrigin}/login`, { headers: { cookie } });

test("a sign-in with a passkey ends the session that the browser sent, as any other does", async () => {
  const older = await session();
  const answerOf = await storePasskey(owner, userId);
  const form = new FormData();
  form.set("response", JSON.stringify(answerOf(await askForPasskey(identity))));
  // who has a ticket for tonight goes there
  const database = { readAs: async () => false };
  const site = { identity, database, origin: siteOrigin } as unknown as SiteServices;
  const answer = await signInWithPasskey(site, bringing(`__Host-session=${older}`), form);
  expect(answer).toMatchObject({ kind: "onward", to: "/" });
  if (answer.kind !== "onward") throw new Error("no sign-in");
  const newer = readSessionCookie(answer.cookies?.[0]?.split(";")[0] ?? "", siteOrigin) ?? "";
  expect([await isAlive(older), await isAlive(newer)]).toEqual([false, true]);
});

test("the token of the browser is kept, http-only and from no subdomain, and grows by the account", async () => {
  const token = await session();
  const site = { identity, origin: siteOrigin };
  const [, line = ""] = await signedInCookies(site, bringing(""), { token, userId: userId as never });
  expect(line).toMatch(
    /^__Host-known-browser=[\w-]{22}\.[\w-]{22}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/,
  );
  const browserToken = readKnownBrowser(line.split(";")[0] ?? "", siteOrigin);
  expect(readKnownBrowser(`a=b; known-browser=x; __Host-known-browser=${browserToken}`, siteOrigin)).toBe(
    browserToken,
  );
  const other = await person("dan@club.example");
  const [, grown = ""] = await signedInCookies(site, bringing(`__Host-known-browser=${browserToken}`), {
    token,
    userId: other.userId as never,
  });
  expect(grown).toMatch(/^__Host-known-browser=[\w-]{22}(\.[\w-]{22}){2};/);
  expect(grown).toContain(browserToken?.split(".")[0]);
});

test("no screen opens a session without this function", () => {
  const writers = globSync("src/**/*.{ts,tsx}").filter(
    (file) => !file.includes(".test.") && /[^a-zA-Z]sessionCookie\(/.test(readFileSync(file, "utf8")),
  );
  expect(writers.sort()).toEqual(["src/web/request/cookies.server.ts"]);
});

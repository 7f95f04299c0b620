import { expect, test } from "vitest";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { testAccounts } from "#test/support/accounts.ts";
import { durations } from "#ticketing/limits.ts";
import { readSessionCookie, sessionCookie } from "./cookies.server.ts";
import { endedCookie } from "./own-cookie.server.ts";
import { findVisitor } from "./visitor.server.ts";

const https = "https://bilete.example";
const token = newSecretToken();
const lookedUp: unknown[] = [];
const { identity, db, person, logIn } = await testAccounts({
  seenAs: (database) => ({
    ...database,
    identity: {
      query(statement, values) {
        if (typeof statement === "object") lookedUp.push(...(statement.values ?? []));
        return database.identity.query(statement, values);
      },
    },
  }),
});
await person("ana@club.example");

test("over https the cookie belongs to this host, to its root, to http alone", () => {
  expect(sessionCookie(token, https)).toBe(
    `__Host-session=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
  );
  expect(endedCookie("session", https)).toContain("__Host-session=; Path=/; Max-Age=0;");
  expect(sessionCookie(token, "http://127.0.0.1:3000")).toBe(
    `session=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
  );
});

test("a cookie set by a subdomain under the plain name is ignored", () => {
  expect(readSessionCookie(`session=${token}`, https)).toBeNull();
  expect(readSessionCookie(`session=${token}; __Host-session=${token}`, https)).toBe(token);
});

test("whatever a Cookie header contains, reading it gives our token or nothing", () => {
  expect(readSessionCookie(`a=b;;  __Host-session=${token} ;c`, https)).toBe(token);
  for (const header of [
    null,
    "",
    ";",
    "=",
    "__Host-session",
    "__Host-session=",
    "__Host-session=x",
    `x__Host-session=${token}`,
    `__Host-session="${token}"`,
    `__Host-session=${token}x`,
    "__Host-session=%00",
    "é".repeat(9000),
    ";".repeat(9000),
  ])
    expect(readSessionCookie(header, https)).toBeNull();
});

test("without a cookie of ours nothing is looked up; with one its hash is", async () => {
  const headers = (cookie?: string) => ({
    headers: new Headers(cookie ? { cookie } : {}),
    url: `${https}/events`,
  });
  const lookup = { identity, origin: https };
  lookedUp.length = 0;
  expect(await findVisitor(headers(), lookup)).toEqual({ kind: "anonymous" });
  expect(await findVisitor(headers("__Host-session=1' OR '1'='1"), lookup)).toEqual({ kind: "anonymous" });
  expect(lookedUp).toEqual([]);
  expect(await findVisitor(headers(`__Host-session=${token}`), lookup)).toEqual({ kind: "anonymous" });
  expect(lookedUp).toEqual([hashOfToken(token), durations.freshProof]);
});

test.each([
  ["/auth/session", "seen"],
  ["/admin/stock/01a1faf1-d035-7000-9014-d6d3b4b552e6.data?_routes=x", "seen"],
  ["/auth/session/refresh", "seen"],
  ["/admin/events", "used"],
  ["/", "used"],
])("%s counts as a session that is %s", async (path, use) => {
  const opened = await logIn("ana@club.example");
  if (!opened.ok) throw new Error("no session");
  // nobody has used it for two days
  const rows =
    await db`UPDATE identity.session SET expires_at = expires_at - interval '2 days' WHERE token = ${hashOfToken(opened.value.token)} RETURNING expires_at AS end`;
  const cookie = `__Host-session=${opened.value.token}`;
  const visitor = await findVisitor(
    { headers: new Headers({ cookie }), url: `${https}${path}` },
    { identity, origin: https },
  );
  if (visitor.kind !== "person") throw new Error("nobody");
  expect(visitor.expiresAt > rows[0].end ? "used" : "seen").toBe(use);
});

import { expect, test } from "vitest";
import { hashOfToken, newSecretToken } from "#platform/identity/secret-token.server.ts";
import { endedSessionCookie, readSessionCookie, sessionCookie } from "./session-cookie.server.ts";
import { findVisitor } from "./who-asks.server.ts";

const https = "https://bilete.example";
const token = newSecretToken();

test("attack 55: over https the cookie belongs to this host, to its root, to http alone", () => {
  expect(sessionCookie(token, https)).toBe(
    `__Host-session=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
  );
  expect(endedSessionCookie(https)).toContain("__Host-session=; Path=/; Max-Age=0;");
  expect(sessionCookie(token, "http://127.0.0.1:3000")).toBe(
    `session=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
  );
});

test("a cookie set by a subdomain under the plain name is not looked at", () => {
  expect(readSessionCookie(`session=${token}`, https)).toBeNull();
  expect(readSessionCookie(`session=${token}; __Host-session=${token}`, https)).toBe(token);
});

test("attack 59: whatever a Cookie header holds, reading it gives our token or nothing", () => {
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
  const asked: string[] = [];
  const identity = {
    findSession: async (hash: string) => {
      asked.push(hash);
      return undefined;
    },
  };
  const headers = (cookie?: string) => ({
    headers: new Headers(cookie ? { cookie } : {}),
    url: `${https}/events`,
  });
  const keeper = { identity, origin: https };
  expect(await findVisitor(headers(), keeper)).toEqual({ kind: "anonymous" });
  expect(await findVisitor(headers("__Host-session=1' OR '1'='1"), keeper)).toEqual({ kind: "anonymous" });
  expect(asked).toEqual([]);
  expect(await findVisitor(headers(`__Host-session=${token}`), keeper)).toEqual({ kind: "anonymous" });
  expect(asked).toEqual([hashOfToken(token)]);
});

test.each([
  ["/auth/session", "seen"],
  ["/admin/stock/01a1faf1-d035-7000-9014-d6d3b4b552e6.data?_routes=x", "seen"],
  ["/auth/session/refresh", "seen"],
  ["/admin/events", "used"],
  ["/", "used"],
])("D8: %s counts as a session that is %s", async (path, use) => {
  const uses: unknown[] = [];
  const identity = {
    findSession: async (_hash: string, how?: string) => {
      uses.push(how);
      return undefined;
    },
  };
  const request = { headers: new Headers({ cookie: `__Host-session=${token}` }), url: `${https}${path}` };
  await findVisitor(request, { identity, origin: https });
  expect(uses).toEqual([use]);
});

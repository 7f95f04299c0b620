import { describe, expect, it } from "vitest";
import { openAttackedSite } from "./attacked-site.ts";

const target = await openAttackedSite();
const { site, attack, nothingHappens } = target;
const known = "ioana@exemplu.example";
const password = "nisip-fin-27";
const auth = (path: string, json: unknown, headers: Record<string, string> = {}) =>
  attack(`/auth/v1${path}`, { json, headers });
const bodyOf = (answer: { text: string }) => JSON.parse(answer.text);
const signIn = async (email = known, secret = password) =>
  auth("/token?grant_type=password", { email, password: secret });

/** Uses up the limit of a minute for what counts as a login, by calls that cost little and count. */
async function spend(address: string): Promise<void> {
  const headers = { "x-forwarded-for": address };
  for (let round = 0; round < 6; round++)
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        auth("/recover", { email: `nimeni-${round}-${n}@exemplu.example` }, headers),
      ),
    );
}

describe("limits per network", () => {
  it("count by the hop that our proxy wrote, not by what the client wrote before it", async () => {
    const address = "2001:db8:fffe:1::1";
    await spend(address);
    for (const forged of [`1.2.3.4, ${address}`, `::1,127.0.0.1, ${address}`])
      expect((await auth("/recover", { email: known }, { "x-forwarded-for": forged })).status).toBe(429);
    expect(
      (await auth("/recover", { email: known }, { "x-forwarded-for": `${address}, 192.0.2.9` })).status,
    ).toBe(200);
  });

  it.each([
    "//login",
    "/login/",
    "/LOGIN",
    "/%6cogin",
    "/api/./login",
    "/login/.",
    "/login.data",
    "/Login.data",
    "//auth/v1/token",
    "/auth/v1/token/",
    "/AUTH/v1/token",
    "/auth/v1/%74oken",
    "/auth/./v1/token",
  ])("%s is limited like the plain address, or does not exist", async (spelled) => {
    const address = `2001:db8:fffd:${(spelled.length * 7 + spelled.charCodeAt(2)) % 9999}::1`;
    const headers = { "x-forwarded-for": address };
    // enough to use up the limit of the first address: an address that does not exist answers all of them with 4xx
    await spend(address);
    const query = spelled.includes("oken") ? "?grant_type=password" : "";
    const isCall = query !== "";
    const answer = await attack(`${spelled}${query}`, {
      ...(isCall ? { json: { email: known, password } } : { form: { email: known, password } }),
      headers,
    });
    expect([404, 405, 415, 429]).toContain(answer.status);
    expect(answer.text).not.toContain("access_token");
  });
});

describe("an answer", () => {
  const nobody = "nimeni-aici@exemplu.example";
  const calls: [string, string, (email: string) => unknown][] = [
    ["sign-up", "/signup", (email) => ({ email, password: "nori peste mare" })],
    ["recover", "/recover", (email) => ({ email })],
    ["otp", "/otp", (email) => ({ email })],
    ["resend", "/resend", (email) => ({ email, type: "signup" })],
    ["a wrong password", "/token?grant_type=password", (email) => ({ email, password: "nu e parola" })],
    ["a wrong code", "/verify", (email) => ({ type: "email", email, token: "000000" })],
  ];
  it.each(calls)("I26: shows nothing about the address, by %s", async (_what, path, body) => {
    const shape = async (email: string) => {
      const response = await fetch(`${site.origin}/auth/v1${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": "2001:db8:fffc:1::1" },
        body: JSON.stringify(body(email)),
      });
      const headers = [...response.headers].filter(([name]) => name !== "date" && name !== "content-length");
      const text = (await response.text())
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "AT")
        .replaceAll(email, "EMAIL");
      return { status: response.status, headers, text };
    };
    expect(await shape(known)).toEqual(await shape(nobody));
  });
});

it("a megabyte as bearer is refused by the parser", () =>
  nothingHappens(async () => {
    const headers = { authorization: `Bearer ${"x".repeat(1_000_000)}` };
    const status = await attack("/auth/v1/user", { headers }).then(
      (answer) => answer.status,
      () => "cut",
    );
    expect([431, "cut"]).toContain(status);
  }));

describe("other sites", () => {
  const foreign = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
  ] as Record<string, string>[];

  it("make no call with a form", () =>
    nothingHappens(async () => {
      for (const kind of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
        expect(
          (
            await attack("/auth/v1/token?grant_type=password", {
              body: JSON.stringify({ email: known, password }),
              headers: { "content-type": kind },
            })
          ).status,
        ).toBe(415);
    }));

  it("change nothing by GET, nor by a method in a header or a field", () =>
    nothingHappens(async () => {
      const { access_token: token } = bodyOf(await signIn());
      const headers = { authorization: `Bearer ${token}` };
      for (const path of ["/logout", "/token?grant_type=password", "/signup", "/recover", "/verify", "/otp"])
        expect((await attack(`/auth/v1${path}`, { headers })).status).toBe(404);
      for (const name of ["x-http-method-override", "x-method-override", "x-http-method"])
        expect(
          (await attack("/auth/v1/user?_method=DELETE", { headers: { ...headers, [name]: "DELETE" } }))
            .status,
        ).toBe(200);
      expect((await attack("/auth/v1/user", { headers })).status).toBe(200);
    }));

  it("read nothing: no CORS, no callback, and JSON has its content type", async () => {
    const { access_token: token } = bodyOf(await signIn());
    for (const headers of foreign)
      for (const method of ["GET", "OPTIONS"]) {
        const answer = await fetch(`${site.origin}/auth/v1/user?callback=alert&jsonp=alert`, {
          method,
          headers: {
            ...headers,
            authorization: `Bearer ${token}`,
            "access-control-request-method": "GET",
          },
        });
        const names = [...answer.headers.keys()].filter((name) => name.startsWith("access-control"));
        expect(names).toEqual([]);
        expect(await answer.text()).toMatch(/^\{/);
        expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
        expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      }
  });

  it("learn nothing of a reset from the page's Referer", async () => {
    const page = await fetch(`${site.origin}/reset-password?token=${"A".repeat(43)}`);
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  });
});

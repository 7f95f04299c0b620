import { expect, it } from "vitest";
import { listRoutes } from "#test/support/route-list.ts";
import { limits } from "#ticketing/limits.ts";
import { createRequestCounter, limitOf } from "./count-requests.ts";
import { createHttp } from "./http.ts";
import { requestLimits } from "./request-limits.ts";

const rows = Object.keys(requestLimits);
const changing = new Set(["POST", "PUT", "PATCH", "DELETE", "ALL"]);

/** Stands for every service: only the routes are looked at. */
const anything: unknown = new Proxy(() => anything, { get: () => anything });

function hostRoutes(mode: "demo" | "production"): string[] {
  const known: Record<string, unknown> = { origin: "http://127.0.0.1:3000", settings: { mode } };
  const site = new Proxy({}, { get: (_, name: string) => known[name] ?? anything });
  const { routes } = createHttp({
    ...{ site, pages: anything, isHealthy: anything, metrics: anything, notices: anything },
    ...{ folders: { client: "", pictures: "" }, trustedProxies: 0, demo: mode === "demo" ? anything : null },
  } as never);
  return routes
    .filter(({ method }) => changing.has(method))
    .map(({ path }) => path.replace(/\{[^}]*\}/g, ""));
}

const actions = listRoutes()
  .filter(({ hasAction }) => hasAction)
  .map(({ path }) => path);
const hostPaths = [...new Set([...hostRoutes("demo"), ...hostRoutes("production")])];

it("no address that changes something is without a row that says how often it may be asked", () => {
  expect(actions.length).toBeGreaterThan(50);
  expect(hostPaths.length).toBeGreaterThan(20);
  expect(actions.filter((path) => !rows.includes(path))).toEqual([]);
  expect(hostPaths.filter((path) => !rows.includes(path) && path !== "/purchase/*")).toEqual([]);
});

it("no row is for an address that is not there, or that an earlier row answers already", () => {
  const special =
    /^\/auth\/session\/\w|^\/auth\/v1\/(?:reauthenticate|authorize|user\/identities\/authorize|callback)$/;
  expect(rows.filter((row) => ![...actions, ...hostPaths].includes(row) && !special.test(row))).toEqual([]);
  for (const row of rows)
    expect(limitOf(row.replace(/:\w+\??/g, "x").replace("*", "x/y"))).toBe(requestLimits[row]);
});

it("every figure is one, and an address without limits says why", () => {
  for (const limit of Object.values(requestLimits)) {
    if ("unlimited" in limit) expect(limit.unlimited.length).toBeGreaterThan(10);
    else {
      expect(limits[limit.address]).toBeGreaterThan(0);
      expect(limits[limit.session]).toBeGreaterThan(0);
    }
  }
});

const asked = (method: string, path: string, more: { address?: string; token?: string } = {}) => ({
  method,
  path,
  address: more.address ?? "192.0.2.1",
  headers: new Headers(more.token ? { authorization: `Bearer ${more.token}` } : {}),
});

it.each([
  ["PUT", "/auth/v1/user"],
  ["POST", "/auth/session/reset"],
  ["POST", "/auth/session/reset.data"],
  ["POST", "/login/_.data"],
  ["POST", "//Auth/Session/./RESET/"],
  ["DELETE", "/auth/v1/factors/x"],
  ["GET", "/auth/v1/reauthenticate"],
  ["QUERY", "/%6cogin"],
])("%s %s cannot be sent from one network without end", (method, path) => {
  const wait = createRequestCounter("http://127.0.0.1:3000");
  for (let n = 0; n < limits.loginsPerAddressAndMinute; n++) expect(wait(asked(method, path))).toBe(0);
  expect(wait(asked(method, path))).toBeGreaterThan(0);
  // with the others of its kind, and not with other networks
  expect(wait(asked("POST", "/login"))).toBeGreaterThan(0);
  expect(wait(asked(method, path, { address: "192.0.2.2" }))).toBe(0);
});

it("one session cannot have passwords hashed without end, from however many networks", () => {
  const wait = createRequestCounter("http://127.0.0.1:3000");
  const from = (n: number, token: string) =>
    asked("PUT", "/auth/v1/user", { address: `192.0.${n}.1`, token });
  for (let n = 0; n < limits.hashesPerSessionAndMinute; n++) expect(wait(from(n, "a.b.c"))).toBe(0);
  expect(wait(from(99, "a.b.c"))).toBeGreaterThan(0);
  expect(wait(from(99, "d.e.f"))).toBe(0);
});

it("no screen's session gets more requests by a token that it does not read", () => {
  const wait = createRequestCounter("http://127.0.0.1:3000");
  const from = (n: number) => ({
    ...{ method: "POST", path: "/profile/security", address: `192.0.${n}.1` },
    headers: new Headers({ cookie: `session=${"a".repeat(43)}`, authorization: `Bearer x${n}` }),
  });
  for (let n = 0; n < limits.hashesPerSessionAndMinute; n++) expect(wait(from(n))).toBe(0);
  expect(wait(from(99))).toBeGreaterThan(0);
});

it("reading costs nobody a request", () => {
  const wait = createRequestCounter("http://127.0.0.1:3000");
  for (let n = 0; n < 2 * limits.changesPerAddressAndMinute; n++)
    for (const path of ["/", "/auth/v1/user", "/auth/session"]) expect(wait(asked("GET", path))).toBe(0);
});

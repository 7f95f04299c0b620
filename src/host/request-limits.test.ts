import { expect, it } from "vitest";
import { listRoutes } from "#test/support/route-list.ts";
import { limits } from "#ticketing/limits.ts";
import { createRequestCounter, limitOf } from "./count-requests.ts";
import { createHttp } from "./http.ts";
import { requestLimits } from "./request-limits.ts";

const rows = Object.keys(requestLimits);
const changing = new Set(["POST", "PUT", "PATCH", "DELETE", "ALL"]);

/** Stands for every service: the test reads the routes only. */
const anything: unknown = new Proxy(() => anything, { get: () => anything });

function hostRoutes(mode: "demo" | "production"): string[] {
  const known: Record<string, unknown> = {
    origin: "http://127.0.0.1:3000",
    settings: { mode },
    storage: { folder: undefined },
  };
  const site = new Proxy({}, { get: (_, name: string) => known[name] ?? anything });
  const { routes } = createHttp({
    site,
    pages: anything,
    renderings: anything,
    isHealthy: anything,
    metrics: anything,
    webhookStored: anything,
    clientFolder: "",
    version: "",
    trustedProxies: 0,
    demo: mode === "demo" ? anything : null,
  } as never);
  return routes
    .filter(({ method }) => changing.has(method))
    .map(({ path }) => path.replace(/\{[^}]*\}/g, ""));
}

const actions = listRoutes()
  .filter(({ hasAction }) => hasAction)
  .map(({ path }) => path);
const hostPaths = [...new Set([...hostRoutes("demo"), ...hostRoutes("production")])];

it("every address that changes something has a row with its limits", () => {
  expect(actions.length).toBeGreaterThan(50);
  expect(hostPaths.length).toBeGreaterThan(20);
  expect(actions.filter((path) => !rows.includes(path))).toEqual([]);
  expect(hostPaths.filter((path) => !rows.includes(path) && path !== "/purchase/*")).toEqual([]);
});

it("no row is for an address that does not exist, or that an earlier row already matches", () => {
  const special =
    /^\/auth\/session\/\w|^\/auth\/v1\/(?:reauthenticate|authorize|user\/identities\/authorize|callback)$|^\/login\/with\/:provider$/;
  expect(rows.filter((row) => ![...actions, ...hostPaths].includes(row) && !special.test(row))).toEqual([]);
  for (const row of rows)
    expect(limitOf(row.replace(/:\w+\??/g, "x").replace("*", "x/y"))).toBe(requestLimits[row]);
});

it("a form sent to the data of its screen counts in the row of the screen, however its address is spelt", () => {
  for (const row of actions) {
    const path = row.replace(/:\w+\??/g, "x").replace("*", "x/y");
    const spelt = [
      `${path}.data`,
      `${path}/.data`,
      `/${path}//.data`,
      `${path}/%2e/.data`,
      `${path}/./%2Edata`,
    ];
    for (const address of [...spelt, `${path}/_.data`, path.toUpperCase()])
      expect(limitOf(address), address).toBe(limitOf(path));
  }
});

it("every figure is a number, and an address without limits has a reason", () => {
  const rows = Object.values(requestLimits);
  const limited = rows.flatMap((row) => ("unlimited" in row ? [] : [row]));
  const reasons = rows.flatMap((row) => ("unlimited" in row ? [row.unlimited] : []));
  const ofSessions = limited.map(({ session }) => session);
  reasons.push(...ofSessions.flatMap((session) => (typeof session === "string" ? [] : [session.none])));
  for (const reason of reasons) expect(reason.length).toBeGreaterThan(10);
  const figures = ofSessions.flatMap((session) => (typeof session === "string" ? [session] : []));
  for (const figure of [...limited.map(({ address }) => address), ...figures])
    expect(limits[figure]).toBeGreaterThan(0);
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
])("%s %s has a limit for one network", (method, path) => {
  const { waitFor: wait } = createRequestCounter("http://127.0.0.1:3000");
  for (let n = 0; n < limits.loginsPerAddressAndMinute; n++) expect(wait(asked(method, path))).toBe(0);
  expect(wait(asked(method, path))).toBeGreaterThan(0);
  // counted together with the others of its kind, and apart from other networks
  expect(wait(asked("POST", "/login"))).toBeGreaterThan(0);
  expect(wait(asked(method, path, { address: "192.0.2.2" }))).toBe(0);
});

it.each([
  ["/guest", limits.guestsPerAddressAndMinute],
  ["/guest.data", limits.guestsPerAddressAndMinute],
  ["/functions/v1/guest-session", limits.guestsPerAddressAndMinute],
  ["/orders/x", limits.loginsPerAddressAndMinute],
  ["/orders/x.data", limits.loginsPerAddressAndMinute],
  ["/orders/x/send/y", limits.changesPerAddressAndMinute],
  ["/primeste", limits.changesPerAddressAndMinute],
])("guests of one network may send %s %i times a minute", (path, most) => {
  const { waitFor: wait } = createRequestCounter("http://127.0.0.1:3000");
  for (let n = 0; n < most; n++) expect(wait(asked("POST", path))).toBe(0);
  expect(wait(asked("POST", path))).toBeGreaterThan(0);
  expect(wait(asked("POST", path, { address: "192.0.2.2" }))).toBe(0);
});

it("one session has a limit of password hashes, from however many networks", () => {
  const { waitFor: wait } = createRequestCounter("http://127.0.0.1:3000");
  const from = (n: number, token: string) =>
    asked("PUT", "/auth/v1/user", { address: `192.0.${n}.1`, token });
  for (let n = 0; n < limits.hashesPerSessionAndMinute; n++) expect(wait(from(n, "a.b.c"))).toBe(0);
  expect(wait(from(99, "a.b.c"))).toBeGreaterThan(0);
  expect(wait(from(99, "d.e.f"))).toBe(0);
});

it("a screen's session gets no more requests with a token that the screen does not read", () => {
  const { waitFor: wait } = createRequestCounter("http://127.0.0.1:3000");
  const from = (n: number) => ({
    method: "POST",
    path: "/profile/security",
    address: `192.0.${n}.1`,
    headers: new Headers({ cookie: `session=${"a".repeat(43)}`, authorization: `Bearer x${n}` }),
  });
  for (let n = 0; n < limits.hashesPerSessionAndMinute; n++) expect(wait(from(n))).toBe(0);
  expect(wait(from(99))).toBeGreaterThan(0);
});

it("reading one's tickets is counted: each is signed anew", () => {
  const { waitFor: wait } = createRequestCounter("http://127.0.0.1:3000");
  const read = () => wait(asked("GET", "/functions/v1/my-tickets"));
  for (let n = 0; n < limits.changesPerAddressAndMinute; n++) expect(read()).toBe(0);
  expect(read()).toBeGreaterThan(0);
});

const countedReads = rows.filter((row) => "countsReads" in (requestLimits[row] ?? {}));
it.each(countedReads)("a read of %s counts, however its address is spelt", (row) => {
  const path = row.replace(/:\w+/g, "google");
  const [, first = "", ...more] = path.split("/");
  const coded = `/%${first.charCodeAt(0).toString(16)}${[first.slice(1), ...more].join("/")}`;
  for (const spelt of [path, path.toUpperCase(), `${path}.data`, `//./${path}`, coded]) {
    const { waitFor: wait } = createRequestCounter("http://127.0.0.1:3000");
    const limit = limitOf(path);
    if ("unlimited" in limit) throw new Error("it has no limit");
    for (let n = 0; n < limits[limit.address]; n++) expect(wait(asked("GET", spelt))).toBe(0);
    expect(wait(asked("GET", spelt)), spelt).toBeGreaterThan(0);
  }
});

it("reading costs nobody a request", () => {
  const { waitFor: wait } = createRequestCounter("http://127.0.0.1:3000");
  for (let n = 0; n < 2 * limits.changesPerAddressAndMinute; n++)
    for (const path of ["/", "/login", "/auth/v1/user", "/auth/session"])
      expect(wait(asked("GET", path))).toBe(0);
});

it.each(rows.filter((row) => row.startsWith("/gate/api/")))(
  "nothing is counted for %s before it is known who calls",
  (path) => {
    const { waitFor: wait } = createRequestCounter("http://127.0.0.1:3000");
    for (let n = 0; n < 10_000; n++) if (wait(asked("POST", path)) > 0) throw new Error("it was counted");
  },
);

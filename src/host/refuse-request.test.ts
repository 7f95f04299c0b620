import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { listRoutes } from "#test/support/route-list.ts";
import { createRequestRefusal } from "./refuse-request.ts";

const production = createRequestRefusal({ origin: "https://estival.example", mode: "production" });
const demo = createRequestRefusal({ origin: "http://127.0.0.1:3000", mode: "demo" });

const asked = (host: string | undefined, url = "/", more: string[] = []) =>
  ({
    url,
    headers: host === undefined ? {} : { host },
    socket: { localPort: 3000 },
    rawHeaders: [...(host === undefined ? [] : ["Host", host]), "Accept", "*/*", ...more],
  }) as unknown as IncomingMessage;

it.each([
  "evil.example",
  "evil.example:3000",
  "127.0.0.1:3001",
  "localhost.evil.example:3000",
  "127.0.0.1:3000.evil.example",
  "estival.example",
  "0.0.0.0:3000",
  "",
  undefined,
])("a demo answers nobody under the name of %s", (host) => {
  expect(demo(asked(host))).toBe(421);
});

it.each(["127.0.0.1:3000", "localhost:3000", "LOCALHOST:3000", "[::1]:3000"])(
  "a demo answers as %s",
  (host) => {
    expect(demo(asked(host))).toBeUndefined();
  },
);

it.each([
  "127.0.0.1:3000",
  "localhost:3000",
  "evil.example",
  "estival.example:444",
  "estival.example.evil.example",
])("production answers nobody under the name of %s", (host) => {
  expect(production(asked(host))).toBe(421);
  expect(production(asked(host, "/assets/x.js"))).toBe(421);
  expect(production(asked("estival.example", `http://${host}/`))).toBe(421);
});

it("production answers its public name, and monitoring under any name", () => {
  expect(production(asked("estival.example"))).toBeUndefined();
  for (const name of ["Estival.Example", "estival.example:443", "estival.example.", "estival.example.:443"])
    expect(production(asked(name))).toBeUndefined();
  expect(production(asked("estival.example:80"))).toBe(421);
  expect(production(asked("10.0.0.7:3000", "/healthz"))).toBeUndefined();
  expect(production(asked("10.0.0.7:3000", "/metrics"))).toBeUndefined();
  expect(production(asked("10.0.0.7:3000", "/healthz/../login"))).toBe(421);
});

it("a request that names two hosts is refused, whichever they are", () => {
  expect(production(asked("estival.example", "/", ["host", "estival.example"]))).toBe(400);
  expect(production(asked("estival.example", "/healthz", ["HOST", "evil.example"]))).toBe(400);
});

it.each(["u:p@", "u@", ":p@", "%20@"])(
  "an address with a user or password (%s) is refused, because no request can have it",
  (user) => {
    const url = `http://${user}estival.example/`;
    expect(production(asked("estival.example", url))).toBe(400);
    expect(() => new Request(url)).toThrow("credentials");
  },
);

it.each([
  ["thousands of steps", `/${"a/".repeat(3500)}`],
  ["thirteen steps", `/${"a/".repeat(12)}a`],
  ["steps by backslashes", `/${"a\\".repeat(500)}`],
  ["one step of 1024 characters", `/${"a".repeat(1024)}`],
])("a path of %s is refused before any route is tried", (_what, path) => {
  expect(production(asked("estival.example", path))).toBe(404);
  expect(production(asked("estival.example", `${path}?x=1`))).toBe(404);
});

it("the path of every route is accepted, and a query may be long", () => {
  for (const { path } of listRoutes())
    expect([
      path,
      production(asked("estival.example", `${path.replaceAll(/:[a-z]+\??/g, newId())}.data`)),
    ]).toEqual([path, undefined]);
  expect(production(asked("estival.example", `/login?next=${"/a".repeat(3000)}`))).toBeUndefined();
});

import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { createRequestRefusal } from "./refuse-request.ts";

const production = createRequestRefusal({ origin: "https://estival.example", mode: "production" });
const demo = createRequestRefusal({ origin: "http://127.0.0.1:3000", mode: "demo" });

const asked = (host: string | undefined, url = "/", more: string[] = []) =>
  ({
    ...{ url, headers: host === undefined ? {} : { host }, socket: { localPort: 3000 } },
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
])("nobody reads a demo by the name of %s", (host) => {
  expect(demo(asked(host))).toBe(421);
});

it.each(["127.0.0.1:3000", "localhost:3000", "LOCALHOST:3000", "[::1]:3000"])(
  "a demo is there as %s",
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
])("in production nobody is answered by the name of %s", (host) => {
  expect(production(asked(host))).toBe(421);
  expect(production(asked(host, "/assets/x.js"))).toBe(421);
  expect(production(asked("estival.example", `http://${host}/`))).toBe(421);
});

it("in production the public name is answered, and who watches us may come by any", () => {
  expect(production(asked("estival.example"))).toBeUndefined();
  expect(production(asked("Estival.Example"))).toBeUndefined();
  expect(production(asked("10.0.0.7:3000", "/healthz"))).toBeUndefined();
  expect(production(asked("10.0.0.7:3000", "/metrics"))).toBeUndefined();
  expect(production(asked("10.0.0.7:3000", "/healthz/../login"))).toBe(421);
});

it("a request that names two hosts is refused, whichever they are", () => {
  expect(production(asked("estival.example", "/", ["host", "estival.example"]))).toBe(400);
  expect(production(asked("estival.example", "/healthz", ["HOST", "evil.example"]))).toBe(400);
});

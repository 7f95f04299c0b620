import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { readOnlyGate } from "./read-only-gate.ts";
import { requestLimits } from "./request-limits.ts";

const stop = { kind: "read_only", eventId: null, until: null, secondsLeft: null } as const;
const site = new Hono().use(readOnlyGate({ stops: [stop] })).all("*", (c) => c.text("passed"));
const goesOn = async (path: string) => (await site.request(path, { method: "POST" })).status === 200;

const sessionRoute = readFileSync(join(import.meta.dirname, "../web/account/session-route.ts"), "utf8");
const sessionCalls = [...sessionRoute.matchAll(/case "([a-z-]+)":/g)].map(
  ([, call]) => `/auth/session/${call}`,
);

it("while the site is read-only, exactly these addresses still change something (one kind: a stop that keeps a right in its hands)", async () => {
  const open: string[] = [];
  for (const route of new Set([...Object.keys(requestLimits), ...sessionCalls])) {
    const path = route.replaceAll(/:[a-zA-Z]+\??/g, newId()).replace("*", "x");
    if (await goesOn(path)) open.push(route);
  }
  expect(open.sort()).toEqual([
    "/_demo/*",
    "/admin/status/ready",
    "/admin/status/stops",
    "/admin/status/stops/start",
    "/admin/team",
    "/auth/session/login",
    "/auth/session/logout",
    "/auth/session/passkey-ask",
    "/auth/session/refresh",
    "/auth/v1/logout",
    "/auth/v1/token",
    "/checkout/:order",
    "/gate",
    "/gate/api/*",
    "/gate/api/beat",
    "/gate/api/enrol",
    "/gate/api/guests",
    "/gate/api/list",
    "/gate/api/log",
    "/gate/api/scan",
    "/gate/nights/:id/after",
    "/gate/nights/:id/gates",
    "/gate/nights/:id/orders",
    "/gate/nights/:id/sale",
    "/login",
    "/login/back",
    "/login/code",
    "/login/with/:provider",
    "/logout",
    "/webhooks/*",
    "/webhooks/stripe",
  ]);
});

it("while the site is read-only, nobody registers or gets an email for a new password, however the address is spelt", async () => {
  expect(sessionCalls).toHaveLength(6);
  for (const path of [
    "/auth/session/register",
    "/auth/session/reset",
    "/auth/session/Register",
    "/auth/session//reset",
    "/auth/session/login/../register",
    "/auth/session/reset/login",
    "/auth/session",
    "/register",
    "/login?mode=forgot",
    "/login?next=/&mod%65=forgot",
  ])
    expect([path, await goesOn(path)]).toEqual([path, false]);
});

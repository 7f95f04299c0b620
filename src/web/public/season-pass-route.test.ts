import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { processServices } from "#test/support/services.ts";
import { freePort } from "#test/support/site.ts";
import { openStage } from "#test/support/stage.ts";
import type { OrderServices } from "#ticketing/orders/checkout/hold-queue.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import type { Route } from "./+types/season-pass-route.ts";
import { action } from "./season-pass-route.tsx";

const { database, season, client: owner, site: services } = await openStage();
const night = await season.night();

async function buy(
  ticketTypeId: string,
  {
    used = services,
    by,
    fields = {},
    kind = "person",
  }: {
    used?: OrderServices;
    by?: { userId: Uuid; sessionHash: string };
    fields?: Record<string, string>;
    kind?: "person" | "guest";
  } = {},
) {
  const { userId, sessionHash } = by ?? (await season.person());
  const context = new RouterContextProvider();
  context.set(siteContext, used as unknown as SiteServices);
  context.set(visitorContext, {
    kind,
    userId,
    sessionHash,
    role: "user",
    fullName: null,
    email: "",
    expiresAt: new Date(),
    isReconfirmed: false,
    hasOpenOrder: false,
  } as Visitor);
  const body = new URLSearchParams({ ticket_id: ticketTypeId, quantity: "1", ...fields });
  const request = new Request("http://127.0.0.1:3000/season-pass", { method: "POST", body });
  return action({ context, request, params: {} } as unknown as Route.ActionArgs);
}

it("a pass without a price at the card provider is refused in this page's words (A17-12)", async () => {
  const pass = await season.ticketType({ events: [night], family: "season_pass", priceId: null });
  expect(await buy(pass)).toMatchObject({
    data: {
      ticketTypeId: pass,
      sentence: "Acest abonament nu este configurat pentru achiziționare online",
    },
    init: { status: 409 },
  });
});

it("a card page that cannot be opened is reported in this page's words (A17-14)", async () => {
  const pass = await season.ticketType({ events: [night], family: "season_pass" });
  const cutOff = await processServices(database, { apiBase: `http://127.0.0.1:${await freePort()}` });
  const answer = await buy(pass, { used: cutOff });
  if (!(answer instanceof Response)) throw new Error("expected to be led on to the order");
  expect(answer.headers.get("location")).toMatch(/^\/checkout\//);
  expect(decodeURIComponent(answer.headers.get("set-cookie") ?? "")).toContain(
    "Nu s-a putut procesa achiziția ta",
  );
});

it("who holds one already is asked before another, without an account too; the next press is the answer", async () => {
  const pass = await season.ticketType({ events: [night], family: "season_pass" });
  const other = await season.ticketType({ events: [night], family: "season_pass" });
  const [by] = [await season.person()];
  await paidLines(owner, {
    userId: by.userId,
    events: [night],
    lines: [{ ticketTypeId: pass, quantity: 1 }],
  });
  for (const kind of ["person", "guest"] as const)
    expect(await buy(pass, { by, kind })).toMatchObject({
      data: {
        ticketTypeId: pass,
        sentence: expect.stringContaining("Ai deja o comandă plătită cu același bilet"),
        asksAgain: true,
      },
      init: { status: 409 },
    });
  const placesOf = async (answer: unknown) =>
    answer instanceof Response ? new URL(answer.headers.get("location") ?? "", "http://x").pathname : "none";
  expect(await placesOf(await buy(pass, { by, kind: "guest", fields: { again: "1" } }))).toBe("/login");
  for (const [type, fields] of [
    [other, {}],
    [pass, { again: "1" }],
  ] as const)
    expect(await placesOf(await buy(type, { by, fields }))).not.toMatch(/none|login/);
  // of a night that is over, nobody holds one
  await season.db`UPDATE events SET date = date - 30 WHERE id = ${night}`;
  expect(await buy(pass, { by })).not.toMatchObject({ data: { asksAgain: true } });
});

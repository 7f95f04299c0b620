import { join } from "node:path";
import { RouterContextProvider } from "react-router";
import { afterAll, expect, it } from "vitest";
import { refused } from "#kernel/outcome.ts";
import { createTurns } from "#kernel/turns.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openStage } from "#test/support/stage.ts";
import { openPdfRenderer, type PrintOrder } from "#ticketing/delivery/pdf-renderer.server.ts";
import { limits } from "#ticketing/limits.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { shownTicketTexts } from "#web/request/shown-ticket-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import type { Route } from "./+types/ticket-pdf-route.ts";
import { loader } from "./ticket-pdf-route.ts";

const { season, site: services } = await openStage();
const keys = await openSigningKeys({
  database: services.database,
  appSecret: "a secret of a test, long enough for anybody",
});
const pdfRenderer = openPdfRenderer(
  join(import.meta.dirname, "../../ticketing/delivery/pdf-process.server.ts"),
);
afterAll(() => pdfRenderer.close());

/** The labels of what the other process printed, in order, and how many prints were under way at most. */
const seen = { labels: [] as string[], underWay: 0, most: 0 };
/** The first prints wait for each other, however busy the machine is: two accounts print at once. */
const begun = { labels: new Set<string>(), both: Promise.withResolvers<void>() };
const watched = {
  async print(order: PrintOrder) {
    seen.most = Math.max(seen.most, ++seen.underWay);
    if (begun.labels.add(order.tickets[0]?.label ?? "").size === 2) begun.both.resolve();
    await begun.both.promise;
    const printed = await pdfRenderer.print(order);
    seen.underWay -= 1;
    seen.labels.push(order.tickets[0]?.label ?? "");
    return printed;
  },
};
const site = {
  ...services,
  keys,
  // the emails' own, which no page may use
  pdfRenderer: null,
  pagePdfRenderer: watched,
  printTurns: createTurns(limits.printsWaitingPerAccount),
} as unknown as SiteServices;

async function owner() {
  const { userId, sessionHash } = await season.person();
  const events = [await season.night()];
  const ticketTypeId = await season.ticketType({ events });
  const { purchaseIds } = await paidOrder(season.client, { userId, ticketTypeId, events });
  const person = { kind: "person", userId, sessionHash, role: "user", fullName: null, email: "" };
  const visitor = { ...person, expiresAt: new Date(), isReconfirmed: false, hasOpenOrder: false } as Visitor;
  return (at = site): Promise<Response> => {
    const id = purchaseIds[0];
    const context = new RouterContextProvider();
    context.set(siteContext, at);
    context.set(visitorContext, visitor);
    const request = new Request(`https://club.example/tickets/${id}/ticket.pdf`);
    return loader({ context, params: { id }, request } as unknown as Route.LoaderArgs);
  };
}

it("one account cannot keep the site busy with PDFs: another process prints them one after the other, and of many requests at once most are refused", async () => {
  const [ana, radu] = [await owner(), await owner()];
  const asked = Array.from({ length: 60 }, () => ana());
  const other = radu();
  const answers = await Promise.all(asked);
  const printed = answers.filter(({ status }) => status === 200);
  expect(printed).toHaveLength(1 + limits.printsWaitingPerAccount);
  for (const one of printed) expect((await one.text()).slice(0, 5)).toBe("%PDF-");
  for (const one of answers.filter(({ status }) => status !== 200)) {
    expect([one.status, one.headers.get("retry-after")]).toEqual([429, "5"]);
    expect(await one.text()).toContain("se pregătesc deja");
  }
  expect((await other).status).toBe(200);
  // one of ana's and one of radu's
  expect(seen.most).toBe(2);
  expect(seen.labels).toHaveLength(7);
  // an account that comes second waits for one print of the first, not for all
  expect(seen.labels.slice(0, 2).filter((label) => label === seen.labels.at(-1))).toHaveLength(1);
  expect((await ana()).status).toBe(200);
});

it("tickets that were not printed are an answer in words, and the next request is printed", async () => {
  const ana = await owner();
  const noPrint = async () => refused({ reason: "not_printed", problem: "it took too long" });
  const answer = await ana({ ...site, pagePdfRenderer: { print: noPrint } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([503, "text/plain; charset=utf-8"]);
  expect(await answer.text()).toBe(shownTicketTexts.pdfFailed);
  expect((await ana({ ...site, pagePdfRenderer: pdfRenderer })).status).toBe(200);
});

import { beforeEach, describe, expect, it } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { type OpenPage, openPage } from "#test/support/open-page.ts";
import { openOrderStage } from "#test/support/order-stages.ts";
import { processServices } from "#test/support/services.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { pollPayments } from "./poll-payments.server.ts";

const { database, season, site, stages, rows } = await openOrderStage();
const other = await processServices(database, site.provider);
// Each test begins without open pages to check.
beforeEach(() => season.client.query("UPDATE checkout_attempts SET polled_at = now()"));

/** The same services, recording which sessions were read. */
function noting(services: typeof site | typeof other) {
  const asked: string[] = [];
  const cards: typeof services.cards = {
    ...services.cards,
    readSession(sessionId) {
      asked.push(sessionId);
      return services.cards.readSession(sessionId);
    },
  };
  return { asked, services: { ...services, cards } };
}

async function openPages(count: number) {
  const type = await season.ticketType({ events: [await season.night()] });
  const pages: OpenPage[] = [];
  // One after the other, because there are two turns at a time at the provider.
  for (const { sessionHash } of await season.people(count))
    pages.push(await openPage(site, sessionHash, type));
  return pages;
}

describe("the poller", () => {
  it("reads pages that are open for a minute, and each once a minute (F19)", async () => {
    const [young, due] = [await stages.atCardPage(), await stages.paid()];
    await rows.pagesOpenFor(young.orderId, 58);
    await rows.pagesOpenFor(due.orderId, 61);
    const waiting = await stages.atCardPage();
    await rows.pagesOpenFor(waiting.orderId, 600);
    const { asked, services } = noting(site);
    expect(await pollPayments(services)).toBe(2);
    expect(asked.toSorted()).toEqual([due.sessionId, waiting.sessionId].toSorted());
    expect([await rows.state(due.orderId), await rows.state(waiting.orderId)]).toEqual([
      "paid/sold",
      "checkout_open/held",
    ]);
    expect((await rows.journal(due.orderId)).at(-1)).toBe("paid by poller");
    expect(await pollPayments(services)).toBe(0);
  });

  it("reads those first that were read longest ago, twenty in a round (F19)", async () => {
    const pages = await openPages(25);
    for (const [n, { orderId }] of pages.entries()) await rows.pagesOpenFor(orderId, 100 + n);
    // Opened long ago, but read just now: it comes last.
    await season.db`UPDATE checkout_attempts SET created_at = now() - interval '20 minutes', polled_at = now() - interval '61 seconds' WHERE order_id = ${pages[24]?.orderId}`;
    const oldestFirst = pages
      .slice(0, 24)
      .toReversed()
      .map((page) => page.sessionId);
    const { asked, services } = noting(site);
    expect(await pollPayments(services)).toBe(20);
    expect(asked.toSorted()).toEqual(oldestFirst.slice(0, 20).toSorted());
    expect(await pollPayments(services)).toBe(5);
    expect(asked.slice(20).toSorted()).toEqual(
      [...oldestFirst.slice(20), pages[24]?.sessionId ?? ""].toSorted(),
    );
  });

  it("in several processes reads each page once", async () => {
    const pages = await openPages(30);
    for (const { orderId } of pages) await rows.pagesOpenFor(orderId, 90);
    const both = [noting(site), noting(other)];
    while ((await Promise.all(both.map(({ services }) => pollPayments(services)))).some((n) => n > 0));
    const asked = both.flatMap((one) => one.asked);
    expect(asked.toSorted()).toEqual(pages.map((page) => page.sessionId).toSorted());
  });

  it("leaves a page that another process is taking to it, and waits for none", async () => {
    const [taken, free] = [await stages.atCardPage(), await stages.atCardPage()];
    for (const { orderId } of [taken, free]) await rows.pagesOpenFor(orderId, 90);
    await season.db`BEGIN`;
    await season.db`SELECT FROM checkout_attempts WHERE order_id = ${taken.orderId} FOR UPDATE`;
    const { asked, services } = noting(site);
    const late = new Promise((resolve) => setTimeout(resolve, 10_000, "it waits"));
    const polled = pollPayments(services);
    expect(await Promise.race([polled, late])).toBe(1);
    await season.db`COMMIT`;
    await polled;
    expect(asked).toEqual([free.sessionId]);
  });

  it("does not read pages of ended orders", async () => {
    const ended = await stages.atCardPage();
    await releaseOrder(site, ended);
    await season.db`UPDATE checkout_attempts SET state = 'opened' WHERE order_id = ${ended.orderId}`;
    await rows.pagesOpenFor(ended.orderId, 90);
    expect(await pollPayments(site)).toBe(0);
  });

  it("reads a page again after a minute without an answer (F26)", async () => {
    const order = await stages.atCardPage();
    await payWithCard(site.provider.pagesBase, order.sessionId);
    await rows.pagesOpenFor(order.orderId, 90);
    site.provider.faults.set({ loseNext: 1 });
    expect(await pollPayments(site)).toBe(1);
    expect(await rows.state(order.orderId)).toBe("checkout_open/held");
    expect(await pollPayments(site)).toBe(0);
    await season.db`UPDATE checkout_attempts SET polled_at = polled_at - interval '61 seconds' WHERE order_id = ${order.orderId}`;
    expect(await pollPayments(site)).toBe(1);
    expect(await rows.state(order.orderId)).toBe("paid/sold");
  });
});

import { describe, expect, it } from "vitest";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { openPage } from "#test/support/open-page.ts";
import { orderRows } from "#test/support/order-rows.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { cancelNight } from "#ticketing/orders/cancelled-nights/cancel-night.server.ts";
import { workOffCancellations } from "#ticketing/orders/cancelled-nights/work-off-cancellations.server.ts";
import { releaseOrder } from "#ticketing/orders/checkout/release-order.server.ts";
import { sweepHolds } from "#ticketing/orders/checkout/sweep-holds.server.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { checkoutTexts } from "#web/checkout/checkout-texts.ts";

const { season, site, origin } = await openSourceSite();
const rows = orderRows(season.client);
await season.db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'club', '{"guests": true}')`;

const customers = {
  account: () => season.person(),
  guest: async () => {
    const guest = await makeGuest(site, { email: "oaspete@exemplu.ro", fullName: "Un Oaspete", phone: null });
    return { ...guest, sessionHash: hashOfToken(guest.token) };
  },
};

const otherType = async () => season.ticketType({ events: [await season.night()] });

/** A customer whose two tickets for a night were on hold until now; `before`: what happened before the hold ended. */
async function ended(
  kind: keyof typeof customers,
  before: (sessionHash: string) => Promise<unknown> = async () => undefined,
) {
  const night = await season.night();
  const type = await season.ticketType({ events: [night] });
  const customer = await customers[kind]();
  const { orderId } = await openPage(site, customer.sessionHash, type, 2);
  await before(customer.sessionHash);
  await season.db`UPDATE orders SET hold_expires_at = now() WHERE id = ${orderId}`;
  await sweepHolds(site);
  expect(await rows.state(orderId)).toBe("expired/none");
  /** What the customer's browser gets, in a new tab. */
  const see = async (path: string) => {
    const answer = await fetch(origin + path, { headers: { cookie: `session=${customer.token}` } });
    return { cache: answer.headers.get("cache-control"), text: await answer.text() };
  };
  return { night, type, orderId, customer, see, nightPage: async () => (await see(`/events/${night}`)).text };
}

const isTold = (text: string) => text.includes("Rezervarea a expirat");
const chosen = (text: string) => /<option selected="">(\d+)/.exec(text)?.[1];

describe.each(Object.keys(customers) as (keyof typeof customers)[])("of a hold that ran out, %s", (kind) => {
  it("is told on the night's page in a new tab, with the same tickets chosen; nobody else is", async () => {
    const { night, nightPage, see } = await ended(kind);
    for (const text of [await nightPage(), await nightPage()]) {
      expect(isTold(text)).toBe(true);
      expect(text).toContain("Locurile s-au întors în vânzare. Nu ți-am luat niciun ban.");
      expect(chosen(text)).toBe("2");
    }
    expect((await see(`/events/${night}`)).cache).toBe("private, no-store");
    const stranger = await (await fetch(`${origin}/events/${night}`)).text();
    expect([isTold(stranger), chosen(stranger)]).toEqual([false, "0"]);
  });

  it("is told in a line on every other page, at each loading, with the way to the same tickets", async () => {
    const { night, see } = await ended(kind);
    for (const path of ["/orders", "/orders", "/", "/events"])
      expect((await see(path)).text, path).toMatch(
        new RegExp(
          `Rezervarea a expirat.{0,40}<a [^>]*href="/events/${night}"[^>]*>Alege din nou aceleași bilete<`,
        ),
      );
  });

  it("is told nothing any more after half an hour", async () => {
    const { orderId, nightPage, see } = await ended(kind);
    await season.db`UPDATE orders SET hold_expires_at = now() - interval '31 minutes' WHERE id = ${orderId}`;
    expect(isTold(await nightPage())).toBe(false);
    expect(isTold((await see("/events")).text)).toBe(false);
  });

  it("is told nothing any more once another order is begun, also when the places of that one are given free", async () => {
    const { customer, nightPage, see } = await ended(kind);
    const { orderId } = await openPage(site, customer.sessionHash, await otherType());
    expect(isTold(await nightPage())).toBe(false);
    await releaseOrder(site, { orderId, userId: (await ownerOf(orderId)).id });
    expect(isTold(await nightPage())).toBe(false);
    expect(isTold((await see("/events")).text)).toBe(false);
  });

  it("is told nothing any more once an order that was open already is paid", async () => {
    let other = "";
    const { nightPage } = await ended(kind, async (sessionHash) => {
      other = (await openPage(site, sessionHash, await otherType())).orderId;
    });
    expect(isTold(await nightPage())).toBe(true);
    await season.db`UPDATE orders SET state = 'paid', stake = 'sold', paid_at = now() WHERE id = ${other}`;
    expect(isTold(await nightPage())).toBe(false);
  });

  it("is told in no line before it is known that nobody paid", async () => {
    const customer = await customers[kind]();
    const { orderId } = await openPage(site, customer.sessionHash, await otherType());
    await season.db`UPDATE orders SET hold_expires_at = now() - interval '5 seconds' WHERE id = ${orderId}`;
    const answer = await fetch(`${origin}/events`, { headers: { cookie: `session=${customer.token}` } });
    expect(isTold(await answer.text())).toBe(false);
  });

  it("is told nothing of places that this customer gave free", async () => {
    const night = await season.night();
    const customer = await customers[kind]();
    const { orderId } = await openPage(
      site,
      customer.sessionHash,
      await season.ticketType({ events: [night] }),
    );
    await releaseOrder(site, { orderId, userId: (await ownerOf(orderId)).id });
    const answer = await fetch(`${origin}/events/${night}`, {
      headers: { cookie: `session=${customer.token}` },
    });
    expect(isTold(await answer.text())).toBe(false);
  });
});

it.each([
  { of: "its night", nights: 1 },
  { of: "one night of a pass", nights: 2 },
])(
  "an unpaid order that closed with the cancelling of $of says so, and not that the buyer gave it up",
  async ({ nights }) => {
    const events = await Promise.all(
      Array.from({ length: nights }, () => season.night({ title: "Noaptea de sticlă" })),
    );
    const family = nights > 1 ? ({ family: "season_pass" } as const) : {};
    const type = await season.ticketType({ events, ...family });
    const customer = await season.person();
    const { orderId } = await openPage(site, customer.sessionHash, type);
    const page = async () =>
      (
        await fetch(`${origin}/checkout/${orderId}`, { headers: { cookie: `session=${customer.token}` } })
      ).text();
    const actor = { userId: (await season.person("admin")).userId, role: "admin" } as const;
    const form = { reason: "Vine furtuna.", usedTickets: "kept" } as const;
    await cancelNight(site, { actor, id: events[0] ?? "", form, isProven: true });
    for (const state of ["checkout_open/held", "expired/none"]) {
      expect(await rows.state(orderId)).toBe(state);
      const text = await page();
      expect(text).toContain("S-a anulat: Noaptea de sticlă");
      expect(text).not.toMatch(/Ai renunțat|Alege din nou|Continuă plata/);
      await workOffCancellations(site);
    }
  },
);

it.each([
  { by: "running out", says: checkoutTexts.overTitle },
  { by: "its buyer", says: checkoutTexts.releasedTitle },
])(
  "an unpaid order that $by ended before its night was cancelled keeps that reason",
  async ({ by, says }) => {
    const night = await season.night();
    const type = await season.ticketType({ events: [night] });
    const customer = await season.person();
    const { orderId } = await openPage(site, customer.sessionHash, type);
    if (by === "its buyer") await releaseOrder(site, { orderId, userId: customer.userId });
    else await season.db`UPDATE orders SET hold_expires_at = now() WHERE id = ${orderId}`;
    await season.db`UPDATE events SET cancelled_at = now() WHERE id = ${night}`;
    for (const _ of ["at once", "after the sweep"]) {
      const answer = await fetch(`${origin}/checkout/${orderId}`, {
        headers: { cookie: `session=${customer.token}` },
      });
      const text = await answer.text();
      expect(text).toContain(says);
      expect(text).not.toContain(checkoutTexts.nightCancelledText);
      await sweepHolds(site);
    }
  },
);

it("tickets of the hold that are not for sale any more are not chosen again", async () => {
  const { type, nightPage } = await ended("account");
  await season.db`UPDATE stock_counters SET capacity = 1 WHERE id = ${type}`;
  const text = await nightPage();
  expect([isTold(text), chosen(text)]).toEqual([true, "1"]);
  expect(text).not.toMatch(/alegerea ta a rămas|Alegerea ta a rămas/);
});

async function ownerOf(orderId: string): Promise<{ id: string }> {
  const [owner] = await season.db`SELECT user_id AS id FROM orders WHERE id = ${orderId}`;
  return { id: String(owner?.id) };
}

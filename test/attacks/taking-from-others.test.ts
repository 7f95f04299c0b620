/** What anybody may ask for while all others wait for the same: searches at the database, reads at the card provider. */
import { expect, it, vi } from "vitest";
import { openSourceSite } from "#test/support/source-site.ts";
import { limits } from "#ticketing/limits.ts";

const { season, site, ask, origin } = await openSourceSite();

it("searches of one network take one connection, however many are sent at once, and other pages need not wait", async () => {
  const reader = site.database.anonymous;
  const query = reader.query.bind(reader) as (...sent: unknown[]) => Promise<unknown>;
  let [now, most] = [0, 0];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const spied = vi.spyOn(reader, "query").mockImplementation((async (...sent: [{ name?: string }]) => {
    if (sent[0].name !== "search-events") return query(...sent);
    now += 1;
    most = Math.max(most, now);
    await released;
    const found = await query(...sent);
    now -= 1;
    return found;
  }) as never);
  const searches = Array.from({ length: 12 }, (_, n) => ask(`/events?q=noapte${n}`));
  expect((await ask("/login")).status).toBe(200);
  release();
  expect((await Promise.all(searches)).map(({ status }) => status)).toEqual(Array(12).fill(200));
  spied.mockRestore();
  expect(most).toBe(1);
});

it("a buyer's visits of unpaid orders read at the provider a few times a minute, however many orders and visits there are", async () => {
  const nights = await Promise.all([season.night(), season.night({ inDays: 2 })]);
  const types = await Promise.all(nights.map((night) => season.ticketType({ events: [night] })));
  const [buyer, other] = [await season.person(), await season.person()];
  const order = async (as: typeof buyer, at = 0) => {
    const json = {
      success_url: `${origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${origin}/events/${nights[at]}`,
      mode: "payment",
      event_id: nights[at],
      lines: [{ ticket_id: types[at], quantity: 1 }],
    };
    const { text } = await ask("/functions/v1/checkout-session", { as, json });
    return /cs_test_\w+/.exec(text)?.[0];
  };
  const own = [await order(buyer), await order(buyer, 1)];
  const reads = vi.spyOn(site.cards, "readSession");
  for (let n = 0; n < 2 * limits.readsPerBuyerAndMinute; n++)
    expect((await ask(`/tickets/success?session_id=${own[n % 2]}`, { as: buyer })).status).toBeLessThan(400);
  expect(reads).toHaveBeenCalledTimes(limits.readsPerBuyerAndMinute);
  await ask(`/tickets/success?session_id=${await order(other)}`, { as: other });
  expect(reads).toHaveBeenCalledTimes(limits.readsPerBuyerAndMinute + 1);
});

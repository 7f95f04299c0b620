import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openStage } from "#test/support/stage.ts";
import { agreePrice } from "./agree-price.server.ts";
import { makeWantedPrices } from "./make-wanted-prices.server.ts";

const { season, db, site } = await openStage();
const actor = await season.person("admin");

/** Types that wait for their prices, the first the longest. */
async function waiting(count: number): Promise<string[]> {
  const night = await season.night();
  const types: string[] = [];
  for (let at = 0; at < count; at++) {
    const type = await season.ticketType({ events: [night], title: `${newId()} ${at}` });
    await db`UPDATE tickets SET price_agreed_at = NULL, stripe_price_id = NULL, price_wanted_at = now() - make_interval(hours => ${count - at}) WHERE id = ${type}`;
    types.push(type);
  }
  return types;
}
const isMade = async (types: readonly string[]) => {
  const rows =
    await db`SELECT id, price_agreed_at IS NOT NULL AS made FROM tickets WHERE id = ANY (${types})`;
  return types.map((id) => rows.find((row) => row.id === id)?.made);
};
const aMinuteLater = () =>
  db`UPDATE tickets SET price_wanted_at = price_wanted_at - interval '1 minute' WHERE price_wanted_at > now()`;
const failing = async (fault: { failNext: number } | { loseNext: number }, run: () => Promise<unknown>) => {
  site.provider.faults.set({ only: "POST /v1/prices", ...fault });
  await run();
  site.provider.faults.reset();
};
const byHand = (id: string, services = site) => agreePrice(services, { actor, id, how: "make" });

/** The site with another answer of the provider to a wanted price. */
const asking = (createPrice: typeof site.cards.createPrice) => ({
  ...site,
  cards: { ...site.cards, createPrice },
});

it("a price that the provider fails to make keeps no other waiting, and is made a minute later under another key", async () => {
  const types = await waiting(3);
  await failing({ failNext: 1 }, () => makeWantedPrices(site));
  expect(await isMade(types)).toEqual([false, true, true]);
  expect(await makeWantedPrices(site)).toBe(0);
  await aMinuteLater();
  expect(await makeWantedPrices(site)).toBe(1);
  expect(await isMade(types)).toEqual([true, true, true]);
});

it("prices that the provider refuses for good keep no other waiting, however many they are", async () => {
  const types = await waiting(11);
  const refusing = asking(async (price) =>
    price.name.endsWith(" 10")
      ? site.cards.createPrice(price)
      : { kind: "refused", reason: "invalid", message: "no" },
  );
  expect([await makeWantedPrices(refusing), await makeWantedPrices(refusing)]).toEqual([0, 1]);
  expect((await isMade(types)).at(-1)).toBe(true);
  await aMinuteLater();
  expect(await makeWantedPrices(site)).toBe(10);
});

it("a price whose answer was lost is asked for again under the same key, by the job and by hand, and made once", async () => {
  const [type = ""] = await waiting(1);
  const keys = new Set<string>();
  const watched = asking((price) => {
    keys.add(price.key);
    return site.cards.createPrice(price);
  });
  await failing({ loseNext: 99 }, async () => {
    await makeWantedPrices(watched);
    await byHand(type, watched);
  });
  expect(await isMade([type])).toEqual([false]);
  expect(await makeWantedPrices(watched)).toBe(1);
  expect(keys.size).toBe(1);
});

it("a price is made by hand at once after an error of the provider, and by the job if nobody tries again", async () => {
  const [first = "", second = ""] = await waiting(2);
  await db`UPDATE tickets SET price_wanted_at = NULL WHERE id = ANY (${[first, second]})`;
  const answers: unknown[] = [];
  await failing({ failNext: 2 }, async () => answers.push(await byHand(first), await byHand(second)));
  expect(answers).toMatchObject([
    { refusal: { reason: "unreachable" } },
    { refusal: { reason: "unreachable" } },
  ]);
  expect(await byHand(first)).toMatchObject({ ok: true });
  await aMinuteLater();
  expect(await makeWantedPrices(site)).toBe(1);
  expect(await isMade([first, second])).toEqual([true, true]);
});

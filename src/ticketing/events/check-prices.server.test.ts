import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openStage } from "#test/support/stage.ts";
import { checkPrices } from "./check-prices.server.ts";

const { season, db, site: services } = await openStage();
const night = await season.night();

async function typeWithPrice(amount: number, hoursAgo: number) {
  const made = await services.cards.createPrice({ key: newId(), name: "Intrare", amount });
  if (made.kind !== "created") throw new Error("no price");
  const id = await season.ticketType({ events: [night], price: 12_000, priceId: made.price.id });
  await db`UPDATE tickets SET price_agreed_at = now() - make_interval(hours => ${hoursAgo}) WHERE id = ${id}`;
  return { id, priceId: made.price.id };
}

const agreed = async (id: string) =>
  (
    await db`SELECT price_agreed_at IS NOT NULL AS agreed, coalesce(price_agreed_at > now() - interval '1 hour', false) AS fresh FROM tickets WHERE id = ${id}`
  )[0];

it("a price is looked up once a day; one that differs, is gone or out of use stops the sale of its type alone", async () => {
  const fine = await typeWithPrice(12_000, 30);
  const fresh = await typeWithPrice(9_900, 2);
  const dearer = await typeWithPrice(13_000, 30);
  const archived = await typeWithPrice(12_000, 30);
  await services.cards.archivePrice(archived.priceId);
  const unknown = await season.ticketType({ events: [night], price: 12_000, priceId: "price_nobody" });
  await db`UPDATE tickets SET price_agreed_at = now() - interval '30 hours' WHERE id = ${unknown}`;
  expect(new Set(await checkPrices(services))).toEqual(new Set([dearer.id, archived.id, unknown]));
  expect(await agreed(fine.id)).toEqual({ agreed: true, fresh: true });
  expect(await agreed(fresh.id)).toEqual({ agreed: true, fresh: false });
  for (const id of [dearer.id, archived.id, unknown])
    expect(await agreed(id)).toMatchObject({ agreed: false });
  const rows = await db`SELECT actor_kind, what FROM journal WHERE subject_id = ${dearer.id}`;
  expect(rows).toEqual([{ actor_kind: "system", what: "price_not_agreed" }]);
  expect(await checkPrices(services)).toEqual([]);
});

it("no sale is stopped while the provider does not answer, and a type that is saved meanwhile stays as saved", async () => {
  const silent = await typeWithPrice(13_000, 30);
  const unreachable = {
    ...services.cards,
    readPrice: async () => ({ kind: "unknown", message: "gone" }) as const,
  };
  expect(await checkPrices({ ...services, cards: unreachable })).toEqual([]);
  expect(await agreed(silent.id)).toEqual({ agreed: true, fresh: false });
  const saving = {
    ...services.cards,
    readPrice: async (id: string) => {
      await db`UPDATE tickets SET version = version + 1 WHERE id = ${silent.id}`;
      return services.cards.readPrice(id);
    },
  };
  expect(await checkPrices({ ...services, cards: saving })).toEqual([]);
  expect(await agreed(silent.id)).toMatchObject({ agreed: true });
});

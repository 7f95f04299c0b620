import { expect, it } from "vitest";
import { arrived } from "#test/support/open-page.ts";
import { openStage } from "#test/support/stage.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { holdOf, readNight } from "./night-with-code.server.ts";
import type { SiteServices } from "./site-services.ts";
import type { KnownVisitor } from "./visitor.server.ts";

const { season, site } = await openStage();

it("what a person holds counts as free for that person alone, in the type, its phases, its pool and the night (one kind: one's own places called somebody else's)", async () => {
  const night = await season.night({ capacity: 6 });
  const single = await season.ticketType({ events: [night], price: 9_000, capacity: 50 });
  const couple = await season.ticketType({ events: [night], entries: 2, capacity: 50 });
  const other = await season.ticketType({ events: [night], capacity: 50 });
  await season.phases(single, [{ price: 5_000, capacity: 3 }, { price: 9_000 }]);
  await season.pool({ event: night, types: [single, couple], capacity: 4 });
  const buyer = await season.person();
  const visitor = { ...buyer, kind: "person", hasOpenOrder: true } as unknown as KnownVisitor;
  const services = site as unknown as SiteServices;
  const read = async (as: KnownVisitor | null) => {
    const request = new Request(`http://127.0.0.1:3000/events/${night}`);
    const hold = await holdOf(services, as, night);
    const found = (await readNight(services, as, { eventId: night, request, hold }))?.found;
    const facts = [single, couple, other].map((id) => {
      const type = found?.types.find((each) => each.id === id);
      return [type?.price, type?.available, type?.mayReturn, type?.pool?.left ?? null];
    });
    return { facts, state: found?.event.sale.state };
  };
  const free = await read(visitor);
  const lines = [{ ticketTypeId: single, quantity: 4 }];
  expect(await openCheckout(site, arrived(buyer.sessionHash, lines, { eventId: night }))).toMatchObject({
    ok: true,
  });
  expect(await read(visitor)).toEqual(free);
  expect((await read(null)).facts).toEqual([
    [9_000, 0, true, 0],
    [free.facts[1]?.[0], 0, true, 0],
    [free.facts[2]?.[0], 2, false, null],
  ]);
});

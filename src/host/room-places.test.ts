import { Hono } from "hono";
import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { announce } from "#test/support/sale-opening.ts";
import { openStage } from "#test/support/stage.ts";
import { limits } from "#ticketing/limits.ts";
import { joinWaitingRoom } from "#ticketing/orders/waiting/join-waiting-room.server.ts";
import { createRoomCache } from "#ticketing/orders/waiting/room-cache.server.ts";
import { createRoomPlaces } from "./room-places.ts";

const { season, site: services } = await openStage();
const night = await season.night();
await announce(season.client, night, { inMinutes: 10, roomMinutes: 30 });

/** The service of the places, and how often it has read the database. */
function openPlaces(now = () => 0) {
  const asked = { questions: 0 };
  const rooms = createRoomCache(
    {
      withDuty: (duty, work) => {
        asked.questions += 1;
        return services.database.withDuty(duty, work);
      },
    },
    { providerRate: 24, now },
  );
  const findVisitor = async () => {
    asked.questions += 1;
    return { kind: "anonymous" } as const;
  };
  const site = new Hono<{ Variables: { address: string } }>();
  site.use((c, next) => {
    c.set("address", c.req.header("x-network") ?? "192.0.2.1");
    return next();
  });
  site.route("/", createRoomPlaces({ rooms, findVisitor, origin: services.origin }));
  const ask = async (eventId: string, cookie = "", network = "192.0.2.1") =>
    site.request(`/events/${eventId}/waiting/place`, { headers: { cookie, "x-network": network } });
  return { ask, asked };
}

const session = `session=${"a".repeat(43)}`;

it("requests for nights that have no room cost the sale no query", async () => {
  const { ask, asked } = openPlaces();
  for (let n = 0; n < 200; n += 1) {
    const answer = await ask(newId(), `room_place=${crypto.randomUUID()}; ${session}`);
    expect(await answer.json()).toEqual({ kind: "outside" });
  }
  expect(asked.questions).toBe(1);
});

it("nobody makes up places without end, and thousands behind one network still get their place", async () => {
  const { ask, asked } = openPlaces();
  const person = await season.person();
  const joined = await joinWaitingRoom(services, { person: { ...person, role: "user" }, eventId: night });
  if (!joined.ok) throw new Error("not let in");
  const mine = `room_place=${joined.value.placeId}`;
  expect(await (await ask(night, mine)).json()).toMatchObject({ kind: "before_draw" });
  const most = limits.roomLookupsPerAddressAndMinute;
  const inventing = () => ask(night, `room_place=${crypto.randomUUID()}`);
  for (let n = 0; n < most; n += 100)
    for (const { status } of await Promise.all(Array.from({ length: 100 }, inventing)))
      expect(status).toBe(200);
  const before = asked.questions;
  const refused = await inventing();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await ask(night, session)).status).toBe(429);
  // from memory, without a query
  for (let n = 0; n < most; n += 1) expect((await ask(night, mine)).status).toBe(200);
  expect((await ask(night)).status).toBe(200);
  expect(asked.questions).toBe(before);
  expect((await ask(night, session, "198.51.100.1")).status).toBe(200);
});

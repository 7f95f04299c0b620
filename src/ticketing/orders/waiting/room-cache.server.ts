import type { Database } from "#platform/database/database.server.ts";
import { admissionPace } from "./room-pace.ts";
import {
  findPlace,
  findRoom,
  listNewPlaces,
  listRoomNights,
  type PlaceRow,
  type RoomState,
} from "./room-queries.server.ts";

export type RoomPlace =
  | {
      readonly kind: "before_draw";
      readonly placeId: string;
      readonly seconds: number;
      readonly waiting: number;
    }
  | {
      readonly kind: "waiting";
      readonly placeId: string;
      readonly number: number;
      readonly ahead: number;
      /** Seconds until the person is let in, at the present pace. */
      readonly seconds: number;
      readonly available: number;
    }
  /** The person is let in, or the room is over: tickets can be chosen. */
  | { readonly kind: "in"; readonly placeId: string };

export type KnownRoom = RoomState & { readonly waiting: number };

/** The positions of all people in the waiting rooms, at most a second old. */
export type RoomCache = {
  /** Undefined for a night without a waiting room. */
  room(eventId: string): Promise<KnownRoom | undefined>;
  /** Looks only in memory; a place taken a moment ago may be missing. */
  knownPlace(eventId: string, placeId: string): Promise<RoomPlace | undefined>;
  /** Looks in memory, then in the database. */
  placeOf(eventId: string, sought: { id: string } | { userId: string }): Promise<RoomPlace | undefined>;
};

type CachedRoom = {
  at: number;
  ready: Promise<RoomState | undefined>;
  readonly byId: Map<string, PlaceRow>;
  readonly byUser: Map<string, PlaceRow>;
  /** The highest `arrival` and `number` of the places read so far. */
  arrival: number;
  number: number;
};

/** Rooms without requests are removed after this time. */
const keptMilliseconds = 60_000;

/**
 * Reads a room once a second for all requests of this process; of its people only new ones and those with a new
 * number. So twenty thousand people who check their position cost two small queries a second, and one more finds the
 * nights that have a room. A place not in memory is read once.
 */
export function createRoomCache(
  database: Pick<Database, "withDuty">,
  { providerRate, now }: { providerRate: number; now: () => number },
): RoomCache {
  const rooms = new Map<string, CachedRoom>();
  let nights = { at: Number.NEGATIVE_INFINITY, ready: Promise.resolve<ReadonlySet<string>>(new Set()) };
  const pace = Math.max(admissionPace(providerRate), 0.1);

  function nightsWithRoom(): Promise<ReadonlySet<string>> {
    if (now() - nights.at < 1000) return nights.ready;
    const reading = { at: now(), ready: database.withDuty("sell", listRoomNights) };
    reading.ready.catch(() => {
      reading.at = Number.NEGATIVE_INFINITY;
    });
    nights = reading;
    return reading.ready;
  }

  async function roomOf(eventId: string): Promise<CachedRoom | undefined> {
    if (!(await nightsWithRoom()).has(eventId)) return undefined;
    const at = now();
    for (const [id, cached] of rooms) if (at - cached.at > keptMilliseconds) rooms.delete(id);
    const cached = rooms.get(eventId) ?? {
      at: Number.NEGATIVE_INFINITY,
      ready: Promise.resolve(undefined),
      byId: new Map(),
      byUser: new Map(),
      arrival: 0,
      number: 0,
    };
    if (at - cached.at < 1000) return cached;
    cached.at = at;
    cached.ready = readRoom(eventId, cached);
    cached.ready.catch(() => {
      cached.at = Number.NEGATIVE_INFINITY;
    });
    rooms.set(eventId, cached);
    return cached;
  }

  function readRoom(eventId: string, cached: CachedRoom): Promise<RoomState | undefined> {
    return database.withDuty("sell", async (sql) => {
      const [room, newPlaces] = await Promise.all([
        findRoom(sql, eventId),
        listNewPlaces(sql, eventId, cached),
      ]);
      for (const place of newPlaces) cachePlace(cached, place);
      for (const { arrival, number } of newPlaces) {
        cached.arrival = Math.max(cached.arrival, arrival);
        cached.number = Math.max(cached.number, number ?? 0);
      }
      return room;
    });
  }

  function cachePlace(cached: CachedRoom, place: PlaceRow): void {
    cached.byId.set(place.id, place);
    cached.byUser.set(place.userId, place);
  }

  function placeIn(cached: CachedRoom, room: RoomState, place: PlaceRow): RoomPlace {
    return positionOf(room, place, { waiting: cached.byId.size, pace });
  }

  return {
    async room(eventId) {
      const cached = await roomOf(eventId);
      const room = await cached?.ready;
      if (!cached || !room) return undefined;
      return { ...room, waiting: Math.max(0, cached.byId.size - room.admitted) };
    },
    async knownPlace(eventId, placeId) {
      const cached = await roomOf(eventId);
      const room = await cached?.ready;
      const cachedPlace = cached?.byId.get(placeId);
      return cached && room && cachedPlace && placeIn(cached, room, cachedPlace);
    },
    async placeOf(eventId, sought) {
      const cached = await roomOf(eventId);
      const room = await cached?.ready;
      if (!cached || !room) return undefined;
      const cachedPlace = "id" in sought ? cached.byId.get(sought.id) : cached.byUser.get(sought.userId);
      const place =
        cachedPlace ?? (await database.withDuty("sell", (sql) => findPlace(sql, eventId, sought)));
      if (!place) return undefined;
      if (!cachedPlace) cachePlace(cached, place);
      return placeIn(cached, room, place);
    },
  };
}

function positionOf(
  room: RoomState,
  place: PlaceRow,
  { waiting, pace }: { waiting: number; pace: number },
): RoomPlace {
  if (room.isOver) return { kind: "in", placeId: place.id };
  if (!room.isDrawn)
    return { kind: "before_draw", placeId: place.id, seconds: Math.max(0, room.secondsToOpening), waiting };
  // A person who just arrived gets the next number in a moment.
  const number = place.number ?? Math.max(room.given, waiting) + 1;
  const ahead = number - room.admitted - 1;
  if (ahead < 0 && place.number !== null) return { kind: "in", placeId: place.id };
  return {
    kind: "waiting",
    placeId: place.id,
    number,
    ahead: Math.max(0, ahead),
    seconds: Math.ceil((Math.max(0, ahead) + 1) / pace),
    available: room.available,
  };
}

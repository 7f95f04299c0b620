import type { Database } from "#platform/database/database.server.ts";
import { admissionPace } from "./admission-pace.ts";
import { findPlace, findRoom, listNewPlaces, type PlaceRow, type RoomState } from "./room-queries.server.ts";

/** Where somebody stands in a waiting room. */
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
      /** How long until one is let in, at the present pace. */
      readonly seconds: number;
      readonly available: number;
    }
  /** Let in, or the room is over: tickets can be chosen. */
  | { readonly kind: "in"; readonly placeId: string };

export type KnownRoom = RoomState & { readonly waiting: number };

/** Tells everybody in the waiting rooms where they stand, at most a second late. */
export type RoomBoard = {
  /** Undefined for a night without a waiting room. */
  room(eventId: string): Promise<KnownRoom | undefined>;
  placeOf(eventId: string, sought: { id: string } | { userId: string }): Promise<RoomPlace | undefined>;
};

type Board = {
  at: number;
  ready: Promise<RoomState | undefined>;
  readonly byId: Map<string, PlaceRow>;
  readonly byUser: Map<string, PlaceRow>;
  arrival: number;
  number: number;
};

/** Boards that nobody asks for are forgotten after this long. */
const keptMilliseconds = 60_000;

/**
 * A room is read once a second for everybody who asks in this process, and of its people only those who are new or got
 * their number since: twenty thousand who look at their place every few seconds cost the sale two small questions a
 * second. A place that is not known yet is looked up once.
 */
export function createRoomBoard(
  database: Pick<Database, "withDuty">,
  { providerRate, now }: { providerRate: number; now: () => number },
): RoomBoard {
  const boards = new Map<string, Board>();
  const pace = Math.max(admissionPace(providerRate), 0.1);

  function boardOf(eventId: string): Board {
    const at = now();
    for (const [id, board] of boards) if (at - board.at > keptMilliseconds) boards.delete(id);
    const board = boards.get(eventId) ?? {
      at: Number.NEGATIVE_INFINITY,
      ready: Promise.resolve(undefined),
      byId: new Map(),
      byUser: new Map(),
      arrival: 0,
      number: 0,
    };
    if (at - board.at < 1000) return board;
    board.at = at;
    board.ready = read(eventId, board);
    board.ready.catch(() => {
      board.at = Number.NEGATIVE_INFINITY;
    });
    boards.set(eventId, board);
    return board;
  }

  function read(eventId: string, board: Board): Promise<RoomState | undefined> {
    return database.withDuty("sell", async ({ $client }) => {
      const [room, news] = await Promise.all([
        findRoom($client, eventId),
        listNewPlaces($client, eventId, board),
      ]);
      for (const place of news) keep(board, place);
      for (const { arrival, number } of news) {
        board.arrival = Math.max(board.arrival, arrival);
        board.number = Math.max(board.number, number ?? 0);
      }
      return room;
    });
  }

  function keep(board: Board, place: PlaceRow): void {
    board.byId.set(place.id, place);
    board.byUser.set(place.userId, place);
  }

  return {
    async room(eventId) {
      const board = boardOf(eventId);
      const room = await board.ready;
      if (!room) return undefined;
      return { ...room, waiting: Math.max(0, board.byId.size - room.admitted) };
    },
    async placeOf(eventId, sought) {
      const board = boardOf(eventId);
      const room = await board.ready;
      if (!room) return undefined;
      const known = "id" in sought ? board.byId.get(sought.id) : board.byUser.get(sought.userId);
      const found =
        known ?? (await database.withDuty("sell", (sql) => findPlace(sql.$client, eventId, sought)));
      if (!found) return undefined;
      if (!known) keep(board, found);
      return standing(room, found, { waiting: board.byId.size, pace });
    },
  };
}

function standing(
  room: RoomState,
  place: PlaceRow,
  { waiting, pace }: { waiting: number; pace: number },
): RoomPlace {
  if (room.isOver) return { kind: "in", placeId: place.id };
  if (!room.isDrawn)
    return { kind: "before_draw", placeId: place.id, seconds: Math.max(0, room.secondsToOpening), waiting };
  // whoever has just come gets the next number in a moment
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

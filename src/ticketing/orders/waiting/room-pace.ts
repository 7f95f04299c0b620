import { durations } from "#ticketing/limits.ts";

/** People let in from waiting rooms for each call per second of the card provider. The rest is for returning buyers. */
const share = 0.75;

/** How many seconds of admission a pause may save up, so that people do not all come at once afterwards. */
const burstSeconds = 2;

/** How many people per second one room lets in. */
export function admissionPace(providerRate: number): number {
  return providerRate * share;
}

/** A drawn room. */
export type DrawnRoom = {
  /** `given`: how many numbers are given out. `admitted`: the last number that was let in. */
  readonly given: number;
  readonly admitted: number;
  /** Seconds since the last admission was computed. */
  readonly seconds: number;
  /** Seconds since the announced hour. */
  readonly sinceOpening: number;
  readonly isStopped: boolean;
};

/** `seconds`: the elapsed seconds that the admission has used up. */
export type RoomAdmission = Pick<DrawnRoom, "admitted" | "seconds"> & { readonly isOver: boolean };

/**
 * The last number that is let in now, and whether the room is over. `seconds` is the part of the elapsed time that is
 * used up; a fraction of a person is kept for the next call, so the pace does not depend on how often this runs.
 * While the sale is stopped nobody is let in.
 */
export function decideRoomAdmission(room: DrawnRoom, pace: number): RoomAdmission {
  const waiting = room.given - room.admitted;
  const isOver = waiting === 0 && room.sinceOpening >= durations.roomAfterHour;
  if (room.isStopped || pace <= 0) return { admitted: room.admitted, seconds: room.seconds, isOver: false };
  const saved = Math.min(room.seconds, burstSeconds);
  const more = Math.min(waiting, Math.floor(saved * pace));
  const lost = room.seconds - saved;
  // The room is empty, so only the allowed burst is saved up.
  return { admitted: room.admitted + more, seconds: lost + more / pace, isOver };
}

import { durations } from "#ticketing/limits.ts";

/**
 * People let in from waiting rooms per call a second that the card provider accepts: the rest is for returning
 * customers.
 */
const share = 0.75;

/** The most seconds of admission saved up during a pause, so that people do not all come at once afterwards. */
const burstSeconds = 2;

/** People a second who are let in from one room. */
export function admissionPace(providerRate: number): number {
  return providerRate * share;
}

type Room = {
  /** How many numbers are given out, and the last number that was let in. */
  readonly given: number;
  readonly admitted: number;
  /** Seconds since the last admission was computed. */
  readonly seconds: number;
  readonly sinceOpening: number;
  readonly isStopped: boolean;
};

/**
 * How many more people are let in now. `seconds` is the part of the elapsed time that this used up: the fraction of a
 * person is kept, so that the pace is the same however often this is called. Nobody is let in while the sale is
 * stopped.
 */
export function decideRoomAdmission(
  room: Room,
  pace: number,
): { admitted: number; seconds: number; isOver: boolean } {
  const waiting = room.given - room.admitted;
  const isOver = waiting === 0 && room.sinceOpening >= durations.roomAfterHour;
  if (room.isStopped || pace <= 0) return { admitted: room.admitted, seconds: room.seconds, isOver: false };
  const saved = Math.min(room.seconds, burstSeconds);
  const more = Math.min(waiting, Math.floor(saved * pace));
  const lost = room.seconds - saved;
  // The room is empty: only the allowed burst is saved up.
  return { admitted: room.admitted + more, seconds: lost + more / pace, isOver };
}

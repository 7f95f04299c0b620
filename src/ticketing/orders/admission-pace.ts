/** People let in from waiting rooms for each call a second that the card provider takes: the rest is for who comes back. */
const share = 0.75;

/** What letting in saves up at most while nobody looks: after a pause people do not come all at once. */
const burstSeconds = 2;

/** How long a room stays after the hour although nobody waits: who comes then is let in at once. */
const lastsSeconds = 600;

/** People a second who are let in from one room. */
export function admissionPace(providerRate: number): number {
  return providerRate * share;
}

type Room = {
  /** How many numbers are given out, and up to which of them people are in. */
  readonly given: number;
  readonly admitted: number;
  /** Seconds since letting in was counted. */
  readonly seconds: number;
  readonly sinceOpening: number;
  readonly isStopped: boolean;
};

/**
 * How many more come in now. `seconds` is what that used up of the time counted: the rest of a person stays counted,
 * so that the pace is kept whoever looks and however often. While the sale is stopped nobody comes in.
 */
export function decideAdmission(
  room: Room,
  pace: number,
): { admitted: number; seconds: number; isOver: boolean } {
  const waiting = room.given - room.admitted;
  const isOver = waiting === 0 && room.sinceOpening >= lastsSeconds;
  if (room.isStopped || pace <= 0) return { admitted: room.admitted, seconds: room.seconds, isOver: false };
  const saved = Math.min(room.seconds, burstSeconds);
  const more = Math.min(waiting, Math.floor(saved * pace));
  const lost = room.seconds - saved;
  // nobody there: only what a burst may be is kept for who comes
  return { admitted: room.admitted + more, seconds: lost + more / pace, isOver };
}

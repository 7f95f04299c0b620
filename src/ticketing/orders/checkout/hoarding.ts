import { durations } from "#ticketing/limits.ts";

/** An unpaid hold. Its times are seconds from now; the end of an ended hold is negative. */
export type UnpaidHold = {
  readonly orderId: string;
  /** Its places and add-ons (`weightOf`). */
  readonly places: number;
  readonly startsIn: number;
  readonly endsIn: number;
};

export type HoardingLimit = {
  /** The most places that running holds may have together. */
  readonly placesAtOnce: number;
  /** The most places times minutes that the holds of one day may add up to. */
  readonly placeMinutesPerDay: number;
  /** The minutes that a hold counts at least, so that taking and releasing it within seconds has a cost too. */
  readonly leastMinutes: number;
};

/** Why one more hold is refused, and in how many seconds it would be accepted if nothing else changes. */
export type HoardingRefusal = {
  readonly reason: "too_many_places_held" | "held_too_long";
  readonly retryAfter: number;
};

/**
 * Why a person with these holds may not take more places for so long; undefined when it is allowed. A hold counts
 * until `durations.hoarding` after its end; a running hold counts as if it ran to its end. A person without holds is
 * never refused, whatever the size of the order.
 */
export function hoardingRefusal(
  holds: readonly UnpaidHold[],
  newHold: { readonly places: number; readonly seconds: number },
  limit: HoardingLimit,
): HoardingRefusal | undefined {
  const placeMinutes = (places: number, seconds: number) =>
    places * Math.max(limit.leastMinutes, Math.round(seconds / 60));
  const running = holds.filter((hold) => hold.endsIn > 0);
  const waitForPlaces = waitUntilFits(
    running.map(({ places, endsIn }) => ({ weight: places, freeIn: endsIn })),
    limit.placesAtOnce - newHold.places,
  );
  if (waitForPlaces > 0) return { reason: "too_many_places_held", retryAfter: waitForPlaces };
  const waitForDay = waitUntilFits(
    holds.map(({ places, startsIn, endsIn }) => ({
      weight: placeMinutes(places, endsIn - startsIn),
      freeIn: endsIn + durations.hoarding,
    })),
    limit.placeMinutesPerDay - placeMinutes(newHold.places, newHold.seconds),
  );
  return waitForDay > 0 ? { reason: "held_too_long", retryAfter: waitForDay } : undefined;
}

/** Seconds until the remaining weights fit into `room` or all are gone; 0 when they fit now. */
function waitUntilFits(weights: readonly { weight: number; freeIn: number }[], room: number): number {
  let sum = weights.reduce((total, { weight }) => total + weight, 0);
  let wait = 0;
  for (const { weight, freeIn } of [...weights].sort((a, b) => a.freeIn - b.freeIn)) {
    if (sum <= room) break;
    sum -= weight;
    wait = Math.max(1, Math.ceil(freeIn));
  }
  return wait;
}

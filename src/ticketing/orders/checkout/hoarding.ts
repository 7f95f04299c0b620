import { durations } from "#ticketing/limits.ts";

/** An unpaid hold; its times are seconds from now, so an ended hold has a negative end. */
export type UnpaidHold = {
  readonly orderId: string;
  /** How many people it keeps places for, on any number of nights. */
  readonly places: number;
  readonly startsIn: number;
  readonly endsIn: number;
};

export type HoardingLimit = {
  /** Places of running holds together. */
  readonly placesAtOnce: number;
  /** Places times minutes of the holds that ran within a day. */
  readonly placeMinutesPerDay: number;
  /** The least that a hold counts for, so that taking and releasing it within seconds costs as well. */
  readonly leastMinutes: number;
};

/** Why one more hold is refused, and after how many seconds it would be accepted if nothing else changes. */
export type HoardingRefusal = {
  readonly reason: "too_many_places_held" | "held_too_long";
  readonly retryAfter: number;
};

/**
 * Whether a person with these holds may take so many more places for so long. A hold counts until
 * `durations.hoarding` after its end; a running hold counts as if it ran to its end. A person without any hold is never
 * refused, for an order of any size.
 */
export function hoardingRefusal(
  holds: readonly UnpaidHold[],
  wanted: { readonly places: number; readonly seconds: number },
  limit: HoardingLimit,
): HoardingRefusal | undefined {
  const charge = (places: number, seconds: number) =>
    places * Math.max(limit.leastMinutes, Math.round(seconds / 60));
  const running = holds.filter((hold) => hold.endsIn > 0);
  const now = waitUntilFits(
    running.map(({ places, endsIn }) => ({ weight: places, gone: endsIn })),
    limit.placesAtOnce - wanted.places,
  );
  if (now > 0) return { reason: "too_many_places_held", retryAfter: now };
  const today = waitUntilFits(
    holds.map(({ places, startsIn, endsIn }) => ({
      weight: charge(places, endsIn - startsIn),
      gone: endsIn + durations.hoarding,
    })),
    limit.placeMinutesPerDay - charge(wanted.places, wanted.seconds),
  );
  return today > 0 ? { reason: "held_too_long", retryAfter: today } : undefined;
}

/** Seconds until the remaining weights fit into `room`, or none is left; 0: now. */
function waitUntilFits(weights: readonly { weight: number; gone: number }[], room: number): number {
  let sum = weights.reduce((total, { weight }) => total + weight, 0);
  let wait = 0;
  for (const { weight, gone } of [...weights].sort((a, b) => a.gone - b.gone)) {
    if (sum <= room) break;
    sum -= weight;
    wait = Math.max(1, Math.ceil(gone));
  }
  return wait;
}

/** A hold that nobody has paid for, in seconds from now: those that ended have a negative end. */
export type UnpaidHold = {
  readonly orderId: string;
  /** People it keeps places for, on however many nights. */
  readonly places: number;
  readonly startsIn: number;
  readonly endsIn: number;
};

export type HoardingLimit = {
  /** Places of running holds together. */
  readonly placesAtOnce: number;
  /** Places times minutes of the holds that ran within a day. */
  readonly placeMinutesPerDay: number;
  /** What a hold counts for at least, so that taking and letting go by the second costs as well. */
  readonly leastMinutes: number;
};

/** Why one more hold is not taken, and how many seconds later it is if nothing else changes. */
export type HoardingRefusal = {
  readonly reason: "too_many_places_held" | "held_too_long";
  readonly retryAfter: number;
};

export const daySeconds = 86_400;

/**
 * Whether somebody who holds these may hold so many more places for so long. A hold counts until a day after its end,
 * a running one as if it ran to its end. Who holds nothing and held nothing is never refused, whatever one order takes.
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
      gone: endsIn + daySeconds,
    })),
    limit.placeMinutesPerDay - charge(wanted.places, wanted.seconds),
  );
  return today > 0 ? { reason: "held_too_long", retryAfter: today } : undefined;
}

/** Seconds until what is left of these weighs no more than there is room for, or nothing is left; 0: now. */
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

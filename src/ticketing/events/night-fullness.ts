import type { SaleState } from "./sale-state.ts";

/** The places of a night, by what took them. */
export type NightPlaces = {
  readonly state: SaleState;
  readonly capacity: number;
  readonly sold: number;
  readonly held: number;
  /** Given away as free tickets. */
  readonly given: number;
  /** People on guest lists. */
  readonly listed: number;
  /** Set aside for sale at the door. */
  readonly atDoor: number;
};

export const unsoldKinds = ["held", "given", "listed", "atDoor", "left"] as const;

/**
 * Why places of a sold-out night were not sold. `left` are places that no type or pool has tickets for. Together with
 * `sold` they make up the capacity. Null unless the night is sold out.
 */
export function unsoldOf(night: NightPlaces): Readonly<Record<(typeof unsoldKinds)[number], number>> | null {
  if (night.state !== "sold_out") return null;
  const { capacity, sold, held, given, listed, atDoor } = night;
  return { held, given, listed, atDoor, left: capacity - sold - held - given - listed - atDoor };
}

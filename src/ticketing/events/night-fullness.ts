import type { SaleState } from "./sale-state.ts";

/** The places of a night, by what took them. */
export type NightPlaces = {
  readonly state: SaleState;
  readonly capacity: number;
  readonly sold: number;
  readonly held: number;
  readonly given: number;
  /** On guest lists. */
  readonly listed: number;
  /** Set aside for sale at the door. */
  readonly atDoor: number;
};

export const unsoldKinds = ["held", "given", "listed", "atDoor", "left"] as const;

/**
 * The places that were not sold of a night that is sold out, by why; `left` are those that no type or pool has tickets for.
 * With what was sold they are its capacity. Null while something can be bought, or nothing could.
 */
export function unsoldOf(night: NightPlaces): Readonly<Record<(typeof unsoldKinds)[number], number>> | null {
  if (night.state !== "sold_out") return null;
  const { capacity, sold, held, given, listed, atDoor } = night;
  return { held, given, listed, atDoor, left: capacity - sold - held - given - listed - atDoor };
}

import { isHourOf, type WallTime } from "#kernel/time.ts";
import { type MissingHour, noSuchHour } from "#ticketing/forms/field-problem.ts";
import type { Counter } from "#ticketing/stock/stock.ts";
import { dayOfHour, isBeforeNight, isEarlierEntry, type NightHours } from "./enter-until.ts";
import type { WantedPool } from "./pool-form.ts";
import type { PhaseForm } from "./price-phase-form.ts";

type Taken = { readonly sold: number; readonly held: number };

export type PhaseRefusal =
  /** A removed phase has sold or holds tickets. */
  | ({ readonly reason: "phase_taken"; readonly name: string } & Taken)
  /** Fewer tickets than the phase in this row of the form has sold and holds. */
  | ({ readonly reason: "phase_below_taken"; readonly row: PhaseForm["row"] } & Taken);

export type PoolRefusal =
  /** The pool was deleted, or is not of the type's only night. */
  | { readonly reason: "pool_of_other_night" }
  /** Fewer people than the pool's types have sold and hold. */
  | ({ readonly reason: "pool_below_taken" } & Taken)
  /** Tickets of the type are sold or held, and they count in the pool that they were bought from. */
  | ({ readonly reason: "pool_of_sold_type" } & Taken);

export type EntryRefusal =
  /** Sold tickets show a later last hour, or none. */
  | { readonly reason: "earlier_entry"; readonly was: WallTime | null }
  /** The last hour is before people are let in, so nobody could use the ticket. */
  | { readonly reason: "entry_before_night"; readonly begins: WallTime }
  /** The hour does not exist on that night, because the clocks skip it. */
  | { readonly reason: "no_such_entry"; readonly problem: MissingHour }
  /** Tickets are sold or held, so the type can no longer change between ticket and add-on. */
  | ({ readonly reason: "add_on_of_sold_type" } & Taken);

export type LastEntryRefusal = Extract<EntryRefusal, { reason: "entry_before_night" | "no_such_entry" }>;

/** Whether the type uses a feature that an older build does not know, such as phases, a pool, a code or an add-on. */
export function needsThisBuild(
  type: {
    readonly phases: readonly unknown[];
    readonly requiresCode: boolean;
    readonly admits: boolean;
    readonly enterUntil: WallTime | null;
  },
  pool: "pool" | "none",
): boolean {
  return (
    type.phases.length > 0 || pool === "pool" || type.requiresCode || !type.admits || type.enterUntil !== null
  );
}

type SavedPhase = Taken & { readonly id: string; readonly name: string };

/** Why these phases cannot be saved; else undefined. A phase keeps room for tickets sold and held. */
export function refusalOfPhases(
  saved: readonly SavedPhase[],
  wanted: readonly PhaseForm[],
): PhaseRefusal | undefined {
  for (const { id, name, sold, held } of saved) {
    const wantedPhase = wanted.find((phase) => phase.id === id);
    if (!wantedPhase && sold + held > 0) return { reason: "phase_taken", name, sold, held };
    if (wantedPhase?.tickets && wantedPhase.tickets < sold + held)
      return { reason: "phase_below_taken", row: wantedPhase.row, sold, held };
  }
  return undefined;
}

type SavedPool = Counter & { readonly eventId: string };

/**
 * Why the type cannot be in this pool; undefined when it can. `pool` is the wanted pool as it is now. The last
 * parameter is the type's present pool, with what the type has sold and holds.
 */
export function refusalOfPool(
  wanted: WantedPool,
  pool: SavedPool | null,
  night: string,
  { poolId, sold, held }: Taken & { readonly poolId: string | null },
): PoolRefusal | undefined {
  const isSame = (wanted.kind === "known" ? wanted.id : null) === poolId && wanted.kind !== "new";
  if (!isSame && sold + held > 0) return { reason: "pool_of_sold_type", sold, held };
  if (wanted.kind !== "known") return undefined;
  if (pool?.eventId !== night) return { reason: "pool_of_other_night" };
  if (wanted.capacity !== null && wanted.capacity < pool.sold + pool.held)
    return { reason: "pool_below_taken", sold: pool.sold, held: pool.held };
  return undefined;
}

export function refusalOfAddOnChange(
  admits: boolean,
  admittedBefore: boolean,
  { sold, held }: Taken,
): EntryRefusal | undefined {
  return admits !== admittedBefore && sold + held > 0
    ? { reason: "add_on_of_sold_type", sold, held }
    : undefined;
}

/** Refuses an earlier last hour of entry than sold tickets show. */
export function refusalOfEarlierEntry(
  newHour: WallTime | null,
  oldHour: WallTime | null,
  { sold, held }: Taken,
  nights: readonly NightHours[],
): EntryRefusal | undefined {
  if (newHour === oldHour || sold + held === 0) return undefined;
  return nights.some((night) => isEarlierEntry(newHour, oldHour, night))
    ? { reason: "earlier_entry", was: oldHour }
    : undefined;
}

export type TypeBeforeNight = {
  readonly reason: "type_before_night";
  readonly type: string;
  readonly until: WallTime;
  readonly begins: WallTime;
};

/**
 * The first type of a night whose last hour of entry is before people are let in; undefined when there is none.
 */
export function findTypeBeforeNight(
  types: readonly { readonly type: string; readonly enterUntil: WallTime | null }[],
  night: NightHours,
): TypeBeforeNight | undefined {
  for (const { type, enterUntil: until } of types) {
    const refusal = refusalOfLastEntry(until, [night]);
    if (refusal?.reason === "entry_before_night" && until)
      return { reason: "type_before_night", type, until: until.slice(0, 5), begins: refusal.begins };
  }
  return undefined;
}

/**
 * Why this last hour of entry is refused: it is before people are let in, or the clocks skip it. Undefined when it is
 * possible. An hour shortly before the doors is taken as that hour of the same day, not of the next day.
 */
export function refusalOfLastEntry(
  hour: WallTime | null,
  nights: readonly NightHours[],
): LastEntryRefusal | undefined {
  const night = hour === null ? undefined : nights.find((one) => isBeforeNight(hour, one));
  const begins = night && (night.doors ?? night.time);
  if (begins) return { reason: "entry_before_night", begins: begins.slice(0, 5) };
  const days = hour === null ? [] : nights.map((one) => dayOfHour(one, "sale_until", hour));
  const day = days.find((one) => hour !== null && !isHourOf(one, hour.slice(0, 5)));
  return hour && day ? { reason: "no_such_entry", problem: noSuchHour(day, hour.slice(0, 5)) } : undefined;
}

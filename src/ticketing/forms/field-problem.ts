import type { Day, WallTime } from "#kernel/time.ts";

/** Why a field of a back-office form is refused. Screens have a sentence for each. */
export type FieldProblem =
  | "required"
  | "too_long"
  | "not_a_number"
  | "too_small"
  | "too_big"
  | "not_a_date"
  | "not_a_time"
  | "not_a_link"
  | "not_an_amount"
  | "reserved"
  | "unknown"
  | "before_start"
  /** The night ends at the hour when it begins, or its doors open after it has begun. */
  | "same_hour"
  | "after_begin"
  | "in_the_past"
  | "below_taken"
  | "duplicate"
  | "sold_pass"
  | "too_many"
  /** A price phase that is followed by others has no end, or the last phase has one. */
  | "no_end"
  | "never_ends"
  /** There is one phase only; or the type's price is not that of its last phase. */
  | "alone"
  | "not_last"
  /** A pool is for types of one night; an early bird or a pass can have no pool, no code and is no add-on. */
  | "one_night"
  | "sold_alone"
  /** An add-on cannot have this; or only an ordinary type can be an add-on. */
  | "add_on"
  | "ordinary"
  | "other_night"
  /** The value belongs to a pool, and no pool is chosen. */
  | "no_pool"
  | MissingHour;

/** A time that the clocks skip in March, with its day. */
export type MissingHour = `no_such_hour ${string}`;

export const noSuchHour = (day: Day, time: WallTime): MissingHour => `no_such_hour ${day} ${time}`;

export type Problems<Field extends string> = Partial<Record<Field, FieldProblem>>;

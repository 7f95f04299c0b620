import type { Day, WallTime } from "#kernel/time.ts";

/** Why a field of a form of the back-office is refused; screens have a sentence for each. */
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
  /** A night that ends when it begins, or opens its doors afterwards. */
  | "same_hour"
  | "after_begin"
  | "in_the_past"
  | "below_taken"
  | "duplicate"
  | "sold_pass"
  | "too_many"
  /** A price phase that others follow never ends, or the last one does. */
  | "no_end"
  | "never_ends"
  /** A phase without one after it, and a price that is not that of the last phase. */
  | "alone"
  | "not_last"
  /** A pool is for ordinary types of one night, and the chosen one is not of that night. */
  | "one_night"
  | "sold_alone"
  /** What an add-on cannot be, or have. */
  | "add_on"
  | "ordinary"
  | "other_night"
  /** It belongs to a pool, and none is chosen. */
  | "no_pool"
  | MissingHour;

/** An hour that March's clocks skip, with its day and itself. */
export type MissingHour = `no_such_hour ${string}`;

export const noSuchHour = (day: Day, time: WallTime): MissingHour => `no_such_hour ${day} ${time}`;

export type Problems<Field extends string> = Partial<Record<Field, FieldProblem>>;

import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";
import {
  checkedText,
  choice,
  flag,
  moment,
  number,
  optional,
  savedAs,
  smallNumber,
  textUpTo,
  ticked,
  time,
  wholeLei,
} from "#ticketing/forms/fields.ts";
import { type AcceptedBy, form, type TypedIn } from "#ticketing/forms/form.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import { poolFields, poolOf, type WantedPool, wrongPoolFields } from "./pool-form.ts";
import { type PhaseField, type PhaseForm, type PhaseValues, readPhases } from "./price-phase-form.ts";
import { codeKinds, familyOf } from "./type-family.ts";

const codePer = choice(codeKinds);

const fields = {
  type: textUpTo(lengths.catalogueName),
  price: wholeLei(0, limits.price),
  entries: number(1, limits.entriesPerTicket),
  description: optional(textUpTo(lengths.typeDescription, "text")),
  quantity_available: savedAs("left", number(0, limits.capacity)),
  events: ticked(limits.nightsPerType),
  is_season_pass: flag(),
  // empty means the column's default
  code_per: { ...codePer, read: (kind: string) => codePer.read(kind || "order") },
  stripe_price_id: savedAs(
    "priceId",
    optional(checkedText(lengths.providerPriceId, (id) => (/^price_\w+$/.test(id) ? id : undefined))),
  ),
  sale_starts_at: optional(moment()),
  sale_ends_at: optional(moment()),
  offer_rank: optional(smallNumber()),
  requires_code: flag(),
  is_add_on: flag(),
  enter_until: optional(time()),
  ...poolFields,
};

/**
 * The problems between fields. A pass without nights takes one later; every other type must name its nights. A pool
 * needs an ordinary type of one night. Passes and early birds take no vouchers. An add-on must be an ordinary type
 * without anything that counts people.
 */
export const ticketTypeForm = form(fields, (values) => {
  const { sale_starts_at: from, sale_ends_at: until, events } = values;
  const isPass = values.is_season_pass !== "";
  const isOrdinary = familyOf(values.type, isPass) === "ordinary";
  const isOfOneNight = events.length === 1 && isOrdinary;
  const isAddOn = values.is_add_on !== "";
  return {
    ...wrongPoolFields(values),
    ...(events.length === 0 && !isPass ? { events: "required" } : {}),
    ...(until !== "" && until <= from ? { sale_ends_at: "before_start" } : {}),
    ...(isAddOn && !isOrdinary ? { is_add_on: "ordinary" } : {}),
    ...(values.requires_code !== "" && !isOrdinary ? { requires_code: "sold_alone" } : {}),
    ...(isAddOn && values.entries.trim() !== "1" ? { entries: "add_on" } : {}),
    ...(isAddOn && values.enter_until !== "" ? { enter_until: "add_on" } : {}),
    ...(isAddOn && values.pool !== "" ? { pool: "add_on" } : {}),
    ...(values.pool !== "" && (events.length > 0 || isPass) && !isOfOneNight ? { pool: "one_night" } : {}),
  };
});

export type TicketTypeField = keyof typeof fields | PhaseField | "capacity";
type Accepted = AcceptedBy<typeof fields>;
export type TicketTypeForm = Omit<Accepted, "isAddOn" | "pool" | "poolName" | "poolCapacity"> & {
  /** Whether it admits people; false for an add-on. */
  readonly admits: boolean;
  readonly pool: WantedPool;
  /** If there are phases, the price is that of the last one. */
  readonly phases: readonly PhaseForm[];
};

export type TicketTypeValues = TypedIn<typeof fields> & { readonly phases: readonly PhaseValues[] };

/**
 * The form of a ticket type: a name, a price in whole lei from 0, entries from 1, a quantity from 0, and the nights
 * it admits to, which only a season pass may leave open. With phases the price is the last phase's, typed or left
 * empty.
 */
export function readTicketTypeForm({
  phases: rows,
  ...typed
}: TicketTypeValues): Outcome<TicketTypeForm, Problems<TicketTypeField>> {
  const phases = readPhases(rows);
  const last = phases.ok ? phases.value.at(-1) : undefined;
  const price = last ? String(last.price / 100) : typed.price;
  const isOtherPrice = last !== undefined && ![price, ""].includes(typed.price.trim());
  const read = ticketTypeForm.read({ ...typed, price });
  const problems: Problems<TicketTypeField> = {
    ...(isOtherPrice ? { price: "not_last" } : {}),
    ...(read.ok ? {} : read.refusal),
    ...(phases.ok ? {} : phases.refusal),
  };
  // which phase sets the price is known only when the phases are right
  if (!phases.ok) delete problems.price;
  if (!read.ok || !phases.ok || isOtherPrice) return refused(problems);
  const { isAddOn, pool, poolName, poolCapacity, ...typeFields } = read.value;
  return done({
    ...typeFields,
    admits: !isAddOn,
    pool: poolOf({ pool, poolName, poolCapacity }),
    phases: phases.value,
  });
}

/** How many units there shall be: as a number left, or as a capacity. */
export type WantedStock =
  | { readonly kind: "unchanged" }
  | { readonly kind: "left"; readonly left: number }
  | { readonly kind: "capacity"; readonly capacity: number };

/** The wanted stock, from two fields that depend on each other: the changed one; the capacity if both changed. */
export function wantedStock(
  typed: { capacity: string; left: number },
  shownValues: { capacity: string; left: string },
): Outcome<WantedStock, Problems<"capacity">> {
  if (typed.capacity.trim() !== shownValues.capacity.trim()) {
    const read = number(0, limits.capacity).read(typed.capacity);
    return read.ok ? done({ kind: "capacity", capacity: read.value }) : refused({ capacity: read.refusal });
  }
  if (String(typed.left) !== shownValues.left.trim()) return done({ kind: "left", left: typed.left });
  return done({ kind: "unchanged" });
}

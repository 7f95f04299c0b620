import { z } from "zod";
import { bani, type Money } from "#kernel/money.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { WallTime } from "#kernel/time.ts";
import type { FieldProblem, Problems } from "#ticketing/forms/field-problem.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import {
  chosen,
  optionalMoment,
  optionalTime,
  optionalWords,
  problemsOf,
  requiredWords,
  wholeNumber,
} from "./catalogue-fields-form.ts";
import { type CodeKind, codeKinds } from "./code-per.ts";
import { type PoolField, readPool, type WantedPool } from "./pool-form.ts";
import { type PhaseField, type PhaseForm, type PhaseValues, readPhases } from "./price-phase-form.ts";
import { familyOf } from "./type-family.ts";

const fields = {
  type: requiredWords(lengths.catalogueName),
  price: wholeNumber(0, limits.price),
  entries: wholeNumber(1, limits.entriesPerTicket),
  description: optionalWords(lengths.typeDescription),
  quantity_available: wholeNumber(0, limits.capacity),
  events: chosen(limits.nightsPerType),
  is_season_pass: z.enum(["", "1"], { error: "unknown" }),
  code_per: z.enum(["", ...codeKinds], { error: "unknown" }).transform((kind) => kind || "order"),
  stripe_price_id: optionalWords(lengths.providerPriceId).refine(
    (id) => id === null || /^price_\w+$/.test(id),
    {
      error: "unknown",
    },
  ),
  sale_starts_at: optionalMoment,
  sale_ends_at: optionalMoment,
  offer_rank: z
    .string()
    .trim()
    .regex(/^(?:[1-9]\d?)?$/, { error: "not_a_number" })
    .transform((rank) => (rank === "" ? null : Number(rank))),
  requires_code: z.enum(["", "1"], { error: "unknown" }),
  is_add_on: z.enum(["", "1"], { error: "unknown" }),
  enter_until: optionalTime,
};

const ticketType = z.strictObject(fields);

/**
 * The problems between fields. A pass without a night takes the first there is; every other type must name its nights. A
 * pool is for people of one night. What is sold alone has no page where a code is typed. An add-on lets nobody in: it is an ordinary type, and has nothing that counts people.
 */
function togetherWrong(values: TicketTypeValues): Problems<TicketTypeField> {
  const { sale_starts_at: from, sale_ends_at: until, events } = values;
  const isPass = values.is_season_pass !== "";
  const isOrdinary = familyOf(values.type, isPass) === "ordinary";
  const isOfOneNight = events.length === 1 && isOrdinary;
  const isAddOn = values.is_add_on !== "";
  return {
    ...(events.length === 0 && !isPass ? { events: "required" } : {}),
    ...(until !== "" && until <= from ? { sale_ends_at: "before_start" } : {}),
    ...(isAddOn && !isOrdinary ? { is_add_on: "ordinary" } : {}),
    ...(values.requires_code !== "" && !isOrdinary ? { requires_code: "sold_alone" } : {}),
    ...(isAddOn && values.entries.trim() !== "1" ? { entries: "add_on" } : {}),
    ...(isAddOn && values.enter_until !== "" ? { enter_until: "add_on" } : {}),
    ...(isAddOn && values.pool !== "" ? { pool: "add_on" } : {}),
    ...(values.pool !== "" && (events.length > 0 || isPass) && !isOfOneNight ? { pool: "one_night" } : {}),
  };
}

export type TicketTypeField = keyof typeof fields | PoolField | PhaseField | "capacity";

export type TicketTypeForm = {
  readonly type: string;
  /** That of the last phase, where it has phases. */
  readonly price: Money;
  readonly phases: readonly PhaseForm[];
  readonly entries: number;
  readonly description: string | null;
  readonly events: readonly string[];
  readonly isSeasonPass: boolean;
  readonly codePer: CodeKind;
  readonly priceId: string | null;
  readonly saleStartsAt: Date | null;
  readonly saleEndsAt: Date | null;
  readonly offerRank: number | null;
  readonly requiresCode: boolean;
  /** Whether it lets people in; an add-on does not. */
  readonly admits: boolean;
  readonly enterUntil: WallTime | null;
  readonly pool: WantedPool;
  /** How many are left to sell. */
  readonly left: number;
};

export type TicketTypeValues = Readonly<
  Record<Exclude<keyof typeof fields, "events"> | PoolField, string>
> & {
  readonly events: readonly string[];
  readonly phases: readonly PhaseValues[];
};

/**
 * The form of a ticket type: a name, a price of whole lei from 0, entries from 1, a quantity from 0, and the nights it
 * admits to, which only a season pass may leave open. With phases the price is that of the last, typed or left empty.
 */
export function readTicketTypeForm(
  values: TicketTypeValues,
): Outcome<TicketTypeForm, Problems<TicketTypeField>> {
  const { phases: rows, pool, pool_name, pool_capacity, ...own } = values;
  const phases = readPhases(rows);
  const wanted = readPool({ pool, pool_name, pool_capacity });
  const last = phases.ok ? phases.value.at(-1) : undefined;
  const price = last ? String(last.price / 100) : own.price;
  const isOther = last !== undefined && ![price, ""].includes(own.price.trim());
  const parsed = ticketType.safeParse({ ...own, price, events: [...own.events] });
  const wrong: Problems<TicketTypeField> = {
    ...togetherWrong(values),
    ...(isOther ? { price: "not_last" } : {}),
    ...(parsed.success ? {} : problemsOf<TicketTypeField>(parsed.error)),
    ...(phases.ok ? {} : phases.refusal),
    ...("wrong" in wanted ? wanted.wrong : {}),
  };
  // which of the phases is the price shows when they are right
  if (!phases.ok) delete wrong.price;
  if (!parsed.success || !phases.ok || "wrong" in wanted || Object.keys(wrong).length > 0)
    return refused(wrong);
  const read = parsed.data;
  return done({
    type: read.type,
    price: bani(read.price * 100),
    phases: phases.value,
    entries: read.entries,
    description: read.description,
    events: read.events,
    isSeasonPass: read.is_season_pass === "1",
    codePer: read.code_per,
    priceId: read.stripe_price_id,
    saleStartsAt: read.sale_starts_at,
    saleEndsAt: read.sale_ends_at,
    offerRank: read.offer_rank,
    requiresCode: read.requires_code === "1",
    admits: read.is_add_on === "",
    enterUntil: read.enter_until,
    pool: wanted.pool,
    left: read.quantity_available,
  });
}

/** How many there shall be, given as what is left or as the capacity. */
export type WantedStock =
  | { readonly kind: "unchanged" }
  | { readonly kind: "left"; readonly left: number }
  | { readonly kind: "capacity"; readonly capacity: number };

const capacity = wholeNumber(0, limits.capacity);

/** Of the two fields that change each other, the one that was changed; the capacity when both were. */
export function wantedStock(
  typed: { capacity: string; left: number },
  seen: { capacity: string; left: string },
): Outcome<WantedStock, Problems<"capacity">> {
  if (typed.capacity.trim() !== seen.capacity.trim()) {
    const read = capacity.safeParse(typed.capacity);
    if (read.success) return done({ kind: "capacity", capacity: read.data });
    return refused({ capacity: read.error.issues[0]?.message as FieldProblem });
  }
  if (String(typed.left) !== seen.left.trim()) return done({ kind: "left", left: typed.left });
  return done({ kind: "unchanged" });
}

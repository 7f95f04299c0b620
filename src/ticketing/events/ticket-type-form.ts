import { z } from "zod";
import { bani, type Money } from "#kernel/money.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { instantOf } from "#kernel/time.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import {
  chosen,
  type FieldProblem,
  optionalWords,
  type Problems,
  problemsOf,
  requiredWords,
  wholeNumber,
} from "./catalogue-fields-form.ts";
import { type CodeKind, codeKinds } from "./code-per.ts";

/** A moment of Bucharest as a date and time field writes it, or none. */
export const optionalMoment = z
  .string()
  .trim()
  .regex(/^(?:20\d\d-\d\d-\d\dT\d\d:\d\d)?$/, { error: "not_a_date" })
  .transform((text, context) => {
    if (text === "") return null;
    const [day = "", time = ""] = text.split("T");
    const isDay = !Number.isNaN(Date.parse(`${day}T${time}:00Z`));
    if (isDay) return instantOf(day, time);
    context.addIssue({ code: "custom", message: "not_a_date" });
    return z.NEVER;
  });

const fields = {
  type: requiredWords(lengths.catalogueName),
  price: wholeNumber(0, limits.price),
  entries: wholeNumber(1, limits.entriesPerTicket),
  description: optionalWords(lengths.typeDescription),
  quantity_available: wholeNumber(0, limits.capacity),
  events: chosen(limits.nightsPerType),
  is_season_pass: z.enum(["", "1"]),
  code_per: z.enum(["", ...codeKinds]).transform((kind) => kind || "order"),
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
};

const ticketType = z.strictObject(fields);

/** The problems between fields. A pass without a night takes the first there is; every other type must name its nights. */
function togetherWrong(values: TicketTypeValues): Problems<TicketTypeField> {
  const { sale_starts_at: from, sale_ends_at: until } = values;
  return {
    ...(values.events.length === 0 && values.is_season_pass === "" ? { events: "required" } : {}),
    ...(until !== "" && until <= from ? { sale_ends_at: "before_start" } : {}),
  };
}

export type TicketTypeField = keyof typeof fields | "capacity";

export type TicketTypeForm = {
  readonly type: string;
  readonly price: Money;
  readonly entries: number;
  readonly description: string | null;
  readonly events: readonly string[];
  readonly isSeasonPass: boolean;
  readonly codePer: CodeKind;
  readonly priceId: string | null;
  readonly saleStartsAt: Date | null;
  readonly saleEndsAt: Date | null;
  readonly offerRank: number | null;
  /** How many are left to sell. */
  readonly left: number;
};

export type TicketTypeValues = Readonly<Record<Exclude<keyof typeof fields, "events">, string>> & {
  readonly events: readonly string[];
};

/**
 * The form of a ticket type: a name, a price of whole lei from 0, entries from 1, a quantity from 0, and the nights
 * it admits to, which only a season pass may leave open.
 */
export function readTicketTypeForm(
  values: TicketTypeValues,
): Outcome<TicketTypeForm, Problems<TicketTypeField>> {
  const parsed = ticketType.safeParse({ ...values, events: [...values.events] });
  const together = togetherWrong(values);
  if (!parsed.success) return refused({ ...together, ...problemsOf<TicketTypeField>(parsed.error) });
  if (Object.keys(together).length > 0) return refused(together);
  const read = parsed.data;
  return done({
    type: read.type,
    price: bani(read.price * 100),
    entries: read.entries,
    description: read.description,
    events: read.events,
    isSeasonPass: read.is_season_pass === "1",
    codePer: read.code_per,
    priceId: read.stripe_price_id,
    saleStartsAt: read.sale_starts_at,
    saleEndsAt: read.sale_ends_at,
    offerRank: read.offer_rank,
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

import { z } from "zod";
import { bani, type Money } from "#kernel/money.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import {
  amount,
  chosen,
  optionalMoment,
  type Problems,
  problemsOf,
  requiredWords,
  wholeNumber,
} from "#ticketing/events/catalogue-fields-form.ts";
import { typedCode } from "#ticketing/events/typed-code.ts";
import { lengths, limits } from "#ticketing/limits.ts";

const optionalUses = z
  .string()
  .trim()
  .regex(/^\d{0,9}$/, { error: "not_a_number" })
  .transform((text) => (text === "" ? null : Number(text)))
  .refine((n) => n === null || n >= 1, { error: "too_small" })
  .refine((n) => n === null || n <= limits.usesPerCode, { error: "too_big" });

const common = {
  name: requiredWords(lengths.catalogueName),
  events: chosen(limits.nightsPerType),
  types: chosen(limits.typesPerCode),
  uses: optionalUses,
  per_person: optionalUses,
  starts_at: optionalMoment,
  ends_at: optionalMoment,
  returns_uses: z.enum(["", "1"], { error: "unknown" }),
};

/** What belongs to another kind than the chosen one is not read. */
const voucher = z.discriminatedUnion(
  "kind",
  [
    z.object({ ...common, kind: z.literal("percent"), percent: wholeNumber(1, 100) }),
    z.object({
      ...common,
      kind: z.literal("fixed"),
      amount: amount(limits.price * 100).refine((lei) => lei > 0, { error: "too_small" }),
    }),
    z.object({
      ...common,
      kind: z.literal("unlock"),
      types: common.types.refine((ids) => ids.length > 0, { error: "required" }),
    }),
  ],
  { error: "unknown" },
);

const capitals = (text: string) => text.trim().replace(/[a-z]/g, (letter) => letter.toUpperCase());

const newCodes = z.discriminatedUnion(
  "many",
  [
    z.object({
      many: z.literal("set"),
      count: wholeNumber(1, limits.codesPerSet),
      prefix: z
        .string()
        .transform(capitals)
        .refine((prefix) => prefix.length <= lengths.codePrefix, { error: "too_long" })
        .refine((prefix) => /^(?:[A-Z0-9][A-Z0-9-]*)?$/.test(prefix), { error: "unknown" }),
    }),
    z.object({
      many: z.literal(""),
      code: z
        .string()
        .transform((text) => (text.trim() === "" ? null : (typedCode(text) ?? "")))
        .refine((code) => code !== "", { error: "unknown" }),
    }),
  ],
  { error: "unknown" },
);

const texts = [
  ...["kind", "percent", "amount", "name", "many", "count", "prefix", "code"],
  ...["uses", "per_person", "starts_at", "ends_at", "returns_uses"],
] as const;
type TextField =
  | "kind"
  | "percent"
  | "amount"
  | "name"
  | "many"
  | "count"
  | "prefix"
  | "code"
  | "uses"
  | "per_person"
  | "starts_at"
  | "ends_at"
  | "returns_uses";

export const voucherTextFields = texts as readonly TextField[];
export type VoucherField = TextField | "events" | "types";

/** The form as typed; of a code that is saved, `many`, `count`, `prefix` and `code` are empty. */
export type VoucherValues = Readonly<Record<TextField, string>> & {
  readonly events: readonly string[];
  readonly types: readonly string[];
};

export type VoucherForm = {
  readonly kind: "percent" | "fixed" | "unlock";
  readonly percent: number | null;
  readonly amount: Money | null;
  readonly name: string;
  /** Null: all nights, or all types. */
  readonly eventIds: readonly string[] | null;
  readonly ticketTypeIds: readonly string[] | null;
  /** Tickets that each code is good for; null without a limit. */
  readonly uses: number | null;
  readonly perPerson: number | null;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly returnsUses: boolean;
};

/** One code that was typed, or so many that are made. */
export type NewCodes =
  | { readonly kind: "typed"; readonly code: string }
  | { readonly kind: "random"; readonly count: number; readonly prefix: string; readonly isSet: boolean };

export function readVoucherForm(values: VoucherValues): Outcome<VoucherForm, Problems<VoucherField>> {
  const { starts_at: from, ends_at: until } = values;
  const together: Problems<VoucherField> = until !== "" && until <= from ? { ends_at: "before_start" } : {};
  const parsed = voucher.safeParse({ ...values, events: [...values.events], types: [...values.types] });
  if (!parsed.success) return refused({ ...together, ...problemsOf<VoucherField>(parsed.error) });
  if (Object.keys(together).length > 0) return refused(together);
  const read = parsed.data;
  return done({
    kind: read.kind,
    percent: read.kind === "percent" ? read.percent : null,
    amount: read.kind === "fixed" ? bani(read.amount) : null,
    name: read.name,
    eventIds: read.events.length > 0 ? read.events : null,
    ticketTypeIds: read.types.length > 0 ? read.types : null,
    uses: read.uses,
    perPerson: read.per_person,
    startsAt: read.starts_at,
    endsAt: read.ends_at,
    returnsUses: read.returns_uses === "1",
  });
}

/** Which codes are made. One that opens hidden types is always random, so that nobody guesses it. */
export function readNewCodes(values: VoucherValues): Outcome<NewCodes, Problems<VoucherField>> {
  const parsed = newCodes.safeParse(values);
  if (!parsed.success) return refused(problemsOf<VoucherField>(parsed.error));
  const read = parsed.data;
  if (read.many === "set")
    return done({ kind: "random", count: read.count, prefix: read.prefix, isSet: true });
  if (read.code === null) return done({ kind: "random", count: 1, prefix: "", isSet: false });
  if (values.kind === "unlock") return refused({ code: "reserved" });
  return done({ kind: "typed", code: read.code });
}

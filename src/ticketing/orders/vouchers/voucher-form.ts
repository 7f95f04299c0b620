import { typedCode } from "#ticketing/events/typed-code.ts";
import {
  checkedText,
  choice,
  flag,
  moment,
  number,
  optional,
  price,
  savedAs,
  textUpTo,
  tickedOrAll,
  where,
} from "#ticketing/forms/fields.ts";
import { type AcceptedBy, form, type TypedIn } from "#ticketing/forms/form.ts";
import { lengths, limits } from "#ticketing/limits.ts";

/** Uses in tickets; null without a limit. */
const uses = optional(number(1, limits.usesPerCode));

const fields = {
  kind: choice(["percent", "fixed", "unlock"]),
  percent: where("kind", "percent", number(1, 100)),
  amount: where("kind", "fixed", price(1, limits.price * 100)),
  name: textUpTo(lengths.catalogueName),
  events: savedAs("eventIds", tickedOrAll(limits.nightsPerType)),
  types: savedAs("ticketTypeIds", tickedOrAll(limits.typesPerCode)),
  uses,
  per_person: uses,
  starts_at: optional(moment()),
  ends_at: optional(moment()),
  returns_uses: flag(),
};

const capitals = (text: string) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase());

const newFields = {
  ...fields,
  many: choice(["", "set"]),
  count: where("many", "set", number(1, limits.codesPerSet)),
  prefix: where(
    "many",
    "set",
    optional(checkedText(lengths.codePrefix, (text) => /^[A-Z0-9][A-Z0-9-]*$/.exec(capitals(text))?.[0])),
  ),
  code: where("many", "", optional(checkedText(Number.POSITIVE_INFINITY, typedCode))),
};

const checkTogether = ({ kind, starts_at, ends_at, types }: TypedIn<typeof fields>) => ({
  ...(ends_at !== "" && ends_at <= starts_at ? { ends_at: "before_start" as const } : {}),
  ...(kind === "unlock" && types.length === 0 ? { types: "required" as const } : {}),
});

/** The form of an existing voucher or set. Fields of another kind than the chosen one are not read. */
export const voucherForm = form(fields, checkTogether);

/** The form of new vouchers. One that opens hidden types is always random, so that nobody guesses it. */
export const newVoucherForm = form(newFields, (typed) => ({
  ...checkTogether(typed),
  ...(typed.kind === "unlock" && typed.code.trim() !== "" && typed.many === "" ? { code: "reserved" } : {}),
}));

export type VoucherForm = AcceptedBy<typeof fields>;

/** One voucher as it was typed, or a number of random ones. */
export type NewCodes =
  | { readonly kind: "typed"; readonly code: string }
  | { readonly kind: "random"; readonly count: number; readonly prefix: string; readonly isSet: boolean };

export function codesOf({ many, count, prefix, code }: AcceptedBy<typeof newFields>): NewCodes {
  if (many === "set") return { kind: "random", count: count ?? 1, prefix: prefix ?? "", isSet: true };
  return code === null ? { kind: "random", count: 1, prefix: "", isSet: false } : { kind: "typed", code };
}

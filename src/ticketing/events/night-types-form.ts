import { z } from "zod";
import { isUuid } from "#kernel/id.ts";
import { bani, type Money } from "#kernel/money.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import { problemsOf, requiredWords, wholeNumber } from "./catalogue-fields-form.ts";

/** What a row of types may be; an add-on lets nobody in. */
export const nightTypeKinds = ["entry", "entry_with_code", "add_on", "add_on_with_code"] as const;

/**
 * A row of types in the form of a night: `id` and `version` are those of a saved type, `visible` is "1" or nothing.
 * Without `entries` or `kind` a saved type keeps its own.
 */
export const nightTypeParts = [
  ...(["id", "version", "name", "kind", "entries"] as const),
  ...(["price", "quantity", "visible"] as const),
] as const;
type NightTypePart = (typeof nightTypeParts)[number];
export type NightTypeValues = Readonly<Record<NightTypePart, string>>;

/** The rows of the form, from 1; a night with more types has the others in their own forms alone. */
export const nightTypeNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
export type NightTypeNumber = (typeof nightTypeNumbers)[number];
export type NightTypeField = `type_${NightTypeNumber}_${NightTypePart}`;

/** A type of one night as it shall be. `row` says where it stood in the form. */
export type NightType = {
  readonly row: NightTypeNumber;
  /** Null for a new one. */
  readonly saved: { readonly id: string; readonly version: number } | null;
  readonly name: string;
  /** Null where the row does not say it: as it is, and a new one is an entry. */
  readonly kind: { readonly admits: boolean; readonly requiresCode: boolean } | null;
  /** How many people a ticket lets in; null as it is, and one of a new one. */
  readonly entries: number | null;
  /** Null where phases say the price. */
  readonly price: Money | null;
  /** Tickets. */
  readonly capacity: number;
  readonly isVisible: boolean;
};

const saved = z.strictObject({
  id: z.string().refine((id) => id === "" || isUuid(id), { error: "unknown" }),
  version: z.string().regex(/^\d{0,9}$/, { error: "unknown" }),
  name: requiredWords(lengths.catalogueName),
  kind: z.enum(["", ...nightTypeKinds], { error: "unknown" }),
  entries: z.union([z.literal(""), wholeNumber(1, limits.entriesPerTicket)], { error: "not_a_number" }),
  price: z.union([z.literal(""), wholeNumber(0, limits.price)], { error: "not_a_number" }),
  quantity: wholeNumber(0, limits.capacity),
  visible: z.enum(["", "1"], { error: "unknown" }),
});
const fresh = saved.extend({ price: wholeNumber(0, limits.price) });

/** A new row without anything typed is no type. */
export function isBlankNightType({ id, name, price, quantity }: NightTypeValues): boolean {
  return id === "" && [name, price, quantity].every((text) => text.trim() === "");
}

const isAddOn = (kind: string) => kind.startsWith("add_on");

/** How many people the tickets of a row let in. */
export function peopleOf({ kind, entries, quantity }: NightTypeValues): number {
  return isAddOn(kind) ? 0 : (Number(entries) || 0) * (Number(quantity) || 0);
}

/** The types of a night by their rows: a name, a price of whole lei from 0, a quantity from 0, entries from 1. */
export function readNightTypes(
  rows: readonly NightTypeValues[],
): Outcome<NightType[], Problems<NightTypeField>> {
  const problems: Problems<NightTypeField> = {};
  const types: NightType[] = [];
  for (const row of nightTypeNumbers) {
    const values = rows[row - 1];
    if (!values || isBlankNightType(values)) continue;
    const parsed = (values.id === "" ? fresh : saved).safeParse(values);
    if (!parsed.success) {
      for (const [part, problem] of Object.entries(problemsOf<NightTypePart>(parsed.error)))
        problems[`type_${row}_${part as NightTypePart}`] = problem;
      continue;
    }
    const { id, version, name, kind, entries, price, quantity, visible } = parsed.data;
    if (isAddOn(kind) && Number(entries) > 1) problems[`type_${row}_entries`] = "add_on";
    types.push({
      row,
      saved: id === "" ? null : { id, version: Number(version) },
      name,
      kind: kind === "" ? null : { admits: !isAddOn(kind), requiresCode: kind.endsWith("_with_code") },
      entries: entries === "" ? null : entries,
      price: price === "" ? null : bani(price * 100),
      capacity: quantity,
      isVisible: visible === "1",
    });
  }
  return Object.keys(problems).length > 0 ? refused(problems) : done(types);
}

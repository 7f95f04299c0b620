import { isUuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";
import { choice, flag, number, optional, savedAs, single, wholeLei, words } from "#ticketing/forms/fields.ts";
import { form } from "#ticketing/forms/form.ts";
import { type RowField, rowFormsOf } from "#ticketing/forms/rows.ts";
import { lengths, limits } from "#ticketing/limits.ts";

/** What a row of types may be; an add-on lets nobody in. */
export const nightTypeKinds = ["entry", "entry_with_code", "add_on", "add_on_with_code"] as const;

const isAddOn = (kind: string) => kind.startsWith("add_on");

const fields = {
  /** Those of a saved type. */
  id: optional(single("line", (id) => (isUuid(id) ? done(id) : refused("unknown")))),
  version: optional(
    single("number", (text) => (/^\d{1,9}$/.test(text) ? done(Number(text)) : refused("unknown"))),
  ),
  name: words(lengths.catalogueName),
  /** Left empty, a saved type keeps its own; so it does with entries. */
  kind: choice(["", ...nightTypeKinds]),
  entries: optional(number(1, limits.entriesPerTicket)),
  /** Null where phases say the price. */
  price: optional(wholeLei(0, limits.price)),
  quantity: savedAs("capacity", number(0, limits.capacity)),
  visible: savedAs("isVisible", flag()),
};

/** A row of types in the form of a night. */
export const nightTypeForm = form(fields, ({ id, kind, entries, price }) => ({
  ...(id === "" && price.trim() === "" ? { price: "required" } : {}),
  ...(isAddOn(kind) && Number(entries) > 1 ? { entries: "add_on" } : {}),
}));

export type NightTypeValues = typeof nightTypeForm.empty;
export type NightTypeField = RowField<"type", typeof fields>;

/** A type of one night as it shall be. `row` says where it stood in the form. */
export type NightType = {
  readonly row: number;
  /** Null for a new one. */
  readonly saved: { readonly id: string; readonly version: number } | null;
  readonly name: string;
  /** Null where the row does not say it: as it is, and a new one is an entry. */
  readonly kind: { readonly admits: boolean; readonly requiresCode: boolean } | null;
  /** How many people a ticket lets in; null as it is, and one of a new one. */
  readonly entries: number | null;
  readonly price: Money | null;
  /** Tickets. */
  readonly capacity: number;
  readonly isVisible: boolean;
};

/** A new row without anything typed is no type. */
export function isBlankNightType({ id, name, price, quantity }: NightTypeValues): boolean {
  return id === "" && [name, price, quantity].every((text) => text.trim() === "");
}

/** The rows of the form; a night with more types has the others in their own forms alone. */
export const nightTypeRows = rowFormsOf("type", 12, nightTypeForm, isBlankNightType);

/** Whom a row's tickets are for; null where the row does not say it. */
export function ruleOf(kind: string): NightType["kind"] {
  return kind === "" ? null : { admits: !isAddOn(kind), requiresCode: kind.endsWith("_with_code") };
}

/** How many people the tickets of a row let in. */
export function peopleOf({ kind, entries, quantity }: NightTypeValues): number {
  return isAddOn(kind) ? 0 : (Number(entries) || 0) * (Number(quantity) || 0);
}

/** The types of a night by their rows. */
export function readNightTypes(
  rows: readonly NightTypeValues[],
): Outcome<NightType[], Problems<NightTypeField>> {
  const read = nightTypeRows.read(rows);
  if (!read.ok) return read;
  return done(
    read.value.map(({ id, version, kind, ...type }) => ({
      ...type,
      saved: id === null ? null : { id, version: version ?? 0 },
      kind: ruleOf(kind),
    })),
  );
}

import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";
import {
  choice,
  flag,
  number,
  optional,
  requiredField,
  savedAs,
  textUpTo,
  wholeLei,
} from "#ticketing/forms/fields.ts";
import { type AcceptedBy, form } from "#ticketing/forms/form.ts";
import { type RowField, rowFormsOf } from "#ticketing/forms/rows.ts";
import { lengths, limits } from "#ticketing/limits.ts";

/** What a row of types can be. An add-on admits nobody. */
export const nightTypeKinds = ["entry", "entry_with_code", "add_on", "add_on_with_code"] as const;

const isAddOn = (kind: string) => kind.startsWith("add_on");

const fields = {
  /** The id and version of a saved type. */
  id: optional(requiredField("line", (id) => (isUuid(id) ? done(id) : refused("unknown")))),
  version: optional(
    requiredField("number", (text) => (/^\d{1,9}$/.test(text) ? done(Number(text)) : refused("unknown"))),
  ),
  name: textUpTo(lengths.catalogueName),
  /** If left empty, a saved type keeps its own. */
  kind: choice(["", ...nightTypeKinds]),
  /** How many people one ticket admits. If left empty, a saved type keeps its own, and a new one admits one. */
  entries: optional(number(1, limits.entriesPerTicket)),
  /** Null when the type's phases set the price. */
  price: optional(wholeLei(0, limits.price)),
  quantity: savedAs("capacity", number(0, limits.capacity)),
  visible: savedAs("isVisible", flag()),
};

/** One row of types in the form of a night. */
export const nightTypeForm = form(fields, ({ id, kind, entries, price }) => ({
  ...(id === "" && price.trim() === "" ? { price: "required" } : {}),
  ...(isAddOn(kind) && Number(entries) > 1 ? { entries: "add_on" } : {}),
}));

export type NightTypeValues = typeof nightTypeForm.empty;
export type NightTypeField = RowField<"type", typeof fields>;

/** A type of one night, as it shall be saved. `row` is its row in the form. */
export type NightType = Omit<AcceptedBy<typeof fields>, "id" | "version" | "kind"> & {
  readonly row: number;
  /** Null for a new type. */
  readonly saved: { readonly id: string; readonly version: number } | null;
  /** Null: a saved type stays as it is, and a new one admits without a voucher. */
  readonly kind: { readonly admits: boolean; readonly requiresCode: boolean } | null;
};

/** Whether nothing was typed in a new row, which then counts as no type. */
export function isBlankNightType({ id, name, price, quantity }: NightTypeValues): boolean {
  return id === "" && [name, price, quantity].every((text) => text.trim() === "");
}

/** The rows of the form. If a night has more types, the rest can only be edited in their own forms. */
export const nightTypeRows = rowFormsOf("type", 12, nightTypeForm, isBlankNightType);

/** Whether a row's tickets admit, and whether they need a voucher; null when the row does not say. */
export function parseNightTypeKind(kind: string): NightType["kind"] {
  return kind === "" ? null : { admits: !isAddOn(kind), requiresCode: kind.endsWith("_with_code") };
}

type PooledType = {
  readonly id: string;
  readonly pool: { readonly id: string; readonly capacity: number } | null;
};

/** How many people all tickets of the rows admit; the types of a pool together at most as many as it has places. */
export function peopleOfRows(rows: readonly NightTypeValues[], saved: readonly PooledType[]): number {
  const ofPools = new Map<string, number>();
  let alone = 0;
  for (const row of rows) {
    const people = isAddOn(row.kind) ? 0 : (Number(row.entries) || 0) * (Number(row.quantity) || 0);
    const pool = saved.find(({ id }) => id === row.id)?.pool;
    if (pool) ofPools.set(pool.id, Math.min(pool.capacity, (ofPools.get(pool.id) ?? 0) + people));
    else alone += people;
  }
  return [...ofPools.values()].reduce((sum, people) => sum + people, alone);
}

export function readNightTypes(
  rows: readonly NightTypeValues[],
): Outcome<NightType[], Problems<NightTypeField>> {
  const read = nightTypeRows.read(rows);
  if (!read.ok) return read;
  return done(
    read.value.map(({ id, version, kind, ...type }) => ({
      ...type,
      saved: id === null ? null : { id, version: version ?? 0 },
      kind: parseNightTypeKind(kind),
    })),
  );
}

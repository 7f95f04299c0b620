import { isUuid } from "#kernel/id.ts";
import type { FieldProblem, Problems } from "#ticketing/forms/field-problem.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import { optionalWords, wholeNumber } from "./catalogue-fields-form.ts";

/** The pool that a type shall be in. */
export type WantedPool =
  | { readonly kind: "none" }
  /** One of the night; null leaves its capacity as it is. */
  | { readonly kind: "known"; readonly id: string; readonly capacity: number | null }
  | { readonly kind: "new"; readonly name: string; readonly capacity: number };

export type PoolField = "pool" | "pool_name" | "pool_capacity";
export type PoolValues = Readonly<Record<PoolField, string>>;

const poolName = optionalWords(lengths.catalogueName);
const people = wholeNumber(0, limits.capacity);

/** The chosen pool by its id, or `new` with a name and a capacity; an empty choice is none. */
export function readPool(
  values: PoolValues,
): { readonly pool: WantedPool } | { readonly wrong: Problems<PoolField> } {
  const name = poolName.safeParse(values.pool_name);
  const capacity = values.pool_capacity.trim() === "" ? null : people.safeParse(values.pool_capacity);
  const wrong: Problems<PoolField> = {};
  if (!name.success) wrong.pool_name = name.error.issues[0]?.message as FieldProblem;
  else if (values.pool === "new" && name.data === null) wrong.pool_name = "required";
  else if (values.pool !== "new" && name.data !== null) wrong.pool_name = "no_pool";
  if (capacity && !capacity.success) wrong.pool_capacity = capacity.error.issues[0]?.message as FieldProblem;
  else if (values.pool === "new" && !capacity) wrong.pool_capacity = "required";
  else if (values.pool === "" && capacity) wrong.pool_capacity = "no_pool";
  if (values.pool !== "" && values.pool !== "new" && !isUuid(values.pool)) wrong.pool = "unknown";
  if (Object.keys(wrong).length > 0) return { wrong };
  if (values.pool === "") return { pool: { kind: "none" } };
  if (values.pool === "new")
    return { pool: { kind: "new", name: name.data ?? "", capacity: capacity?.data ?? 0 } };
  return { pool: { kind: "known", id: values.pool, capacity: capacity?.data ?? null } };
}

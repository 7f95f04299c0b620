import { isUuid } from "#kernel/id.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";
import { checkedText, number, optional, textUpTo } from "#ticketing/forms/fields.ts";
import type { AcceptedBy, TypedIn } from "#ticketing/forms/form.ts";
import { lengths, limits } from "#ticketing/limits.ts";

/** The pool that a type shall be in. */
export type WantedPool =
  | { readonly kind: "none" }
  /** An existing pool of the night; a null capacity leaves it as it is. */
  | { readonly kind: "known"; readonly id: string; readonly capacity: number | null }
  | { readonly kind: "new"; readonly name: string; readonly capacity: number };

/** The fields for the pool: the id of a pool, or `new` with a name and capacity; empty for none. */
export const poolFields = {
  pool: optional(
    checkedText(lengths.catalogueName, (text) => (text === "new" || isUuid(text) ? text : undefined)),
  ),
  pool_name: optional(textUpTo(lengths.catalogueName)),
  pool_capacity: optional(number(0, limits.capacity)),
};
export type PoolValues = TypedIn<typeof poolFields>;

export function wrongPoolFields(typed: PoolValues): Problems<keyof PoolValues> {
  const isNew = typed.pool === "new";
  const [hasName, hasCapacity] = [typed.pool_name.trim() !== "", typed.pool_capacity.trim() !== ""];
  return {
    ...(isNew && !hasName ? { pool_name: "required" } : {}),
    ...(!isNew && hasName ? { pool_name: "no_pool" } : {}),
    ...(isNew && !hasCapacity ? { pool_capacity: "required" } : {}),
    ...(typed.pool === "" && hasCapacity ? { pool_capacity: "no_pool" } : {}),
  };
}

export function poolOf({ pool, poolName, poolCapacity }: AcceptedBy<typeof poolFields>): WantedPool {
  if (pool === null) return { kind: "none" };
  if (pool === "new") return { kind: "new", name: poolName ?? "", capacity: poolCapacity ?? 0 };
  return { kind: "known", id: pool, capacity: poolCapacity };
}

import type { DoorMode } from "./door-words.ts";

export type GateOfNight = {
  readonly id: string;
  readonly mode: DoorMode;
  /** The ticket types that enter there; none: all. */
  readonly typeIds: readonly string[];
};

/**
 * The gate that alone decides a ticket while it cannot be asked about, or null: any may. Of several strict gates for a type
 * each ticket has one, by the first digits of its key.
 */
export function homeGateOf(
  gates: readonly GateOfNight[],
  { typeId, key }: { readonly typeId: string; readonly key: string },
): string | null {
  const serving = gates
    .filter(({ mode, typeIds }) => mode === "strict" && (typeIds.length === 0 || typeIds.includes(typeId)))
    .map(({ id }) => id)
    .sort();
  return serving[Number.parseInt(key.slice(0, 8), 16) % serving.length] ?? null;
}

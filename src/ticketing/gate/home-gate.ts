import type { DoorMode } from "./door-words.ts";

export type GateOfNight = {
  readonly id: string;
  readonly mode: DoorMode;
  /** The ticket types that enter there; none: all. */
  readonly typeIds: readonly string[];
};

const serves = ({ typeIds }: GateOfNight, typeId: string) => typeIds.length === 0 || typeIds.includes(typeId);

/** For a strict gate, the open gate that has this type when it has not itself; null where it may decide. */
export function otherThanStrict(
  gates: readonly GateOfNight[],
  { gateId, typeId }: { readonly gateId: string; readonly typeId: string },
): string | null {
  const own = gates.find(({ id }) => id === gateId);
  if (own?.mode !== "strict" || serves(own, typeId)) return null;
  return gates.find((gate) => serves(gate, typeId))?.id ?? null;
}

/**
 * The gate that alone decides a ticket while it cannot be asked about, or null: any may. Of several strict gates for a type
 * each ticket has one, by the first digits of its key; a type that no gate has is divided among all strict ones.
 */
export function homeGateOf(
  gates: readonly GateOfNight[],
  { typeId, key }: { readonly typeId: string; readonly key: string },
): string | null {
  const hasGate = gates.some((gate) => serves(gate, typeId));
  const serving = gates
    .filter((gate) => gate.mode === "strict" && (!hasGate || serves(gate, typeId)))
    .map(({ id }) => id)
    .sort();
  return serving[Number.parseInt(key.slice(0, 8), 16) % serving.length] ?? null;
}

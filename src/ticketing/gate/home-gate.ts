import type { DoorMode } from "./door-words.ts";

export type GateOfNight = {
  readonly id: string;
  readonly mode: DoorMode;
  /** The ticket types that enter there; none: all. */
  readonly typeIds: readonly string[];
};

const serves = ({ typeIds }: GateOfNight, typeId: string) => typeIds.length === 0 || typeIds.includes(typeId);

/**
 * The gate where this type enters, or null where it may enter here: this gate has the type or has all, or no gate has it,
 * so that nobody stands before gates of which none lets them in.
 */
export function otherGateOf(
  gates: readonly GateOfNight[],
  { gateId, typeId }: { readonly gateId: string; readonly typeId: string },
): string | null {
  const serving = gates.filter((gate) => serves(gate, typeId));
  return serving.some(({ id }) => id === gateId) ? null : (serving[0]?.id ?? null);
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

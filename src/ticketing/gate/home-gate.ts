import type { DoorMode } from "./door-words.ts";

export type GateOfNight = {
  readonly id: string;
  readonly mode: DoorMode;
  /** The ticket types that enter there; empty means all. */
  readonly typeIds: readonly string[];
};

/** Whether a phone of a gate of this mode decides while the server cannot be asked: at an open gate every phone does. */
export const decidesAlone = (mode: DoorMode, { decides }: { readonly decides: boolean }) =>
  mode === "open" || decides;

const serves = ({ typeIds }: GateOfNight, typeId: string) => typeIds.length === 0 || typeIds.includes(typeId);

/** For a strict gate without this type: the open gate that has it. Null when the gate itself may decide. */
export function gateInsteadOfStrict(
  gates: readonly GateOfNight[],
  { gateId, typeId }: { readonly gateId: string; readonly typeId: string },
): string | null {
  const ownGate = gates.find(({ id }) => id === gateId);
  if (ownGate?.mode !== "strict" || serves(ownGate, typeId)) return null;
  return gates.find((gate) => serves(gate, typeId))?.id ?? null;
}

/**
 * The gate that alone decides about a ticket while the server cannot be asked; null when any gate may. Several strict
 * gates of a type divide its tickets by the first digits of their keys. A type that no gate has is divided among all
 * strict gates.
 */
export function homeGateOf(
  gates: readonly GateOfNight[],
  { typeId, key }: { readonly typeId: string; readonly key: string },
): string | null {
  const hasGate = gates.some((gate) => serves(gate, typeId));
  const strictGateIds = gates
    .filter((gate) => gate.mode === "strict" && (!hasGate || serves(gate, typeId)))
    .map(({ id }) => id)
    .sort();
  return strictGateIds[Number.parseInt(key.slice(0, 8), 16) % strictGateIds.length] ?? null;
}

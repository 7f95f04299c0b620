import { durations } from "#ticketing/limits.ts";

export type SignedWhat = "row" | "ask" | "beat" | "list" | "enrol" | "guests" | "chief" | "clock";

/** The bytes that a phone signs: what it is, then its text (docs/gate-protocol.md). */
export function signedBytes(what: SignedWhat, written: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`estival-gate-1\n${what}\n${written}`);
}

/** What a phone signs of its clock; the server makes the same text of what the call says. */
export const clockText = (device: string, at: number): string => JSON.stringify({ v: 1, device, at });

/** Before a chief's code in its QR, so that it is never taken for a ticket. */
export const chiefMark = "ESTIVAL-CHIEF:";

/** Whether a chief's code of this moment is good at another, in milliseconds by one clock. */
export function isChiefCodeFresh(shownAt: number, at: number): boolean {
  return Math.abs(at - shownAt) <= durations.chiefCode * 1000;
}

import { durations } from "#ticketing/limits.ts";

export type SignedTextKind = "row" | "ask" | "beat" | "list" | "enrol" | "guests" | "chief" | "clock";

/** The bytes that a phone signs: the kind of text, then the text (docs/gate-protocol.md). */
export function signedBytes(what: SignedTextKind, written: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`estival-gate-1\n${what}\n${written}`);
}

/** The text about its clock that a phone signs. The server builds the same text from the call. */
export const clockText = (device: string, at: number): string => JSON.stringify({ v: 1, device, at });

/** A phone's time by the server's clock, `aheadMs` milliseconds ahead; a phone's clock that is right enough stays. */
export const correctedTime = (at: number, aheadMs: number): number =>
  Math.abs(aheadMs) <= durations.clockTolerance * 1000 ? at : at + aheadMs;

/** Stands before a chief's code in its QR, so that it is never mistaken for a ticket. */
export const chiefMark = "ESTIVAL-CHIEF:";

/** Whether a chief's code shown at one moment is still good at another. Both in milliseconds by one clock. */
export function isChiefCodeFresh(shownAt: number, at: number): boolean {
  return Math.abs(at - shownAt) <= durations.chiefCode * 1000;
}

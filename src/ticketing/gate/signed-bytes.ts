export type SignedWhat = "row" | "ask" | "beat" | "list" | "enrol" | "guests" | "chief" | "clock";

/** The bytes that a phone signs: what it is, then its text (docs/gate-protocol.md). */
export function signedBytes(what: SignedWhat, written: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`estival-gate-1\n${what}\n${written}`);
}

/** What a phone signs of its clock; the server makes the same text of what the call says. */
export const clockText = (device: string, at: number): string => JSON.stringify({ v: 1, device, at });

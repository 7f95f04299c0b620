export type SignedWhat = "row" | "ask" | "beat" | "list" | "enrol" | "chief";

/** The bytes that a phone signs: what it is, then its text (docs/gate-protocol.md). */
export function signedBytes(what: SignedWhat, written: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`estival-gate-1\n${what}\n${written}`);
}

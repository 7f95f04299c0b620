import { createHash, generateKeyPairSync, sign } from "node:crypto";
import type { Uuid } from "#kernel/id.ts";
import type { GateAsk, SentRow, SignedCall, WrittenGateRow } from "#ticketing/gate/gate-row-form.ts";
import { signedBytes } from "#ticketing/gate/signed-bytes.ts";

/** The keys of a phone, and what it signs with them: the same bytes as a browser's. */
export function phoneKeys() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const key = Buffer.concat([
    Buffer.from([4]),
    Buffer.from(x, "base64url"),
    Buffer.from(y, "base64url"),
  ]).toString("base64url");
  const signText = (what: Parameters<typeof signedBytes>[0], text: string) =>
    sign("sha256", signedBytes(what, text), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString(
      "base64url",
    );
  return {
    key,
    signText,
    call(what: Parameters<typeof signedBytes>[0], body: unknown, qr?: string): SignedCall {
      const text = JSON.stringify(body);
      return { text, signature: signText(what, text), ...(qr === undefined ? {} : { qr }) };
    },
  };
}

export type PhoneKeys = ReturnType<typeof phoneKeys>;

export const hashOfCode = (qr: string) => createHash("sha256").update(qr).digest("hex");

type RowAbout = Partial<Omit<WrittenGateRow, "v" | "device" | "code">> & { readonly qr?: string };

/** A row as a phone writes and signs it. */
export function phoneRow(
  keys: PhoneKeys,
  device: Uuid,
  { qr, ...about }: RowAbout & { seq: number },
): SentRow {
  const row: WrittenGateRow = {
    v: 1,
    device,
    kind: "admit",
    mode: "offline",
    entries: 1,
    guest: null,
    undoes: null,
    reason: null,
    list: null,
    at: Date.now(),
    code: qr === undefined ? null : hashOfCode(qr),
    ...about,
  };
  return { seq: about.seq, ...keys.call("row", row, qr) };
}

/** A phone's question about a scanned code, or about a guest. */
export function phoneAsk(
  keys: PhoneKeys,
  device: Uuid,
  {
    qr,
    ...about
  }: Partial<Omit<GateAsk, "v" | "device" | "code">> & { readonly seq: number } & (
      | { readonly qr: string }
      | { readonly qr?: never; readonly guest: Uuid }
    ),
): SignedCall {
  const code = qr === undefined ? null : hashOfCode(qr);
  return keys.call("ask", { v: 1, device, at: Date.now(), code, entries: 1, stamp: null, ...about }, qr);
}

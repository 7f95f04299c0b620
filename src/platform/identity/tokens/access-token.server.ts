import { isUuid, type Uuid } from "#kernel/id.ts";

/** The part of the signing adapter that tokens need: ES256, by key id. */
export type TokenSigner = {
  signToken(messageFor: (kid: number) => Uint8Array): { message: Uint8Array; signature: Uint8Array };
  verifyToken(signed: { kid: number; message: Uint8Array; signature: Uint8Array }): Promise<boolean>;
};

/** Longer texts are not read; our own tokens are shorter. */
const mostCharacters = 4096;

/** The facts read from a token. Role and rights come from the database. `expiresAt` is in epoch seconds. */
type ReadToken = { readonly sessionId: Uuid; readonly userId: Uuid; readonly expiresAt: number };

/** A JWT with these claims, signed with the current key. */
export function signAccessToken(signer: TokenSigner, claims: Record<string, unknown>): string {
  const payload = encodeJson(claims);
  const { message, signature } = signer.signToken((kid) =>
    Buffer.from(`${encodeJson({ alg: "ES256", kid: String(kid), typ: "JWT" })}.${payload}`),
  );
  return `${Buffer.from(message).toString("latin1")}.${Buffer.from(signature).toString("base64url")}`;
}

/**
 * Reads a JWT that this installation signed; undefined for anything else. Accepts only ES256 with one of our key ids,
 * whatever else the header says. The caller compares the expiry with the database's clock.
 */
export async function readAccessToken(
  signer: TokenSigner,
  issuer: string,
  token: string,
): Promise<ReadToken | undefined> {
  if (token.length > mostCharacters) return undefined;
  const [head = "", body = "", encodedSignature = "", ...extraParts] = token.split(".");
  const signature = bytesOf(encodedSignature);
  const header = decodeObject(head);
  if (extraParts.length > 0 || signature?.length !== 64 || !header) return undefined;
  if (header.alg !== "ES256" || header.typ !== "JWT" || "crit" in header) return undefined;
  if (typeof header.kid !== "string" || !/^[1-9]\d{0,8}$/.test(header.kid)) return undefined;
  const message = Buffer.from(`${head}.${body}`);
  if (!(await signer.verifyToken({ kid: Number(header.kid), message, signature }))) return undefined;
  const claims = decodeObject(body);
  if (!claims || claims.iss !== issuer || claims.aud !== "authenticated") return undefined;
  const { sub, session_id: sessionId, exp } = claims;
  if (!isUuid(sub) || !isUuid(sessionId) || !Number.isSafeInteger(exp)) return undefined;
  return { sessionId, userId: sub, expiresAt: exp as number };
}

function encodeJson(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** The decoded bytes; undefined unless the text is their canonical base64url. */
function bytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return text !== "" && bytes.toString("base64url") === text ? bytes : undefined;
}

function decodeObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytesOf(text)?.toString("utf8") ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

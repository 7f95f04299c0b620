import { isUuid, type Uuid } from "#kernel/id.ts";

/** The part of the signing door that tokens need: ES256, by key id. */
export type TokenSigner = {
  signToken(messageFor: (kid: number) => Uint8Array): { message: Uint8Array; signature: Uint8Array };
  verifyToken(signed: { kid: number; message: Uint8Array; signature: Uint8Array }): Promise<boolean>;
};

/** How long an access token is good for, in seconds (D8: at most 15 minutes). */
export const accessSeconds = 900;

/** More than any token of ours, and little enough to be looked at. */
const mostCharacters = 4096;

/** What a token of ours says that matters; who somebody is now is asked of the database. `expiresAt` in epoch seconds. */
export type ReadToken = { readonly sessionId: Uuid; readonly userId: Uuid; readonly expiresAt: number };

/** A signed JWT with these claims, by the present key. */
export function signAccessToken(signer: TokenSigner, claims: Record<string, unknown>): string {
  const payload = encoded(claims);
  const { message, signature } = signer.signToken((kid) =>
    Buffer.from(`${encoded({ alg: "ES256", kid: String(kid), typ: "JWT" })}.${payload}`),
  );
  return `${Buffer.from(message).toString("latin1")}.${Buffer.from(signature).toString("base64url")}`;
}

/**
 * Reads a JWT that this installation signed for itself; undefined for anything else, however it is malformed. Only
 * ES256 with a key id of ours: what the header asks for is compared, never obeyed. Whether it has expired is for the
 * database's clock to say.
 */
export async function readAccessToken(
  signer: TokenSigner,
  issuer: string,
  token: string,
): Promise<ReadToken | undefined> {
  if (token.length > mostCharacters) return undefined;
  const [head = "", body = "", sealed = "", ...more] = token.split(".");
  const signature = bytesOf(sealed);
  const header = objectOf(head);
  if (more.length > 0 || signature?.length !== 64 || !header) return undefined;
  if (header.alg !== "ES256" || header.typ !== "JWT" || "crit" in header) return undefined;
  if (typeof header.kid !== "string" || !/^[1-9]\d{0,8}$/.test(header.kid)) return undefined;
  const message = Buffer.from(`${head}.${body}`);
  if (!(await signer.verifyToken({ kid: Number(header.kid), message, signature }))) return undefined;
  const claims = objectOf(body);
  if (!claims || claims.iss !== issuer || claims.aud !== "authenticated") return undefined;
  const { sub, session_id: sessionId, exp } = claims;
  if (!isUuid(sub) || !isUuid(sessionId) || !Number.isSafeInteger(exp)) return undefined;
  return { sessionId, userId: sub, expiresAt: exp as number };
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** The bytes, if this is the one way to write them. */
function bytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return text !== "" && bytes.toString("base64url") === text ? bytes : undefined;
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytesOf(text)?.toString("utf8") ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

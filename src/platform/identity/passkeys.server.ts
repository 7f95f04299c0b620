import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { isUuid, newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/database.server.ts";
import { raiseSession } from "./factors.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { type OpenedSession, openSession } from "./login.server.ts";
import { consumeToken, issueToken, type TokenPurpose } from "./one-time-token.server.ts";
import { hashOfToken } from "./secret-token.server.ts";
import { tellOwner } from "./tell-owner.server.ts";

export type OwnPasskey = {
  readonly id: Uuid;
  readonly name: string;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
};
export type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON };

/** More than any person's devices. */
const mostPasskeys = 20;

/** The keys of an account, oldest first. */
export async function listPasskeys({ database }: IdentityParts, userId: Uuid): Promise<OwnPasskey[]> {
  const { rows } = await database.identity.$client.query<OwnPasskey>({
    name: "list-passkeys",
    text: `SELECT id, name, created_at AS "createdAt", used_at AS "usedAt" FROM identity.passkey WHERE user_id = $1 ORDER BY created_at, id`,
    values: [userId],
  });
  return rows;
}

/** What a browser needs to make a key for this account. The challenge works once. */
export async function offerPasskey(
  parts: IdentityParts,
  { userId, email, fullName }: { userId: Uuid; email: string; fullName: string | null },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { rows } = await parts.database.identity.$client.query<{ id: string }>(
    "SELECT credential_id AS id FROM identity.passkey WHERE user_id = $1",
    [userId],
  );
  const { id } = relyingParty(parts.origin);
  return generateRegistrationOptions({
    rpName: id,
    rpID: id,
    userName: email,
    userDisplayName: fullName ?? email,
    userID: new Uint8Array(Buffer.from(userId)),
    challenge: await challenge(parts, "passkey-add", userId),
    attestationType: "none",
    excludeCredentials: rows,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** Keeps the key that the browser made. Refused when the answer is not to our challenge, or the key is known. */
export async function addPasskey(
  parts: IdentityParts,
  { userId, name, response }: { userId: Uuid; name: string; response: unknown },
): Promise<Outcome<null, "not_verified" | "too_many">> {
  const asked = await consumeChallenge(parts, "passkey-add", response);
  if (asked?.value !== userId) return refused("not_verified");
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(parts.origin);
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: asked.challenge,
    expectedOrigin,
    expectedRPID,
  }).catch(() => undefined);
  if (!verified?.verified) return refused("not_verified");
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return parts.database.withDuty("identity", async (sql) => {
    const { rows } = await sql.$client.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM identity.passkey WHERE user_id = $1",
      [userId],
    );
    if ((rows[0]?.count ?? 0) >= mostPasskeys) return refused("too_many");
    const { rowCount } = await sql.$client.query(
      `INSERT INTO identity.passkey (id, user_id, credential_id, public_key, counter, name)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (credential_id) DO NOTHING`,
      [newId(), userId, id, Buffer.from(publicKey).toString("base64url"), counter, name],
    );
    if (rowCount !== 1) return refused("not_verified");
    await tellOwner(parts, sql, { userId, kind: "passkey_added" });
    return done(null);
  });
}

/** Forgets a key of this account; it signs nobody in any more. */
export async function removePasskey(
  parts: IdentityParts,
  { userId, passkeyId }: { userId: Uuid; passkeyId: string },
): Promise<boolean> {
  if (!isUuid(passkeyId)) return false;
  return parts.database.withDuty("identity", async (sql) => {
    const { rowCount } = await sql.$client.query(
      "DELETE FROM identity.passkey WHERE id = $2 AND user_id = $1",
      [userId, passkeyId],
    );
    if (rowCount !== 1) return false;
    await tellOwner(parts, sql, { userId, kind: "passkey_removed" });
    return true;
  });
}

/** What a browser needs to show any key it has for us. The same for everybody: no address is asked. */
export async function askForPasskey(parts: IdentityParts): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: relyingParty(parts.origin).id,
    challenge: await challenge(parts, "passkey-login", newId()),
    userVerification: "required",
  });
}

/** Opens a session for whoever shows a key, once the address is proven or while letters are off. A key is something one has and is or knows: no second factor is asked. */
export async function loginWithPasskey(
  parts: IdentityParts,
  { response, userAgent, address }: { response: unknown; userAgent: string; address: string },
): Promise<Outcome<OpenedSession, "not_verified" | "unconfirmed">> {
  const userId = await provePasskey(parts, response);
  if (userId === undefined) return refused("not_verified");
  const lettersOn = await parts.callbacks.lettersOn();
  return parts.database.withDuty("identity", async (sql) => {
    if (lettersOn && !(await isProven(sql, userId))) return refused("unconfirmed");
    const opened = await openSession(parts, sql, { userId, userAgent, address });
    await raiseSession(sql.$client, hashOfToken(opened.token), "passkey");
    return done(opened);
  });
}

async function isProven(sql: Sql, userId: Uuid): Promise<boolean> {
  const { rowCount } = await sql.$client.query(
    'SELECT FROM identity."user" WHERE id = $1 AND email_verified',
    [userId],
  );
  return rowCount === 1;
}

/** Notes on this session that its owner has shown a key just now, as the password would (decision 34). */
export async function reconfirmWithPasskey(
  parts: IdentityParts,
  { userId, sessionHash, response }: { userId: Uuid; sessionHash: string; response: unknown },
): Promise<boolean> {
  if ((await provePasskey(parts, response)) !== userId) return false;
  const { rowCount } = await parts.database.identity.$client.query(
    "UPDATE identity.session SET confirmed_at = now() WHERE token = $1 AND user_id = $2 AND expires_at > now()",
    [sessionHash, userId],
  );
  return rowCount === 1;
}

/** Whose key signed our challenge. It works once; a key whose count went back was copied and is refused. */
async function provePasskey(parts: IdentityParts, response: unknown): Promise<Uuid | undefined> {
  const asked = await consumeChallenge(parts, "passkey-login", response);
  const { id } = (response ?? {}) as { id?: unknown };
  if (!asked || typeof id !== "string" || id.length > 1400) return undefined;
  const single = parts.database.identity.$client;
  const { rows } = await single.query<{ id: Uuid; userId: Uuid; publicKey: string; counter: string }>(
    `SELECT id, user_id AS "userId", public_key AS "publicKey", counter FROM identity.passkey WHERE credential_id = $1`,
    [id],
  );
  const [known] = rows;
  if (!known) return undefined;
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(parts.origin);
  const publicKey = new Uint8Array(Buffer.from(known.publicKey, "base64url"));
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: asked.challenge,
    expectedOrigin,
    expectedRPID,
    credential: { id, publicKey, counter: Number(known.counter) },
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  await single.query("UPDATE identity.passkey SET counter = $2, used_at = now() WHERE id = $1", [
    known.id,
    verified.authenticationInfo.newCounter,
  ]);
  return known.userId;
}

async function challenge(
  parts: IdentityParts,
  purpose: TokenPurpose,
  value: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const token = await issueToken(parts.database.identity.$client, purpose, value);
  return new Uint8Array(Buffer.from(token, "base64url"));
}

/** The challenge that this answer is to, if it is an open one of ours; used up by asking. */
async function consumeChallenge(parts: IdentityParts, purpose: TokenPurpose, response: unknown) {
  const told = (response as { response?: { clientDataJSON?: unknown } } | null)?.response?.clientDataJSON;
  if (typeof told !== "string" || told.length > 4000) return undefined;
  let said: { challenge?: unknown };
  try {
    said = JSON.parse(Buffer.from(told, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
  if (typeof said?.challenge !== "string") return undefined;
  const value = await consumeToken(parts.database.identity.$client, purpose, said.challenge);
  return value === undefined ? undefined : { value, challenge: said.challenge };
}

/** Where keys work, when it is not at the address whose host this is; null when it is here. */
export function passkeysElsewhere({ origin }: IdentityParts, host: string): string | null {
  const [place = origin] = relyingParty(origin).origins;
  return new URL(place).host === host || !isOwnMachine(origin) ? null : place;
}

function isOwnMachine(origin: string): boolean {
  return /^(?:127\.0\.0\.1|\[::1\]|localhost)$/.test(new URL(origin).hostname);
}

/**
 * Keys belong to a host name. A number is none, so on one's own machine they belong to `localhost`, where the same
 * site is reached.
 */
function relyingParty(origin: string): { id: string; origins: string[] } {
  const { hostname, port, protocol } = new URL(origin);
  if (!isOwnMachine(origin)) return { id: hostname, origins: [origin] };
  return { id: "localhost", origins: [`${protocol}//localhost${port ? `:${port}` : ""}`] };
}

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
import { noteCost } from "#kernel/request-cost.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { isAddressProven } from "../accounts/account-facts.server.ts";
import { lockAccount } from "../accounts/account-locks.server.ts";
import type { Identity } from "../identity.server.ts";
import { tellOwner } from "../letters/tell-owner.server.ts";
import { loginLimits } from "../limits/login-limits.ts";
import { type OpenedSession, openSession } from "../sessions/login.server.ts";
import { lockWithSession, type SessionKey } from "../sessions/own-sessions.server.ts";
import { consumeToken, issueToken } from "../tokens/one-time-token.server.ts";
import { hashOfToken } from "../tokens/secret-token.server.ts";
import { raiseSessionToAal2 } from "./factors.server.ts";

export type OwnPasskey = {
  readonly id: Uuid;
  readonly name: string;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
};
export type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON };

/** The passkeys of an account, oldest first. */
export async function listPasskeys({ database }: Identity, userId: Uuid): Promise<OwnPasskey[]> {
  const { rows } = await database.identity.query<OwnPasskey>({
    name: "list-passkeys",
    text: `SELECT id, name, created_at AS "createdAt", used_at AS "usedAt" FROM identity.passkey WHERE user_id = $1 ORDER BY created_at, id`,
    values: [userId],
  });
  return rows;
}

/** The options that a browser needs to make a passkey for this account. The challenge works once. */
export async function offerPasskey(
  identity: Identity,
  { userId, email, fullName }: { userId: Uuid; email: string; fullName: string | null },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { rows } = await identity.database.identity.query<{ id: string }>(
    "SELECT credential_id AS id FROM identity.passkey WHERE user_id = $1",
    [userId],
  );
  const { id } = relyingParty(identity.origin);
  return generateRegistrationOptions({
    rpName: id,
    rpID: id,
    userName: email,
    userDisplayName: fullName ?? email,
    userID: new Uint8Array(Buffer.from(userId)),
    challenge: await challenge(identity, "passkey-add", userId),
    attestationType: "none",
    excludeCredentials: rows,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** Stores the passkey that the browser made. Refused: not our challenge, known already, or no session any more. */
export async function addPasskey(
  identity: Identity,
  { userId, sessionHash, name, response }: SessionKey & { name: string; response: unknown },
): Promise<Outcome<null, "not_verified" | "too_many">> {
  const consumed = await consumeChallenge(identity, "passkey-add", response);
  if (consumed?.value !== userId) return refused("not_verified");
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(identity.origin);
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: consumed.challenge,
    expectedOrigin,
    expectedRPID,
  }).catch(() => undefined);
  if (!verified?.verified) return refused("not_verified");
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return identity.database.withDuty("identity", async (sql) => {
    if (!(await lockWithSession(sql, { userId, sessionHash }))) return refused("not_verified");
    const { rows } = await sql.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM identity.passkey WHERE user_id = $1",
      [userId],
    );
    if ((rows[0]?.count ?? 0) >= loginLimits.passkeysPerAccount) return refused("too_many");
    const { rowCount } = await sql.query(
      `INSERT INTO identity.passkey (id, user_id, credential_id, public_key, counter, name)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (credential_id) DO NOTHING`,
      [newId(), userId, id, Buffer.from(publicKey).toString("base64url"), counter, name],
    );
    if (rowCount !== 1) return refused("not_verified");
    await tellOwner(identity, sql, { userId, kind: "passkey_added" });
    return done(null);
  });
}

/** Deletes a passkey of this account. False when the account has no such passkey, or the session has ended. */
export async function removePasskey(
  identity: Identity,
  { userId, sessionHash, passkeyId }: SessionKey & { passkeyId: string },
): Promise<boolean> {
  if (!isUuid(passkeyId)) return false;
  return identity.database.withDuty("identity", async (sql) => {
    if (!(await lockWithSession(sql, { userId, sessionHash }))) return false;
    const { rowCount } = await sql.query("DELETE FROM identity.passkey WHERE id = $2 AND user_id = $1", [
      userId,
      passkeyId,
    ]);
    if (rowCount !== 1) return false;
    await tellOwner(identity, sql, { userId, kind: "passkey_removed" });
    return true;
  });
}

/** A challenge that any passkey of this site can answer. It is the same for everybody: no address is asked for. */
export async function askForPasskey(identity: Identity): Promise<PublicKeyCredentialRequestOptionsJSON> {
  noteCost();
  return generateAuthenticationOptions({
    rpID: relyingParty(identity.origin).id,
    challenge: await challenge(identity, "passkey-login", newId()),
    userVerification: "required",
  });
}

/** Opens a session with a passkey, if the address is proven or emails are off. It needs no second factor beside it. */
export async function loginWithPasskey(
  identity: Identity,
  { response, userAgent, address }: { response: unknown; userAgent: string; address: string },
): Promise<Outcome<OpenedSession, "not_verified" | "unconfirmed">> {
  const provenPasskey = await provePasskey(identity, response);
  if (!provenPasskey) return refused("not_verified");
  const { userId, passkeyId } = provenPasskey;
  const lettersOn = await identity.callbacks.lettersOn();
  return identity.database.withDuty("identity", async (sql) => {
    await lockAccount(sql, userId);
    // a reset may have removed the passkey meanwhile
    if (!(await passkeyExists(sql, passkeyId))) return refused("not_verified");
    if (lettersOn && !(await isAddressProven(sql, userId))) return refused("unconfirmed");
    const opened = await openSession(identity, sql, { userId, userAgent, address });
    await raiseSessionToAal2(sql, hashOfToken(opened.token), "passkey");
    return done(opened);
  });
}

async function passkeyExists(sql: Sql, passkeyId: Uuid): Promise<boolean> {
  const { rowCount } = await sql.query("SELECT FROM identity.passkey WHERE id = $1", [passkeyId]);
  return rowCount === 1;
}

/** Notes on this session that its person has proven themselves again, by a passkey instead of the password. */
export async function reconfirmWithPasskey(
  identity: Identity,
  { userId, sessionHash, response }: SessionKey & { response: unknown },
): Promise<boolean> {
  if ((await provePasskey(identity, response))?.userId !== userId) return false;
  const { rowCount } = await identity.database.identity.query(
    "UPDATE identity.session SET confirmed_at = now() WHERE token = $1 AND user_id = $2 AND expires_at > now()",
    [sessionHash, userId],
  );
  return rowCount === 1;
}

/** base64url, as browsers write it; the database takes no other sign in its place. */
const isCredentialId = (id: string) => /^[\w-]{1,1400}$/.test(id);

/** The passkey that signed our challenge, which works once. A passkey whose counter went back is a copy: refused. */
async function provePasskey(
  identity: Identity,
  response: unknown,
): Promise<{ userId: Uuid; passkeyId: Uuid } | undefined> {
  const consumed = await consumeChallenge(identity, "passkey-login", response);
  const { id } = (response ?? {}) as { id?: unknown };
  if (!consumed || typeof id !== "string" || !isCredentialId(id)) return undefined;
  const identitySql = identity.database.identity;
  const { rows } = await identitySql.query<{ id: Uuid; userId: Uuid; publicKey: string; counter: string }>(
    `SELECT id, user_id AS "userId", public_key AS "publicKey", counter FROM identity.passkey WHERE credential_id = $1`,
    [id],
  );
  const [passkeyRow] = rows;
  if (!passkeyRow) return undefined;
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(identity.origin);
  const publicKey = new Uint8Array(Buffer.from(passkeyRow.publicKey, "base64url"));
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: consumed.challenge,
    expectedOrigin,
    expectedRPID,
    credential: { id, publicKey, counter: Number(passkeyRow.counter) },
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  await identitySql.query("UPDATE identity.passkey SET counter = $2, used_at = now() WHERE id = $1", [
    passkeyRow.id,
    verified.authenticationInfo.newCounter,
  ]);
  return { userId: passkeyRow.userId, passkeyId: passkeyRow.id };
}

type PasskeyPurpose = "passkey-add" | "passkey-login";

async function challenge(
  identity: Identity,
  purpose: PasskeyPurpose,
  value: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const token = await issueToken(identity.database.identity, purpose, value);
  return new Uint8Array(Buffer.from(token, "base64url"));
}

/** The open challenge that this answer belongs to. Uses it up. */
async function consumeChallenge(identity: Identity, purpose: PasskeyPurpose, response: unknown) {
  const clientData = (response as { response?: { clientDataJSON?: unknown } } | null)?.response
    ?.clientDataJSON;
  if (typeof clientData !== "string" || clientData.length > 4000) return undefined;
  let parsed: { challenge?: unknown };
  try {
    parsed = JSON.parse(Buffer.from(clientData, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
  if (typeof parsed?.challenge !== "string") return undefined;
  const value = await consumeToken(identity.database.identity, purpose, parsed.challenge);
  return value === undefined ? undefined : { value, challenge: parsed.challenge };
}

/** The address where passkeys work, if it is not on this host; null when it is. */
export function passkeysElsewhere({ origin }: Identity, host: string): string | null {
  const [passkeyAddress = origin] = relyingParty(origin).origins;
  return new URL(passkeyAddress).host === host || !isOwnMachine(origin) ? null : passkeyAddress;
}

function isOwnMachine(origin: string): boolean {
  return /^(?:127\.0\.0\.1|\[::1\]|localhost)$/.test(new URL(origin).hostname);
}

/** Passkeys belong to a host name. An IP address is none: on the developer's machine they belong to `localhost`. */
function relyingParty(origin: string): { id: string; origins: string[] } {
  const { hostname, port, protocol } = new URL(origin);
  if (!isOwnMachine(origin)) return { id: hostname, origins: [origin] };
  return { id: "localhost", origins: [`${protocol}//localhost${port ? `:${port}` : ""}`] };
}

import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Identity } from "../identity.server.ts";
import { tellOwner } from "../letters/tell-owner.server.ts";
import { accountDurations } from "../limits/login-limits.ts";
import { type OpenedSession, openSession } from "../sessions/login.server.ts";
import { consumeToken, findToken } from "../tokens/one-time-token.server.ts";
import { hashOfToken } from "../tokens/secret-token.server.ts";
import type { BearerSession } from "../tokens/token-session.server.ts";
import { type CodeRefusal, raiseSessionToAal2 } from "./factors.server.ts";

type SecondStep = {
  /** The token that the first step, the password, returned (`SecondFactorAsked`). */
  readonly stepToken: string;
  /** Six digits of the authenticator application, or a recovery code. */
  readonly code: string;
  readonly userAgent: string;
  readonly address: string;
};

type SecondStepRefusal =
  | CodeRefusal
  /** The first step is too old, or its token was used. The person begins again. */
  | { readonly reason: "step_token_invalid" };

/**
 * The second step of a sign-in: a code of any factor of the account, or a recovery code, opens a session. A wrong
 * code does not end the first step. One first step opens at most one session.
 */
export async function passSecondFactor(
  identity: Identity,
  { stepToken, code, userAgent, address }: SecondStep,
): Promise<Outcome<OpenedSession, SecondStepRefusal>> {
  return identity.database.withDuty("identity", async (sql) => {
    const userId = (await findToken(sql, "second-factor", stepToken)) as Uuid | undefined;
    if (userId === undefined) return refused({ reason: "step_token_invalid" });
    const taken = await identity.factors.takeCode(sql, { userId, factorId: null, code: code.trim() });
    if (!taken.ok) return taken;
    if ((await consumeToken(sql, "second-factor", stepToken)) === undefined)
      return refused({ reason: "step_token_invalid" });
    const opened = await openSession(identity, sql, { userId, userAgent, address });
    await raiseSessionToAal2(sql, hashOfToken(opened.token), taken.value.method);
    if (taken.value.method === "mfa/recovery_code")
      await tellOwner(identity, sql, { userId, kind: "recovery_code_used" });
    return done(opened);
  });
}

type OwnFactor = Pick<BearerSession, "userId" | "sessionId"> & { readonly factorId: Uuid };

type Challenge = { readonly id: Uuid; readonly expiresAt: number };

/** Opens a challenge of this factor for this session; undefined for a factor of somebody else. `expiresAt` in epoch seconds. */
export async function openChallenge(
  { database }: Pick<Identity, "database">,
  { userId, sessionId, factorId }: OwnFactor,
): Promise<Challenge | undefined> {
  // each new challenge deletes the old ones
  await database.identity.query(
    "DELETE FROM identity.factor_challenge WHERE factor_id = $1 AND expires_at < now()",
    [factorId],
  );
  const { rows } = await database.identity.query<Challenge>({
    name: "open-challenge",
    text: `INSERT INTO identity.factor_challenge (id, factor_id, session_id, expires_at)
           SELECT $1, id, $4, now() + make_interval(secs => $5) FROM identity.factor WHERE id = $2 AND user_id = $3
           RETURNING id, floor(extract(epoch FROM expires_at))::int AS "expiresAt"`,
    values: [newId(), factorId, userId, sessionId, accountDurations.factorChallenge],
  });
  return rows[0];
}

/** Whether this challenge is open for this session and factor. */
export async function findChallengeState(
  { database }: Pick<Identity, "database">,
  { userId, sessionId, factorId }: OwnFactor,
  challengeId: Uuid,
): Promise<"open" | "over" | "factor_unknown"> {
  const { rows } = await database.identity.query<{ isOpen: boolean }>({
    name: "find-challenge-state",
    text: `SELECT EXISTS (SELECT FROM identity.factor_challenge c WHERE c.id = $4 AND c.factor_id = f.id
             AND c.session_id = $3 AND c.expires_at > now()) AS "isOpen"
           FROM identity.factor f WHERE f.id = $1 AND f.user_id = $2`,
    values: [factorId, userId, sessionId, challengeId],
  });
  const [found] = rows;
  return found ? (found.isOpen ? "open" : "over") : "factor_unknown";
}

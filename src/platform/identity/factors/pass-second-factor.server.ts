import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Identity } from "../identity.server.ts";
import { tellOwner } from "../letters/tell-owner.server.ts";
import { type OpenedSession, openSession } from "../sessions/login.server.ts";
import { raiseSession } from "../sessions/raise-session.server.ts";
import { consumeToken, findToken } from "../tokens/one-time-token.server.ts";
import { hashOfToken } from "../tokens/secret-token.server.ts";
import type { CodeRefusal } from "./factors.server.ts";

export type SecondStep = {
  /** From the first step, the password (`SecondFactorAsked`). */
  readonly stepToken: string;
  /** Six digits of the authenticator application, or a recovery code. */
  readonly code: string;
  readonly userAgent: string;
  readonly address: string;
};

export type SecondStepRefusal =
  | CodeRefusal
  /** The first step is too old, or was used. Begin again. */
  | { readonly reason: "step_token_invalid" };

/**
 * The second step of a sign-in: a session opens with a code of any factor of the account, or with a recovery
 * code. A wrong code does not end the first step, and at most one session comes of it.
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
    await raiseSession(sql, hashOfToken(opened.token), taken.value.method);
    if (taken.value.method === "mfa/recovery_code")
      await tellOwner(identity, sql, { userId, kind: "recovery_code_used" });
    return done(opened);
  });
}

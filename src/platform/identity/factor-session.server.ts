import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { type CodeRefusal, raiseSession } from "./factors.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { type OpenedSession, openSession } from "./login.server.ts";
import { consumeToken, findToken } from "./one-time-token.server.ts";
import { hashOfToken } from "./secret-token.server.ts";
import { tellOwner } from "./tell-owner.server.ts";

export type SecondStep = {
  /** What the first step, the password, brought (`LoginRefusal`, "second_factor"). */
  readonly ticket: string;
  /** Six digits of the application, or a code from paper. */
  readonly code: string;
  readonly userAgent: string;
  readonly address: string;
};

export type SecondStepRefusal =
  | CodeRefusal
  /** The first step is too long ago, or was used. Begin again. */
  | { readonly reason: "ticket_invalid" };

/**
 * The second step of a sign-in: a session opens with a code of any factor that the account has, or one from paper. The
 * ticket outlives a wrong code, and no more than one session comes of it.
 */
export async function passSecondFactor(
  parts: IdentityParts,
  { ticket, code, userAgent, address }: SecondStep,
): Promise<Outcome<OpenedSession, SecondStepRefusal>> {
  return parts.database.withDuty("identity", async (sql) => {
    const userId = (await findToken(sql.$client, "second-factor", ticket)) as Uuid | undefined;
    if (userId === undefined) return refused({ reason: "ticket_invalid" });
    const taken = await parts.factors.takeCode(sql.$client, { userId, factorId: null, code: code.trim() });
    if (!taken.ok) return taken;
    if ((await consumeToken(sql.$client, "second-factor", ticket)) === undefined)
      return refused({ reason: "ticket_invalid" });
    const opened = await openSession(parts, sql, { userId, userAgent, address });
    await raiseSession(sql.$client, hashOfToken(opened.token), taken.value.method);
    if (taken.value.method === "mfa/recovery_code")
      await tellOwner(parts, sql, { userId, kind: "recovery_code_used" });
    return done(opened);
  });
}

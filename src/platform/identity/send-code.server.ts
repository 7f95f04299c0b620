import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { type CodePurpose, issueCode } from "./letter-code.server.ts";
import { findAccount } from "./register-account.server.ts";
import { mayWrite, throttleKey } from "./throttle-store.server.ts";
import type { TokenParts } from "./token-session.server.ts";

/**
 * Sends a code to sign in with, if the address has an account and is proven. The answer is the same either way. No account is made
 * of an address alone: a ticket has a name on it.
 */
export async function sendSignInCode(
  parts: TokenParts,
  email: string,
): Promise<Outcome<null, "letters_off">> {
  return sendCode(parts, "sign-in-code", email);
}

/** Sends somebody who is signed in a code to be known anew by, such as before a new password (decision 34). */
export async function sendReauthentication(
  parts: TokenParts,
  email: string,
): Promise<Outcome<null, "letters_off">> {
  return sendCode(parts, "reauthenticate", email);
}

async function sendCode(
  parts: TokenParts,
  purpose: CodePurpose,
  email: string,
): Promise<Outcome<null, "letters_off">> {
  if (!(await parts.callbacks.lettersOn())) return refused("letters_off");
  await parts.database.withDuty("identity", async (sql) => {
    const account = await findAccount(sql, email);
    if (!account || (purpose === "sign-in-code" && !account.isConfirmed)) return;
    if (!(await mayWrite(sql.$client, throttleKey("code-letter", `${purpose}\0${email}`)))) return;
    const userId: Uuid = account.id;
    const token = await issueCode(sql.$client, parts.secret, { purpose, userId, email });
    await parts.callbacks.onLetter(sql, { kind: "one_time_code", userId, email, token });
  });
  return done(null);
}

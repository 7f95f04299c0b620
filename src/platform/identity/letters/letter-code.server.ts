import { createHmac } from "node:crypto";
import { newId, randomDigits, type Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { accountDurations, loginLimits } from "../limits/login-limits.ts";
import { countTry, forgiveTry, ownBudget, strangersBudgets } from "../limits/wrong-tries.server.ts";

/** Six digits in an email: to sign in, or as a new proof before a change. */
export type CodePurpose = "sign-in-code" | "reauthenticate";

/** Where a code is tried: from a network address, or in a session. */
type TriedCode =
  | { readonly purpose: "sign-in-code"; readonly address: string }
  | { readonly purpose: "reauthenticate"; readonly sessionId: Uuid };

const strangersCodes = {
  own: "code",
  all: "code-all",
  perDay: loginLimits.wrongLetterCodesPerAccountAndDay,
} as const;

/**
 * Makes the code of an email and ends the older ones of its purpose. So few digits could be guessed from a plain hash;
 * an HMAC with a secret that is not in the database is stored.
 */
export async function issueCode(
  sql: Sql,
  secret: string,
  { purpose, userId, email }: { purpose: CodePurpose; userId: Uuid; email: string },
): Promise<string> {
  const code = randomDigits(6);
  await endCodes(sql, purpose, userId);
  await sql.query({
    name: "issue-code",
    text: "INSERT INTO identity.verification (id, identifier, value, expires_at) VALUES ($1, $2, $3, now() + make_interval(secs => $4))",
    values: [
      newId(),
      identifierOf(secret, purpose, `${userId} ${email}`, code),
      userId,
      accountDurations.letterCode,
    ],
  });
  return code;
}

/**
 * Uses a code up. Wrong ones are counted by address, whether it has an account or not, and by network first: the fifth
 * begins a wait. When too many come from all networks together, the code ends as well. A code for a new proof is counted
 * for its session alone.
 */
export async function consumeCode(
  sql: Sql,
  secret: string,
  tried: TriedCode & { email: string; userId: Uuid | undefined; code: string },
): Promise<boolean> {
  const { purpose, email, userId, code } = tried;
  const budgets =
    tried.purpose === "reauthenticate"
      ? [ownBudget("code-again", tried.sessionId)]
      : strangersBudgets(strangersCodes, { subject: email, address: tried.address });
  const { full } = await countTry(sql, budgets);
  if (full) {
    if (userId !== undefined && full === budgets.at(-1)) await endCodes(sql, purpose, userId);
    return false;
  }
  if (userId === undefined || !/^\d{6}$/.test(code)) return false;
  const { rows } = await sql.query<{ live: boolean }>({
    name: "consume-code",
    text: "DELETE FROM identity.verification WHERE identifier = $1 RETURNING expires_at > now() AS live",
    values: [identifierOf(secret, purpose, `${userId} ${email}`, code)],
  });
  if (rows[0]?.live !== true) return false;
  await forgiveTry(sql, budgets);
  return true;
}

async function endCodes(sql: Sql, purpose: CodePurpose, userId: Uuid): Promise<void> {
  await sql.query({
    name: "end-codes",
    text: "DELETE FROM identity.verification WHERE value = $1 AND identifier LIKE $2 || ':%'",
    values: [userId, purpose],
  });
}

/** Bound to the address it went to: after a change of address the code in the old mailbox is invalid. */
function identifierOf(secret: string, purpose: CodePurpose, whose: string, code: string): string {
  return `${purpose}:${createHmac("sha256", secret).update(`${purpose}\0${whose}\0${code}`).digest("hex")}`;
}

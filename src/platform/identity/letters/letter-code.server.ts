import { createHmac } from "node:crypto";
import { randomDigits, type Uuid } from "#kernel/id.ts";
import { networksOf } from "#kernel/network-address.ts";
import type { Sql } from "#platform/database/sql.ts";
import { accountDurations, guestLimits, loginLimits } from "../limits/login-limits.ts";
import { forgetWrongTries, throttleKey } from "../limits/throttle-store.server.ts";
import {
  type Budget,
  clearAfterRightTry,
  countTry,
  maxWrongTries,
  strangersBudgets,
  streakBudget,
} from "../limits/wrong-tries.server.ts";
import { type CodePurpose, endTokens, keepVerification } from "../tokens/one-time-token.server.ts";

/** The origin of a tried code: the network address, or the session. */
type CodeOrigin =
  | { readonly purpose: "sign-in-code"; readonly address: string }
  | { readonly purpose: "reauthenticate"; readonly sessionId: Uuid }
  | { readonly purpose: "guest-code"; readonly address: string };

const strangersCodes = {
  perNetwork: "code",
  allNetworks: "code-all",
  perDay: loginLimits.wrongTriesPerSignInCode,
} as const;

/**
 * Makes the code of an email and ends the older ones of the same purpose. What was tried before counts for those: the
 * number of codes bounds the guesses of a day. Six digits could be guessed from a plain hash, so an HMAC is stored, whose
 * secret is not in the database.
 */
export async function issueCode(
  sql: Sql,
  secret: string,
  { purpose, userId, email }: { purpose: CodePurpose; userId: Uuid; email: string },
): Promise<string> {
  const code = randomDigits(6);
  if (purpose === "guest-code") await forgetWrongTries(sql, streakBudget("guest-code", userId).key);
  if (purpose === "sign-in-code") await forgetWrongTries(sql, throttleKey(strangersCodes.allNetworks, email));
  await endTokens(sql, purpose, userId);
  const identifier = identifierOf(secret, purpose, `${userId} ${email}`, code);
  const seconds = purpose === "guest-code" ? guestLimits.code : accountDurations.letterCode;
  await keepVerification(sql, identifier, userId, seconds);
  return code;
}

const useStatement = {
  name: "consume-code",
  text: "DELETE FROM identity.verification WHERE identifier = $1 RETURNING expires_at > now() AS live",
};
const lookStatement = {
  name: "look-at-code",
  text: "SELECT expires_at > now() AS live FROM identity.verification WHERE identifier = $1",
};

type TriedLetterCode = CodeOrigin & { email: string; userId: Uuid | undefined; code: string };

/**
 * Uses a code up; false for a wrong one. For sign-in, wrong codes count by address and network: the fifth begins a
 * wait, and too many from all networks together end the code. A code for a new proof counts for its session alone. A
 * guest's code ends at the fifth wrong one; wrong ones also count for the network.
 */
export function consumeCode(sql: Sql, secret: string, tried: TriedLetterCode): Promise<boolean> {
  return tryCode(sql, secret, tried, useStatement);
}

/** As `consumeCode`, but a right code stays valid. For a page that asks for the same code again. */
export function isRightCode(sql: Sql, secret: string, tried: TriedLetterCode): Promise<boolean> {
  return tryCode(sql, secret, tried, lookStatement);
}

async function tryCode(
  sql: Sql,
  secret: string,
  tried: TriedLetterCode,
  statement: typeof useStatement | typeof lookStatement,
): Promise<boolean> {
  const { purpose, email, userId, code } = tried;
  const budgets = budgetsOf(tried, { email, userId });
  const { full } = await countTry(sql, budgets);
  if (full) {
    // what others of the network have tried ends no guest's code
    if (userId !== undefined && full === budgets.at(-1) && purpose !== "guest-code")
      await endTokens(sql, purpose, userId);
    return false;
  }
  if (userId === undefined || !/^\d{6}$/.test(code)) return false;
  const { rows } = await sql.query<{ live: boolean }>({
    ...statement,
    values: [identifierOf(secret, purpose, `${userId} ${email}`, code)],
  });
  if (rows[0]?.live !== true) {
    // a guest's code ends after five wrong tries, however far apart they are
    if (
      purpose === "guest-code" &&
      (await maxWrongTries(sql, budgets.slice(0, 1))) >= loginLimits.wrongInARow
    )
      await endTokens(sql, purpose, userId);
    return false;
  }
  await clearAfterRightTry(sql, budgets);
  return true;
}

function budgetsOf(
  tried: CodeOrigin,
  { email, userId }: { email: string; userId: Uuid | undefined },
): Budget[] {
  switch (tried.purpose) {
    case "sign-in-code":
      return strangersBudgets(strangersCodes, { subject: email, address: tried.address });
    case "reauthenticate":
      return [streakBudget("code-again", tried.sessionId)];
    case "guest-code":
      return [
        streakBudget("guest-code", `${userId}`),
        ...networksOf(tried.address).map(({ key, times }) => ({
          key: throttleKey("guest-code-network", key),
          free: guestLimits.wrongCodesPerNetworkAndDay * times,
          kind: "day" as const,
        })),
      ];
  }
}

/** Bound to the email address: after a change of address, the code in the old mailbox is invalid. */
function identifierOf(
  secret: string,
  purpose: CodePurpose,
  owner: string,
  code: string,
): `${CodePurpose}:${string}` {
  return `${purpose}:${createHmac("sha256", secret).update(`${purpose}\0${owner}\0${code}`).digest("hex")}`;
}

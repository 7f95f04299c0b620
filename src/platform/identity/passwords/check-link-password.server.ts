import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { endLink } from "../accounts/registration-store.server.ts";
import type { Identity } from "../identity.server.ts";
import { loginLimits } from "../limits/login-limits.ts";
import { countTry, forgiveTry, mostWrong, ownBudget, undoTry } from "../limits/wrong-tries.server.ts";
import { consumeToken } from "../tokens/one-time-token.server.ts";
import { HashingBusy } from "./hashing.server.ts";
import { isHashable } from "./password-rule.ts";

/**
 * Checks a password that was entered on the page of an email's link. A try is counted by link before it is checked, so
 * that five are checked even of a hundred at once; the fifth wrong one ends the link.
 */
export async function checkLinkPassword(
  identity: Identity,
  { token, stored, password }: { token: string; stored: string | undefined; password: string },
): Promise<Outcome<null, "token_invalid" | "invalid" | "busy">> {
  if (!isHashable(password)) return refused("invalid");
  const sql = identity.database.identity;
  const budgets = [ownBudget("link", token)];
  if ((await countTry(sql, budgets)).wait > 0) return refused(await endLetterLink(identity, token));
  try {
    if (await identity.hashing.verify(stored, password, { queue: "login", of: token })) {
      await forgiveTry(sql, budgets);
      return done(null);
    }
  } catch (error) {
    if (!(error instanceof HashingBusy)) throw error;
    await undoTry(sql, budgets);
    return refused("busy");
  }
  return refused(
    (await mostWrong(sql, budgets)) >= loginLimits.wrongInARow
      ? await endLetterLink(identity, token)
      : "invalid",
  );
}

async function endLetterLink({ database }: Identity, token: string): Promise<"token_invalid"> {
  const sql = database.identity;
  await endLink(sql, token);
  for (const purpose of ["confirm-address", "change-address"] as const)
    await consumeToken(sql, purpose, token);
  return "token_invalid";
}

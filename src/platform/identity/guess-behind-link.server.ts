import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import { loginLimits } from "./login-limits.ts";
import { endTokens, findToken } from "./one-time-token.server.ts";
import { HashingBusy } from "./password-hash.server.ts";
import { isHashable } from "./password-rule.ts";
import { endLink } from "./registration-store.server.ts";
import { countTry, forgiveTry, mostWrong, ownBudget, undoTry } from "./wrong-tries.server.ts";

/**
 * Looks at a password that is typed behind the link of a letter. Tries are counted by link, before they are looked at:
 * five are, also of a hundred at once, and the fifth wrong one ends the link.
 */
export async function guessBehindLink(
  parts: IdentityParts,
  { token, stored, password }: { token: string; stored: string | undefined; password: string },
): Promise<Outcome<null, "token_invalid" | "invalid" | "busy">> {
  if (!isHashable(password)) return refused("invalid");
  const sql = parts.database.identity.$client;
  const budgets = [ownBudget("link", token)];
  if ((await countTry(sql, budgets)).wait > 0) return refused(await ended(parts, token));
  try {
    if (await parts.hashing.verify(stored, password, { queue: "login", of: token })) {
      await forgiveTry(sql, budgets);
      return done(null);
    }
  } catch (error) {
    if (!(error instanceof HashingBusy)) throw error;
    await undoTry(sql, budgets);
    return refused("busy");
  }
  return refused(
    (await mostWrong(sql, budgets)) >= loginLimits.wrongInARow ? await ended(parts, token) : "invalid",
  );
}

async function ended({ database }: IdentityParts, token: string): Promise<"token_invalid"> {
  const sql = database.identity.$client;
  await endLink(sql, token);
  const accountId = await findToken(sql, "confirm-address", token);
  if (accountId !== undefined) await endTokens(sql, "confirm-address", accountId);
  return "token_invalid";
}

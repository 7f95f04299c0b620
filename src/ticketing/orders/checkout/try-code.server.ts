import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Services } from "#platform/services.ts";
import { type CodeSender, countWrongCode, readCode, type WrongCode } from "./wrong-codes.server.ts";

/**
 * Checks a voucher that was typed on a page or came with a link: it must exist and be in force. The page
 * where tickets are chosen shows for which and how many of them it is good. Wrong ones are counted.
 */
export async function tryCode(
  { database }: Pick<Services, "database">,
  attempt: { readonly typed: string; readonly sender: CodeSender },
): Promise<Outcome<{ readonly code: string }, WrongCode>> {
  const read = await readCode(database, attempt.typed, attempt.sender);
  if (!read.ok) return read;
  const { code, isInForce, budgets } = read.value;
  if (code === undefined || !isInForce) return refused(await countWrongCode(database, budgets));
  return done({ code });
}

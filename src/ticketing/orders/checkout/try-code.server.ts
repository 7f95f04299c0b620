import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Services } from "#platform/services.ts";
import { type CodeSender, countWrongCode, readCode, type WrongCode } from "./wrong-codes.server.ts";

/**
 * A code that somebody typed on a page, or that a link carries: it exists and is in force. For which tickets, and for how
 * many, is said where they are chosen. Wrong ones are counted (decision 41).
 */
export async function tryCode(
  { database }: Pick<Services, "database">,
  sent: { readonly typed: string; readonly sender: CodeSender },
): Promise<Outcome<{ readonly code: string }, WrongCode>> {
  const read = await readCode(database, sent.typed, sent.sender);
  if (!read.ok) return read;
  const { code, isInForce, budgets } = read.value;
  return code !== undefined && isInForce ? done({ code }) : refused(await countWrongCode(database, budgets));
}

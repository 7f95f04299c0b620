import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { waitForHour } from "#platform/identity/limits/hourly-budget.server.ts";
import type { Services } from "#platform/services.ts";
import { type CodeSender, countWrongCode, readCode, type WrongCode } from "./wrong-codes.server.ts";

/**
 * A code that somebody typed on a page, or that a link carries: it exists and is in force. For which tickets, and for how
 * many, is said where they are chosen. Wrong ones are counted.
 */
export async function tryCode(
  { database }: Pick<Services, "database">,
  sent: { readonly typed: string; readonly sender: CodeSender },
): Promise<Outcome<{ readonly code: string }, WrongCode>> {
  const read = await readCode(database, sent.typed, sent.sender);
  if (!read.ok) return read;
  const { code, isInForce, budgets } = read.value;
  if (code === undefined || !isInForce) return refused(await countWrongCode(database, budgets));
  // Asked again, so that of a thousand codes sent at once no more are looked at than there are connections.
  const wait = await waitForHour(database.identity, budgets);
  return wait > 0 ? refused({ reason: "too_many_codes", retryAfter: wait }) : done({ code });
}

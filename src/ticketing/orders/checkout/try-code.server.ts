import { done, type Outcome } from "#kernel/outcome.ts";
import type { Services } from "#platform/services.ts";
import { type CodeSender, readCode, type WrongCode } from "./wrong-codes.server.ts";

/**
 * A code that somebody typed on a page, or that a link carries: it exists and is in force. For which tickets, and for how
 * many, is said where they are chosen. Wrong ones are counted (decision 41).
 */
export async function tryCode(
  { database }: Pick<Services, "database">,
  sent: { readonly typed: string; readonly sender: CodeSender },
): Promise<Outcome<{ readonly code: string }, WrongCode>> {
  const read = await readCode(database, sent, ({ isInForce }) => isInForce);
  return read.ok ? done({ code: read.value }) : read;
}

import type { RouterContextProvider } from "react-router";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultFooter, withDefaults } from "#ticketing/content/site-content.ts";
import { readOrElse } from "./read-or-else.server.ts";
import { pageFactsContext, siteContext } from "./request-context.ts";

const keys = ["about", "brand", "club", "footer", "hero"];
const answersByPage = new WeakMap<object, Promise<Map<string, unknown>>>();

/**
 * Returns the content of the pages' frame and of home, in one statement per request. If the read fails, the map is
 * empty, and the callers use their defaults.
 */
export function readSiteContent(
  context: Readonly<RouterContextProvider>,
): Promise<ReadonlyMap<string, unknown>> {
  const facts = context.get(pageFactsContext);
  const earlierAnswer = answersByPage.get(facts);
  if (earlierAnswer) return earlierAnswer;
  const answer = readOrElse(
    context,
    readContent(context.get(siteContext).database.anonymous, keys),
    new Map<string, unknown>(),
  );
  answersByPage.set(facts, answer);
  return answer;
}

/** Returns the place of nights without their own address; empty when the club wrote none. */
export async function readClubAddress(context: Readonly<RouterContextProvider>): Promise<string> {
  const content = await readSiteContent(context);
  return withDefaults(defaultFooter, content.get("footer")).address;
}

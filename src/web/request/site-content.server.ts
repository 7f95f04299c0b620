import type { RouterContextProvider } from "react-router";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { forgiven } from "./forgiven-read.server.ts";
import { pageFactsContext, siteContext } from "./request-context.ts";

const keys = ["about", "club", "footer", "hero"];
const asked = new WeakMap<object, Promise<Map<string, unknown>>>();

/**
 * What stands on every page and what home begins with: layout and page ask in the same request, and one statement
 * answers both. Nothing, when it cannot be read: the defaults stand then.
 */
export function readSiteContent(
  context: Readonly<RouterContextProvider>,
): Promise<ReadonlyMap<string, unknown>> {
  const facts = context.get(pageFactsContext);
  const known = asked.get(facts);
  if (known) return known;
  const answer = forgiven(
    context,
    readContent(context.get(siteContext).database.anonymous.$client, keys),
    new Map<string, unknown>(),
  );
  asked.set(facts, answer);
  return answer;
}

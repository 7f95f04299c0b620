import type { RouterContextProvider } from "react-router";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultFooter, withDefaults } from "#ticketing/content/site-content.ts";
import { forgiven } from "./forgiven-read.server.ts";
import { pageFactsContext, siteContext } from "./request-context.ts";

const keys = ["about", "brand", "club", "footer", "hero"];
const asked = new WeakMap<object, Promise<Map<string, unknown>>>();

/**
 * The content of every page's frame and of home: layout and page read it in the same request, and one statement answers
 * both. Undefined when it cannot be read: the defaults are used then.
 */
export function readSiteContent(
  context: Readonly<RouterContextProvider>,
): Promise<ReadonlyMap<string, unknown>> {
  const facts = context.get(pageFactsContext);
  const known = asked.get(facts);
  if (known) return known;
  const answer = forgiven(
    context,
    readContent(context.get(siteContext).database.anonymous, keys),
    new Map<string, unknown>(),
  );
  asked.set(facts, answer);
  return answer;
}

/** Where nights are that have no address of their own; empty where nobody wrote it. */
export async function readClubAddress(context: Readonly<RouterContextProvider>): Promise<string> {
  const content = await readSiteContent(context);
  return withDefaults(defaultFooter, content.get("footer")).address;
}

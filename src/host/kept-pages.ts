import type { IncomingMessage } from "node:http";
import type { KeptPage } from "#web/request/page-cache.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { bodyOf, chooseAnswer, type Encoding, tagOf } from "./kept-answer.ts";
import { readPageAddress } from "./page-parameters.ts";
import { rememberToday } from "./today.ts";

/** A browser asks again each time and mostly hears 304; a proxy before us may answer for a second by itself. */
export const sharedForASecond = "public, max-age=0, s-maxage=1, must-revalidate";

type Asked = Pick<IncomingMessage, "method" | "url" | "headers">;
type Answers = Record<Encoding, Record<"whole" | "unchanged", Readonly<Record<string, string>>>>;

/**
 * Answers a visitor without a session from the kept bytes, before anything else of a request is looked at: this is
 * what a rush of people reloading one page costs. Undefined when the page has to be found the usual way.
 */
export function createKeptPages(site: SiteServices, common: readonly (readonly [string, string])[]) {
  const headersOf = new WeakMap<KeptPage, Answers>();
  const today = rememberToday(site.now);

  return ({ method, url = "", headers }: Asked): Response | undefined => {
    if ((method !== "GET" && method !== "HEAD") || headers.cookie !== undefined) return undefined;
    // an address without a query is canonical, or no page is kept under it
    const address = url.includes("?") ? readPageAddress(url) : { address: url, mayBeKept: true };
    if (!address?.mayBeKept) return undefined;
    const page = site.pages.kept(`anonymous ${today()} ${address.address}`);
    if (!page) return undefined;
    let answers = headersOf.get(page);
    if (!answers) {
      answers = answersOf(page, common);
      headersOf.set(page, answers);
    }
    const accepted = headers["accept-encoding"];
    const { encoding, isUnchanged } = chooseAnswer(page, {
      accepted: typeof accepted === "string" ? accepted : "",
      ifNoneMatch: headers["if-none-match"] ?? "",
    });
    if (isUnchanged) return new Response(null, { status: 304, headers: answers[encoding].unchanged });
    const body = method === "HEAD" ? null : (bodyOf(page, encoding) as Uint8Array<ArrayBuffer>);
    return new Response(body, { status: page.status, headers: answers[encoding].whole });
  };
}

function answersOf(page: KeptPage, common: readonly (readonly [string, string])[]): Answers {
  const of = (encoding: Encoding) => {
    const unchanged = {
      ...Object.fromEntries(common),
      ...Object.fromEntries(page.headers.map(([name, value]) => [name.toLowerCase(), value])),
      etag: tagOf(page, encoding),
      vary: "Accept-Encoding, Cookie",
      "cache-control": sharedForASecond,
    };
    return {
      unchanged,
      whole: encoding === "plain" ? unchanged : { ...unchanged, "content-encoding": encoding },
    };
  };
  return { br: of("br"), gzip: of("gzip"), plain: of("plain") };
}

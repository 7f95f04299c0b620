import type { IncomingMessage } from "node:http";
import type { KeptPage } from "#web/request/page-cache.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { readPageAddress } from "./page-parameters.ts";
import { rememberToday } from "./today.ts";

/** A browser asks again each time and mostly hears 304; a proxy before us may answer for a second by itself. */
export const sharedForASecond = "public, max-age=0, s-maxage=1, must-revalidate";

type Asked = Pick<IncomingMessage, "method" | "url" | "headers">;
type Answers = Record<"br" | "gzip" | "plain" | "unchanged", Readonly<Record<string, string>>>;

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
    if (headers["if-none-match"] === page.etag)
      return new Response(null, { status: 304, headers: answers.unchanged });
    const accepted = headers["accept-encoding"];
    const encoding =
      typeof accepted !== "string"
        ? "plain"
        : page.brotli && accepted.includes("br")
          ? "br"
          : page.gzip && accepted.includes("gzip")
            ? "gzip"
            : "plain";
    const body = encoding === "br" ? page.brotli : encoding === "gzip" ? page.gzip : page.plain;
    return new Response(method === "HEAD" ? null : (body as Uint8Array<ArrayBuffer>), {
      status: page.status,
      headers: answers[encoding],
    });
  };
}

function answersOf(page: KeptPage, common: readonly (readonly [string, string])[]): Answers {
  const unchanged = {
    ...Object.fromEntries(common),
    ...Object.fromEntries(page.headers.map(([name, value]) => [name.toLowerCase(), value])),
    etag: page.etag,
    vary: "Accept-Encoding, Cookie",
    "cache-control": sharedForASecond,
  };
  return {
    unchanged,
    plain: unchanged,
    br: { ...unchanged, "content-encoding": "br" },
    gzip: { ...unchanged, "content-encoding": "gzip" },
  };
}

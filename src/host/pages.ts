import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { isUnavailable } from "#platform/database/database.server.ts";
import { type ActiveOffer, findActiveOffer } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { checkedForm } from "#web/request/checked-form.server.ts";
import { withAddress } from "#web/request/client-address.server.ts";
import { spentFlash } from "#web/request/flash.server.ts";
import { formWithPictures, mayCarryPictures } from "#web/request/form-with-pictures.server.ts";
import { isFromUs } from "#web/request/origin-check.server.ts";
import type { KeptPage, RenderedPage } from "#web/request/page-cache.server.ts";
import { noteRefusedOrigin } from "#web/request/refused-origin.server.ts";
import {
  activeOfferContext,
  type PageFacts,
  pageFactsContext,
  siteContext,
  visitorContext,
} from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/who-asks.server.ts";
import { sharedForASecond } from "./kept-pages.ts";
import { policyFor } from "./security-headers.ts";
import { rememberToday } from "./today.ts";

/**
 * Pages that are the same for everybody, or for every customer: kept as bytes. Their data too (`.data`), and what the
 * router asks about the addresses that stand on them.
 */
const keepable =
  /^\/(?:__manifest|_\.data|(?:events(?:\/[0-9a-f-]{36}(?:\/waiting)?)?|artists\/[0-9a-f-]{36}|season-pass|termeni|confidentialitate|cookies)(?:\.data)?|sitemap\.xml|robots\.txt|site\.webmanifest)?$/;

/** The same for everybody who has the same already: what that is, a customer sees there. */
const offersPage = /^\/tickets(?:\.data)?$/;

/** What links and forms send. */
const methods = new Set(["GET", "HEAD", "POST"]);

type PageHandler = (request: Request, address: string) => Promise<Response>;

/**
 * The screens. A request is first made to look as people see it (scheme and host of the public origin), because the
 * router compares full origins; then it is answered from the cache, or rendered.
 */
export function createPages(
  site: SiteServices,
  build: ServerBuild,
  paymentOrigin: string | null,
): PageHandler {
  const render = createRequestHandler(build, "production");
  const publicUrl = new URL(site.origin);
  const today = rememberToday(site.now);

  return async (incoming, address) => {
    if (!methods.has(incoming.method))
      return new Response(null, { status: 405, headers: { allow: [...methods].join(", ") } });
    if (!isFromUs(incoming, site.origin)) {
      await noteRefusedOrigin(site, incoming);
      return new Response("Cererea nu vine din paginile noastre.", { status: 403 });
    }
    if (!isDecodable(new URL(incoming.url).pathname)) return new Response(null, { status: 400 });
    const isRead = incoming.method === "GET" || incoming.method === "HEAD";
    const form = isRead
      ? undefined
      : mayCarryPictures(incoming)
        ? await formWithPictures(incoming, site)
        : await checkedForm(incoming);
    if (form && !form.ok) return new Response(form.refusal.sentence, { status: form.refusal.status });
    const request = asSeenByPeople(form?.value ?? incoming, publicUrl, address);
    const url = new URL(request.url);
    // which files the screens are made of: the same for everybody, and it runs no loader
    const visitor: Visitor =
      url.pathname === "/__manifest" ? { kind: "anonymous" } : await site.findVisitor(request);
    const flash = /(?:^|;\s*)flash=/.test(request.headers.get("cookie") ?? "");
    const isOffers = offersPage.test(url.pathname);
    const isKeepable =
      isRead &&
      !flash &&
      (isOffers || keepable.test(url.pathname)) &&
      (visitor.kind === "anonymous" || (visitor.role === "user" && !visitor.hasOpenOrder));
    // undefined: it could not be read, and a page that does without is not kept
    const active = isKeepable && isOffers ? await findActive(visitor).catch(() => undefined) : null;
    if (isKeepable && active !== undefined) {
      // rendered for others, too, and again when whoever asked first is long gone
      const forAnybody = new Request(request.url, { headers: request.headers });
      const key = `${variantFor(visitor, active)} ${today()} ${url.pathname}${url.search}`;
      const page = await site.pages.page(key, () =>
        renderPage(forAnybody, visitor, { findActive: async () => active, mayBeKept: true }),
      );
      return answerWith(page, request, visitor.kind);
    }
    const page = await renderPage(request, visitor, {
      findActive: () => findActive(visitor),
      mayBeKept: false,
    });
    const headers = new Headers(page.headers.map(([name, value]): [string, string] => [name, value]));
    headers.set("cache-control", "private, no-store");
    if (flash && showsFlash(page, url)) headers.append("set-cookie", spentFlash);
    return new Response(page.status === 304 || page.status === 204 ? null : new Uint8Array(page.plain), {
      status: page.status,
      headers,
    });
  };

  async function findActive(visitor: Visitor): Promise<ActiveOffer | null> {
    return visitor.kind === "anonymous" ? null : site.database.readAs(asOwner(visitor), findActiveOffer);
  }

  async function renderPage(
    request: Request,
    visitor: Visitor,
    how: { findActive: () => Promise<ActiveOffer | null>; mayBeKept: boolean },
  ): Promise<RenderedPage> {
    const facts: PageFacts = {
      subjects: new Set(["content"]),
      stock: new Map(),
      until: Number.POSITIVE_INFINITY,
      failure: undefined,
    };
    const context = new RouterContextProvider();
    context.set(siteContext, site);
    context.set(visitorContext, visitor);
    context.set(pageFactsContext, facts);
    context.set(activeOfferContext, how.findActive);
    const response = await render(request, context);
    const plain = Buffer.from(await response.arrayBuffer());
    const headers: [string, string][] = [...response.headers].filter(
      ([name]) => name !== "content-length" && name !== "cache-control",
    );
    if (response.headers.get("content-type")?.startsWith("text/html")) {
      headers.push([
        "content-security-policy",
        policyFor(plain.toString("utf8"), paymentOrigin, site.captcha?.origins),
      ]);
    }
    if (facts.failure !== undefined)
      site.log.error({ path: new URL(request.url).pathname, error: textOf(facts.failure) }, "a page failed");
    const unavailable = isUnavailable(facts.failure);
    if (unavailable) headers.push(["retry-after", "5"]);
    return {
      status: unavailable ? 503 : response.status,
      headers,
      plain,
      subjects: [...facts.subjects],
      stock: facts.stock,
      until: facts.until,
      mayBeKept:
        how.mayBeKept &&
        facts.failure === undefined &&
        response.status === 200 &&
        !response.headers.has("set-cookie"),
    };
  }
}

/** For whom a page is kept; what it shows of the person, if anything, is part of it. */
function variantFor(visitor: Visitor, active: ActiveOffer | null): string {
  if (visitor.kind === "anonymous") return "anonymous";
  if (!active) return "customer";
  return active.kind === "subscription" ? `subscriber until ${active.until}` : "ticket holder";
}

/** A screen, or the data of one, and not a redirect that hands the text on: the text was seen. */
function showsFlash(page: RenderedPage, url: URL): boolean {
  const type = page.headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const isDocument = type.startsWith("text/html");
  const isData = type.startsWith("text/x-script") && page.status !== 202 && !url.searchParams.has("_routes");
  return (isDocument || isData) && !page.headers.some(([, value]) => value.startsWith("flash="));
}

function isDecodable(path: string): boolean {
  try {
    // the result is used, or the bundler would leave the call out
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

function textOf(failure: unknown): string {
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
}

function asSeenByPeople(request: Request, publicUrl: URL, address: string): Request {
  const url = new URL(request.url);
  const headers = new Headers(request.headers);
  // our own check has passed: the router's comparison then has to pass too
  if (headers.has("origin")) headers.set("origin", publicUrl.origin);
  withAddress(headers, address);
  headers.delete("x-forwarded-host");
  headers.delete("x-forwarded-proto");
  return new Request(`${publicUrl.origin}${url.pathname}${url.search}`, {
    method: request.method,
    headers,
    signal: request.signal,
    ...(request.body ? { body: request.body, duplex: "half" } : {}),
  } as RequestInit);
}

function answerWith(page: KeptPage, request: Request, asks: Visitor["kind"]): Response {
  const accepted = request.headers.get("accept-encoding") ?? "";
  const headers = new Headers(page.headers as [string, string][]);
  headers.set("etag", page.etag);
  headers.set("vary", "Accept-Encoding, Cookie");
  // what is a customer's never enters a shared cache, and what went wrong is nobody's to keep
  const mayBeShared = asks === "anonymous" && page.mayBeKept;
  headers.set("cache-control", mayBeShared ? sharedForASecond : "private, no-store");
  if (request.headers.get("if-none-match") === page.etag && asks === "anonymous")
    return new Response(null, { status: 304, headers });
  const [body, encoding] =
    page.brotli && /\bbr\b/.test(accepted)
      ? [page.brotli, "br"]
      : page.gzip && /\bgzip\b/.test(accepted)
        ? [page.gzip, "gzip"]
        : [page.plain, null];
  if (encoding) headers.set("content-encoding", encoding);
  headers.set("content-length", String(body.length));
  const isBare = request.method === "HEAD" || page.status === 204;
  return new Response(isBare ? null : (body as Uint8Array<ArrayBuffer>), {
    status: page.status,
    headers,
  });
}

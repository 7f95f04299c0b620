import { randomBytes } from "node:crypto";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { done } from "#kernel/outcome.ts";
import { isUnavailable } from "#platform/database/database.server.ts";
import { type ActiveOffer, findActiveOffer } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { checkedForm } from "#web/request/checked-form.server.ts";
import { withAddress } from "#web/request/client-address.server.ts";
import { hasFlash, spentFlash } from "#web/request/flash.server.ts";
import { formWithPictures, mayCarryPictures } from "#web/request/form-with-pictures.server.ts";
import { isFromUs } from "#web/request/origin-check.server.ts";
import { cookieName } from "#web/request/own-cookie.server.ts";
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
import { bareScreen, bareScreenPolicy } from "./bare-screen.ts";
import { bodyOf, chooseAnswer, tagOf } from "./kept-answer.ts";
import { sharedForASecond } from "./kept-pages.ts";
import { createKnownPages } from "./known-pages.ts";
import { readPageAddress } from "./page-parameters.ts";
import { createRenderingLimit } from "./rendering-limit.ts";
import { withPolicy } from "./security-headers.ts";
import { rememberToday } from "./today.ts";

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
  const renderings = createRenderingLimit();
  const knownPages = createKnownPages(build.routes);
  const publicUrl = new URL(site.origin);
  const today = rememberToday(site.now);

  return async (incoming, address) => {
    if (!methods.has(incoming.method))
      return new Response(null, { status: 405, headers: { allow: [...methods].join(", ") } });
    if (!isFromUs(incoming, site.origin)) {
      await noteRefusedOrigin(site, incoming);
      return new Response("Cererea nu vine din paginile noastre.", { status: 403 });
    }
    const asWritten = new URL(incoming.url);
    if (!isDecodable(asWritten.pathname)) return new Response(null, { status: 400 });
    const isRead = incoming.method === "GET" || incoming.method === "HEAD";
    const tidied = isRead ? knownPages.tidy(asWritten.pathname) : undefined;
    if (tidied !== undefined)
      return new Response(null, {
        status: 308,
        headers: { location: tidied + asWritten.search, "cache-control": "public, max-age=3600" },
      });
    // of what is sent where nothing is, nothing is read
    const form = isRead
      ? undefined
      : !knownPages.has(asWritten.pathname.replace(/\/_\.data$|\.data$/, "") || "/")
        ? done(new Request(incoming.url, { method: incoming.method, headers: incoming.headers }))
        : mayCarryPictures(incoming)
          ? await formWithPictures(incoming, site)
          : await checkedForm(incoming);
    if (form && !form.ok) return new Response(form.refusal.sentence, { status: form.refusal.status });
    const pathAndQuery = `${asWritten.pathname}${asWritten.search}`;
    const page = isRead ? readPageAddress(pathAndQuery) : undefined;
    const shown = `${publicUrl.origin}${page?.address ?? pathAndQuery}`;
    const request = asSeenByPeople(form?.value ?? incoming, { shown, publicUrl, address });
    const url = new URL(request.url);
    // which files the screens are made of: the same for everybody, and it runs no loader
    const visitor: Visitor =
      url.pathname === "/__manifest" ? { kind: "anonymous" } : await site.findVisitor(request);
    const flash = hasFlash(request, site.origin);
    const isOffers = offersPage.test(url.pathname);
    const isKeepable =
      page?.mayBeKept === true &&
      !flash &&
      (visitor.kind === "anonymous" || (visitor.role === "user" && !visitor.hasOpenOrder));
    // undefined: it could not be read, and a page that does without is not kept
    const active = isKeepable && isOffers ? await findActive(visitor).catch(() => undefined) : null;
    if (isKeepable && active !== undefined) {
      // rendered for others, too, and again when whoever asked first is long gone
      const forAnybody = new Request(request.url, { headers: request.headers });
      const key = `${variantFor(visitor, active)} ${today()} ${page.address}`;
      const find = () =>
        site.pages.page(key, () =>
          renderPage(forAnybody, visitor, { findActive: async () => active, mayBeKept: true }),
        );
      if (site.pages.isThere(key)) return answerWith(await find(), request, visitor.kind);
      const found = await renderings.render({ visitor, address }, find);
      return "wait" in found ? tooMany(found.wait, request) : answerWith(found.made, request, visitor.kind);
    }
    const make = () =>
      renderPage(request, visitor, { findActive: () => findActive(visitor), mayBeKept: false });
    // forms have limits of their own, see request-limits.ts
    const rendered = isRead ? await renderings.render({ visitor, address }, make) : { made: await make() };
    if ("wait" in rendered) return tooMany(rendered.wait, request);
    const { made } = rendered;
    const headers = new Headers(made.headers.map(([name, value]): [string, string] => [name, value]));
    headers.set("cache-control", "private, no-store");
    if (flash && showsFlash(made, url, site.origin)) headers.append("set-cookie", spentFlash(site.origin));
    return new Response(made.status === 304 || made.status === 204 ? null : new Uint8Array(made.plain), {
      status: made.status,
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
      mark: randomBytes(16).toString("base64url"),
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
    let plain = Buffer.from(await response.arrayBuffer());
    const headers: [string, string][] = [...response.headers].filter(
      ([name]) => name !== "content-length" && name !== "cache-control",
    );
    if (response.headers.get("content-type")?.startsWith("text/html")) {
      const page = withPolicy(plain.toString("utf8"), facts.mark, paymentOrigin, site.captcha?.origins);
      headers.push(["content-security-policy", page.policy]);
      plain = Buffer.from(page.html, "utf8");
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
        facts.until > site.now().getTime() &&
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
function showsFlash(page: RenderedPage, url: URL, siteOrigin: string): boolean {
  const type = page.headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const isDocument = type.startsWith("text/html");
  const isData = type.startsWith("text/x-script") && page.status !== 202 && !url.searchParams.has("_routes");
  const next = `${cookieName("flash", siteOrigin)}=`;
  return (isDocument || isData) && !page.headers.some(([, value]) => value.startsWith(next));
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

function tooMany(wait: number, request: Request): Response {
  const sentence = "Prea multe cereri de la această adresă. Așteaptă puțin și încearcă din nou.";
  const isDocument = request.headers.get("accept")?.includes("text/html") ?? false;
  return new Response(isDocument ? bareScreen(sentence) : sentence, {
    status: 429,
    headers: {
      "retry-after": String(wait),
      "cache-control": "no-store",
      "content-type": `text/${isDocument ? "html" : "plain"}; charset=utf-8`,
      ...(isDocument ? { "content-security-policy": bareScreenPolicy } : {}),
    },
  });
}

function asSeenByPeople(
  request: Request,
  { shown, publicUrl, address }: { shown: string; publicUrl: URL; address: string },
): Request {
  const headers = new Headers(request.headers);
  // our own check has passed: the router's comparison then has to pass too
  if (headers.has("origin")) headers.set("origin", publicUrl.origin);
  withAddress(headers, address);
  headers.delete("x-forwarded-host");
  headers.delete("x-forwarded-proto");
  return new Request(shown, {
    method: request.method,
    headers,
    signal: request.signal,
    ...(request.body ? { body: request.body, duplex: "half" } : {}),
  } as RequestInit);
}

function answerWith(page: KeptPage, request: Request, asks: Visitor["kind"]): Response {
  const { encoding, isUnchanged } = chooseAnswer(page, {
    accepted: request.headers.get("accept-encoding") ?? "",
    ifNoneMatch: request.headers.get("if-none-match") ?? "",
  });
  const headers = new Headers(page.headers as [string, string][]);
  headers.set("etag", tagOf(page, encoding));
  headers.set("vary", "Accept-Encoding, Cookie");
  // what is a customer's never enters a shared cache, and what went wrong is nobody's to keep
  const mayBeShared = asks === "anonymous" && page.mayBeKept;
  headers.set("cache-control", mayBeShared ? sharedForASecond : "private, no-store");
  if (isUnchanged && mayBeShared) return new Response(null, { status: 304, headers });
  const body = bodyOf(page, encoding);
  if (encoding !== "plain") headers.set("content-encoding", encoding);
  headers.set("content-length", String(body.length));
  const isBare = request.method === "HEAD" || page.status === 204;
  return new Response(isBare ? null : (body as Uint8Array<ArrayBuffer>), {
    status: page.status,
    headers,
  });
}

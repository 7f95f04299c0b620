import { randomBytes } from "node:crypto";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { isUnavailable } from "#platform/database/database.server.ts";
import { limits } from "#ticketing/limits.ts";
import { type ActiveOffer, findActiveOffer } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { receiveForm, withoutFields } from "#web/request/checked-form.server.ts";
import { withClientAddress } from "#web/request/client-address.server.ts";
import { codeOfRequest } from "#web/request/cookies.server.ts";
import { hasFlash } from "#web/request/flash.server.ts";
import { mayCarryPictures, receivePictures } from "#web/request/form-with-pictures.server.ts";
import { oneClickUnsubscribe } from "#web/request/one-click-unsubscribe.server.ts";
import { isFromUs, noteRefusedOrigin } from "#web/request/origin-check.server.ts";
import { cookieName, endedCookie } from "#web/request/own-cookie.server.ts";
import type { KeptPage, RenderedPage } from "#web/request/page-cache.server.ts";
import {
  activeOfferContext,
  type PageFacts,
  pageFactsContext,
  siteContext,
  viewerContext,
  visitorContext,
} from "#web/request/request-context.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { type Viewer, type Visitor, viewerOf } from "#web/request/visitor.server.ts";
import { bareAnswer, tooManyRequests } from "./bare-screen.ts";
import { plainPath } from "./count-requests.ts";
import { bodyOf, chooseAnswer, tagOf } from "./kept-answer.ts";
import { createKnownPages } from "./known-pages.ts";
import { moveCode } from "./move-code.ts";
import { readPageAddress } from "./page-parameters.ts";
import { createReadablePaths } from "./readable-paths.ts";
import type { RenderingLimit } from "./rendering-limit.ts";
import { withPolicy } from "./security-headers.ts";

/** A page with offers: customers with the same active offer see the same page. */
const offersPage = "/tickets";

/** A page of a night: with a code, it shows other prices and ticket types. */
const nightPage = /^\/events\/[0-9a-f-]{36}$/;

/** Browsers and proxies ask again each time and mostly get 304, so their copy is never older than ours. */
const askedAgainEachTime = "public, max-age=0, must-revalidate";

/** The methods of links and forms. */
const methods = new Set(["GET", "HEAD", "POST"]);

type PageHandler = (request: Request, address: string) => Promise<Response>;

/**
 * The screens. A request first gets scheme and host of the public origin, because the router compares full origins.
 * Then it is answered from the cache, or rendered.
 */
export function createPages(
  site: SiteServices,
  {
    build,
    renderings,
    paymentOrigin,
  }: {
    readonly build: ServerBuild;
    readonly renderings: RenderingLimit;
    readonly paymentOrigin: string | null;
  },
): PageHandler {
  const render = createRequestHandler(build, "production");
  const knownPages = createKnownPages(build.routes);
  const pathWithId = createReadablePaths(site.slugs, renderings);
  const publicUrl = new URL(site.origin);

  /** Takes the bytes of a form; its fields are parsed in the turn of its network. */
  function receive(path: string, sent: Request, isOfTeam: boolean) {
    const isOffice = path.startsWith("/admin");
    // nothing is read at an address without a form, or in the back-office of a person whom its guard sends away
    if (!knownPages.has(path) || (isOffice && !isOfTeam)) return withoutFields(sent);
    return mayCarryPictures(sent)
      ? receivePictures(sent, site)
      : receiveForm(sent, isOffice ? "team" : "visitor");
  }

  return async (request, address) => {
    if (!methods.has(request.method))
      return new Response(null, { status: 405, headers: { allow: [...methods].join(", ") } });
    const incoming = isFromUs(request, site.origin) ? request : await oneClickUnsubscribe(request);
    if (!incoming) {
      await noteRefusedOrigin(site, request);
      return new Response(requestTexts.notOurs, { status: 403 });
    }
    const url = new URL(incoming.url);
    if (!isDecodable(url.pathname)) return bareAnswer(incoming, requestTexts.noAddress, { status: 400 });
    const readable = await pathWithId(url.pathname, address);
    if ("wait" in readable) return tooManyRequests(readable.wait, incoming);
    url.pathname = readable.path;
    const isRead = incoming.method === "GET" || incoming.method === "HEAD";
    const page = isRead ? readPageAddress(`${url.pathname}${url.search}`) : undefined;
    // a page that may be kept has a single spelling of its address
    const tidied = isRead && !page ? knownPages.tidy(url.pathname) : undefined;
    if (tidied !== undefined)
      return new Response(null, {
        status: 308,
        headers: { location: tidied + url.search, "cache-control": "public, max-age=3600" },
      });
    // the list of the screens' files is the same for everybody and runs no loader
    const visitor: Visitor =
      url.pathname === "/__manifest" ? { kind: "anonymous" } : await site.findVisitor(incoming);
    // forms of the team are few people's, and have a limit of their own
    const isOfTeam = visitor.kind === "person" && visitor.role !== "user";
    // an address with a form may be spelled as the router accepts it
    const formPath = url.pathname.replace(/\/_\.data$|\.data$/, "") || "/";
    const received = isRead
      ? undefined
      : await receive(knownPages.tidy(formPath) ?? formPath, incoming, isOfTeam);
    if (received && !received.ok)
      return new Response(received.refusal.sentence, { status: received.refusal.status });
    const paths = url.pathname === "/__manifest" ? url.searchParams.get("paths")?.split(",") : undefined;
    if (paths && paths.length > limits.pathsPerManifest) return new Response(null, { status: 400 });
    const asRouted = (sent = incoming) => {
      if (paths) url.searchParams.set("paths", knownPages.oneOfEach(paths).join());
      const shown = publicUrl.origin + (page?.address ?? `${url.pathname}${url.search}`);
      return asSeenByPeople(sent, { shown, publicUrl, address });
    };
    // asked in the turn: the session may have ended while the request waited
    const findPresent = async () => (visitor.kind === "anonymous" ? visitor : site.findVisitor(incoming));
    if (page && url.searchParams.has("code")) {
      const codeMove = await renderings.render({ visitor, address }, async () =>
        moveCode(site, { url: new URL(incoming.url), visitor: await findPresent(), address }),
      );
      return "wait" in codeMove ? tooManyRequests(codeMove.wait, incoming) : codeMove.result;
    }
    const flash = hasFlash(incoming, site.origin);
    const path = plainPath(url.pathname);
    const isOffers = path === offersPage;
    const isKeepable =
      page?.mayBeKept === true &&
      !flash &&
      !(nightPage.test(path) && codeOfRequest(incoming, site.origin) !== null) &&
      (visitor.kind === "anonymous" || (visitor.role === "user" && !visitor.hasOpenOrder));
    // undefined when the read failed; then the page is not kept
    const active = isKeepable && isOffers ? await findActive(visitor).catch(() => undefined) : null;
    if (isKeepable && active !== undefined) {
      // the key holds everything that the page may show of its visitor; nothing that this visitor sent is read, no
      // header and no abort signal
      const visitorFacts = { kind: visitor.kind, active };
      const key = `${JSON.stringify(visitorFacts)} ${page.address}`;
      const find = () =>
        site.pages.page(key, () =>
          renderPage(
            new Request(asRouted().url),
            { kind: visitorFacts.kind, role: "user", known: null },
            (context) => context.set(activeOfferContext, async () => visitorFacts.active),
          ),
        );
      if (site.pages.hasPage(key)) return answerWith(await find(), incoming, visitor.kind);
      const found = await renderings.render({ visitor, address }, find, ({ mayBeKept }) =>
        mayBeKept ? "half" : "whole",
      );
      return "wait" in found
        ? tooManyRequests(found.wait, incoming)
        : answerWith(found.result, incoming, visitor.kind);
    }
    const make = async () => {
      const form = await received?.value();
      if (form && !form.ok) return refusedForm(form.refusal);
      const present = await findPresent();
      return renderPage(asRouted(form?.value), viewerOf(present), (context) => {
        context.set(visitorContext, present);
        context.set(activeOfferContext, () => findActive(present));
      });
    };
    const isSearch = url.searchParams.getAll("q").some((sought) => sought !== "");
    const work = !isRead ? "form" : path.endsWith(".pdf") ? "print" : isSearch ? "search" : undefined;
    const rendered = await renderings.render({ visitor, address, work }, make, (answer) =>
      isRead || (isDocument(answer) && !isOfTeam) ? "whole" : "nothing",
    );
    if ("wait" in rendered) return tooManyRequests(rendered.wait, incoming);
    const { result: renderedPage } = rendered;
    const headers = new Headers(renderedPage.headers.map(([name, value]): [string, string] => [name, value]));
    headers.set("cache-control", "private, no-store");
    if (flash && showsFlash(renderedPage, url, site.origin))
      headers.append("set-cookie", endedCookie("flash", site.origin));
    return new Response(
      renderedPage.status === 304 || renderedPage.status === 204 ? null : new Uint8Array(renderedPage.plain),
      {
        status: renderedPage.status,
        headers,
      },
    );
  };

  async function findActive(visitor: Visitor): Promise<ActiveOffer | null> {
    return visitor.kind === "person" ? site.database.readAs(asOwner(visitor), findActiveOffer) : null;
  }

  async function renderPage(
    request: Request,
    viewer: Viewer,
    add: (context: RouterContextProvider) => void,
  ): Promise<RenderedPage> {
    const facts: PageFacts = { nonce: randomBytes(16).toString("base64url"), failure: undefined };
    const context = new RouterContextProvider();
    context.set(siteContext, site);
    context.set(viewerContext, viewer);
    context.set(pageFactsContext, facts);
    add(context);
    const response = await render(request, context);
    let plain = Buffer.from(await response.arrayBuffer());
    const headers: [string, string][] = [...response.headers].filter(
      ([name]) => name !== "content-length" && name !== "cache-control",
    );
    if (response.headers.get("content-type")?.startsWith("text/html")) {
      const page = withPolicy(plain.toString("utf8"), facts.nonce, paymentOrigin, site.captcha?.origins);
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
      mayBeKept:
        facts.failure === undefined && response.status === 200 && !response.headers.has("set-cookie"),
    };
  }
}

const refusedForm = ({ status, sentence }: { status: number; sentence: string }): RenderedPage => ({
  status,
  headers: [["content-type", "text/plain;charset=UTF-8"]],
  plain: Buffer.from(sentence),
  mayBeKept: false,
});

const typeOf = ({ headers }: RenderedPage) => headers.find(([name]) => name === "content-type")?.[1] ?? "";
const isDocument = (page: RenderedPage) => typeOf(page).startsWith("text/html");

/** Whether the answer shows the flash text. A screen or its data does; a redirect passes the text on. */
function showsFlash(page: RenderedPage, url: URL, siteOrigin: string): boolean {
  const isData =
    typeOf(page).startsWith("text/x-script") && page.status !== 202 && !url.searchParams.has("_routes");
  const next = `${cookieName("flash", siteOrigin)}=`;
  return (isDocument(page) || isData) && !page.headers.some(([, value]) => value.startsWith(next));
}

function isDecodable(path: string): boolean {
  try {
    // compared so that the result is used, else the bundler would remove the call
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

function textOf(failure: unknown): string {
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
}

function asSeenByPeople(
  request: Request,
  { shown, publicUrl, address }: { shown: string; publicUrl: URL; address: string },
): Request {
  const headers = new Headers(request.headers);
  // our own check of the origin has passed, so the router's comparison must pass too
  if (headers.has("origin")) headers.set("origin", publicUrl.origin);
  withClientAddress(headers, address);
  headers.delete("x-forwarded-host");
  headers.delete("x-forwarded-proto");
  return new Request(shown, {
    method: request.method,
    headers,
    signal: request.signal,
    ...(request.body ? { body: request.body, duplex: "half" } : {}),
  } as RequestInit);
}

function answerWith(page: KeptPage, request: Request, visitorKind: Visitor["kind"]): Response {
  const { encoding, isUnchanged } = chooseAnswer(page, {
    accepted: request.headers.get("accept-encoding") ?? "",
    ifNoneMatch: request.headers.get("if-none-match") ?? "",
  });
  const headers = new Headers(page.headers as [string, string][]);
  headers.set("etag", tagOf(page, encoding));
  headers.set("vary", "Accept-Encoding, Cookie");
  // a customer's page never enters a shared cache, and an error is not cached at all
  const mayBeShared = visitorKind === "anonymous" && page.mayBeKept;
  headers.set("cache-control", mayBeShared ? askedAgainEachTime : "private, no-store");
  if (isUnchanged && mayBeShared) return new Response(null, { status: 304, headers });
  const body = bodyOf(page, encoding);
  if (encoding !== "plain") headers.set("content-encoding", encoding);
  headers.set("content-length", String(body.length));
  const isBare = request.method === "HEAD" || page.status === 204;
  return new Response(isBare ? null : (body as Uint8Array<ArrayBuffer>), { status: page.status, headers });
}

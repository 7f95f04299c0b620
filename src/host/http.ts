import { setImmediate } from "node:timers/promises";
import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { isUuid, newId } from "#kernel/id.ts";
import { createMinuteLimit, type MinuteLimit } from "#kernel/minute-limit.ts";
import { hadCost } from "#kernel/request-cost.server.ts";
import { withRequestId } from "#kernel/request-facts.server.ts";
import { signatureHeader, webhookPath } from "#platform/card-checkout/provider-words.ts";
import { isUnavailable } from "#platform/database/database.server.ts";
import { StorageUnavailable } from "#platform/storage/picture-storage.ts";
import { limits } from "#ticketing/limits.ts";
import { receiveNotice } from "#ticketing/orders/payment/receive-notice.server.ts";
import { may } from "#ticketing/rights/role-rights.ts";
import { readBytes } from "#web/request/read-json.server.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { refuse } from "./auth-refusals.ts";
import { createAuthService } from "./auth-service.ts";
import { bareAnswer } from "./bare-screen.ts";
import { serveFiles } from "./built-files.ts";
import { createCallTurns } from "./call-turns.ts";
import { clientAddress } from "./client-address.ts";
import { createRequestCounter, isEmbeddedElsewhere, isReading } from "./count-requests.ts";
import { createExports } from "./exports.ts";
import { createFunctions } from "./functions.ts";
import { createGateCalls } from "./gate-calls.ts";
import type { Metrics } from "./metrics.ts";
import { createProviderLogin } from "./provider-login.ts";
import { readOnlyGate } from "./read-only-gate.ts";
import { createRequestRefusal } from "./refuse-request.ts";
import type { RenderingLimit } from "./rendering-limit.ts";
import { createRoomPlaces } from "./room-places.ts";
import {
  barePolicy,
  decoderPolicy,
  forOtherSites,
  securityHeaders,
  workerPolicy,
} from "./security-headers.ts";
import { endSlowBodies } from "./slow-bodies.ts";
import { createSharePictures, servePictures } from "./stored-pictures.ts";
import { endUnreadAnswers } from "./unread-answers.ts";
import { createUploads } from "./uploads.ts";
import { createWellKnown } from "./well-known.ts";

export type HttpParts = {
  readonly site: SiteServices;
  readonly pages: (request: Request, address: string) => Promise<Response>;
  /** The limit on renderings and drawings for each network. */
  readonly renderings: RenderingLimit;
  /** How many proxies of our own are in front of the site. */
  readonly trustedProxies: number;
  /** Whether the database is reachable and has the schema of this build. */
  readonly isHealthy: () => Promise<boolean>;
  readonly version: string;
  readonly metrics: Metrics;
  /** Called when a webhook event of the card provider is stored and waits to be processed. */
  readonly webhookStored: () => void;
  /** The folder of built files. */
  readonly clientFolder: string;
  /** Demo mode only: answers for the card provider's double and for the mailbox. */
  readonly demo:
    | ((request: Request, isAdministrator: () => Promise<boolean>) => Promise<Response | undefined>)
    | null;
};

/** Answers one request, in the form that @hono/node-server calls. */
type HttpHandler = {
  fetch(request: Request, bindings: HttpBindings | Http2Bindings): Response | Promise<Response>;
  readonly routes: readonly { readonly method: string; readonly path: string }[];
};

/** The icons and pictures of the build that are not in the folder of hashed files. */
const isBuiltFile = /^\/[a-z0-9-]+\.(?:svg|png|jpg|ico|webp)$/;

type Variables = { Bindings: HttpBindings; Variables: { address: string; requestId?: string } };
type SiteContext = Context<Variables>;

/** The whole pipeline. Its parts stand in the order in which a request passes them. */
export function createHttp({
  site,
  pages,
  renderings,
  isHealthy,
  version,
  metrics,
  webhookStored,
  clientFolder,
  demo,
  trustedProxies,
}: HttpParts): HttpHandler {
  // this router throws on a route that it cannot compile into one expression; the default one would silently become
  // slower
  const http = new Hono<Variables>({ router: new RegExpRouter() });
  const counter = createRequestCounter(site.origin);
  const common: [string, string][] = [
    ...securityHeaders(site.origin.startsWith("https:")),
    ["content-security-policy", barePolicy],
  ];
  // set on Node's own response, which uses them unless the answer sets its own; so a plain answer can still be sent
  // the fast way
  http.use(async (c, next) => {
    for (const [name, value] of common) c.env.outgoing.setHeader(name, value);
    const requestId = newId();
    c.set("requestId", requestId);
    const address = clientAddress(c, trustedProxies);
    c.set("address", address);
    const answer = async () => {
      if (!site.log.isLevelEnabled("debug")) return next();
      const startedAt = performance.now();
      await next();
      const ms = Math.round(performance.now() - startedAt);
      site.log.debug({ method: c.req.method, path: c.req.path, status: c.res.status, ms }, "request");
    };
    return withRequestId(requestId, answer, address);
  });

  const tooMany = (c: SiteContext, wait: number) =>
    c.req.path.startsWith("/auth/v1/")
      ? refuse(c, "locked", wait)
      : c.text(requestTexts.tooMany, 429, { "retry-after": String(wait) });
  /** A body that is slow to come holds nothing of its network; one that came with its headers is complete a moment later. */
  async function readSlowBody(c: SiteContext): Promise<Response | undefined> {
    if (!c.env.incoming.complete) await setImmediate();
    if (c.env.incoming.complete || isReading(c.req.method)) return undefined;
    const wait = counter.waitForFree(c.get("address"));
    if (wait > 0) return tooMany(c, wait);
    const body = await readBytes(c.req.raw, limits.jsonBytes);
    if (!body) return c.text(requestTexts.tooLarge, 413);
    c.req.raw = new Request(c.req.raw, { body });
    return undefined;
  }

  http.use(async (c, next) => {
    const { method, path } = c.req;
    // such a request is refused, because a program that sends these headers would never be counted
    if (isEmbeddedElsewhere(c.req.raw, path)) return c.text(requestTexts.notOurs, 403);
    const isScarce = counter.isScarce({ method, path });
    const refused = isScarce && (await readSlowBody(c));
    if (refused) return refused;
    const countedRequest = { method, path, address: c.get("address"), headers: c.req.raw.headers };
    const wait = counter.waitFor(countedRequest);
    if (wait > 0) return tooMany(c, wait);
    if (!isScarce) return next();
    return (await hadCost(next)) ? undefined : counter.giveBack(countedRequest);
  });

  http.use(readOnlyGate(site.stops));

  const callTurns = createCallTurns();
  for (const calls of ["/auth/v1/*", "/functions/*", "/login/with/:provider", "/login/back"])
    http.use(calls, async (c, next) => {
      const refused = await readSlowBody(c);
      if (refused) return refused;
      const turn = await callTurns.take({ path: c.req.path, address: c.get("address") }, next);
      return turn === "too_many" ? tooMany(c, 1) : undefined;
    });

  http.get("/healthz", async (c) =>
    (await isHealthy()) ? c.json({ status: "ok", version }) : c.json({ status: "unavailable", version }, 503),
  );

  http.get("/metrics", (c) => metrics.scrape(c));

  const assets = { root: clientFolder, maxAge: 31_536_000, isImmutable: true, isPrecompressed: true };
  const decoder = serveFiles<Variables>({ ...assets, headers: { "content-security-policy": decoderPolicy } });
  http.get("/assets/:file{decode-worker-[\\w-]+\\.js}", decoder);
  http.use("/assets/*", serveFiles<Variables>(assets));
  http.get("/pictures/:folder{[a-z_]+}/:file{[0-9a-f-]+\\.(?:jpg|png|webp)}", servePictures<Variables>(site));
  http.all("/pictures/*", (c) => c.text("", 404));
  http.route("/admin/pictures", createUploads(site));
  http.route("/events", createSharePictures(site, renderings));

  // anybody can send wrong events, so the log tells only one a minute
  const refusalLogs = createMinuteLimit(1);
  http.post(webhookPath, (c) => answerWebhook(site, c, webhookStored, refusalLogs));
  http.all("/webhooks/*", (c) => c.text("", c.req.path === webhookPath ? 405 : 404, { allow: "POST" }));
  http.route("/functions/v1", createFunctions(site, renderings));
  http.route("/admin", createExports(site));
  http.use("/gate/api/*", async (c, next) => {
    const startedAt = performance.now();
    await next();
    const call = /^\/gate\/api\/(scan|beat|list|log)$/.exec(c.req.path)?.[1];
    if (call) metrics.gateCall(call, (performance.now() - startedAt) / 1000);
  });
  http.route("/gate/api", createGateCalls(site));
  http.route("/auth/v1", createAuthService(site));
  http.all("/functions/*", (c) => c.json({ error: "Nu există." }, 404));

  // thousands ask for this while they wait, so it answers one number from memory, without session or screen
  http.get("/checkout/:order/place", async (c) => {
    const order = c.req.param("order");
    const place = isUuid(order) ? await site.pageQueue.placeOf(order) : undefined;
    return c.json(place ?? null, 200, { "cache-control": "no-store" });
  });

  http.route("/", createRoomPlaces(site));
  http.route("/", createProviderLogin(site));

  http.route("/.well-known", createWellKnown(site));
  if (demo)
    http.all("/_demo/*", async (c, next) => {
      const answer = await demo(c.req.raw, () => isAdministrator(site, c.req.raw));
      return answer ?? next();
    });
  else http.all("/_demo/*", (c) => c.text("", 404));
  // the test purchase exists in demo mode only; in production its address redirects to the real tickets
  if (site.settings.mode === "production")
    http.all("/purchase/*", (c) => {
      const event = /^\/purchase\/([^/]+)$/.exec(c.req.path)?.[1];
      const isRead = c.req.method === "GET" || c.req.method === "HEAD";
      return isRead && isUuid(event) ? c.redirect(`/events/${event}`, 303) : c.text("", 404);
    });
  const builtFile = serveFiles<Variables>({
    root: clientFolder,
    maxAge: 86_400,
    headers: forOtherSites,
    // devices that have not read a page yet ask for this name
    rewriteRequestPath: (path) => (path === "/apple-touch-icon.png" ? "/icon-180.png" : path),
  });
  const worker = serveFiles<Variables>({
    root: clientFolder,
    maxAge: 0,
    headers: { "content-security-policy": workerPolicy },
  });
  http.get("/profile-worker.js", worker);
  http.get("/poarta-worker.js", worker);
  http.get("*", (c, next) => (isBuiltFile.test(c.req.path) ? builtFile(c, next) : next()));
  http.all("*", (c) => pages(c.req.raw, c.get("address")));

  http.onError((error, c) => {
    // the client disconnected during its request: nobody reads the answer, and it is not a failure of ours
    if (c.req.raw.signal.aborted) return c.body(null, 400);
    const unavailable = isUnavailable(error) || error instanceof StorageUnavailable;
    metrics.failed(unavailable ? "unavailable" : "error");
    const requestId = c.get("requestId") ?? newId();
    site.log.error({ requestId, path: c.req.path, error: error.stack ?? String(error) }, "a request failed");
    const status = unavailable ? 503 : 500;
    const sentence = unavailable ? requestTexts.busy : requestTexts.broken;
    const headers: Record<string, string> = { "x-request-id": requestId };
    if (unavailable) headers["retry-after"] = "5";
    return bareAnswer(c.req.raw, sentence, { status, headers });
  });

  const refusalOf = createRequestRefusal({ origin: site.origin, mode: site.settings.mode });
  return {
    routes: http.routes,
    fetch(request, bindings) {
      const { incoming, outgoing } = bindings as HttpBindings;
      if (endUnreadAnswers(incoming, outgoing)) return new Response(null, { status: 429 });
      const refused = refusalOf(incoming);
      if (refused) {
        const sentence = refused === 400 ? requestTexts.unreadable : requestTexts.noAddress;
        return new Response(sentence, { status: refused, headers: common });
      }
      endSlowBodies(incoming, outgoing);
      return http.fetch(request, bindings);
    },
  };
}

async function isAdministrator(site: SiteServices, request: Request): Promise<boolean> {
  const visitor = await site.findVisitor(request);
  return visitor.kind === "person" && may(visitor.role, "office.open");
}

async function answerWebhook(
  site: SiteServices,
  c: Context,
  onStored: () => void,
  logLimit: MinuteLimit,
): Promise<Response> {
  const body = await readBytes(c.req.raw, limits.webhookBytes);
  if (!body) return c.text("", 413);
  const received = await receiveNotice(site, { body, signature: c.req.header(signatureHeader) });
  if (!received.ok) {
    const { reason } = received.refusal;
    if (logLimit.waitFor(reason) === 0) site.log.warn({ reason }, "a webhook event was refused");
    return c.text("", 400);
  }
  if (received.value.isNew) onStored();
  return c.json({ received: true });
}

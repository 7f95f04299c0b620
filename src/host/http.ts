import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono } from "hono";
import { newId } from "#kernel/id.ts";
import { isUnavailable } from "#platform/database/database.server.ts";
import { processNotices } from "#ticketing/orders/process-notices.server.ts";
import { receiveNotice } from "#ticketing/orders/receive-notice.server.ts";
import { readBytes } from "#web/request/read-json.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { createAddressLimits, limitedKind } from "./address-limits.ts";
import { bareScreen, bareScreenPolicy } from "./bare-screen.ts";
import { clientAddress } from "./client-address.ts";
import { createFunctions } from "./functions.ts";
import { barePolicy, securityHeaders } from "./security-headers.ts";

export type HttpParts = {
  readonly site: SiteServices;
  readonly pages: (request: Request, address: string) => Promise<Response>;
  /** How many proxies of ours stand before us. */
  readonly trustedProxies: number;
  /** True when the database is reachable and its shape is the one of this build. */
  readonly isHealthy: () => Promise<boolean>;
  /** Where built files and pictures lie. */
  readonly folders: { readonly client: string; readonly pictures: string };
  /** Demo mode only: the card provider's double, the mailbox. */
  readonly demo:
    | ((request: Request, isAdministrator: () => Promise<boolean>) => Promise<Response | undefined>)
    | null;
};

type Variables = { Variables: { address: string } };

/** The whole pipeline, in the order in which a request passes it. */
export function createHttp({
  site,
  pages,
  isHealthy,
  folders,
  demo,
  trustedProxies,
}: HttpParts): Hono<Variables> {
  const http = new Hono<Variables>();
  const addressLimits = createAddressLimits();
  const common = securityHeaders(site.origin.startsWith("https:"));

  http.use(async (c, next) => {
    const begun = performance.now();
    const requestId = newId();
    await next();
    for (const [name, value] of common) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    if (!c.res.headers.has("content-security-policy"))
      c.res.headers.set("content-security-policy", barePolicy);
    if (c.res.status >= 500) c.res.headers.set("x-request-id", requestId);
    site.log.debug(
      {
        requestId,
        method: c.req.method,
        path: c.req.path,
        status: c.res.status,
        ms: Math.round(performance.now() - begun),
      },
      "request",
    );
  });

  http.use(async (c, next) => {
    const address = clientAddress(c, trustedProxies);
    c.set("address", address);
    const kind = limitedKind(c.req.method, c.req.path);
    const wait = kind ? await addressLimits.waitFor(kind, address) : 0;
    if (wait === 0) return next();
    return c.text("Prea multe cereri de la această adresă. Așteaptă puțin și încearcă din nou.", 429, {
      "retry-after": String(wait),
    });
  });

  http.get("/healthz", async (c) =>
    (await isHealthy()) ? c.json({ status: "ok" }) : c.json({ status: "unavailable" }, 503),
  );

  http.use(
    "/assets/*",
    serveStatic({
      root: folders.client,
      precompressed: true,
      onFound: (_path, c) => c.header("cache-control", "public, max-age=31536000, immutable"),
    }),
  );
  http.use(
    "/pictures/*",
    serveStatic({
      root: folders.pictures,
      rewriteRequestPath: (path) => path.slice("/pictures".length),
      onFound: (_path, c) => c.header("cache-control", "public, max-age=31536000, immutable"),
    }),
  );
  http.get(
    "/:file{[a-z0-9-]+\\.(?:svg|png|ico|webmanifest|webp)}",
    serveStatic({
      root: folders.client,
      onFound: (_path, c) => c.header("cache-control", "public, max-age=86400"),
    }),
  );

  http.post("/webhooks/stripe", (c) => webhook(site, c));
  http.all("/webhooks/*", (c) =>
    c.text("", c.req.path === "/webhooks/stripe" ? 405 : 404, { allow: "POST" }),
  );
  http.route("/functions/v1", createFunctions(site));
  http.all("/functions/*", (c) => c.json({ error: "Nu există." }, 404));

  // the public halves of the keys that tickets are signed with
  http.get("/.well-known/ticket-keys.json", (c) =>
    c.json({ keys: site.keys.publicKeys("ticket") }, 200, { "cache-control": "public, max-age=300" }),
  );
  if (demo)
    http.all(
      "/_demo/*",
      async (c, next) => (await demo(c.req.raw, () => isAdministrator(site, c.req.raw))) ?? next(),
    );
  else http.all("/_demo/*", (c) => c.text("", 404));
  http.all("*", (c) => pages(c.req.raw, c.get("address")));

  http.onError((error, c) => {
    // who went away in the middle of a request hears nothing any more, and nothing broke
    if (c.req.raw.signal.aborted) return c.body(null, 400);
    const unavailable = isUnavailable(error);
    site.log.error({ path: c.req.path, error: error.stack ?? String(error) }, "a request failed");
    const status = unavailable ? 503 : 500;
    const sentence = unavailable
      ? "Site-ul este ocupat. Încearcă din nou peste câteva secunde."
      : "Ceva nu a mers. Încearcă din nou.";
    if (unavailable) c.header("retry-after", "5");
    if (!c.req.header("accept")?.includes("text/html")) return c.text(sentence, status);
    c.header("content-security-policy", bareScreenPolicy);
    return c.html(bareScreen(sentence), status);
  });
  return http;
}

async function isAdministrator(site: SiteServices, request: Request): Promise<boolean> {
  const visitor = await site.findVisitor(request);
  return visitor.kind === "person" && visitor.role === "admin";
}

const largestNotice = 1024 * 1024;

async function webhook(site: SiteServices, c: Context): Promise<Response> {
  const body = await readBytes(c.req.raw, largestNotice);
  if (!body) return c.text("", 413);
  const received = await receiveNotice(site, { body, signature: c.req.header("stripe-signature") });
  if (!received.ok) {
    site.log.warn({ reason: received.refusal.reason }, "a notice was refused");
    return c.text("", 400);
  }
  if (received.value.isNew) {
    // after the answer: the inbox row is the promise, this is only haste
    setImmediate(() => {
      processNotices(site, received.value.eventId).catch((error: unknown) =>
        site.log.error({ error: String(error) }, "a notice could not be processed"),
      );
    });
  }
  return c.json({ received: true });
}

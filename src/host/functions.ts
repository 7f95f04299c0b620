import { Hono } from "hono";
import type { Uuid } from "#kernel/id.ts";
import { openCheckout } from "#ticketing/orders/open-checkout.server.ts";
import { readCheckoutCall, readRequestKey } from "#ticketing/orders/order-form.ts";
import { checkoutRefusal } from "#web/request/checkout-refusals.ts";
import { readJson } from "#web/request/read-json.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { findCallerSession } from "./caller-session.ts";
import { createLetterFunctions } from "./letter-functions.ts";

/** The calls of the specification, thin over acts: same bodies, same answers, ids as the only thing believed. */
export function createFunctions(site: SiteServices): Hono {
  const functions = new Hono();

  functions.post("/checkout-session", async (c) => {
    const caller = await findCallerSession(site, c.req.raw);
    if (!caller.ok)
      return caller.refusal === "not_from_us"
        ? c.json({ error: "Cererea nu vine din paginile noastre." }, 403)
        : c.json({ error: "You must be logged in to make a purchase" }, 401);
    const body = await readJson(c.req.raw);
    if (!body.ok) return c.json({ error: body.refusal.sentence }, body.refusal.status);
    const call = readCheckoutCall(body.value, site.origin);
    const requestKey = readRequestKey(c.req.header("idempotency-key"));
    if (!call || requestKey === undefined) return c.json({ error: "Cererea nu poate fi citită." }, 400);
    const ticketTypeId: Uuid | undefined =
      call.ticketTypeId ?? (call.priceId ? await site.typeOfPrice(call.priceId) : undefined);
    if (!ticketTypeId) return c.json({ error: "Selectie de bilet invalida" }, 404);
    const opened = await openCheckout(site, {
      ...call,
      ticketTypeId,
      requestKey,
      sessionHash: caller.value,
    });
    if (opened.ok)
      return c.json({ url: opened.value.url ?? `${site.origin}/checkout/${opened.value.orderId}` });
    const { status, sentence, retryAfter } = checkoutRefusal(opened.refusal);
    if (retryAfter) c.header("retry-after", String(retryAfter));
    const orderId = "orderId" in opened.refusal ? opened.refusal.orderId : undefined;
    return c.json(
      {
        error: sentence,
        ...(orderId ? { order: `${site.origin}/checkout/${orderId}` } : {}),
        ...(opened.refusal.reason === "captcha_needed" ? { code: "captcha_failed" } : {}),
      },
      status as 400,
    );
  });

  functions.route("/", createLetterFunctions(site));
  functions.all("/checkout-session", (c) => {
    c.header("allow", "POST");
    return c.json({ error: "Se trimite cu POST." }, 405);
  });
  return functions;
}

import { type Context, Hono } from "hono";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { listOwnCodes, type SeenTicket } from "#ticketing/delivery/ticket-queries.server.ts";
import { readGuest } from "#ticketing/orders/checkout/guest-form.ts";
import { type CheckoutRefusal, openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { openGuestSession } from "#ticketing/orders/checkout/open-guest-session.server.ts";
import { readCheckoutCall, readRequestKey } from "#ticketing/orders/checkout/order-form.ts";
import { checkoutRefusal, guestSessionRefusal } from "#web/request/checkout-refusals.ts";
import { codeOfRequest, newSessionCookie } from "#web/request/cookies.server.ts";
import { isFromUs, noteRefusedOrigin } from "#web/request/origin-check.server.ts";
import { readJson } from "#web/request/read-json.server.ts";
import { guestProblems } from "#web/request/refusal-texts.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { findCallerSession } from "./caller-session.ts";
import { createLetterFunctions } from "./letter-functions.ts";
import type { RenderingLimit } from "./rendering-limit.ts";

type FromAddress = { Variables: { address: string } };

/** The calls of the specification, thin over acts: same bodies, same answers. Of a body, only ids are trusted. */
export function createFunctions(site: SiteServices, renderings: RenderingLimit): Hono<FromAddress> {
  const functions = new Hono<FromAddress>();

  functions.post("/checkout-session", async (c) => {
    const caller = await findCallerSession(site, c.req.raw);
    if (!caller.ok)
      return caller.refusal === "not_from_us"
        ? c.json({ error: requestTexts.notOurs }, 403)
        : c.json({ error: saleTexts.loginFirstForCall }, 401);
    const body = await readJson(c.req.raw);
    if (!body.ok) return c.json({ error: body.refusal.sentence }, body.refusal.status);
    const call = readCheckoutCall(body.value, site.origin);
    const requestKey = readRequestKey(c.req.header("idempotency-key"));
    if (!call || requestKey === undefined) return c.json({ error: requestTexts.unreadable }, 400);
    const night = call.slug === null ? call.eventId : await site.slugs.find("event", call.slug);
    if (night === undefined || (call.eventId ?? night) !== night)
      return c.json({ error: requestTexts.unreadable }, 400);
    const typeOfPrice = call.priceId === null ? undefined : await site.typeOfPrice(call.priceId);
    const lines = call.lines.flatMap(({ ticketTypeId, quantity }) => {
      const type = ticketTypeId ?? typeOfPrice;
      return type ? [{ ticketTypeId: type, quantity }] : [];
    });
    if (lines.length < call.lines.length) return c.json({ error: saleTexts.choiceInvalid }, 404);
    const opened = await openCheckout(site, {
      ...call,
      eventId: night,
      lines,
      // without a code in the body, a night's page uses the code that this browser shows there
      code: call.code ?? (call.origin === "event" ? codeOfRequest(c.req.raw, site.origin) : null),
      address: c.get("address"),
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
        ...bodyOf(opened.refusal, { sentence, hasLines: call.priceId === null }),
        ...(orderId ? { order: `${site.origin}/checkout/${orderId}` } : {}),
        ...(opened.refusal.reason === "captcha_needed" ? { code: "captcha_failed" } : {}),
      },
      status as 400,
    );
  });

  functions.post("/guest-session", async (c) => {
    // the answer sets a session cookie, and another site must not sign a browser in
    if (!isFromUs(c.req.raw, site.origin)) {
      await noteRefusedOrigin(site, c.req.raw);
      return c.json({ error: requestTexts.notOurs }, 403);
    }
    const body = await readJson(c.req.raw);
    if (!body.ok) return c.json({ error: body.refusal.sentence }, body.refusal.status);
    return answerGuestSession(site, c, body.value);
  });
  functions.all("/guest-session", (c) => {
    c.header("allow", "POST");
    return c.json({ error: requestTexts.postOnly }, 405);
  });

  functions.get("/my-tickets", (c) => answerMyTickets(site, renderings, c));
  functions.all("/my-tickets", (c) => {
    c.header("allow", "GET");
    return c.json({ error: requestTexts.getOnly }, 405);
  });

  functions.route("/", createLetterFunctions(site));
  functions.all("/checkout-session", (c) => {
    c.header("allow", "POST");
    return c.json({ error: requestTexts.postOnly }, 405);
  });
  return functions;
}

/** The body of a refusal: about our own fields with reason and present facts, a specified one with its sentence. */
function bodyOf(refusal: CheckoutRefusal, { sentence, hasLines }: { sentence: string; hasLines: boolean }) {
  switch (refusal.reason) {
    case "price_changed":
      return { error: refusal.reason, message: sentence, total: refusal.total };
    case "night_moved":
      return { error: refusal.reason, message: sentence, date: refusal.date, time: refusal.time };
    case "code_invalid":
    case "too_many_codes":
    case "account_needed":
    case "guests_full":
    case "proof_needed":
      return { error: refusal.reason, message: sentence };
    case "below_card_minimum":
      return { error: refusal.reason, message: sentence, least: refusal.least };
    case "code_exhausted":
      return { error: refusal.reason, message: sentence, left: refusal.left };
    case "too_many_for_guest":
    case "too_many_add_ons_for_guest":
    case "too_many_people_for_guest":
    case "too_many_people":
      return { error: refusal.reason, message: sentence, most: refusal.most };
    case "not_enough":
      return hasLines
        ? {
            error: refusal.reason,
            message: sentence,
            ticket_id: refusal.ticketTypeId,
            available: refusal.available,
          }
        : { error: sentence };
    default:
      return { error: sentence };
  }
}

/** Opens a guest's session, as cookie and as bearer token. It ends after `expires_in` seconds, never renewed. */
async function answerGuestSession(site: SiteServices, c: Context, body: unknown): Promise<Response> {
  c.header("cache-control", "no-store");
  const read = readGuest(body);
  if (!read.ok) {
    if (read.refusal.reason === "not_understood") return c.json({ error: requestTexts.unreadable }, 400);
    const { problems } = read.refusal;
    const [first] = Object.values(problems);
    return c.json({ error: first ? guestProblems[first] : requestTexts.unreadable, fields: problems }, 422);
  }
  const { guest, captchaToken } = read.value;
  const opened = await openGuestSession(site, { guest, captchaToken });
  if (!opened.ok) {
    const { status, sentence, retryAfter } = guestSessionRefusal(opened.refusal);
    if (retryAfter) c.header("retry-after", String(retryAfter));
    const isCaptcha = opened.refusal.reason === "captcha_needed";
    return c.json({ error: sentence, ...(isCaptcha ? { code: "captcha_failed" } : {}) }, status as 400);
  }
  const { token, userId, expiresAt } = opened.value;
  c.header("set-cookie", await newSessionCookie(site, c.req.raw, token));
  return c.json(
    {
      access_token: token,
      refresh_token: token,
      token_type: "bearer",
      expires_in: Math.floor((expiresAt.getTime() - site.now().getTime()) / 1000),
      user: {
        id: userId,
        aud: "authenticated",
        role: "authenticated",
        email: guest.email,
        is_anonymous: true,
        user_metadata: { full_name: guest.fullName, phone: guest.phone ?? "" },
      },
    },
    201,
  );
}

/** The caller's tickets, one row for each code. A ticket that has ended or is suspended shows nothing that admits. */
async function answerMyTickets(
  site: SiteServices,
  renderings: RenderingLimit,
  c: Context<FromAddress>,
): Promise<Response> {
  c.header("cache-control", "private, no-store");
  const caller = await findCallerSession(site, c.req.raw);
  const findPresent = async () => (caller.ok ? findSession(site.identity, caller.value) : undefined);
  const session = await findPresent();
  if (!session) return c.json({ error: requestTexts.signIn }, 401);
  const visitor = { kind: session.isGuest ? "guest" : "person", userId: session.userId } as const;
  const found = await renderings.render({ visitor, address: c.get("address") }, async () => {
    // it may have ended while the call waited
    const present = await findPresent();
    return present && listOwnCodes(site, present);
  });
  if (!("wait" in found))
    return found.result ? c.json(found.result.map(ticketRow)) : c.json({ error: requestTexts.signIn }, 401);
  c.header("retry-after", String(found.wait));
  return c.json({ error: requestTexts.tooMany }, 429);
}

/** One ticket for its holder. Prices are in bani. Order number, position and price are for the buyer only. */
function ticketRow(ticket: SeenTicket) {
  return {
    order_id: ticket.orderId,
    order_number: ticket.orderNumber,
    event_id: ticket.eventId,
    event: ticket.eventTitle,
    date: ticket.eventDate,
    ticket_type: ticket.typeName,
    seat: ticket.position?.no ?? null,
    ticket_code: ticket.label,
    check_group: ticket.code?.group ?? null,
    qr: ticket.code?.qr ?? null,
    entries_total: ticket.entriesTotal,
    entries_remaining: ticket.entriesRemaining,
    status: ticket.suspended ? "suspended" : ticket.status,
    holder_name: ticket.holderName,
    price: ticket.totalPrice,
  };
}

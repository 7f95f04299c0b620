import { data, redirectDocument } from "react-router";
import type { Origin } from "#ticketing/orders/checkout/hold-request.ts";
import { type CheckoutRefusal, openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { readTicketForm } from "#ticketing/orders/checkout/order-form.ts";
import { readShownNights } from "#ticketing/orders/checkout/shown-nights.ts";
import { findOpenOffer, findPaidOrderOfType } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { captchaFor, captchaTokenOf } from "#web/request/captcha-check.server.ts";
import { checkoutRefusal } from "#web/request/checkout-refusals.ts";
import { offerAnchor, ownOrderUrl } from "#web/request/choice-address.ts";
import { flashCookie } from "#web/request/flash.server.ts";
import { goToRoom } from "#web/request/go-to-room.server.ts";
import { flashTo, toPayment } from "#web/request/responses.server.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { KnownVisitor, Visitor } from "#web/request/visitor.server.ts";
import { loginFirstCookie } from "./login-first.server.ts";
import type { OfferRefusal } from "./offer-view.ts";

type OfferPurchase = {
  /** The page with the button. A sign-in returns to it. */
  readonly origin: Exclude<Origin, "event">;
  /** The sentence for a visitor who must sign in before buying. */
  readonly loginFirst: string;
  /** This page's own sentences for some refusals. */
  readonly ownWords: Partial<Record<CheckoutRefusal["reason"], string>>;
};

/** Answers a click on an offer's button: redirects to the card page or the sign-in, or shows why nothing was bought. */
export async function buyOffer(
  site: SiteServices,
  visitor: Visitor,
  request: Request,
  { origin, loginFirst, ownWords }: OfferPurchase,
) {
  const sent = await request.formData();
  const form = readTicketForm(sent);
  // a person with a paid order of this type is asked before buying another
  const paidOrderNumber =
    "problem" in form || visitor.kind === "anonymous" || sent.get("again") === "1"
      ? undefined
      : await site.database.readAs(asOwner(visitor), (sql) => findPaidOrderOfType(sql, form.ticketTypeId));
  if (paidOrderNumber !== undefined && !("problem" in form))
    return data<OfferRefusal>(
      {
        ticketTypeId: form.ticketTypeId,
        sentence: saleTexts.sameBought(paidOrderNumber),
        captcha: null,
        asksAgain: true,
        seeUrl: visitor.kind === "person" ? ownOrderUrl(paidOrderNumber) : null,
      },
      { status: 409 },
    );
  if (visitor.kind !== "person") {
    const chosen = "problem" in form ? "" : `#${offerAnchor(form.ticketTypeId)}`;
    // A document redirect: the form keeps the scroll position for its own answers only.
    return redirectDocument(`/login?next=${encodeURIComponent(`/${origin}${chosen}`)}`, {
      status: 303,
      headers: {
        "set-cookie":
          // passes are sold to accounts only
          origin === "tickets"
            ? await loginFirstCookie(site, loginFirst)
            : flashCookie({ kind: "error", text: loginFirst }, site.origin),
      },
    });
  }
  if ("problem" in form)
    return data<OfferRefusal>(
      { ticketTypeId: null, sentence: saleTexts.choiceInvalid, captcha: null },
      { status: 400 },
    );
  const opened = await openCheckout(site, {
    lines: [form],
    eventId: null,
    priceId: null,
    total: shownPrice(sent),
    nights: readShownNights(sent),
    origin,
    requestKey: null,
    sessionHash: visitor.sessionHash,
    captchaToken: captchaTokenOf(sent),
  });
  if (opened.ok) return toPayment(opened.value);
  if (opened.refusal.reason === "wait_in_room") return goToRoom(site, visitor, opened.refusal.eventId);
  const { status, retryAfter, ...usual } = checkoutRefusal(opened.refusal);
  const sentence = ownWords[opened.refusal.reason] ?? usual.sentence;
  if ("orderId" in opened.refusal)
    return flashTo(site, `/checkout/${opened.refusal.orderId}`, "error", sentence);
  return data<OfferRefusal>(
    { ticketTypeId: form.ticketTypeId, sentence, captcha: captchaFor(opened.refusal, site) },
    { status, ...(retryAfter ? { headers: { "retry-after": String(retryAfter) } } : {}) },
  );
}

/** The price of one ticket in the form, in bani; null when it is missing or invalid. */
function shownPrice(sent: FormData): number | null {
  const price = String(sent.get("price"));
  return /^\d{1,9}$/.test(price) ? Number(price) : null;
}

/** Returns a person's unpaid order of an offer on this page; null when there is none. Pages with it are not cached. */
export async function readOpenOffer(
  site: SiteServices,
  visitor: KnownVisitor | null,
  origin: "tickets" | "season-pass",
) {
  if (visitor?.kind !== "person" || !visitor.hasOpenOrder) return null;
  const order = await site.database.readAs(asOwner(visitor), (sql) => findOpenOffer(sql, origin));
  const milliseconds = order ? order.holdExpiresAt.getTime() - site.now().getTime() : 0;
  if (!order || milliseconds <= 0) return null;
  return {
    name: order.lines.map((line) => line.title).join(", "),
    total: order.total,
    secondsLeft: Math.round(milliseconds / 1000),
    secondsInAll: site.settings.holdMinutes * 60,
    checkoutUrl: `/checkout/${order.id}`,
  };
}

import { data, redirectDocument } from "react-router";
import type { Origin } from "#ticketing/orders/checkout/hold-request.ts";
import { type CheckoutRefusal, openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { readTicketForm } from "#ticketing/orders/checkout/order-form.ts";
import { findOpenOffer, findPaidOrderOfType } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { captchaFor, captchaTokenOf } from "#web/request/captcha-check.server.ts";
import { checkoutRefusal } from "#web/request/checkout-refusals.ts";
import { offerAnchor, ownOrderUrl } from "#web/request/choice-address.ts";
import { flashCookie } from "#web/request/flash.server.ts";
import { goToRoom } from "#web/request/go-to-room.server.ts";
import { told, toPayment } from "#web/request/responses.server.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { KnownVisitor, Visitor } from "#web/request/visitor.server.ts";
import { loginFirstCookie } from "./login-first.server.ts";
import type { OfferRefusal } from "./offer-view.ts";
import { publicTexts } from "./public-texts.ts";

type OfferPurchase = {
  /** The page of the button, to which a sign-in also returns. */
  readonly origin: Exclude<Origin, "event">;
  readonly loginFirst: string;
  /** This page's own words for some refusals. */
  readonly ownWords: Partial<Record<CheckoutRefusal["reason"], string>>;
};

/** A click on an offer's button: on to the card page, to the sign-in, or back with the reason. */
export async function buyOffer(
  site: SiteServices,
  visitor: Visitor,
  request: Request,
  { origin, loginFirst, ownWords }: OfferPurchase,
) {
  const sent = await request.formData();
  const form = readTicketForm(sent);
  // who holds one already, also without an account, is asked before another
  const bought =
    "problem" in form || visitor.kind === "anonymous" || sent.get("again") === "1"
      ? undefined
      : await site.database.readAs(asOwner(visitor), (sql) => findPaidOrderOfType(sql, form.ticketTypeId));
  if (bought !== undefined && !("problem" in form))
    return data<OfferRefusal>(
      {
        ticketTypeId: form.ticketTypeId,
        sentence: saleTexts.sameBought(bought),
        captcha: null,
        asksAgain: true,
        seeUrl: visitor.kind === "person" ? ownOrderUrl(bought) : null,
      },
      { status: 409 },
    );
  if (visitor.kind !== "person") {
    const chosen = "problem" in form ? "" : `#${offerAnchor(form.ticketTypeId)}`;
    // as a document: the form keeps the page where it is scrolled to, for its own answers
    return redirectDocument(`/login?next=${encodeURIComponent(`/${origin}${chosen}`)}`, {
      status: 303,
      headers: {
        "set-cookie":
          // a pass is for accounts only
          origin === "tickets"
            ? await loginFirstCookie(site, loginFirst)
            : flashCookie({ kind: "error", text: loginFirst }, site.origin),
      },
    });
  }
  if ("problem" in form)
    return data<OfferRefusal>(
      { ticketTypeId: null, sentence: publicTexts.choiceInvalid, captcha: null },
      { status: 400 },
    );
  const opened = await openCheckout(site, {
    lines: [form],
    eventId: null,
    priceId: null,
    total: shownPrice(sent),
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
    return told(site, `/checkout/${opened.refusal.orderId}`, "error", sentence);
  return data<OfferRefusal>(
    { ticketTypeId: form.ticketTypeId, sentence, captcha: captchaFor(opened.refusal, site) },
    { status, ...(retryAfter ? { headers: { "retry-after": String(retryAfter) } } : {}) },
  );
}

/** Of one ticket, in bani; null where the form does not say. */
function shownPrice(sent: FormData): number | null {
  const price = String(sent.get("price"));
  return /^\d{1,9}$/.test(price) ? Number(price) : null;
}

/** A customer's unpaid order of an offer on this page; pages with it are not cached. */
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

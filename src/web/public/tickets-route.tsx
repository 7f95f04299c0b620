import { type FormEvent, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { Link } from "react-router";
import { formatLeiExact } from "#kernel/money.ts";
import { formatLongDate } from "#kernel/time.ts";
import { listOffers } from "#ticketing/events/offer-queries.server.ts";
import { offerAnchor } from "#web/request/choice-address.ts";
import { readOrElse } from "#web/request/read-or-else.server.ts";
import {
  activeOfferContext,
  siteContext,
  viewerContext,
  visitorContext,
} from "#web/request/request-context.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import { captchaField } from "#web/sign-in/captcha-field.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { moonWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { loadAfterRefusal } from "#web/ui/load-after-refusal.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Picture } from "#web/ui/picture.tsx";
import type { Route } from "./+types/tickets-route.ts";
import { buyOffer, readOpenOffer } from "./buy-offer.server.ts";
import { boundaryOf } from "./lost-pages.tsx";
import { type ChosenOffer, OfferButton, OfferLines, OfferNights, useChosenOffer } from "./offer-button.tsx";
import { offerTexts } from "./offer-texts.ts";
import { type OfferRefusal, type OfferView, offerView } from "./offer-view.ts";
import { OpenOffer } from "./open-offer.tsx";
import { metaOfHead } from "./page-head.ts";
import { siteHead } from "./page-heads.server.ts";
import { publicTexts } from "./public-texts.ts";

export const meta = metaOfHead(() => offerTexts.ticketsTitle);

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { kind, known } = context.get(viewerContext);
  const [offers, active, open] = await Promise.all([
    listOffers(site.database.anonymous),
    readOrElse(context, context.get(activeOfferContext)(), null),
    readOpenOffer(site, known, "tickets"),
  ]);
  const head = siteHead(site.origin, {
    path: "/tickets",
    title: offerTexts.ticketsTitle,
    description: offerTexts.ticketsDescription,
  });
  const viewer = kind !== "person" ? ("anonymous" as const) : ("customer" as const);
  const view = { active, open, viewer, offers: offers.map((offer) => offerView(offer, "tickets")) };
  return { view, head };
}

export async function action({ context, request }: Route.ActionArgs) {
  return buyOffer(context.get(siteContext), context.get(visitorContext), request, {
    origin: "tickets",
    loginFirst: saleTexts.loginFirst,
    ownWords: {},
  });
}

export const shouldRevalidate = loadAfterRefusal;

export const ErrorBoundary = boundaryOf(() => saleTexts.ticketsFailed);

export default function Tickets({ loaderData, actionData }: Route.ComponentProps) {
  return <TicketsPage view={loaderData.view} refusal={actionData ?? null} />;
}

type TicketsPageView = Route.ComponentProps["loaderData"]["view"];

export function TicketsPage({ view, refusal }: { view: TicketsPageView; refusal: OfferRefusal | null }) {
  const choice = useChosenOffer();
  return (
    <div className="wrap below-head">
      <div className="page-head">
        <h1 className="display">{offerTexts.ticketsTitle}</h1>
      </div>
      {view.open ? <OpenOffer offer={view.open} /> : null}
      {view.active ? <Active active={view.active} /> : null}
      {refusal && refusal.ticketTypeId === null ? <Notice kind="bad">{refusal.sentence}</Notice> : null}
      {view.offers.length === 0 ? (
        <EmptyState title={offerTexts.noOffersTitle} text={offerTexts.noOffers} picture={moonWide}>
          <Link className={buttonClass({ look: "sand" })} to="/events">
            {publicTexts.seeEvents}
          </Link>
        </EmptyState>
      ) : (
        <ul className="offers">
          {view.offers.map((offer) => (
            <li key={offer.id}>
              <OfferCard
                offer={offer}
                choice={choice}
                refusal={refusal}
                isDirect={view.viewer === "customer" && view.active === null}
              />
            </li>
          ))}
        </ul>
      )}
      <section className="rules" aria-labelledby="rules">
        <h2 className="display" id="rules">
          {offerTexts.rulesTitle}
        </h2>
        <OfferLines lines={offerTexts.rules} icon="info" />
      </section>
    </div>
  );
}

function Active({ active }: { active: NonNullable<TicketsPageView["active"]> }) {
  return (
    <section className="active-ticket" aria-labelledby="active">
      <Icon name="check" />
      <div>
        <h2 className="display" id="active">
          {offerTexts.activeTitle}
        </h2>
        {active.kind === "subscription" ? (
          <p>
            <b>{offerTexts.activeSubscription}</b> {offerTexts.activeUntil(formatLongDate(active.until))}
          </p>
        ) : (
          <p>
            <b>{offerTexts.activeTicket}</b> {offerTexts.activeTicketText}
          </p>
        )}
      </div>
      <Link className={buttonClass({ look: "line", size: "small" })} to="/profile">
        {offerTexts.seeTickets}
      </Link>
    </section>
  );
}

type OfferCardProps = {
  offer: OfferView;
  choice: ChosenOffer;
  refusal: OfferRefusal | null;
  /** Whether a click opens the card page. With an active offer the form is sent, because it may ask first. */
  isDirect: boolean;
};

function OfferCard({ offer, choice, refusal, isDirect }: OfferCardProps) {
  const { starting, start } = useStartCheckout(offer);
  return (
    <article
      id={offerAnchor(offer.id)}
      className={["open", "notConfigured"].includes(offer.sale) ? "offer" : "offer offer--off"}
      aria-current={choice.isChosen(offer.id) ? "true" : undefined}
    >
      <div className="offer__art">
        <Picture
          picture={offer.picture}
          seed={offer.id}
          alt=""
          sizes="(max-width: 820px) 92vw, (max-width: 1100px) 46vw, 400px"
        />
        {offer.badge ? <span className="badge badge--phosphor">{offer.badge}</span> : null}
      </div>
      <div className="offer__body">
        <h2 className="display">{offer.name}</h2>
        {offer.description ? <p className="muted">{offer.description}</p> : null}
        <p className="offer__price display figures">
          {formatLeiExact(offer.price)} <small>{offerTexts.currency}</small>
        </p>
        <OfferLines lines={offer.lines} />
        <OfferNights {...offer} />
        <OfferButton
          offer={offer}
          words={offerTexts.buyNow}
          notConfigured={saleTexts.typeNotConfigured}
          refusal={refusal}
          choice={choice}
          starting={starting}
          {...(isDirect ? { onSubmit: start } : {})}
          look="sand"
          width="full"
        />
      </div>
    </article>
  );
}

/**
 * The click on an offer's button with JavaScript: it opens the card page, or shows a toast with the error. When the
 * server needs a sign-in, a captcha or an answer about the price, the form itself is sent and the server shows that.
 */
function useStartCheckout({ priceId, mode, price, shownNights }: OfferView) {
  const [starting, setStarting] = useState(false);
  const start = (event: FormEvent<HTMLFormElement>) => {
    if (priceId === null) return;
    const form = event.currentTarget;
    if (form.elements.namedItem(captchaField)) return;
    event.preventDefault();
    setStarting(true);
    void startCheckout({ price_id: priceId, mode, total: price, nights: shownNights }).then((answer) => {
      if ("url" in answer) return location.assign(answer.url);
      setStarting(false);
      if (answer.isFormNeeded) return form.submit();
      toast.error(answer.error);
    });
  };
  return { starting, start };
}

type CheckoutStart =
  | { readonly url: string }
  /** `isFormNeeded`: the form must be sent, for a sign-in, a captcha or a changed price or date. */
  | { readonly error: string; readonly isFormNeeded: boolean };

/**
 * Opens a card page through `checkout-session`; `total` (in bani) and `nights` are what the page shows. Each call has its
 * own key, so a call that arrives twice opens one page. Returns an error as a sentence; never throws.
 */
async function startCheckout(
  request: { readonly price_id: string; readonly total: number; readonly nights: string } & Pick<
    OfferView,
    "mode"
  >,
): Promise<CheckoutStart> {
  const failed = { error: saleTexts.failed, isFormNeeded: false };
  try {
    const response = await fetch("/functions/v1/checkout-session", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
      body: JSON.stringify({
        ...request,
        success_url: `${location.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${location.origin}/tickets`,
        quantity: 1,
      }),
    });
    const { url, error, code } = (await response.json()) as Record<"url" | "error" | "code", unknown>;
    if (response.ok)
      return typeof url === "string" && url !== "" ? { url } : { ...failed, error: publicTexts.noCardPage };
    const isFormNeeded =
      response.status === 401 ||
      code === "captcha_failed" ||
      error === "price_changed" ||
      error === "night_moved";
    return typeof error === "string" ? { error, isFormNeeded } : { ...failed, isFormNeeded };
  } catch {
    return failed;
  }
}

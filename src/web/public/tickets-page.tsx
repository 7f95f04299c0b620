import { Link } from "react-router";
import { formatLeiExact } from "#kernel/money.ts";
import { formatLongDate } from "#kernel/time.ts";
import { offerAnchor } from "#web/request/choice-address.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { moonWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Picture } from "#web/ui/picture.tsx";
import type { Route } from "./+types/tickets-route.ts";
import {
  type ChosenOffer,
  OfferButton,
  OfferLines,
  OfferNights,
  useChosenOffer,
  useSubmitting,
} from "./offer-button.tsx";
import { offerTexts } from "./offer-texts.ts";
import type { OfferRefusal, OfferView } from "./offer-view.ts";
import { OpenOffer } from "./open-offer.tsx";
import { publicTexts } from "./public-texts.ts";
import { useStartCheckout } from "./use-start-checkout.ts";

type TicketsPageView = Route.ComponentProps["loaderData"]["view"];

type TicketsPageProps = { view: TicketsPageView; refusal: OfferRefusal | null };

export function TicketsPage({ view, refusal }: TicketsPageProps) {
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
  /**
   * Whether a click opens the card page directly. For a person with an active offer the form is sent instead, because
   * it may ask first.
   */
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
          notConfigured={publicTexts.typeNotConfigured}
          refusal={refusal}
          choice={choice}
          busy={useSubmitting(offer) || starting}
          {...(isDirect ? { onSubmit: start } : {})}
          look="sand"
          width="full"
        />
      </div>
    </article>
  );
}

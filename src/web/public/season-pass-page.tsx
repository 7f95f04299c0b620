import { Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { offerAnchor } from "#web/request/choice-address.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { moonWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Picture } from "#web/ui/picture.tsx";
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
import { OpenOffer, type OpenOfferView } from "./open-offer.tsx";
import { publicTexts } from "./public-texts.ts";

type SeasonPassPageProps = {
  offers: OfferView[];
  /** Places that are held and not paid yet. */
  open: OpenOfferView | null;
  refusal: OfferRefusal | null;
};

export function SeasonPassPage({ offers, open, refusal }: SeasonPassPageProps) {
  const choice = useChosenOffer();
  return (
    <div className="wrap below-head">
      <div className="page-head">
        <Link className="text-link" to="/">
          <Icon name="arrowLeft" /> {publicTexts.backHome}
        </Link>
        <h1 className="display">{offerTexts.specialTitle}</h1>
        <p>{offerTexts.specialSubtitle}</p>
      </div>
      {open ? <OpenOffer offer={open} /> : null}
      {refusal && refusal.ticketTypeId === null ? <Notice kind="bad">{refusal.sentence}</Notice> : null}
      {offers.length === 0 ? (
        <EmptyState title={offerTexts.noSpecialTitle} text={offerTexts.noSpecial} picture={moonWide}>
          <Link className={buttonClass({ look: "sand" })} to="/tickets">
            {offerTexts.seeOptions}
          </Link>
        </EmptyState>
      ) : (
        <ul className="passes">
          {offers.map((offer, i) => (
            <li key={offer.id}>
              <Pass
                offer={offer}
                choice={choice}
                side={i % 2 === 0 ? "left" : "right"}
                look={i === 0 ? "sun" : "sand"}
                refusal={refusal}
              />
            </li>
          ))}
        </ul>
      )}
      <section className="section passes-about" aria-labelledby="what">
        <h2 className="display" id="what">
          {offerTexts.whatAreThey}
        </h2>
        <p className="prose muted">{offerTexts.whatTheyAre}</p>
      </section>
    </div>
  );
}

type PassProps = {
  offer: OfferView;
  choice: ChosenOffer;
  /** The side of the picture on a wide screen. */
  side: "left" | "right";
  look: "sun" | "sand";
  refusal: OfferRefusal | null;
};

function Pass({ offer, choice, side, look, refusal }: PassProps) {
  return (
    <article
      id={offerAnchor(offer.id)}
      className={side === "left" ? "pass" : "pass pass--flip"}
      aria-current={choice.isChosen(offer.id) ? "true" : undefined}
    >
      <figure>
        <Picture picture={offer.picture} seed={offer.id} alt="" sizes="(max-width: 820px) 92vw, 720px" />
        {offer.badge ? <span className="badge badge--phosphor">{offer.badge}</span> : null}
      </figure>
      <div className="pass__body">
        <h2 className="display">{offer.name}</h2>
        <p className="pass__price display gold figures">{publicTexts.price(formatLei(offer.price))}</p>
        {offer.description ? <p className="lead-text muted">{offer.description}</p> : null}
        <OfferLines lines={offer.lines} />
        <OfferNights {...offer} />
        <OfferButton
          offer={offer}
          words={offerTexts.specialBuy}
          notConfigured={offerTexts.specialNotConfigured}
          refusal={refusal}
          choice={choice}
          busy={useSubmitting(offer)}
          look={look}
        />
      </div>
    </article>
  );
}

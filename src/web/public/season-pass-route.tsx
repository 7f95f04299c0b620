import { Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { listSpecialTickets } from "#ticketing/events/offer-queries.server.ts";
import { offerAnchor } from "#web/request/choice-address.ts";
import { siteContext, viewerContext, visitorContext } from "#web/request/request-context.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { moonWide } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { loadAfterRefusal } from "#web/ui/load-after-refusal.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Picture } from "#web/ui/picture.tsx";
import type { Route } from "./+types/season-pass-route.ts";
import { buyOffer, readOpenOffer } from "./buy-offer.server.ts";
import { boundaryOf } from "./lost-pages.tsx";
import { type ChosenOffer, OfferButton, OfferLines, OfferNights, useChosenOffer } from "./offer-button.tsx";
import { offerTexts } from "./offer-texts.ts";
import { type OfferRefusal, type OfferView, offerView } from "./offer-view.ts";
import { OpenOffer, type OpenOfferView } from "./open-offer.tsx";
import { metaOfHead } from "./page-head.ts";
import { siteHead } from "./page-heads.server.ts";
import { publicTexts } from "./public-texts.ts";

export const meta = metaOfHead(() => offerTexts.specialTitle);

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const [offers, open] = await Promise.all([
    listSpecialTickets(site.database.anonymous),
    readOpenOffer(site, context.get(viewerContext).known, "season-pass"),
  ]);
  const head = siteHead(site.origin, {
    path: "/season-pass",
    title: offerTexts.specialTitle,
    description: offerTexts.specialSubtitle,
  });
  return { offers: offers.map((offer) => offerView(offer, "season-pass")), open, head };
}

export async function action({ context, request }: Route.ActionArgs) {
  return buyOffer(context.get(siteContext), context.get(visitorContext), request, {
    origin: "season-pass",
    loginFirst: saleTexts.loginFirstForPass,
    ownWords: {
      no_price: offerTexts.specialNotConfigured,
      provider_unavailable: offerTexts.specialFailed,
      busy: offerTexts.specialFailed,
    },
  });
}

export const shouldRevalidate = loadAfterRefusal;

export const ErrorBoundary = boundaryOf(() => offerTexts.specialLoadFailed);

export default function SeasonPass({ loaderData, actionData }: Route.ComponentProps) {
  return <SeasonPassPage offers={loaderData.offers} open={loaderData.open} refusal={actionData ?? null} />;
}

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
              <Pass offer={offer} choice={choice} at={i} refusal={refusal} />
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

type PassProps = { offer: OfferView; choice: ChosenOffer; at: number; refusal: OfferRefusal | null };

function Pass({ offer, choice, at, refusal }: PassProps) {
  return (
    <article
      id={offerAnchor(offer.id)}
      className={at % 2 === 0 ? "pass" : "pass pass--flip"}
      aria-current={choice.isChosen(offer.id) ? "true" : undefined}
    >
      <figure>
        <Picture picture={offer.picture} seed={offer.id} alt="" sizes="(max-width: 820px) 92vw, 720px" />
        {offer.badge ? <span className="badge badge--phosphor">{offer.badge}</span> : null}
      </figure>
      <div className="pass__body">
        <h2 className="display">{offer.name}</h2>
        <p className="pass__price display gold figures">{saleTexts.price(formatLei(offer.price))}</p>
        {offer.description ? <p className="lead-text muted">{offer.description}</p> : null}
        <OfferLines lines={offer.lines} />
        <OfferNights {...offer} />
        <OfferButton
          offer={offer}
          words={offerTexts.specialBuy}
          notConfigured={offerTexts.specialNotConfigured}
          refusal={refusal}
          choice={choice}
          look={at === 0 ? "sun" : "sand"}
        />
      </div>
    </article>
  );
}

import { data, isRouteErrorResponse, Link, redirectDocument } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { asSentence } from "#kernel/romanian.ts";
import { lookOf } from "#ticketing/content/brand.ts";
import { mayGuestsBuy } from "#ticketing/content/content-queries.server.ts";
import { defaultClub, withDefaults } from "#ticketing/content/site-content.ts";
import { markdownToHtml } from "#ticketing/content/written-text.server.ts";
import { isPaidAtDoor } from "#ticketing/events/door-sum-queries.server.ts";
import { placeOf } from "#ticketing/events/map-link.ts";
import { limits } from "#ticketing/limits.ts";
import { type CheckoutRefusal, openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { readChoice, type SentChoice } from "#ticketing/orders/checkout/order-form.ts";
import { readShownNights } from "#ticketing/orders/checkout/shown-nights.ts";
import { findPaidOrder } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { captchaFor, captchaTokenOf } from "#web/request/captcha-check.server.ts";
import { checkoutRefusal, isWithoutCode } from "#web/request/checkout-refusals.ts";
import { choiceAddress, ownOrderUrl } from "#web/request/choice-address.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import { codeOfRequest } from "#web/request/cookies.server.ts";
import { flashCookie } from "#web/request/flash.server.ts";
import { goToRoom } from "#web/request/go-to-room.server.ts";
import { guestPage } from "#web/request/guest-address.ts";
import type { HoldView } from "#web/request/hold-view.ts";
import { holdOf, readNight } from "#web/request/night-with-code.server.ts";
import { endedCookie } from "#web/request/own-cookie.server.ts";
import { priceTexts } from "#web/request/price-texts.ts";
import { siteContext, viewerContext, visitorContext } from "#web/request/request-context.ts";
import { toPayment } from "#web/request/responses.server.ts";
import { addressWithNext } from "#web/request/return-address.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import { shownPicture, widerPicture } from "#web/request/shown-picture.ts";
import { readClubAddress, readSiteContent } from "#web/request/site-content.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import { useSecondsLeft } from "#web/ui/countdown.tsx";
import { leavingPageBehind } from "#web/ui/leave-page.ts";
import { loadAfterRefusal } from "#web/ui/load-after-refusal.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import { useRefresh } from "#web/ui/use-refresh.ts";
import { Written } from "#web/ui/written.tsx";
import type { Route } from "./+types/event-route.ts";
import { BuyBar } from "./buy-bar.tsx";
import { artistCardView, eventCardView } from "./card-views.server.ts";
import { keepCode, type NightAnswer, type NightForm, readTypedCode, showCode } from "./code-answer.server.ts";
import { shownMoment } from "./event-views.ts";
import { loginFirstCookie } from "./login-first.server.ts";
import { loginToChoose } from "./login-to-choose.ts";
import { boundaryOf } from "./lost-pages.tsx";
import { cardLight } from "./night-badge.tsx";
import { NightFacts, WayThere } from "./night-facts.tsx";
import { metaOfHead } from "./page-head.ts";
import { eventHead } from "./page-heads.server.ts";
import {
  askAboutNight,
  askAboutPrice,
  askIfStale,
  askWithoutCode,
  isCodeIdle,
  shownWithCode,
} from "./price-change.ts";
import { publicTexts } from "./public-texts.ts";
import { panelOf } from "./read-ticket-panel.server.ts";
import { TicketPanel } from "./ticket-panel.tsx";
import type { PanelRefusal, PressAnswer, SalePanel, TicketPanelView } from "./ticket-panel-view.ts";
import { heldField, heldIntent, useChoice } from "./use-choice.ts";

export const meta = metaOfHead((error) =>
  isRouteErrorResponse(error) ? publicTexts.eventMissing : saleTexts.eventFailed,
);

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { kind, known } = context.get(viewerContext);
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  const ownHold = await holdOf(site, known, params.id);
  const night = await readNight(site, known, { eventId: params.id, request, hold: ownHold });
  if (!night) throw data(null, { status: 404 });
  const { found } = night;
  // the hold of a cancelled night is released, not paid
  const hold = found.event.isCancelled ? null : ownHold;
  const content = await readSiteContent(context);
  const facts = withDefaults(defaultClub, content.get("club"));
  const panel = panelOf(night, {
    now: site.now(),
    mayBeGuest: facts.guests && kind !== "person",
    holdMinutes: site.settings.holdMinutes,
    isAnonymous: kind === "anonymous",
    // the choice before a sign-in; other parameters are ignored
    chosen: readChoice(new URL(request.url).searchParams).lines,
  });
  const club = {
    name: facts.full_name,
    address: await readClubAddress(context),
    look: lookOf(content.get("brand")),
  };
  const picture = shownPicture(found.event.picture, found.event.imagePosition);
  const hasTitle = found.event.picture?.hasTitle ?? false;
  const place = placeOf({ location: found.event.location, address: found.address }, club.address);
  const view = {
    id: found.event.id,
    slug: found.event.slug,
    title: found.event.title,
    date: found.event.date,
    time: found.event.time,
    location: found.event.location,
    doors: found.doors,
    end: found.ends === null ? null : shownMoment(found.event.endsAt),
    phase: found.now.phase,
    // whether the begin has passed: doors may open earlier
    hasBegun: found.now.hasBegun,
    minimumAge: found.minimumAge,
    cancelled:
      found.cancelReason === null
        ? null
        : {
            reason: found.cancelReason,
            keepsUsed: found.keepsUsed === true,
            isSoldAtDoor: await isPaidAtDoor(site.database, found.event.id),
          },
    moved: found.event.isCancelled ? null : found.event.moved,
    // where this visitor finds what to do with tickets of a moved night
    ordersPath: kind === "guest" ? "/orders" : "/profile?section=orders",
    way: place && { ...place, directions: found.directions },
    description: markdownToHtml(found.event.description),
    // a picture that contains the title stands below, as a poster; over others the page writes the title
    picture: hasTitle ? null : picture,
    widePicture: hasTitle ? null : widerPicture(found.event.picture),
    poster: hasTitle ? picture : null,
    light: found.event.light,
    artists: found.artists.map(artistCardView),
    panel,
    others: found.others.map(eventCardView),
  };
  const page = { view, hold, head: eventHead(site.origin, club, found) };
  // the visitor is told once that the code is over
  return data(page, night.isCodeOver ? { headers: { "set-cookie": endedCookie("code", site.origin) } } : {});
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  const night = { eventId: params.id, request, form: await request.formData() };
  const typed = await readTypedCode(site, visitor, night);
  if (!typed) return answerForm(site, visitor, { ...night, typedCode: null });
  if ("answer" in typed) return typed.answer;
  const code = typed.applied;
  const present = await presentPanel(site, visitor, { ...night, typedCode: code });
  if (present?.kind === "sale" && isCodeIdle(readChoice(night.form).lines, present))
    return showCode(site, night, code);
  const answer = await answerForm(site, visitor, { ...night, typedCode: code });
  return keepCode(answer, { code, present, origin: site.origin });
}

/** A press of the form, with a code that was typed in it and is not in the cookie yet; null without one. */
type Press = NightForm & { readonly typedCode: string | null };

async function answerForm(site: SiteServices, visitor: Visitor, press: Press): Promise<NightAnswer> {
  const { eventId, request, form: sent, typedCode } = press;
  const isContinued = visitor.kind !== "anonymous" && sent.get("intent") === heldIntent;
  const open = isContinued ? await holdOf(site, visitor, eventId) : null;
  // another page may have put another order in its place
  const held = open?.checkoutUrl === sent.get(heldField) ? open : null;
  if (held && typedCode === null) return redirectDocument(`${held.checkoutUrl}/pay`);
  const read = readChoice(sent);
  const nights = readShownNights(sent);
  const { lines } = read;
  const showAgain = (refusal: PanelRefusal, status: number) =>
    data<PressAnswer>({ refusal, chosen: lines, captcha: null }, { status });
  if ("problem" in read) return showAgain(panelRefusal(problemWords()[read.problem]), 400);
  if (visitor.kind !== "person") {
    const present = await presentPanel(site, visitor, press);
    const refusal = present?.kind === "sale" ? askIfStale(read, nights, present) : null;
    if (refusal)
      return data<PressAnswer>({ present, refusal, chosen: lines, captcha: null }, { status: 409 });
  }
  // a person who has an account now goes from there to the choice
  if (sent.get("intent") === "register")
    return redirectDocument(addressWithNext("/register", choiceAddress(eventId, lines)));
  if (visitor.kind === "anonymous" && sent.get("intent") === "guest")
    return redirectDocument(guestPage(eventId, lines));
  if (visitor.kind === "anonymous") {
    // A document redirect: the form keeps the scroll position for its own answers only.
    return redirectDocument(loginToChoose(eventId, lines), {
      headers: { "set-cookie": await loginFirstCookie(site, saleTexts.loginFirst) },
    });
  }
  // going back after the payment shows the form as it was, and a second click would buy the same again
  const hasConfirmedRepeat = sent.get("again") === "1";
  const paidOrder = hasConfirmedRepeat
    ? undefined
    : await site.database.readAs(asOwner(visitor), (sql) => findPaidOrder(sql, eventId));
  if (paidOrder !== undefined) {
    const seeUrl = visitor.kind === "person" ? ownOrderUrl(paidOrder.number) : null;
    return showAgain({ ...panelRefusal(saleTexts.alreadyBought(paidOrder)), asksAgain: true, seeUrl }, 200);
  }
  // a guest sees the email address, and can change it, before every payment
  if (visitor.kind === "guest") return redirectDocument(guestPage(eventId, lines, hasConfirmedRepeat));
  const code = typedCode ?? codeOfForm(sent) ?? codeOfRequest(request);
  const isTotalSent = sent.has("total") || !code;
  const panel = isTotalSent ? undefined : await presentPanel(site, visitor, press);
  // who goes on with what is held saw its total
  const total = held?.total ?? (panel?.kind === "sale" ? shownWithCode(read, panel) : read.total);
  const choice = { ...read, total };
  const opened = await openCheckout(site, {
    lines,
    total,
    nights,
    eventId,
    priceId: null,
    origin: "event",
    requestKey: null,
    sessionHash: visitor.sessionHash,
    captchaToken: captchaTokenOf(sent),
    code,
    address: addressOf(request),
  });
  if (opened.ok) return toPayment(opened.value);
  const { refusal } = opened;
  if ("orderId" in refusal) {
    return redirectDocument(`/checkout/${refusal.orderId}`, {
      status: 303,
      headers: {
        "set-cookie": flashCookie({ kind: "error", text: checkoutRefusal(refusal).sentence }, site.origin),
      },
    });
  }
  if (refusal.reason === "wait_in_room") return goToRoom(site, visitor, refusal.eventId);
  const { status, sentence, retryAfter } = checkoutRefusal(refusal);
  // the page is out of date
  const isStale = status === 409 || status === 404;
  const present = isStale ? await presentPanel(site, visitor, press) : undefined;
  return data<PressAnswer>(
    {
      ...(present ? { present } : {}),
      refusal:
        (present?.kind === "sale" ? questionOf(refusal, choice, present) : null) ??
        panelRefusal([sentence, ...ticketsLeftText(refusal, lines, present)].join(". ")),
      chosen: lines,
      captcha: captchaFor(refusal, site),
    },
    { status, ...(retryAfter ? { headers: { "retry-after": String(retryAfter) } } : {}) },
  );
}

/**
 * Returns the code that the form itself contains, "" when it changes nothing for the choice; null without the field.
 */
function codeOfForm(sent: FormData): string | null {
  const typed = sent.get("code");
  return typeof typed === "string" ? typed : null;
}

const problemWords = () => ({
  nothing_chosen: publicTexts.nothingChosen,
  too_many_types: publicTexts.tooManyTypes(limits.linesPerOrder),
  not_understood: saleTexts.choiceInvalid,
});

const panelRefusal = (sentence: string): PanelRefusal => ({ sentence, change: null, asksSeveral: false });

/** Reads the panel of a visitor as it is now. */
async function presentPanel(
  site: SiteServices,
  visitor: Visitor,
  { eventId, request, typedCode }: Press,
): Promise<TicketPanelView | undefined> {
  const known = visitor.kind === "anonymous" ? null : visitor;
  const hold = await holdOf(site, known, eventId);
  const night = await readNight(site, known, { eventId, request, hold, typedCode });
  return (
    night &&
    panelOf(night, {
      now: site.now(),
      holdMinutes: site.settings.holdMinutes,
      isAnonymous: known === null,
      mayBeGuest: known === null && (await mayGuestsBuy(site.database.anonymous)),
      chosen: [],
    })
  );
}

/** Returns the question when the purchase can go on at another price; null when it cannot. */
function questionOf(refusal: CheckoutRefusal, choice: SentChoice, present: SalePanel): PanelRefusal | null {
  if (refusal.reason === "price_changed") return askAboutPrice(choice, refusal.total, present);
  if (refusal.reason === "night_moved") return askAboutNight(refusal, choice, present);
  return isWithoutCode(refusal) ? askWithoutCode(choice, present) : null;
}

/** Says how many tickets are left, from the panel that is shown with it, so that both say the same number. */
function ticketsLeftText(refusal: CheckoutRefusal, chosen: SentChoice["lines"], panel?: TicketPanelView) {
  if (refusal.reason !== "not_enough" || panel?.kind !== "sale") return [];
  const type = panel.types.find(({ id }) => id === refusal.ticketTypeId);
  if (!type) return [];
  const chosenQuantity = chosen.find(({ ticketTypeId }) => ticketTypeId === type.id)?.quantity ?? 0;
  // enough are left for this type alone
  if (chosen.length > 1 && chosenQuantity <= type.most) return [priceTexts.besideOthers(type.name)];
  const [tickets, addOns] = type.entries === 0 ? [0, type.most] : [type.most, 0];
  return [publicTexts.stillThere(type.name, { tickets, addOns })];
}

// the date beside the question must be the one that is asked about
export const shouldRevalidate = loadAfterRefusal;

/** When no answer comes, the choice stays. Another click finds the order that may have been made. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return unlessUnanswered(
    () => leavingPageBehind(serverAction),
    (): PressAnswer => ({ refusal: panelRefusal(saleTexts.failed), chosen: [], captcha: null }),
  );
}

export default function Event({ loaderData, actionData }: Route.ComponentProps) {
  const { view, hold } = loaderData;
  const { present = view.panel, ...answer }: Partial<PressAnswer> = actionData ?? {};
  const { wrongCode = null, refusal } = answer;
  const panel =
    present.kind === "sale"
      ? { ...present, ...answer }
      : { ...present, wrongCode, isAnswer: Boolean(refusal) };
  // a new key, so that each night starts with its own choice
  return <EventPage key={view.id} view={{ ...view, panel }} hold={hold} />;
}

/** Seconds. The places come back within about two. */
const betweenReads = 3;

export const ErrorBoundary = boundaryOf(() => saleTexts.eventFailed, "event");

export type EventPageView = Route.ComponentProps["loaderData"]["view"];

type EventPageProps = {
  view: EventPageView;
  /** Personal, so it is sent beside the cached view. */
  hold: HoldView | null;
};

export function EventPage({ view, hold: loadedHold }: EventPageProps) {
  const hold = useLapsingHold(loadedHold);
  const state = view.panel.kind === "closed" ? view.panel.state : null;
  const past = state === "ended";
  const isOn = !past && state !== "cancelled";
  const choice = useChoice(view.panel, hold);
  const newDate = view.moved && view.moved.date !== view.date ? view.date : null;
  return (
    <article className={past ? "event event--past" : "event"} style={{ "--ev": cardLight(view) }}>
      <div className="event__art opening-art">
        <Picture
          picture={view.picture}
          wide={view.widePicture}
          seed={view.id}
          alt={view.picture?.alt ?? ""}
          sizes="(max-width: 820px) 125vw, 100vw"
          priority="high"
        />
      </div>
      <div className="wrap event__grid">
        <div className="event__main">
          <h1 className="event__title display">{view.title}</h1>
          <NightFacts view={view} isOn={isOn} />
          {view.cancelled === null ? null : (
            <Notice kind="bad" title={publicTexts.cancelledTitle}>
              {asSentence(view.cancelled.reason)} {publicTexts.cancelledBanner(view.cancelled)}
            </Notice>
          )}
          {view.artists.length > 0 ? (
            <Lineup artists={view.artists} title={past ? publicTexts.lineupPast : publicTexts.lineup} />
          ) : null}
        </div>
        <div className="event__side">
          <TicketPanel
            event={{ ...view, newDate }}
            panel={view.panel}
            hold={hold}
            choice={choice}
            others={view.others}
          />
        </div>
        <div className="event__more">
          {view.poster ? (
            <figure className="event__poster">
              <Picture
                picture={view.poster}
                seed={view.id}
                alt={view.poster.alt ?? ""}
                sizes="(max-width: 560px) 92vw, 520px"
              />
            </figure>
          ) : null}
          <section className="event__section" aria-labelledby="about">
            <h2 className="display" id="about">
              {publicTexts.about}
            </h2>
            <Written className="prose" html={view.description} />
          </section>
          {view.way && isOn ? <WayThere location={view.location} way={view.way} /> : null}
        </div>
      </div>
      <BuyBar panel={view.panel} hold={hold} choice={choice} newDate={newDate} />
    </article>
  );
}

function Lineup({ artists, title }: { artists: EventPageView["artists"]; title: string }) {
  return (
    <section className="event__section" aria-labelledby="lineup">
      <h2 className="display" id="lineup">
        {title}
      </h2>
      <ul className="lineup">
        {artists.map((artist) => (
          <li key={artist.id}>
            <Link className="lineup-chip display" to={`/artists/${artist.slug}`} prefetch="intent">
              <Picture picture={artist.picture} seed={artist.id} alt="" sizes="64px" />
              <span>
                {artist.name}
                <small>{artist.tagline ?? publicTexts.artistDefault}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Returns the hold, for all parts of the page, so that it runs out for all at once. Until its places are on sale again
 * the night is read anew: they change prices and what is left.
 */
function useLapsingHold(hold: HoldView | null): HoldView | null {
  const secondsLeft = useSecondsLeft(hold?.secondsLeft ?? 0);
  useRefresh(hold && secondsLeft === 0 && !hold.isReleased ? betweenReads : null);
  return hold && secondsLeft === 0 ? { ...hold, secondsLeft } : hold;
}

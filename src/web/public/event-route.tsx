import { data, isRouteErrorResponse, redirectDocument } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { dayOf } from "#kernel/time.ts";
import { defaultClub, withDefaults } from "#ticketing/content/site-content.ts";
import { findEventPage } from "#ticketing/events/event-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { type CheckoutRefusal, openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { readChoice } from "#ticketing/orders/checkout/order-form.ts";
import { captchaFor, captchaTokenOf } from "#web/request/captcha-check.server.ts";
import { checkoutRefusal } from "#web/request/checkout-refusals.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import { codeOfRequest } from "#web/request/code-cookie.server.ts";
import { flashCookie } from "#web/request/flash.server.ts";
import { goToRoom } from "#web/request/go-to-room.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { toPayment } from "#web/request/responses.server.ts";
import { readSiteContent } from "#web/request/site-content.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import type { Route } from "./+types/event-route.ts";
import { EventPage, type EventPageView } from "./event-page.tsx";
import { artistCardView, eventCardView, pictureView, widePictureView } from "./event-views.ts";
import { loginToChoose } from "./login-to-choose.ts";
import { LoadFailedPage, NotFoundPage } from "./lost-pages.tsx";
import { headTags } from "./page-head.ts";
import { eventHead } from "./page-heads.server.ts";
import { publicTexts } from "./public-texts.ts";
import { holdOf, panelOf } from "./read-ticket-panel.server.ts";
import type { PressAnswer, TicketPanelView } from "./ticket-panel-view.ts";
import "./event-page.css";

export const meta: Route.MetaFunction = ({ loaderData, error, matches }) =>
  loaderData
    ? headTags(loaderData.head, matches)
    : [
        {
          title: pageTitle(
            matches,
            isRouteErrorResponse(error) ? publicTexts.eventMissing : publicTexts.eventFailed,
          ),
        },
      ];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const today = dayOf(site.now());
  const found = isUuid(params.id)
    ? await findEventPage(site.database.anonymous, params.id, today)
    : undefined;
  if (!found) throw data(null, { status: 404 });
  const panel = panelOf(found, {
    now: site.now(),
    holdMinutes: site.settings.holdMinutes,
    isAnonymous: visitor.kind === "anonymous",
    // the choice of a person who had to sign in first; the rest of a query is ignored
    chosen: readChoice(new URL(request.url).searchParams).lines,
  });
  const view: EventPageView = {
    id: found.event.id,
    title: found.event.title,
    date: found.event.date,
    time: found.event.time,
    location: found.event.location,
    description: found.event.description,
    picture: pictureView(found.event),
    widePicture: widePictureView(found.event),
    light: found.event.light,
    artists: found.artists.map(artistCardView),
    panel,
    others: found.others.map((event) => eventCardView(event, today)),
  };
  const club = withDefaults(defaultClub, (await readSiteContent(context)).get("club"));
  const hold = await holdOf(site, visitor, found.event.id);
  return { view, hold, head: eventHead(site.origin, club.full_name, found) };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  const sent = await request.formData();
  const choice = readChoice(sent);
  const { lines } = choice;
  if ("problem" in choice)
    return data(
      {
        refusal: { sentence: problemWords[choice.problem], isQuestion: false },
        chosen: lines,
        captcha: null,
      },
      { status: 400 },
    );
  if (visitor.kind === "anonymous") {
    // as a document: the form keeps the page where it is scrolled to, for its own answers
    return redirectDocument(loginToChoose(params.id, lines), {
      headers: { "set-cookie": flashCookie({ kind: "error", text: publicTexts.loginFirst }, site.origin) },
    });
  }
  const opened = await openCheckout(site, {
    ...choice,
    eventId: params.id,
    priceId: null,
    origin: "event",
    requestKey: null,
    sessionHash: visitor.sessionHash,
    captchaToken: captchaTokenOf(sent),
    code: typedIn(sent) ?? codeOfRequest(request),
    address: addressOf(request),
  });
  if (opened.ok) return toPayment(opened.value);
  const { refusal } = opened;
  if (
    refusal.reason === "other_order_open" ||
    refusal.reason === "already_paid" ||
    refusal.reason === "provider_unavailable"
  ) {
    return redirectDocument(`/checkout/${refusal.orderId}`, {
      status: 303,
      headers: {
        "set-cookie": flashCookie({ kind: "error", text: checkoutRefusal(refusal).sentence }, site.origin),
      },
    });
  }
  if (refusal.reason === "wait_in_room") return goToRoom(site, visitor, refusal.eventId);
  const { status, sentence, retryAfter } = checkoutRefusal(refusal);
  const isQuestion = refusal.reason === "price_changed";
  // Prices and numbers that the page shows are not true any more.
  const present =
    isQuestion || refusal.reason === "not_enough" ? await presentPanel(site, params.id) : undefined;
  return data<PressAnswer>(
    {
      ...(present ? { present } : {}),
      refusal: { sentence: [sentence, ...whatIsLeft(refusal, present)].join(". "), isQuestion },
      chosen: lines,
      captcha: captchaFor(refusal, site),
    },
    { status, ...(retryAfter ? { headers: { "retry-after": String(retryAfter) } } : {}) },
  );
}

/** The code in the form itself; null without the field. */
function typedIn(sent: FormData): string | null {
  const typed = sent.get("code");
  return typeof typed === "string" ? typed : null;
}

const problemWords = {
  nothing_chosen: publicTexts.nothingChosen,
  too_many_types: publicTexts.tooManyTypes(limits.linesPerOrder),
  not_understood: publicTexts.choiceInvalid,
} as const;

/** The panel of a customer as it is now. */
async function presentPanel(site: SiteServices, eventId: string): Promise<TicketPanelView | undefined> {
  const now = site.now();
  const found = await findEventPage(site.database.anonymous, eventId, dayOf(now));
  return (
    found && panelOf(found, { now, holdMinutes: site.settings.holdMinutes, isAnonymous: false, chosen: [] })
  );
}

function whatIsLeft(refusal: CheckoutRefusal, panel: TicketPanelView | undefined): string[] {
  if (refusal.reason !== "not_enough" || panel?.kind !== "sale") return [];
  const type = panel.types.find(({ id }) => id === refusal.ticketTypeId);
  return type ? [publicTexts.stillThere(type.name, refusal.available)] : [];
}

/** When no answer comes, the choice stays, and another click finds the order that may have been made. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return unlessUnanswered(
    serverAction,
    (): PressAnswer => ({
      refusal: { sentence: publicTexts.checkoutFailed, isQuestion: false },
      chosen: [],
      captcha: null,
    }),
  );
}

export default function Event({ loaderData, actionData }: Route.ComponentProps) {
  const { view, hold } = loaderData;
  const { present = view.panel, ...answer }: Partial<PressAnswer> = actionData ?? {};
  const panel = present.kind === "sale" ? { ...present, ...answer } : present;
  // each night begins with a choice of its own
  return <EventPage key={view.id} view={{ ...view, panel }} hold={hold} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) return <LoadFailedPage sentence={publicTexts.eventFailed} />;
  if (error.status === 404) return <NotFoundPage missing="event" />;
  throw error;
}

import { data, isRouteErrorResponse, redirect } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { dayOf, wallTimeOf } from "#kernel/time.ts";
import { defaultClub, withDefaults } from "#ticketing/content/site-content.ts";
import { type EventPageData, findEventPage } from "#ticketing/events/event-queries.server.ts";
import { isRoomOpen } from "#ticketing/events/opening.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { readTicketForm } from "#ticketing/orders/checkout/order-form.ts";
import { findOpenOrder } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { captchaFor, captchaTokenOf } from "#web/request/captcha-check.server.ts";
import { checkoutRefusal } from "#web/request/checkout-refusals.ts";
import { flashCookie } from "#web/request/flash.server.ts";
import { goToRoom } from "#web/request/go-to-room.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { toPayment } from "#web/request/responses.server.ts";
import { readSiteContent } from "#web/request/site-content.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import type { Route } from "./+types/event-route.ts";
import { EventPage, type EventPageView } from "./event-page.tsx";
import {
  artistCardView,
  eventCardView,
  pictureView,
  ticketTypeView,
  widePictureView,
} from "./event-views.ts";
import { loginToChoose } from "./login-to-choose.ts";
import { LoadFailedPage, NotFoundPage } from "./lost-pages.tsx";
import { headTags } from "./page-head.ts";
import { eventHead } from "./page-heads.server.ts";
import { publicTexts } from "./public-texts.ts";
import type { HoldView, TicketPanelView } from "./ticket-panel-view.ts";
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
    today,
    now: site.now(),
    holdMinutes: site.settings.holdMinutes,
    anonymous: visitor.kind === "anonymous",
    chosen: choiceIn(new URL(request.url).searchParams),
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

async function holdOf(site: SiteServices, visitor: Visitor, eventId: string): Promise<HoldView | null> {
  if (visitor.kind === "anonymous" || !visitor.hasOpenOrder) return null;
  const order = await site.database.readAs(asOwner(visitor), (sql) => findOpenOrder(sql, eventId));
  if (!order || order.state === "payment_pending") return null;
  return {
    ticketTypeId: order.ticketTypeId,
    quantity: order.quantity,
    total: order.total,
    secondsLeft: Math.max(0, Math.round((order.holdExpiresAt.getTime() - site.now().getTime()) / 1000)),
    secondsInAll: site.settings.holdMinutes * 60,
    checkoutUrl: `/checkout/${order.id}`,
  };
}

type Choice = { ticketTypeId: string; quantity: number };

/** The choice of a person who had to sign in first, from the address; the rest of a query is ignored. */
function choiceIn(query: URLSearchParams): Choice | null {
  const form = new FormData();
  for (const [name, value] of query) form.append(name, value);
  const read = readTicketForm(form);
  return "problem" in read ? null : read;
}

type Asked = { today: string; now: Date; holdMinutes: number; anonymous: boolean; chosen: Choice | null };

function panelOf(
  { event, types, opening, isStopped }: EventPageData,
  { today, now, holdMinutes, anonymous, chosen }: Asked,
): TicketPanelView {
  if (event.date < today) return { kind: "past", viewer: anonymous ? "anonymous" : "customer" };
  if (types.length === 0) return { kind: "noTypes" };
  const offered = types.filter((type) => type.available > 0 && type.isInSalesWindow).map(ticketTypeView);
  if (!event.isAvailable) return { kind: "unavailable", types: types.map(ticketTypeView) };
  if (isStopped) return { kind: "stopped" };
  const waitingUrl = opening && isRoomOpen(opening, now) ? `/events/${event.id}/waiting` : null;
  if (opening?.door === "closed") {
    const roomFrom = opening.roomOpensAt && wallTimeOf(opening.roomOpensAt);
    return {
      kind: "opening",
      day: dayOf(opening.opensAt),
      time: wallTimeOf(opening.opensAt),
      roomFrom,
      waitingUrl,
      loginUrl: anonymous ? loginToChoose(event.id, null) : null,
    };
  }
  if (offered.length === 0) return { kind: "soldOut", places: null, holdMinutes };
  return {
    kind: "sale",
    waitingUrl,
    types: offered,
    loginUrl: anonymous ? loginToChoose(event.id, null) : null,
    chosen,
    refusal: null,
    captcha: null,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  const sent = await request.formData();
  const form = readTicketForm(sent);
  if (visitor.kind === "anonymous") {
    return redirect(loginToChoose(params.id, "problem" in form ? null : form), {
      headers: { "set-cookie": flashCookie({ kind: "error", text: publicTexts.loginFirst }, site.origin) },
    });
  }
  if ("problem" in form) {
    const refusal = form.problem === "nothing_chosen" ? publicTexts.nothingChosen : publicTexts.choiceInvalid;
    return data({ refusal, chosen: null, captcha: null }, { status: 400 });
  }
  const opened = await openCheckout(site, {
    lines: [form],
    eventId: params.id,
    priceId: null,
    total: null,
    origin: "event",
    requestKey: null,
    sessionHash: visitor.sessionHash,
    captchaToken: captchaTokenOf(sent),
  });
  if (opened.ok) return toPayment(opened.value);
  const { refusal } = opened;
  if (
    refusal.reason === "other_order_open" ||
    refusal.reason === "already_paid" ||
    refusal.reason === "provider_unavailable"
  ) {
    return redirect(`/checkout/${refusal.orderId}`, {
      status: 303,
      headers: {
        "set-cookie": flashCookie({ kind: "error", text: checkoutRefusal(refusal).sentence }, site.origin),
      },
    });
  }
  if (refusal.reason === "wait_in_room") return goToRoom(site, visitor, refusal.eventId);
  const { status, sentence, retryAfter } = checkoutRefusal(refusal);
  return data(
    { refusal: sentence, chosen: form, captcha: captchaFor(refusal, site) },
    { status, ...(retryAfter ? { headers: { "retry-after": String(retryAfter) } } : {}) },
  );
}

/** When no answer comes, the choice stays, and another click finds the order that may have been made. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return unlessUnanswered(serverAction, () => ({
    refusal: publicTexts.checkoutFailed,
    chosen: null,
    captcha: null,
  }));
}

export default function Event({ loaderData, actionData }: Route.ComponentProps) {
  const { view, hold } = loaderData;
  const panel = actionData && view.panel.kind === "sale" ? { ...view.panel, ...actionData } : view.panel;
  return <EventPage view={{ ...view, panel }} hold={hold} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error)) return <LoadFailedPage sentence={publicTexts.eventFailed} />;
  if (error.status === 404) return <NotFoundPage missing="event" />;
  throw error;
}

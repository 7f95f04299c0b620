import { data, redirect } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { dayOf, formatLongDate } from "#kernel/time.ts";
import { lastTickets, type TicketTypeOnSale } from "#ticketing/events/event.ts";
import {
  type EventPage as EventFacts,
  findEventPage,
  listUpcomingEvents,
} from "#ticketing/events/event-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { openCheckout } from "#ticketing/orders/open-checkout.server.ts";
import { readTicketForm } from "#ticketing/orders/order-form.ts";
import { findOpenOrder } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { checkoutRefusal } from "#web/request/checkout-refusals.ts";
import { flashCookie } from "#web/request/flash.server.ts";
import { pageTitle } from "#web/request/page-title.ts";
import { pageFactsContext, siteContext, visitorContext } from "#web/request/request-context.ts";
import { toPayment } from "#web/request/responses.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/who-asks.server.ts";
import type { Route } from "./+types/event-route.ts";
import { EventPage, type EventPageView } from "./event-page.tsx";
import { artistCardView, eventCardView, pictureView, widePictureView } from "./event-views.ts";
import { NotFoundPage } from "./lost-pages.tsx";
import { publicTexts } from "./public-texts.ts";
import type { HoldView, TicketPanelView } from "./ticket-panel-view.ts";
import type { TicketTypeView } from "./ticket-type-card.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? [
        { title: pageTitle(matches, `${loaderData.view.title}, ${formatLongDate(loaderData.view.date)}`) },
        { name: "description", content: loaderData.view.description.slice(0, 200) },
      ]
    : [{ title: pageTitle(matches, publicTexts.eventMissing) }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const today = dayOf(site.now());
  const reader = site.database.anonymous.$client;
  const found = isUuid(params.id) ? await findEventPage(reader, params.id) : undefined;
  if (!found) throw data(null, { status: 404 });
  context.get(pageFactsContext).subjects.add(`event:${found.event.id}`);
  const panel = panelOf(found, today, site.settings.holdMinutes, visitor.kind === "anonymous");
  const others =
    panel.kind === "sale"
      ? []
      : (await listUpcomingEvents(reader, today, 4))
          .filter((event) => event.id !== found.event.id)
          .slice(0, 3);
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
    others: others.map((event) => eventCardView(event, today)),
  };
  return { view, hold: await holdOf(site, visitor, found.event.id) };
}

async function holdOf(site: SiteServices, visitor: Visitor, eventId: string): Promise<HoldView | null> {
  if (visitor.kind === "anonymous" || !visitor.hasOpenOrder) return null;
  const order = await site.database.withActor(asOwner(visitor), (sql) => findOpenOrder(sql, eventId));
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

function panelOf(
  { event, types }: EventFacts,
  today: string,
  holdMinutes: number,
  anonymous: boolean,
): TicketPanelView {
  if (event.date < today) return { kind: "past", viewer: anonymous ? "anonymous" : "customer" };
  if (types.length === 0) return { kind: "noTypes" };
  const offered = types.filter((type) => type.available > 0 && type.isInSalesWindow).map(typeView);
  if (!event.isAvailable) return { kind: "unavailable", types: types.map(typeView) };
  if (offered.length === 0) return { kind: "soldOut", places: null, holdMinutes };
  return {
    kind: "sale",
    types: offered,
    loginUrl: anonymous ? `/login?next=/events/${event.id}` : null,
    chosen: null,
    refusal: null,
  };
}

function typeView(type: TicketTypeOnSale): TicketTypeView {
  return {
    id: type.id,
    name: type.title,
    description: type.description,
    price: type.price,
    entries: type.entries,
    most: Math.max(1, Math.min(limits.quantity, type.available)),
    left: type.available <= lastTickets ? type.available : null,
    configured: type.isConfigured,
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const isHttps = site.origin.startsWith("https:");
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  if (visitor.kind === "anonymous") {
    return redirect(`/login?next=/events/${params.id}`, {
      headers: { "set-cookie": flashCookie({ kind: "error", text: publicTexts.loginFirst }, isHttps) },
    });
  }
  const form = readTicketForm(await request.formData());
  if ("problem" in form) {
    const refusal = form.problem === "nothing_chosen" ? publicTexts.nothingChosen : publicTexts.choiceInvalid;
    return data({ refusal, chosen: null }, { status: 400 });
  }
  const opened = await openCheckout(site, {
    ...form,
    eventId: params.id,
    priceId: null,
    origin: "event",
    requestKey: null,
    sessionHash: visitor.sessionHash,
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
        "set-cookie": flashCookie({ kind: "error", text: checkoutRefusal(refusal).sentence }, isHttps),
      },
    });
  }
  const { status, sentence, retryAfter } = checkoutRefusal(refusal);
  return data(
    { refusal: sentence, chosen: form },
    { status, ...(retryAfter ? { headers: { "retry-after": String(retryAfter) } } : {}) },
  );
}

export default function Event({ loaderData, actionData }: Route.ComponentProps) {
  const { view, hold } = loaderData;
  const panel =
    actionData && view.panel.kind === "sale"
      ? { ...view.panel, chosen: actionData.chosen, refusal: actionData.refusal }
      : view.panel;
  return <EventPage view={{ ...view, panel }} hold={hold} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (typeof error === "object" && error !== null && "status" in error && error.status === 404)
    return <NotFoundPage missing="event" />;
  throw error;
}

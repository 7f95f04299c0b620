import { data, redirect } from "react-router";
import { isUuid, newId } from "#kernel/id.ts";
import { sendTicketsNow } from "#ticketing/delivery/send-tickets-now.server.ts";
import { isBuyable } from "#ticketing/events/event.ts";
import { findEventPage } from "#ticketing/events/event-queries.server.ts";
import { readRequestKey, readTicketForm } from "#ticketing/orders/checkout/order-form.ts";
import { makeTestPurchase } from "#ticketing/orders/gifts/make-test-purchase.server.ts";
import { findOrder } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { boughtTickets } from "#web/checkout/bought-tickets.server.ts";
import { ticketTypeView } from "#web/public/event-views.ts";
import { publicTexts } from "#web/public/public-texts.ts";
import { checkoutRefusal } from "#web/request/checkout-refusals.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { loginPath, seeOther } from "#web/request/responses.server.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import { shownPicture, widerPicture } from "#web/request/shown-picture.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import { metaOf } from "#web/ui/page-title.ts";
import type { Route } from "./+types/test-purchase-route.ts";
import { TestPurchasePage, type TestPurchaseView } from "./test-purchase-page.tsx";
import { TestPurchaseSuccess } from "./test-purchase-success.tsx";
import { testPurchaseTexts } from "./test-purchase-texts.ts";
import "#web/checkout/checkout.css";
import "./demo.css";

export const meta = metaOf(() => testPurchaseTexts.title);

type Person = Visitor & { kind: "person" };

/** The signed-in person; others are redirected to the login. Throws 404 outside demo mode. */
function personOf({ context, request }: Route.LoaderArgs | Route.ActionArgs): Person {
  if (context.get(siteContext).settings.mode !== "demo") throw data(null, { status: 404 });
  const visitor = context.get(visitorContext);
  if (visitor.kind !== "person") throw redirect(loginPath(request));
  return visitor;
}

export async function loader(args: Route.LoaderArgs) {
  const person = personOf(args);
  const site = args.context.get(siteContext);
  const orderId = new URL(args.request.url).searchParams.get("order");
  if (orderId !== null) return { kind: "bought" as const, tickets: await boughtNow(site, person, orderId) };
  return { kind: "choosing" as const, view: await choices(site, args.params.id) };
}

async function boughtNow(site: SiteServices, person: Person, orderId: string) {
  const order = isUuid(orderId)
    ? await site.database.readAs(asOwner(person), (sql) => findOrder(sql, orderId))
    : undefined;
  if (!order || order.purchaseIds.length === 0) throw data(null, { status: 404 });
  return boughtTickets(site, asOwner(person), order, {
    files: "",
    sendPath: "/profile/send",
    splitPath: "/profile",
    takesNames: false,
  });
}

async function choices(site: SiteServices, eventId: string): Promise<TestPurchaseView> {
  const found = isUuid(eventId) ? await readEvent(site, eventId) : undefined;
  if (!found)
    throw seeOther("/events", {
      origin: site.origin,
      flash: { kind: "error", text: testPurchaseTexts.eventFailed },
    });
  const { event } = found;
  const types = found.types.filter(isBuyable);
  // the night's own page says why nothing can be bought
  if (event.sale.off !== null || !types.some(({ entries }) => entries > 0))
    throw redirect(`/events/${eventId}`);
  return {
    event: {
      id: event.id,
      title: event.title,
      date: event.date,
      time: event.time,
      location: event.location,
      picture: widerPicture(event.picture) ?? shownPicture(event.picture, event.imagePosition),
    },
    types: types.map((type) => ticketTypeView(type, site.now())),
    requestKey: newId(),
    chosen: null,
    refusal: null,
  };
}

/**
 * Returns the night. A night that cannot be read counts as missing, so the visitor is redirected to the other nights.
 */
async function readEvent(site: SiteServices, eventId: string) {
  try {
    return await findEventPage(site.database.anonymous, eventId);
  } catch (error) {
    site.log.error({ error: String(error), eventId }, "the night of a test purchase could not be read");
    return undefined;
  }
}

export async function action(args: Route.ActionArgs) {
  const person = personOf(args);
  const site = args.context.get(siteContext);
  const { id: eventId } = args.params;
  if (!isUuid(eventId)) throw data(null, { status: 404 });
  const fields = await args.request.formData();
  const form = readTicketForm(fields);
  const key = fields.get("request_key");
  const requestKey = typeof key === "string" ? readRequestKey(key) : undefined;
  if ("problem" in form) {
    const refusal = form.problem === "nothing_chosen" ? publicTexts.nothingChosen : saleTexts.choiceInvalid;
    return data({ refusal, chosen: null }, { status: 400 });
  }
  if (!requestKey) return data({ refusal: saleTexts.choiceInvalid, chosen: form }, { status: 400 });
  const purchase = await makeTestPurchase(site, { buyer: person, eventId, requestKey, ...form }).catch(
    (error: unknown) => {
      site.log.error({ error: String(error) }, "a test purchase failed");
      return undefined;
    },
  );
  if (!purchase) return data({ refusal: testPurchaseTexts.failed, chosen: form }, { status: 503 });
  if (!purchase.ok) {
    if (purchase.refusal.reason === "not_in_demo_mode") throw data(null, { status: 404 });
    const { status, sentence } = checkoutRefusal(purchase.refusal);
    return data({ refusal: sentence, chosen: form }, { status });
  }
  const { orderId } = purchase.value;
  const sent = await sendTicketsNow(site, orderId);
  return seeOther(`/purchase/${eventId}?order=${orderId}`, {
    origin: site.origin,
    ...(sent.ok ? {} : { flash: { kind: "error", text: testPurchaseTexts.notSent } as const }),
  });
}

export default function TestPurchase({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.kind === "bought") return <TestPurchaseSuccess tickets={loaderData.tickets} />;
  return <TestPurchasePage view={{ ...loaderData.view, ...actionData }} />;
}

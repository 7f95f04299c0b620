import { data, redirect } from "react-router";
import { dayOf, formatLongDate, wallTimeOf } from "#kernel/time.ts";
import { acceptTicket } from "#ticketing/orders/transfers/accept-ticket.server.ts";
import {
  findOfferedTicket,
  type OfferedTicket,
} from "#ticketing/orders/transfers/transfer-queries.server.ts";
import { noReferrerHeaders, noReferrerMeta, tokenOfLink } from "#web/request/letter-link.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { addressWithNext } from "#web/request/return-address.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { Route } from "./+types/receive-ticket-route.ts";
import { pictureOf } from "./my-night-views.ts";
import { type OfferedTicketView, ReceiveTicketPage, type ReceiveTicketView } from "./receive-ticket-page.tsx";
import { sentTicketTexts as texts } from "./sent-ticket-texts.ts";
import "./receive-ticket.css";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, texts.receivePageTitle) },
  noReferrerMeta,
];

export function headers() {
  return noReferrerHeaders;
}

/** Opening the link changes nothing. The person who accepted it already is led to the ticket. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const visitor = context.get(visitorContext);
  const token = tokenOfLink(request);
  const offered = await findOfferedTicket(context.get(siteContext), token);
  const personId = visitor.kind === "person" ? visitor.userId : null;
  if (offered && personId !== null && offered.toId === personId) throw redirect("/profile");
  const offer = offered?.isOpen ? offerView(offered) : null;
  if (!offered || !offer) return data<ReceiveTicketView>({ kind: "over" }, { status: 404 });
  const view: ReceiveTicketView =
    offered.fromId === personId
      ? { kind: "own" }
      : { kind: "offer", token, offer, isSignedIn: personId !== null };
  return data(view);
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const typed = (await request.formData()).get("token");
  const secret = typeof typed === "string" ? typed.slice(0, 200) : "";
  if (visitor.kind === "anonymous")
    return seeOther(addressWithNext("/login", `/primeste?token=${encodeURIComponent(secret)}`), site);
  const accepted = await acceptTicket(site, { actor: visitor, secret });
  if (accepted.ok)
    return seeOther("/profile", { origin: site.origin, flash: { kind: "success", text: texts.accepted } });
  const view: ReceiveTicketView = { kind: accepted.refusal.reason === "own" ? "own" : "over" };
  return data(view, { status: 409 });
}

function offerView({
  from,
  nights,
  family,
  typeName,
  enterUntil,
  until,
}: OfferedTicket): OfferedTicketView | null {
  const [first] = nights;
  if (!first || !until) return null;
  const isPass = family !== "ordinary";
  const { eventId, date, time, doors, location, minimumAge } = first;
  return {
    ...{ from, eventId, date, time, doors, location, minimumAge, enterUntil },
    title: isPass ? typeName : first.title,
    type: typeName,
    picture: pictureOf(first.picture),
    nights: isPass ? nights.length : null,
    until: `${formatLongDate(dayOf(until))}, ${wallTimeOf(until)}`,
  };
}

export default function ReceiveTicket({ loaderData, actionData }: Route.ComponentProps) {
  return <ReceiveTicketPage view={actionData ?? loaderData} />;
}

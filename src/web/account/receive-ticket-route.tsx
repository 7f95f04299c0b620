import { data, redirect } from "react-router";
import { declineTicket } from "#ticketing/orders/transfers/decline-ticket.server.ts";
import { noReferrerHeaders, noReferrerMeta, tokenOfLink } from "#web/request/letter-link.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import type { Route } from "./+types/receive-ticket-route.ts";
import { answerOffer, ticketsPageOf, viewOfOffer } from "./answer-offer.server.ts";
import { enteredText } from "./form-answer.server.ts";
import { ReceiveTicketPage, type ReceiveTicketView, type TicketOfferView } from "./receive-ticket-page.tsx";
import { sentTicketTexts as texts } from "./sent-ticket-texts.ts";
import "./account.css";

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
  const { view, toId, orderId } = await viewOfOffer(context.get(siteContext), visitor, tokenOfLink(request));
  if (visitor.kind !== "anonymous" && orderId !== null && toId === visitor.userId)
    throw redirect(ticketsPageOf(visitor, orderId));
  return data(view, { status: view.kind === "over" ? 404 : 200 });
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const form = await request.formData();
  if (form.get("intent") === "decline") {
    const secret = enteredText(form, "token").slice(0, 200);
    const { view } = await viewOfOffer(site, visitor, secret);
    if (view.kind === "own") return data<ReceiveTicketView>(view, { status: 409 });
    const declined = await declineTicket(site, { secret });
    if (!declined.ok || view.kind !== "offer")
      return data<ReceiveTicketView>({ kind: "over" }, { status: 409 });
    return data<ReceiveTicketView>({ kind: "declined", from: view.offer.from });
  }
  const answer = await answerOffer(site, { request, form, visitor });
  if (answer.ok) {
    const { to, cookies } = answer.value;
    return seeOther(to, { origin: site.origin, flash: { kind: "success", text: texts.accepted }, cookies });
  }
  const { status, view, retryAfter } = answer.refusal;
  return data(view, { status, ...(retryAfter ? { headers: { "retry-after": String(retryAfter) } } : {}) });
}

/** When no answer comes, what was typed stays. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const text = (name: string) => String(form.get(name) ?? "");
  return unlessUnanswered(
    serverAction,
    (): Unanswered => ({
      kind: "unanswered",
      values: { full_name: text("full_name"), email: text("email") },
      problem: requestTexts.ourFault,
    }),
  );
}

type Unanswered = Pick<TicketOfferView, "values" | "problem"> & { kind: "unanswered" };

export default function ReceiveTicket({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.kind !== "unanswered") return <ReceiveTicketPage view={actionData ?? loaderData} />;
  const { values, problem } = actionData;
  return (
    <ReceiveTicketPage view={loaderData.kind === "offer" ? { ...loaderData, values, problem } : loaderData} />
  );
}

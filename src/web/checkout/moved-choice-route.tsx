import "./checkout.css";
import { data, redirect } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { formatLei } from "#kernel/money.ts";
import { dayAndHour } from "#ticketing/delivery/ticket-wording.ts";
import { chooseAfterMove } from "#ticketing/orders/moved-nights/choose-after-move.server.ts";
import { findMovedNight } from "#ticketing/orders/moved-nights/moved-order-queries.server.ts";
import { findOrder } from "#ticketing/orders/order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { noReferrerHeaders, noReferrerMeta, tokenOfLink } from "#web/request/letter-link.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { loginPath, seeOther } from "#web/request/responses.server.ts";
import { shownPicture, widerPicture } from "#web/request/shown-picture.ts";
import { viewerByLink } from "#web/request/ticket-viewer.server.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { Route } from "./+types/moved-choice-route.ts";
import { LinkOver, linkIsOver } from "./link-over.tsx";
import { MovedChoicePage, type MovedChoiceView } from "./moved-choice-page.tsx";
import { movedChoiceTexts as texts } from "./moved-choice-texts.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, texts.pageTitle) },
  noReferrerMeta,
];

export const headers = () => noReferrerHeaders;

/**
 * Returns the order and its buyer: a person with an account, a guest by the session of the browser, or a guest by an
 * email's link.
 */
async function buyerOf({ context, params, request }: Route.LoaderArgs | Route.ActionArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const { order: id, move } = params;
  if (!isUuid(id) || !isUuid(move)) throw data(null, { status: 404 });
  const token = tokenOfLink(request);
  const byLink = await viewerByLink(site, id, token);
  if (!byLink && token !== "") throw data(linkIsOver, { status: 404 });
  if (!byLink && visitor.kind === "anonymous") throw redirect(loginPath(request));
  const buyer = byLink ?? (visitor.kind === "anonymous" ? undefined : asOwner(visitor));
  const order = buyer && (await site.database.readAs(buyer, (sql) => findOrder(sql, id)));
  if (!order) throw data(null, { status: 404 });
  const query = byLink ? `?token=${encodeURIComponent(token)}` : "";
  const orderPath =
    !byLink && visitor.kind === "person"
      ? `/profile?order=${encodeURIComponent(id)}`
      : `/orders/${id}${query}`;
  return { site, buyer, order, id, move, orderPath, path: `/orders/${id}/moved/${move}${query}` };
}

export async function loader(args: Route.LoaderArgs): Promise<{ view: MovedChoiceView }> {
  const { site, order, id, move, orderPath } = await buyerOf(args);
  const moved = await findMovedNight(site, id, move);
  if (!moved) throw data(null, { status: 404 });
  const { night, choiceUntil, whyNot, own, sent, isShare } = moved;
  const { fromDate: date, fromTime: time, fromLocation: location } = night;
  const picture = order.events.find((event) => event.id === night.id)?.picture ?? null;
  return {
    view: {
      night: { ...night, was: { date, time, location } },
      picture: shownPicture(picture),
      widePicture: widerPicture(picture),
      until: dayAndHour(choiceUntil),
      whyNot: whyNot && texts.whyNot[whyNot],
      own,
      sent,
      isShare,
      orderPath,
    },
  };
}

export async function action(args: Route.ActionArgs) {
  const { site, buyer, id, move, orderPath, path } = await buyerOf(args);
  const form = await args.request.formData();
  const intent = form.get("intent");
  const withSent = form.get("sent") === "1";
  if (intent === "ask") return { withSent };
  if (intent !== "give-back") throw redirect(path);
  const chosen = await chooseAfterMove(site, { actor: buyer, orderId: id, moveId: move, withSent });
  const onward = (to: string, kind: "success" | "error", text: string) =>
    seeOther(to, { origin: site.origin, flash: { kind, text } });
  if (chosen.ok) return onward(orderPath, "success", texts.done(formatLei(chosen.value.amount)));
  return onward(path, "error", texts.whyNot[chosen.refusal.reason]);
}

export default function MovedChoice({ loaderData, actionData }: Route.ComponentProps) {
  return <MovedChoicePage view={loaderData.view} asked={actionData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LinkOver error={error} />;
}

import "./account.css";
import { data, redirect } from "react-router";
import { canonicalEmail } from "#kernel/email-address.ts";
import { sendGuestTickets } from "#ticketing/delivery/send-guest-tickets.server.ts";
import { listOwnOrders } from "#ticketing/orders/own-order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import type { Route } from "./+types/lost-tickets-route.ts";
import { enteredText } from "./form-answer.server.ts";
import { lostTicketsTexts } from "./guest-texts.ts";
import { LostTicketsPage, type LostTicketsView } from "./lost-tickets-page.tsx";
import { myOrderTexts } from "./my-order-texts.ts";
import { orderRowView } from "./my-order-view.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, lostTicketsTexts.title) },
];

export async function loader({ context }: Route.LoaderArgs): Promise<LostTicketsView> {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const email = visitor.kind === "anonymous" ? "" : visitor.email;
  const bought =
    visitor.kind === "anonymous"
      ? []
      : await site.database.readAs(asOwner(visitor), (sql) => listOwnOrders(sql, ordersShown));
  // a person without orders may have bought as a guest before making the account
  if (visitor.kind === "person" && bought.length > 0) throw redirect("/profile");
  const orders = bought
    .map(orderRowView)
    .map(({ id, title, when, number }) => ({ id, title, when, number: myOrderTexts.numbered(number) }));
  return { values: { email }, errors: {}, answer: null, orders };
}

const ordersShown = 20;

/** The answer is the same for every address, so it does not reveal who has bought. */
export async function action({ context, request }: Route.ActionArgs) {
  const values = { email: enteredText(await request.formData(), "email") };
  const email = canonicalEmail(values.email);
  if (email === undefined)
    return data<Answer>(
      { values, errors: { email: requestTexts.emailInvalid }, answer: null },
      { status: 422 },
    );
  await sendGuestTickets(context.get(siteContext), { email, address: addressOf(request) });
  return data<Answer>({ values, errors: {}, answer: "sent" });
}

/** When no answer comes, the address stays in its field. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const email = String((await request.clone().formData()).get("email") ?? "");
  return unlessUnanswered(
    serverAction,
    (): Answer => ({ values: { email }, errors: {}, answer: "unanswered" }),
  );
}

type Answer = Omit<LostTicketsView, "orders">;

export default function LostTickets({ loaderData, actionData }: Route.ComponentProps) {
  return <LostTicketsPage view={{ ...loaderData, ...actionData }} />;
}

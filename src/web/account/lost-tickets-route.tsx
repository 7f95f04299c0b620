import { data, Form, Link, redirect } from "react-router";
import { canonicalEmail } from "#kernel/email-address.ts";
import { sendGuestTickets } from "#ticketing/delivery/send-guest-tickets.server.ts";
import { listOwnOrders } from "#ticketing/orders/own-order-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { phosphorTall } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { LeaveDevice } from "#web/ui/leave-device.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { metaOf } from "#web/ui/page-title.ts";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import type { Route } from "./+types/lost-tickets-route.ts";
import { EmailField, SendButton } from "./account-fields.tsx";
import { accountTexts } from "./account-texts.ts";
import { enteredText } from "./form-answer.server.ts";
import { lostTicketsTexts } from "./guest-texts.ts";
import { myOrderTexts } from "./my-order-texts.ts";
import { orderRowView } from "./my-order-view.ts";
import { Split } from "./split.tsx";
import "./account.css";

export const meta = metaOf(() => lostTicketsTexts.title);

export async function loader({ context }: Route.LoaderArgs): Promise<LostTicketsView> {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const email = visitor.kind === "anonymous" ? "" : visitor.email;
  const ownOrders =
    visitor.kind === "anonymous" ? [] : await listOwnOrders(site, asOwner(visitor), ordersShown);
  // a person without orders may have bought as a guest before making the account
  if (visitor.kind === "person" && ownOrders.length > 0) throw redirect("/profile");
  const orders = ownOrders
    .map(orderRowView)
    .map(({ id, title, when, number }) => ({ id, title, when, number: myOrderTexts.numbered(number) }));
  return { values: { email }, errors: {}, answer: null, orders, mayLeave: visitor.kind === "guest" };
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

type Answer = Omit<LostTicketsView, "orders" | "mayLeave">;

export default function LostTickets({ loaderData, actionData }: Route.ComponentProps) {
  return <LostTicketsPage view={{ ...loaderData, ...actionData }} />;
}

type LostTicketsView = {
  values: { email: string };
  errors: { email?: string };
  /** The result of the form, the same for every address. */
  answer: "sent" | "unanswered" | null;
  /** The orders that this browser bought without an account. */
  orders: { id: string; title: string; when: string; number: string }[];
  /** Whether this browser has the session of a buyer without an account. */
  mayLeave: boolean;
};

/** Sends the tickets by email again, for a guest who has closed the page. */
export function LostTicketsPage({ view }: { view: LostTicketsView }) {
  const form = useFocusFirstError(view.errors);
  return (
    <Split picture={phosphorTall} words={lostTicketsTexts.art}>
      <div>
        <Form className="form" method="post" action="/orders" noValidate ref={form}>
          <h1 className="display">{lostTicketsTexts.title}</h1>
          {view.orders.length > 0 ? <OwnOrders orders={view.orders} /> : null}
          {view.answer === "sent" ? (
            <>
              <Notice kind="ok">{lostTicketsTexts.sent}</Notice>
              <p className="muted">{lostTicketsTexts.notCome}</p>
              <p className="muted">{lostTicketsTexts.intoAccount}</p>
            </>
          ) : (
            <p className="lead-text muted">{lostTicketsTexts.text}</p>
          )}
          {view.answer === "unanswered" ? <Notice kind="bad">{lostTicketsTexts.unanswered}</Notice> : null}
          <EmailField autoComplete="email" value={view.values.email} error={view.errors.email} />
          <SendButton label={lostTicketsTexts.send} busyLabel={lostTicketsTexts.sending} />
          <Link className={buttonClass({ look: "quiet" })} to="/login?next=%2Fprofile">
            <Icon name="arrowLeft" /> {accountTexts.backToLogin}
          </Link>
        </Form>
        {view.mayLeave ? <LeaveDevice /> : null}
      </div>
    </Split>
  );
}

function OwnOrders({ orders }: Pick<LostTicketsView, "orders">) {
  return (
    <section className="guest-orders" aria-labelledby="guest-orders">
      <h2 className="display size-3" id="guest-orders">
        {lostTicketsTexts.here}
      </h2>
      <ul>
        {orders.map(({ id, title, when, number }) => (
          <li key={id}>
            <Link className="text-link" to={`/orders/${id}`}>
              {title}
            </Link>{" "}
            <small className="muted">{[when, number].filter(Boolean).join(" · ")}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

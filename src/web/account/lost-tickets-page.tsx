import { Form, Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { phosphorTall } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { EmailField, SendButton } from "./account-fields.tsx";
import { accountTexts } from "./account-texts.ts";
import { lostTicketsTexts } from "./guest-texts.ts";
import { Split } from "./split.tsx";

export type LostTicketsView = {
  values: { email: string };
  errors: { email?: string };
  /** The result of the form, the same for every address. */
  answer: "sent" | "unanswered" | null;
  /** The orders that this browser bought without an account. */
  orders: { id: string; title: string; when: string; number: string }[];
};

/** Sends the tickets by email again, for a guest who has closed the page. */
export function LostTicketsPage({ view }: { view: LostTicketsView }) {
  const form = useFocusFirstError(view.errors);
  return (
    <Split picture={phosphorTall} words={lostTicketsTexts.art}>
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

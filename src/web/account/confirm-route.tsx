import { type ReactNode, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { shownNightsField } from "#ticketing/orders/checkout/shown-nights.ts";
import { noReferrerHeaders, noReferrerMeta } from "#web/request/letter-link.ts";
import { priceTexts } from "#web/request/price-texts.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { payTerms } from "#web/request/sale-texts.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { dawnTall } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { leavingPageBehind } from "#web/ui/leave-page.ts";
import { Notice } from "#web/ui/notice.tsx";
import { metaOf } from "#web/ui/page-title.ts";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import type { Route } from "./+types/confirm-route.ts";
import { NewPasswordFields, PasswordField, PersonFields, SendButton } from "./account-fields.tsx";
import { accountTexts, chosenTexts } from "./account-texts.ts";
import type { ChosenTicketsView } from "./chosen-tickets.server.ts";
import { ChosenTickets } from "./chosen-tickets.tsx";
import { type ConfirmPageView, confirm, viewOfLink } from "./confirm.server.ts";
import { FormResult, Split } from "./split.tsx";
import "./account.css";

export const meta = metaOf(() => accountTexts.confirmTitle, noReferrerMeta);

export const headers = () => noReferrerHeaders;

export async function loader({ context, request }: Route.LoaderArgs) {
  return viewOfLink(context.get(siteContext), request, context.get(visitorContext));
}

export async function action({ context, request }: Route.ActionArgs) {
  return confirm(context.get(siteContext), request, context.get(visitorContext));
}

/** When no answer comes, the page stays, and another click tries again. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return unlessUnanswered(
    () => leavingPageBehind(serverAction),
    () => ({ kind: "unanswered" as const }),
  );
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? loaderData;
  const [view, setView] = useState(loaderData);
  if (answer.kind !== "unanswered" && answer !== view) setView(answer);
  return <ConfirmPage view={view} isUnanswered={answer.kind === "unanswered"} />;
}

type ViewOf<Kind extends ConfirmPageView["kind"]> = Extract<ConfirmPageView, { kind: Kind }>;

type ConfirmPageProps = { view: ConfirmPageView; isUnanswered?: boolean };

/** The page behind an email's link. Only its button acts, because mail scanners open links by themselves. */
export function ConfirmPage({ view, isUnanswered = false }: ConfirmPageProps) {
  const unanswered = isUnanswered ? <Notice kind="bad">{accountTexts.confirmUnanswered}</Notice> : null;
  switch (view.kind) {
    case "ask":
      return <OneClick view={view} unanswered={unanswered} />;
    case "password":
      return <TypedPassword view={view} unanswered={unanswered} />;
    case "move":
      return <Move view={view} unanswered={unanswered} />;
    case "new":
      return <EverythingAnew view={view} unanswered={unanswered} />;
    case "confirmed":
      return (
        <FormResult
          icon="check"
          picture={dawnTall}
          words={accountTexts.confirmedArt}
          title={accountTexts.confirmedTitle}
          text={accountTexts.confirmedText(view.email)}
        >
          {view.isSignedIn ? <ToProfile /> : <ToLogin />}
        </FormResult>
      );
    case "over":
      return (
        <FormResult
          icon="alert"
          picture={dawnTall}
          words={accountTexts.confirmArt}
          title={accountTexts.confirmOverTitle}
          text={accountTexts.confirmOverText}
        >
          <ToLogin />
        </FormResult>
      );
  }
}

type FormProps<Kind extends ConfirmPageView["kind"]> = { view: ViewOf<Kind>; unanswered: ReactNode };

function OneClick({ view, unanswered }: FormProps<"ask">) {
  const busy = useNavigation().state !== "idle";
  return (
    <Split picture={dawnTall} words={accountTexts.confirmArt} chosen={view.chosen}>
      <Form className="form" method="post">
        <h1 className="display">{accountTexts.confirmTitle}</h1>
        <p className="lead-text muted">
          {accountTexts.confirmText[0]} <b>{view.email}</b>. {accountTexts.confirmText[1]}
        </p>
        {unanswered}
        <input type="hidden" name="token" value={view.token} />
        {view.chosen ? <PayAtOnce chosen={view.chosen} busy={busy} /> : null}
        <Button type="submit" look={view.chosen ? "line" : "sun"} width="full" disabled={busy}>
          {accountTexts.confirmButton}
        </Button>
        <p className="muted">{accountTexts.confirmNote}</p>
      </Form>
    </Split>
  );
}

/** The chosen tickets of this browser, which the same click pays for. */
function PayAtOnce({ chosen, busy }: { chosen: ChosenTicketsView; busy: boolean }) {
  return (
    <>
      <ChosenTickets chosen={chosen} note={chosenTexts.confirmNote} />
      <input type="hidden" name="total" value={chosen.total} />
      <input type="hidden" name={shownNightsField} value={chosen.shownNights} />
      <Button type="submit" look="sun" width="full" name="intent" value="pay" disabled={busy}>
        {chosen.total > 0 ? chosenTexts.confirmAndPay(formatLei(chosen.total)) : priceTexts.getFree}
      </Button>
      <p className="fine-print">{payTerms(chosen.total === 0)}</p>
    </>
  );
}

function TypedPassword({ view, unanswered }: FormProps<"password">) {
  const form = useFocusFirstError({ password: view.error });
  return (
    <Split picture={dawnTall} words={accountTexts.confirmArt}>
      <div className="form">
        <h1 className="display">{accountTexts.confirmTitle}</h1>
        <p className="lead-text muted">
          <AddressToConfirm email={view.email} /> {accountTexts.confirmElsewhere}
        </p>
        {unanswered}
        <Form className="form" method="post" noValidate ref={form}>
          <HiddenFields view={view} />
          <PasswordField label={accountTexts.confirmPassword} error={view.error} />
          <SendButton label={accountTexts.confirmWithPassword} intent="password" />
        </Form>
        <p className="muted">{accountTexts.confirmOther}</p>
        <Form className="form" method="post">
          <HiddenFields view={view} />
          <Button type="submit" look="line" width="full" name="intent" value="ask-new">
            {accountTexts.confirmToNew}
          </Button>
        </Form>
      </div>
    </Split>
  );
}

function Move({ view, unanswered }: FormProps<"move">) {
  const form = useFocusFirstError({ password: view.error });
  const isOwner = view.asks === "click";
  return (
    <Split picture={dawnTall} words={accountTexts.confirmArt}>
      <Form className="form" method="post" noValidate ref={form}>
        <h1 className="display">{accountTexts.moveTitle}</h1>
        <p className="lead-text muted">
          {accountTexts.moveText[0]} <b>{view.from}</b> {accountTexts.moveText[1]} <b>{view.email}</b>.{" "}
          {isOwner ? null : accountTexts.moveElsewhere}
        </p>
        {unanswered}
        <input type="hidden" name="token" value={view.token} />
        {isOwner ? null : <PasswordField label={accountTexts.movePassword} error={view.error} />}
        <SendButton label={accountTexts.moveButton} {...(isOwner ? {} : { intent: "password" })} />
        <p className="muted">{isOwner ? accountTexts.moveNote : accountTexts.moveNotYours}</p>
      </Form>
    </Split>
  );
}

function EverythingAnew({ view, unanswered }: FormProps<"new">) {
  const form = useFocusFirstError(view.errors);
  return (
    <Split picture={dawnTall} words={accountTexts.confirmArt}>
      <div className="form">
        <h1 className="display">{accountTexts.confirmNewTitle}</h1>
        <p className="lead-text muted">
          <AddressToConfirm email={view.email} /> {accountTexts.confirmNewText}
        </p>
        {view.isByProvider ? <SignInFirst /> : null}
        {view.problem ? <Notice kind="bad">{view.problem}</Notice> : null}
        {unanswered}
        <Form className="form" method="post" noValidate ref={form}>
          <HiddenFields view={view} />
          <PersonFields values={view.values} errors={view.errors} />
          <NewPasswordFields
            label={accountTexts.newPassword}
            hint={accountTexts.passwordHint}
            errors={view.errors}
          />
          <SendButton label={accountTexts.confirmNewButton} intent="new" />
        </Form>
        {view.isByProvider ? null : (
          <Form className="form" method="post">
            <HiddenFields view={view} />
            <Button type="submit" look="quiet" name="intent" value="ask-password">
              <Icon name="arrowLeft" /> {accountTexts.confirmToPassword}
            </Button>
          </Form>
        )}
      </div>
    </Split>
  );
}

function SignInFirst() {
  return (
    <Notice kind="info">
      {accountTexts.confirmByProvider} <Link to="/login">{accountTexts.signIn}</Link>
    </Notice>
  );
}

/** Contains the email address, because password managers need it in the form. */
function HiddenFields({ view }: { view: { token: string; email: string } }) {
  return (
    <>
      <input type="hidden" name="token" value={view.token} />
      <input type="email" autoComplete="username" value={view.email} readOnly hidden />
    </>
  );
}

function AddressToConfirm({ email }: { email: string }) {
  return (
    <>
      {accountTexts.confirmAddress} <b>{email}</b>.
    </>
  );
}

function ToProfile() {
  return (
    <Link className={buttonClass({ look: "sun", width: "full" })} to="/profile">
      {accountTexts.yourProfile}
    </Link>
  );
}

function ToLogin() {
  return (
    <Link className={buttonClass({ look: "sun", width: "full" })} to="/login">
      {accountTexts.signIn}
    </Link>
  );
}

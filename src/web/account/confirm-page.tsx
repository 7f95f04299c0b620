import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { priceTexts } from "#web/request/price-texts.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { dawnTall } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { NewPasswordFields, PasswordField, PersonFields, SendButton } from "./account-fields.tsx";
import { accountTexts, chosenTexts } from "./account-texts.ts";
import { ChosenTickets, type ChosenTicketsView } from "./chosen-tickets.tsx";
import { Split } from "./split.tsx";

export type ConfirmField = "full_name" | "phone" | "password" | "confirm_password";

export type ConfirmPageView =
  /** Asks for one click: in the browser that registered, or from a signed-in person. */
  | { kind: "ask"; token: string; email: string; chosen: ChosenTicketsView | null }
  /** Asks for the password of the registration, in any other browser. */
  | { kind: "password"; token: string; email: string; error: string | undefined }
  /** A new email address of an account. It asks its signed-in owner for one click, everybody else for the password. */
  | {
      kind: "move";
      token: string;
      from: string;
      email: string;
      asks: "click" | "password";
      error: string | undefined;
    }
  /** Asks for all fields again, from a person who did not register or has forgotten the password. */
  | {
      kind: "new";
      token: string;
      email: string;
      values: { full_name: string; phone: string };
      errors: Partial<Record<ConfirmField, string>>;
      problem: string | null;
    }
  | { kind: "confirmed" }
  | { kind: "over" };

type ViewOf<Kind extends ConfirmPageView["kind"]> = Extract<ConfirmPageView, { kind: Kind }>;

/** The page behind an email's link. Only its button acts, because mail scanners open links by themselves. */
export function ConfirmPage({
  view,
  isUnanswered = false,
}: {
  view: ConfirmPageView;
  /** Whether the last click got no answer. */
  isUnanswered?: boolean;
}) {
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
        <Split picture={dawnTall} words={accountTexts.confirmedArt}>
          <div className="form">
            <span className="done-mark">
              <Icon name="check" />
            </span>
            <h1 className="display">{accountTexts.confirmedTitle}</h1>
            <p className="lead-text muted">{accountTexts.confirmedText}</p>
            <ToLogin />
          </div>
        </Split>
      );
    case "over":
      return (
        <Split picture={dawnTall} words={accountTexts.confirmArt}>
          <div className="form">
            <span className="done-mark done-mark--warn">
              <Icon name="alert" />
            </span>
            <h1 className="display">{accountTexts.confirmOverTitle}</h1>
            <p className="lead-text muted">{accountTexts.confirmOverText}</p>
            <ToLogin />
          </div>
        </Split>
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
      <Button type="submit" look="sun" width="full" name="intent" value="pay" disabled={busy}>
        {chosen.total > 0 ? chosenTexts.confirmAndPay(formatLei(chosen.total)) : priceTexts.getFree}
      </Button>
      <p className="fine-print">
        {saleTexts.bringId} {saleTexts.noWithdrawal}
      </p>
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
          <Whose email={view.email} /> {accountTexts.confirmElsewhere}
        </p>
        {unanswered}
        <Form className="form" method="post" noValidate ref={form}>
          <Hidden view={view} />
          <PasswordField label={accountTexts.confirmPassword} error={view.error} />
          <SendButton label={accountTexts.confirmWithPassword} intent="password" />
        </Form>
        <p className="muted">{accountTexts.confirmOther}</p>
        <Form className="form" method="post">
          <Hidden view={view} />
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
          <Whose email={view.email} /> {accountTexts.confirmNewText}
        </p>
        {view.problem ? <Notice kind="bad">{view.problem}</Notice> : null}
        {unanswered}
        <Form className="form" method="post" noValidate ref={form}>
          <Hidden view={view} />
          <PersonFields values={view.values} errors={view.errors} />
          <NewPasswordFields
            label={accountTexts.newPassword}
            hint={accountTexts.passwordHint}
            errors={view.errors}
          />
          <SendButton label={accountTexts.confirmNewButton} intent="new" />
        </Form>
        <Form className="form" method="post">
          <Hidden view={view} />
          <Button type="submit" look="quiet" name="intent" value="ask-password">
            <Icon name="arrowLeft" /> {accountTexts.confirmToPassword}
          </Button>
        </Form>
      </div>
    </Split>
  );
}

/** Contains the email address, because password managers need it in the form. */
function Hidden({ view }: { view: { token: string; email: string } }) {
  return (
    <>
      <input type="hidden" name="token" value={view.token} />
      <input type="email" autoComplete="username" value={view.email} readOnly hidden />
    </>
  );
}

function Whose({ email }: { email: string }) {
  return (
    <>
      {accountTexts.confirmAddress} <b>{email}</b>.
    </>
  );
}

function ToLogin() {
  return (
    <Link className={buttonClass({ look: "sun", width: "full" })} to="/login">
      {accountTexts.signIn}
    </Link>
  );
}

import type { RefObject } from "react";
import { Form, Link, useSubmit } from "react-router";
import type { CaptchaWidget } from "#platform/captcha/captcha-widget.ts";
import { durations } from "#ticketing/limits.ts";
import { addressWithNext, loginInMode } from "#web/request/return-address.ts";
import { CaptchaBox } from "#web/sign-in/captcha-box.tsx";
import { PasskeyButton } from "#web/sign-in/passkey-button.tsx";
import type { OfferedProvider } from "#web/sign-in/provider-texts.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { minutesAndSeconds, useSecondsLeft } from "#web/ui/countdown.tsx";
import { phosphorTall, sunsetTall } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { EmailField, PasswordField, SendButton } from "./account-fields.tsx";
import { accountTexts, chosenTexts } from "./account-texts.ts";
import {
  ChosenTickets,
  type ChosenTicketsView,
  WaitingTicket,
  type WaitingTicketView,
} from "./chosen-tickets.tsx";
import { guestTexts, lostTicketsTexts } from "./guest-texts.ts";
import { FirstWay, guestWay, OtherWays, ProviderLinks } from "./other-ways.tsx";
import { securityTexts } from "./security-texts.ts";
import { Split } from "./split.tsx";
import { VerifyPage } from "./verify-page.tsx";

export type LoginPageView = {
  /** `forgot` is /login?mode=forgot, `forgotSent` follows it, `verify` follows a registration. */
  mode: "login" | "forgot" | "forgotSent" | "verify";
  /** Whether "Am confirmat" was clicked in a browser that has not confirmed. */
  isConfirmedElsewhere: boolean;
  values: { email: string };
  errors: Partial<Record<"email" | "password", string>>;
  /** A message about the whole form. */
  problem: { kind: "bad" | "ok"; text: string } | null;
  /** When this page last asked for an email, by the browser's clock. A new value starts the wait again. */
  asked: number;
  /** Whether the email can be sent again: the password was right, but nobody has confirmed the address. */
  unconfirmed: "offerLetter" | "no";
  /** The path of our site to return to. */
  returnTo: string | null;
  /** The tickets that wait at that path. */
  chosen: ChosenTicketsView | null;
  /** The ticket of a friend that waits at that path. */
  offered: WaitingTicketView | null;
  /** Whether the chosen tickets can be bought without an account. */
  isGuestWayOpen: boolean;
  /** Whether people may buy without an account here, and so may look for their tickets. */
  mayGuestsBuy: boolean;
  /** The providers that a person can sign in with instead. */
  providers: readonly OfferedProvider[];
  /** Whether passkeys work at this address. */
  passkeys: "here" | "elsewhere";
  /** The captcha; null while none is on. It is shown for an email, and for a login after failures. */
  captcha: CaptchaWidget | null;
  isCaptchaAsked: boolean;
  /** Null in production. */
  demoAccounts: DemoAccountView[] | null;
};

export function LoginPage({ view }: { view: LoginPageView }) {
  switch (view.mode) {
    case "login":
      return <SignIn view={view} />;
    case "forgot":
      return <Forgot view={view} />;
    case "forgotSent":
      return <ForgotSent view={view} />;
    case "verify":
      return <VerifyPage view={view} />;
  }
}

function SignIn({ view }: { view: LoginPageView }) {
  const form = useFocusFirstError(view.errors);
  return (
    <Split picture={sunsetTall} words={view.offered?.title ?? accountTexts.loginArt} chosen={view.chosen}>
      <div className="form">
        <h1 className="display">
          {view.chosen
            ? chosenTexts.loginTitle
            : view.offered
              ? chosenTexts.offeredLogin
              : accountTexts.loginTitle}
        </h1>
        {view.offered ? <WaitingTicket ticket={view.offered} /> : null}
        {view.chosen ? (
          <>
            <p className="muted">
              {view.isGuestWayOpen
                ? guestTexts.loginWhy
                : chosenTexts.loginWhy[
                    view.chosen.forAccounts === "many" && !view.mayGuestsBuy
                      ? "night"
                      : (view.chosen.forAccounts ?? "night")
                  ]}
            </p>
            <ChosenTickets chosen={view.chosen} note={chosenTexts.loginNote} />
          </>
        ) : null}
        {view.isGuestWayOpen ? <FirstWay way={guestWay(view.returnTo)} /> : null}
        {view.problem ? <Notice kind={view.problem.kind}>{view.problem.text}</Notice> : null}
        <Form className="form" method="post" noValidate ref={form}>
          <input type="hidden" name="return_to" value={view.returnTo ?? ""} />
          <EmailField autoComplete="username" value={view.values.email} error={view.errors.email} />
          <PasswordField
            error={view.errors.password}
            beside={
              <Link className="field__beside" to={loginInMode("forgot", view.returnTo)}>
                {accountTexts.forgotten}
              </Link>
            }
          />
          {view.captcha && view.isCaptchaAsked ? (
            <CaptchaBox widget={view.captcha} attempt={view.problem} />
          ) : null}
          <SendButton
            label={view.chosen ? chosenTexts.loginAndPay : accountTexts.signIn}
            busyLabel={accountTexts.signingIn}
            intent="login"
          />
          {view.unconfirmed === "offerLetter" ? (
            <Button type="submit" look="line" width="full" name="intent" value="resend">
              {accountTexts.resendConfirmation}
            </Button>
          ) : null}
        </Form>
        <ProviderLinks providers={view.providers} returnTo={view.returnTo} />
        {view.passkeys === "here" ? <PasskeyLogin returnTo={view.returnTo} /> : null}
        {view.isGuestWayOpen ? (
          <OtherWays
            ways={[
              {
                to: addressWithNext("/register", view.returnTo),
                icon: "key",
                name: guestTexts.registerWay,
                note: guestTexts.registerWayNote,
              },
            ]}
          />
        ) : (
          <p>
            {accountTexts.noAccount}{" "}
            <Link className="text-link" to={addressWithNext("/register", view.returnTo)}>
              {accountTexts.createOne}
            </Link>
          </p>
        )}
        {view.mayGuestsBuy ? (
          <p>
            {lostTicketsTexts.wayQuestion}{" "}
            <Link className="text-link" to="/orders">
              {lostTicketsTexts.way}
            </Link>
          </p>
        ) : null}
        {view.demoAccounts ? <DemoAccounts accounts={view.demoAccounts} form={form} /> : null}
      </div>
    </Split>
  );
}

function PasskeyLogin({ returnTo }: { returnTo: string | null }) {
  const submit = useSubmit();
  return (
    <PasskeyButton
      label={securityTexts.loginWithPasskey}
      failed={securityTexts.passkeyLoginFailed}
      onShown={(response) =>
        submit(
          { intent: "passkey", response, return_to: returnTo ?? "" },
          { method: "post", action: "/login" },
        )
      }
    />
  );
}

function Forgot({ view }: { view: LoginPageView }) {
  const form = useFocusFirstError(view.errors);
  return (
    <Split picture={phosphorTall} words={accountTexts.forgotArt}>
      <Form className="form" method="post" noValidate ref={form}>
        <input type="hidden" name="return_to" value={view.returnTo ?? ""} />
        <h1 className="display">{accountTexts.forgotTitle}</h1>
        <p className="lead-text muted">{accountTexts.forgotText}</p>
        {view.problem ? <Notice kind={view.problem.kind}>{view.problem.text}</Notice> : null}
        <EmailField autoComplete="username" value={view.values.email} error={view.errors.email} />
        {view.captcha ? <CaptchaBox widget={view.captcha} attempt={view.problem} /> : null}
        <SendButton label={accountTexts.forgotButton} intent="forgot" />
        <BackToLogin returnTo={view.returnTo} />
      </Form>
    </Split>
  );
}

function ForgotSent({ view }: { view: LoginPageView }) {
  return (
    <Split picture={phosphorTall} words={accountTexts.forgotSentArt}>
      <div className="form">
        <span className="done-mark">
          <Icon name="mail" />
        </span>
        <h1 className="display">{accountTexts.forgotSentTitle}</h1>
        <p className="lead-text muted" role="status">
          {accountTexts.forgotSent}
        </p>
        <AskAgain key={view.asked} view={view} />
        <BackToLogin returnTo={view.returnTo} />
      </div>
    </Split>
  );
}

/**
 * Sends another email. The server sends at most one per minute, so the button waits as long. Without JavaScript it is
 * a link back.
 */
function AskAgain({ view }: { view: LoginPageView }) {
  const left = useSecondsLeft(durations.betweenLetters);
  const enhanced = useEnhanced();
  if (!enhanced || view.captcha || !view.values.email)
    return (
      <p className="muted">
        {accountTexts.forgotNotCome}{" "}
        <Link className="text-link" to={loginInMode("forgot", view.returnTo)}>
          {accountTexts.forgotAgain}
        </Link>
      </p>
    );
  return (
    <Form className="form" method="post">
      <input type="hidden" name="return_to" value={view.returnTo ?? ""} />
      <input type="hidden" name="email" value={view.values.email} />
      <p className="muted">
        {accountTexts.forgotNotCome}{" "}
        {left > 0 ? (
          <>
            {accountTexts.forgotWait} <span className="figures">{minutesAndSeconds(left)}</span>.
          </>
        ) : null}
      </p>
      <Button type="submit" look="line" width="full" disabled={left > 0}>
        {accountTexts.forgotAgain}
      </Button>
    </Form>
  );
}

function BackToLogin({ returnTo }: { returnTo: string | null }) {
  return (
    <Link className={buttonClass({ look: "quiet" })} to={addressWithNext("/login", returnTo)}>
      <Icon name="arrowLeft" /> {accountTexts.backToLogin}
    </Link>
  );
}

export type DemoAccountView = { role: string; email: string; password: string };

type DemoAccountsProps = { accounts: DemoAccountView[]; form: RefObject<HTMLFormElement | null> };

/** The accounts of demo mode. Without JavaScript they can be read and typed. */
export function DemoAccounts({ accounts, form }: DemoAccountsProps) {
  const enhanced = useEnhanced();
  const fill = (account: DemoAccountView) => {
    for (const name of ["email", "password"] as const) {
      const input = form.current?.elements.namedItem(name);
      if (input instanceof HTMLInputElement) input.value = account[name];
    }
    form.current?.querySelector<HTMLButtonElement>("button[value=login]")?.focus();
  };
  return (
    <details className="demo-accounts">
      <summary>
        <Icon name="key" /> {accountTexts.demoTitle}
      </summary>
      <ul>
        {accounts.map((account) => (
          <li key={account.email}>
            <dl className="key-values">
              <dt>{accountTexts.demoRole}</dt>
              <dd>{account.role}</dd>
              <dt>{accountTexts.email}</dt>
              <dd>{account.email}</dd>
              <dt>{accountTexts.password}</dt>
              <dd>{account.password}</dd>
            </dl>
            {enhanced ? (
              <Button
                look="line"
                size="small"
                aria-label={accountTexts.demoFillFor(account.role)}
                onClick={() => fill(account)}
              >
                {accountTexts.demoFill}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

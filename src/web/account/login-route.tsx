import type { RefObject } from "react";
import { Form, Link, redirect, useSubmit } from "react-router";
import { passkeysElsewhere } from "#platform/identity/factors/passkeys.server.ts";
import { mayGuestsBuy } from "#ticketing/content/content-queries.server.ts";
import { durations } from "#ticketing/limits.ts";
import { readRegistrationCookie } from "#web/request/cookies.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { addressWithNext, loginInMode, safeReturn } from "#web/request/return-address.ts";
import { sendLogin, sendReset } from "#web/sign-in/auth-calls.ts";
import { CaptchaBox } from "#web/sign-in/captcha-box.tsx";
import { PasskeyButton } from "#web/sign-in/passkey-button.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { minutesAndSeconds, useSecondsLeft } from "#web/ui/countdown.tsx";
import { phosphorTall, sunsetTall } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { metaOf } from "#web/ui/page-title.ts";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import type { Route } from "./+types/login-route.ts";
import { EmailField, PasswordField, SendButton } from "./account-fields.tsx";
import { accountTexts, chosenTexts, verifyTexts } from "./account-texts.ts";
import { chosenTickets, isGuestWayOpen, providersOf, ticketToAccept } from "./chosen-tickets.server.ts";
import { ChosenTickets, TicketToAccept } from "./chosen-tickets.tsx";
import { asPage, failureNote } from "./form-answer.server.ts";
import { guestTexts, lostTicketsTexts } from "./guest-texts.ts";
import { FirstWay, guestWay, OtherWays, ProviderLinks, registerWay } from "./other-ways.tsx";
import { securityTexts } from "./security-texts.ts";
import {
  askForReset,
  type SignInState,
  type SignInView,
  sendLetterAgain,
  signIn,
  signInWithPasskey,
} from "./sign-in.server.ts";
import { Split } from "./split.tsx";
import "./account.css";

export const meta = metaOf(() => accountTexts.loginTitle);

const modes = { forgot: "forgot", sent: "forgotSent", verify: "verify", confirmed: "verify" } as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { searchParams: query } = new URL(request.url);
  const next = query.get("next");
  const askedMode = query.get("mode") ?? "";
  const requestedMode: SignInState["mode"] = Object.hasOwn(modes, askedMode)
    ? modes[askedMode as keyof typeof modes]
    : "login";
  const keptRegistration =
    requestedMode === "verify" ? readRegistrationCookie(request.headers.get("cookie"), site.origin) : null;
  // without a kept address the registration is confirmed already, or was sent from another browser, so there is
  // nothing to wait for
  const mode: SignInState["mode"] =
    requestedMode === "verify" && !keptRegistration?.email ? "login" : requestedMode;
  const returnTo = keptRegistration?.returnTo ?? (next === null ? null : safeReturn(next));
  if (context.get(visitorContext).kind === "person") throw redirect(returnTo ?? "/");
  const chosen = await chosenTickets(site, request, returnTo);
  return {
    mode,
    // A visitor without a session has not opened the link in this browser. Only the mailbox's owner may learn whether
    // it was opened elsewhere.
    isConfirmedElsewhere: query.get("mode") === "confirmed",
    returnTo,
    values: { email: keptRegistration?.email ?? "" },
    chosen,
    offered: await ticketToAccept(site, returnTo),
    isGuestWayOpen: await isGuestWayOpen(site, chosen),
    mayGuestsBuy: await mayGuestsBuy(site.database.anonymous),
    providers: providersOf(site),
    passkeys: passkeysElsewhere(site.identity, request.headers.get("host") ?? "")
      ? ("elsewhere" as const)
      : ("here" as const),
    captcha: site.captcha?.widget ?? null,
    demoAccounts: site.demoAccounts?.map((account) => ({ ...account })) ?? null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const note = failureNote(context);
  const form = await request.formData();
  if (new URL(request.url).searchParams.get("mode") === "forgot")
    return asPage(await askForReset(site, form, note), site.origin);
  if (form.get("intent") === "resend") return asPage(await sendLetterAgain(site, request, form), site.origin);
  if (form.get("intent") === "passkey")
    return asPage(await signInWithPasskey(site, request, form), site.origin);
  return asPage(await signIn(site, request, form, note), site.origin);
}

/** JavaScript sends both forms as calls, so the typed text stays when no answer comes. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  if (form.get("intent") === "passkey") return serverAction();
  // with a new time the button waits again
  if (form.get("intent") === "resend") return { ...(await serverAction()), asked: performance.now() };
  const forgot = new URL(request.url).searchParams.get("mode") === "forgot";
  const answer = await (forgot ? sendReset<SignInView> : sendLogin<SignInView>)(form);
  // the page stays, with the address that another email can be sent to
  if (!answer.error && forgot)
    return {
      mode: "forgotSent",
      values: { email: String(form.get("email") ?? "") },
      asked: performance.now(),
    } satisfies SignInView;
  if (!answer.error) throw redirect(answer.next);
  const text = forgot ? accountTexts.resetFailed : accountTexts.loginFailed;
  const values = { email: String(form.get("email") ?? "") };
  return answer.view ?? ({ values, problem: { kind: "bad", text } } satisfies SignInView);
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const view: LoginPageView = {
    errors: {},
    problem: null,
    unconfirmed: "no",
    isCaptchaAsked: false,
    asked: 0,
    ...loaderData,
    ...actionData,
  };
  return <LoginPage view={view} />;
}

export type LoginPageView = Route.ComponentProps["loaderData"] & SignInState;

export function LoginPage({ view }: { view: LoginPageView }) {
  switch (view.mode) {
    case "login":
      return <SignIn view={view} />;
    case "forgot":
      return <Forgot view={view} />;
    case "forgotSent":
      return <ForgotSent view={view} />;
    case "verify":
      return <Verify view={view} />;
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
        {view.offered ? <TicketToAccept ticket={view.offered} /> : null}
        {view.chosen ? (
          <>
            <p className="muted">
              {view.isGuestWayOpen
                ? guestTexts.loginWhy
                : chosenTexts.loginWhy[(view.mayGuestsBuy && view.chosen.forAccounts) || "night"]}
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
          <OtherWays ways={[registerWay(view.returnTo, "key")]} />
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

/** The button that asks for another email; without JavaScript a link back to the form. */
function AskAgain({ view }: { view: LoginPageView }) {
  if (!useEnhanced() || view.captcha || !view.values.email)
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
      <ResendButton />
    </Form>
  );
}

/** Sends an email again. With JavaScript it waits a minute, because the server sends one email a minute. */
function ResendButton({ intent }: { intent?: "resend" }) {
  const secondsLeft = useSecondsLeft(durations.betweenLetters);
  const isWaiting = useEnhanced() && secondsLeft > 0;
  return (
    <>
      <p className="muted">
        {accountTexts.forgotNotCome}{" "}
        {isWaiting ? (
          <>
            {accountTexts.forgotWait} <span className="figures">{minutesAndSeconds(secondsLeft)}</span>.
          </>
        ) : null}
      </p>
      <Button
        type="submit"
        look="line"
        width="full"
        name={intent && "intent"}
        value={intent}
        disabled={isWaiting}
      >
        {accountTexts.forgotAgain}
      </Button>
    </>
  );
}

/** The page after a registration: the address, a button for another email, a link for another address. */
function Verify({ view }: { view: LoginPageView }) {
  const { chosen, values } = view;
  const { email } = values;
  return (
    <Split picture={phosphorTall} words={verifyTexts.art} chosen={chosen}>
      <div className="form">
        <span className="done-mark">
          <Icon name="mail" />
        </span>
        <h1 className="display">{verifyTexts.title}</h1>
        {view.problem ? <Notice kind={view.problem.kind}>{view.problem.text}</Notice> : null}
        {view.isConfirmedElsewhere ? (
          <Notice kind="warn">
            {verifyTexts.notYet}{" "}
            <Link className="text-link" to={addressWithNext("/login", view.returnTo)}>
              {verifyTexts.notYetLogin}
            </Link>
          </Notice>
        ) : null}
        <p className="lead-text muted">
          {verifyTexts.sentTo} <strong className="verify-address">{email}</strong>
        </p>
        <p className="muted">{chosen ? verifyTexts.sameBrowserToPay : verifyTexts.sameBrowser}</p>
        {chosen ? <ChosenTickets chosen={chosen} note={chosenTexts.verifyNote} /> : null}
        {view.offered ? <TicketToAccept ticket={view.offered} /> : null}
        <Link
          className={buttonClass({ look: "sand", width: "full" })}
          to={loginInMode("confirmed", view.returnTo)}
        >
          {verifyTexts.goOn}
        </Link>
        <Form className="form" method="post" action={loginInMode("verify", view.returnTo)}>
          <input type="hidden" name="email" value={email} />
          {view.captcha ? <CaptchaBox widget={view.captcha} attempt={view.problem} /> : null}
          <ResendButton key={view.asked} intent="resend" />
        </Form>
        <Link
          className={buttonClass({ look: "line", width: "full" })}
          to={addressWithNext("/register", view.returnTo)}
        >
          {verifyTexts.changeAddress}
        </Link>
        {view.isGuestWayOpen ? <OtherWays ways={[guestWay(view.returnTo)]} /> : null}
      </div>
    </Split>
  );
}

function BackToLogin({ returnTo }: { returnTo: string | null }) {
  return (
    <Link className={buttonClass({ look: "quiet" })} to={addressWithNext("/login", returnTo)}>
      <Icon name="arrowLeft" /> {accountTexts.backToLogin}
    </Link>
  );
}

type DemoAccountsProps = {
  accounts: NonNullable<LoginPageView["demoAccounts"]>;
  form: RefObject<HTMLFormElement | null>;
};

/** The accounts of demo mode. Without JavaScript they can be read and typed. */
function DemoAccounts({ accounts, form }: DemoAccountsProps) {
  const enhanced = useEnhanced();
  const fill = (account: DemoAccountsProps["accounts"][number]) => {
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

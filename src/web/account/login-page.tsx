import { type RefObject, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { phosphorTall, sunsetTall } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { accountTexts } from "./account-texts.ts";
import { Split } from "./split.tsx";

export type DemoAccountView = { role: string; email: string; password: string };

export type LoginPageView = {
  /** `forgot` is /login?mode=forgot, `forgotSent` what follows it. */
  mode: "login" | "forgot" | "forgotSent";
  values: { email: string };
  errors: Partial<Record<"email" | "password", string>>;
  /** A refusal of the whole form. */
  problem: string | null;
  /** The right password for an address that nobody confirmed yet: the letter can be sent again. */
  unconfirmed: "offerLetter" | "no";
  /** Where to go back to, as a path of ours. */
  returnTo: string | null;
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
      return <ForgotSent />;
  }
}

function SignIn({ view }: { view: LoginPageView }) {
  const form = useFocusFirstError(view.errors);
  const busy = useNavigation().state === "submitting";
  return (
    <Split picture={sunsetTall} words={accountTexts.loginArt}>
      <div className="form">
        <h1 className="display">{accountTexts.loginTitle}</h1>
        {view.problem ? <Notice kind="bad">{view.problem}</Notice> : null}
        <Form className="form" method="post" noValidate ref={form}>
          <input type="hidden" name="return_to" value={view.returnTo ?? ""} />
          <TextInput
            label={accountTexts.email}
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={view.values.email}
            error={view.errors.email}
          />
          <PasswordInput
            label={accountTexts.password}
            name="password"
            autoComplete="current-password"
            required
            showLabel={accountTexts.show}
            hideLabel={accountTexts.hide}
            error={view.errors.password}
            beside={
              <Link className="field__beside" to="/login?mode=forgot">
                {accountTexts.forgotten}
              </Link>
            }
          />
          <Button type="submit" look="sun" width="full" name="intent" value="login" disabled={busy}>
            {busy ? accountTexts.signingIn : accountTexts.signIn}
          </Button>
          {view.unconfirmed === "offerLetter" ? (
            <Button type="submit" look="line" width="full" name="intent" value="resend">
              {accountTexts.resendConfirmation}
            </Button>
          ) : null}
        </Form>
        <p>
          {accountTexts.noAccount}{" "}
          <Link className="text-link" to="/register">
            {accountTexts.createOne}
          </Link>
        </p>
        {view.demoAccounts ? <DemoAccounts accounts={view.demoAccounts} form={form} /> : null}
      </div>
    </Split>
  );
}

type DemoAccountsProps = { accounts: DemoAccountView[]; form: RefObject<HTMLFormElement | null> };

/** Demo mode only. Without a script the data can be read and typed. */
function DemoAccounts({ accounts, form }: DemoAccountsProps) {
  const enhanced = useEnhanced();
  const details = useRef<HTMLDetailsElement>(null);
  const fill = (account: DemoAccountView) => {
    for (const name of ["email", "password"] as const) {
      const input = form.current?.elements.namedItem(name);
      if (input instanceof HTMLInputElement) input.value = account[name];
    }
    form.current?.querySelector<HTMLButtonElement>("button[value=login]")?.focus();
  };
  return (
    <details className="demo-accounts" ref={details}>
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

function Forgot({ view }: { view: LoginPageView }) {
  const form = useFocusFirstError(view.errors);
  const busy = useNavigation().state === "submitting";
  return (
    <Split picture={phosphorTall} words={accountTexts.forgotArt}>
      <Form className="form" method="post" action="/login?mode=forgot" noValidate ref={form}>
        <h1 className="display">{accountTexts.forgotTitle}</h1>
        <p className="lead-text muted">{accountTexts.forgotText}</p>
        {view.problem ? <Notice kind="bad">{view.problem}</Notice> : null}
        <TextInput
          label={accountTexts.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={view.values.email}
          error={view.errors.email}
        />
        <Button type="submit" look="sun" width="full" name="intent" value="forgot" disabled={busy}>
          {accountTexts.forgotButton}
        </Button>
        <BackToLogin />
      </Form>
    </Split>
  );
}

function ForgotSent() {
  return (
    <Split picture={phosphorTall} words={accountTexts.forgotArt}>
      <div className="form">
        <span className="done-mark">
          <Icon name="check" />
        </span>
        <h1 className="display">{accountTexts.forgotSentTitle}</h1>
        <p className="lead-text muted" role="status">
          {accountTexts.forgotSent}
        </p>
        <BackToLogin />
      </div>
    </Split>
  );
}

function BackToLogin() {
  return (
    <Link className={buttonClass({ look: "quiet" })} to="/login">
      <Icon name="arrowLeft" /> {accountTexts.backToLogin}
    </Link>
  );
}

import { Form, Link, useNavigation } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { discoTall } from "#web/ui/horizon-pictures.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { accountTexts } from "./account-texts.ts";
import { Split } from "./split.tsx";

export type RegisterField = "full_name" | "phone" | "email" | "password" | "confirm_password";

export type RegisterPageView = {
  /** What was typed; passwords never come back. */
  values: { full_name: string; phone: string; email: string };
  errors: Partial<Record<RegisterField, string>>;
  /** `server` is the amber banner; a sentence is a refusal of the whole form. */
  problem: { kind: "server" } | { kind: "refused"; sentence: string } | null;
};

export function RegisterPage({ view }: { view: RegisterPageView }) {
  const form = useFocusFirstError(view.errors);
  const busy = useNavigation().state === "submitting";
  const failed = view.problem !== null || Object.keys(view.errors).length > 0;
  return (
    <Split picture={discoTall} words={accountTexts.registerArt}>
      <Form className="form" method="post" noValidate ref={form}>
        <h1 className="display">{accountTexts.registerTitle}</h1>
        {view.problem?.kind === "server" ? (
          <Notice kind="warn" title={accountTexts.registerProblemTitle}>
            {accountTexts.registerProblem}
          </Notice>
        ) : null}
        {view.problem?.kind === "refused" ? <Notice kind="bad">{view.problem.sentence}</Notice> : null}
        <TextInput
          label={accountTexts.fullName}
          name="full_name"
          autoComplete="name"
          required
          defaultValue={view.values.full_name}
          error={view.errors.full_name}
        />
        <TextInput
          label={accountTexts.phone}
          name="phone"
          type="tel"
          autoComplete="tel"
          required
          defaultValue={view.values.phone}
          error={view.errors.phone}
        />
        <TextInput
          label={accountTexts.email}
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={view.values.email}
          error={view.errors.email}
        />
        <PasswordInput
          label={accountTexts.password}
          name="password"
          autoComplete="new-password"
          required
          showLabel={accountTexts.show}
          hideLabel={accountTexts.hide}
          error={view.errors.password}
        />
        <PasswordInput
          label={accountTexts.passwordAgain}
          name="confirm_password"
          autoComplete="new-password"
          required
          showLabel={accountTexts.show}
          hideLabel={accountTexts.hide}
          error={view.errors.confirm_password}
        />
        <Button type="submit" look="sun" width="full" disabled={busy}>
          {busy ? accountTexts.creating : failed ? accountTexts.tryAgain : accountTexts.createAccount}
        </Button>
        <p>
          {accountTexts.haveAccount}{" "}
          <Link className="text-link" to="/login">
            {accountTexts.signIn}
          </Link>
        </p>
      </Form>
    </Split>
  );
}

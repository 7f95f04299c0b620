import { Form, Link } from "react-router";
import { sunsetTall } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { SendButton } from "./account-fields.tsx";
import { accountTexts } from "./account-texts.ts";
import { factorTexts } from "./security-texts.ts";
import { Split } from "./split.tsx";

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function LoginCodePage({ error }: { error: string | null }) {
  const form = useFocusFirstError(error ? { code: error } : {});
  return (
    <Split picture={sunsetTall} words={factorTexts.loginArt}>
      <Form className="form" method="post" noValidate ref={form}>
        <h1 className="display">{factorTexts.loginTitle}</h1>
        <p className="lead-text muted">{factorTexts.loginText}</p>
        <TextInput
          label={factorTexts.loginLabel}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          required
          error={error ?? undefined}
        />
        <SendButton label={factorTexts.continue} busyLabel={accountTexts.signingIn} />
        <p>
          <Link className="text-link" to="/login">
            <Icon name="arrowLeft" /> {accountTexts.backToLogin}
          </Link>
        </p>
      </Form>
    </Split>
  );
}

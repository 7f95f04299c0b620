import { Form } from "react-router";
import { EmailInput } from "#web/sign-in/meant-email.tsx";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { guestOrderTexts } from "./guest-order-texts.ts";

export type GuestPanelsView = {
  /** The order's page; its forms are sent there. */
  action: string;
  email: string;
  /** The email address can still be corrected. */
  mayCorrect: boolean;
  /** The page was opened by an email's link, so it offers neither sending nor correcting. */
  isByLink: boolean;
  /** The tickets can be kept in an account from this page. */
  mayKeep: boolean;
  /** A code was sent; the page now asks for it. */
  isCodeSent: boolean;
  /** The code was right and no account has this address, so a password makes one. */
  asksPassword: boolean;
  /** The typed values that were refused. */
  typed: { email?: string; code?: string };
  errors: { email?: string; code?: string; password?: string };
  /** A sentence about the whole form. */
  problem: string | null;
};

/** Says what a page opened by an email's link cannot do, and where it can be done. */
export function LinkNote({ view }: { view: GuestPanelsView }) {
  if (!view.isByLink) return null;
  return (
    <p className="fine-print">{view.mayKeep ? guestOrderTexts.byLink : guestOrderTexts.byLinkAtFirst}</p>
  );
}

/** "Adresa e greșită?" for a guest. It also opens and sends without JavaScript. */
export function WrongAddress({ view }: { view: GuestPanelsView }) {
  if (!view.mayCorrect) return null;
  return (
    <details className="guest-address" open={view.errors.email !== undefined}>
      <summary className="text-link">{guestOrderTexts.wrongAddress}</summary>
      <Form method="post" action={view.action} className="form" noValidate>
        <EmailInput
          label={guestOrderTexts.rightAddress}
          name="email"
          autoComplete="email"
          required
          value={view.typed.email ?? ""}
          error={view.errors.email}
        />
        <input type="hidden" name="email_asked" value={view.typed.email ?? ""} />
        <p className="fine-print">{guestOrderTexts.onceADay}</p>
        <Button type="submit" look="line" name="intent" value="correct">
          {guestOrderTexts.send}
        </Button>
      </Form>
    </details>
  );
}

/** "Păstrează-le într-un cont": sends a code to the email address, then asks for the code. */
export function KeepInAccount({ view }: { view: GuestPanelsView }) {
  if (!view.mayKeep) return null;
  return (
    <section className="guest-keep" aria-labelledby="guest-keep">
      <h2 className="display" id="guest-keep">
        {guestOrderTexts.keepTitle}
      </h2>
      {view.problem ? <Notice kind="bad">{view.problem}</Notice> : null}
      <p role="status">
        {view.asksPassword
          ? guestOrderTexts.newAccount(view.email)
          : view.isCodeSent
            ? guestOrderTexts.codeSent(view.email)
            : guestOrderTexts.keepText(view.email)}
      </p>
      {view.isCodeSent ? (
        <Form method="post" action={view.action} preventScrollReset className="form" noValidate>
          <TextInput
            label={guestOrderTexts.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            defaultValue={view.typed.code ?? ""}
            error={view.errors.code}
          />
          {view.asksPassword ? (
            <PasswordInput
              label={guestOrderTexts.password}
              name="password"
              autoComplete="new-password"
              required
              showLabel={guestOrderTexts.show}
              hideLabel={guestOrderTexts.hide}
              error={view.errors.password}
            />
          ) : null}
          <Button type="submit" look="sand" width="full" name="intent" value="keep">
            {view.asksPassword ? guestOrderTexts.makeAccount : guestOrderTexts.keep}
          </Button>
        </Form>
      ) : null}
      <Form method="post" action={view.action} preventScrollReset>
        <Button
          type="submit"
          look={view.isCodeSent ? "quiet" : "sand"}
          width="full"
          name="intent"
          value="send-code"
        >
          {view.isCodeSent ? guestOrderTexts.otherCode : guestOrderTexts.sendCode}
        </Button>
      </Form>
    </section>
  );
}

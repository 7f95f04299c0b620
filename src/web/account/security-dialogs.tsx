import { type ReactNode, useRef } from "react";
import { Form, Link, useNavigate } from "react-router";
import { ReentryInput } from "#web/sign-in/password-again-dialog.tsx";
import { AskedDialog } from "#web/ui/asked-dialog.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { EmailField, NewPasswordFields, SendButton } from "./account-fields.tsx";
import { accountTexts } from "./account-texts.ts";
import { securityTexts } from "./security-texts.ts";
import { WaysInFields, type WaysInView } from "./ways-in-fields.tsx";

/** An open dialog: the typed text, and what is wrong with it. */
export type AskedView = {
  kind: "email" | "password" | "erase";
  values: { email: string };
  /** The ticked ways to sign in. */
  ticked?: readonly string[];
  stopsFactor?: boolean;
  errors: Partial<Record<"email" | "password" | "confirm_password" | "current_password", string>>;
  problem: string | null;
};

type SecurityDialogProps = {
  asked: AskedView;
  /** Whether the password was entered again recently. */
  isReconfirmed: boolean;
  ticketsAhead: number;
  /** The account's other ways to sign in, beside a new password; null when they are not needed. */
  waysIn: WaysInView | null;
};

export function SecurityDialog({ asked, isReconfirmed, ticketsAhead, waysIn }: SecurityDialogProps) {
  const reentry = isReconfirmed ? null : <ReentryInput error={asked.errors.current_password ?? null} />;
  switch (asked.kind) {
    case "email":
      return (
        <Question asked={asked} title={securityTexts.changeEmail}>
          <p className="muted">{securityTexts.changeEmailText}</p>
          <EmailField
            autoComplete="email"
            label={securityTexts.newEmail}
            name="new_email"
            value={asked.values.email}
            error={asked.errors.email}
          />
          {reentry}
          <SendButton label={securityTexts.changeEmail} intent="change-email" />
        </Question>
      );
    case "password":
      return (
        <Question asked={asked} title={securityTexts.changePassword}>
          <p className="muted">{securityTexts.passwordText}</p>
          {reentry}
          <NewPasswordFields label={accountTexts.newPassword} errors={asked.errors} />
          {waysIn ? <WaysInFields {...asked} ways={waysIn} tick="remove" /> : null}
          <SendButton label={securityTexts.changePassword} intent="change-password" />
        </Question>
      );
    case "erase":
      return (
        <Question asked={asked} title={securityTexts.eraseTitle}>
          {ticketsAhead > 0 ? <Notice kind="bad">{securityTexts.eraseTickets(ticketsAhead)}</Notice> : null}
          <ul className="settings-losses">
            {securityTexts.eraseLosses.map((loss) => (
              <li key={loss}>
                <Icon name="info" /> {loss}
              </li>
            ))}
          </ul>
          {reentry}
          <label className="checkbox">
            <input type="checkbox" name="understood" value="1" /> <span>{securityTexts.understood}</span>
          </label>
          <Button type="submit" look="risk-full" width="full" name="intent" value="erase">
            {securityTexts.eraseNow}
          </Button>
        </Question>
      );
  }
}

function Question({ asked, title, children }: { asked: AskedView; title: string; children: ReactNode }) {
  const navigate = useNavigate();
  const wasClosed = useRef(false);
  const close = () => {
    if (wasClosed.current) return;
    wasClosed.current = true;
    void navigate("/profile/security", { preventScrollReset: true });
  };
  return (
    <AskedDialog
      title={title}
      kind={asked.kind === "erase" ? "risk" : "plain"}
      openedBy={asked.kind}
      onClose={close}
    >
      <Form
        className="form"
        method="post"
        action={`/profile/security?ask=${asked.kind}`}
        noValidate
        preventScrollReset
      >
        {asked.problem ? <Notice kind="bad">{asked.problem}</Notice> : null}
        {children}
      </Form>
      <div className="actions">
        <Link
          className={buttonClass({ look: asked.kind === "erase" ? "sand" : "quiet", size: "small" })}
          to="/profile/security"
          preventScrollReset
        >
          {asked.kind === "erase" ? securityTexts.keepAccount : securityTexts.cancel}
        </Link>
      </div>
    </AskedDialog>
  );
}

import { type ReactNode, useRef } from "react";
import { Form, Link, useNavigate } from "react-router";
import type { TicketCount } from "#ticketing/orders/ticket-count-texts.ts";
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
export type DialogView = {
  kind: "email" | "password" | "erase";
  values: { email: string };
  ticked?: readonly string[];
  stopsFactor?: boolean;
  errors: Partial<Record<"email" | "password" | "confirm_password" | "current_password", string>>;
  problem: string | null;
};

type SecurityDialogProps = {
  dialog: DialogView;
  /** Whether the password was entered again recently. */
  isReconfirmed: boolean;
  ticketsAhead: TicketCount;
  /** The account's other ways to sign in, beside a new password; null when they are not needed. */
  waysIn: WaysInView | null;
};

export function SecurityDialog({ dialog, isReconfirmed, ticketsAhead, waysIn }: SecurityDialogProps) {
  const reentry = isReconfirmed ? null : <ReentryInput error={dialog.errors.current_password ?? null} />;
  switch (dialog.kind) {
    case "email":
      return (
        <Question dialog={dialog} title={securityTexts.changeEmail}>
          <p className="muted">{securityTexts.changeEmailText}</p>
          <EmailField
            autoComplete="email"
            label={securityTexts.newEmail}
            name="new_email"
            value={dialog.values.email}
            error={dialog.errors.email}
          />
          {reentry}
          <SendButton label={securityTexts.changeEmail} intent="change-email" />
        </Question>
      );
    case "password":
      return (
        <Question dialog={dialog} title={securityTexts.changePassword}>
          <p className="muted">{securityTexts.passwordText}</p>
          {reentry}
          <NewPasswordFields label={accountTexts.newPassword} errors={dialog.errors} />
          {waysIn ? <WaysInFields {...dialog} ways={waysIn} tick="remove" /> : null}
          <SendButton label={securityTexts.changePassword} intent="change-password" />
        </Question>
      );
    case "erase":
      return (
        <Question dialog={dialog} title={securityTexts.eraseTitle}>
          {ticketsAhead.tickets + ticketsAhead.addOns > 0 ? (
            <Notice kind="bad">{securityTexts.eraseTickets(ticketsAhead)}</Notice>
          ) : null}
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

type QuestionProps = { dialog: DialogView; title: string; children: ReactNode };

function Question({ dialog, title, children }: QuestionProps) {
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
      kind={dialog.kind === "erase" ? "risk" : "plain"}
      openedBy={dialog.kind}
      onClose={close}
    >
      <Form
        className="form"
        method="post"
        action={`/profile/security?ask=${dialog.kind}`}
        noValidate
        preventScrollReset
      >
        {dialog.problem ? <Notice kind="bad">{dialog.problem}</Notice> : null}
        {children}
      </Form>
      <div className="actions">
        <Link
          className={buttonClass({ look: dialog.kind === "erase" ? "sand" : "quiet", size: "small" })}
          to="/profile/security"
          preventScrollReset
        >
          {dialog.kind === "erase" ? securityTexts.keepAccount : securityTexts.cancel}
        </Link>
      </div>
    </AskedDialog>
  );
}

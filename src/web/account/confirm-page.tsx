import { Form, Link } from "react-router";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { dawnTall } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { accountTexts } from "./account-texts.ts";
import { Split } from "./split.tsx";

export type ConfirmPageView =
  | { kind: "ask"; token: string; email: string | null }
  | { kind: "confirmed" }
  | { kind: "over" };

/** The target of the link in the letter. It acts on the button, because mail scanners open links by themselves. */
export function ConfirmPage({ view }: { view: ConfirmPageView }) {
  switch (view.kind) {
    case "ask":
      return (
        <Split picture={dawnTall} words={accountTexts.confirmArt}>
          <Form className="form" method="post">
            <h1 className="display">{accountTexts.confirmTitle}</h1>
            <p className="lead-text muted">
              {view.email ? <Asked email={view.email} /> : accountTexts.confirmPlain}
            </p>
            <input type="hidden" name="token" value={view.token} />
            <Button type="submit" look="sun" width="full">
              {accountTexts.confirmButton}
            </Button>
            <p className="muted">{accountTexts.confirmNote}</p>
          </Form>
        </Split>
      );
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

function Asked({ email }: { email: string }) {
  return (
    <>
      {accountTexts.confirmText[0]} <b>{email}</b>. {accountTexts.confirmText[1]}
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

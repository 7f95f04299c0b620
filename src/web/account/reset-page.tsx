import { Form, Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { dawnTall, phosphorTall } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { NewPasswordFields, SendButton } from "./account-fields.tsx";
import { accountTexts } from "./account-texts.ts";
import { Split } from "./split.tsx";
import { WaysInFields, type WaysInView } from "./ways-in-fields.tsx";

export type ResetPageView =
  | {
      kind: "ask";
      token: string;
      errors: Partial<Record<"password" | "confirm_password", string>>;
      problem: string | null;
      /** The account's other ways to sign in, and the ticked ones, which stay. */
      ways: WaysInView;
      ticked: string[];
      stopsFactor: boolean;
      codeError: string | null;
    }
  | { kind: "over" };

export function ResetPage({ view }: { view: ResetPageView }) {
  return view.kind === "ask" ? <NewPassword view={view} /> : <LinkOver />;
}

function NewPassword({ view }: { view: Extract<ResetPageView, { kind: "ask" }> }) {
  const form = useFocusFirstError(view.errors);
  return (
    <Split picture={dawnTall} words={accountTexts.resetArt}>
      <Form className="form" method="post" noValidate ref={form}>
        <h1 className="display">{accountTexts.resetTitle}</h1>
        <p className="muted">{accountTexts.resetText}</p>
        {view.problem ? <Notice kind="bad">{view.problem}</Notice> : null}
        <input type="hidden" name="token" value={view.token} />
        <NewPasswordFields label={accountTexts.newPassword} errors={view.errors} />
        <WaysInFields {...view} tick="keep" />
        <SendButton label={accountTexts.savePassword} />
      </Form>
    </Split>
  );
}

function LinkOver() {
  return (
    <Split picture={phosphorTall} words={accountTexts.resetOverArt}>
      <div className="form">
        <span className="done-mark done-mark--warn">
          <Icon name="alert" />
        </span>
        <h1 className="display">{accountTexts.resetOverTitle}</h1>
        <p className="lead-text muted">{accountTexts.resetOverText}</p>
        <Link className={buttonClass({ look: "sun", width: "full" })} to="/login?mode=forgot">
          {accountTexts.resetAgain}
        </Link>
      </div>
    </Split>
  );
}

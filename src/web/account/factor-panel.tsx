import { Form, Link } from "react-router";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { StatusText } from "#web/ui/status-text.tsx";
import { factorTexts } from "./factor-texts.ts";
import type { FactorView } from "./security-view.ts";

/** Whether a sign-in needs a code beside the password. */
export function FactorPanel({ factor }: { factor: FactorView }) {
  return (
    <section className="settings" aria-labelledby="security-factor">
      <div className="settings__head">
        <h2 className="display" id="security-factor">
          {factorTexts.panel}
        </h2>
        <StatusText kind={factor.state === "on" ? "good" : "off"}>
          {factor.state === "on" ? factorTexts.on : factorTexts.off}
        </StatusText>
      </div>
      {factor.state === "required" ? <Notice kind="warn">{factorTexts.panelRequired}</Notice> : null}
      {factor.state === "on" ? (
        <>
          <p className="muted">
            {factorTexts.panelOn} {factorTexts.codesLeft(factor.codesLeft)}
          </p>
          <Form className="actions" method="post" action="/profile/security/factor" preventScrollReset>
            <Button type="submit" look="line" size="small" name="intent" value="renew">
              {factorTexts.newCodes}
            </Button>
            <Button type="submit" look="quiet" size="small" name="intent" value="stop">
              {factorTexts.stop}
            </Button>
          </Form>
        </>
      ) : (
        <>
          <p className="muted">{factorTexts.panelOff}</p>
          <div className="actions">
            <Link className={buttonClass({ look: "sand", size: "small" })} to="/profile/security/factor">
              {factorTexts.start}
            </Link>
          </div>
        </>
      )}
    </section>
  );
}

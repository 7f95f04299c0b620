import type { MailVerdict } from "#ticketing/letters/test-email-result.ts";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { emailTexts } from "./email-texts.ts";

const steps = ["reach", "secure", "sign_in", "hand_over"] as const;
const failedAt: Record<MailVerdict, (typeof steps)[number] | null> = {
  ok: null,
  unreachable: "reach",
  tls: "secure",
  auth_failed: "sign_in",
  refused: "hand_over",
};

/** The steps of a test email: each done, failed, or not reached. */
export function MailTrial({ verdict }: { verdict: MailVerdict | null }) {
  const failed = verdict === null ? null : failedAt[verdict];
  const last = verdict === null ? -1 : failed === null ? steps.length : steps.indexOf(failed);
  return (
    <ol className="mail-trial">
      {steps.map((step, at) => {
        const words = emailTexts.trial.steps[step];
        if (at < last)
          return (
            <li key={step} className="mail-trial__step mail-trial__step--ok">
              <OfficeIcon name="check" /> {words.good}
            </li>
          );
        if (at === last)
          return (
            <li key={step} className="mail-trial__step mail-trial__step--bad">
              <OfficeIcon name="alert" /> {words.bad}
            </li>
          );
        return (
          <li key={step} className="mail-trial__step">
            <OfficeIcon name="clock" /> {words.wait}
            {verdict === null ? null : <small>{emailTexts.trial.untried}</small>}
          </li>
        );
      })}
    </ol>
  );
}

import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { mailBannerTexts } from "./mail-banner-texts.ts";

/** What every administrator should know of the emails, above each screen of the back-office. */
export function MailBanner({ view }: { view: MailBannerView }) {
  const { title, text, to, act } = mailBannerTexts(view);
  return (
    <div className={`office-banner office-banner--${view.kind}`} role="status">
      <Icon name="mail" />
      <p>
        <b>{title}</b> {text}
      </p>
      <Link className={buttonClass({ look: "line", size: "small" })} to={to}>
        {act}
      </Link>
    </div>
  );
}

export type MailBannerView = {
  kind: "paused" | "away" | "off" | "failed";
  /** The mail server's answer, while it takes nothing for another cause than the password. */
  refusal: string | null;
  /** Since when, as shown; only while paused. */
  since: string;
  waiting: number;
  failed: number;
};

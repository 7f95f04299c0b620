import { Icon } from "#web/ui/icon.tsx";
import { ActLink } from "../ui/act-buttons.tsx";
import { type MailBannerView, mailBannerTexts } from "./mail-banner-texts.ts";

/** A warning about the emails, above each screen of the back-office. */
export function MailBanner({ view }: { view: MailBannerView }) {
  const { title, text, to, act } = mailBannerTexts(view);
  return (
    <div className={`office-banner office-banner--${view.kind}`} role="status">
      <Icon name="mail" />
      <p>
        <b>{title}</b> {text}
      </p>
      <ActLink size="small" to={to} label={act} />
    </div>
  );
}

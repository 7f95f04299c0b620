import { type ReactNode, useState } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { ToastRegion } from "#web/ui/toast-region.tsx";
import { adminTexts } from "./admin-texts.ts";
import { type MailBannerView, mailBannerTexts } from "./email/mail-banner-texts.ts";
import type { OfficeFrameView } from "./office-frame-view.ts";
import { OfficeSide } from "./office-side.tsx";
import { OfficeTop } from "./office-top.tsx";
import { ShownTo } from "./shown-rights.ts";
import { sideWidthCookie } from "./side-width.ts";
import { StopBanner } from "./status/stop-banner.tsx";
import { ActLink } from "./ui/act-buttons.tsx";

/** The frame around every screen of the back-office: sidebar, top bar and toasts. */
export function OfficeFrame({ view, children }: { view: OfficeFrameView; children: ReactNode }) {
  const [width, setWidth] = useState(view.side);
  const fold = () => {
    const next = width === "wide" ? "narrow" : "wide";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and missing in some browsers
    document.cookie = sideWidthCookie(next);
    setWidth(next);
  };
  return (
    <ShownTo value={view.person?.role ?? "admin"}>
      <div className={`office office--${width}`} data-theme="office">
        <a className="skip-link" href="#continut">
          {adminTexts.skip}
        </a>
        <OfficeSide view={view} width={width} onFold={fold} />
        <div className="office__column">
          <OfficeTop view={view} />
          {view.stops ? <StopBanner view={view.stops} /> : null}
          {view.mail ? <MailBanner view={view.mail} /> : null}
          <main className="office__page" id="continut" tabIndex={-1}>
            {children}
          </main>
        </div>
        <ToastRegion flash={view.flash} />
      </div>
    </ShownTo>
  );
}

/** The message about the emails, above each screen of the back-office. */
function MailBanner({ view }: { view: MailBannerView }) {
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

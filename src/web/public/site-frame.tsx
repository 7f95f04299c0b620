import type { ReactNode } from "react";
import type { Who } from "#ticketing/rights/role-rights.ts";
import { type Flash, ToastRegion } from "#web/ui/toast-region.tsx";
import type { ClubView } from "./club-view.ts";
import { DemoRibbon } from "./demo-ribbon.tsx";
import type { FrameOfScreen } from "./frame-of-screen.ts";
import { HeldLine, type HeldLineView } from "./held-line.tsx";
import { publicTexts } from "./public-texts.ts";
import { type FooterView, SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

export type SiteFrameView = {
  club: ClubView;
  /** The role: nothing personal, so that the page may be cached. */
  viewer: Who;
  /** Whether people may buy without an account. */
  guests: "buy" | "none";
  /** Null in production. */
  demo: { mailboxUrl: string } | null;
  footer: FooterView;
  flash: Flash | null;
  /** Personal, so pages with it are not kept. */
  held: HeldLineView | null;
  /** What everybody should know before trying: the site's sale is stopped, or the site is read-only. */
  stopped: "sale" | "readOnly" | null;
};

type SiteFrameProps = { view: SiteFrameView; frame?: FrameOfScreen; children: ReactNode };

/** The frame around every public page: skip link, ribbon, header, footer and the toasts at the foot of the screen. */
export function SiteFrame({ view, frame = "whole", children }: SiteFrameProps) {
  return (
    <>
      <a className="skip-link" href="#continut">
        {publicTexts.skip}
      </a>
      {view.demo ? <DemoRibbon mailboxUrl={view.demo.mailboxUrl} /> : null}
      {view.stopped ? (
        <p className="stopped-ribbon" role="status">
          {view.stopped === "sale" ? publicTexts.saleStoppedRibbon : publicTexts.readOnlyRibbon}
        </p>
      ) : null}
      {view.held ? <HeldLine held={view.held} /> : null}
      <SiteHeader
        club={view.club}
        viewer={view.viewer}
        guests={view.guests}
        navigation={frame === "to-pay" ? "none" : "shown"}
        secretFlag={view.demo ? "honoured" : "ignored"}
      />
      <main id="continut" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter club={view.club} footer={view.footer} viewer={view.viewer} isLow={frame !== "whole"} />
      <ToastRegion flash={view.flash} />
    </>
  );
}

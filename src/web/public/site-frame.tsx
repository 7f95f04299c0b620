import type { ReactNode } from "react";
import { Link } from "react-router";
import { saleTexts } from "#web/request/sale-texts.ts";
import { minutesAndSeconds, useSecondsLeft } from "#web/ui/countdown.tsx";
import { ToastRegion } from "#web/ui/toast-region.tsx";
import { useIsOffline } from "#web/ui/use-is-offline.ts";
import type { Route } from "./+types/site-layout.ts";
import type { FrameOfScreen } from "./frame-of-screen.ts";
import { publicTexts } from "./public-texts.ts";
import { SiteFooter } from "./site-footer.tsx";
import { SiteHeader } from "./site-header.tsx";

export type SiteFrameView = Route.ComponentProps["loaderData"]["view"];

type SiteFrameProps = { view: SiteFrameView; frame?: FrameOfScreen; children: ReactNode };

/** The frame around every public page: skip link, ribbon, header, footer and toasts. */
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

export function DemoRibbon({ mailboxUrl }: { mailboxUrl: string }) {
  return (
    <aside className="ribbon" aria-label={publicTexts.demoRibbonLabel}>
      <div className="wrap">
        <span>{publicTexts.demoRibbon}</span> <Link to={mailboxUrl}>{publicTexts.mailbox}</Link>
      </div>
    </aside>
  );
}

/** The places that are held for this visitor, for pages that do not show them themselves. */
type HeldLineView = { title: string; secondsLeft: number; checkoutUrl: string; chooseUrl: string };

/** One line with the time left and a link to the payment. Hidden without network, because a saved page may be old. */
export function HeldLine({ held }: { held: HeldLineView }) {
  const { title, secondsLeft, checkoutUrl, chooseUrl } = held;
  const left = useSecondsLeft(secondsLeft);
  if (useIsOffline()) return null;
  return (
    <aside
      className={`stopped-ribbon held-line${left === 0 ? " held-line--over" : ""}`}
      aria-label={left === 0 ? saleTexts.holdOver.title : publicTexts.heldPlaces}
    >
      {left === 0 ? (
        <>
          {title}: {saleTexts.holdOver.title}. <Link to={chooseUrl}>{saleTexts.chooseSame}</Link>
        </>
      ) : (
        <>
          {publicTexts.heldFor(title)} <b className="figures">{minutesAndSeconds(left)}</b>{" "}
          <Link to={checkoutUrl}>{publicTexts.goOnPaying}</Link>
        </>
      )}
    </aside>
  );
}

import { Link } from "react-router";
import { counted } from "#kernel/romanian.ts";
import type { StopKind } from "#ticketing/events/stop.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { stopTexts as texts } from "./stop-texts.ts";

/** How many stops are on, and which of them stop the whole site. */
export type StopBannerView = { on: number; site: StopKind[] };

/** The stops that are on, above each screen of the back-office. */
export function StopBanner({ view }: { view: StopBannerView }) {
  return (
    <div className="office-banner office-banner--paused" role="status">
      <OfficeIcon name="lock" />
      <p>
        <b>{counted(view.on, texts.banner)}.</b> {view.site.map((kind) => texts.bannerSite[kind]).join(" ")}
      </p>
      <Link className={buttonClass({ look: "line", size: "small" })} to="/admin/status/stops">
        {texts.see}
      </Link>
    </div>
  );
}

import { Link } from "react-router";
import { counted } from "#kernel/romanian.ts";
import type { StopKind } from "#ticketing/events/stop.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { stopTexts as texts } from "./stop-texts.ts";

/** How much is stopped, and what of it concerns the whole site. */
export type StopBannerView = { on: number; site: StopKind[] };

/** What every administrator should know, above each screen of the back-office, until it is lifted. */
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

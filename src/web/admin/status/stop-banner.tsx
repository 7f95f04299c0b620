import type { NamedStop } from "#ticketing/events/stop-queries.server.ts";
import { useMayOpen } from "../shown-rights.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { stopTexts as texts } from "./stop-texts.ts";

/** The number of active stops and the oldest of them. `first` is empty when they could not be read. */
export type StopBannerView = { on: number; first: NamedStop[] };

/** How many stops the banner names; more would cover the screen below. */
export const stopsInBanner = 3;

export function StopBanner({ view }: { view: StopBannerView }) {
  const mayOpen = useMayOpen();
  return (
    <div className="office-banner office-banner--paused" role="status">
      <OfficeIcon name="lock" />
      <p>
        <b>{texts.banner(view.on)}.</b> {view.first.map(texts.bannerStop).join(" ")}
        {view.first.length > 0 && view.on > view.first.length ? (
          <> {texts.bannerMore(view.on - view.first.length)}</>
        ) : null}
      </p>
      {mayOpen("/admin/status/stops") ? (
        <ActLink size="small" to="/admin/status/stops" label={texts.see} />
      ) : null}
    </div>
  );
}

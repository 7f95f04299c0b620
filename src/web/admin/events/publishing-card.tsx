import { Link } from "react-router";
import type { SaleState } from "#ticketing/events/sale-state.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { publishingTexts as texts } from "./event-texts.ts";
import { NightStatus } from "./night-status.tsx";
import type { PublishingView } from "./publishing-view.ts";

type PublishingCardProps = { night: { id: string; state: SaleState }; view: PublishingView };

/** Whether a night is public, and the way to change it. */
export function PublishingCard({ night, view }: PublishingCardProps) {
  return (
    <Card>
      <Section title={texts.title}>
        <p>
          <NightStatus state={night.state} />
        </p>
        <p className="muted">
          {view.state === "draft" ? texts.draft : null}
          {view.state === "scheduled" ? texts.scheduled(view.at) : null}
          {view.state === "published" ? texts.published(view.since) : null}
        </p>
        {night.state === "cancelled" || night.state === "ended" ? null : (
          <p className="actions">
            <Link
              className={buttonClass({ size: "small", look: view.state === "draft" ? "sun" : "line" })}
              to={`/admin/events/${night.id}/publish`}
              preventScrollReset
            >
              <OfficeIcon name={view.state === "published" ? "eyeOff" : "eye"} />{" "}
              {view.state === "draft"
                ? texts.publish
                : view.state === "scheduled"
                  ? texts.change
                  : texts.takeBack}
            </Link>
          </p>
        )}
      </Section>
    </Card>
  );
}

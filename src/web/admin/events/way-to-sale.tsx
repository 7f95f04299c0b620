import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import type { SavedEventView } from "./event-form-reading.server.ts";
import { openingTexts, publishingTexts as texts } from "./event-texts.ts";

/** The three steps of a night to the site, with a link to take the last one or to go back. */
export function PublishingWay({ night }: { night: SavedEventView }) {
  const view = night.publishing;
  const visible = night.types.filter((type) => type.isVisible);
  const isPriced = visible.some((type) => type.isAgreed || type.amount === 0);
  const ready = visible.length === 0 ? texts.noTypes : isPriced ? texts.ready : texts.unpriced;
  const isPublic = view.state === "published";
  return (
    <ol className="publishing-way" aria-label={texts.way}>
      <li className="is-done">
        <b>{texts.steps.draft}</b>
        <small>{texts.saved}</small>
      </li>
      <li className={isPriced ? "is-done" : ""}>
        <b>{texts.steps.ready}</b>
        <small>{ready}</small>
      </li>
      <li className={isPublic ? "is-done" : ""}>
        <b>{texts.steps.published}</b>
        <small>
          {view.state === "draft" ? texts.draft : null}
          {view.state === "scheduled" ? texts.scheduled(view.at) : null}
          {view.state === "published" ? texts.published(view.since) : null}
        </small>
        <Link
          className={buttonClass({ size: "small", look: view.state === "draft" ? "sand" : "line" })}
          to={`/admin/events/${night.id}/publish`}
          preventScrollReset
        >
          <OfficeIcon name={isPublic ? "eyeOff" : "eye"} />{" "}
          {view.state === "draft" ? texts.publish : isPublic ? texts.takeBack : texts.change}
        </Link>
      </li>
    </ol>
  );
}

/** When the sale begins, with the link to announce it. */
export function OpeningCard({ view: { opening, to } }: { view: SavedEventView["opening"] }) {
  if (!opening && !to) return null;
  return (
    <Card>
      <Section title={openingTexts.title}>
        {opening ? (
          <>
            <p>
              <b>{openingTexts.at(opening.when)}</b>
            </p>
            <p className="muted">
              {opening.roomFrom ? openingTexts.room(opening.roomFrom) : openingTexts.noRoom}
            </p>
            {opening.door === "closed" ? null : (
              <p className="muted">{opening.door === "room" ? openingTexts.running : openingTexts.begun}</p>
            )}
          </>
        ) : (
          <p className="muted">{openingTexts.none}</p>
        )}
        {!to || (opening && opening.door !== "closed") ? null : (
          <p className="actions">
            <Link className={buttonClass({ size: "small" })} to={to} preventScrollReset>
              <OfficeIcon name="clock" /> {opening ? openingTexts.change : openingTexts.announce}
            </Link>
          </p>
        )}
      </Section>
    </Card>
  );
}

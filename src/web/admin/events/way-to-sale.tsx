import { ActLink } from "../ui/act-buttons.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import type { SavedEventView } from "./event-form-reading.server.ts";
import { openingTexts, publishingTexts as texts } from "./event-texts.ts";

/** The way of a night to the site, in three steps, with the link that takes the last one or goes back. */
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
        <ActLink
          size="small"
          look={view.state === "draft" ? "sand" : "line"}
          to={`/admin/events/${night.id}/publish`}
          preventScrollReset
          icon={isPublic ? "eyeOff" : "eye"}
          label={view.state === "draft" ? texts.publish : isPublic ? texts.takeBack : texts.change}
        />
      </li>
    </ol>
  );
}

/** When the sale begins, and the link to announce it. */
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
            <ActLink
              size="small"
              to={to}
              preventScrollReset
              icon="clock"
              label={opening ? openingTexts.change : openingTexts.announce}
            />
          </p>
        )}
      </Section>
    </Card>
  );
}

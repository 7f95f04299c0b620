import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { formatDayAndMonth, formatLongDate, formatShortDate } from "#kernel/time.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TearPanel } from "#web/ui/tear-panel.tsx";
import { OtherNights, type OtherNightView } from "./other-nights.tsx";
import { PanelLinks } from "./panel-links.tsx";
import { publicTexts } from "./public-texts.ts";
import { TicketForm, type TicketFormProps } from "./ticket-form.tsx";
import type { HoldView, TicketPanelView } from "./ticket-panel-view.ts";
import { TicketRows } from "./ticket-row.tsx";
import type { Choice } from "./use-choice.ts";

export type TicketPanelProps = {
  event: TicketFormProps["event"] & { date: string };
  panel: TicketPanelView;
  hold: HoldView | null;
  choice: Choice;
  others: OtherNightView[];
};

export function TicketPanel({ event, panel, hold, choice, others }: TicketPanelProps) {
  switch (panel.kind) {
    case "sale":
      return <TicketForm event={event} panel={panel} hold={hold} choice={choice} />;
    case "opening":
      return <OpeningPanel event={event} panel={panel} />;
    case "stopped":
      return (
        <ClosedPanel
          event={event}
          title={publicTexts.stoppedTitle}
          size="big"
          top={
            <>
              <p className="lead-text">{publicTexts.stoppedText}</p>
              <p className="muted tear-panel__more">{publicTexts.stoppedNote}</p>
              <ButtonLink look="line" width="full" href={`/events/${event.slug}`}>
                <Icon name="refresh" /> {publicTexts.checkAgain}
              </ButtonLink>
            </>
          }
          bottom={<OtherNights title={publicTexts.untilThen} nights={others} />}
        />
      );
    case "unavailable":
      return (
        <ClosedPanel
          event={event}
          title={publicTexts.tickets}
          top={
            <>
              <Notice kind="warn">{publicTexts.unavailableNotice}</Notice>
              <TicketRows types={panel.types} choice={null} />
            </>
          }
          bottom={
            <>
              <button type="button" className={buttonClass({ look: "sun", width: "full" })} disabled>
                {publicTexts.unavailableButton}
              </button>
              <p className="fine-print">{publicTexts.unavailableNote}</p>
            </>
          }
        />
      );
    case "soldOut":
      return (
        <ClosedPanel
          event={event}
          title={publicTexts.soldOut}
          size="big"
          top={
            <>
              <p className="lead-text">{publicTexts.soldOutPlain}</p>
              {panel.next === null ? null : (
                <p className="muted tear-panel__more">
                  {publicTexts.moreFrom(formatLongDate(panel.next.day), panel.next.time)}
                </p>
              )}
              <p className="muted tear-panel__more">{publicTexts.soldOutNote(panel.holdMinutes)}</p>
              <ButtonLink look="line" width="full" href={`/events/${event.slug}`}>
                <Icon name="refresh" /> {publicTexts.checkAgain}
              </ButtonLink>
            </>
          }
          bottom={<StillPlaces nights={others} />}
        />
      );
    case "saleEnded":
      return (
        <ClosedPanel
          event={event}
          title={publicTexts.saleEndedBadge}
          size="big"
          top={<p className="lead-text">{publicTexts.saleEndedText}</p>}
          bottom={<StillPlaces nights={others} />}
        />
      );
    case "noTypes":
      return (
        <ClosedPanel
          event={event}
          title={publicTexts.soonTitle}
          size="big"
          top={
            <>
              <p className="lead-text">{publicTexts.soonText}</p>
              <p className="muted tear-panel__more">{publicTexts.soonNote}</p>
            </>
          }
          bottom={<OtherNights title={publicTexts.untilThen} nights={others} />}
        />
      );
    case "cancelled":
      return (
        <ClosedPanel
          event={event}
          title={publicTexts.cancelled}
          size="big"
          top={
            <>
              <p className="lead-text">{publicTexts.cancelledText(formatDayAndMonth(event.date))}</p>
              <p className="muted tear-panel__more">
                {publicTexts.cancelledMoney} <Link to="/profile">{publicTexts.pastProfile}</Link>.
              </p>
            </>
          }
          bottom={<StillPlaces nights={others} />}
        />
      );
    case "past":
      return (
        <ClosedPanel
          event={event}
          title={publicTexts.pastTitle}
          size="big"
          top={
            <>
              <p className="lead-text">{publicTexts.pastText(formatShortDate(event.date))}</p>
              {panel.viewer === "customer" ? (
                <p className="muted tear-panel__more">
                  {publicTexts.pastNote} <Link to="/profile">{publicTexts.pastProfile}</Link>.
                </p>
              ) : null}
            </>
          }
          bottom={
            <>
              <OtherNights title={publicTexts.nextNights} nights={others} />
              <Link className={buttonClass({ look: "sun", width: "full" })} to="/events">
                {publicTexts.closingLink}
              </Link>
            </>
          }
        />
      );
  }
}

/** Where one can go instead of a night that has nothing to sell. */
function StillPlaces({ nights }: { nights: OtherNightView[] }) {
  return (
    <>
      <OtherNights title={publicTexts.stillPlaces} nights={nights} />
      <Link className={buttonClass({ look: "sand", width: "full" })} to="/events">
        {publicTexts.closingLink}
      </Link>
    </>
  );
}

type OpeningPanelProps = {
  event: TicketPanelProps["event"];
  panel: Extract<TicketPanelView, { kind: "opening" }>;
};

/** Before the announced hour: when it is, and the link to the waiting room once that is open. */
function OpeningPanel({ event, panel }: OpeningPanelProps) {
  return (
    <ClosedPanel
      event={event}
      title={publicTexts.opensAt(panel.time)}
      size="big"
      top={
        <>
          <p className="lead-text">{publicTexts.opensOn(formatLongDate(panel.day), panel.time)}</p>
          {panel.roomFrom === null ? null : (
            <p className="muted tear-panel__more">{publicTexts.roomNote(panel.roomFrom)}</p>
          )}
        </>
      }
      bottom={
        panel.waitingUrl === null ? (
          <p className="fine-print">{publicTexts.opensNote}</p>
        ) : panel.loginUrl === null ? (
          <Form method="post" action={panel.waitingUrl}>
            <Button type="submit" look="sun" width="full">
              {publicTexts.joinRoom}
            </Button>
          </Form>
        ) : (
          <Link className={buttonClass({ look: "sun", width: "full" })} to={panel.loginUrl}>
            {publicTexts.loginForRoom}
          </Link>
        )
      }
    />
  );
}

type ClosedPanelProps = {
  event: { title: string };
  title: string;
  size?: "normal" | "big";
  top: ReactNode;
  bottom: ReactNode;
};

/** The panel when there is nothing to choose: the present state, and other links. */
function ClosedPanel({ event, title, size = "normal", top, bottom }: ClosedPanelProps) {
  return (
    <TearPanel
      id="bilete"
      titleId="tickets-title"
      top={
        <>
          <h2 className={size === "big" ? "display tear-panel__big" : "display"} id="tickets-title">
            {title}
          </h2>
          {top}
        </>
      }
      bottom={
        <>
          {bottom}
          <PanelLinks title={event.title} />
        </>
      }
    />
  );
}

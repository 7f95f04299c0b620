import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { formatDayAndMonth, formatLongDate, formatShortDate } from "#kernel/time.ts";
import type { NightPhase } from "#ticketing/events/night-time.ts";
import { typesInWords } from "#ticketing/orders/ticket-count-texts.ts";
import type { HoldView } from "#web/request/hold-view.ts";
import { priceTexts } from "#web/request/price-texts.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import { Button, ButtonLink, buttonClass } from "#web/ui/button.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { TearPanel } from "#web/ui/tear-panel.tsx";
import type { EventCardView } from "./card-views.server.ts";
import { CodeBox } from "./code-box.tsx";
import { OpenOffer } from "./open-offer.tsx";
import { PanelLinks } from "./panel-links.tsx";
import { publicTexts } from "./public-texts.ts";
import { HoldClock, showRefusal, TicketForm, type TicketFormProps } from "./ticket-form.tsx";
import { type ClosedPanelView, expectedOpening, type TicketPanelView } from "./ticket-panel-view.ts";
import { TicketRows } from "./ticket-row.tsx";
import { type Choice, holdOutsidePanel } from "./use-choice.ts";

type TicketPanelProps = {
  event: TicketFormProps["event"] & { date: string; phase: NightPhase };
  panel: TicketPanelView;
  hold: HoldView | null;
  choice: Choice;
  others: EventCardView[];
};

/**
 * The tickets of a night. An open order that the panel cannot show stands above it, and can be paid until its time
 * ends.
 */
export function TicketPanel(props: TicketPanelProps) {
  const held = holdOutsidePanel(props.hold, props.panel);
  if (!held)
    return (
      <>
        {props.hold && props.panel.kind !== "sale" ? <HoldClock hold={props.hold} /> : null}
        <PanelOfKind {...props} />
      </>
    );
  const name = typesInWords(held.parts);
  return (
    <>
      <OpenOffer offer={{ ...held, name }} />
      <PanelOfKind {...props} hold={null} />
    </>
  );
}

function PanelOfKind({ event, panel, hold, choice, others }: TicketPanelProps) {
  if (panel.kind === "sale") return <TicketForm event={event} panel={panel} hold={hold} choice={choice} />;
  return <ClosedPanel event={event} panel={panel} nights={others} />;
}

/** The words and the links for each state. */
function partsOf(panel: ClosedPanelView, event: TicketPanelProps["event"]): ClosedParts {
  const opens = expectedOpening(panel);
  if (opens) return openingParts(panel, opens);
  const again = (
    <ButtonLink look="line" width="full" href={`/events/${event.slug}`}>
      <Icon name="refresh" /> {saleTexts.checkAgain}
    </ButtonLink>
  );
  switch (panel.state) {
    case "code_only":
      return {
        title: priceTexts.codeOnlyTitle,
        lead: priceTexts.codeOnlyText,
        others: publicTexts.otherNights,
      };
    case "price_pending":
      return {
        title: publicTexts.tickets,
        more: (
          <>
            <Notice kind="info">
              {panel.types.some(({ price }) => price > 0)
                ? priceTexts.pricePendingNotice
                : priceTexts.notSoldOnline}
            </Notice>
            <TicketRows types={panel.types} choice={null} />
          </>
        ),
        others: publicTexts.untilThen,
      };
    case "stopped": {
      const { stoppedTitle: title, stoppedNote, untilThen: others } = publicTexts;
      return { title, lead: saleTexts.stopped, notes: [stoppedNote], more: again, others };
    }
    // no visitor sees a draft
    case "draft":
    case "scheduled":
    case "unavailable":
      return {
        title: publicTexts.tickets,
        more: (
          <>
            <Notice kind="warn">{publicTexts.unavailableNotice}</Notice>
            <TicketRows types={panel.types} choice={null} />
          </>
        ),
        act: (
          <>
            <button type="button" className={buttonClass({ look: "sun", width: "full" })} disabled>
              {publicTexts.unavailableButton}
            </button>
            <p className="fine-print">{publicTexts.unavailableNote}</p>
          </>
        ),
      };
    case "sold_out":
    case "few_left":
    case "on_sale": {
      const { opens: next, returnsAfter } = panel;
      const notes = [
        ...(next ? [publicTexts.moreFrom(formatLongDate(next.day), next.time)] : []),
        ...(returnsAfter === null ? [] : [publicTexts.soldOutNote(returnsAfter)]),
      ];
      return {
        title: publicTexts.soldOut,
        lead: publicTexts.soldOutPlain,
        notes,
        ...(returnsAfter === null ? {} : { more: again }),
      };
    }
    case "sale_ended":
      return { title: publicTexts.saleEndedBadge, lead: publicTexts.saleEndedText };
    case "announced":
    case "not_yet":
    case "no_types": {
      if (event.phase === "ongoing")
        return { title: publicTexts.noneOnlineTitle, lead: publicTexts.noneOnline };
      const { soonTitle: title, soonText: lead, soonNote } = publicTexts;
      return { title, lead, notes: [soonNote], others: publicTexts.untilThen };
    }
    case "cancelled": {
      const lead = publicTexts.cancelledText(formatDayAndMonth(event.date), event.phase === "ended");
      const notes = [
        <ToProfile
          key="profile"
          sentence={publicTexts.cancelledMoney}
          rest={panel.mayBeGuest ? publicTexts.orderLetter : ""}
        />,
      ];
      return { title: publicTexts.cancelled, lead, notes };
    }
    case "ended":
      return {
        title: publicTexts.pastTitle,
        lead: publicTexts.pastText(formatShortDate(event.date)),
        notes: panel.isAnonymous ? [] : [<ToProfile key="profile" sentence={publicTexts.pastNote} />],
        others: publicTexts.nextNights,
      };
  }
}

/** A sentence with a link to the profile; `rest` follows the link. */
function ToProfile({ sentence, rest = "" }: { sentence: string; rest?: string }) {
  return (
    <>
      {sentence} <Link to="/profile">{publicTexts.pastProfile}</Link>
      {rest}.
    </>
  );
}

/** Before the announced hour: when the sale begins, and the link to the waiting room once it is open. */
function openingParts(
  { roomFrom, waitingUrl, loginUrl }: ClosedPanelView,
  { day, time }: NonNullable<ClosedPanelView["opens"]>,
): ClosedParts {
  return {
    title: saleTexts.opensAt(time),
    lead: publicTexts.opensOn(formatLongDate(day), time),
    notes: roomFrom === null ? [] : [publicTexts.roomNote(roomFrom, waitingUrl !== null)],
    others: publicTexts.untilThen,
    act:
      waitingUrl === null ? (
        <p className="fine-print">{publicTexts.opensNote}</p>
      ) : loginUrl === null ? (
        <Form method="post" action={waitingUrl}>
          <Button type="submit" look="sun" width="full">
            {saleTexts.joinRoom}
          </Button>
        </Form>
      ) : (
        <Link className={buttonClass({ look: "sun", width: "full" })} to={loginUrl}>
          {publicTexts.loginForRoom}
        </Link>
      ),
  };
}

type ClosedParts = {
  title: string;
  /** The state, under a large title. */
  lead?: string;
  notes?: ReactNode[];
  more?: ReactNode;
  /** Buttons or links for this night. */
  act?: ReactNode;
  /** The title over other nights, which follow every state. */
  others?: string;
};

type ClosedPanelProps = {
  event: TicketPanelProps["event"];
  panel: ClosedPanelView;
  nights: EventCardView[];
};

/** The panel when nothing can be chosen: the state of the sale, and where to go instead. */
function ClosedPanel({ event, panel, nights }: ClosedPanelProps) {
  const { title, lead, notes = [], more, act, others = publicTexts.stillPlaces } = partsOf(panel, event);
  return (
    <TearPanel
      id="bilete"
      titleId="tickets-title"
      top={
        <>
          <h2
            className={lead ? "display tear-panel__big" : "display"}
            id="tickets-title"
            ref={panel.isAnswer ? showRefusal : undefined}
            tabIndex={-1}
            // biome-ignore lint/a11y/noAutofocus: the answer to a click needs the focus
            autoFocus={panel.isAnswer}
          >
            {title}
          </h2>
          {lead ? <p className="lead-text">{lead}</p> : null}
          {notes.map((note, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the notes never change places
            <p className="muted tear-panel__more" key={at}>
              {note}
            </p>
          ))}
          {more}
          {panel.takesCode ? (
            // a plain form, sent to the night's id like the form of the tickets
            <Form method="post" action={`/events/${event.id}`} replace autoComplete="off" preventScrollReset>
              <input type="hidden" name="slug" value={event.slug} />
              <CodeBox
                slug={event.slug}
                code={panel.code}
                wrong={panel.wrongCode}
                isForOthers={false}
                isAsked={panel.state === "code_only"}
              />
            </Form>
          ) : null}
        </>
      }
      bottom={
        <>
          {act}
          <OtherNights title={others} nights={nights} />
          <Link className={buttonClass({ look: act ? "line" : "sand", width: "full" })} to="/events">
            {publicTexts.closingLink}
          </Link>
          <PanelLinks title={event.title} />
        </>
      }
    />
  );
}

/** Other nights, inside a panel that sells nothing. */
export function OtherNights({ title, nights }: { title: string; nights: EventCardView[] }) {
  if (nights.length === 0) return null;
  return (
    <>
      <p className="tear-panel__sub">{title}</p>
      <div className="next-nights">
        {nights.map((night) => (
          <Link key={night.id} to={`/events/${night.slug}`}>
            <Picture picture={night.picture} seed={night.id} alt="" sizes="64px" />
            <span>
              <b className="display">{night.title}</b>
              <DateText day={night.date} time={night.time} form="short" />
            </span>
            {night.lowestPrice === null ? null : (
              <strong className="figures">{saleTexts.price(formatLei(night.lowestPrice))}</strong>
            )}
          </Link>
        ))}
      </div>
    </>
  );
}

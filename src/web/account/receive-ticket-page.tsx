import { Form, Link } from "react-router";
import { counted } from "#kernel/romanian.ts";
import { addressWithNext } from "#web/request/return-address.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { dawnWide } from "#web/ui/horizon-pictures.ts";
import type { PictureView } from "#web/ui/picture.tsx";
import { CodeStub, StubFacts, TearCard } from "#web/ui/tear-card.tsx";
import { SendButton } from "./account-fields.tsx";
import { accountTexts } from "./account-texts.ts";
import { sentTicketTexts as texts } from "./sent-ticket-texts.ts";

export type OfferedTicketView = {
  /** First name of the sender. */
  from: string;
  eventId: string;
  /** Of a pass, its name; its date is that of the first night. */
  title: string;
  /** 'YYYY-MM-DD' */
  date: string;
  time: string | null;
  doors: string | null;
  location: string;
  type: string;
  enterUntil: string | null;
  picture: PictureView | null;
  /** How many nights a pass has; null of a ticket. */
  nights: number | null;
  /** "sâmbătă, 26 iunie 2027, 21:00" */
  until: string;
  minimumAge: number | null;
};

export type ReceiveTicketView =
  | { kind: "offer"; token: string; offer: OfferedTicketView; isSignedIn: boolean }
  /** The sender looks at the own link. */
  | { kind: "own" }
  | { kind: "over" };

/** What a friend's link opens. Only the button changes something. */
export function ReceiveTicketPage({ view }: { view: ReceiveTicketView }) {
  if (view.kind !== "offer") return <Closed kind={view.kind} />;
  const { offer, token, isSignedIn } = view;
  return (
    <div className="tear-stage">
      <div className="wrap">
        <div className="tear-stage__head">
          <h1 className="display">{texts.receiveTitle(offer.from)}</h1>
          <p className="lead-text muted">
            {texts.receiveText} {offer.nights ? texts.receivePass : null}
          </p>
        </div>
        <div className="tear-stage__card">
          <OfferedTicket offer={offer} />
        </div>
        <div className="form received__form">
          {isSignedIn ? <Accept token={token} /> : <SignInFirst token={token} />}
          <p className="fine-print">
            {texts.acceptNote} {texts.until(offer.until)}{" "}
            {offer.minimumAge ? texts.minimumAge(offer.minimumAge) : null} {texts.nameSeen}
          </p>
        </div>
      </div>
    </div>
  );
}

function OfferedTicket({ offer }: { offer: OfferedTicketView }) {
  const facts = [
    { name: accountTexts.type, value: offer.type },
    { name: texts.entries, value: offer.nights ? counted(offer.nights, texts.nights) : "1" },
    ...(offer.enterUntil
      ? [{ name: accountTexts.atGate, value: accountTexts.untilHour(offer.enterUntil) }]
      : []),
  ];
  return (
    <TearCard
      label={texts.ticketLabel}
      picture={offer.picture}
      seed={offer.eventId}
      title={offer.title}
      above={
        <>
          <DateText day={offer.date} form="long" />
          {offer.time ? (
            <>
              <br />
              {accountTexts.atTime} {offer.time}
            </>
          ) : null}
        </>
      }
      below={[offer.location, offer.doors ? texts.doors(offer.doors) : ""].filter(Boolean).join(" · ")}
      state="offered"
      stub={
        <>
          <CodeStub image={null} placeholder={texts.locked} code={texts.newCode} group={null} />
          <StubFacts facts={facts} />
        </>
      }
    />
  );
}

function Accept({ token }: { token: string }) {
  return (
    <Form method="post" action="/primeste">
      <input type="hidden" name="token" value={token} />
      <SendButton label={texts.accept} busyLabel={texts.accepting} />
    </Form>
  );
}

/** The way through the login comes back here. */
function SignInFirst({ token }: { token: string }) {
  const here = `/primeste?token=${encodeURIComponent(token)}`;
  return (
    <>
      <p>{texts.needsAccount}</p>
      <Link className={buttonClass({ look: "sun", width: "full" })} to={addressWithNext("/login", here)}>
        {texts.signIn}
      </Link>
      <Link className={buttonClass({ look: "line", width: "full" })} to={addressWithNext("/register", here)}>
        {texts.register}
      </Link>
    </>
  );
}

function Closed({ kind }: { kind: "own" | "over" }) {
  const isOwn = kind === "own";
  return (
    <EmptyState
      title={isOwn ? texts.ownTitle : texts.overTitle}
      text={isOwn ? texts.ownText : texts.overText}
      picture={dawnWide}
      size="page"
    >
      <Link className={buttonClass({ look: "sun" })} to="/profile">
        {texts.seeTickets}
      </Link>
      <Link className={buttonClass({ look: "line" })} to="/events">
        {texts.seeEvents}
      </Link>
    </EmptyState>
  );
}

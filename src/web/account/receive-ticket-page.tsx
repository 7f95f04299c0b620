import { Form, Link } from "react-router";
import { counted } from "#kernel/romanian.ts";
import type { CaptchaWidget } from "#platform/captcha/captcha-widget.ts";
import type { SentWhole } from "#ticketing/orders/transfers/transfer.ts";
import { addressWithNext } from "#web/request/return-address.ts";
import { CaptchaBox } from "#web/sign-in/captcha-box.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { dawnWide } from "#web/ui/horizon-pictures.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { PictureView } from "#web/ui/picture.tsx";
import { CodeStub, StubFacts, TearCard } from "#web/ui/tear-card.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { EmailField, SendButton } from "./account-fields.tsx";
import { accountTexts } from "./account-texts.ts";
import { type NightLine, NightLines } from "./chosen-tickets.tsx";
import { OtherWays } from "./other-ways.tsx";
import { sentTicketTexts as texts } from "./sent-ticket-texts.ts";

export type OfferedTicketView = {
  /** The sender's first name. */
  from: string;
  eventId: string;
  /** The night's name; for a pass the pass's name, with the date of its next night. */
  title: string;
  /** 'YYYY-MM-DD' */
  date: string;
  time: string | null;
  doors: string | null;
  location: string;
  type: string;
  enterUntil: string | null;
  picture: PictureView | null;
  /** Only a person with an account can hold this ticket. */
  isOfAccounts: boolean;
  /** Says that all nights of the ticket are sent together. */
  whole: SentWhole;
  /** The coming nights. */
  nights: NightLine[];
  /** "sâmbătă, 26 iunie 2027, 21:00" */
  until: string;
  minimumAge: number | null;
};

export type TicketOfferView = {
  kind: "offer";
  token: string;
  offer: OfferedTicketView;
  /** The visitor: nobody signed in, a person with an account, or a guest with a session in this browser. */
  receiver: "nobody" | "account" | { fullName: string; email: string };
  /** The typed values that were refused. */
  values: { full_name: string; email: string };
  errors: Partial<Record<"full_name" | "email", string>>;
  problem: string | null;
  /** Null while no captcha is on. */
  captcha: CaptchaWidget | null;
};

export type ReceiveTicketView =
  | TicketOfferView
  /** The sender opened the own link; `tickets` is the page of the sender's tickets. */
  | { kind: "own"; tickets: string }
  /** A friend has declined the ticket; `from` is the sender's first name. */
  | { kind: "declined"; from: string }
  | { kind: "over" };

/** The page behind a friend's link. Only its buttons change something. */
export function ReceiveTicketPage({ view }: { view: ReceiveTicketView }) {
  if (view.kind !== "offer") return <Closed view={view} />;
  const { offer, token, receiver } = view;
  const isForAccounts = offer.isOfAccounts && receiver !== "account";
  return (
    <div className="tear-stage">
      <div className="wrap">
        <div className="tear-stage__head">
          <h1 className="display">
            {offer.whole === "pass" ? texts.receivePassTitle(offer.from) : texts.receiveTitle(offer.from)}
          </h1>
          <p className="lead-text muted">
            {offer.whole ? texts.receiveWholeText : texts.receiveText}{" "}
            {offer.whole ? texts.receiveWhole[offer.whole](countedNights(offer)) : null}
          </p>
        </div>
        <div className="tear-stage__card">
          <OfferedTicket offer={offer} />
        </div>
        {offer.whole ? <NightLines nights={offer.nights} /> : null}
        <div className="form received__form">
          {view.problem ? <Notice kind="bad">{view.problem}</Notice> : null}
          {isForAccounts ? <SignInFirst token={token} /> : <Accept view={view} />}
          <p className="fine-print">
            {texts.acceptNote} {(offer.whole ? texts.untilLast : texts.until)(offer.until)}{" "}
            {offer.minimumAge ? texts.minimumAge(offer.minimumAge) : null}{" "}
            {receiver === "account" ? texts.nameSeen : texts.guestNameSeen}
          </p>
          <Form method="post" action="/primeste">
            <input type="hidden" name="token" value={token} />
            <Button type="submit" look="quiet" size="small" name="intent" value="decline">
              {texts.decline}
            </Button>
          </Form>
          {receiver === "account" || isForAccounts ? null : <OtherWays ways={waysToAccount(token)} />}
        </div>
      </div>
    </div>
  );
}

const countedNights = ({ nights }: OfferedTicketView) => counted(nights.length, "night");

function OfferedTicket({ offer }: { offer: OfferedTicketView }) {
  const facts = [
    { name: accountTexts.type, value: offer.type },
    { name: texts.entries, value: offer.whole ? countedNights(offer) : "1" },
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
          {offer.whole ? (
            <>
              {texts.firstNight(countedNights(offer))}
              <br />
            </>
          ) : null}
          <DateText day={offer.date} form="long" />
          {offer.time ? (
            <>
              <br />
              {accountTexts.atTime} {offer.time}
            </>
          ) : null}
        </>
      }
      below={accountTexts.placeAndDoors(offer.location, offer.whole ? null : offer.doors)}
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

/** The button to accept. A visitor without a session also gives a name and an email address. */
function Accept({ view }: { view: TicketOfferView }) {
  const form = useFocusFirstError(view.errors);
  const { token, receiver, values, errors, captcha } = view;
  return (
    <Form className="form" method="post" action="/primeste" noValidate ref={form}>
      <input type="hidden" name="token" value={token} />
      {receiver === "nobody" ? (
        <>
          <TextInput
            label={texts.yourName}
            name="full_name"
            autoComplete="name"
            required
            defaultValue={values.full_name}
            error={errors.full_name}
          />
          <EmailField autoComplete="email" value={values.email} hint={texts.emailHint} error={errors.email} />
          {captcha ? <CaptchaBox widget={captcha} attempt={view} /> : null}
        </>
      ) : receiver === "account" ? null : (
        <p>{texts.asGuest(receiver.fullName, receiver.email)}</p>
      )}
      <SendButton label={texts.accept} busyLabel={texts.accepting} intent="accept" />
    </Form>
  );
}

const pageOf = (token: string) => `/primeste?token=${encodeURIComponent(token)}`;

function waysToAccount(token: string) {
  const here = pageOf(token);
  return [
    {
      to: addressWithNext("/login", here),
      icon: "key" as const,
      name: texts.loginWay,
      note: texts.loginWayNote,
    },
    {
      to: addressWithNext("/register", here),
      icon: "ticket" as const,
      name: texts.registerWay,
      note: texts.registerWayNote,
    },
  ];
}

/** A pass needs an account. The login comes back to this page. */
function SignInFirst({ token }: { token: string }) {
  const here = pageOf(token);
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

function Closed({ view }: { view: Exclude<ReceiveTicketView, TicketOfferView> }) {
  const [title, text] = wordsOf(view);
  return (
    <EmptyState title={title} text={text} picture={dawnWide} size="page">
      {view.kind === "declined" ? null : (
        <Link className={buttonClass({ look: "sun" })} to={view.kind === "own" ? view.tickets : "/profile"}>
          {texts.seeTickets}
        </Link>
      )}
      <Link className={buttonClass({ look: "line" })} to="/events">
        {texts.seeEvents}
      </Link>
    </EmptyState>
  );
}

function wordsOf(view: Exclude<ReceiveTicketView, TicketOfferView>): [string, string] {
  switch (view.kind) {
    case "own":
      return [texts.ownTitle, texts.ownText];
    case "declined":
      return [texts.declinedTitle, texts.declinedText(view.from)];
    case "over":
      return [texts.overTitle, texts.overText];
  }
}

import { useRef } from "react";
import { data, Form, Link, redirect, useNavigate } from "react-router";
import { counted } from "#kernel/romanian.ts";
import { formatInstant, formatShortDate } from "#kernel/time.ts";
import { whyNotOffered } from "#ticketing/delivery/ticket-offers.ts";
import {
  findTicket,
  listTicketsOfOrder,
  type SeenTicket,
} from "#ticketing/delivery/ticket-queries.server.ts";
import { nightsOfSeat, positionInWords } from "#ticketing/delivery/ticket-wording.ts";
import { maySendByEmail, sendTicket } from "#ticketing/orders/transfers/send-ticket.server.ts";
import { takeBackTicket } from "#ticketing/orders/transfers/take-back-ticket.server.ts";
import { nightsToCome, sentTogether } from "#ticketing/orders/transfers/transfer.ts";
import { readSendForm, type SendField } from "#ticketing/orders/transfers/transfer-form.ts";
import { isAccepted, listWaitingTransfers } from "#ticketing/orders/transfers/transfer-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { emailQuestion } from "#web/request/email-question.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { flashTo, loginPath } from "#web/request/responses.server.ts";
import { shownPicture } from "#web/request/shown-picture.ts";
import { EmailInput } from "#web/sign-in/meant-email.tsx";
import { AskedDialog } from "#web/ui/asked-dialog.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { metaOf } from "#web/ui/page-title.ts";
import { Picture } from "#web/ui/picture.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import type { Route } from "./+types/send-ticket-route.ts";
import { SendButton } from "./account-fields.tsx";
import { NightLines } from "./chosen-tickets.tsx";
import { CopyLink } from "./copy-link.tsx";
import { enteredText } from "./form-answer.server.ts";
import { TakeBack } from "./my-ticket-card.tsx";
import { sentTicketTexts as texts } from "./sent-ticket-texts.ts";
import "./account.css";

export const meta = metaOf(() => texts.send);

function personOf({ context, request }: Route.LoaderArgs | Route.ActionArgs) {
  const visitor = context.get(visitorContext);
  if (visitor.kind === "anonymous") throw redirect(loginPath(request));
  return visitor;
}

export async function loader(args: Route.LoaderArgs) {
  const person = personOf(args);
  const site = args.context.get(siteContext);
  const ticket = await findTicket(site, person, args.params.id);
  if (ticket?.userId !== person.userId) {
    if (!(await isAccepted(site, person.userId, args.params.id))) throw data(null, { status: 404 });
    throw flashTo(site, pageBelow(args.params.order), "success", texts.acceptedMeanwhile);
  }
  const [waiting, codes, isEmailAllowed] = await Promise.all([
    site.database.readAs(asOwner(person), listWaitingTransfers),
    listTicketsOfOrder(site, person, ticket.orderId),
    maySendByEmail(site, { userId: person.userId, role: "user" }),
  ]);
  const transfer = waiting.find(
    ({ orderId, lineNo, seatNo }) =>
      orderId === ticket.orderId && lineNo === ticket.lineNo && seatNo === ticket.seatNo,
  );
  const ofSeat = nightsOfSeat(ticket, codes);
  const whyNot = whyNotOffered(ofSeat, site.now());
  return {
    ticket: seatView(ticket, ofSeat),
    whyNot: whyNot ? texts.refused[whyNot] : null,
    whyNoEmail: isEmailAllowed
      ? null
      : person.kind === "guest"
        ? texts.guestUnproven
        : texts.refused.unproven,
    over: pageBelow(args.params.order),
    waiting: transfer ? { to: transfer.name ?? transfer.recipient, since: formatInstant(transfer.at) } : null,
  };
}

/** Returns what is sent: this ticket, or all nights of its seat, because a seat cannot be divided. */
function seatView(ticket: SeenTicket, ofSeat: readonly SeenTicket[]) {
  const nights = nightsToCome(ofSeat).map(({ eventTitle: title, eventDate: date, eventTime }) => ({
    title,
    date,
    time: eventTime?.slice(0, 5) ?? null,
  }));
  const whole = sentTogether(ticket.family, ofSeat.length);
  const name = positionInWords(ticket);
  return {
    purchaseId: ticket.purchaseId,
    eventId: ticket.eventId,
    whole,
    nights,
    name: name || (whole ? ticket.typeName : ticket.label),
    title: ticket.eventTitle,
    date: ticket.eventDate,
    type: ticket.typeName,
    picture: shownPicture(ticket.picture),
  };
}

type Answer = {
  values: { friend_name: string; friend_email: string };
  errors: Partial<Record<SendField, string>>;
  problem: string | null;
  /** The new link, which is shown once. */
  link: string | null;
};

const formFields = new Set(["intent", "friend_name", "friend_email", "email_asked"]);
const fieldProblems = (): Record<SendField, string> => ({
  friend_name: texts.friendNameBad,
  friend_email: texts.friendEmailBad,
});

export async function action(args: Route.ActionArgs) {
  const person = personOf(args);
  const site = args.context.get(siteContext);
  const purchaseId = args.params.id;
  const form = await args.request.formData();
  const goToPageBelow = (kind: "success" | "error", text: string) =>
    flashTo(site, pageBelow(args.params.order), kind, text);
  if (form.get("intent") === "take-back") {
    const takenBack = await takeBackTicket(site, { actor: person, purchaseId });
    return takenBack.ok
      ? goToPageBelow("success", texts.takenBack)
      : goToPageBelow("error", texts.notWaiting);
  }
  const values = {
    friend_name: enteredText(form, "friend_name"),
    friend_email: enteredText(form, "friend_email"),
  };
  const showAgain = (status: number, more: Partial<Answer>) =>
    data<Answer>({ values, errors: {}, problem: null, link: null, ...more }, { status });
  if ([...form.keys()].some((name) => !formFields.has(name)))
    return showAgain(400, { problem: texts.notUnderstood });
  const read = readSendForm(values);
  if (!read.ok)
    return showAgain(422, {
      errors: Object.fromEntries(read.refusal.map((field) => [field, fieldProblems()[field]])),
    });
  const question = emailQuestion(form, "friend_email");
  if (question.email) return showAgain(422, { errors: { friend_email: question.email } });
  const sent = await sendTicket(site, { actor: person, purchaseId, ...read.value });
  if (!sent.ok) {
    const { reason } = sent.refusal;
    const isUnprovenGuest = reason === "unproven" && person.kind === "guest";
    return showAgain(422, { problem: isUnprovenGuest ? texts.guestUnproven : texts.refused[reason] });
  }
  return sent.value.by === "email"
    ? goToPageBelow("success", texts.emailed(sent.value.recipient))
    : showAgain(200, { link: sent.value.link });
}

/** The page under the sheet: the profile, or a guest's order. */
const pageBelow = (order: string | undefined) => (order === undefined ? "/profile" : `/orders/${order}`);

/** When no answer comes, the typed values stay. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const text = (name: string) => String(form.get(name) ?? "");
  return unlessUnanswered(serverAction, () => ({
    values: { friend_name: text("friend_name"), friend_email: text("friend_email") },
    errors: {},
    problem: texts.unanswered,
    link: null,
  }));
}

export default function SendTicket({ loaderData, actionData }: Route.ComponentProps) {
  const untouched: Answer = {
    values: { friend_name: "", friend_email: "" },
    errors: {},
    problem: null,
    link: null,
  };
  return <SendTicketSheet view={{ ...loaderData, ...untouched, ...actionData }} />;
}

export type SendTicketView = Route.ComponentProps["loaderData"] & Answer;

/** The sheet over the profile or a guest's order: a form, or the link that it made. */
export function SendTicketSheet({ view }: { view: SendTicketView }) {
  const navigate = useNavigate();
  const wasClosed = useRef(false);
  const close = () => {
    if (wasClosed.current) return;
    wasClosed.current = true;
    void navigate(view.over, { preventScrollReset: true });
  };
  return (
    <AskedDialog
      title={view.link ? texts.madeTitle : texts.sendTitle(view.ticket.whole)}
      openedBy={view.ticket.purchaseId}
      onClose={close}
    >
      {view.link ? <p className="muted">{texts.madeText}</p> : null}
      {view.link || view.whyNot ? null : <WhatHappens ticket={view.ticket} />}
      <Seat ticket={view.ticket} />
      {view.link ? <CopyLink link={view.link} /> : null}
      {view.whyNot && !view.link ? <Notice kind="warn">{view.whyNot}</Notice> : null}
      {view.link || view.whyNot ? null : <SendForm view={view} />}
      <div className="actions">
        {view.waiting || view.link ? <TakeBack action={addressOf(view)} /> : null}
        <Link
          className={buttonClass({ look: view.link ? "sand" : "quiet", size: "small" })}
          to={view.over}
          preventScrollReset
        >
          {view.link ? texts.close : texts.cancel}
        </Link>
      </div>
    </AskedDialog>
  );
}

function WhatHappens({ ticket: { whole, nights } }: Pick<SendTicketView, "ticket">) {
  if (whole === null)
    return (
      <p className="muted">
        <b>{texts.sendWhat}</b> {texts.sendUntil}
      </p>
    );
  return (
    <p className="muted">
      <b>{texts.sendWhole[whole](counted(nights.length, "night"))}</b> {texts.sendWholeWhat}{" "}
      {texts.sendWholeUntil}
    </p>
  );
}

function Seat({ ticket }: Pick<SendTicketView, "ticket">) {
  return (
    <div className="sent-seat">
      <Picture picture={ticket.picture} seed={ticket.eventId} alt="" sizes="64px" />
      <p>
        <b className="display">{ticket.name}</b>
        {ticket.whole ? (
          <small>{ticket.name === ticket.type ? null : ticket.type}</small>
        ) : (
          <small>
            {ticket.title}, {formatShortDate(ticket.date)}
            <br />
            {ticket.type}
          </small>
        )}
      </p>
      {ticket.whole ? <NightLines nights={ticket.nights} /> : null}
    </div>
  );
}

function SendForm({ view }: { view: SendTicketView }) {
  const { waiting, values, errors } = view;
  return (
    <>
      {waiting ? (
        <Notice kind="warn" title={texts.waitingSince(waiting.to, waiting.since)}>
          {texts.waitingAgain}
        </Notice>
      ) : null}
      <Form className="form" method="post" action={addressOf(view)} noValidate preventScrollReset>
        {view.problem ? <Notice kind="bad">{view.problem}</Notice> : null}
        <TextInput
          label={texts.friendName}
          name="friend_name"
          autoComplete="off"
          hint={texts.friendNameHint}
          defaultValue={values.friend_name}
          error={errors.friend_name}
        />
        <input type="hidden" name="email_asked" value={values.friend_email} />
        {view.whyNoEmail === null || errors.friend_email ? (
          <EmailInput
            label={texts.friendEmail}
            name="friend_email"
            autoComplete="off"
            hint={texts.friendEmailHint}
            value={values.friend_email}
            error={errors.friend_email}
          />
        ) : (
          <p className="fine-print">{view.whyNoEmail}</p>
        )}
        <SendButton
          label={view.whyNoEmail === null ? texts.sendOf(view.ticket.whole) : texts.makeLink}
          intent="send"
        />
        <p className="fine-print">{view.ticket.whole ? texts.fineWhole : texts.fine}</p>
      </Form>
    </>
  );
}

const addressOf = ({ over, ticket }: SendTicketView) => `${over}/send/${ticket.purchaseId}`;

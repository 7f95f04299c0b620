import { useRef } from "react";
import { Form, Link, useNavigate } from "react-router";
import { counted } from "#kernel/romanian.ts";
import { formatShortDate } from "#kernel/time.ts";
import type { SentWhole } from "#ticketing/orders/transfers/transfer.ts";
import { AskedDialog } from "#web/ui/asked-dialog.tsx";
import { Button, type ButtonLook, buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Picture, type PictureView } from "#web/ui/picture.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { SendButton } from "./account-fields.tsx";
import { type NightLine, NightLines } from "./chosen-tickets.tsx";
import { CopyLink } from "./copy-link.tsx";
import { sentTicketTexts as texts } from "./sent-ticket-texts.ts";

export type SendTicketView = {
  /** The address of the page under the sheet. */
  over: string;
  ticket: {
    purchaseId: string;
    eventId: string;
    /** "Biletul 2 din 3", the name of a pass, or the label. */
    name: string;
    title: string;
    /** 'YYYY-MM-DD' */
    date: string;
    type: string;
    picture: PictureView | null;
    /** Says that all nights of the ticket are sent together. */
    whole: SentWhole;
    /** The coming nights. */
    nights: NightLine[];
  };
  /** The link that waits: the friend's name or address, and since when; null without one. */
  waiting: { to: string | null; since: string } | null;
  /** Why the ticket cannot be sent at all; null when it can. */
  whyNot: string | null;
  /** Why the ticket cannot be sent by email; null when it can. */
  whyNoEmail: string | null;
  values: { friend_name: string; friend_email: string };
  errors: Partial<Record<"friend_name" | "friend_email", string>>;
  problem: string | null;
  /** The new link, which is shown once. */
  link: string | null;
};

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
      title={view.link ? texts.madeTitle : titleOf(view.ticket)}
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

const titleOf = ({ whole }: SendTicketView["ticket"]) =>
  whole === "pass" ? texts.sendPassTitle : texts.sendTitle;

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
        {view.whyNoEmail === null || errors.friend_email ? (
          <TextInput
            label={texts.friendEmail}
            name="friend_email"
            type="email"
            autoComplete="off"
            hint={texts.friendEmailHint}
            defaultValue={values.friend_email}
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

/** The button that takes a ticket back while nobody has accepted it. */
export function TakeBack({ action, look = "line" }: { action: string } & Pick<ButtonLook, "look">) {
  return (
    <Form method="post" action={action} preventScrollReset>
      <Button look={look} size="small" type="submit" name="intent" value="take-back">
        {texts.takeBack}
      </Button>
    </Form>
  );
}

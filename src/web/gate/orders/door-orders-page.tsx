import { Form, Link } from "react-router";
import { overrideReasons } from "#ticketing/gate/door-words.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { Icon } from "#web/ui/icon.tsx";
import { guestChoices } from "../gate-guests.tsx";
import { DoorHead, GateNotice, GateSelect } from "../gates/door-head.tsx";
import { Say } from "../say.tsx";
import { doorOrdersTexts as texts } from "./door-orders-texts.ts";

export type DoorTicketView = {
  id: string;
  label: string;
  type: string;
  holder: string;
  /** "1 din 2 intrări folosite" */
  note: string;
  left: number;
  /** It admits, or its code may be made anew. */
  isValid: boolean;
};

export type DoorOrdersView = {
  night: { id: string; title: string; when: string };
  text: string;
  /** Null before a search. */
  orders: readonly { id: string; name: string; contact: string; tickets: readonly DoorTicketView[] }[] | null;
  isShort: boolean;
  isCut: boolean;
  nonce: string;
};

export type DoorOrdersAnswer = {
  reentry?: ReentryView;
  notice?: { ticket: string; text: string };
  reissued?: { qr: string; label: string; sent: string };
};

type DoorOrdersPageProps = { view: DoorOrdersView; answer: DoorOrdersAnswer };

/** Who has no code to show is found by name, and is let in or gets another code. */
export function DoorOrdersPage({ view, answer }: DoorOrdersPageProps) {
  if (answer.reissued) return <Reissued view={view} reissued={answer.reissued} />;
  const { night, orders, text } = view;
  return (
    <div className="gate gate--ready">
      {answer.reentry ? <ReentryDialog view={answer.reentry} /> : null}
      <DoorHead night={night} at="orders" />
      <main className="gates">
        <h2>{texts.lost}</h2>
        <Form className="gate__typed gate__typed--name" role="search" aria-label={texts.find}>
          <label htmlFor="door-orders">{texts.search}</label>
          <input
            id="door-orders"
            key={text}
            type="search"
            name="q"
            defaultValue={text}
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
          />
          <button className="gate__big gate__big--second" type="submit">
            <Icon name="search" /> {texts.find}
          </button>
        </Form>
        <Say as="warning" icon="alert" title={texts.compare} hint={texts.compareHint} />
        {view.isShort ? <p role="alert">{texts.short}</p> : null}
        {orders ? <p role="status">{orders.length === 0 ? texts.none : foundText(orders)}</p> : null}
        <ul className="gates__cards">
          {(orders ?? []).map((order) => (
            <li key={order.id} className="gates__card">
              <h3>{order.name}</h3>
              <p>{order.contact}</p>
              {order.tickets.map((ticket) => (
                <FoundTicket key={ticket.id} {...{ ticket, view, answer }} />
              ))}
            </li>
          ))}
        </ul>
        {view.isCut ? <p>{texts.more}</p> : null}
      </main>
    </div>
  );
}

const foundText = (orders: NonNullable<DoorOrdersView["orders"]>) =>
  texts.found(orders.reduce((n, { tickets }) => n + tickets.length, 0));

type FoundTicketProps = { ticket: DoorTicketView; view: DoorOrdersView; answer: DoorOrdersAnswer };

function FoundTicket({ ticket, view, answer }: FoundTicketProps) {
  const choices = guestChoices(ticket.left);
  return (
    <section aria-label={ticket.label}>
      <p>
        <b>{ticket.holder}</b> · {ticket.type}
        <br />
        {ticket.label} · {ticket.note}
      </p>
      <GateNotice text={answer.notice?.ticket === ticket.id ? answer.notice.text : null} />
      {ticket.isValid ? null : <p>{texts.notValid}</p>}
      {ticket.isValid && choices.length > 0 ? (
        <Form method="post" preventScrollReset aria-label={texts.letInOn(ticket.label)}>
          <input type="hidden" name="intent" value="admit" />
          <input type="hidden" name="ticket" value={ticket.id} />
          <input type="hidden" name="nonce" value={`${view.nonce}.${ticket.id}`} />
          <GateSelect
            {...{ id: `reason-${ticket.id}`, name: "reason", label: texts.reason }}
            options={overrideReasons.map((reason) => ({ id: reason, text: texts.reasons[reason] }))}
          />
          {choices.map((n, at) => (
            <button key={n} className="gate__big gate__big--second" type="submit" name="entries" value={n}>
              {texts.letIn}: {n > 1 && at === choices.length - 1 ? texts.allOfThem(n) : texts.enters(n)}
            </button>
          ))}
        </Form>
      ) : null}
      {ticket.isValid ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="ticket" value={ticket.id} />
          <button
            className="gate__big gate__big--second"
            type="submit"
            name="intent"
            value="reissue"
            aria-label={texts.reissueOf(ticket.label)}
          >
            {texts.reissue}
          </button>
        </Form>
      ) : null}
    </section>
  );
}

type ReissuedProps = { view: DoorOrdersView; reissued: NonNullable<DoorOrdersAnswer["reissued"]> };

function Reissued({ view, reissued }: ReissuedProps) {
  return (
    <div className="gate gate--ready">
      <DoorHead night={view.night} at="orders" />
      <main className="gate__main gates__invited">
        <h2>{texts.newTicket}</h2>
        <img className="gates__qr" src={reissued.qr} alt={reissued.label} />
        <p>{texts.newTicketHint}</p>
        <p>{reissued.sent}</p>
        <p>{texts.know}</p>
        <Link className="gate__big gates__bind" to={ordersPath(view)}>
          {texts.done}
        </Link>
      </main>
    </div>
  );
}

function ordersPath({ night, text }: DoorOrdersView): string {
  return `/gate/nights/${night.id}/orders?q=${encodeURIComponent(text)}`;
}

import { data, Form } from "react-router";
import { newId, type Uuid } from "#kernel/id.ts";
import { qrSvg } from "#ticketing/delivery/ticket-qr.server.ts";
import { admitFoundTicket } from "#ticketing/gate/admit-found-ticket.server.ts";
import {
  type DoorOrderTicket,
  findDoorOrders,
  findDoorTicket,
} from "#ticketing/gate/door-orders-queries.server.ts";
import { overrideReasons } from "#ticketing/gate/door-words.ts";
import { reissueTicket } from "#ticketing/gate/reissue-ticket.server.ts";
import { typedOrderNumber } from "#ticketing/orders/order-number.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { doorOrdersTexts as texts } from "../chief-texts.ts";
import { DoorCode, DoorPage, GateSelect, GateSubmit } from "../door-page.tsx";
import { GateNotice, GateSearch, titled } from "../gate-parts.tsx";
import { gateTexts, guestChoices } from "../gate-texts.ts";
import {
  type DoorPerson,
  deviceCookie,
  doorNight,
  readDevice,
  requireChiefAtNight,
  textOf,
} from "../gates/chief.server.ts";
import { GateMessage } from "../say.tsx";
import type { Route } from "./+types/door-orders-route.ts";

export const meta = () => titled(texts.title);

const mostShown = 40;
const leastLetters = 2;

export async function loader(args: Route.LoaderArgs) {
  const { chief, id, night } = await requireChiefAtNight(args);
  const site = args.context.get(siteContext);
  const text = searchedText(args.request);
  const isShort = text !== "" && text.length < leastLetters && typedOrderNumber(text) === null;
  const found =
    text === "" || isShort
      ? null
      : await site.database.withDuty("deliver", (sql) =>
          findDoorOrders(sql, id, { text, most: mostShown + 1 }),
        );
  const device = readDevice(args.request, site.origin);
  const view = {
    night: doorNight(chief, id, night),
    text,
    isShort,
    nonce: newId(),
    orders: found && ordersOf(found.slice(0, mostShown)),
    isCut: (found?.length ?? 0) > mostShown,
  };
  return data(view, device.isNew ? { headers: { "set-cookie": deviceCookie(device.id, site.origin) } } : {});
}

/** `orders`: null before a search. */
export type DoorOrdersView = Awaited<ReturnType<typeof loader>>["data"];

function searchedText(request: Request): string {
  return (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 200);
}

function ordersOf(tickets: readonly DoorOrderTicket[]) {
  const orders = [...new Set(tickets.map(({ orderId }) => orderId))];
  return orders.map((id) => {
    const ticketsOfOrder = tickets.filter(({ orderId }) => orderId === id);
    const number = ticketsOfOrder[0]?.orderNumber ?? null;
    return {
      id,
      name: number === null ? texts.noNumber : texts.order(number),
      contact: masked(ticketsOfOrder[0]?.contact ?? ""),
      tickets: ticketsOfOrder.map((ticket) => ({
        id: ticket.id,
        label: ticket.label,
        type: ticket.typeName,
        holder: ticket.holder,
        note: texts.left(ticket.entriesTotal - ticket.entriesLeft, ticket.entriesTotal, ticket.isAddOn),
        left: ticket.isAddOn ? 0 : ticket.entriesLeft,
        isValid: ticket.status === "paid" && !ticket.isSuspended,
      })),
    };
  });
}

/** Returns enough of an address to compare it with what somebody says: "t••••a@••••.ro". */
function masked(contact: string): string {
  const [name = "", host = ""] = contact.split("@");
  return host === "" ? "" : `${name.slice(0, 1)}••••${name.slice(-1)}@••••.${host.split(".").at(-1)}`;
}

const answer = (status: number, more: DoorOrdersAnswer) => data(more, { status });

export async function action(args: Route.ActionArgs) {
  const { chief, id: eventId } = await requireChiefAtNight(args);
  const form = await args.request.formData();
  switch (textOf(form, "intent")) {
    case "admit":
      return admit(args, chief, eventId, form);
    case "reissue":
      return reissue(args, chief, eventId, form);
    default:
      throw data(null, { status: 400 });
  }
}

async function admit(args: Route.ActionArgs, actor: DoorPerson, eventId: Uuid, form: FormData) {
  const site = args.context.get(siteContext);
  const reason = overrideReasons.find((known) => known === textOf(form, "reason"));
  const entries = /^([1-9]\d?|100)$/.test(textOf(form, "entries")) ? Number(textOf(form, "entries")) : 0;
  const nonce = textOf(form, "nonce");
  if (!reason || entries === 0 || !/^[\x21-\x7e]{8,100}$/.test(nonce)) throw data(null, { status: 400 });
  const ticket = await ticketOfForm(args, eventId, form);
  const purpose = texts.lettingIn(ticket.holder, entries);
  const confirmed = await passwordAgain(args, "admit-found-ticket", form, purpose);
  if (!confirmed.ok) return confirmed.refusal;
  const { id: deviceId } = readDevice(args.request, site.origin);
  const request = { actor, deviceId, nonce, eventId, purchaseId: ticket.id, entries, reason };
  const admitted = await admitFoundTicket(site, request);
  if (!admitted.ok) throw data(null, { status: admitted.refusal.reason === "missing" ? 404 : 403 });
  const { verdict, left } = admitted.value;
  if (verdict !== "admitted")
    return answer(409, { notice: { ticket: ticket.id, text: gateTexts.what[verdict] } });
  return seeOther(ordersPath(eventId, searchedText(args.request)), {
    origin: site.origin,
    flash: { kind: "success", text: texts.admitted(left) },
  });
}

async function reissue(args: Route.ActionArgs, actor: DoorPerson, eventId: Uuid, form: FormData) {
  const site = args.context.get(siteContext);
  const ticket = await ticketOfForm(args, eventId, form);
  const confirmed = await passwordAgain(args, "reissue-ticket", form, texts.reissuing(ticket.holder));
  if (!confirmed.ok) return confirmed.refusal;
  const newTicket = await reissueTicket(site, { actor, eventId, purchaseId: ticket.id });
  if (!newTicket.ok) {
    const { reason } = newTicket.refusal;
    if (reason === "not_valid" || reason === "not_now")
      return answer(409, { notice: { ticket: ticket.id, text: texts.notReissued[reason] } });
    throw data(null, { status: reason === "missing" ? 404 : 403 });
  }
  const { qr, entriesLeft, sentTo } = newTicket.value;
  const label = texts.qrLabel(entriesLeft);
  const picture = `data:image/svg+xml,${encodeURIComponent(qrSvg(qr, label))}`;
  const sent = sentTo === null ? texts.notSent : texts.sentTo(masked(sentTo));
  return answer(200, { reissued: { qr: picture, label, sent } });
}

async function ticketOfForm({ context }: Route.ActionArgs, eventId: Uuid, form: FormData) {
  const id = textOf(form, "ticket");
  const found = await context
    .get(siteContext)
    .database.withDuty("deliver", (sql) => findDoorTicket(sql, eventId, id));
  if (!found) throw data(null, { status: 404 });
  return found;
}

export default function DoorOrders({ loaderData, actionData }: Route.ComponentProps) {
  return <DoorOrdersPage view={loaderData} answer={actionData ?? {}} />;
}

export type DoorOrdersAnswer = {
  reentry?: ReentryView;
  notice?: { ticket: string; text: string };
  reissued?: { qr: string; label: string; sent: string };
};

type DoorOrdersPageProps = { view: DoorOrdersView; answer: DoorOrdersAnswer };

/** Finds people without a code by their name, and lets them in or gives them another code. */
export function DoorOrdersPage({ view, answer }: DoorOrdersPageProps) {
  const { night, orders, text } = view;
  const { reissued } = answer;
  return (
    <DoorPage night={night} at="orders" reentry={answer.reentry} isCode={reissued !== undefined}>
      {reissued ? (
        <DoorCode
          title={texts.newTicket}
          code={reissued}
          about={[texts.newTicketHint, reissued.sent, texts.know]}
          back={{ to: ordersPath(night.id, text), text: texts.done }}
        />
      ) : (
        <>
          <h2>{texts.lost}</h2>
          <GateSearch id="door-orders" label={texts.search} text={text} button="second" />
          <GateMessage as="warning" icon="alert" title={texts.compare} hint={texts.compareHint} />
          {view.isShort ? <p role="alert">{texts.short}</p> : null}
          {orders ? <p role="status">{orders.length === 0 ? texts.none : foundText(orders)}</p> : null}
          <ul className="gates__cards">
            {(orders ?? []).map((order) => (
              <li key={order.id} className="gates__card">
                <h3>{order.name}</h3>
                <p>{order.contact}</p>
                {order.tickets.map((ticket) => (
                  <FoundTicket key={ticket.id} ticket={ticket} view={view} answer={answer} />
                ))}
              </li>
            ))}
          </ul>
          {view.isCut ? <p>{texts.more}</p> : null}
        </>
      )}
    </DoorPage>
  );
}

const foundText = (orders: NonNullable<DoorOrdersView["orders"]>) =>
  texts.found(orders.reduce((n, { tickets }) => n + tickets.length, 0));

type FoundTicketProps = {
  ticket: NonNullable<DoorOrdersView["orders"]>[number]["tickets"][number];
  view: DoorOrdersView;
  answer: DoorOrdersAnswer;
};

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
      {ticket.isValid ? null : <p>{texts.notReissued.not_valid}</p>}
      {ticket.isValid && choices.length > 0 ? (
        <Form method="post" preventScrollReset aria-label={texts.letInOn(ticket.label)}>
          <input type="hidden" name="intent" value="admit" />
          <input type="hidden" name="ticket" value={ticket.id} />
          <input type="hidden" name="nonce" value={`${view.nonce}.${ticket.id}`} />
          <GateSelect
            id={`reason-${ticket.id}`}
            name="reason"
            label={texts.reason}
            options={overrideReasons.map((reason) => ({ id: reason, text: texts.reasons[reason] }))}
          />
          {choices.map(({ n, text }) => (
            <button key={n} className="gate__big gate__big--second" type="submit" name="entries" value={n}>
              {texts.letIn}: {text}
            </button>
          ))}
        </Form>
      ) : null}
      {ticket.isValid ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="ticket" value={ticket.id} />
          <GateSubmit intent="reissue" text={texts.reissue} label={texts.reissueOf(ticket.label)} />
        </Form>
      ) : null}
    </section>
  );
}

function ordersPath(night: string, text: string): string {
  return `/gate/nights/${night}/orders?q=${encodeURIComponent(text)}`;
}

import "./account.css";
import { data, redirect } from "react-router";
import { formatInstant } from "#kernel/time.ts";
import { whyNotOffered } from "#ticketing/delivery/may-send.ts";
import {
  findTicket,
  listTicketsOfOrder,
  type SeenTicket,
} from "#ticketing/delivery/ticket-queries.server.ts";
import { nightsOfSeat, positionInWords } from "#ticketing/delivery/ticket-wording.ts";
import { maySendByEmail, sendTicket } from "#ticketing/orders/transfers/send-ticket.server.ts";
import { takeBackTicket } from "#ticketing/orders/transfers/take-back-ticket.server.ts";
import { nightsToCome, sentWhole } from "#ticketing/orders/transfers/transfer.ts";
import { readSendForm, type SendField } from "#ticketing/orders/transfers/transfer-form.ts";
import { listWaitingTransfers } from "#ticketing/orders/transfers/transfer-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { loginPath, seeOther } from "#web/request/responses.server.ts";
import { shownPicture } from "#web/request/shown-picture.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import type { Route } from "./+types/send-ticket-route.ts";
import { enteredText } from "./form-answer.server.ts";
import { SendTicketSheet, type SendTicketView } from "./send-ticket-sheet.tsx";
import { sentTicketTexts as texts } from "./sent-ticket-texts.ts";

export const meta: Route.MetaFunction = ({ matches }) => [{ title: pageTitle(matches, texts.send) }];

function personOf({ context, request }: Route.LoaderArgs | Route.ActionArgs) {
  const visitor = context.get(visitorContext);
  if (visitor.kind === "anonymous") throw redirect(loginPath(request));
  return visitor;
}

export async function loader(args: Route.LoaderArgs) {
  const person = personOf(args);
  const site = args.context.get(siteContext);
  const ticket = await findTicket(site, person, args.params.id);
  if (ticket?.userId !== person.userId) throw data(null, { status: 404 });
  const [waiting, codes, byEmail] = await Promise.all([
    site.database.readAs(asOwner(person), listWaitingTransfers),
    listTicketsOfOrder(site, person, ticket.orderId),
    maySendByEmail(site, { userId: person.userId, role: "user" }),
  ]);
  const found = waiting.find(
    ({ orderId, lineNo, seatNo }) =>
      orderId === ticket.orderId && lineNo === ticket.lineNo && seatNo === ticket.seatNo,
  );
  const ofSeat = nightsOfSeat(ticket, codes);
  const whyNot = whyNotOffered(ofSeat, site.now());
  return {
    ticket: seatView(ticket, ofSeat),
    whyNot: whyNot ? texts.refused[whyNot] : null,
    whyNoEmail: byEmail ? null : person.kind === "guest" ? texts.guestUnproven : texts.refused.unproven,
    over: pageBelow(args.params.order),
    waiting: found ? { to: found.name ?? found.recipient, since: formatInstant(found.at) } : null,
  };
}

/** Returns what is sent: this ticket, or all nights of its seat, because a seat cannot be divided. */
function seatView(ticket: SeenTicket, ofSeat: readonly SeenTicket[]): SendTicketView["ticket"] {
  const nights = nightsToCome(ofSeat).map(({ eventTitle: title, eventDate: date, eventTime }) => ({
    title,
    date,
    time: eventTime?.slice(0, 5) ?? null,
  }));
  const whole = sentWhole(ticket.family, ofSeat.length);
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

type Answer = Pick<SendTicketView, "values" | "errors" | "problem" | "link">;

const formFields = new Set(["intent", "friend_name", "friend_email"]);
const wrong = (): Record<SendField, string> => ({
  friend_name: texts.friendNameBad,
  friend_email: texts.friendEmailBad,
});

export async function action(args: Route.ActionArgs) {
  const person = personOf(args);
  const site = args.context.get(siteContext);
  const purchaseId = args.params.id;
  const form = await args.request.formData();
  const onward = (kind: "success" | "error", text: string) =>
    seeOther(pageBelow(args.params.order), { origin: site.origin, flash: { kind, text } });
  if (form.get("intent") === "take-back") {
    const taken = await takeBackTicket(site, { actor: person, purchaseId });
    return taken.ok ? onward("success", texts.takenBack) : onward("error", texts.notWaiting);
  }
  const values = {
    friend_name: enteredText(form, "friend_name"),
    friend_email: enteredText(form, "friend_email"),
  };
  const again = (status: number, more: Partial<Answer>) =>
    data<Answer>({ values, errors: {}, problem: null, link: null, ...more }, { status });
  if ([...form.keys()].some((name) => !formFields.has(name)))
    return again(400, { problem: texts.notUnderstood });
  const read = readSendForm(values);
  if (!read.ok)
    return again(422, { errors: Object.fromEntries(read.refusal.map((field) => [field, wrong()[field]])) });
  const sent = await sendTicket(site, { actor: person, purchaseId, ...read.value });
  if (!sent.ok) {
    const { reason } = sent.refusal;
    const isGuests = reason === "unproven" && person.kind === "guest";
    return again(422, { problem: isGuests ? texts.guestUnproven : texts.refused[reason] });
  }
  return sent.value.by === "email"
    ? onward("success", texts.emailed(sent.value.recipient))
    : again(200, { link: sent.value.link });
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

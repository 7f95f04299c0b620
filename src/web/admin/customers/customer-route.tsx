import { data } from "react-router";
import { formatInstant, formatShortDate } from "#kernel/time.ts";
import { correctAnyAddress } from "#ticketing/orders/correct-any-address.server.ts";
import { isOrderOpen } from "#ticketing/orders/order-state.ts";
import { addPersonNote } from "#ticketing/people/add-person-note.server.ts";
import { removePersonNote } from "#ticketing/people/remove-person-note.server.ts";
import { type Customer, findCustomer } from "#ticketing/reports/customer-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { letterName } from "../letter-name-texts.ts";
import { idOf, postedForm } from "../posted-form.server.ts";
import { paymentStateOf } from "../purchases/purchase-details.ts";
import { pageOf } from "../ui/address-query.ts";
import type { Route } from "./+types/customer-route.ts";
import { CustomerPage } from "./customer-page.tsx";
import { customerTexts as texts } from "./customer-texts.ts";
import type { CustomerAnswer, CustomerView } from "./customer-view.ts";
import "./customer-page.css";

/** A page has so many parts of each kind; nobody reads more. */
const mostParts = 20;

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.open) }];

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<CustomerView> {
  const id = idOf(params);
  const actor = context.get(administratorContext);
  const parts = Math.min(pageOf(new URL(request.url).searchParams), mostParts);
  const { database } = context.get(siteContext);
  const customer = await database.readMoment(actor, (sql) => findCustomer(sql, id, parts));
  if (!customer) throw data(null, { status: 404 });
  return {
    ...viewOf(id, customer),
    moreTo: parts < mostParts ? `?page=${encodeURIComponent(parts + 1)}` : null,
  };
}

function viewOf(id: string, customer: Customer): Omit<CustomerView, "moreTo"> {
  const { name, email, isGuest, isProven, since, paid, returned } = customer;
  return {
    ...{ id, isGuest, isProven, paid, returned, since: formatInstant(since) },
    inAll: customer.inAll,
    ...{ name: name || email || texts.nobody, email: email ?? "" },
    orders: customer.orders.map((order) => ({
      ...{ id: order.id, number: order.number, total: order.total, returned: order.returned },
      what: [order.title, order.night].filter(Boolean).join(", "),
      at: formatInstant(order.at),
      payment:
        isOrderOpen(order.state) || order.state === "expired" || order.state === "cancelled"
          ? null
          : paymentStateOf(order.state, order.total === 0),
    })),
    tickets: customer.tickets.map((ticket) => ({
      ...{ id: ticket.id, orderId: ticket.orderId, code: ticket.code, type: ticket.type },
      isReceived: ticket.isReceived,
      night: `${ticket.night}, ${formatShortDate(ticket.date)}`,
      left: texts.ofEntries(ticket.entriesRemaining, ticket.entriesTotal),
      status:
        ticket.status === "paid" && ticket.entriesRemaining === 0
          ? "used"
          : (ticket.status as "paid" | "refunded" | "cancelled"),
    })),
    letters: customer.letters.map((letter) => ({
      ...{ id: letter.id, state: letter.state, at: formatInstant(letter.at) },
      what: letterName(letter.kind) || texts.otherLetter,
      to: letter.recipient || texts.forgotten,
    })),
    notes: customer.notes.map((note) => ({
      ...{ id: note.id, note: note.note },
      by: texts.by(note.author ?? texts.nobody, formatInstant(note.at)),
    })),
  };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const personId = idOf(params);
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const form = await postedForm(request, { one: ["intent", "note", "note_id", "email"] });
  const again = (answer: CustomerAnswer, status: number) => data(answer, { status });
  const flash = (text: string) =>
    seeOther(`/admin/customers/${personId}`, { origin: site.origin, flash: { kind: "success", text } });
  switch (form.text("intent")) {
    case "note": {
      const note = form.text("note");
      const added = await attempt(site, () => addPersonNote(site, { actor, personId, note }));
      if (added.ok) return flash(texts.noteAdded);
      const wrong = (error: string | null, notice: string | null, status: number) =>
        again({ form: "note", note, error, notice }, status);
      switch (added.refusal.reason) {
        case "bad_note":
          return wrong(note.trim() === "" ? texts.noteMissing : texts.noteTooLong(1000), null, 422);
        case "missing":
          return wrong(null, texts.missing, 404);
        case "not_allowed":
          return wrong(null, texts.notAllowed, 403);
        case "failed":
          return wrong(null, texts.failed, 503);
      }
      break;
    }
    case "remove": {
      const noteId = form.text("note_id");
      const removed = await attempt(site, () => removePersonNote(site, { actor, personId, noteId }));
      if (removed.ok) return flash(texts.noteRemoved);
      return removed.refusal.reason === "failed"
        ? again({ form: "remove", notice: texts.failed }, 503)
        : again({ form: "remove", notice: texts.notAllowed }, 403);
    }
    case "address": {
      const email = form.text("email");
      const corrected = await attempt(site, () =>
        correctAnyAddress(site, { actor, guestId: personId, email }),
      );
      if (corrected.ok) return flash(texts.corrected(corrected.value.email));
      const wrong = (error: string | null, notice: string | null, status: number) =>
        again({ form: "address", email, error, notice }, status);
      switch (corrected.refusal.reason) {
        case "bad_address":
          return wrong(texts.badAddress, null, 422);
        case "no_guest":
          return wrong(null, texts.addressOfAccount, 409);
        case "proven":
          return wrong(null, texts.addressProven, 409);
        case "not_allowed":
          return wrong(null, texts.notAllowed, 403);
        case "failed":
          return wrong(null, texts.failed, 503);
      }
    }
  }
  throw data(null, { status: 400 });
}

export default function CustomerRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <CustomerPage view={loaderData} answer={actionData ?? null} />;
}

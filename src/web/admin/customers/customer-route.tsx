import { data, Form, Link } from "react-router";
import { canonicalEmail } from "#kernel/email-address.ts";
import { formatLeiExact as money } from "#kernel/money.ts";
import { formatInstant, formatShortDate } from "#kernel/time.ts";
import { correctAnyAddress } from "#ticketing/orders/correct-any-address.server.ts";
import { paymentStateOf } from "#ticketing/orders/order-payment.ts";
import { isOrderOpen } from "#ticketing/orders/order-state.ts";
import { addPersonNote } from "#ticketing/people/add-person-note.server.ts";
import { removePersonNote } from "#ticketing/people/remove-person-note.server.ts";
import { type Customer, findCustomer } from "#ticketing/reports/customer-queries.server.ts";
import { emailQuestion } from "#web/request/email-question.server.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import { reentryFields } from "#web/sign-in/password-again-view.ts";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext, officeOf } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { emailTexts } from "../email/email-texts.ts";
import { idOf, postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { MoneyFacts } from "../purchases/money-facts.tsx";
import { CodeStatus, PaymentBadge } from "../purchases/purchase-table.tsx";
import { useMay } from "../shown-rights.ts";
import { ActLink, IconSubmit, Submit } from "../ui/act-buttons.tsx";
import { pageOf } from "../ui/address-query.ts";
import { Fact } from "../ui/fact.tsx";
import { Required } from "../ui/field-label.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Status } from "../ui/status.tsx";
import { TextArea } from "../ui/text-area.tsx";
import type { Route } from "./+types/customer-route.ts";
import { customerTexts as texts } from "./customer-texts.ts";

/** The most parts of each list, of `shownOfCustomer` rows each; nobody reads more. */
const mostParts = 20;

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.open) }];

export async function loader({ context, params, request }: Route.LoaderArgs) {
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

function viewOf(id: string, customer: Customer) {
  const { name, email, phone, isGuest, isProven, since, paid, returned, taken, atBank, owed } = customer;
  return {
    id,
    isGuest,
    isProven,
    money: { paid, returned, taken, atBank, owed },
    since: formatInstant(since),
    inAll: customer.inAll,
    name: name || email || texts.nobody,
    email: email ?? "",
    phone: phone ?? "",
    orders: customer.orders.map(({ id, number, total, returned, taken, title, night, at, state }) => ({
      id,
      number,
      total,
      returned,
      what: [title, night].filter(Boolean).join(", "),
      at: formatInstant(at),
      payment:
        isOrderOpen(state) || state === "expired" || state === "cancelled"
          ? null
          : paymentStateOf({ state, total, taken }, total === 0),
    })),
    tickets: customer.tickets.map((ticket) => ({
      id: ticket.id,
      orderId: ticket.orderId,
      code: ticket.code,
      type: ticket.type,
      holder: ticket.holder ?? "",
      isReceived: ticket.isReceived,
      night: `${ticket.night}, ${formatShortDate(ticket.date)}`,
      left: texts.ofEntries(ticket.entriesRemaining, ticket.entriesTotal),
      state: ticket.state,
    })),
    letters: customer.letters.map((letter) => ({
      id: letter.id,
      state: letter.state,
      at: formatInstant(letter.at),
      what: emailTexts.outbox.kinds[letter.kind] ?? texts.otherLetter,
      to: letter.recipient || texts.forgotten,
    })),
    notes: customer.notes.map((note) => ({
      id: note.id,
      note: note.note,
      by: texts.by(note.author ?? texts.nobody, formatInstant(note.at)),
    })),
  };
}

const refusals = {
  missing: [texts.missing, 404],
  no_guest: [texts.addressOfAccount, 409],
  proven: [texts.addressProven, 409],
  not_allowed: [texts.notAllowed, 403],
  failed: [texts.failed, 503],
} as const;

export async function action(args: Route.ActionArgs) {
  const { context, request, params } = args;
  const personId = idOf(params);
  const { site, actor } = officeOf(context);
  const form = await postedForm(request.clone(), {
    one: ["intent", "note", "note_id", "email", "email_asked", ...reentryFields],
  });
  const showAgain = (answer: CustomerAnswer, status: number) => data(answer, { status });
  const flash = (text: string) => redirectWithMessage(site, `/admin/customers/${personId}`, "success", text);
  switch (form.text("intent")) {
    case "note": {
      const note = form.text("note");
      const added = await attempt(site, () => addPersonNote(site, { actor, personId, note }));
      if (added.ok) return flash(texts.noteAdded);
      const { reason } = added.refusal;
      if (reason === "bad_note") {
        const error = note.trim() === "" ? texts.noteMissing : texts.noteTooLong(1000);
        return showAgain({ form: "note", note, error, notice: null }, 422);
      }
      const [notice, status] = refusals[reason];
      return showAgain({ form: "note", note, error: null, notice }, status);
    }
    case "remove": {
      const noteId = form.text("note_id");
      const removed = await attempt(site, () => removePersonNote(site, { actor, personId, noteId }));
      if (removed.ok) return flash(texts.noteRemoved);
      return removed.refusal.reason === "failed"
        ? showAgain({ form: "remove", notice: texts.failed }, 503)
        : showAgain({ form: "remove", notice: texts.notAllowed }, 403);
    }
    case "address": {
      const email = form.text("email");
      // a wrong address is refused, and a mistyped one asked about, before the password is asked
      if (canonicalEmail(email) === undefined)
        return showAgain({ form: "address", email, error: texts.badAddress, notice: null }, 422);
      const sent = await request.formData();
      const question = emailQuestion(sent);
      if (question.email)
        return showAgain({ form: "address", email, error: question.email, notice: null }, 422);
      const confirmed = await passwordAgain(args, "correct-any-address", sent, texts.correcting(email));
      if (!confirmed.ok) return confirmed.refusal;
      const corrected = await attempt(site, () =>
        correctAnyAddress(site, { actor, guestId: personId, email }),
      );
      if (corrected.ok) return flash(texts.corrected(corrected.value.email, corrected.value.tickets));
      const { reason } = corrected.refusal;
      if (reason === "bad_address")
        return showAgain({ form: "address", email, error: texts.badAddress, notice: null }, 422);
      const [notice, status] = refusals[reason];
      return showAgain({ form: "address", email, error: null, notice }, status);
    }
  }
  throw data(null, { status: 400 });
}

/** One customer: orders, tickets, emails and notes, and the correction of a guest's address. */
export default function CustomerRoute({ loaderData: view, actionData }: Route.ComponentProps) {
  const reentry = actionData && "reentry" in actionData ? actionData.reentry : null;
  const answer = actionData && !("reentry" in actionData) ? actionData : null;
  const may = useMay();
  const partProps = <List extends "orders" | "tickets" | "letters">(list: List) => ({
    rows: view[list],
    inAll: view.inAll[list],
    moreTo: view.moreTo,
  });
  const kind = view.isGuest
    ? `${texts.guest}, ${view.isProven ? texts.proven : texts.unproven}`
    : texts.account;
  return (
    <>
      <PageHead
        title={view.name}
        sub={[view.email, view.phone, kind, texts.since(view.since)].filter(Boolean).join(" · ")}
        back={{ to: "/admin/purchases", label: texts.list }}
      />
      {reentry ? <ReentryDialog view={reentry} /> : null}
      {answer?.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
      <dl className="figures-row">
        <Fact name={texts.ordered}>
          <b className="figures">{view.inAll.orders}</b>
        </Fact>
        <MoneyFacts money={view.money} />
      </dl>
      <Part {...partProps("orders")} title={texts.ordered} none={texts.noOrders} columns={orderColumns} />
      <div className="customer-words">
        <Notes view={view} answer={answer?.form === "note" ? answer : null} />
        {view.isGuest && !view.isProven && may("purchases.write") ? (
          <Address view={view} answer={answer?.form === "address" ? answer : null} />
        ) : null}
      </div>
      <Part {...partProps("tickets")} title={texts.tickets} none={texts.noTickets} columns={ticketColumns} />
      <Part {...partProps("letters")} title={texts.letters} none={texts.noLetters} columns={letterColumns} />
    </>
  );
}

type PartProps<Row extends { id: string }> = {
  title: string;
  none: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  inAll: number;
  moreTo: string | null;
};

function Part<Row extends { id: string }>({ title, none, rows, columns, ...listLength }: PartProps<Row>) {
  return (
    <section className="customer-part">
      <h2>{title}</h2>
      <OfficeTable label={title} columns={columns} rows={rows} none={<p className="muted">{none}</p>} />
      <CutList shown={rows.length} {...listLength} />
    </section>
  );
}

type NotesProps = { view: CustomerView; answer: Extract<CustomerAnswer, { form: "note" }> | null };

function Notes({ view, answer }: NotesProps) {
  const mayWrite = useMay()("purchases.write");
  return (
    <Card>
      <Section title={texts.notes}>
        {view.notes.length === 0 ? <p className="muted">{texts.noNotes}</p> : null}
        <ul className="customer-notes">
          {view.notes.map(({ id, note, by }) => (
            <li key={id}>
              <p>{note}</p>
              <small className="muted">{by}</small>
              {mayWrite ? (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="note_id" value={id} />
                  <IconSubmit
                    icon="close"
                    label={`${texts.removeNote}: ${note.slice(0, 40)}`}
                    title={texts.removeNote}
                    name="intent"
                    value="remove"
                  />
                </Form>
              ) : null}
            </li>
          ))}
        </ul>
        <CutList shown={view.notes.length} inAll={view.inAll.notes} moreTo={view.moreTo} />
        {mayWrite ? (
          // a new key after each note, so that the form is empty again
          <Form method="post" preventScrollReset noValidate key={view.notes[0]?.id ?? "first"}>
            <input type="hidden" name="intent" value="note" />
            <TextArea
              label={texts.note}
              name="note"
              rows={3}
              hint={texts.notesHint}
              defaultValue={answer?.note ?? ""}
              error={answer?.error ?? undefined}
            />
            <Submit label={texts.addNote} />
          </Form>
        ) : null}
      </Section>
    </Card>
  );
}

type AddressProps = { view: CustomerView; answer: Extract<CustomerAnswer, { form: "address" }> | null };

function Address({ view, answer }: AddressProps) {
  return (
    <Card>
      <Section title={texts.address}>
        <Form method="post" preventScrollReset noValidate>
          <input type="hidden" name="intent" value="address" />
          <TextInput
            label={<Required>{texts.newAddress}</Required>}
            name="email"
            type="email"
            autoComplete="off"
            hint={texts.addressHint}
            defaultValue={answer?.email ?? view.email}
            error={answer?.error ?? undefined}
          />
          <input type="hidden" name="email_asked" value={answer?.email ?? view.email} />
          <Submit label={texts.correct} />
        </Form>
      </Section>
    </Card>
  );
}

const orderColumns: Column<CustomerView["orders"][number]>[] = columnsOf(texts.columns, {
  number: {
    card: "title",
    cell: ({ id, number }) => <Link to={`/admin/purchases?open=${encodeURIComponent(id)}`}>{number}</Link>,
  },
  what: { card: "line" },
  at: { card: "start" },
  total: { align: "right", card: "corner", cell: ({ total }) => money(total) },
  returned: {
    align: "right",
    card: "labelled",
    cell: ({ returned }) => (returned > 0 ? money(returned) : ""),
  },
  payment: {
    card: "end",
    cell: ({ payment }) =>
      payment ? <PaymentBadge state={payment} /> : <span className="muted">{texts.unpaid}</span>,
  },
});

const ticketColumns: Column<CustomerView["tickets"][number]>[] = columnsOf(texts.ticketColumns, {
  code: {
    card: "title",
    cell: ({ code, orderId }) =>
      orderId ? (
        <Link className="mono" to={`/admin/purchases?open=${encodeURIComponent(orderId)}`}>
          {code}
        </Link>
      ) : (
        <span className="mono">{code}</span>
      ),
  },
  night: {
    card: "line",
    cell: ({ night, isReceived }) => (
      <>
        {night}
        {isReceived ? <small className="muted"> ({texts.received})</small> : null}
      </>
    ),
  },
  type: { card: "start" },
  holder: { card: "labelled" },
  left: { align: "right", card: "labelled-end" },
  status: {
    card: "corner",
    cell: ({ state }) => <CodeStatus state={state} />,
  },
});

const letterSigns = {
  queued: { sign: "waiting", tone: "mute" },
  inflight: { sign: "waiting", tone: "mute" },
  sent: { sign: "sent", tone: "ok" },
  dead: { sign: "gone", tone: "bad" },
  bounced: { sign: "back", tone: "bad" },
  void: { sign: "gone", tone: "info" },
} as const;

const letterColumns: Column<CustomerView["letters"][number]>[] = columnsOf(texts.letterColumns, {
  what: { card: "title" },
  to: { card: "line" },
  at: { card: "start" },
  state: {
    card: "corner",
    cell: ({ state }) => <Status {...letterSigns[state]} label={texts.letterStates[state]} />,
  },
});

type CustomerView = Route.ComponentProps["loaderData"];

type CustomerAnswer =
  | { form: "note"; note: string; error: string | null; notice: string | null }
  | { form: "address"; email: string; error: string | null; notice: string | null }
  | { form: "remove"; notice: string };

type CutListProps = { shown: number; inAll: number; moreTo: string | null };

/** Says that a list is cut, with a link to all of it. */
function CutList({ shown, inAll, moreTo }: CutListProps) {
  if (shown >= inAll) return null;
  return (
    <p className="customer-more">
      <span className="figures">{texts.shown(shown, inAll)}</span>
      {moreTo === null ? null : <ActLink size="small" to={moreTo} preventScrollReset label={texts.more} />}
    </p>
  );
}

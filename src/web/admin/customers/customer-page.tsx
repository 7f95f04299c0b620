import { Form, Link } from "react-router";
import { formatLeiExact as money } from "#kernel/money.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { PaymentBadge } from "../purchases/purchase-table.tsx";
import { useMay } from "../shown-rights.ts";
import { Required } from "../ui/field-label.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Status } from "../ui/status.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { customerTexts as texts } from "./customer-texts.ts";
import type { CustomerAnswer, CustomerView } from "./customer-view.ts";
import { CutList } from "./cut-list.tsx";

type CustomerPageProps = { view: CustomerView; answer: CustomerAnswer | null };

/** One customer: orders, tickets, letters and notes, and the correction of a guest's address. */
export function CustomerPage({ view, answer }: CustomerPageProps) {
  const may = useMay();
  const kind = view.isGuest
    ? `${texts.guest}, ${view.isProven ? texts.proven : texts.unproven}`
    : texts.account;
  return (
    <>
      <PageHead
        title={view.name}
        sub={[view.email, kind, texts.since(view.since)].filter(Boolean).join(" · ")}
        back={{ to: "/admin/purchases", label: texts.list }}
      />
      {answer?.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
      <dl className="customer-figures">
        <div>
          <dt>{texts.ordered}</dt>
          <dd>
            <b className="figures">{view.inAll.orders}</b>
          </dd>
        </div>
        <div>
          <dt>{texts.paid}</dt>
          <dd>
            <b className="figures">{money(view.paid)}</b>
          </dd>
        </div>
        <div>
          <dt>{texts.returned}</dt>
          <dd>
            <b className="figures">{money(view.returned)}</b> RON
          </dd>
        </div>
      </dl>
      <Part
        title={texts.ordered}
        none={texts.noOrders}
        rows={view.orders}
        columns={orderColumns}
        inAll={view.inAll.orders}
        moreTo={view.moreTo}
      />
      <div className="customer-words">
        <Notes view={view} answer={answer?.form === "note" ? answer : null} />
        {view.isGuest && !view.isProven && may("purchases.write") ? (
          <Address view={view} answer={answer?.form === "address" ? answer : null} />
        ) : null}
      </div>
      <Part
        title={texts.tickets}
        none={texts.noTickets}
        rows={view.tickets}
        columns={ticketColumns}
        inAll={view.inAll.tickets}
        moreTo={view.moreTo}
      />
      <Part
        title={texts.letters}
        none={texts.noLetters}
        rows={view.letters}
        columns={letterColumns}
        inAll={view.inAll.letters}
        moreTo={view.moreTo}
      />
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

function Part<Row extends { id: string }>({ title, none, rows, columns, ...cut }: PartProps<Row>) {
  return (
    <section className="customer-part">
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <OfficeTable label={title} columns={columns} groups={[{ rows }]} rowKey={({ id }) => id} />
      )}
      <CutList shown={rows.length} {...cut} />
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
                  <button
                    type="submit"
                    name="intent"
                    value="remove"
                    className={`${buttonClass({ look: "quiet" })} icon-button`}
                    aria-label={`${texts.removeNote}: ${note.slice(0, 40)}`}
                    title={texts.removeNote}
                  >
                    <OfficeIcon name="close" />
                  </button>
                </Form>
              ) : null}
            </li>
          ))}
        </ul>
        <CutList shown={view.notes.length} inAll={view.inAll.notes} moreTo={view.moreTo} />
        {mayWrite ? (
          // a new form after each note, so that it is empty
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
            <Button type="submit" look="line">
              {texts.addNote}
            </Button>
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
          <Button type="submit" look="line">
            {texts.correct}
          </Button>
        </Form>
      </Section>
    </Card>
  );
}

const orderColumns: Column<CustomerView["orders"][number]>[] = [
  {
    key: "number",
    label: texts.columns.number,
    card: "title",
    cell: ({ id, number }) => (
      <Link to={`/admin/purchases?open=${encodeURIComponent(id)}`}>{texts.order(number)}</Link>
    ),
  },
  { key: "what", label: texts.columns.what, card: "line", cell: ({ what }) => what },
  { key: "at", label: texts.columns.at, card: "start", cell: ({ at }) => at },
  {
    key: "total",
    label: texts.columns.total,
    align: "right",
    card: "corner",
    cell: ({ total }) => money(total),
  },
  {
    key: "returned",
    label: texts.columns.returned,
    align: "right",
    card: "labelled",
    cell: ({ returned }) => (returned > 0 ? money(returned) : ""),
  },
  {
    key: "payment",
    label: texts.columns.payment,
    card: "end",
    cell: ({ payment }) => (payment ? <PaymentBadge state={payment} /> : null),
  },
];

const ticketSigns = {
  paid: { sign: "fine", tone: "ok" },
  used: { sign: "over", tone: "mute" },
  refunded: { sign: "back", tone: "mute" },
  cancelled: { sign: "gone", tone: "mute" },
} as const;

const ticketColumns: Column<CustomerView["tickets"][number]>[] = [
  {
    key: "code",
    label: texts.ticketColumns.code,
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
  {
    key: "night",
    label: texts.ticketColumns.night,
    card: "line",
    cell: ({ night, isReceived }) => (
      <>
        {night}
        {isReceived ? <small className="muted"> ({texts.received})</small> : null}
      </>
    ),
  },
  { key: "type", label: texts.ticketColumns.type, card: "start", cell: ({ type }) => type },
  {
    key: "left",
    label: texts.ticketColumns.left,
    align: "right",
    card: "labelled-end",
    cell: ({ left }) => left,
  },
  {
    key: "status",
    label: texts.ticketColumns.status,
    card: "corner",
    cell: ({ status }) => <Status {...ticketSigns[status]}>{texts.statuses[status] ?? status}</Status>,
  },
];

const letterSigns = {
  queued: { sign: "waiting", tone: "mute" },
  inflight: { sign: "waiting", tone: "mute" },
  sent: { sign: "sent", tone: "ok" },
  dead: { sign: "gone", tone: "bad" },
  bounced: { sign: "back", tone: "bad" },
} as const;

const letterColumns: Column<CustomerView["letters"][number]>[] = [
  { key: "what", label: texts.letterColumns.what, card: "title", cell: ({ what }) => what },
  { key: "to", label: texts.letterColumns.to, card: "line", cell: ({ to }) => to },
  { key: "at", label: texts.letterColumns.at, card: "start", cell: ({ at }) => at },
  {
    key: "state",
    label: texts.letterColumns.state,
    card: "corner",
    cell: ({ state }) => <Status {...letterSigns[state]}>{texts.letterStates[state]}</Status>,
  },
];

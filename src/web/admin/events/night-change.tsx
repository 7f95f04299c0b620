import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { formatLeiExact as money } from "#kernel/money.ts";
import { grouped } from "#kernel/romanian.ts";
import { wallTimeOf } from "#kernel/time.ts";
import type { SomeOrders } from "#ticketing/orders/cancelled-nights/cancellation-queries.server.ts";
import { amountOf, type UsedTickets } from "#ticketing/orders/cancelled-nights/cancelled-night.ts";
import type { NightTickets, TypeCost } from "#ticketing/orders/night-tickets-queries.server.ts";
import { countTickets } from "#ticketing/orders/ticket-count-texts.ts";
import { AskedDialog } from "#web/ui/asked-dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useRefresh } from "#web/ui/use-refresh.ts";
import { shortBalanceTexts } from "../admin-texts.ts";
import { templateTitle } from "../email/email-texts.ts";
import { Submit } from "../ui/act-buttons.tsx";
import { Fact } from "../ui/fact.tsx";
import { Required } from "../ui/field-label.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { mailedCodeTexts, nightCostTexts as texts } from "./night-changes-texts.ts";

/** The tickets, people and amounts (bani) of a night before it is cancelled or moved. */
type NightCostView = ReturnType<typeof nightCostOf>;
type CostRow = NightCostView["types"][number];

/** Adds up a night's tickets and people, and the bani that go back. */
export function nightCostOf(night: NightTickets, now: Date, used: UsedTickets) {
  const { orders, people, letters, receivers, guests, entered, held, atBank, types } = night;
  return {
    orders,
    people,
    letters,
    receivers,
    guests,
    entered,
    held,
    atBank: { n: atBank.orders, amount: atBank[used] },
    countedAt: wallTimeOf(now),
    amount: amountOf(night, used),
    count: countTickets(
      types,
      ({ isAddOn }) => isAddOn,
      ({ tickets }) => tickets,
    ),
    types: types.map((type) => ({
      type: type.typeName,
      tickets: type.tickets,
      amount: type[used],
      how: howOf(type, type[used]),
    })),
  };
}

function howOf({ worth, isShare }: TypeCost, amount: number): string {
  if (worth === 0) return texts.free;
  if (amount === 0) return texts.allUsed;
  const how = isShare ? texts.share : texts.whole;
  return amount < worth ? texts.ofUnused(how) : how;
}

const columns: Column<CostRow>[] = columnsOf(texts.columns, {
  type: { card: "title" },
  tickets: { align: "right", card: "labelled" },
  amount: { align: "right", card: "labelled-end", cell: ({ amount }) => money(amount) },
  how: { card: "line" },
});

type NightCostProps = {
  view: NightCostView;
  /** The label of the amount, and a note about it. */
  amount: string;
  amountNote: string;
  facts: readonly string[];
};

export function NightCost({ view, amount, amountNote, facts }: NightCostProps) {
  return (
    <Card>
      <Section title={texts.means} note={texts.countedAt(view.countedAt)}>
        <dl className="figures-row figures">
          <div>
            <dt>{texts.tiles.tickets}</dt>
            <dd>{grouped(view.count.tickets)}</dd>
            <dd>{texts.ordersNote(view.orders, view.count.addOns)}</dd>
          </div>
          <div>
            <dt>{texts.tiles.people}</dt>
            <dd>{view.people}</dd>
            <dd>{texts.lettersNote(view.letters, view.receivers, view.guests)}</dd>
          </div>
          <div>
            <dt>{amount}</dt>
            <dd>{money(view.amount)} LEI</dd>
            <dd>{amountNote}</dd>
          </div>
        </dl>
        <OfficeTable
          label={texts.means}
          columns={columns}
          rows={view.types}
          rowKey={({ type, how }) => `${type} ${how}`}
          none={<p>{texts.noTickets}</p>}
        />
        <ul className="night-cost__facts">
          {facts.map((fact) => (
            <li key={fact}>
              <OfficeIcon name="check" /> {fact}
            </li>
          ))}
        </ul>
      </Section>
    </Card>
  );
}

type NightLetterProps = {
  subject: string;
  lines: readonly string[];
  /** The names of edited templates, whose words go out in place of these. */
  edited: readonly string[];
  children?: ReactNode;
};

/** The letter that everyone with a ticket gets. */
export function NightLetter({ subject, lines, edited, children }: NightLetterProps) {
  return (
    <Card>
      <Section title={texts.letter}>
        <p>
          <b>{subject}</b>
        </p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {children}
        {edited.length > 0 ? (
          <p>
            <b>{texts.letterEdited(edited.map(templateTitle))}</b>
          </p>
        ) : null}
        <p className="muted">{texts.letterNote}</p>
      </Section>
    </Card>
  );
}

const refreshSeconds = 5;

/** Shows new figures while emails and refunds are still to come. */
export function Refreshing() {
  useRefresh(refreshSeconds);
  return null;
}

/** Orders by number, each with a link to it. */
export function OrderLinks({ orders: { n, first } }: { orders: SomeOrders }) {
  return (
    <ul>
      {first.map(({ orderId, number }) => (
        <li key={orderId}>
          <Link to={`/admin/purchases?open=${encodeURIComponent(orderId)}`}>{texts.order(number)}</Link>
        </li>
      ))}
      {n > first.length ? <li>{texts.moreOrders(n - first.length)}</li> : null}
    </ul>
  );
}

type RefundSum = { readonly n: number; readonly amount: number };

/** The refunds that the provider's balance did not reach. */
export function ShortBalance({ short, failedShort }: Record<"short" | "failedShort", RefundSum>) {
  return (
    <>
      {short.n > 0 ? (
        <Notice kind="warn">{shortBalanceTexts.waits(short.n, money(short.amount))}</Notice>
      ) : null}
      {failedShort.n > 0 ? (
        <Notice kind="warn">{shortBalanceTexts.failedInAll(failedShort.n, money(failedShort.amount))}</Notice>
      ) : null}
    </>
  );
}

/** The consequences of a night's change, shown before it happens. */
export type NightConfirmation = {
  /** A sentence that says what will happen. */
  readonly purpose: string;
  readonly people: number;
  readonly letters: number;
  /** In bani. */
  readonly amount: number;
  /** All typed values; the dialog sends them again. */
  readonly typed: readonly (readonly [name: string, value: string])[];
};

type ConfirmNightDialogProps = {
  view: NightConfirmation;
  /** The label of the amount. */
  amount: string;
  /** The text of the button. */
  act: string;
};

/** The last question before a night is cancelled or moved, for a person who did not just enter the password. */
export function ConfirmNightDialog({ view, amount, act }: ConfirmNightDialogProps) {
  const isSending = useNavigation().state !== "idle";
  return (
    <AskedDialog title={texts.lastStep} kind="risk" openedBy={view}>
      <p>{view.purpose}</p>
      <dl className="night-cost__sums figures">
        <Fact name={texts.tiles.people}>{view.people}</Fact>
        <Fact name={texts.letters}>{view.letters}</Fact>
        <Fact name={amount}>{money(view.amount)} LEI</Fact>
      </dl>
      <Form className="form" method="post" preventScrollReset>
        {view.typed.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name={confirmedField} value="1" />
        <Submit look="risk-full" width="full" disabled={isSending} label={act} />
      </Form>
      <form className="actions" method="dialog">
        <Submit look="quiet" size="small" label={texts.back} />
      </form>
    </AskedDialog>
  );
}

/** The field that proves that the last question was shown. */
export const confirmedField = "confirmed";

export type MailedCodeAnswer = {
  /** A code was sent by email, and the form asks for it. */
  asksCode: boolean;
  codeError: string | null;
};

export function MailedCode({ codeError }: MailedCodeAnswer) {
  return (
    <Card>
      <Section title={mailedCodeTexts.confirm}>
        <TextInput
          label={<Required>{mailedCodeTexts.code}</Required>}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint={mailedCodeTexts.codeHint}
          error={codeError ?? undefined}
        />
      </Section>
    </Card>
  );
}

/** The answer with which the form is shown again, after a refusal or before the last question. */
export type NightChangeAnswer<Field extends string> = MailedCodeAnswer & {
  values: Record<Field, string>;
  errors: Partial<Record<Field, string>>;
  notice: string | null;
  /** The last question; null when it is not asked. */
  last: NightConfirmation | null;
};

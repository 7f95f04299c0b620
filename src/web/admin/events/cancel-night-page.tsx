import { Form, Link } from "react-router";
import { formatLeiExact as money } from "#kernel/money.ts";
import type { ToldPerson } from "#ticketing/orders/cancelled-nights/cancellation-queries.server.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { shortBalanceTexts } from "../admin-texts.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { Required } from "../ui/field-label.tsx";
import { Card, FormPage, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Status } from "../ui/status.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { ConfirmNightDialog, type NightConfirmation } from "./confirm-night-dialog.tsx";
import { eventTexts } from "./event-texts.ts";
import { MailedCode, type MailedCodeAnswer } from "./mailed-code.tsx";
import { cancelNightTexts as texts } from "./night-changes-texts.ts";
import { NightCost, type NightCostView } from "./night-cost.tsx";

type Ask = Extract<CancelNightView, { kind: "ask" }>;
type Progress = Extract<CancelNightView, { kind: "progress" }>;
type CancelNightPageProps = {
  view: CancelNightView;
  answer: CancelNightAnswer | undefined;
  /** The password is asked for before anything happens. */
  reentry: ReentryView | undefined;
};

/** What cancelling a night means, and the press that does it; afterwards, how far emails and refunds are. */
export function CancelNightPage({ view, answer, reentry }: CancelNightPageProps) {
  const { id, name, day } = view;
  const back = { to: `/admin/events/${id}`, label: name };
  if (view.kind === "progress")
    return (
      <>
        <PageHead title={texts.progressTitle(name)} sub={`${day}. ${texts.cancelledAt(view.at)}`} back={back}>
          <ActLink to={`/events/${id}`} icon="eye" label={eventTexts.seeOnSite} />
          <ActLink to={`/admin/events/${id}/duplicate`} icon="copy" label={texts.anotherNight} />
        </PageHead>
        <ProgressOf view={view} />
      </>
    );
  return (
    <>
      <PageHead title={texts.title(name)} sub={texts.sub(day)} back={back} />
      <AskFor view={view} answer={answer} />
      {reentry ? <ReentryDialog view={reentry} /> : null}
      {answer?.last ? <ConfirmNightDialog view={answer.last} amount={texts.amount} act={texts.act} /> : null}
    </>
  );
}

function AskFor({ view, answer }: { view: Ask; answer: CancelNightAnswer | undefined }) {
  const { name, day } = view;
  const form = useFocusFirstError(answer?.errors ?? {});
  return (
    <Form method="post" preventScrollReset ref={form}>
      <FormPage
        side={
          <>
            <Card>
              <Section title={texts.letter}>
                <p>
                  <b>{texts.subject(name)}</b>
                </p>
                {texts.letterLines(name, day).map((line) => (
                  <p key={line}>{line}</p>
                ))}
                {view.receivers > 0 ? <p>{texts.received}</p> : null}
                <p className="muted">{texts.letterNote}</p>
              </Section>
            </Card>
            <Notice kind="warn" title={texts.noWayBack}>
              {texts.noWayBackText}
            </Notice>
          </>
        }
      >
        <Card>
          <Section title={texts.happens}>
            <TextArea
              label={<Required>{texts.reason}</Required>}
              name="reason"
              required
              hint={texts.reasonHint}
              defaultValue={answer?.values.reason ?? ""}
              error={answer?.errors.reason}
            />
            {view.entered > 0 ? (
              <RadioCards
                legend={texts.used}
                name="used"
                initial={answer?.values.used || "refunded"}
                cards={[
                  {
                    value: "refunded",
                    title: texts.usedRefunded,
                    note: texts.usedNote(view.entered),
                    end: "",
                  },
                  { value: "kept", title: texts.usedKept, note: null, end: "" },
                ]}
              />
            ) : (
              <input type="hidden" name="used" value="refunded" />
            )}
          </Section>
        </Card>
        <Card>
          <Section title={texts.means} note={texts.countedAt(view.countedAt)}>
            <NightCost
              view={view}
              label={texts.means}
              amount={{ title: texts.amount, note: texts.amountNote }}
              facts={texts.facts(view.held)}
            />
          </Section>
        </Card>
        {answer?.asksCode ? <MailedCode {...answer} /> : null}
        {answer?.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
        <div className="actions">
          <ActLink to={`/admin/events/${view.id}`} label={texts.giveUp} />
          <ActLink
            to={`/admin/status/stops/start?kind=sale&event=${encodeURIComponent(view.id)}`}
            label={texts.stopOnly}
          />
          <button type="submit" className={`${buttonClass({ look: "line" })} button--risk-full`}>
            <OfficeIcon name="close" /> {texts.act}
          </button>
        </div>
      </FormPage>
    </Form>
  );
}

const peopleColumns: Column<ToldPerson>[] = columnsOf(texts.peopleColumns, {
  who: { card: "title", cell: ({ name, address }) => name || address || texts.nameless },
  address: { card: "line", cell: ({ name, address }) => (name ? address : null) },
  order: {
    card: "start",
    cell: ({ orderId, number }) => (
      <Link to={`/admin/purchases?open=${encodeURIComponent(orderId)}`}>{texts.order(number)}</Link>
    ),
  },
  letter: {
    card: "end",
    cell: ({ letter }) => (
      <Status {...signs[letter ?? "none"]} label={texts.letterStates[letter ?? "none"]} />
    ),
  },
  money: {
    align: "right",
    card: "corner",
    cell: ({ money: back }) =>
      back ? (
        <Status {...signs[back.state]} label={texts.moneyStates[back.state](money(back.amount))} />
      ) : (
        <span className="muted">{texts.noMoney}</span>
      ),
  },
});

const signs = {
  sent: { sign: "sent", tone: "ok" },
  done: { sign: "back", tone: "ok" },
  waiting: { sign: "waiting", tone: "info" },
  failed: { sign: "soldOut", tone: "bad" },
  none: { sign: "look", tone: "warn" },
} as const;

function ProgressOf({ view }: { view: Progress }) {
  const { reason, letters, refunds, ordersLeft, people, inAll } = view;
  const all = letters.sent + letters.waiting + letters.failed;
  const part = (of: keyof typeof refunds) => [refunds[of].n, money(refunds[of].amount)] as const;
  return (
    <FormPage side={<Notice kind="info">{texts.keepsGoing}</Notice>}>
      <Card>
        <p>{reason}</p>
        <Section title={texts.letters}>
          <p>{texts.lettersSent(letters.sent, all)}</p>
          {letters.waiting > 0 ? <p>{texts.lettersWaiting(letters.waiting)}</p> : null}
          {letters.failed > 0 ? (
            <p>
              <Link to="/admin/email/outbox">{texts.lettersFailed(letters.failed)}</Link>
            </p>
          ) : null}
        </Section>
        <Section title={texts.refunds}>
          <p>{texts.refundsDone(...part("done"))}</p>
          {refunds.waiting.n > 0 ? <p>{texts.refundsWaiting(...part("waiting"))}</p> : null}
          {refunds.short.n > 0 ? (
            <Notice kind="warn">{shortBalanceTexts.waits(...part("short"))}</Notice>
          ) : null}
          {refunds.failedShort.n > 0 ? (
            <Notice kind="warn">{shortBalanceTexts.failedInAll(...part("failedShort"))}</Notice>
          ) : null}
          {refunds.failed.n > 0 ? <p>{texts.refundsFailed(...part("failed"))}</p> : null}
        </Section>
        <Section title={texts.left}>
          {ordersLeft.length === 0 ? <p>{texts.noneLeft}</p> : <p className="muted">{texts.leftNote}</p>}
          <ul>
            {ordersLeft.map(({ orderId, number }) => (
              <li key={orderId}>
                <Link to={`/admin/purchases?open=${encodeURIComponent(orderId)}`}>{texts.order(number)}</Link>
              </li>
            ))}
          </ul>
        </Section>
      </Card>
      {people.length === 0 ? null : (
        <section className="told-people">
          <h2>{texts.people}</h2>
          <OfficeTable
            label={texts.people}
            columns={peopleColumns}
            groups={[{ rows: people }]}
            rowKey={({ orderId, address }) => `${orderId} ${address}`}
          />
          {inAll > people.length ? <p className="muted">{texts.peopleShown(people.length, inAll)}</p> : null}
        </section>
      )}
    </FormPage>
  );
}

/** A night that can be cancelled, or how far its cancelling is. */
export type CancelNightView =
  | (NightCostView & {
      kind: "ask";
      id: string;
      name: string;
      day: string;
    })
  | {
      kind: "progress";
      id: string;
      name: string;
      day: string;
      at: string;
      reason: string;
      letters: { sent: number; waiting: number; failed: number };
      refunds: Record<"done" | "waiting" | "short" | "failed" | "failedShort", { n: number; amount: number }>;
      ordersLeft: { orderId: string; number: number }[];
      people: ToldPerson[];
      inAll: number;
    };

export type CancelNightAnswer = MailedCodeAnswer & {
  values: { reason: string; used: string };
  errors: { reason?: string };
  notice: string | null;
  /** The last step is asked before anything happens. */
  last: NightConfirmation | null;
};

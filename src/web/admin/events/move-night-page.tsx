import { Form, Link } from "react-router";
import { formatLeiExact as money } from "#kernel/money.ts";
import type { MoveField } from "#ticketing/orders/moved-nights/move-form.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { shortBalanceTexts } from "../short-balance-texts.ts";
import { Required } from "../ui/field-label.tsx";
import { Card, FieldCell, FieldRow, FormPage, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { ConfirmNightDialog, type NightConfirmation } from "./confirm-night-dialog.tsx";
import { MailedCode, type MailedCodeAnswer } from "./mailed-code.tsx";
import { moveNightTexts as texts } from "./move-night-texts.ts";
import { NightCost, type NightCostView } from "./night-cost.tsx";
import { WhenAndWhere } from "./when-fields.tsx";

export type MoveNightView = {
  id: string;
  name: string;
  /** "sâmbătă, 21 august 2027, 22:00" */
  when: string;
  /** Of the old date, for the letter: "sâmbătă, 21 august". */
  day: string;
  values: Record<MoveField, string>;
  isOver: boolean;
  /** Where each is changed, its name, and until when it is good. */
  staying: { to: string; name: string; until: string }[];
  cost: NightCostView;
  /** Null when it was not moved yet. */
  last: {
    at: string;
    was: string;
    reason: string;
    letters: { sent: number; waiting: number; failed: number };
    told: number;
    ordersLeft: number;
    returned: { n: number; amount: number };
    short: { n: number; amount: number };
    failedShort: { n: number; amount: number };
    until: string | null;
  } | null;
};

export type MoveNightAnswer = MailedCodeAnswer & {
  values: Record<MoveField, string>;
  errors: Partial<Record<MoveField, string>>;
  notice: string | null;
  /** The last step is asked before anything happens. */
  last: NightConfirmation | null;
};

type MoveNightPageProps = {
  view: MoveNightView;
  answer: MoveNightAnswer | undefined;
  /** The password is asked for before anything happens. */
  reentry: ReentryView | undefined;
};

/** When and where a night takes place instead, what that means, and the press that does it. */
export function MoveNightPage({ view, answer, reentry }: MoveNightPageProps) {
  const { id, name, when, isOver, cost, staying, last } = view;
  const notice = isOver ? texts.refused.over : answer?.notice;
  const values = answer?.values ?? view.values;
  const errors = answer?.errors ?? {};
  const form = useFocusFirstError(errors);
  return (
    <>
      <PageHead
        title={texts.title(name)}
        sub={texts.sub(when)}
        back={{ to: `/admin/events/${id}`, label: name }}
      />
      <Form method="post" preventScrollReset ref={form}>
        <FormPage
          side={
            <>
              {last ? <LastMove last={last} /> : null}
              <Letter view={view} />
              <Notice kind="info">{texts.choice}</Notice>
            </>
          }
        >
          <Card>
            <Section title={texts.whenAndWhere}>
              <WhenAndWhere values={values} errors={errors} addressHint={texts.addressHint} />
              <FieldRow>
                <FieldCell span={12}>
                  <TextArea
                    label={<Required>{texts.reason}</Required>}
                    name="reason"
                    required
                    hint={texts.reasonHint}
                    defaultValue={values.reason}
                    error={errors.reason}
                  />
                </FieldCell>
              </FieldRow>
            </Section>
          </Card>
          <Card>
            <Section title={texts.means} note={texts.countedAt(cost.countedAt)}>
              <NightCost
                view={cost}
                label={texts.means}
                amount={{ title: texts.amount, note: texts.amountNote }}
                facts={texts.facts(cost.held, staying.length)}
              />
            </Section>
          </Card>
          {staying.length > 0 ? (
            <Card>
              <Section title={texts.stays}>
                <p className="muted">{texts.staysHint}</p>
                <ul className="night-cost__facts">
                  {staying.map(({ to, name: what, until }) => (
                    <li key={`${to} ${what}`}>
                      <OfficeIcon name="clock" />
                      <span>
                        <Link to={to}>{what}</Link>: {until}
                      </span>
                    </li>
                  ))}
                </ul>
              </Section>
            </Card>
          ) : null}
          {answer?.asksCode ? <MailedCode {...answer} /> : null}
          {notice ? <Notice kind="bad">{notice}</Notice> : null}
          <div className="actions">
            <Link className={buttonClass({ look: "line" })} to={`/admin/events/${id}`}>
              {texts.giveUp}
            </Link>
            {isOver ? null : (
              <button type="submit" className={`${buttonClass({ look: "line" })} button--risk-full`}>
                <OfficeIcon name="clock" /> {texts.act}
              </button>
            )}
          </div>
        </FormPage>
      </Form>
      {reentry ? <ReentryDialog view={reentry} /> : null}
      {answer?.last ? <ConfirmNightDialog view={answer.last} amount={texts.amount} act={texts.act} /> : null}
    </>
  );
}

function Letter({ view: { name, day } }: { view: MoveNightView }) {
  return (
    <Card>
      <Section title={texts.letter}>
        <p>
          <b>{texts.subject(name)}</b>
        </p>
        {texts.letterLines(day).map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p className="muted">{texts.letterNote}</p>
      </Section>
    </Card>
  );
}

function LastMove({ last }: { last: NonNullable<MoveNightView["last"]> }) {
  const { at, was, reason, letters, told, ordersLeft, returned, short, failedShort, until } = last;
  return (
    <Card>
      <Section title={texts.last}>
        <p>
          {texts.lastAt(at, was)} {reason}
        </p>
        <p>
          {texts.told(told)}. {texts.letters(letters.sent, letters.sent + letters.waiting + letters.failed)}
        </p>
        {letters.failed > 0 ? (
          <p>
            <Link to="/admin/email/outbox">{texts.lettersFailed(letters.failed)}</Link>
          </p>
        ) : null}
        {ordersLeft > 0 ? <p>{texts.left(ordersLeft)}</p> : null}
        <p>{texts.returned(returned.n, money(returned.amount))}</p>
        {short.n > 0 ? (
          <Notice kind="warn">{shortBalanceTexts.waits(short.n, money(short.amount))}</Notice>
        ) : null}
        {failedShort.n > 0 ? (
          <Notice kind="warn">
            {shortBalanceTexts.failedInAll(failedShort.n, money(failedShort.amount))}
          </Notice>
        ) : null}
        {until ? <p className="muted">{texts.until(until)}</p> : null}
      </Section>
    </Card>
  );
}

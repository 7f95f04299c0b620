import { useState } from "react";
import { data, Form, Link } from "react-router";
import { formatLeiExact, formatLeiExact as money } from "#kernel/money.ts";
import { dayOf, formatDayAndMonth, formatLongDate, formatWeekday, wallTimeOf } from "#kernel/time.ts";
import { listEditedTemplates } from "#ticketing/delivery/templates/template-queries.server.ts";
import { dayAndHour, newMomentInWords } from "#ticketing/delivery/ticket-wording.ts";
import { amountOf } from "#ticketing/orders/cancelled-nights/cancelled-night.ts";
import { moveForm } from "#ticketing/orders/moved-nights/move-form.ts";
import { moveNight } from "#ticketing/orders/moved-nights/move-night.server.ts";
import {
  type FixedEnd,
  findLastMove,
  findNightToMove,
  type LastMove,
  usedOfMoved,
} from "#ticketing/orders/moved-nights/move-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { adminTexts } from "../admin-texts.ts";
import { officeOf } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { foundOr404, idOf, postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { fieldsIn } from "../ui/form-field.tsx";
import { Card, FieldRow, FormPage, Section } from "../ui/form-page.tsx";
import { withWords } from "../ui/form-words.ts";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import { PageHead } from "../ui/page-head.tsx";
import type { Route } from "./+types/move-night-route.ts";
import { WhenAndWhere } from "./about-fields.tsx";
import { eventTexts, nightWords } from "./event-texts.ts";
import { changeNight, proofFields, showFormAgain } from "./night-change.server.ts";
import {
  ConfirmNightDialog,
  MailedCode,
  NightCost,
  NightLetter,
  nightCostOf,
  OrderLinks,
  Refreshing,
  ShortBalance,
} from "./night-change.tsx";
import { nightCostTexts, moveNightTexts as texts } from "./night-changes-texts.ts";

const move = withWords(moveForm, { ...nightWords, reason: texts.reason });

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.open) }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const id = idOf(params);
  // no role of the back-office may read what emails are filled with; the guard has checked the right
  return site.database.readMoment("deliver", async (sql) => {
    const night = foundOr404(await findNightToMove(sql, id));
    const last = await findLastMove(sql, id);
    return {
      id,
      name: night.name,
      title: night.title,
      when: whenInWords(night.date, night.time),
      was: night.date,
      values: move.written({ ...night, reason: "" }),
      isOver: night.isOver,
      staying: night.fixedEnds.map(fixedEndView),
      cost: nightCostOf(night, site.now(), usedOfMoved),
      last: last ? lastMoveView(last) : null,
      edited: await listEditedTemplates(sql, "night_moved"),
    };
  });
}

const whenInWords = (date: string, time: string | null) =>
  time ? `${formatLongDate(date)}, ${time}` : formatLongDate(date);
const dayInWords = (date: string) => `${formatWeekday(date)}, ${formatDayAndMonth(date)}`;

function lastMoveView({ fromDate, fromTime, choiceUntil, againAt, ...move }: LastMove) {
  return {
    ...move,
    again: againAt && wallTimeOf(againAt),
    at: `${formatDayAndMonth(dayOf(move.at))}, ${wallTimeOf(move.at)}`,
    was: whenInWords(fromDate, fromTime),
    until: choiceUntil && dayAndHour(choiceUntil),
  };
}

const formPathOf = {
  type: "/admin/tickets",
  pass: "/admin/abonamente",
  phase: "/admin/tickets",
  code: "/admin/codes",
} as const satisfies Record<FixedEnd["kind"], string>;

const fixedEndView = ({ kind, id, name, at, isPast }: FixedEnd) => ({
  to: `${formPathOf[kind]}/${id}`,
  name,
  until: texts.ends({ kind, when: dayAndHour(at), isPast }),
});

export async function action(args: Route.ActionArgs) {
  const { context, request, params } = args;
  const { site, actor } = officeOf(context);
  const id = idOf(params);
  const posted = await postedForm(request.clone(), { one: [...move.sent.one, ...proofFields] });
  const form = await request.formData();
  const values = move.typed(posted);
  const again = showFormAgain(form, values);
  const read = move.read(values);
  if (!read.ok) return again({ errors: move.sentences(read.refusal) }, 422);
  const night = foundOr404(await site.database.readAs(actor, (sql) => findNightToMove(sql, id)));
  const when = whenInWords(read.value.date, read.value.time);
  const { people, letters } = night;
  const amount = amountOf(night, usedOfMoved);
  const purpose = texts.purpose(night.name, when, formatLeiExact(amount));
  const last = { purpose, people, letters, amount, typed: Object.entries(values) };
  const step = await changeNight(args, { act: "move-night", form, last }, (isProven) =>
    attempt(site, () => moveNight(site, { actor, id, form: read.value, isProven })),
  );
  if ("reentry" in step) return step.reentry;
  if ("asked" in step) return again(step.asked, step.status);
  const moved = step.changed;
  if (moved.ok) return redirectWithMessage(site, `/admin/events/${id}/move`, "success", texts.done);
  const { refusal } = moved;
  switch (refusal.reason) {
    case "missing":
      throw data(null, { status: 404 });
    case "same_hour":
    case "in_the_past":
      return again({ errors: { date: texts.refused[refusal.reason] } }, 422);
    case "type_before_night":
      return again({ errors: { time: eventTexts.typeBeforeNight(refusal) } }, 422);
    case "after_end":
      return again({ errors: { time: eventTexts.afterEnd(refusal) } }, 422);
    case "not_published":
    case "cancelled":
    case "over":
    case "moved_lately":
      return again({ notice: texts.refused[refusal.reason] }, 409);
    case "proof_needed":
      return again({ asksCode: true }, 409);
    case "not_allowed":
      return again({ notice: rowSecurityTexts.events }, 403);
    case "failed":
      return again({ notice: texts.failed }, 503);
  }
}

type MoveNightView = Route.ComponentProps["loaderData"];

/** The form that moves the night; after a move what became of its emails and refunds, until it can be moved again. */
export default function MoveNight({ loaderData: view, actionData }: Route.ComponentProps) {
  const { id, name, when, last } = view;
  if (!last?.again) return <AskForMove view={view} actionData={actionData} />;
  const notice = actionData && "notice" in actionData ? actionData.notice : null;
  return (
    <>
      <PageHead
        title={texts.progressTitle(name)}
        sub={texts.now(when)}
        back={{ to: `/admin/events/${id}`, label: name }}
      >
        <ActLink to={`/events/${id}`} icon="eye" label={eventTexts.seeOnSite} />
      </PageHead>
      <FormPage
        side={
          <Notice kind="info">
            {nightCostTexts.keepsGoing} {texts.again(last.again)}
          </Notice>
        }
      >
        <Refreshing />
        {notice ? <Notice kind="bad">{notice}</Notice> : null}
        <LastMoveCard last={last} />
      </FormPage>
    </>
  );
}

type Moment = Pick<MoveNightView["values"], "date" | "time">;
const momentIn = (sent: FormData): Moment => ({
  date: String(sent.get("date")),
  time: String(sent.get("time")),
});

/** What the letter says of the typed date and hour; undefined while they are the old ones, or not readable. */
function newMomentOf({ was, values }: MoveNightView, { date, time }: Moment) {
  if (date === values.date && time === values.time) return undefined;
  const [day, hour] = [moveForm.fields.date.read(date), moveForm.fields.time.read(time)];
  return day.ok && hour.ok ? newMomentInWords(was, { date: day.value, time: hour.value }) : undefined;
}

type AskForMoveProps = { view: MoveNightView; actionData: Route.ComponentProps["actionData"] };

/** The new date and place of a night, what that means, and the button for it. */
function AskForMove({ view, actionData }: AskForMoveProps) {
  const reentry = actionData && "reentry" in actionData ? actionData.reentry : undefined;
  const answer = actionData && "values" in actionData ? actionData : undefined;
  const { id, name, title, when, isOver, cost, staying, last } = view;
  const notice = isOver ? texts.refused.over : answer?.notice;
  const values = answer?.values ?? view.values;
  const errors = answer?.errors ?? {};
  const form = useFocusFirstError(errors);
  const field = fieldsIn(move, values, errors);
  const [typed, setTyped] = useState<Moment>(values);
  const moment = newMomentOf(view, typed);
  return (
    <>
      <PageHead
        title={texts.title(name)}
        sub={texts.sub(when)}
        back={{ to: `/admin/events/${id}`, label: name }}
      />
      <Form
        method="post"
        preventScrollReset
        ref={form}
        onInput={({ currentTarget }) => setTyped(momentIn(new FormData(currentTarget)))}
      >
        <FormPage
          side={
            <>
              {last ? <LastMoveCard last={last} /> : null}
              <NightLetter
                subject={texts.subject(title, moment?.movedTo)}
                lines={texts.letterLines(dayInWords(view.was), moment?.newTime)}
                edited={view.edited}
              />
              <Notice kind="info">{texts.choice}</Notice>
            </>
          }
        >
          <Card>
            <Section title={texts.whenAndWhere}>
              <WhenAndWhere field={field} addressHint={texts.addressHint} />
              <FieldRow>{field("reason", { span: 12 })}</FieldRow>
            </Section>
          </Card>
          <NightCost view={cost} {...texts} facts={texts.facts(cost.held, staying.length, cost.atBank)} />
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
            <ActLink to={`/admin/events/${id}`} label={officeTexts.cancel} />
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

function LastMoveCard({ last }: { last: NonNullable<MoveNightView["last"]> }) {
  const { at, was, reason, letters, told, ordersLeft, undecided, lost, returned, until } = last;
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
            <Link to="/admin/email/outbox">{nightCostTexts.lettersFailed(letters.failed)}</Link>
          </p>
        ) : null}
        {ordersLeft.n > 0 ? (
          <>
            <p>{texts.left(ordersLeft.n)}</p>
            <OrderLinks orders={ordersLeft} />
          </>
        ) : null}
        {undecided.n > 0 ? (
          <>
            <p>{texts.undecided(undecided.n)}</p>
            <OrderLinks orders={undecided} />
          </>
        ) : null}
        {lost.n > 0 ? <p>{nightCostTexts.lost(lost)}</p> : null}
        <p>{texts.returned(returned.n, money(returned.amount))}</p>
        <ShortBalance {...last} />
        {until ? <p className="muted">{texts.until(until)}</p> : null}
      </Section>
    </Card>
  );
}

import { Fragment, useState } from "react";
import { data, Form, Link } from "react-router";
import { formatLeiExact, formatLeiExact as money } from "#kernel/money.ts";
import { dayOf, formatDayAndMonth, formatLongDate, wallTimeOf } from "#kernel/time.ts";
import { listEditedTemplates } from "#ticketing/delivery/templates/template-queries.server.ts";
import type { DoorSaleSum } from "#ticketing/events/door-sale.ts";
import { sumDoorSales } from "#ticketing/events/door-sum-queries.server.ts";
import { cancelNight } from "#ticketing/orders/cancelled-nights/cancel-night.server.ts";
import { cancellationForm } from "#ticketing/orders/cancelled-nights/cancellation-form.ts";
import {
  findCancellationProgress,
  type ToldPerson,
} from "#ticketing/orders/cancelled-nights/cancellation-queries.server.ts";
import { amountOf, type UsedTickets } from "#ticketing/orders/cancelled-nights/cancelled-night.ts";
import { findNightTickets } from "#ticketing/orders/night-tickets-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { adminTexts } from "../admin-texts.ts";
import { officeOf } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { sentencesFor } from "../field-texts.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { foundOr404, idOf, postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { Required } from "../ui/field-label.tsx";
import { Card, FormPage, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Status } from "../ui/status.tsx";
import { TextArea } from "../ui/text-area.tsx";
import type { Route } from "./+types/cancel-night-route.ts";
import { eventTexts } from "./event-texts.ts";
import { changeNight, proofFields, showFormAgain } from "./night-change.server.ts";
import {
  ConfirmNightDialog,
  MailedCode,
  type NightChangeAnswer,
  NightCost,
  NightLetter,
  nightCostOf,
  OrderLinks,
  Refreshing,
  ShortBalance,
} from "./night-change.tsx";
import { nightCostTexts, cancelNightTexts as texts } from "./night-changes-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.open) }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const id = idOf(params);
  // no role of the back-office may read what emails are filled with; the guard has checked the right
  return site.database.readMoment("deliver", async (sql) => {
    const night = foundOr404(await findNightTickets(sql, id));
    const progress = night.isCancelled ? await findCancellationProgress(sql, id) : undefined;
    const nightNames = { id, name: night.name, title: night.title, day: formatLongDate(night.date) };
    const door = doorSumsOf(await sumDoorSales(sql, [id]));
    if (!progress)
      return {
        kind: "ask" as const,
        ...nightNames,
        door,
        edited: await listEditedTemplates(sql, "night_cancelled"),
        costs: {
          refunded: nightCostOf(night, site.now(), "refunded"),
          kept: nightCostOf(night, site.now(), "kept"),
        },
      };
    const at = `${formatDayAndMonth(dayOf(progress.at))}, ${wallTimeOf(progress.at)}`;
    return { kind: "progress" as const, ...nightNames, ...progress, door, at };
  });
}

/** The paid tickets of the doors; the money went past the card provider. */
function doorSumsOf(sums: readonly DoorSaleSum[]) {
  const paid = sums.filter(({ bani }) => bani > 0);
  const of = (means: DoorSaleSum["means"]) =>
    paid.filter((one) => one.means === means).reduce((n, { bani }) => n + bani, 0);
  return {
    tickets: paid.reduce((n, { tickets }) => n + tickets, 0),
    cash: of("cash"),
    terminal: of("terminal"),
  };
}

export async function action(args: Route.ActionArgs) {
  const { context, request, params } = args;
  const { site, actor } = officeOf(context);
  const id = idOf(params);
  const posted = await postedForm(request.clone(), { one: [...cancellationForm.sent.one, ...proofFields] });
  const form = await request.formData();
  const values = cancellationForm.typed(posted);
  const again = showFormAgain(form, values);
  const read = cancellationForm.read(values);
  if (!read.ok) {
    const { used, ...errors } = sentencesFor(read.refusal);
    return again({ errors, ...(used ? { notice: used } : {}) }, 422);
  }
  const night = foundOr404(await site.database.readAs(actor, (sql) => findNightTickets(sql, id)));
  const { people, letters } = night;
  const amount = amountOf(night, read.value.usedTickets);
  const purpose = texts.purpose(night.name, formatLeiExact(amount));
  const last = { purpose, people, letters, amount, typed: Object.entries(values) };
  const step = await changeNight(args, { act: "cancel-night", form, last }, (isProven) =>
    attempt(site, () => cancelNight(site, { actor, id, form: read.value, isProven })),
  );
  if ("reentry" in step) return step.reentry;
  if ("asked" in step) return again(step.asked, step.status);
  const cancelled = step.changed;
  if (cancelled.ok) return redirectWithMessage(site, `/admin/events/${id}/cancel`, "success", texts.done);
  switch (cancelled.refusal.reason) {
    case "missing":
      throw data(null, { status: 404 });
    case "already_cancelled":
      return again({ notice: texts.already }, 409);
    case "over":
      return again({ notice: texts.over }, 409);
    case "proof_needed":
      return again({ asksCode: true }, 409);
    case "not_allowed":
      return again({ notice: rowSecurityTexts.events }, 403);
    case "failed":
      return again({ notice: texts.failed }, 503);
  }
}

type CancelNightView = Route.ComponentProps["loaderData"];
type Ask = Extract<CancelNightView, { kind: "ask" }>;
type Progress = Extract<CancelNightView, { kind: "progress" }>;

type CancelNightAnswer = NightChangeAnswer<"reason" | "used">;

/** Tells what cancelling the night does, with the button for it; afterwards the progress of emails and refunds. */
export default function CancelNight({ loaderData: view, actionData }: Route.ComponentProps) {
  const reentry = actionData && "reentry" in actionData ? actionData.reentry : undefined;
  const answer = actionData && "values" in actionData ? actionData : undefined;
  const { id, name, day } = view;
  const back = { to: `/admin/events/${id}`, label: name };
  if (view.kind === "progress")
    return (
      <>
        <PageHead title={texts.progressTitle(name)} sub={`${day}. ${texts.cancelledAt(view.at)}`} back={back}>
          <ActLink to={`/events/${id}`} icon="eye" label={eventTexts.seeOnSite} />
          <ActLink to={`/admin/events/${id}/duplicate`} icon="copy" label={texts.anotherNight} />
        </PageHead>
        <CancellingProgress view={view} />
      </>
    );
  return (
    <>
      <PageHead title={texts.title(name)} sub={texts.sub(day)} back={back} />
      <AskFor view={view} answer={answer} typed={reentry?.typed ?? Object.entries(answer?.values ?? {})} />
      {reentry ? <ReentryDialog view={reentry} /> : null}
      {answer?.last ? <ConfirmNightDialog view={answer.last} amount={texts.amount} act={texts.act} /> : null}
    </>
  );
}

const usedOf = (value: string | undefined): UsedTickets => (value === "kept" ? "kept" : "refunded");

type AskForProps = { view: Ask; answer: CancelNightAnswer | undefined; typed: ReentryView["typed"] };

function AskFor({ view, answer, typed }: AskForProps) {
  const { title, day } = view;
  const form = useFocusFirstError(answer?.errors ?? {});
  const [used, setUsed] = useState<UsedTickets>(usedOf(typed.find(([name]) => name === "used")?.[1]));
  const cost = view.costs[used];
  return (
    <Form method="post" preventScrollReset ref={form}>
      <FormPage
        side={
          <>
            <NightLetter
              subject={texts.subject(title)}
              lines={texts.letterLines(title, day, used === "kept")}
              edited={view.edited}
            >
              {cost.receivers > 0 ? <p>{texts.received}</p> : null}
            </NightLetter>
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
            {cost.entered > 0 ? (
              <RadioCards
                legend={texts.used}
                name="used"
                value={used}
                onChoose={(value) => setUsed(usedOf(value))}
                cards={[
                  {
                    value: "refunded",
                    title: texts.usedRefunded,
                    note: texts.usedNote(cost.entered),
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
        <NightCost
          view={cost}
          {...texts}
          facts={[...texts.facts(cost.held, cost.atBank), ...texts.atDoor(view.door)]}
        />
        {answer?.asksCode ? <MailedCode {...answer} /> : null}
        {answer?.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
        <div className="actions">
          <ActLink to={`/admin/events/${view.id}`} label={officeTexts.cancel} />
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
    cell: ({ orderId, number }) =>
      orderId && number ? (
        <Link to={`/admin/purchases?open=${encodeURIComponent(orderId)}`}>
          {nightCostTexts.order(number)}
        </Link>
      ) : (
        texts.onList
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
    cell: ({ money: refund }) =>
      refund ? (
        <Status {...signs[refund.state]} label={texts.moneyStates[refund.state](money(refund.amount))} />
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

export function CancellingProgress({ view }: { view: Progress }) {
  const { reason, letters, refunds, stillSold, ordersLeft, ordersOwed, lost, people, inAll, door } = view;
  const allLetters = letters.sent + letters.waiting + letters.failed;
  const refundSum = (state: keyof typeof refunds) =>
    [refunds[state].n, money(refunds[state].amount)] as const;
  const isUnderway = letters.waiting > 0 || refunds.waiting.n > 0 || ordersLeft.n > 0;
  return (
    <FormPage side={<Notice kind="info">{nightCostTexts.keepsGoing}</Notice>}>
      {isUnderway ? <Refreshing /> : null}
      {stillSold.length > 0 ? (
        <Notice kind="warn" title={texts.stillSold}>
          {texts.stillSoldText}
          {stillSold.map(({ id, name, price }) => (
            <Fragment key={id}>
              {" "}
              <Link to={`/admin/tickets/${id}`}>{texts.priced(name, money(price))}</Link>
            </Fragment>
          ))}
        </Notice>
      ) : null}
      <Card>
        <div className="office-section">
          <p>{reason}</p>
        </div>
        <Section title={texts.letters}>
          <p>
            {isUnderway && allLetters === 0 ? texts.prepared : texts.lettersSent(letters.sent, allLetters)}
          </p>
          {letters.waiting > 0 ? <p>{texts.lettersWaiting(letters.waiting)}</p> : null}
          {letters.failed > 0 ? (
            <p>
              <Link to="/admin/email/outbox">{nightCostTexts.lettersFailed(letters.failed)}</Link>
            </p>
          ) : null}
        </Section>
        <Section title={texts.refunds}>
          <p>{texts.refundsDone(...refundSum("done"))}</p>
          {refunds.waiting.n > 0 ? <p>{texts.refundsWaiting(...refundSum("waiting"))}</p> : null}
          <ShortBalance {...refunds} />
          {lost.n > 0 ? <p>{nightCostTexts.lost(lost)}</p> : null}
          {texts.atDoor(door).map((line) => (
            <p key={line}>{line}</p>
          ))}
          {refunds.failed.n > 0 ? <p>{texts.refundsFailed(...refundSum("failed"))}</p> : null}
        </Section>
        <Section title={texts.left}>
          {ordersLeft.n === 0 ? <p>{texts.noneLeft}</p> : <p className="muted">{texts.leftNote}</p>}
          <OrderLinks orders={ordersLeft} />
        </Section>
        {ordersOwed.n === 0 ? null : (
          <Section title={texts.owed}>
            <p className="muted">{texts.owedNote}</p>
            <OrderLinks orders={ordersOwed} />
          </Section>
        )}
      </Card>
      {people.length === 0 ? null : (
        <section className="told-people">
          <h2>{texts.people}</h2>
          <OfficeTable
            label={texts.people}
            columns={peopleColumns}
            rows={people}
            rowKey={({ orderId, address }) => `${orderId} ${address}`}
          />
          {inAll > people.length ? <p className="muted">{texts.peopleShown(people.length, inAll)}</p> : null}
        </section>
      )}
    </FormPage>
  );
}

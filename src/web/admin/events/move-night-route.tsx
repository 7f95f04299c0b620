import { data } from "react-router";
import { formatLeiExact } from "#kernel/money.ts";
import { dayOf, formatDayAndMonth, formatLongDate, formatWeekday, wallTimeOf } from "#kernel/time.ts";
import { dayAndHour } from "#ticketing/delivery/ticket-wording.ts";
import { type MoveField, readMoveForm } from "#ticketing/orders/moved-nights/move-form.ts";
import { moveNight } from "#ticketing/orders/moved-nights/move-night.server.ts";
import {
  type FixedEnd,
  findLastMove,
  findNightToMove,
  type LastMove,
  mostOf,
  type NightToMove,
} from "#ticketing/orders/moved-nights/move-queries.server.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { reentryField, reentryKeyField } from "#web/sign-in/password-again-view.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { sentencesFor } from "../field-texts.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { idOf, postedForm } from "../posted-form.server.ts";
import type { Route } from "./+types/move-night-route.ts";
import { confirmedField } from "./confirm-night-dialog.tsx";
import { eventTexts } from "./event-texts.ts";
import { askMailedCode } from "./mailed-proof.server.ts";
import { type MoveNightAnswer, MoveNightPage, type MoveNightView } from "./move-night-page.tsx";
import { moveNightTexts as texts } from "./move-night-texts.ts";
import { isConfirmedNight } from "./night-confirmation.ts";
import { nightCostOf } from "./night-cost.tsx";
import "./night-cost.css";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.open) }];

export async function loader({ context, params }: Route.LoaderArgs): Promise<MoveNightView> {
  const site = context.get(siteContext);
  const id = idOf(params);
  return site.database.readMoment(context.get(administratorContext), async (sql) => {
    const night = await findNightToMove(sql, id);
    if (!night) throw data(null, { status: 404 });
    const last = await findLastMove(sql, id);
    return {
      ...{ id, name: night.title, when: hourOf(night.date, night.time), day: dayIn(night.date) },
      values: valuesOf(night),
      isOver: night.isOver,
      staying: night.fixedEnds.map(stayingOf),
      cost: nightCostOf(night, site.now(), ({ unused }) => unused),
      last: last ? lastOf(last) : null,
    };
  });
}

const hourOf = (date: string, time: string | null) =>
  time ? `${formatLongDate(date)}, ${time}` : formatLongDate(date);
const dayIn = (date: string) => `${formatWeekday(date)}, ${formatDayAndMonth(date)}`;

function valuesOf({ date, time, doors, ends, location, address, directions }: NightToMove) {
  return {
    ...{ date, time: time ?? "", doors: doors ?? "", ends: ends ?? "", location },
    ...{ address: address ?? "", directions: directions ?? "", reason: "" },
  };
}

function lastOf(move: LastMove): MoveNightView["last"] {
  const {
    at,
    fromDate,
    fromTime,
    choiceUntil,
    reason,
    letters,
    told,
    ordersLeft,
    returned,
    short,
    failedShort,
  } = move;
  return {
    at: `${formatDayAndMonth(dayOf(at))}, ${wallTimeOf(at)}`,
    was: hourOf(fromDate, fromTime),
    ...{ reason, letters, told, ordersLeft, returned, short, failedShort },
    until: choiceUntil && dayAndHour(choiceUntil),
  };
}

const formOf = {
  type: "/admin/tickets",
  pass: "/admin/abonamente",
  phase: "/admin/tickets",
  code: "/admin/codes",
} as const satisfies Record<FixedEnd["kind"], string>;

const stayingOf = ({ kind, id, name, at, isPast }: FixedEnd) => ({
  ...{ to: `${formOf[kind]}/${id}`, name },
  until: texts.ends({ kind, when: dayAndHour(at), isPast }),
});

const fields: readonly MoveField[] = [
  ...(["date", "time", "doors", "ends", "location", "address", "directions", "reason"] as const),
];

export async function action(args: Route.ActionArgs) {
  const { context, request, params } = args;
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const id = idOf(params);
  const posted = await postedForm(request.clone(), {
    one: [...fields, "code", confirmedField, reentryField, reentryKeyField],
  });
  const form = await request.formData();
  const values = Object.fromEntries(fields.map((name) => [name, posted.text(name)])) as Record<
    MoveField,
    string
  >;
  const again = (answer: Partial<MoveNightAnswer>, status: number) =>
    data<MoveNightAnswer>(
      {
        values,
        errors: {},
        notice: null,
        asksCode: form.has("code"),
        codeError: null,
        last: null,
        ...answer,
      },
      { status },
    );
  const read = readMoveForm(values);
  if (!read.ok) return again({ errors: sentencesFor(read.refusal) }, 422);
  const night = await site.database.readAs(actor, (sql) => findNightToMove(sql, id));
  if (!night) throw data(null, { status: 404 });
  const when = hourOf(read.value.date, read.value.time);
  const purpose = texts.purpose(night.title, when, formatLeiExact(mostOf(night)));
  const confirmed = await passwordAgain(args, "move-night", form, purpose);
  if (!confirmed.ok) return confirmed.refusal;
  if (!isConfirmedNight(form)) {
    const { people, letters } = night;
    const last = { purpose, people, letters, amount: mostOf(night), typed: Object.entries(values) };
    return again({ last }, 200);
  }
  const move = (isProven: boolean) =>
    attempt(site, () => moveNight(site, { actor, id, form: read.value, isProven }));
  let moved = await move(false);
  if (!moved.ok && moved.refusal.reason === "proof_needed") {
    const proof = await askMailedCode(site, actor, form);
    if (!proof.ok) return again(proof.answer, proof.status);
    moved = await move(true);
  }
  if (moved.ok)
    return seeOther(`/admin/events/${id}/move`, {
      origin: site.origin,
      flash: { kind: "success", text: texts.done },
    });
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

export default function MoveNight({ loaderData, actionData }: Route.ComponentProps) {
  const reentry = actionData && "reentry" in actionData ? actionData.reentry : undefined;
  const answer = actionData && "values" in actionData ? actionData : undefined;
  return <MoveNightPage view={loaderData} answer={answer} reentry={reentry} />;
}

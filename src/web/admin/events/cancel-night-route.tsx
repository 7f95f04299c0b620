import { data } from "react-router";
import { formatLeiExact } from "#kernel/money.ts";
import { dayOf, formatDayAndMonth, formatLongDate, wallTimeOf } from "#kernel/time.ts";
import { cancelNight } from "#ticketing/orders/cancelled-nights/cancel-night.server.ts";
import { cancellationForm } from "#ticketing/orders/cancelled-nights/cancellation-form.ts";
import { findCancellationProgress } from "#ticketing/orders/cancelled-nights/cancellation-queries.server.ts";
import { amountOf, findNightTickets } from "#ticketing/orders/night-tickets-queries.server.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { reentryField, reentryKeyField } from "#web/sign-in/password-again-view.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { sentencesFor } from "../field-texts.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { idOf, postedForm, said } from "../posted-form.server.ts";
import type { Route } from "./+types/cancel-night-route.ts";
import { type CancelNightAnswer, CancelNightPage, type CancelNightView } from "./cancel-night-page.tsx";
import { confirmedField } from "./confirm-night-dialog.tsx";
import { askMailedCode } from "./mailed-proof.server.ts";
import { cancelNightTexts as texts } from "./night-changes-texts.ts";
import { isConfirmedNight } from "./night-confirmation.ts";
import { nightCostOf } from "./night-cost.tsx";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.open) }];

export async function loader({ context, params }: Route.LoaderArgs): Promise<CancelNightView> {
  const site = context.get(siteContext);
  const id = idOf(params);
  return site.database.readMoment(context.get(administratorContext), async (sql) => {
    const night = await findNightTickets(sql, id);
    if (!night) throw data(null, { status: 404 });
    const progress = night.isCancelled ? await findCancellationProgress(sql, id) : undefined;
    const named = { id, name: night.title, day: formatLongDate(night.date) };
    if (!progress)
      return { kind: "ask", ...named, ...nightCostOf(night, site.now(), ({ amount }) => amount) };
    const { at, ordersLeft, people, ...known } = progress;
    const when = `${formatDayAndMonth(dayOf(at))}, ${wallTimeOf(at)}`;
    return {
      kind: "progress",
      ...named,
      ...known,
      at: when,
      ordersLeft: [...ordersLeft],
      people: [...people],
    };
  });
}

export async function action(args: Route.ActionArgs) {
  const { context, request, params } = args;
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const id = idOf(params);
  const posted = await postedForm(request.clone(), {
    one: [...cancellationForm.sent.one, "code", confirmedField, reentryField, reentryKeyField],
  });
  const form = await request.formData();
  const values = cancellationForm.typed(posted);
  const again = (answer: Partial<CancelNightAnswer>, status: number) =>
    data<CancelNightAnswer>(
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
  const read = cancellationForm.read(values);
  if (!read.ok) {
    const { used, ...errors } = sentencesFor(read.refusal);
    return again({ errors, ...(used ? { notice: used } : {}) }, 422);
  }
  const night = await site.database.readAs(actor, (sql) => findNightTickets(sql, id));
  if (!night) throw data(null, { status: 404 });
  const purpose = texts.purpose(night.title, formatLeiExact(amountOf(night)));
  const confirmed = await passwordAgain(args, "cancel-night", form, purpose);
  if (!confirmed.ok) return confirmed.refusal;
  if (!isConfirmedNight(form)) {
    const { people, letters } = night;
    const last = { purpose, people, letters, amount: amountOf(night), typed: Object.entries(values) };
    return again({ last }, 200);
  }
  const cancel = (isProven: boolean) =>
    attempt(site, () => cancelNight(site, { actor, id, form: read.value, isProven }));
  let cancelled = await cancel(false);
  if (!cancelled.ok && cancelled.refusal.reason === "proof_needed") {
    const proof = await askMailedCode(site, actor, form);
    if (!proof.ok) return again(proof.answer, proof.status);
    cancelled = await cancel(true);
  }
  if (cancelled.ok) return said(site, `/admin/events/${id}/cancel`, "success", texts.done);
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

export default function CancelNight({ loaderData, actionData }: Route.ComponentProps) {
  const reentry = actionData && "reentry" in actionData ? actionData.reentry : undefined;
  const answer = actionData && "values" in actionData ? actionData : undefined;
  return <CancelNightPage view={loaderData} answer={answer} reentry={reentry} />;
}

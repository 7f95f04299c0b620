import { data, Form } from "react-router";
import { grouped } from "#kernel/romanian.ts";
import { startStop } from "#ticketing/events/start-stop.server.ts";
import { stopForm } from "#ticketing/events/stop-form.ts";
import { siteContext } from "#web/request/request-context.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { administratorContext, officeOf } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { sentencesFor } from "../field-texts.ts";
import { postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { ActLink, Submit } from "../ui/act-buttons.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { FieldRow } from "../ui/form-page.tsx";
import { shownField } from "../ui/shown-field.ts";
import type { Route } from "./+types/start-stop-route.ts";
import { stopTexts as texts } from "./stop-texts.ts";
import { readStopQuestion, type StopAnswer } from "./stops-reading.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const [site, actor] = [context.get(siteContext), context.get(administratorContext)];
  return { question: await readStopQuestion(site, actor, new URL(request.url)) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const url = new URL(request.url);
  const form = await postedForm(request, { one: ["cause", "details", "until"] });
  const values = { cause: form.text("cause"), details: form.text("details"), until: form.text("until") };
  const again = (errors: StopAnswer["errors"], notice: string | null, status: number) =>
    data<StopAnswer>({ values, errors, notice }, { status });
  const details = values.details.trim();
  if (!(texts.causes as readonly string[]).includes(values.cause))
    return again({ cause: texts.whyHint }, null, 422);
  if (values.cause === texts.other && details === "")
    return again({ details: texts.detailsNeeded }, null, 422);
  const read = stopForm.read({
    kind: url.searchParams.get("kind") ?? "",
    eventId: url.searchParams.get("event") ?? "",
    reason: [values.cause === texts.other ? "" : values.cause, details].filter(Boolean).join(": "),
    until: values.until,
  });
  if (!read.ok) {
    const { reason, until, kind, eventId } = sentencesFor(read.refusal);
    if (kind || eventId) throw data(null, { status: 404 });
    return again({ ...(reason ? { details: reason } : {}), ...(until ? { until } : {}) }, null, 422);
  }
  const started = await attempt(site, () => startStop(site, { actor, form: read.value }));
  await site.stops.refresh();
  if (started.ok) return redirectWithMessage(site, "/admin/status/stops", "success", texts.done);
  switch (started.refusal.reason) {
    case "missing":
      throw data(null, { status: 404 });
    case "in_the_past":
      return again(sentencesFor({ until: "in_the_past" }), null, 422);
    case "already_stopped":
      return again({}, texts.already, 409);
    case "not_allowed":
      return again({}, texts.failed, 403);
    case "failed":
      return again({}, texts.failed, 503);
  }
}

/** Asks for the reason before something is stopped, and shows what the stop affects. */
export default function StartStop({ loaderData: { question }, actionData: answer }: Route.ComponentProps) {
  const { kind, eventId, name, held, heldUntil, inLine, left } = question;
  const values = answer?.values ?? { cause: "", details: "", until: "" };
  const errors = answer?.errors ?? {};
  const closeTo = "/admin/status/stops";
  return (
    <AddressDialog
      shape="dialog"
      title={texts.questions[kind](name)}
      sub={kind === "read_only" && eventId === null ? texts.siteReadOnly : texts.explained[kind]}
      closeTo={closeTo}
    >
      <Form method="post" className="form" preventScrollReset>
        {answer?.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
        <p className="stop-facts figures">
          <span>
            <b>{grouped(held)}</b> {texts.held(heldUntil)}
          </span>
          <span>
            <b>{grouped(inLine)}</b> {texts.inLine(inLine)}
          </span>
          <span>
            <b>{grouped(left)}</b> {texts.left}
          </span>
        </p>
        <FieldRow spans={[6, 6, 12]}>
          <Select label={<Required>{texts.why}</Required>} {...shownField("cause", values, errors)} required>
            <option value="">{texts.whyHint}</option>
            {texts.causes.map((cause) => (
              <option key={cause}>{cause}</option>
            ))}
          </Select>
          <TextInput
            label={<Optional>{texts.ends}</Optional>}
            {...shownField("until", values, errors)}
            type="datetime-local"
            hint={texts.endsHint}
          />
          <TextInput
            label={<Optional>{texts.details}</Optional>}
            {...shownField("details", values, errors)}
            maxLength={150}
          />
        </FieldRow>
        <div className="actions">
          <ActLink to={closeTo} preventScrollReset label={texts.cancel} />
          <Submit look="risk-full" icon="lock" label={texts.kinds[kind]} />
        </div>
      </Form>
    </AddressDialog>
  );
}

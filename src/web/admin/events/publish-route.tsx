import { data, Form } from "react-router";
import { dayOf, instantOf, wallTimeOf } from "#kernel/time.ts";
import { findNightForDialog } from "#ticketing/events/office-event-queries.server.ts";
import { publishEvent } from "#ticketing/events/publish-event.server.ts";
import { publishingForm } from "#ticketing/events/publishing-form.ts";
import { unpublishEvent } from "#ticketing/events/unpublish-event.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { Notice } from "#web/ui/notice.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { officeOf, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { foundOr404, idOf, redirectWithMessage } from "../posted-form.server.ts";
import { readSentForm } from "../sent-form.server.ts";
import { ActLink, Submit } from "../ui/act-buttons.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { FieldRow } from "../ui/form-page.tsx";
import { withWords } from "../ui/form-words.ts";
import { officeTexts } from "../ui/office-texts.ts";
import { shownField } from "../ui/shown-field.ts";
import type { Route } from "./+types/publish-route.ts";
import { eventTexts, publishingTexts as texts } from "./event-texts.ts";
import { proposedMoment, publishingView } from "./publishing-view.ts";

const publishing = withWords(publishingForm, { day: { label: texts.day }, time: { label: texts.time } });

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const id = idOf(params);
  const night = foundOr404(await readAs(context, (sql) => findNightForDialog(sql, id)));
  const { state } = publishingView(night.publishAt, site.now());
  const values =
    state === "scheduled" && night.publishAt
      ? { day: dayOf(night.publishAt), time: wallTimeOf(night.publishAt) }
      : proposedMoment(site.now(), night.doorsAt);
  return { id, name: night.name, wasOrdered: night.wasOrdered, state, values };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const id = idOf(params);
  const { read, posted, again, wrong } = await readSentForm(request, publishing, ["intent"]);
  const intent = posted.text("intent");
  if (intent === "schedule" && !read.ok) return wrong();
  if (!["publish", "schedule", "draft"].includes(intent)) throw data(null, { status: 400 });
  const changed = await attempt(site, () =>
    intent === "draft"
      ? unpublishEvent(site, { actor, id })
      : publishEvent(site, {
          actor,
          id,
          at: intent === "schedule" && read.ok ? instantOf(read.value.day, read.value.time) : "now",
        }),
  );
  if (changed.ok)
    return redirectWithMessage(site, `/admin/events/${id}`, "success", texts.done[changed.value]);
  switch (changed.refusal.reason) {
    case "missing":
      throw data(null, { status: 404 });
    case "in_the_past":
      return again({ errors: publishing.sentences({ day: "in_the_past" }) }, 422);
    case "after_end":
      return again({ errors: { day: eventTexts.afterEnd({ what: "publication" }) } }, 422);
    case "over":
      return again({ notice: texts.over }, 409);
    case "was_ordered":
      return again({ notice: texts.ordered }, 409);
    case "not_allowed":
      return again({ notice: rowSecurityTexts.events }, 403);
    case "failed":
      return again({ notice: texts.failed }, 503);
  }
}

/** Publishes a night now or at an hour, or makes it a draft again. */
export default function PublishNight({
  loaderData: { id, name, state, wasOrdered, values: storedValues },
  actionData: answer,
}: Route.ComponentProps) {
  const values = answer?.values ?? storedValues;
  const errors = answer?.errors ?? {};
  const closeTo = `/admin/events/${id}`;
  const mustStayPublic = state === "published" && wasOrdered;
  return (
    <AddressDialog
      shape="dialog"
      title={state === "published" ? name : texts.question(name)}
      sub={mustStayPublic || state === "published" ? undefined : texts.sub}
      closeTo={closeTo}
    >
      <Form method="post" className="form" preventScrollReset>
        {answer?.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
        {mustStayPublic ? (
          <p>{texts.ordered}</p>
        ) : (
          <fieldset className="publish-later">
            <legend>{texts.later}</legend>
            <FieldRow spans={[6, 6]}>
              <TextInput label={texts.day} {...shownField("day", values, errors)} type="date" required />
              <TextInput label={texts.time} {...shownField("time", values, errors)} type="time" required />
            </FieldRow>
          </fieldset>
        )}
        <div className="actions">
          <ActLink to={closeTo} preventScrollReset label={officeTexts.cancel} />
          {mustStayPublic || state === "draft" ? null : (
            <Submit look="risk" name="intent" value="draft" formNoValidate label={texts.toDraft} />
          )}
          {mustStayPublic ? null : (
            <Submit name="intent" value="schedule" icon="clock" label={texts.schedule} />
          )}
          {state === "published" ? null : (
            <Submit look="sun" name="intent" value="publish" formNoValidate icon="eye" label={texts.now} />
          )}
        </div>
      </Form>
    </AddressDialog>
  );
}

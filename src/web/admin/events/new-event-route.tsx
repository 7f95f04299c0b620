import { data } from "react-router";
import { createEvent } from "#ticketing/events/create-event.server.ts";
import { readEventForm } from "#ticketing/events/event-form.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { postedForm } from "../posted-form.server.ts";
import type { Route } from "./+types/new-event-route.ts";
import { EventFormPage, eventSentences } from "./event-form-page.tsx";
import { eventFields, readEventFormView, typedEvent } from "./event-form-reading.server.ts";
import type { EventFormAnswer } from "./event-form-view.ts";
import { eventTexts } from "./event-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(eventTexts.newTitle) }];

export async function loader({ context }: Route.LoaderArgs) {
  const view = await readEventFormView(context.get(siteContext), context.get(administratorContext), null);
  if (!view) throw new Error("a new night needs no row");
  return { view };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const form = await postedForm(request, { one: [...eventFields, "intent"], many: ["artists"] });
  const values = typedEvent(form);
  const again = (answer: Partial<EventFormAnswer>, status: number) =>
    data<EventFormAnswer>(
      { values, errors: {}, notice: null, conflict: null, based: null, ...answer },
      { status },
    );
  // back from the preview, with the entered text
  if (form.text("intent") === "edit") return again({}, 200);
  const read = readEventForm(values);
  if (!read.ok) return again({ errors: eventSentences(values) }, 422);
  const created = await attempt(site, () => createEvent(site, { actor, form: read.value }));
  if (!created.ok)
    return created.refusal.reason === "failed"
      ? again({ notice: eventTexts.saveFailed }, 500)
      : again({ notice: rowSecurityTexts.events }, 403);
  return seeOther("/admin/events", {
    origin: site.origin,
    flash: { kind: "success", text: eventTexts.created },
  });
}

export default function NewEvent({ loaderData, actionData }: Route.ComponentProps) {
  return <EventFormPage view={loaderData.view} answer={actionData} />;
}

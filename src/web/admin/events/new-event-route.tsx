import { data } from "react-router";
import { createEvent } from "#ticketing/events/create-event.server.ts";
import { readEventForm } from "#ticketing/events/event-form.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { postedForm, said } from "../posted-form.server.ts";
import type { Route } from "./+types/new-event-route.ts";
import { EventFormPage } from "./event-form-page.tsx";
import { type EventFormAnswer, eventFields, readEventFormView } from "./event-form-reading.server.ts";
import { eventTexts } from "./event-texts.ts";
import { partFields } from "./night-form-fields.ts";
import {
  nightParts,
  nightSentences,
  partAnswer,
  pricesAtOnce,
  typedAnswer,
  typedNight,
} from "./night-form-reading.server.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(eventTexts.newTitle) }];

export async function loader({ context }: Route.LoaderArgs) {
  const view = await readEventFormView(context.get(siteContext), context.get(administratorContext), null);
  if (!view) throw new Error("a new night needs no row");
  return { view };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const form = await postedForm(request, {
    one: [...eventFields, ...partFields, "intent"],
    many: ["artists"],
  });
  const typed = typedNight(form);
  const again = async (answer: Partial<EventFormAnswer>, status: number) =>
    data<EventFormAnswer>(
      {
        ...(await typedAnswer(site, actor, typed)),
        ...{ errors: {}, notice: null, conflict: null, based: null },
        ...answer,
      },
      { status },
    );
  // back from the preview, with the entered text
  if (form.text("intent") === "edit") return again({}, 200);
  const read = readEventForm(typed.values);
  const errors = nightSentences(typed);
  if (!read.ok || Object.keys(errors).length > 0) return again({ errors }, 422);
  const created = await attempt(site, () =>
    createEvent(site, { actor, form: read.value, parts: nightParts(typed) }),
  );
  if (!created.ok) {
    const { refusal } = created;
    if (refusal.reason === "failed") return again({ notice: eventTexts.saveFailed }, 500);
    if (refusal.reason === "not_allowed") return again({ notice: rowSecurityTexts.events }, 403);
    return again(partAnswer(refusal, typed.types), 409);
  }
  await pricesAtOnce(site);
  return said(site, "/admin/events", "success", eventTexts.created);
}

export default function NewEvent({ loaderData, actionData }: Route.ComponentProps) {
  return <EventFormPage view={loaderData.view} answer={actionData} />;
}

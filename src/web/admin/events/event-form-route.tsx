import { data, Outlet } from "react-router";
import { formatShortDate } from "#kernel/time.ts";
import { editEvent } from "#ticketing/events/edit-event.server.ts";
import { readEventForm } from "#ticketing/events/event-form.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { conflictOf, openedValues } from "../conflict-view.ts";
import { belowTakenText } from "../field-texts.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { idOf, openedForm, postedForm, said } from "../posted-form.server.ts";
import type { Route } from "./+types/event-form-route.ts";
import { EventFormPage, flat } from "./event-form-page.tsx";
import {
  type EventFormAnswer,
  eventFields,
  readEventFormView,
  valuesOf,
} from "./event-form-reading.server.ts";
import { eventTexts } from "./event-texts.ts";
import { flatParts, partFields } from "./night-form-fields.ts";
import {
  nightParts,
  nightSentences,
  partAnswer,
  pricesAtOnce,
  type TypedNight,
  typedAnswer,
  typedNight,
} from "./night-form-reading.server.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: adminTexts.pageTitle(loaderData?.view.saved?.name ?? eventTexts.title) },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const view = await readEventFormView(site, context.get(administratorContext), idOf(params));
  if (!view) throw data(null, { status: 404 });
  return { view };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const id = idOf(params);
  const form = await postedForm(request, {
    one: [...eventFields, ...partFields, "version", "opened", "intent"],
    many: ["artists"],
  });
  const typed = typedNight(form);
  const again = async (answer: Partial<EventFormAnswer>, status: number) =>
    data<EventFormAnswer>(
      {
        ...(await typedAnswer(site, actor, typed)),
        ...{ errors: {}, notice: null, conflict: null, based: openedForm(form) },
        ...answer,
      },
      { status },
    );
  // back from the preview, with the entered text
  if (form.text("intent") === "edit") return again({}, 200);
  const read = readEventForm(typed.values);
  const errors = nightSentences(typed);
  if (!read.ok || Object.keys(errors).length > 0) return again({ errors }, 422);
  const version = Number(form.text("version"));
  const saved = await attempt(site, () =>
    editEvent(site, { actor, id, version, form: read.value, parts: nightParts(typed) }),
  );
  if (saved.ok) {
    await pricesAtOnce(site);
    return said(site, "/admin/events", "success", eventTexts.updated);
  }
  const { refusal } = saved;
  switch (refusal.reason) {
    case "missing":
      throw data(null, { status: 404 });
    case "failed":
      return again({ notice: eventTexts.saveFailed }, 500);
    case "not_allowed":
      return again({ notice: rowSecurityTexts.events }, 403);
    case "below_taken":
      return again(
        { errors: { capacity: belowTakenText(read.value.capacity, refusal.sold, refusal.held) } },
        409,
      );
    case "has_to_be_moved":
      return again({ errors: { date: eventTexts.hasToBeMoved } }, 409);
    case "type_before_night":
      return again({ errors: { time: eventTexts.typeBeforeNight(refusal) } }, 422);
    case "changed_meanwhile": {
      const names = new Map((await namesOf(context, id)).map((artist) => [artist.id, artist.name]));
      return again(
        { conflict: conflict(typed, refusal.saved, form.text("opened"), names), based: null },
        409,
      );
    }
    case "after_end":
    case "unknown_picture":
    case "type_refused":
      return again(partAnswer(refusal, typed.types), 409);
  }
}

async function namesOf(context: Route.ActionArgs["context"], id: string) {
  const view = await readEventFormView(context.get(siteContext), context.get(administratorContext), id);
  return view?.artists ?? [];
}

function conflict(
  { values, picture, types }: TypedNight,
  saved: Parameters<typeof valuesOf>[0] & { version: number },
  opened: string,
  names: ReadonlyMap<string, string>,
) {
  return conflictOf({
    title: eventTexts.conflict,
    version: saved.version,
    // picture and types go along as they were typed; a type that changed as well is told of by its own row
    mine: { ...flat(values), ...flatParts(picture, types) },
    saved: { ...flat(valuesOf(saved)), ...flatParts(picture, types) },
    opened: openedValues(opened),
    labels: { ...eventTexts, title: eventTexts.titleField } as unknown as Record<string, string>,
    shown: (name, value) => {
      if (name === "artists")
        return value
          .split(",")
          .map((artist) => names.get(artist) ?? "?")
          .join(", ");
      return name === "date" ? formatShortDate(value) : value;
    },
  });
}

export default function EventFormScreen({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <EventFormPage view={loaderData.view} answer={actionData} />
      <Outlet />
    </>
  );
}

import { data } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { addDays } from "#kernel/time.ts";
import { agreePrice } from "#ticketing/events/agree-price.server.ts";
import { duplicateEvent } from "#ticketing/events/duplicate-event.server.ts";
import { type CopyValues, readCopyForm } from "#ticketing/events/duplicate-event-form.ts";
import { type CopySource, findCopySource } from "#ticketing/events/office-event-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { sentencesFor } from "../field-texts.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { idOf, postedForm } from "../posted-form.server.ts";
import type { Route } from "./+types/duplicate-event-route.ts";
import { type DuplicateAnswer, DuplicateEventDialog, type DuplicateView } from "./duplicate-event-dialog.tsx";
import { duplicateTexts as texts } from "./duplicate-texts.ts";
import { eventTexts } from "./event-texts.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = idOf(params);
  const { database } = context.get(siteContext);
  const source = await database.readAs(context.get(administratorContext), (sql) => findCopySource(sql, id));
  if (!source) throw data(null, { status: 404 });
  return { view: duplicateView(id, source) };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const id = idOf(params);
  const form = await postedForm(request, { one: ["name", "date", "time"], many: ["parts", "types"] });
  const values: CopyValues = {
    name: form.text("name"),
    date: form.text("date"),
    time: form.text("time"),
    parts: form.all("parts"),
    types: form.all("types"),
  };
  const again = (answer: Partial<DuplicateAnswer>, status: number) =>
    data<DuplicateAnswer>({ values, errors: {}, notice: null, ...answer }, { status });
  const read = readCopyForm(values);
  if (!read.ok) return again({ errors: sentencesFor(read.refusal) }, 422);
  const copied = await attempt(site, () => duplicateEvent(site, { actor, id, form: read.value }));
  if (!copied.ok) {
    const { refusal } = copied;
    switch (refusal.reason) {
      case "missing":
        throw data(null, { status: 404 });
      case "not_allowed":
        return again({ notice: rowSecurityTexts.events }, 403);
      case "failed":
        return again({ notice: texts.failed }, 500);
      case "other_type":
        return again({ notice: texts.otherType }, 409);
      case "older_build_runs":
        return again({ notice: texts.olderBuild }, 409);
      case "type_before_night":
        return again({ errors: { time: eventTexts.typeBeforeNight(refusal) } }, 422);
      case "sold_pass":
        return again({ notice: texts.soldPass(refusal.type) }, 409);
    }
  }
  // a type whose price failed shows so in its own form, and cannot be bought until then
  for (const type of copied.value.types) await agreePrice(site, { actor, id: type, how: "make" });
  return seeOther(`/admin/events/${copied.value.id}`, {
    origin: site.origin,
    flash: { kind: "success", text: texts.done },
  });
}

function duplicateView(id: string, source: CopySource): DuplicateView {
  return {
    id,
    name: source.name,
    values: {
      name: texts.copyOf(source.name),
      date: addDays(source.date, 7),
      time: source.time ?? "",
      parts: ["artists", "picture"],
      types: source.types.filter((type) => !type.isShared).map((type) => type.id),
    },
    artists: source.artists.join(", ") || texts.noArtists,
    picture: source.imageUrl ? source.imagePosition : texts.noPicture,
    kept: texts.kept(source.location, counted(source.capacity, texts.places)),
    types: source.types.map((type) => ({
      id: type.id,
      type: type.type,
      price: formatLei(type.price),
      capacity: type.capacity,
      sale: saleOf(type),
      canBeChosen: !type.isSold,
    })),
  };
}

function saleOf(type: CopySource["types"][number]): string {
  if (type.isSold) return texts.sold;
  if (type.isShared) return texts.shared;
  return type.saleStartsAt || type.saleEndsAt ? texts.moved : texts.always;
}

export default function DuplicateEvent({ loaderData, actionData }: Route.ComponentProps) {
  return <DuplicateEventDialog view={loaderData.view} answer={actionData} />;
}

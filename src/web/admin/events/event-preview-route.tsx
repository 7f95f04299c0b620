import { data } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { formatLongDate, formatShortDate } from "#kernel/time.ts";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultClub, withDefaults } from "#ticketing/content/site-content.ts";
import { type EventValues, readEventForm } from "#ticketing/events/event-form.ts";
import { isBlankNightType, type NightTypeValues } from "#ticketing/events/night-types-form.ts";
import { findEventName } from "#ticketing/events/office-event-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { openedValues } from "../conflict-view.ts";
import type { PlacedPictureView } from "../pictures/picture-form.tsx";
import { pictureTexts } from "../pictures/picture-texts.ts";
import { idOf, openedForm, postedForm } from "../posted-form.server.ts";
import { NothingHere } from "../ui/nothing-here.tsx";
import type { Route } from "./+types/event-preview-route.ts";
import { eventLabels, flat } from "./event-form-page.tsx";
import { eventFields, readEventFormView } from "./event-form-reading.server.ts";
import type { EventFormView, SavedEventView } from "./event-form-view.ts";
import { EventPreviewPage, type EventPreviewView, type PreviewCheck } from "./event-preview-page.tsx";
import { previewTexts as texts } from "./event-preview-texts.ts";
import { flatParts, partFields } from "./night-form-fields.ts";
import { typedAnswer, typedNight } from "./night-form-reading.server.ts";

export const meta: Route.MetaFunction = () => [
  { title: adminTexts.pageTitle(texts.open) },
  { name: "robots", content: "noindex" },
];

/** Opened by a link it shows nothing: the form sends its content. */
export async function loader({ context, params }: Route.LoaderArgs) {
  if (params.id === "new") return null;
  const id = idOf(params);
  const { database } = context.get(siteContext);
  const name = await database.readAs(context.get(administratorContext), (sql) => findEventName(sql, id));
  if (name === undefined) throw data(null, { status: 404 });
  return null;
}

/** Shows the entered text. Stores nothing: the page contains the form and sends it back. */
export async function action({ context, request, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const id = params.id === "new" ? null : idOf(params);
  const form = await postedForm(request, {
    one: [...eventFields, ...partFields, "version", "opened"],
    many: ["artists"],
  });
  const typed = typedNight(form);
  const { values } = typed;
  const read = await readEventFormView(site, context.get(administratorContext), id);
  if (!read) throw data(null, { status: 404 });
  const content = await readContent(site.database.anonymous, ["club"]);
  const names = new Map(read.artists.map((artist) => [artist.id, artist.name]));
  const before = openedValues(form.text("opened")) ?? (read.saved ? flat(read.values) : null);
  const { picture } = await typedAnswer(site, context.get(administratorContext), typed);
  const types = previewedTypes(typed.types, read);
  const prices = types.filter((type) => type.isVisible && !type.isPass).map((type) => type.amount);
  const view: EventPreviewView = {
    formTo: `/admin/events/${id ?? "new"}`,
    values,
    based: read.saved ? openedForm(form) : null,
    club: withDefaults(defaultClub, content.get("club")).short_name,
    when: whenOf(values),
    artists: values.artists.map((artist) => names.get(artist)).filter((name) => name !== undefined),
    picture,
    carried: flatParts(typed.picture, typed.types),
    price: prices.length === 0 ? null : formatLei(Math.min(...prices)),
    isOnSite: read.saved?.publishing.state === "published",
    checks: checksOf(values, picture, types),
    changes: before ? changesOf(before, flat(values), names) : [],
  };
  return { view };
}

function whenOf({ date, time }: EventValues): string {
  const isDay = /^20\d\d-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date));
  return [isDay ? formatLongDate(date) : "", time].filter(Boolean).join(", ");
}

type PreviewedType = SavedEventView["types"][number];

/** The types of the form, and those that have a form of their own. */
function previewedTypes(
  rows: readonly NightTypeValues[],
  { saved }: Pick<EventFormView, "saved">,
): PreviewedType[] {
  const known = saved?.types ?? [];
  const typed = rows
    .filter((row) => !isBlankNightType(row))
    .map((row): PreviewedType => {
      const before = known.find((type) => type.id === row.id);
      const amount = row.price.trim() === "" ? (before?.amount ?? 0) : Number(row.price) * 100;
      return {
        ...{ id: row.id, type: row.name, isVisible: row.visible === "1", isPass: false },
        amount: Number.isFinite(amount) ? amount : 0,
        isAgreed: before?.isAgreed === true && before.amount === amount,
      };
    });
  return [...typed, ...known.filter((type) => !typed.some((row) => row.id === type.id))];
}

function checksOf(
  values: EventValues,
  placed: PlacedPictureView,
  types: readonly PreviewedType[],
): PreviewCheck[] {
  const read = readEventForm(values);
  const wrong = read.ok ? [] : (Object.keys(read.refusal) as (keyof typeof eventLabels)[]);
  const { picture } = placed;
  const visible = types.filter((type) => type.isVisible);
  const ready = (what: string, note: string): PreviewCheck => ({ state: "ready", what, note });
  const look = (what: string, note: string): PreviewCheck => ({ state: "look", what, note });
  return [
    wrong.length === 0
      ? ready(texts.complete, whenOf(values))
      : look(texts.missing(wrong.map((name) => eventLabels[name]).join(", ")), texts.fillIn),
    !picture
      ? look(texts.noPicture, texts.noPictureText)
      : picture.altText === ""
        ? look(texts.pictureWithoutWords, texts.pictureWithoutWordsText)
        : ready(
            texts.picture,
            `${picture.width}x${picture.height}, ${pictureTexts.positions[placed.position]}`,
          ),
    ...(values.artists.length === 0 ? [look(texts.noArtists, texts.noArtistsText)] : []),
    visible.length === 0
      ? look(texts.noTypes, texts.noTypesText)
      : ready(counted(visible.length, texts.types), visible.map((type) => type.type).join(", ")),
    ...visible
      .filter((type) => !type.isAgreed && type.amount > 0)
      .map((type) => look(texts.notAgreed(type.type), texts.notAgreedText)),
    ...types.filter((type) => !type.isVisible).map((type) => look(texts.hidden(type.type), texts.hiddenText)),
  ];
}

function changesOf(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  names: ReadonlyMap<string, string>,
): EventPreviewView["changes"] {
  const shown = (name: string, value: string) => {
    if (name === "date" && value !== "") return formatShortDate(value);
    if (name !== "artists") return value.length > 160 ? `${value.slice(0, 160)}...` : value;
    return value
      .split(",")
      .map((artist) => names.get(artist) ?? "")
      .join(", ");
  };
  return Object.entries(after)
    .filter(([name, value]) => value !== (before[name] ?? ""))
    .map(([name, value]) => ({
      label: eventLabels[name as keyof typeof eventLabels],
      before: shown(name, before[name] ?? ""),
      after: shown(name, value),
    }));
}

export default function EventPreview({ actionData }: Route.ComponentProps) {
  if (!actionData) return <NothingHere level="page" title={texts.nothing} text={texts.nothingText} />;
  return <EventPreviewPage view={actionData.view} />;
}

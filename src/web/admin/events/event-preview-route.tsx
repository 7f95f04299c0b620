import { Form } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { formatLongDate, formatShortDate } from "#kernel/time.ts";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultClub, withDefaults } from "#ticketing/content/site-content.ts";
import { markdownToHtml } from "#ticketing/content/written-text.server.ts";
import type { EventValues } from "#ticketing/events/event-form.ts";
import {
  isBlankNightType,
  type NightTypeValues,
  parseNightTypeKind,
} from "#ticketing/events/night-types-form.ts";
import { findEventName } from "#ticketing/events/office-event-queries.server.ts";
import { lengths } from "#ticketing/limits.ts";
import { siteContext } from "#web/request/request-context.ts";
import { BrandMark } from "#web/ui/brand-mark.tsx";
import { sunsetHero } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Written } from "#web/ui/written.tsx";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext, readAs } from "../administrator.server.ts";
import { openedValues } from "../conflict-view.ts";
import { Crop } from "../pictures/picture-crops.tsx";
import type { PlacedPictureView } from "../pictures/picture-form.tsx";
import { pictureTexts } from "../pictures/picture-texts.ts";
import { foundOr404, idOf, openedForm, postedForm } from "../posted-form.server.ts";
import { Submit } from "../ui/act-buttons.tsx";
import { Card, FormPage, Section } from "../ui/form-page.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { PageHead } from "../ui/page-head.tsx";
import type { Route } from "./+types/event-preview-route.ts";
import { type EventFormView, readEventFormView, type SavedEventView } from "./event-form-reading.server.ts";
import { eventTexts, previewTexts as texts } from "./event-texts.ts";
import { flatParts, night, partFields } from "./night-form-fields.ts";
import { typedAnswer, typedNight } from "./night-form-reading.server.ts";

export const meta: Route.MetaFunction = () => [
  { title: adminTexts.pageTitle(texts.open) },
  { name: "robots", content: "noindex" },
];

/** Shows nothing for a link, because the form sends the content. */
export async function loader({ context, params }: Route.LoaderArgs) {
  if (params.id === "new") return null;
  const id = idOf(params);
  foundOr404(await readAs(context, (sql) => findEventName(sql, id)));
  return null;
}

/** Shows the typed text and stores nothing. The page contains the form's values and sends them back. */
export async function action({ context, request, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const id = params.id === "new" ? null : idOf(params);
  const form = await postedForm(request, {
    one: [...night.sent.one, ...partFields, "version", "opened"],
    many: night.sent.many,
  });
  const typed = typedNight(form);
  const { values } = typed;
  const formView = foundOr404(await readEventFormView(site, context.get(administratorContext), id));
  const content = await readContent(site.database.anonymous, ["club"]);
  const names = new Map(formView.artists.map((artist) => [artist.id, artist.name]));
  const valuesBefore =
    openedValues(form.text("opened")) ?? (formView.saved ? night.flat(formView.values) : null);
  const { picture } = await typedAnswer(site, context.get(administratorContext), typed);
  const types = previewedTypes(typed.types, formView);
  // like the site's card: the lowest price of a visible type that lets people in and needs no code
  const prices = types
    .filter((type) => isOffered(type) && type.admits && !type.isSeasonPass)
    .map(({ price }) => price);
  const view = {
    formTo: `/admin/events/${id ?? "new"}`,
    values,
    description: markdownToHtml(values.description.slice(0, lengths.description)),
    openedWith: formView.saved ? openedForm(form) : null,
    club: withDefaults(defaultClub, content.get("club")).short_name,
    when: whenOf(values),
    artists: values.artists.map((artist) => names.get(artist)).filter((name) => name !== undefined),
    picture,
    carried: flatParts(typed.picture, typed.types),
    price: prices.length === 0 ? null : formatLei(Math.min(...prices)),
    isOnSite: formView.saved?.publishing.state === "published",
    checks: checksOf(values, picture, types),
    changes: valuesBefore ? changesOf(valuesBefore, night.flat(values), names) : [],
  };
  return { view };
}

function whenOf({ date, time }: EventValues): string {
  const isDay = /^20\d\d-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date));
  return [isDay ? formatLongDate(date) : "", time].filter(Boolean).join(", ");
}

type PreviewedType = Pick<
  SavedEventView["types"][number],
  "id" | "type" | "price" | "isAgreed" | "isSeasonPass" | "isVisible" | "admits" | "requiresCode"
>;

/** Whether everybody sees the type on the site; a type with a code is visible only with the code. */
const isOffered = ({ isVisible, requiresCode }: PreviewedType) => isVisible && !requiresCode;

/** Returns the types of the form's rows, and the saved types that are not in the form. */
function previewedTypes(
  rows: readonly NightTypeValues[],
  { saved }: Pick<EventFormView, "saved">,
): PreviewedType[] {
  const savedTypes = saved?.types ?? [];
  const typed = rows
    .filter((row) => !isBlankNightType(row))
    .map((row): PreviewedType => {
      const savedType = savedTypes.find((type) => type.id === row.id);
      const price = row.price.trim() === "" ? (savedType?.price ?? 0) : Number(row.price) * 100;
      return {
        id: row.id,
        type: row.name,
        isVisible: row.visible === "1",
        isSeasonPass: false,
        ...(parseNightTypeKind(row.kind) ?? {
          admits: savedType?.admits ?? true,
          requiresCode: savedType?.requiresCode ?? false,
        }),
        price: Number.isFinite(price) ? price : 0,
        isAgreed: savedType?.isAgreed === true && savedType.price === price,
      };
    });
  return [...typed, ...savedTypes.filter((type) => !typed.some((row) => row.id === type.id))];
}

function checksOf(
  values: EventValues,
  placed: PlacedPictureView,
  types: readonly PreviewedType[],
): PreviewCheck[] {
  const parsedForm = night.read(values);
  const wrongNames = parsedForm.ok ? [] : (Object.keys(parsedForm.refusal) as (keyof typeof night.labels)[]);
  const { picture } = placed;
  const visible = types.filter(isOffered);
  const ready = (what: string, note: string): PreviewCheck => ({ state: "ready", what, note });
  const look = (what: string, note: string): PreviewCheck => ({ state: "look", what, note });
  return [
    wrongNames.length === 0
      ? ready(texts.complete, whenOf(values))
      : look(texts.missing(wrongNames.map((name) => night.labels[name]).join(", ")), texts.fillIn),
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
      : ready(texts.types(visible.length), visible.map((type) => type.type).join(", ")),
    ...types
      .filter((type) => type.isVisible && !type.isAgreed && type.price > 0)
      .map((type) => look(texts.notAgreed(type.type), texts.notAgreedText)),
    ...types.filter((type) => !type.isVisible).map((type) => look(texts.hidden(type.type), texts.hiddenText)),
  ];
}

function changesOf(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  names: ReadonlyMap<string, string>,
) {
  const formatValue = (name: string, value: string) => {
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
      label: night.labels[name as keyof typeof night.labels],
      before: formatValue(name, before[name] ?? ""),
      after: formatValue(name, value),
    }));
}

type PreviewCheck = { state: "ready" | "look"; what: string; note: string };

type EventPreviewView = NonNullable<Route.ComponentProps["actionData"]>["view"];

/** A preview of a night on both sizes of screen, with entered text that is not saved yet. */
export default function EventPreview({ actionData }: Route.ComponentProps) {
  if (!actionData) return <NothingHere level="page" title={texts.nothing} text={texts.nothingText} />;
  const { view } = actionData;
  return (
    <>
      <PageHead
        title={texts.title(view.values.name)}
        sub={view.isOnSite ? texts.sub : texts.subHidden}
        back={{ to: "/admin/events", label: eventTexts.title }}
      />
      <FormPage side={<PreviewSide view={view} />}>
        <section className="office-card night-preview" aria-label={texts.screen}>
          <figure className="night-preview__phone">
            <NightScreen view={view} ratio="4:5" markId="preview-phone" />
            <figcaption>{texts.phone}</figcaption>
          </figure>
          <figure className="night-preview__wide">
            <NightScreen view={view} ratio="16:9" markId="preview-wide" />
            <figcaption>{texts.wide}</figcaption>
          </figure>
        </section>
      </FormPage>
      <Form method="post" action={view.formTo} className="night-preview__foot">
        <CarriedFields view={view} />
        <div className="save-bar">
          <p className="save-bar__state">
            {view.changes.length > 0
              ? view.changes.map(({ label }) => label.toLocaleLowerCase("ro")).join(", ")
              : null}
          </p>
          <Submit name="intent" value="edit" label={texts.back} />
          <Submit look="sun" label={view.isOnSite ? texts.save : eventTexts.save} />
        </div>
      </Form>
    </>
  );
}

type NightScreenProps = { view: EventPreviewView; ratio: "4:5" | "16:9"; markId: string };

function NightScreen({ view, ratio, markId }: NightScreenProps) {
  const { picture, position } = view.picture;
  return (
    <div className="night-preview__screen">
      <p className="night-preview__bar">
        <BrandMark id={markId} /> <b>{view.club}</b>
      </p>
      {picture ? (
        <Crop picture={picture} position={position} ratio={ratio} alt={picture.altText} sizes="480px" />
      ) : (
        <img
          className="crop"
          style={{ aspectRatio: ratio.replace(":", "/") }}
          src={sunsetHero.sources[0]?.url}
          alt=""
        />
      )}
      <div className="night-preview__words">
        <p className="night-preview__when">{view.when}</p>
        <p className="night-preview__title display">{view.values.title}</p>
        <p>{view.values.location}</p>
        <Written className="night-preview__text" html={view.description} />
        {view.artists.length > 0 ? (
          <p className="night-preview__artists">{view.artists.join(" · ")}</p>
        ) : null}
      </div>
      <p className="night-preview__buy">
        <b>{view.price === null ? texts.noPrice : texts.from(view.price)}</b>
        {view.price === null ? null : <span>{texts.choose}</span>}
      </p>
    </div>
  );
}

function PreviewSide({ view: { checks, changes } }: { view: EventPreviewView }) {
  return (
    <Card>
      <Section title={texts.checks}>
        <ul className="preview-checks">
          {checks.map((check) => (
            <li key={check.what} className={`preview-checks__${check.state}`}>
              <Icon name={check.state === "ready" ? "check" : "alert"} />
              <span>
                <span className="visually-hidden">{texts[check.state]}: </span>
                <b>{check.what}</b>
                <small>{check.note}</small>
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={texts.changes}>
        {changes.length === 0 ? <p className="muted">{texts.unchanged}</p> : null}
        <dl className="preview-changes">
          {changes.map((change) => (
            <div key={change.label}>
              <dt>{change.label}</dt>
              <dd>
                {change.before ? <del>{change.before}</del> : null} <ins>{change.after}</ins>
              </dd>
            </div>
          ))}
        </dl>
        {changes.length > 0 ? <p className="field__hint">{texts.soon}</p> : null}
      </Section>
    </Card>
  );
}

/** Hidden fields with everything that was typed, so that nothing is lost on the way back. */
function CarriedFields({ view: { values, openedWith, carried: parts } }: { view: EventPreviewView }) {
  const { artists, ...fields } = values;
  const carried = Object.entries({ ...fields, ...parts, ...openedWith });
  return (
    <>
      {carried.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {artists.map((artist) => (
        <input key={artist} type="hidden" name="artists" value={artist} />
      ))}
    </>
  );
}

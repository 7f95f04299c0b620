import { Link } from "react-router";
import { type EventValues, readEventForm } from "#ticketing/events/event-form.ts";
import type { NightTypeValues } from "#ticketing/events/night-types-form.ts";
import { settlementTexts } from "#ticketing/reports/settlement-texts.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { CatalogueForm } from "../catalogue-form.tsx";
import { sentencesFor } from "../field-texts.ts";
import { guestListTexts } from "../guest-lists/guest-list-texts.ts";
import { RecentHistory } from "../history/recent-history.tsx";
import { messageTexts } from "../messages/message-texts.ts";
import { ImageField } from "../pictures/image-field.tsx";
import { pictureTexts } from "../pictures/picture-texts.ts";
import { useMayOpen } from "../shown-rights.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { Required } from "../ui/field-label.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { StockMeter } from "../ui/stock-meter.tsx";
import { SwitchFields, SwitchSetting } from "../ui/switch-form.tsx";
import { AboutFields, type NightMoving } from "./about-fields.tsx";
import { ArtistPicker } from "./artist-picker.tsx";
import { cancelNightTexts } from "./cancel-night-texts.ts";
import { duplicateTexts } from "./duplicate-texts.ts";
import type {
  EventFormAnswer,
  EventFormView,
  NightField,
  SavedEventView,
} from "./event-form-reading.server.ts";
import { previewTexts } from "./event-preview-texts.ts";
import { eventTexts } from "./event-texts.ts";
import { EventTypes } from "./event-types.tsx";
import { moveNightTexts } from "./move-night-texts.ts";
import { typedNightTypes, typeLabels, typeSentences } from "./night-form-fields.ts";
import { NightStatus } from "./night-status.tsx";
import { OpeningCard } from "./opening-card.tsx";
import { PublishingCard } from "./publishing-card.tsx";

type EventFormPageProps = { view: EventFormView; answer: EventFormAnswer | undefined };

/** The name of each field, in messages and in comparisons. */
export const eventLabels = {
  name: eventTexts.name,
  title: eventTexts.titleField,
  description: eventTexts.description,
  date: eventTexts.date,
  time: eventTexts.time,
  doors: eventTexts.doors,
  ends: eventTexts.ends,
  sale_until: eventTexts.saleUntil,
  minimum_age: eventTexts.minimumAge,
  address: eventTexts.address,
  directions: eventTexts.directions,
  location: eventTexts.location,
  capacity: eventTexts.capacity,
  artists: eventTexts.artists,
} as const;

/** The fields of the whole form, facts first. */
const nightLabels: Record<NightField, string> = {
  ...eventLabels,
  image_url: pictureTexts.picture,
  ...typeLabels,
};

const formValues = (form: FormData): EventValues => {
  const text = (name: string) => String(form.get(name) ?? "");
  return {
    name: text("name"),
    title: text("title"),
    description: text("description"),
    date: text("date"),
    time: text("time"),
    doors: text("doors"),
    ends: text("ends"),
    sale_until: text("sale_until"),
    minimum_age: text("minimum_age"),
    address: text("address"),
    directions: text("directions"),
    location: text("location"),
    capacity: text("capacity"),
    artists: form.getAll("artists").map(String),
  };
};

export function eventSentences(
  values: EventValues,
  types: readonly NightTypeValues[],
): EventFormAnswer["errors"] {
  const read = readEventForm(values);
  return {
    ...(read.ok ? {} : sentencesFor(read.refusal, { capacity: { too_small: eventTexts.capacityTooSmall } })),
    ...typeSentences(types),
  };
}

const sentencesOf = (data: FormData) =>
  eventSentences(formValues(data), typedNightTypes({ text: (name) => String(data.get(name) ?? "") }));

/** A night, new or saved: its fields on the left, its present state on the right. */
export function EventFormPage({ view, answer }: EventFormPageProps) {
  const { saved } = view;
  const mayChange = useMayOpen()("/admin/events/:id/move");
  const values = answer?.values ?? view.values;
  const picture = answer?.picture ?? view.picture;
  return (
    <>
      <EventHead saved={saved} />
      <CatalogueForm
        name={saved?.name ?? eventTexts.newTitle}
        saved={saved && { id: saved.id, version: saved.version, values: flat(view.values) }}
        answer={answer}
        check={sentencesOf}
        labels={nightLabels}
        files
        save={eventTexts.save}
        cancelTo="/admin/events"
        preview={{ to: `/admin/events/${saved?.id ?? "new"}/preview`, label: previewTexts.open }}
        side={(errors) => <EventSide saved={saved} capacity={values.capacity} error={errors.capacity} />}
        fields={(errors) => (
          <>
            <Section title={eventTexts.about}>
              <AboutFields values={values} errors={errors} moving={movingOf(saved, mayChange)} />
            </Section>
            <Section title={pictureTexts.picture}>
              <ImageField
                name="image_url"
                folder="events"
                use="event"
                advice={pictureTexts.advice.event}
                picture={picture.picture}
                position={{ name: "image_position", value: picture.position }}
                error={errors.image_url}
              />
            </Section>
            <Section title={eventTexts.artists} note={eventTexts.artistsNote}>
              <ArtistPicker artists={view.artists} chosen={values.artists} error={errors.artists} />
            </Section>
          </>
        )}
        below={(errors) => (
          <EventTypes
            view={view.types}
            typed={answer?.typeRows ?? view.typeRows}
            capacity={values.capacity}
            errors={errors}
          />
        )}
      >
        {saved && !isCancelled(saved) ? (
          <SwitchFields
            id="night-available"
            action="/admin/events"
            fields={{ ids: saved.id, as: saved.isAvailable ? "unavailable" : "available" }}
          />
        ) : null}
      </CatalogueForm>
    </>
  );
}

const isCancelled = (saved: SavedEventView) => saved.state === "cancelled";

/** Whether date and hour change by moving only, and where; a cancelled night is not moved. */
function movingOf(saved: SavedEventView | null, mayChange: boolean): NightMoving {
  if (!saved || isCancelled(saved) || saved.stock.sold + saved.stock.held === 0) return "not_needed";
  if (saved.state === "ended") return "over";
  return mayChange ? { to: `/admin/events/${saved.id}/move` } : "by_administrator";
}

/** Each field as one line of text, for comparing versions. */
export function flat({ artists, ...fields }: EventValues): Record<string, string> {
  return { ...fields, artists: artists.filter(Boolean).join(",") };
}

function EventHead({ saved }: { saved: SavedEventView | null }) {
  const mayChange = useMayOpen()("/admin/events/:id/cancel");
  const back = { to: "/admin/events", label: eventTexts.title };
  if (!saved) return <PageHead title={eventTexts.newTitle} sub={eventTexts.newSub} back={back} />;
  const sub = (
    <>
      {saved.when}{" "}
      <NightStatus
        state={saved.state}
        appears={saved.publishing.state === "scheduled" ? saved.publishing.at : null}
      />
    </>
  );
  return (
    <PageHead title={saved.name} sub={sub} back={back}>
      {saved.publishing.state === "published" ? (
        <ActLink to={`/events/${saved.id}`} icon="eye" label={eventTexts.seeOnSite} />
      ) : null}
      <ActLink to={`/admin/events/${saved.id}/guests`} icon="user" label={guestListTexts.open} />
      <ActLink to={`/admin/events/${saved.id}/messages`} icon="mail" label={messageTexts.open} />
      <ActLink to={`/admin/events/${saved.id}/settlement`} icon="receipt" label={settlementTexts.open} />
      <ActLink to={`/admin/events/${saved.id}/history`} icon="history" label={eventTexts.history} />
      <Link className={buttonClass()} to={`/admin/events/${saved.id}/duplicate`} preventScrollReset>
        <OfficeIcon name="copy" /> {duplicateTexts.open}
      </Link>
      {mayChange &&
      !isCancelled(saved) &&
      saved.state !== "ended" &&
      saved.publishing.state === "published" ? (
        <ActLink to={`/admin/events/${saved.id}/move`} icon="clock" label={moveNightTexts.open} />
      ) : null}
      {mayChange ? (
        <Link
          className={buttonClass(isCancelled(saved) ? {} : { look: "risk" })}
          to={`/admin/events/${saved.id}/cancel`}
        >
          <OfficeIcon name="close" />{" "}
          {isCancelled(saved) ? cancelNightTexts.seeProgress : cancelNightTexts.open}
        </Link>
      ) : null}
      <Link
        className={buttonClass({ look: "risk" })}
        to={`/admin/events/${saved.id}/delete`}
        preventScrollReset
      >
        <OfficeIcon name="trash" /> {eventTexts.remove}
      </Link>
    </PageHead>
  );
}

type EventSideProps = { saved: SavedEventView | null; capacity: string; error: string | undefined };

function EventSide({ saved, capacity, error }: EventSideProps) {
  return (
    <>
      {saved ? <PublishingCard night={saved} view={saved.publishing} /> : null}
      <Card>
        <Section title={eventTexts.places}>
          {saved ? (
            <StockMeter isOver={isCancelled(saved)} stock={saved.stock} source={`/admin/stock/${saved.id}`} />
          ) : null}
          <TextInput
            label={<Required>{eventTexts.capacity}</Required>}
            name="capacity"
            inputMode="numeric"
            required
            defaultValue={capacity}
            error={error}
            hint={saved ? eventTexts.capacityFloor(saved.stock) : eventTexts.capacityHint}
          />
        </Section>
        {saved && !isCancelled(saved) ? (
          <div className="office-section">
            <SwitchSetting
              title={eventTexts.availableSetting}
              hint={eventTexts.availableHint}
              form="night-available"
              label={eventTexts.switchLabel(saved.name)}
              state={saved.isAvailable ? "on" : "off"}
            />
          </div>
        ) : null}
      </Card>
      {saved ? <OpeningCard view={saved.opening} /> : null}
      {saved ? <RecentHistory steps={saved.history} to={`/admin/events/${saved.id}/history`} /> : null}
    </>
  );
}

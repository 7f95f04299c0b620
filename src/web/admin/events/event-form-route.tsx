import type { ReactNode } from "react";
import { data, Outlet } from "react-router";
import { formatShortDate } from "#kernel/time.ts";
import { createEvent } from "#ticketing/events/create-event.server.ts";
import { editEvent } from "#ticketing/events/edit-event.server.ts";
import { nightTypeRows } from "#ticketing/events/night-types-form.ts";
import { listArtistNames } from "#ticketing/events/office-event-queries.server.ts";
import { settlementTexts } from "#ticketing/reports/settlement-texts.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext, officeOf, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { CatalogueForm } from "../catalogue-form.tsx";
import { openedValues } from "../conflict-view.ts";
import { belowTakenText, leastCapacityText } from "../field-texts.ts";
import { guestListTexts } from "../guest-lists/guest-list-texts.ts";
import { RecentHistory } from "../history/recent-history.tsx";
import { messageTexts } from "../messages/message-texts.ts";
import { countUntold, untoldChanges } from "../messages/untold-holders.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { ImageField } from "../pictures/image-field.tsx";
import { pictureTexts } from "../pictures/picture-texts.ts";
import { foundOr404, idOf, redirectWithMessage } from "../posted-form.server.ts";
import { readSentForm } from "../sent-form.server.ts";
import { useMayOpen } from "../shown-rights.ts";
import { typedForm } from "../typed-form.ts";
import { ActLink, DeleteLink } from "../ui/act-buttons.tsx";
import { fieldsIn } from "../ui/form-field.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { StockMeter } from "../ui/stock-meter.tsx";
import { SwitchFields, SwitchSetting } from "../ui/switch-form.tsx";
import type { Route } from "./+types/event-form-route.ts";
import { AboutFields, type NightMoving } from "./about-fields.tsx";
import { ArtistPicker } from "./artist-picker.tsx";
import { readEventFormView, type SavedEventView } from "./event-form-reading.server.ts";
import {
  duplicateTexts,
  eventTexts,
  nightWords,
  openingTexts,
  previewTexts,
  publishingTexts,
} from "./event-texts.ts";
import { EventTypes } from "./event-types.tsx";
import { cancelNightTexts, moveNightTexts } from "./night-changes-texts.ts";
import {
  type EventFormAnswer,
  flatParts,
  night,
  nightLabels,
  partFields,
  typeSentences,
} from "./night-form-fields.ts";
import {
  nightParts,
  partAnswer,
  partSentences,
  tryToMakePrices,
  typedAnswer,
  typedNight,
} from "./night-form-reading.server.ts";
import { NightStatus } from "./night-status.tsx";

export const meta: Route.MetaFunction = ({ loaderData, params: { id } }) => [
  { title: adminTexts.pageTitle(loaderData?.view.saved?.name ?? eventTexts[id ? "title" : "newTitle"]) },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = params.id === undefined ? null : idOf(params);
  const view = await readEventFormView(context.get(siteContext), context.get(administratorContext), id);
  return { view: foundOr404(view) };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const id = params.id === undefined ? null : idOf(params);
  const fields = [...partFields, "intent"];
  const form = await readSentForm(request, night, id === null ? fields : [...fields, "version", "opened"]);
  const { read, version } = form;
  const typed = typedNight(form.posted);
  const again = async (answer: Partial<EventFormAnswer>, status: number) =>
    data<EventFormAnswer>(
      { ...form.answer, ...(await typedAnswer(site, actor, typed)), ...answer },
      { status },
    );
  // back from the preview, with the typed text
  if (form.posted.text("intent") === "edit") return again({}, 200);
  const errors = { ...form.errors, ...partSentences(typed) };
  if (!read.ok || Object.keys(errors).length > 0) return again({ errors }, 422);
  const sent = { actor, form: read.value, parts: nightParts(typed) };
  const saved =
    id === null
      ? await attempt(site, () => createEvent(site, sent))
      : await attempt(site, () => editEvent(site, { ...sent, id, version }));
  if (saved.ok) {
    await tryToMakePrices(site);
    // a new night goes on to its form, for its types and its publication
    if (saved.value === "saved") {
      const changes = untoldChanges(openedValues(form.answer.openedWith?.opened ?? ""), form.values);
      const people = id !== null && changes.length > 0 ? await countUntold(site, actor, id) : 0;
      // a person tells the ticket holders, in a message that is prepared here
      const to =
        people > 0
          ? `/admin/events/${id}/messages?changed=${encodeURIComponent(changes.join("-"))}`
          : "/admin/events";
      return redirectWithMessage(site, to, "success", eventTexts.updated);
    }
    return redirectWithMessage(site, `/admin/events/${saved.value.id}`, "success", eventTexts.created);
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
      const artists = await readAs(context, listArtistNames);
      const names = new Map(artists.map((artist) => [artist.id, artist.name]));
      const shown = (name: string, value: string) => {
        if (name === "artists")
          return value
            .split(",")
            .map((artist) => names.get(artist) ?? "?")
            .join(", ");
        return name === "date" ? formatShortDate(value) : value;
      };
      // the row of a type that also changed says so itself
      const sentAsTyped = flatParts(typed.picture, typed.types);
      return again(form.conflict(eventTexts.conflict, refusal.saved, { sentAsTyped, shown }), 409);
    }
    case "after_end":
    case "unknown_picture":
    case "type_refused":
      return again(partAnswer(refusal, typed.types), 409);
  }
}

const sentencesOf = (data: FormData) => ({
  ...night.check(data),
  ...typeSentences(nightTypeRows.typed(typedForm(data))),
});

/** The form of a new or saved night: its fields on the left, its present state on the right. */
export default function EventFormScreen({ loaderData: { view }, actionData: answer }: Route.ComponentProps) {
  const { saved } = view;
  const mayChange = useMayOpen()("/admin/events/:id/move");
  const values = answer?.values ?? view.values;
  const picture = answer?.picture ?? view.picture;
  return (
    <>
      <EventHead saved={saved} />
      {saved && saved.state !== "cancelled" && saved.state !== "ended" ? (
        <PublishingWay night={saved} />
      ) : null}
      <CatalogueForm
        name={saved?.name ?? eventTexts.newTitle}
        saved={saved && { id: saved.id, version: saved.version, values: night.flat(view.values) }}
        answer={answer}
        check={sentencesOf}
        labels={nightLabels}
        files
        save={eventTexts.save}
        cancelTo="/admin/events"
        preview={{ to: `/admin/events/${saved?.id ?? "new"}/preview`, label: previewTexts.open }}
        side={(errors) => (
          <EventSide
            saved={saved}
            capacity={fieldsIn(
              night,
              values,
              errors,
            )("capacity", saved ? { hint: leastCapacityText(saved.stock, 1) } : {})}
          />
        )}
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
            <Section title={nightWords.artists.label} note={eventTexts.artistsNote}>
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
      <Outlet />
    </>
  );
}

const isCancelled = (saved: SavedEventView) => saved.state === "cancelled";

/** Says whether date and hour change only by moving the night, and where. A cancelled night is not moved. */
function movingOf(saved: SavedEventView | null, mayChange: boolean): NightMoving {
  if (!saved || isCancelled(saved) || saved.stock.sold + saved.stock.held === 0) return "not_needed";
  if (saved.state === "ended") return "over";
  return mayChange ? { to: `/admin/events/${saved.id}/move` } : "by_administrator";
}

function EventHead({ saved }: { saved: SavedEventView | null }) {
  const mayChange = useMayOpen()("/admin/events/:id/cancel");
  const address = `/admin/events/${saved?.id}`;
  const back = { to: "/admin/events", label: eventTexts.title };
  if (!saved) return <PageHead title={eventTexts.newTitle} sub={eventTexts.newSub} back={back} />;
  const sub = (
    <>
      {saved.when}{" "}
      <NightStatus
        state={saved.state}
        lacksCode={saved.lacksCode}
        appears={saved.publishing.state === "scheduled" ? saved.publishing.at : null}
      />
    </>
  );
  return (
    <PageHead title={saved.name} sub={sub} back={back}>
      {saved.publishing.state === "published" ? (
        <ActLink to={`/events/${saved.id}`} icon="eye" label={eventTexts.seeOnSite} />
      ) : null}
      <ActLink to={`${address}/guests`} icon="user" label={guestListTexts.open} />
      <ActLink to={`${address}/messages`} icon="mail" label={messageTexts.open} />
      <ActLink to={`${address}/settlement`} icon="receipt" label={settlementTexts.open} />
      <ActLink to={`${address}/history`} icon="history" label={eventTexts.history} />
      <ActLink to={`${address}/duplicate`} preventScrollReset icon="copy" label={duplicateTexts.open} />
      {mayChange &&
      !isCancelled(saved) &&
      saved.state !== "ended" &&
      saved.publishing.state === "published" ? (
        <ActLink to={`${address}/move`} icon="clock" label={moveNightTexts.open} />
      ) : null}
      {mayChange ? (
        <ActLink
          look={isCancelled(saved) ? "line" : "risk"}
          to={`${address}/cancel`}
          icon="close"
          label={isCancelled(saved) ? cancelNightTexts.seeProgress : cancelNightTexts.open}
        />
      ) : null}
      <DeleteLink to={`${address}/delete`} label={eventTexts.remove} />
    </PageHead>
  );
}

function EventSide({ saved, capacity }: { saved: SavedEventView | null; capacity: ReactNode }) {
  return (
    <>
      <Card>
        <Section title={eventTexts.places}>
          {saved ? (
            <StockMeter isOver={isCancelled(saved)} stock={saved.stock} source={`/admin/stock/${saved.id}`} />
          ) : null}
          {capacity}
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

/** The way of a night to the site, in three steps, with the link that takes the last one or goes back. */
function PublishingWay({ night }: { night: SavedEventView }) {
  const view = night.publishing;
  const visible = night.types.filter((type) => type.isVisible);
  const isPriced = visible.some((type) => type.isAgreed || type.price === 0);
  const readyText =
    visible.length === 0
      ? publishingTexts.noTypes
      : isPriced
        ? publishingTexts.ready
        : publishingTexts.unpriced;
  const isPublic = view.state === "published";
  return (
    <ol className="publishing-way" aria-label={publishingTexts.way}>
      <li className="is-done">
        <b>{publishingTexts.steps.draft}</b>
        <small>{publishingTexts.saved}</small>
      </li>
      <li className={isPriced ? "is-done" : ""}>
        <b>{publishingTexts.steps.ready}</b>
        <small>{readyText}</small>
      </li>
      <li className={isPublic ? "is-done" : ""}>
        <b>{publishingTexts.steps.published}</b>
        <small>
          {view.state === "draft" ? publishingTexts.draft : null}
          {view.state === "scheduled" ? publishingTexts.scheduled(view.at) : null}
          {view.state === "published" ? publishingTexts.published(view.since) : null}
        </small>
        <ActLink
          size="small"
          look={view.state === "draft" ? "sand" : "line"}
          to={`/admin/events/${night.id}/publish`}
          preventScrollReset
          icon={isPublic ? "eyeOff" : "eye"}
          label={
            view.state === "draft"
              ? publishingTexts.publish
              : isPublic
                ? publishingTexts.takeBack
                : publishingTexts.change
          }
        />
      </li>
    </ol>
  );
}

/** When the sale begins, and the link to announce it. */
function OpeningCard({ view: { opening, to } }: { view: SavedEventView["opening"] }) {
  if (!opening && !to) return null;
  return (
    <Card>
      <Section title={openingTexts.title}>
        {opening ? (
          <>
            <p>
              <b>{openingTexts.at(opening.when)}</b>
            </p>
            <p className="muted">
              {opening.roomFrom ? openingTexts.room(opening.roomFrom) : openingTexts.noRoom}
            </p>
            {opening.door === "closed" ? null : (
              <p className="muted">{opening.door === "room" ? openingTexts.running : openingTexts.begun}</p>
            )}
          </>
        ) : (
          <p className="muted">{openingTexts.none}</p>
        )}
        {!to || (opening && opening.door !== "closed") ? null : (
          <p className="actions">
            <ActLink
              size="small"
              to={to}
              preventScrollReset
              icon="clock"
              label={opening ? openingTexts.change : openingTexts.announce}
            />
          </p>
        )}
      </Section>
    </Card>
  );
}

import { data, Link, Outlet } from "react-router";
import { formatShortDate } from "#kernel/time.ts";
import {
  type ArtistField,
  type ArtistForm,
  type ArtistValues,
  readArtistForm,
} from "#ticketing/events/artist-form.ts";
import { createArtist } from "#ticketing/events/create-artist.server.ts";
import { editArtist } from "#ticketing/events/edit-artist.server.ts";
import { findArtist } from "#ticketing/events/office-artist-queries.server.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { type CatalogueAnswer, CatalogueForm } from "../catalogue-form.tsx";
import { conflictOf, openedValues } from "../conflict-view.ts";
import { sentencesFor } from "../field-texts.ts";
import { historySteps } from "../history/history-view.ts";
import { RecentHistory } from "../history/recent-history.tsx";
import { rowSecurityTexts } from "../permission-texts.ts";
import { ImageField } from "../pictures/image-field.tsx";
import { pictureFields, typedPicture } from "../pictures/picture-fields.ts";
import { PictureForm, type PlacedPictureView } from "../pictures/picture-form.tsx";
import { pictureTexts } from "../pictures/picture-texts.ts";
import { placeSentPicture } from "../pictures/place-sent-picture.server.ts";
import { placedPicture, sentPicture } from "../pictures/placed-picture.server.ts";
import { idOf, openedForm, type PostedForm, postedForm, said } from "../posted-form.server.ts";
import { emptyForm, typedForm } from "../typed-form.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { Card, FieldRow, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import { PageHead } from "../ui/page-head.tsx";
import { shownField } from "../ui/shown-field.ts";
import { SwitchFields, SwitchSetting } from "../ui/switch-form.tsx";
import { TextArea } from "../ui/text-area.tsx";
import type { Route } from "./+types/artist-form-route.ts";
import { artistTexts } from "./artist-texts.ts";

export const meta: Route.MetaFunction = ({ loaderData, params: { id } }) => [
  { title: adminTexts.pageTitle(loaderData?.view.saved?.name ?? artistTexts[id ? "title" : "newTitle"]) },
];

const valuesOf = (artist: ArtistForm) => ({
  name: artist.name,
  bio: artist.bio,
  tagline: artist.tagline ?? "",
  youtube_link: artist.youtubeLink ?? "",
});

export async function loader({ context, params }: Route.LoaderArgs) {
  if (params.id === undefined) return { view: { saved: null, values: typedArtist(emptyForm) } };
  const id = idOf(params);
  const { artist, history, picture } = await readAs(context, async (sql) => {
    const artist = await findArtist(sql, id);
    if (!artist) throw data(null, { status: 404 });
    const history = await listHistory(sql, id, { limit: 4 });
    return { artist, history, picture: await placedPicture(sql, artist) };
  });
  const { name, version, featured, isPublic, nights } = artist;
  const view = {
    saved: {
      ...{ id, name, version, featured, isPublic, picture },
      nights: [...nights],
      history: historySteps(history),
    },
    values: valuesOf(artist),
  };
  return { view };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const id = params.id === undefined ? null : idOf(params);
  const form = await postedForm(request, {
    one: id === null ? [...artistFields, ...pictureFields] : [...artistFields, "version", "opened"],
  });
  const values = typedArtist(form);
  const sent = id === null && form.text("image_position") !== "" ? typedPicture(form) : null;
  const based = id === null ? null : openedForm(form);
  const again = async (answer: Partial<ArtistFormAnswer>, status: number) =>
    data<ArtistFormAnswer>(
      {
        ...{ values, errors: {}, notice: null, conflict: null, based },
        ...{ picture: sent && (await sentPicture(site, actor, sent)), ...answer },
      },
      { status },
    );
  const read = readArtistForm(values);
  const problem = sent?.image_url_problem;
  if (!read.ok || problem)
    return again({ errors: { ...artistSentences(values), ...(problem ? { image_url: problem } : {}) } }, 422);
  const version = Number(form.text("version"));
  const saved =
    id === null
      ? await attempt(site, () => createArtist(site, { actor, form: read.value }))
      : await attempt(site, () => editArtist(site, { actor, id, version, form: read.value }));
  if (saved.ok) {
    if (sent?.image_url && saved.value !== "saved")
      await placeSentPicture(site, { actor, kind: "artist", id: saved.value.id }, sent);
    return said(site, "/admin/artists", "success", artistTexts[id === null ? "created" : "updated"]);
  }
  const { refusal } = saved;
  if (refusal.reason === "missing") throw data(null, { status: 404 });
  if (refusal.reason === "failed") return again({ notice: artistTexts.saveFailed }, 500);
  if (refusal.reason === "not_allowed") return again({ notice: rowSecurityTexts.artists }, 403);
  const conflict = conflictOf({
    title: artistTexts.conflict,
    version: refusal.saved.version,
    mine: values,
    saved: valuesOf(refusal.saved),
    opened: openedValues(form.text("opened")),
    labels: artistLabels,
  });
  return again({ conflict, based: null }, 409);
}

type SavedArtistView = NonNullable<Route.ComponentProps["loaderData"]["view"]["saved"]>;

/** A field of the whole form; a saved artist has its picture in a form of its own. */
type Field = ArtistField | "image_url";

type ArtistFormAnswer = CatalogueAnswer<Field> & {
  values: ArtistValues;
  picture: PlacedPictureView | null;
};

const artistLabels: Record<Field, string> = {
  image_url: pictureTexts.picture,
  name: artistTexts.name,
  bio: artistTexts.bio,
  tagline: artistTexts.tagline,
  youtube_link: artistTexts.youtube_link,
};

function artistSentences(values: ArtistValues): ArtistFormAnswer["errors"] {
  const read = readArtistForm(values);
  return read.ok ? {} : sentencesFor(read.refusal, { name: { reserved: artistTexts.reserved } });
}

/** An artist, new or saved. */
export default function ArtistFormScreen({ loaderData: { view }, actionData: answer }: Route.ComponentProps) {
  const { saved } = view;
  const values = answer?.values ?? view.values;
  return (
    <>
      <ArtistHead saved={saved} />
      <CatalogueForm
        name={saved?.name ?? artistTexts.newTitle}
        saved={saved && { id: saved.id, version: saved.version, values: view.values }}
        answer={answer}
        check={(data) => artistSentences(typedArtist(typedForm(data)))}
        labels={artistLabels}
        files
        save={artistTexts.save}
        cancelTo="/admin/artists"
        side={() => (saved ? <ArtistSide saved={saved} /> : null)}
        fields={(errors) => (
          <>
            <Section title={artistTexts.about}>
              <FieldRow spans={[6, 6, 12]}>
                <TextInput
                  label={<Required>{artistTexts.name}</Required>}
                  {...shownField("name", values, errors)}
                  required
                />
                <TextInput
                  label={<Optional>{artistTexts.tagline}</Optional>}
                  {...shownField("tagline", values, errors)}
                  hint={artistTexts.taglineHint}
                />
                <TextArea
                  label={<Required>{artistTexts.bio}</Required>}
                  {...shownField("bio", values, errors)}
                  hint={officeTexts.written}
                  required
                  rows={8}
                />
              </FieldRow>
            </Section>
            <Section title={artistTexts.video}>
              <TextInput
                label={<Optional>{artistTexts.youtube_link}</Optional>}
                {...shownField("youtube_link", values, errors)}
                type="url"
                hint={artistTexts.youtubeHint}
              />
            </Section>
            {saved ? null : (
              <Section title={pictureTexts.picture}>
                <ImageField
                  {...artistPicture}
                  name="image_url"
                  picture={answer?.picture?.picture ?? null}
                  position={{ name: "image_position", value: answer?.picture?.position ?? "center" }}
                  error={errors.image_url}
                />
              </Section>
            )}
          </>
        )}
      >
        {saved ? (
          <>
            <PictureForm {...artistPicture} address={`/admin/artists/${saved.id}`} view={saved.picture} />
            <SwitchFields
              id="artist-featured"
              action="/admin/artists"
              fields={{ id: saved.id, as: saved.featured ? "not_featured" : "featured" }}
            />
          </>
        ) : null}
      </CatalogueForm>
      <Outlet />
    </>
  );
}

function ArtistHead({ saved }: { saved: SavedArtistView | null }) {
  const back = { to: "/admin/artists", label: artistTexts.title };
  if (!saved) return <PageHead title={artistTexts.newTitle} sub={artistTexts.newSub} back={back} />;
  return (
    <PageHead title={saved.name} back={back}>
      {saved.isPublic ? (
        <ActLink to={`/artists/${saved.id}`} icon="eye" label={artistTexts.seeOnSite} />
      ) : null}
      <ActLink to={`/admin/artists/${saved.id}/history`} icon="history" label={artistTexts.history} />
      <Link
        className={buttonClass({ look: "risk" })}
        to={`/admin/artists/${saved.id}/delete`}
        preventScrollReset
      >
        <OfficeIcon name="trash" /> {artistTexts.remove}
      </Link>
    </PageHead>
  );
}

function ArtistSide({ saved }: { saved: SavedArtistView }) {
  return (
    <>
      <Card>
        <div className="office-section">
          <SwitchSetting
            title={artistTexts.featured}
            hint={artistTexts.settingHint}
            form="artist-featured"
            label={artistTexts.switchLabel(saved.name)}
            state={saved.featured ? "on" : "off"}
          />
        </div>
        <Section title={artistTexts.playsAt}>
          {saved.nights.length === 0 ? <p className="muted">{artistTexts.playsNowhere}</p> : null}
          <ul className="night-list">
            {saved.nights.map((night) => (
              <li key={night.id}>
                <Link to={`/admin/events/${night.id}`}>{night.name}</Link>
                <span className="figures">{formatShortDate(night.date)}</span>
              </li>
            ))}
          </ul>
        </Section>
      </Card>
      <RecentHistory steps={saved.history} to={`/admin/artists/${saved.id}/history`} />
    </>
  );
}

const artistPicture = { folder: "artists", use: "artist", advice: pictureTexts.advice.artist } as const;

const artistFields = ["name", "bio", "tagline", "youtube_link"] as const;

/** The values as they were typed. */
function typedArtist(form: PostedForm): ArtistValues {
  return {
    name: form.text("name"),
    bio: form.text("bio"),
    tagline: form.text("tagline"),
    youtube_link: form.text("youtube_link"),
  };
}

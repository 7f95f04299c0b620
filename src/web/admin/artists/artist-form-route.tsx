import { data, Link, Outlet } from "react-router";
import { formatShortDate } from "#kernel/time.ts";
import { artistForm } from "#ticketing/events/artist-form.ts";
import { createArtist } from "#ticketing/events/create-artist.server.ts";
import { editArtist } from "#ticketing/events/edit-artist.server.ts";
import { findArtist } from "#ticketing/events/office-artist-queries.server.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { officeOf, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { type CatalogueAnswer, CatalogueForm } from "../catalogue-form.tsx";
import { historySteps } from "../history/history-view.ts";
import { RecentHistory } from "../history/recent-history.tsx";
import { rowSecurityTexts } from "../permission-texts.ts";
import { ImageField } from "../pictures/image-field.tsx";
import { pictureFields, typedPicture } from "../pictures/picture-fields.ts";
import { PictureForm } from "../pictures/picture-form.tsx";
import { pictureTexts } from "../pictures/picture-texts.ts";
import { placeSentPicture } from "../pictures/place-sent-picture.server.ts";
import { placedPicture, sentPicture } from "../pictures/placed-picture.server.ts";
import { foundOr404, idOf, redirectWithMessage } from "../posted-form.server.ts";
import { readSentForm } from "../sent-form.server.ts";
import { ActLink, DeleteLink } from "../ui/act-buttons.tsx";
import { fieldsIn } from "../ui/form-field.tsx";
import { Card, FieldRow, Section } from "../ui/form-page.tsx";
import { withWords } from "../ui/form-words.ts";
import { PageHead } from "../ui/page-head.tsx";
import { SwitchFields, SwitchSetting } from "../ui/switch-form.tsx";
import type { Route } from "./+types/artist-form-route.ts";
import { artistTexts, artistWords } from "./artist-texts.ts";

const form = withWords(artistForm, artistWords);

export const meta: Route.MetaFunction = ({ loaderData, params: { id } }) => [
  { title: adminTexts.pageTitle(loaderData?.saved?.name ?? artistTexts[id ? "title" : "newTitle"]) },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  if (params.id === undefined) return { saved: null, values: form.empty };
  const id = idOf(params);
  const { artist, history, picture } = await readAs(context, async (sql) => {
    const artist = foundOr404(await findArtist(sql, id));
    const history = await listHistory(sql, "artist", id, { limit: 4 });
    return { artist, history, picture: await placedPicture(sql, artist) };
  });
  return { saved: { ...artist, picture, history: historySteps(history) }, values: form.written(artist) };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const id = params.id === undefined ? null : idOf(params);
  const sent = await readSentForm(request, form, id === null ? pictureFields : ["version", "opened"]);
  const { read, version, posted } = sent;
  const picture = id === null && posted.text("image_position") !== "" ? typedPicture(posted) : null;
  const again = async (about: Partial<CatalogueAnswer<Field>>, status: number) =>
    data(
      { picture: picture && (await sentPicture(site, actor, picture)), ...sent.answer, ...about },
      { status },
    );
  const problem = picture?.image_url_problem;
  if (!read.ok || problem)
    return again({ errors: { ...sent.errors, ...(problem ? { image_url: problem } : {}) } }, 422);
  const saved =
    id === null
      ? await attempt(site, () => createArtist(site, { actor, form: read.value }))
      : await attempt(site, () => editArtist(site, { actor, id, version, form: read.value }));
  if (saved.ok) {
    if (picture?.image_url && saved.value !== "saved")
      await placeSentPicture(site, { actor, kind: "artist", id: saved.value.id }, picture);
    return redirectWithMessage(
      site,
      "/admin/artists",
      "success",
      artistTexts[id === null ? "created" : "updated"],
    );
  }
  const { refusal } = saved;
  if (refusal.reason === "missing") throw data(null, { status: 404 });
  if (refusal.reason === "failed") return again({ notice: artistTexts.saveFailed }, 500);
  if (refusal.reason === "not_allowed") return again({ notice: rowSecurityTexts.artists }, 403);
  return again(sent.conflict(artistTexts.conflict, refusal.saved), 409);
}

type SavedArtist = NonNullable<Route.ComponentProps["loaderData"]["saved"]>;

/** A field of the whole form. The picture of a saved artist has its own form. */
type Field = keyof typeof labels;

const labels = { image_url: pictureTexts.picture, ...form.labels };

export default function ArtistFormScreen({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { saved } = loaderData;
  const values = answer?.values ?? loaderData.values;
  return (
    <>
      <ArtistHead saved={saved} />
      <CatalogueForm<Field>
        name={saved?.name ?? artistTexts.newTitle}
        saved={saved && { id: saved.id, version: saved.version, values: loaderData.values }}
        answer={answer}
        check={form.check}
        labels={labels}
        files
        save={artistTexts.save}
        cancelTo="/admin/artists"
        side={() => (saved ? <ArtistSide saved={saved} /> : null)}
        fields={(errors) => {
          const field = fieldsIn(form, values, errors);
          return (
            <>
              <Section title={artistTexts.about}>
                <FieldRow>
                  {field("name", { span: 6 })}
                  {field("tagline", { span: 6 })}
                  {field("bio", { span: 12, lines: 8 })}
                </FieldRow>
              </Section>
              <Section title={artistTexts.video}>{field("youtube_link")}</Section>
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
          );
        }}
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

function ArtistHead({ saved }: { saved: SavedArtist | null }) {
  const back = { to: "/admin/artists", label: artistTexts.title };
  if (!saved) return <PageHead title={artistTexts.newTitle} sub={artistTexts.newSub} back={back} />;
  return (
    <PageHead title={saved.name} back={back}>
      {saved.isPublic ? (
        <ActLink to={`/artists/${saved.id}`} icon="eye" label={artistTexts.seeOnSite} />
      ) : null}
      <ActLink to={`/admin/artists/${saved.id}/history`} icon="history" label={artistTexts.history} />
      <DeleteLink to={`/admin/artists/${saved.id}/delete`} label={artistTexts.remove} />
    </PageHead>
  );
}

function ArtistSide({ saved }: { saved: SavedArtist }) {
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

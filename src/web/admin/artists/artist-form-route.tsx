import { data, Outlet } from "react-router";
import { type ArtistForm, readArtistForm } from "#ticketing/events/artist-form.ts";
import { editArtist } from "#ticketing/events/edit-artist.server.ts";
import { findArtist } from "#ticketing/events/office-artist-queries.server.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { conflictOf, openedValues } from "../conflict-view.ts";
import { historySteps } from "../history/history-view.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { placedPicture } from "../pictures/placed-picture.server.ts";
import { idOf, openedForm, postedForm, said } from "../posted-form.server.ts";
import type { Route } from "./+types/artist-form-route.ts";
import {
  type ArtistFormAnswer,
  ArtistFormPage,
  type ArtistFormView,
  artistLabels,
  artistSentences,
} from "./artist-form-page.tsx";
import { artistTexts } from "./artist-texts.ts";
import { artistFields, typedArtist } from "./artist-typed.server.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: adminTexts.pageTitle(loaderData?.view.saved?.name ?? artistTexts.title) },
];

const valuesOf = (artist: ArtistForm) => ({
  name: artist.name,
  bio: artist.bio,
  tagline: artist.tagline ?? "",
  youtube_link: artist.youtubeLink ?? "",
});

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = idOf(params);
  const { artist, history, picture } = await readAs(context, async (sql) => {
    const artist = await findArtist(sql, id);
    if (!artist) throw data(null, { status: 404 });
    const history = await listHistory(sql, id, { limit: 4 });
    return { artist, history, picture: await placedPicture(sql, artist) };
  });
  const { name, version, featured, isPublic, nights } = artist;
  const view: ArtistFormView = {
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
  const id = idOf(params);
  const form = await postedForm(request, { one: [...artistFields, "version", "opened"] });
  const values = typedArtist(form);
  const again = (answer: Partial<ArtistFormAnswer>, status: number) =>
    data<ArtistFormAnswer>(
      { values, errors: {}, notice: null, conflict: null, based: openedForm(form), ...answer },
      { status },
    );
  const read = readArtistForm(values);
  if (!read.ok) return again({ errors: artistSentences(values) }, 422);
  const actor = context.get(administratorContext);
  const version = Number(form.text("version"));
  const saved = await attempt(site, () => editArtist(site, { actor, id, version, form: read.value }));
  if (saved.ok) {
    return said(site, "/admin/artists", "success", artistTexts.updated);
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

export default function ArtistFormScreen({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <ArtistFormPage view={loaderData.view} answer={actionData} />
      <Outlet />
    </>
  );
}

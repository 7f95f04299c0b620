import { data } from "react-router";
import { readArtistForm } from "#ticketing/events/artist-form.ts";
import { createArtist } from "#ticketing/events/create-artist.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { postedForm, said } from "../posted-form.server.ts";
import type { Route } from "./+types/new-artist-route.ts";
import { type ArtistFormAnswer, ArtistFormPage, artistSentences } from "./artist-form-page.tsx";
import { artistTexts } from "./artist-texts.ts";
import { artistFields, typedArtist } from "./artist-typed.server.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(artistTexts.newTitle) }];

const view = { saved: null, values: { name: "", bio: "", tagline: "", youtube_link: "" } };

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const values = typedArtist(await postedForm(request, { one: artistFields }));
  const again = (answer: Partial<ArtistFormAnswer>, status: number) =>
    data<ArtistFormAnswer>(
      { values, errors: {}, notice: null, conflict: null, based: null, ...answer },
      { status },
    );
  const read = readArtistForm(values);
  if (!read.ok) return again({ errors: artistSentences(values) }, 422);
  const created = await attempt(site, () =>
    createArtist(site, { actor: context.get(administratorContext), form: read.value }),
  );
  if (!created.ok)
    return created.refusal.reason === "failed"
      ? again({ notice: artistTexts.saveFailed }, 500)
      : again({ notice: rowSecurityTexts.artists }, 403);
  return said(site, "/admin/artists", "success", artistTexts.created);
}

/** Reads nothing; the guard still checks the right. */
export function loader() {
  return null;
}

export default function NewArtist({ actionData }: Route.ComponentProps) {
  return <ArtistFormPage view={view} answer={actionData} />;
}

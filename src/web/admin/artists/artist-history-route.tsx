import { data } from "react-router";
import { findArtist } from "#ticketing/events/office-artist-queries.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { readAs } from "../administrator.server.ts";
import { HistoryPage } from "../history/history-page.tsx";
import { readHistory } from "../history/history-reading.server.ts";
import { historyTexts } from "../history/history-texts.ts";
import { idOf } from "../posted-form.server.ts";
import type { Route } from "./+types/artist-history-route.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(historyTexts.title) }];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const id = idOf(params);
  return readAs(context, async (sql) => {
    const artist = await findArtist(sql, id);
    if (!artist) throw data(null, { status: 404 });
    const back = { to: `/admin/artists/${id}`, label: artist.name };
    return { view: { name: artist.name, back, ...(await readHistory(sql, id, request)) } };
  });
}

export default function ArtistHistory({ loaderData }: Route.ComponentProps) {
  return <HistoryPage view={loaderData.view} />;
}

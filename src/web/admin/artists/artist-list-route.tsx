import { data } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { featureArtist } from "#ticketing/events/feature-artist.server.ts";
import { artistsPerPage, listOfficeArtists } from "#ticketing/events/office-artist-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { backTo, postedForm } from "../posted-form.server.ts";
import { oneOf, pageOf, wordsOf } from "../ui/address-query.ts";
import type { Route } from "./+types/artist-list-route.ts";
import { ArtistListPage, type ArtistListView } from "./artist-list-page.tsx";
import { artistTexts } from "./artist-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(artistTexts.title) }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const search = {
    text: wordsOf(query, "q"),
    only: oneOf(query.get("only"), ["featured"], "all"),
    page: pageOf(query),
  } as const;
  await faultPoint("artists.load");
  const list = await context
    .get(siteContext)
    .database.readAs(context.get(administratorContext), (sql) => listOfficeArtists(sql, search));
  const artists = list.artists.map(({ imageUrl, ...artist }) => ({ ...artist, picture: imageUrl }));
  const before = (search.page - 1) * artistsPerPage;
  const view: ArtistListView = {
    ...list,
    artists,
    search,
    page: {
      number: search.page,
      from: artists.length === 0 ? 0 : before + 1,
      to: before + artists.length,
      isLast: before + artists.length >= list.total,
    },
  };
  return { view };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const form = await postedForm(request, { one: ["id", "as"] });
  const [id, as] = [form.text("id"), form.text("as")];
  if (!isUuid(id) || (as !== "featured" && as !== "not_featured")) throw data(null, { status: 400 });
  const featured = await attempt(site, () =>
    featureArtist(site, { actor: context.get(administratorContext), id, as }),
  );
  const back = (kind: "success" | "error", text: string) =>
    seeOther(backTo(request, "/admin/artists"), { origin: site.origin, flash: { kind, text } });
  if (!featured.ok)
    return back(
      "error",
      featured.refusal.reason === "not_allowed" ? rowSecurityTexts.artists : artistTexts.updateFailed,
    );
  return back("success", as === "featured" ? artistTexts.nowFeatured : artistTexts.noLonger);
}

export default function ArtistList({ loaderData }: Route.ComponentProps) {
  return <ArtistListPage view={loaderData.view} />;
}

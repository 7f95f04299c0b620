import { data, Link } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { counted } from "#kernel/romanian.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { featureArtist } from "#ticketing/events/feature-artist.server.ts";
import { artistsPerPage, listOfficeArtists } from "#ticketing/events/office-artist-queries.server.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { adminTexts } from "../admin-texts.ts";
import { officeOf, readAs } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { historyTexts } from "../history/history-texts.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { backTo, postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { oneOf, pageOf, wordsOf } from "../ui/address-query.ts";
import { FilterBar, FilterSelect } from "../ui/filter-bar.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import { PageHead } from "../ui/page-head.tsx";
import { NumberedPager, numberedPage } from "../ui/pager.tsx";
import { SwitchForm } from "../ui/switch-form.tsx";
import type { Route } from "./+types/artist-list-route.ts";
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
  const list = await readAs(context, (sql) => listOfficeArtists(sql, search));
  const page = numberedPage(search.page, artistsPerPage, list.artists.length, list.total);
  return { view: { ...list, search, page } };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const form = await postedForm(request, { one: ["id", "as"] });
  const [id, as] = [form.text("id"), form.text("as")];
  if (!isUuid(id) || (as !== "featured" && as !== "not_featured")) throw data(null, { status: 400 });
  const featured = await attempt(site, () => featureArtist(site, { actor, id, as }));
  const back = (kind: "success" | "error", text: string) =>
    redirectWithMessage(site, backTo(request, "/admin/artists"), kind, text);
  if (!featured.ok)
    return back(
      "error",
      featured.refusal.reason === "not_allowed" ? rowSecurityTexts.artists : artistTexts.updateFailed,
    );
  return back("success", as === "featured" ? artistTexts.nowFeatured : artistTexts.noLonger);
}

type ArtistRowView = Route.ComponentProps["loaderData"]["view"]["artists"][number];

export default function ArtistList({ loaderData: { view } }: Route.ComponentProps) {
  const { page } = view;
  const isFiltered = view.search.text !== "" || view.search.only !== "all";
  return (
    <>
      <PageHead title={artistTexts.title} sub={artistTexts.sub(view.inAll, view.featured)}>
        <ActLink look="sun" to="/admin/artists/new" icon="plus" label={artistTexts.add} />
      </PageHead>
      <FilterBar
        search={{ label: artistTexts.searchLabel, hint: artistTexts.searchHint, value: view.search.text }}
        active={isFiltered}
      >
        <FilterSelect
          label={artistTexts.featured}
          name="only"
          value={view.search.only}
          options={{ all: artistTexts.everybody, featured: artistTexts.onlyFeatured }}
        />
      </FilterBar>
      {view.artists.length === 0 ? (
        <NothingHere
          title={isFiltered ? artistTexts.noneFound : artistTexts.none}
          text={isFiltered ? artistTexts.noneFoundText : artistTexts.noneText}
          searched={[view.search.text, artistTexts.searchHint]}
        />
      ) : (
        <ul className="artist-grid">
          {view.artists.map((artist) => (
            <li key={artist.id}>
              <OfficeArtistCard artist={artist} />
            </li>
          ))}
        </ul>
      )}
      {view.total > view.artists.length ? <NumberedPager page={page} /> : null}
      <p>
        <Link className="muted" to="/admin/artists/deleted">
          {historyTexts.deleted.link}
        </Link>
      </p>
    </>
  );
}

const iconLook = `${buttonClass({ look: "quiet" })} icon-button`;

function OfficeArtistCard({ artist }: { artist: ArtistRowView }) {
  const address = `/admin/artists/${artist.id}`;
  return (
    <article className="office-card artist-tile" aria-label={artist.name}>
      <div className="artist-tile__picture">
        {artist.imageUrl ? <img src={artist.imageUrl} alt="" loading="lazy" /> : null}
        {artist.featured ? (
          <span className="artist-tile__star">
            <OfficeIcon name="star" /> {artistTexts.featured}
          </span>
        ) : null}
      </div>
      <div className="artist-tile__words">
        <h2>
          <Link to={address}>{artist.name}</Link>
        </h2>
        <p className="muted">{artist.tagline}</p>
        <p className="muted">{counted(artist.nights, "event")}</p>
      </div>
      <footer>
        <SwitchForm
          id={`featured-${artist.id}`}
          action="/admin/artists"
          fields={{ id: artist.id, as: artist.featured ? "not_featured" : "featured" }}
          label={artistTexts.switchLabel(artist.name)}
          state={artist.featured ? "on" : "off"}
        />
        <span aria-hidden="true">{artistTexts.featured}</span>
        <span className="artist-tile__acts">
          <Link className={iconLook} to={address} aria-label={officeTexts.edit(artist.name)}>
            <OfficeIcon name="pencil" />
          </Link>
          <Link className={iconLook} to={`${address}/delete`} aria-label={officeTexts.remove(artist.name)}>
            <OfficeIcon name="trash" />
          </Link>
        </span>
      </footer>
    </article>
  );
}

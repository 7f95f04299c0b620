import { Link, useLocation } from "react-router";
import { counted } from "#kernel/romanian.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { withQuery } from "../ui/address-query.ts";
import { FilterBar, FilterSelect } from "../ui/filter-bar.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import { SwitchForm } from "../ui/switch-form.tsx";
import { artistTexts } from "./artist-texts.ts";

export type ArtistRowView = {
  id: string;
  name: string;
  tagline: string | null;
  picture: string | null;
  featured: boolean;
  nights: number;
};

export type ArtistListView = {
  artists: ArtistRowView[];
  inAll: number;
  total: number;
  featured: number;
  search: { text: string; only: "all" | "featured" };
  page: { number: number; from: number; to: number; isLast: boolean };
};

/** Every artist as a card. */
export function ArtistListPage({ view }: { view: ArtistListView }) {
  const { search: address } = useLocation();
  const { page } = view;
  const isFiltered = view.search.text !== "" || view.search.only !== "all";
  return (
    <>
      <PageHead title={artistTexts.title} sub={artistTexts.sub(view.inAll, view.featured)}>
        <Link className={buttonClass({ look: "sun" })} to="/admin/artists/new">
          <OfficeIcon name="plus" /> {artistTexts.add}
        </Link>
      </PageHead>
      <FilterBar
        search={{
          label: artistTexts.searchLabel,
          hint: artistTexts.searchHint,
          value: view.search.text,
        }}
        active={isFiltered}
      >
        <FilterSelect
          label={artistTexts.featured}
          name="only"
          value={view.search.only === "all" ? "" : view.search.only}
          options={[
            { value: "", label: artistTexts.everybody },
            { value: "featured", label: artistTexts.onlyFeatured },
          ]}
        />
      </FilterBar>
      {view.artists.length === 0 ? (
        <NothingHere
          title={isFiltered ? artistTexts.noneFound : artistTexts.none}
          text={isFiltered ? artistTexts.noneFoundText : artistTexts.noneText}
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
      {view.total > view.artists.length ? (
        <Pager
          previous={page.number > 1 ? withQuery(address, { page: String(page.number - 1) }) : null}
          next={page.isLast ? null : withQuery(address, { page: String(page.number + 1) })}
        >
          {officeTexts.range(page.from, page.to, view.total)}
        </Pager>
      ) : null}
    </>
  );
}

const iconLook = `${buttonClass({ look: "quiet" })} icon-button`;

function OfficeArtistCard({ artist }: { artist: ArtistRowView }) {
  const address = `/admin/artists/${artist.id}`;
  return (
    <article className="office-card artist-tile" aria-label={artist.name}>
      <div className="artist-tile__picture">
        {artist.picture ? <img src={artist.picture} alt="" loading="lazy" /> : null}
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
        <p className="muted">{counted(artist.nights, artistTexts.nights)}</p>
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
        <Link className={iconLook} to={address} aria-label={officeTexts.edit(artist.name)}>
          <OfficeIcon name="pencil" />
        </Link>
        <Link className={iconLook} to={`${address}/delete`} aria-label={officeTexts.remove(artist.name)}>
          <OfficeIcon name="trash" />
        </Link>
      </footer>
    </article>
  );
}

import { Link } from "react-router";
import { Picture } from "#web/ui/picture.tsx";
import type { ArtistCardView } from "./event-views.ts";
import { publicTexts } from "./public-texts.ts";
import { cutText } from "./shown-text.ts";

export function ArtistCard({ artist }: { artist: ArtistCardView }) {
  return (
    <Link className="artist-card" to={`/artists/${artist.slug}`} prefetch="intent">
      <figure>
        <Picture picture={artist.picture} seed={artist.id} alt="" sizes="(max-width: 820px) 46vw, 300px" />
      </figure>
      <h3 className="artist-card__name display">{artist.name}</h3>
      <p className="artist-card__tagline">{artist.tagline ?? publicTexts.artistDefault}</p>
      <p className="artist-card__bio">{cutText(artist.bio, 100)}</p>
    </Link>
  );
}

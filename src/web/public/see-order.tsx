import { Link } from "react-router";
import { publicTexts } from "./public-texts.ts";

/** In a question whether the same is wanted again: the way to what was bought. */
export function SeeOrder({ url }: { url: string | null | undefined }) {
  return url ? (
    <Link className="text-link" to={url}>
      {publicTexts.seeOrder}
    </Link>
  ) : null;
}

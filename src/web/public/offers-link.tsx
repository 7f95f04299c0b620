import { Link } from "react-router";
import { Icon } from "#web/ui/icon.tsx";
import { publicTexts } from "./public-texts.ts";

/** The way to the passes, which no night's own page sells. */
export function OffersLink() {
  return (
    <Link className="text-link" to="/tickets" prefetch="intent">
      {publicTexts.toOffers} <Icon name="arrowRight" />
    </Link>
  );
}

import { Link } from "react-router";
import { Icon } from "#web/ui/icon.tsx";
import { publicTexts } from "./public-texts.ts";

/** A link to the passes, which are not sold on a night's page. */
export function OffersLink() {
  return (
    <Link className="text-link" to="/tickets" prefetch="intent">
      {publicTexts.toOffers} <Icon name="arrowRight" />
    </Link>
  );
}

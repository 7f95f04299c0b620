import { Link } from "react-router";
import { Icon } from "#web/ui/icon.tsx";
import { OffersLink } from "./offers-link.tsx";
import { publicTexts } from "./public-texts.ts";
import { ShareButton } from "./share-button.tsx";

export function PanelLinks({ title }: { title: string }) {
  return (
    <div className="tear-panel__links">
      <Link className="text-link" to="/events">
        <Icon name="arrowLeft" /> {publicTexts.backToEvents}
      </Link>
      <OffersLink />
      <ShareButton title={title} />
    </div>
  );
}

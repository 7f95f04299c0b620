import { toast } from "react-hot-toast/headless";
import { Link } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { publicTexts } from "./public-texts.ts";

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

/** A link to the passes, which are not sold on a night's page. */
export function OffersLink() {
  return (
    <Link className="text-link" to="/tickets" prefetch="intent">
      {publicTexts.toOffers} <Icon name="arrowRight" />
    </Link>
  );
}

/** The link to the earlier order, in the question whether to buy the same again. */
export function SeeOrder({ url }: { url: string | null | undefined }) {
  return url ? (
    <Link className="text-link" to={url}>
      {publicTexts.seeOrder}
    </Link>
  ) : null;
}

/** Opens the phone's share sheet, else copies the address. Not in the server's HTML, as it needs JavaScript. */
export function ShareButton({ title }: { title: string }) {
  if (!useEnhanced()) return null;
  return (
    <Button look="line" size="small" onClick={() => void share(title)}>
      <Icon name="share" /> {publicTexts.share}
    </Button>
  );
}

async function share(title: string): Promise<void> {
  const url = location.href;
  if (navigator.share) {
    // Closing the sheet rejects the promise; it is no failure.
    await navigator.share({ title, url }).catch(() => {});
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    toast.success(publicTexts.linkCopied);
  } catch {
    toast.error(publicTexts.linkNotCopied);
  }
}

import { Link } from "react-router";
import { saleTexts } from "#web/request/sale-texts.ts";
import { minutesAndSeconds, useSecondsLeft } from "#web/ui/countdown.tsx";
import { useIsOffline } from "#web/ui/use-is-offline.ts";
import { publicTexts } from "./public-texts.ts";

/** Places that are held for this visitor, on pages that do not say so themselves. */
export type HeldLineView = { title: string; secondsLeft: number; checkoutUrl: string };

/** One line with the time left and the way to the payment. A page that was saved for the time without network knows of none. */
export function HeldLine({ held: { title, secondsLeft, checkoutUrl } }: { held: HeldLineView }) {
  const left = useSecondsLeft(secondsLeft);
  if (useIsOffline()) return null;
  return (
    <aside className="stopped-ribbon held-line" aria-label={publicTexts.heldPlaces}>
      {left === 0 ? (
        `${title}: ${saleTexts.holdOver.title}`
      ) : (
        <>
          {publicTexts.heldFor(title)} <b className="figures">{minutesAndSeconds(left)}</b>{" "}
          <Link to={checkoutUrl}>{publicTexts.goOnPaying}</Link>
        </>
      )}
    </aside>
  );
}

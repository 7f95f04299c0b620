import { useEffect, useState } from "react";
import { counted } from "#kernel/romanian.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { CheckoutPageView } from "./checkout-page-view.ts";
import { checkoutTexts } from "./checkout-texts.ts";
import { OrderPanel, type OrderSummaryView } from "./order-panel.tsx";
import { PeopleInLine } from "./people-in-line.tsx";
import { ReleaseButton } from "./release-button.tsx";

type WaitingLineProps = {
  number: number;
  order: OrderSummaryView;
  line: Extract<CheckoutPageView["state"], { kind: "line" }>;
};

const refreshSeconds = 20;

const grouped = new Intl.NumberFormat("ro-RO");

/**
 * The horizon is the progress: the light is the customer, payment is the lit door. A script polls the place and goes on
 * to pay by itself; without one the page reloads itself.
 */
export function WaitingLine({ number, order, line: asSent }: WaitingLineProps) {
  const line = { ...asSent, ...usePlace(asSent) };
  const gone = 1 - (line.place - 1) / Math.max(1, line.placeAtStart);
  return (
    <section
      className="line"
      style={{ "--at": `${Math.round(8 + gone * 70)}%` }}
      aria-labelledby="checkout-title"
    >
      <noscript>
        <meta httpEquiv="refresh" content={`${refreshSeconds};url=${line.pageUrl}`} />
      </noscript>
      <div className="line__sky" aria-hidden="true">
        <i className="line__arc" />
        <i className="line__arc" />
        <div className="line__sun" />
        <PeopleInLine />
        <div className="line__door" />
      </div>
      <span className="line__label" aria-hidden="true">
        {checkoutTexts.lineDoor}
      </span>
      <div className="line__sea" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
      <div className="wrap line__grid">
        <div>
          <h1 className="display" id="checkout-title">
            {checkoutTexts.lineTitle}
          </h1>
          <p className="lead-text">{checkoutTexts.lineText}</p>
          <p className="visually-hidden" role="status">
            {checkoutTexts.linePlace}: {grouped.format(line.place)}
          </p>
          <dl className="line__numbers">
            <div>
              <dt>{checkoutTexts.linePlace}</dt>
              <dd className="display figures">{grouped.format(line.place)}</dd>
            </div>
            <div>
              <dt>{checkoutTexts.lineTime}</dt>
              <dd className="display">{estimate(line.estimateSeconds)}</dd>
            </div>
            <div>
              <dt>{checkoutTexts.lineHeld}</dt>
              <dd className="display phosphor">{checkoutTexts.lineHeldUntil}</dd>
            </div>
          </dl>
          <p className="line__fine">{checkoutTexts.lineNote}</p>
          <div className="actions">
            <ButtonLink look="line" href={line.pageUrl}>
              <Icon name="refresh" /> {checkoutTexts.refresh}
            </ButtonLink>
            <ReleaseButton />
          </div>
        </div>
        <OrderPanel id="order-title" title={checkoutTexts.orderTitle(number)} order={order}>
          <p className="fine-print">{checkoutTexts.priceFixed}</p>
        </OrderPanel>
      </div>
    </section>
  );
}

type Place = { place: number; estimateSeconds: number };

/**
 * The present place: polled more often the nearer it is, at a time that is random for each browser, and not while the
 * page is hidden. An order that left the queue goes on to pay.
 */
function usePlace({ place, estimateSeconds, placeUrl, payUrl }: WaitingLineProps["line"]): Place {
  const [now, setNow] = useState<Place>({ place, estimateSeconds });
  useEffect(() => {
    const pause = Math.min(refreshSeconds, Math.max(2, now.estimateSeconds / 4)) * (0.75 + Math.random() / 2);
    const timer = setTimeout(async () => {
      const answer = await fetch(placeUrl).catch(() => undefined);
      if (!answer?.ok) return setNow({ ...now });
      const found: { place: number; seconds: number } | null = await answer.json();
      if (found === null) window.location.assign(payUrl);
      else setNow({ place: found.place, estimateSeconds: found.seconds });
    }, pause * 1000);
    return () => clearTimeout(timer);
  }, [now, placeUrl, payUrl]);
  return now;
}

function estimate(seconds: number): string {
  if (seconds < 45) return checkoutTexts.lessThanMinute;
  const minutes = Math.round(seconds / 60);
  return minutes <= 1
    ? checkoutTexts.aboutMinute
    : checkoutTexts.aboutMinutes(counted(minutes, checkoutTexts.minutes));
}

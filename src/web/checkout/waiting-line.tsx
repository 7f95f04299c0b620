import { useEffect, useState } from "react";
import { counted } from "#kernel/romanian.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { checkoutTexts } from "./checkout-texts.ts";
import { OrderPanel, ReleaseButton } from "./order-panel.tsx";
import type { OrderSummaryView } from "./order-view.ts";

/** An order that waits in the page queue. */
export type OrderInLine = {
  kind: "line";
  /** The position in the queue; 1 is next. */
  place: number;
  /** The position when the order joined the queue; the picture shows the progress since then. */
  placeAtStart: number;
  estimateSeconds: number;
  /** The addresses of the position, of the page itself and of the payment. */
  placeUrl: string;
  pageUrl: string;
  payUrl: string;
};

type WaitingLineProps = { number: number; order: OrderSummaryView; line: OrderInLine };

const refreshSeconds = 20;

const numberFormat = new Intl.NumberFormat("ro-RO");

/**
 * The picture shows the progress: the light is the buyer, the lit door is the payment. JavaScript polls the position
 * and then goes on to pay; without it the page reloads itself.
 */
export function WaitingLine({ number, order, line: initialLine }: WaitingLineProps) {
  const line = { ...initialLine, ...usePlace(initialLine) };
  const progress = 1 - (line.place - 1) / Math.max(1, line.placeAtStart);
  return (
    <section
      className="line"
      style={{ "--at": `${Math.round(8 + progress * 70)}%` }}
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
            {checkoutTexts.linePlace}: {numberFormat.format(line.place)}
          </p>
          <dl className="line__numbers">
            <div>
              <dt>{checkoutTexts.linePlace}</dt>
              <dd className="display figures">{numberFormat.format(line.place)}</dd>
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

/** Returns the present position, polled more often as the turn gets nearer. An order that left goes on to pay. */
function usePlace({ place, estimateSeconds, placeUrl, payUrl }: WaitingLineProps["line"]): Place {
  const [present, setNow] = useState<Place>({ place, estimateSeconds });
  useEffect(() => {
    const pause =
      Math.min(refreshSeconds, Math.max(2, present.estimateSeconds / 4)) * (0.75 + Math.random() / 2);
    const timer = setTimeout(async () => {
      const answer = await fetch(placeUrl).catch(() => undefined);
      if (!answer?.ok) return setNow({ ...present });
      const found: { place: number; seconds: number } | null = await answer.json();
      if (found === null) window.location.assign(payUrl);
      else setNow({ place: found.place, estimateSeconds: found.seconds });
    }, pause * 1000);
    return () => clearTimeout(timer);
  }, [present, placeUrl, payUrl]);
  return present;
}

function estimate(seconds: number): string {
  if (seconds < 45) return checkoutTexts.lessThanMinute;
  const minutes = Math.round(seconds / 60);
  return minutes <= 1 ? checkoutTexts.aboutMinute : checkoutTexts.aboutMinutes(counted(minutes, "minute"));
}

const figures = [
  "M3 14q6-4 12 0l1.5 20-2.5 1-.6 27h-3.2L9 40l-1.2 22H4.600L4 35l-2.500-1z",
  "M4 14q5-3.500 10 0l1 14 4 16h-5l-.4 18h-3L9 46l-1.600 16h-3L4 44h-5l4-16z",
  "M3 14q6-4 12 0l4-9 2.400 1.200L16 22l1.500 20H14l-.6 20h-3.200L9 44l-1.200 18H4.600L4 42H.5L3 22z",
];

/** Dark silhouettes on the horizon, always the same. */
const people = Array.from({ length: 26 }, (_, i) => ({
  body: figures[(i * 5) % 3],
  x: 8 + i * 37 + ((i * 7) % 5) * 2.4,
  scale: 0.84 + ((i * 11) % 6) * 0.038,
}));

export function PeopleInLine() {
  return (
    <div className="line__people">
      <svg viewBox="0 0 980 74" fill="#050916" aria-hidden="true">
        {people.map(({ body, x, scale }) => (
          <g
            key={x}
            transform={`translate(${x.toFixed(1)} ${(74 - 62 * scale).toFixed(1)}) scale(${scale.toFixed(3)})`}
          >
            <circle cx="9" cy="6.200" r="5.200" />
            <rect x="7" y="9" width="4" height="6" />
            <path d={body} />
          </g>
        ))}
      </svg>
    </div>
  );
}

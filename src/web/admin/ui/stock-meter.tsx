import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { ShownCounter } from "#ticketing/events/office-event-queries.server.ts";
import { officeTexts } from "./office-texts.ts";

type StockMeterProps = {
  stock: ShownCounter;
  /** The address of the present figures. */
  source: string;
  /** The sale is over for good: nothing is left, and the figures are not refreshed. */
  isOver?: boolean;
};

const pollIntervalMs = 4000;

/** Shows how much of a counter is sold, held and left. With JavaScript the figures follow the sale. */
export function StockMeter({ stock: stockAtLoad, source, isOver = false }: StockMeterProps) {
  const fetcher = useFetcher<{ stock: ShownCounter }>();
  const [isLive, setLive] = useState(false);
  const { load, state } = fetcher;
  useEffect(() => {
    if (isOver) return;
    setLive(true);
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && state === "idle") void load(source);
    }, pollIntervalMs);
    return () => clearInterval(timer);
  }, [load, source, state, isOver]);
  const stock = fetcher.data?.stock ?? stockAtLoad;
  const { listed, given, atDoor } = stock;
  const notForSale = listed + given + atDoor;
  const left = stock.capacity - stock.sold - stock.held - notForSale;
  const share = (n: number) => `${(n / Math.max(1, stock.capacity)) * 100}%`;
  const texts = officeTexts.stock;
  return (
    <div className="stock-meter">
      {isLive ? <p className="stock-meter__live">{texts.live}</p> : null}
      <div
        className="stock-meter__bar"
        style={{ "--sold": share(stock.sold), "--held": share(stock.held), "--away": share(notForSale) }}
        aria-hidden="true"
      >
        <b />
        <i />
        <s />
      </div>
      <dl>
        <Figure kind="sold" label={texts.sold} n={stock.sold} />
        <Figure kind="held" label={texts.held} n={stock.held} />
        {given > 0 ? <Figure kind="given" label={texts.given} n={given} /> : null}
        {listed > 0 ? <Figure kind="listed" label={texts.listed} n={listed} /> : null}
        {atDoor > 0 ? <Figure kind="listed" label={texts.atDoor} n={atDoor} /> : null}
        {isOver ? null : <Figure kind="left" label={texts.left} n={left} />}
        <Figure kind="all" label={texts.capacity} n={stock.capacity} />
      </dl>
    </div>
  );
}

function Figure({ kind, label, n }: { kind: string; label: string; n: number }) {
  return (
    <div className={`stock-meter__${kind}`}>
      <dt>{label}</dt>
      <dd className="figures">{n}</dd>
    </div>
  );
}

import { GrowthMark } from "../ui/growth-mark.tsx";
import type { Route } from "./+types/report-route.ts";
import { reportTexts as texts } from "./report-texts.ts";

export function KpiCard({ kpi }: { kpi: ReportView["kpis"][number] }) {
  return (
    <section className="report-card kpi">
      <h2>{kpi.label}</h2>
      <p className="stat-tile__line">
        <b className="figures">{kpi.value}</b>
        {kpi.before === null ? null : <GrowthMark percent={kpi.growth} />}
      </p>
      <p className="kpi__note">
        <span>{texts.against}</span> <span className="figures">{kpi.before ?? texts.nothingBefore}</span>
      </p>
    </section>
  );
}

export function TopEvents({ top }: { top: ReportView["top"] }) {
  return (
    <section className="report-card" aria-labelledby="report-top">
      <header>
        <h2 id="report-top">{texts.top}</h2>
        <span className="muted">{texts.trendUnit}</span>
      </header>
      <p className="muted">{top.length === 0 ? texts.topNone : texts.ofTickets}</p>
      <ol className="top-list">
        {top.map((event) => (
          <li key={event.id}>
            <span>
              <b>{event.title}</b> <small className="muted">{texts.soldPercent(event.percent)}</small>
            </span>
            <b className="figures">{event.revenue}</b>
            <span className="top-list__bar" style={{ "--share": `${event.share}%` }} aria-hidden="true" />
          </li>
        ))}
      </ol>
    </section>
  );
}

const ringsShown = 4;
const ringColours = ["#c2402e", "#006b4f", "#1f4fa3", "#7a5300"];

/** The four most sold types as rings, and all types as a list. */
export function TypeShares({
  types,
  sold,
}: {
  types: ReportView["types"];
  sold: ReportView["soldInPeriod"];
}) {
  return (
    <section className="report-card" aria-labelledby="report-types">
      <header>
        <h2 id="report-types">{texts.byType}</h2>
        <span className="muted figures">{texts.inPeriod(sold)}</span>
      </header>
      <div className="rings" aria-hidden="true">
        {types.slice(0, ringsShown).map((type, at) => (
          <figure key={type.name}>
            <Ring percent={type.percent} colour={ringColours[at] ?? "#85755c"} />
            <figcaption>{type.name}</figcaption>
          </figure>
        ))}
      </div>
      {types.length === 0 ? <p className="muted">{texts.topNone}</p> : null}
      <ul className="type-shares">
        {types.map((type, at) => (
          <li key={type.name}>
            <i style={{ "--colour": ringColours[at] ?? "#85755c" }} aria-hidden="true" />
            <span>{type.name}</span>
            <span className="figures muted">{type.quantity}</span>
            <b className="figures">{type.percent}%</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

const ringLength = 2 * Math.PI * 26;

function Ring({ percent, colour }: { percent: number; colour: string }) {
  return (
    <svg viewBox="0 0 64 64" className="ring" role="presentation">
      <circle cx="32" cy="32" r="26" fill="none" stroke="#eee7da" strokeWidth="8" />
      <circle
        cx="32"
        cy="32"
        r="26"
        fill="none"
        stroke={colour}
        strokeWidth="8"
        strokeDasharray={`${(percent / 100) * ringLength} ${ringLength}`}
        transform="rotate(-90 32 32)"
      />
      <text x="32" y="37" textAnchor="middle">
        {percent}%
      </text>
    </svg>
  );
}

export type ReportView = NonNullable<Route.ComponentProps["loaderData"]["view"]>;

export type MonthPoint = { label: string; long: string; value: number; shown: string; isRunning: boolean };

import type { DashboardView } from "./dashboard-page.tsx";
import { dashboardTexts as texts } from "./dashboard-texts.ts";

type Quarters = DashboardView["tonight"][number]["quarters"];

const [step, width, height] = [24, 18, 50];
const wide = 10 * step;

/** How many people entered in every quarter of an hour; the present one stands out. */
export function EntryChart({ quarters }: { quarters: Quarters }) {
  const [first] = quarters;
  const last = quarters.at(-1);
  if (!first || !last) return null;
  const most = quarters.reduce((best, one) => (one.entered > best.entered ? one : best), first);
  const left = wide - quarters.length * step;
  return (
    <figure className="dash-pace">
      <figcaption>{texts.pace}</figcaption>
      <svg
        viewBox={`0 0 ${wide} 72`}
        role="img"
        aria-label={texts.paceInWords(first.from, last.until, most)}
        className="figures"
      >
        {quarters.map((one, at) => {
          // a quarter without entries is a thin line, not nothing
          const tall = Math.max(1.5, (one.entered / most.entered) * height);
          return (
            <rect
              key={one.from}
              className={one === last ? "dash-pace__now" : undefined}
              x={left + at * step + (step - width) / 2}
              y={52 - tall}
              width={width}
              height={tall}
              rx={Math.min(3, tall / 2)}
            >
              <title>{`${one.from}–${one.until}: ${one.entered}`}</title>
            </rect>
          );
        })}
        <path d={`M0 53.5h${wide}`} />
        {quarters.length > 2 ? (
          <text x={left} y="69">
            {first.from}
          </text>
        ) : null}
        <text x={wide} y="69" textAnchor="end">
          {texts.paceNow}
        </text>
      </svg>
    </figure>
  );
}

import { useId, useState } from "react";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import type { MonthPoint } from "./report-parts.tsx";
import { reportTexts as texts } from "./report-texts.ts";
import { TrendChart } from "./trend-chart.tsx";

type MonthCardProps = { title: string; running: string; points: MonthPoint[]; unit: string; colour: string };

/** Six months as a chart or a table; without JavaScript the table. */
export function MonthCard({ title, running, points, unit, colour }: MonthCardProps) {
  const enhanced = useEnhanced();
  const [shape, setShape] = useState<"chart" | "table">("chart");
  const id = useId();
  const table = <MonthTable points={points} unit={unit} labelledBy={id} />;
  return (
    <section className="report-card" aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id}>{title}</h2>
          <p className="muted">{texts.sixMonths(running)}</p>
        </div>
        {enhanced ? (
          <div className="chart-toggle">
            {(["chart", "table"] as const).map((one) => (
              <button key={one} type="button" aria-pressed={shape === one} onClick={() => setShape(one)}>
                {one === "chart" ? texts.asChart : texts.asTable}
              </button>
            ))}
          </div>
        ) : null}
      </header>
      {enhanced && shape === "chart" ? (
        <TrendChart points={points} unit={unit} colour={colour} label={title} />
      ) : (
        table
      )}
    </section>
  );
}

function MonthTable({
  points,
  unit,
  labelledBy,
}: {
  points: MonthPoint[];
  unit: string;
  labelledBy: string;
}) {
  return (
    <table className="month-table" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{texts.month}</th>
          <th scope="col">{unit}</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.long}>
            <th scope="row">{point.long}</th>
            <td className="figures">{point.shown}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

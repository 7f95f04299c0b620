import { useId, useState } from "react";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import type { MonthPoint } from "./report-parts.tsx";
import { reportTexts as texts } from "./report-texts.ts";

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

type TrendChartProps = { points: MonthPoint[]; unit: string; colour: string; label: string };

const [width, height] = [600, 160];
const figures = new Intl.NumberFormat("ro-RO", { notation: "compact", maximumFractionDigits: 1 });

/** A line over six months; the present month is dotted. Each point tells month and figure, by pointer and Tab. */
function TrendChart({ points, unit, colour, label }: TrendChartProps) {
  const top = roundScaleTop(Math.max(...points.map(({ value }) => value)));
  const plotPoints = points.map((point, at) => ({
    ...point,
    x: ((at + 0.5) / points.length) * width,
    y: height - (point.value / top) * height,
  }));
  const path = (pathPoints: typeof plotPoints) =>
    pathPoints.map(({ x, y }, at) => `${at ? "L" : "M"}${x} ${y}`).join("");
  const isRunning = points.at(-1)?.isRunning ?? false;
  const [first, last] = [plotPoints[0]?.x ?? 0, plotPoints.at(-1)?.x ?? 0];
  return (
    <figure className="trend-chart" aria-label={label}>
      <span className="trend-chart__unit">{unit}</span>
      <div className="trend-chart__plot">
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {[0, 0.25, 0.5, 0.75, 1].map((part) => (
            <path key={part} className="trend-chart__line" d={`M0 ${part * height}H${width}`} />
          ))}
          <path
            d={`${path(plotPoints)}L${last} ${height}L${first} ${height}Z`}
            fill={colour}
            fillOpacity={0.1}
          />
          <path
            className="trend-chart__trend"
            d={path(isRunning ? plotPoints.slice(0, -1) : plotPoints)}
            stroke={colour}
          />
          {isRunning ? (
            <path
              className="trend-chart__trend"
              d={path(plotPoints.slice(-2))}
              stroke={colour}
              strokeDasharray="2 5"
            />
          ) : null}
        </svg>
        <ol className="trend-chart__top" aria-hidden="true">
          {[1, 0.75, 0.5, 0.25, 0].map((part) => (
            <li key={part}>{figures.format(part * top)}</li>
          ))}
        </ol>
        <ol className="trend-chart__points">
          {plotPoints.map((point) => (
            <li key={point.long}>
              <button
                type="button"
                style={{ top: `${(point.y / height) * 100}%`, borderColor: colour }}
                aria-label={`${point.long}: ${point.shown} ${unit}`}
              />
              <p className="trend-chart__tip" aria-hidden="true">
                {point.long}
                <b>
                  {point.shown} {unit}
                </b>
              </p>
              <span aria-hidden="true">{point.label}</span>
            </li>
          ))}
        </ol>
      </div>
    </figure>
  );
}

/** Returns the top of the scale: the next 1, 2 or 4 times a power of ten, so that a quarter of it is short. */
function roundScaleTop(most: number): number {
  const powerOfTen = 10 ** Math.floor(Math.log10(Math.max(4, most)));
  return [1, 2, 4, 10].map((times) => times * powerOfTen).find((one) => one >= most) ?? 4;
}

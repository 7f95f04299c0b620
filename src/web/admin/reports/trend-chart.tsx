import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { MonthPoint } from "./report-parts.tsx";

type TrendChartProps = { points: MonthPoint[]; unit: string; colour: string; label: string };

/**
 * A line over six months; the present month is dotted. The arrow keys move along the points, and each names its month
 * and its figure. Loaded only with a report.
 */
export default function TrendChart({ points, unit, colour, label }: TrendChartProps) {
  const last = points.length - 1;
  const drawn = points.map((point, at) => ({
    ...point,
    done: at < last || !point.isRunning ? point.value : null,
    running: at >= last - 1 ? point.value : null,
  }));
  return (
    <figure className="trend-chart" aria-label={label}>
      <span className="trend-chart__unit">{unit}</span>
      <ResponsiveContainer width="100%" height={190}>
        <ComposedChart data={drawn} margin={{ top: 8, right: 14, bottom: 0, left: 0 }} accessibilityLayer>
          <CartesianGrid vertical={false} stroke="#ece5d8" />
          <XAxis dataKey="label" tickLine={false} axisLine={{ stroke: "#b9ad96" }} tick={{ fontSize: 13 }} />
          <YAxis
            width={64}
            tickLine={false}
            axisLine={false}
            tick={{ fontSize: 13 }}
            tickFormatter={figures.format}
          />
          <Tooltip
            isAnimationActive={false}
            content={({ active, payload }) => {
              const point = payload?.[0]?.payload as MonthPoint | undefined;
              return active && point ? (
                <p className="trend-chart__tip">
                  {point.long}
                  <b>
                    {point.shown} {unit}
                  </b>
                </p>
              ) : null;
            }}
          />
          <Area
            dataKey="value"
            stroke="none"
            fill={colour}
            fillOpacity={0.1}
            isAnimationActive={false}
            activeDot={false}
          />
          <Line
            dataKey="done"
            stroke={colour}
            strokeWidth={2}
            dot={{ r: 4, fill: "#fff" }}
            isAnimationActive={false}
          />
          <Line
            dataKey="running"
            stroke={colour}
            strokeWidth={2}
            strokeDasharray="2 5"
            dot={{ r: 4, fill: "#fff", strokeDasharray: "0" }}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </figure>
  );
}

const figures = new Intl.NumberFormat("ro-RO", { notation: "compact", maximumFractionDigits: 1 });

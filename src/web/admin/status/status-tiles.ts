import { counted, grouped, nounFor } from "#kernel/romanian.ts";
import type { SiteStatus } from "#ticketing/reports/status-queries.server.ts";
import { spanText } from "./span-text.ts";
import { statusTexts as texts } from "./status-texts.ts";

export type Tile = {
  key: string;
  label: string;
  value: string;
  unit: string;
  note: string;
  tone: "plain" | "hot";
  /** One value for each minute of the last hour that is known. */
  line: number[];
  /** The highest allowed value, in the same unit; null when there is none. */
  limit: number | null;
};

/** The provider counts as slow from this response time on, in milliseconds. */
const slowMilliseconds = 1000;

/** Returns the present values, each with those of the last hour. */
export function tilesOf({ orders, minutes, processes }: SiteStatus, providerRate: number): Tile[] {
  const calls = processes.reduce((sum, { provider }) => sum + provider.calls, 0);
  const failed = processes.reduce((sum, { provider }) => sum + provider.failed, 0);
  const medians = processes.flatMap(({ provider }) => (provider.median === null ? [] : [provider.median]));
  const slowest = Math.max(0, ...processes.map(({ provider }) => provider.slowest ?? 0));
  const median = medians.length > 0 ? Math.max(...medians) : null;
  return [
    {
      key: "line",
      label: texts.line,
      value: grouped(orders.line),
      unit: orders.line > 0 ? nounFor(orders.line, "order") : "",
      note:
        orders.line === 0
          ? texts.nobodyWaits
          : texts.lineWait(spanText(orders.line / Math.max(0.1, providerRate))),
      tone: "plain",
      line: minutes.map(({ line }) => line),
      limit: null,
    },
    {
      key: "held",
      label: texts.held,
      value: grouped(orders.units),
      unit: nounFor(orders.units, "ticket"),
      note:
        orders.held === 0 || orders.oldestSeconds === null
          ? texts.heldNone
          : texts.heldNote(counted(orders.held, "order"), spanText(orders.oldestSeconds)),
      tone: "plain",
      line: minutes.map(({ held }) => held),
      limit: null,
    },
    {
      key: "provider",
      label: texts.provider,
      value: median === null ? "–" : grouped(Math.round(median)),
      unit: median === null ? "" : texts.ms,
      note: median === null ? texts.providerNone : texts.providerNote(grouped(Math.round(slowest)), failed),
      tone: (median ?? 0) >= slowMilliseconds || failed > 0 ? "hot" : "plain",
      line: minutes.map((minute) => minute.median ?? 0),
      limit: 2000,
    },
    {
      key: "asked",
      label: texts.asked,
      value: (calls / 60).toLocaleString("ro-RO", { maximumFractionDigits: 1 }),
      unit: texts.perSecond,
      note: texts.askedNote(providerRate.toLocaleString("ro-RO")),
      tone: "plain",
      line: minutes.map((minute) => minute.calls / 60),
      limit: providerRate,
    },
  ];
}

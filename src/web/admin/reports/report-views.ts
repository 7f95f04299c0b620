import { bani } from "#kernel/money.ts";
import { type Day, dayOf, formatShortDate, wallTimeOf } from "#kernel/time.ts";
import type { PurchasePage } from "#ticketing/reports/purchase-list-queries.server.ts";
import { isFiltered, type PurchaseSearch, specialWord } from "#ticketing/reports/purchase-search.ts";
import { growthOf, percentSold, type ReportPeriod, type Span } from "#ticketing/reports/report-period.ts";
import type { Kpis, Report } from "#ticketing/reports/report-queries.server.ts";
import { reportTexts as texts } from "./report-texts.ts";
import type { KpiView, MonthPoint, ReportListView, ReportView } from "./report-view.ts";

const whole = new Intl.NumberFormat("ro-RO", { useGrouping: "always", maximumFractionDigits: 0 });
const shortMonth = new Intl.DateTimeFormat("ro-RO", { month: "short", timeZone: "UTC" });
const longMonth = new Intl.DateTimeFormat("ro-RO", { month: "long", year: "numeric", timeZone: "UTC" });
const monthOnly = new Intl.DateTimeFormat("ro-RO", { month: "long", timeZone: "UTC" });
const noon = (day: Day) => new Date(`${day}T12:00:00Z`);

/** Bani as whole lei, rounded: reports show no decimals. */
export function wholeLei(amount: number): string {
  return whole.format(Math.round(bani(amount) / 100));
}

type PurchaseList = {
  readonly page: PurchasePage;
  readonly search: PurchaseSearch;
  readonly choices: { events: { id: string; title: string; date: string }[]; types: string[] };
};

export function reportView(facts: {
  report: Report;
  /** Null: this person does not see purchases. */
  list: PurchaseList | null;
  seesMembers: boolean;
  period: ReportPeriod;
  now: Date;
}): ReportView {
  const { report } = facts;
  const today = dayOf(facts.now);
  const best = report.topEvents[0]?.revenue ?? 0;
  const sold = report.types.reduce((sum, type) => sum + type.quantity, 0);
  return {
    period: facts.period,
    until: wallTimeOf(facts.now),
    spanText: spanText(report.span, report.before),
    kpis: kpisOf(report.now, report.past),
    running: monthOnly.format(noon(today)),
    revenue: report.months.map((month) =>
      pointOf(month.month, month.revenue / 100, wholeLei(month.revenue), today),
    ),
    members: facts.seesMembers
      ? report.months.map((month) => pointOf(month.month, month.members, whole.format(month.members), today))
      : null,
    top: report.topEvents.map((event) => ({
      id: event.id,
      title: event.title,
      revenue: wholeLei(event.revenue),
      share: best === 0 ? 0 : Math.round((event.revenue / best) * 100),
      percent: percentSold(event.sold, event.capacity),
    })),
    types: report.types.map((type) => ({
      name: type.name,
      quantity: whole.format(type.quantity),
      percent: percentSold(type.quantity, sold),
    })),
    soldInPeriod: whole.format(sold),
    list: facts.list && listView(facts.list, facts.period, report.now),
  };
}

function listView({ page, search, choices }: PurchaseList, period: ReportPeriod, now: Kpis): ReportListView {
  return {
    period,
    rows: page.rows.map((row) => ({
      id: row.id,
      user: row.userName || row.email || "",
      event: row.eventTitle,
      type: row.typeName,
      isSpecial: row.isSpecial,
      quantity: row.quantity,
      total: wholeLei(row.totalPrice),
      when: `${formatShortDate(dayOf(row.at))} ${wallTimeOf(row.at)}`,
    })),
    totals: {
      quantity: whole.format(now.quantity),
      revenue: wholeLei(now.revenue),
      purchases: whole.format(now.purchases),
    },
    search: {
      text: search.text,
      event: search.eventId ?? "",
      type: search.type === "special" ? specialWord : (search.type?.name ?? ""),
    },
    isFiltered: isFiltered(search),
    choices: {
      events: choices.events.map((event) => ({
        value: event.id,
        label: `${formatShortDate(event.date)} ${event.title}`,
      })),
      types: choices.types,
    },
    previous: page.previous,
    next: page.next,
  };
}

function spanText(span: Span | null, before: Span | null): string {
  if (!span || !before) return texts.everything;
  const written = ({ from, to }: Span) => texts.span(formatShortDate(from), formatShortDate(to));
  return texts.compared(written(span), written(before));
}

function kpisOf(now: Kpis, past: Kpis | null): KpiView[] {
  const kpi = (
    label: string,
    value: number,
    before: number | null,
    shown: (n: number) => string,
    unit = "",
  ) => ({
    label,
    value: `${shown(value)}${unit}`,
    before: before === null ? null : shown(before),
    growth: before === null ? null : growthOf(value, before),
  });
  return [
    kpi(texts.revenue, now.revenue, past?.revenue ?? null, wholeLei, " LEI"),
    kpi(texts.sold, now.quantity, past?.quantity ?? null, (n) => whole.format(n)),
    kpi(texts.events, now.events, past?.events ?? null, (n) => whole.format(n)),
    kpi(texts.average, averageOf(now), past && averageOf(past), wholeLei, " LEI"),
  ];
}

/** Revenue over tickets, in whole bani; 0 when nothing was sold. */
export function averageOf({ revenue, quantity }: { revenue: number; quantity: number }): number {
  return quantity === 0 ? 0 : Math.round(revenue / quantity);
}

function pointOf(month: Day, value: number, shown: string, today: Day): MonthPoint {
  return {
    label: shortMonth.format(noon(month)),
    long: longMonth.format(noon(month)),
    value,
    shown,
    isRunning: month.slice(0, 7) === today.slice(0, 7),
  };
}

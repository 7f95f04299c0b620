import type { ReportPeriod } from "#ticketing/reports/report-period.ts";

export type KpiView = {
  label: string;
  value: string;
  /** As shown; null where there is nothing to compare with. */
  before: string | null;
  /** Whole percent; null when the period before was empty. */
  growth: number | null;
};

export type MonthPoint = { label: string; long: string; value: number; shown: string; isRunning: boolean };

export type ReportRowView = {
  id: string;
  user: string;
  event: string;
  type: string;
  isSpecial: boolean;
  quantity: number;
  /** Whole lei. */
  total: string;
  when: string;
};

export type ReportView = {
  period: ReportPeriod;
  until: string;
  spanText: string;
  kpis: KpiView[];
  running: string;
  revenue: MonthPoint[];
  members: MonthPoint[];
  top: { id: string; title: string; revenue: string; share: number; percent: number }[];
  types: { name: string; quantity: string; percent: number }[];
  soldInPeriod: string;
  rows: ReportRowView[];
  totals: { quantity: string; revenue: string; purchases: string };
  search: { text: string; event: string; type: string };
  isFiltered: boolean;
  choices: { events: { value: string; label: string }[]; types: string[] };
  previous: string | null;
  next: string | null;
};

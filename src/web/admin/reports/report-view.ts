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
  /** How old the data are, in words; null when they are of this moment. */
  spanText: string;
  kpis: KpiView[];
  running: string;
  revenue: MonthPoint[];
  /** Null for who does not see how many people have an account. */
  members: MonthPoint[] | null;
  top: { id: string; title: string; revenue: string; share: number; percent: number }[];
  types: { name: string; quantity: string; percent: number }[];
  soldInPeriod: string;
  /** The purchases behind the figures; null for who does not see purchases. */
  list: ReportListView | null;
};

export type ReportListView = {
  period: ReportPeriod;
  rows: ReportRowView[];
  totals: { quantity: string; revenue: string; purchases: string };
  search: { text: string; event: string; type: string };
  isFiltered: boolean;
  choices: { events: { value: string; label: string }[]; types: string[] };
  previous: string | null;
  next: string | null;
};

import type { SettledLine } from "#ticketing/reports/settlement-table.ts";

export type SettlementView = {
  title: string;
  sub: string;
  /** The parameters of its files. */
  query: string;
  /** Null for one night. */
  days: { from: string; to: string } | null;
  /** The night's own page, for who may open it. */
  night: { id: string; title: string } | null;
  notice: string | null;
  figures: { label: string; value: string; note: string }[];
  groups: { id: string; title: string; net: string; lines: SettledLine[] }[];
  total: SettledLine;
  /** Sale at the door, by means and in all; none where nothing was sold there. */
  doorSales: { label: string; value: string }[];
  /** The provider's fees, and what was paid out in all; none where no entry of its balance was read. */
  byCard: { label: string; value: string }[];
  /** Each payout with this money, the latest first. */
  payouts: { label: string; value: string }[];
  /** Who did not come, by type, after the night. */
  noShows: { label: string; value: string }[];
  books: string[];
  rates: string[];
  tax: { base: string; vat: string } | null;
};

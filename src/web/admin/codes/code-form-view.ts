import type { VoucherField, VoucherValues } from "#ticketing/orders/vouchers/voucher-form.ts";
import type { CatalogueAnswer } from "../catalogue-form.tsx";
import type { TimelineStep } from "../ui/timeline.tsx";

export type SavedCodeView = {
  id: string;
  /** The code, or the name of a set. */
  title: string;
  code: string;
  does: string;
  isSet: boolean;
  isOn: boolean;
  isUnused: boolean;
  version: number;
  uses: string;
  /** To hand out: each night that it opens, with it. */
  links: { name: string; link: string }[];
  history: TimelineStep[];
};

export type CodeFormView = {
  /** As a date and time field writes it, in Bucharest. */
  now: string;
  saved: SavedCodeView | null;
  values: VoucherValues;
  nights: { id: string; label: string }[];
  /** With the lowest price of each, in bani. */
  types: { id: string; label: string; lowest: number }[];
};

export type CodeFormAnswer = CatalogueAnswer<VoucherField> & { values: VoucherValues };

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
  history: TimelineStep[];
};

export type CodeFormView = {
  saved: SavedCodeView | null;
  values: VoucherValues;
  nights: { id: string; label: string }[];
  types: { id: string; label: string }[];
};

export type CodeFormAnswer = CatalogueAnswer<VoucherField> & { values: VoucherValues };

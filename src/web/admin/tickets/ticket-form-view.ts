import type { TicketTypeField, TicketTypeValues } from "#ticketing/events/ticket-type-form.ts";
import type { CatalogueAnswer } from "../catalogue-form.tsx";
import type { PlacedPictureView } from "../pictures/picture-form.tsx";
import type { Stock } from "../ui/stock-meter.tsx";
import type { TimelineStep } from "../ui/timeline.tsx";
import type { SavedPhaseView } from "./phase-view.ts";
import type { TicketKind } from "./ticket-kind.ts";

/** The state of the price at the card provider. */
export type PriceState =
  | { kind: "agreed"; amount: string; when: string }
  | { kind: "waiting" }
  | { kind: "none" }
  | { kind: "free" };

export type SavedTicketView = {
  id: string;
  name: string;
  sub: string;
  version: number;
  stock: Stock;
  price: PriceState;
  isVisible: boolean;
  isUsed: boolean;
  isQuickPurchase: boolean;
  history: TimelineStep[];
  picture: PlacedPictureView;
  phases: SavedPhaseView[];
  /** What buyers are told of the price in force; null without phases. */
  phaseSentence: string | null;
  pool: { id: string; name: string; stock: Stock } | null;
};

export type TicketFormView = {
  kind: TicketKind;
  /** As a date and time field writes it, in Bucharest. */
  now: string;
  saved: SavedTicketView | null;
  values: TicketTypeValues;
  /** The value of the field that changes with the quantity; "" for a new type. */
  capacity: string;
  /** The latest first. */
  nights: { id: string; label: string; isPast: boolean; note: string | null }[];
  pools: { id: string; label: string; capacity: number }[];
};

export type TicketFormAnswer = CatalogueAnswer<TicketTypeField> & {
  values: TicketTypeValues;
  capacity: string;
};

import type { EventField, EventValues } from "#ticketing/events/event-form.ts";
import type { NightTypeField, NightTypeValues } from "#ticketing/events/night-types-form.ts";
import type { SaleState } from "#ticketing/events/sale-state.ts";
import type { CatalogueAnswer } from "../catalogue-form.tsx";
import type { PlacedPictureView } from "../pictures/picture-form.tsx";
import type { Stock } from "../ui/stock-meter.tsx";
import type { TimelineStep } from "../ui/timeline.tsx";
import type { NightTypesView } from "./night-types-view.ts";
import type { OpeningCardView } from "./opening-view.ts";
import type { PublishingView } from "./publishing-view.ts";

/** A saved night; null while a new one is written. */
export type SavedEventView = {
  id: string;
  name: string;
  /** "duminică, 18 iulie 2027, 22:30" */
  when: string;
  state: SaleState;
  publishing: PublishingView;
  isAvailable: boolean;
  version: number;
  stock: Stock;
  types: {
    id: string;
    type: string;
    /** Bani. */
    amount: number;
    isAgreed: boolean;
    isPass: boolean;
    isVisible: boolean;
  }[];
  history: TimelineStep[];
  opening: OpeningCardView;
};

export type EventFormView = {
  saved: SavedEventView | null;
  values: EventValues;
  picture: PlacedPictureView;
  types: NightTypesView;
  /** The rows of its types as they are saved. */
  typeRows: NightTypeValues[];
  artists: { id: string; name: string }[];
};

/** A field of the whole form. */
export type NightField = EventField | NightTypeField | "image_url";

export type EventFormAnswer = CatalogueAnswer<NightField> & {
  values: EventValues;
  typeRows: NightTypeValues[];
  picture: PlacedPictureView;
};

import type { EventField, EventValues } from "#ticketing/events/event-form.ts";
import type { NightState } from "#ticketing/events/listed-event.ts";
import type { CatalogueAnswer } from "../catalogue-form.tsx";
import type { PlacedPictureView } from "../pictures/picture-form.tsx";
import type { Stock } from "../ui/stock-meter.tsx";
import type { TimelineStep } from "../ui/timeline.tsx";
import type { OpeningCardView } from "./opening-view.ts";
import type { PublishingView } from "./publishing-view.ts";

/** A saved night; null while a new one is written. */
export type SavedEventView = {
  id: string;
  name: string;
  /** "duminică, 18 iulie 2027, 22:30" */
  when: string;
  state: NightState;
  publishing: PublishingView;
  isAvailable: boolean;
  version: number;
  stock: Stock;
  types: {
    id: string;
    to: string;
    type: string;
    price: string;
    /** Bani. */
    amount: number;
    isAgreed: boolean;
    isPass: boolean;
    sold: number;
    held: number;
    left: number;
    isVisible: boolean;
  }[];
  history: TimelineStep[];
  picture: PlacedPictureView;
  opening: OpeningCardView;
};

export type EventFormView = {
  saved: SavedEventView | null;
  values: EventValues;
  artists: { id: string; name: string }[];
};

export type EventFormAnswer = CatalogueAnswer<EventField> & { values: EventValues };

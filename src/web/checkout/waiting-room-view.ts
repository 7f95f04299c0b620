import type { PictureView } from "#web/ui/picture.tsx";

/** The room as everybody sees it: it contains nothing about one person, so the page is rendered once for all. */
export type WaitingRoomView = {
  event: {
    id: string;
    title: string;
    date: string;
    picture: PictureView | null;
    widePicture: PictureView | null;
  };
  viewer: "anonymous" | "customer";
  /** The announced hour, in Bucharest time. */
  time: string;
  /** Seconds until it; 0 from then on. */
  seconds: number;
  waiting: number;
  available: number;
  /** People a second who are let in. */
  pace: number;
  /** Whole bani; null when nothing can be bought. */
  lowestPrice: number | null;
  holdMinutes: number;
};

/** One person's place: the answer of `/events/{id}/waiting/place`. */
export type StandingView =
  /** The page was just opened, and no request was made yet. */
  | { kind: "unknown" }
  | { kind: "outside" }
  | { kind: "before_draw"; seconds: number; waiting: number }
  | { kind: "waiting"; number: number; ahead: number; seconds: number; available: number }
  | { kind: "in" };

import type { CaptchaWidget } from "#platform/captcha/captcha-widget.ts";
import type { TicketTypeView } from "./ticket-type-card.ts";

/** A customer's own open order for this night. It is personal, so it never stands in a cached page. */
export type HoldView = {
  ticketTypeId: string;
  quantity: number;
  /** Whole bani. */
  total: number;
  /** 0 when it is over and the places went back. */
  secondsLeft: number;
  secondsInAll: number;
  /** Where paying goes on: /checkout/{order} */
  checkoutUrl: string;
};

export type TicketPanelView =
  | {
      kind: "sale";
      types: TicketTypeView[];
      /** The waiting room, while people are let in from it; null when everybody may buy. */
      waitingUrl: string | null;
      /** Where an anonymous visitor signs in and comes back from; null for a customer. */
      loginUrl: string | null;
      /** What was chosen before, after a refusal. */
      chosen: { ticketTypeId: string; quantity: number } | null;
      /** The sentence of a refusal that concerns the whole order. */
      refusal: string | null;
      /** The question whether a machine is at work, where the refusal asks for it. */
      captcha: CaptchaWidget | null;
    }
  | {
      kind: "opening";
      /** When the sale begins, on the clocks of Bucharest. */
      day: string;
      time: string;
      /** Since when people wait for it; null without a waiting room. */
      roomFrom: string | null;
      /** The room, once it is open. */
      waitingUrl: string | null;
      loginUrl: string | null;
    }
  /** An administrator has stopped the sale for the moment. */
  | { kind: "stopped" }
  | { kind: "unavailable"; types: TicketTypeView[] }
  | { kind: "soldOut"; places: number | null; holdMinutes: number }
  | { kind: "noTypes" }
  | { kind: "past"; viewer: "anonymous" | "customer" };

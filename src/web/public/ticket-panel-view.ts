import type { CaptchaWidget } from "#platform/captcha/captcha-widget.ts";
import type { TicketTypeView } from "./ticket-type-card.ts";

/** A customer's own open order for this night. It is personal, so it is never in a cached page. */
export type HoldView = {
  ticketTypeId: string;
  quantity: number;
  /** Whole bani. */
  total: number;
  /** 0 when the hold has expired and the places were released. */
  secondsLeft: number;
  secondsInAll: number;
  /** The address where the payment goes on: /checkout/{order} */
  checkoutUrl: string;
};

export type TicketPanelView =
  | {
      kind: "sale";
      types: TicketTypeView[];
      /** The waiting room, while people are let in from it; null when everybody may buy. */
      waitingUrl: string | null;
      /** The login for an anonymous visitor, which returns here; null for a customer. */
      loginUrl: string | null;
      /** The earlier choice, after a refusal. */
      chosen: { ticketTypeId: string; quantity: number } | null;
      /** The sentence of a refusal that concerns the whole order. */
      refusal: string | null;
      /** The captcha, where the refusal asks for one. */
      captcha: CaptchaWidget | null;
    }
  | {
      kind: "opening";
      /** When the sale begins, in Bucharest time. */
      day: string;
      time: string;
      /** When the waiting room opened; null without one. */
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

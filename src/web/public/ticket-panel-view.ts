import type { CaptchaWidget } from "#platform/captcha/captcha-widget.ts";
import type { ChosenLine, CodeView } from "#web/request/hold-view.ts";
import type { TicketTypeView } from "./event-views.ts";

/** Why the last press bought nothing; a price that changed is a question. */
export type PanelRefusal = {
  sentence: string;
  change: PriceChange | null;
  /** The tickets have several prices, which the panel asks about. */
  asksSeveral: boolean;
  /** The person has bought tickets of this night already: the next press buys more. */
  asksAgain?: true;
  /** Where they see that order; nowhere without an account. */
  seeUrl?: string | null;
};

/** What was shown and what it costs now, in whole bani; the lines are those whose price is another. */
export type PriceChange = {
  was: number;
  total: number;
  lines: readonly { label: string; was: number; now: number }[];
  /** A phase ended, the code's uses ended, or the code itself did. */
  cause: "phase" | "code_used" | "code_over";
};

/** A code that was typed on this page and is refused: beside its field, with what was typed. */
export type RefusedCode = { typed: string; sentence: string };

export type TicketPanelView =
  | {
      kind: "sale";
      types: TicketTypeView[];
      /** Sentences over the types: the last places that several share, and when online sale ends. */
      lastPlaces: readonly string[];
      saleEnds: readonly string[];
      /** Those of which none is left now; `mayReturn`: the last ones are held and not paid yet. */
      gone: readonly { name: string; mayReturn: boolean }[];
      /** The waiting room, while people are let in from it; null when everybody may buy. */
      waitingUrl: string | null;
      /** The press of an anonymous visitor leads to the login first, which returns here. */
      isAnonymous: boolean;
      /** The most people that one order admits. */
      mostPeople: number;
      /** The most tickets of the night without an account, for a person who has none here; null where an account is needed. */
      mostForGuest: number | null;
      /** The code that this browser carries; null without one. */
      code: CodeView | null;
      wrongCode: RefusedCode | null;
      /** The earlier choice, after a login, a refusal or a code. */
      chosen: readonly ChosenLine[];
      refusal: PanelRefusal | null;
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
  /** `next`: when more of its tickets go on sale. */
  | { kind: "soldOut"; next: { day: string; time: string } | null; holdMinutes: number }
  /** The night is still to come, and is not sold online any more. */
  | { kind: "saleEnded" }
  | { kind: "noTypes" }
  /** Its types are behind a code; one that is usable opens those of which none can be bought now. */
  | { kind: "codeOnly"; code: CodeView | null; wrongCode: RefusedCode | null }
  /** Its prices are not confirmed at the card provider. */
  | { kind: "pricePending"; types: TicketTypeView[] }
  /** It does not take place; `isPast`: and its time is over. */
  | { kind: "cancelled"; mayBeGuest: boolean; isPast: boolean }
  | { kind: "past"; viewer: "anonymous" | "customer" };

export type SalePanel = Extract<TicketPanelView, { kind: "sale" }>;

/** What the form's press answers when it leads nowhere. */
export type PressAnswer = {
  /** The panel as it is now, where what the page shows is not true any more. */
  present?: TicketPanelView;
  refusal: PanelRefusal | null;
  wrongCode?: RefusedCode;
  /** The choice, for a page that is rendered again. */
  chosen: readonly ChosenLine[];
  captcha: CaptchaWidget | null;
};

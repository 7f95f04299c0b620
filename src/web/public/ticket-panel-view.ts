import type { CaptchaWidget } from "#platform/captcha/captcha-widget.ts";
import type { GuestAddress } from "#web/request/guest-address.ts";
import type { UsableCode } from "./priced-choice.ts";
import type { TicketTypeView } from "./ticket-type.ts";

/** So many tickets of one type. */
export type ChosenLine = { readonly ticketTypeId: string; readonly quantity: number };

/** A customer's own open order for this night. It is personal, so it is never in a cached page. */
export type HoldView = {
  /** Each type once. */
  lines: readonly ChosenLine[];
  /** What was agreed, a line for each price, in whole bani. */
  parts: readonly { title: string; phase: string | null; quantity: number; price: number }[];
  /** What a code takes off, and for how many tickets each code is used, by its id. */
  discount: number;
  uses: Readonly<Record<string, number>>;
  /** Whole bani. */
  total: number;
  /** 0 when the hold has expired and the places were released. */
  secondsLeft: number;
  secondsInAll: number;
  /** The order's own page; its `/pay` is the card page. */
  checkoutUrl: string;
  /** Of who buys without an account. */
  sentTo: GuestAddress | null;
};

/** Why the last press bought nothing; a price that changed is a question. */
export type PanelRefusal = {
  sentence: string;
  change: PriceChange | null;
  /** The tickets have several prices, which the panel asks about. */
  asksSeveral: boolean;
  /** The person has bought tickets of this night already: the next press buys more. */
  asksAgain?: true;
};

/** What was shown and what it costs now, in whole bani; the lines are those whose price is another. */
export type PriceChange = {
  was: number;
  total: number;
  lines: readonly { label: string; was: number; now: number }[];
  /** A phase ended, the code's uses ended, or the code itself did. */
  cause: "phase" | "code_used" | "code_over";
};

/** The code that this browser carries. */
export type CodeView =
  /** It does nothing here: why. */
  | { kind: "refused"; code: string; sentence: string }
  /** What it does, and for how many tickets more where these are few. */
  | (UsableCode & { kind: "usable"; effect: string; limit: string | null });

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
      /** The most tickets of the night without an account, for who has none here; null where an account is needed. */
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
  | { kind: "cancelled"; isPast: boolean }
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

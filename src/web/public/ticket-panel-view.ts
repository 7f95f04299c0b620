import type { CaptchaWidget } from "#platform/captcha/captcha-widget.ts";
import type { SaleState } from "#ticketing/events/sale-state.ts";
import type { GuestLimit } from "#ticketing/orders/checkout/guest-share.ts";
import type { ShownNight } from "#ticketing/orders/checkout/shown-nights.ts";
import type { ChosenLine, CodeView } from "#web/request/hold-view.ts";
import type { TicketTypeView } from "./event-views.ts";

/** Why the last click bought nothing, or a question about a changed price. */
export type PanelRefusal = {
  sentence: string;
  change: PriceChange | null;
  /** The panel asks about tickets at several prices. */
  asksSeveral: boolean;
  /** The person has already bought tickets of this night; the next click buys more. */
  asksAgain?: true;
  /** The address of that order; null for a guest. */
  seeUrl?: string | null;
};

/** The shown and the present total, in bani. `lines` are the types whose price changed. */
export type PriceChange = {
  was: number;
  total: number;
  lines: readonly { label: string; was: number; now: number }[];
  /** `phase`: a price changed. `code_used`: the code covers fewer tickets. `code_over`: the code itself is over. */
  cause: "phase" | "code_used" | "code_over";
};

/** A code that was typed on this page and refused. */
export type RefusedCode = { typed: string; sentence: string };

export type TicketPanelView =
  | {
      kind: "sale";
      types: TicketTypeView[];
      /** This night, then the others of types for several: the form says that the page showed these dates. */
      nights: readonly ShownNight[];
      /** Sentences above the types: the last places that several types share, and when the online sale ends. */
      lastPlaces: readonly string[];
      saleEnds: readonly string[];
      /** Types that are sold out now. `mayReturn`: some of their tickets are held and not paid yet. */
      gone: readonly { name: string; mayReturn: boolean }[];
      /** The waiting room, while it lets people in; null when everybody may buy. */
      waitingUrl: string | null;
      /** A click of an anonymous visitor leads to the login first, which returns here. */
      isAnonymous: boolean;
      /** The most people that one order may admit. */
      mostPeople: number;
      /** What a person without an account may buy of the night; null when an account is needed. */
      mostForGuest: GuestLimit | null;
      /** The code of this browser; null without one. */
      code: CodeView | null;
      wrongCode: RefusedCode | null;
      /** The earlier choice, after a login, a refusal or a code. */
      chosen: readonly ChosenLine[];
      refusal: PanelRefusal | null;
      /** The captcha, when the refusal asks for one. */
      captcha: CaptchaWidget | null;
    }
  | {
      kind: "closed";
      /** The state of the sale; also "on_sale" while what is left is not for this visitor. */
      state: SaleState;
      /** When the sale, or more of it, begins, in Bucharest time; null when nothing is known to begin. */
      opens: { day: string; time: string } | null;
      /** Of an announced sale: when the waiting room opens; its address, once it is open; the login before it. */
      roomFrom: string | null;
      waitingUrl: string | null;
      loginUrl: string | null;
      isAnonymous: boolean;
      mayBeGuest: boolean;
      types: TicketTypeView[];
      /** After how many minutes an unpaid place returns; null when no such place is held. */
      returnsAfter: number | null;
      /** Whether the night itself is on sale, so that a code may open types that can be bought. */
      takesCode: boolean;
      code: CodeView | null;
      wrongCode: RefusedCode | null;
      /** The panel is the answer to a click that bought nothing. */
      isAnswer?: boolean;
    };

export type ClosedPanelView = Extract<TicketPanelView, { kind: "closed" }>;

/** Returns when the sale begins, for a panel that waits for it; else null. */
export const expectedOpening = ({ state, opens }: ClosedPanelView) =>
  state === "announced" || state === "not_yet" ? opens : null;

export type SalePanel = Extract<TicketPanelView, { kind: "sale" }>;

/** The answer to a click that leads nowhere. */
export type PressAnswer = {
  /** The present panel, when the page is out of date. */
  present?: TicketPanelView;
  refusal: PanelRefusal | null;
  wrongCode?: RefusedCode;
  /** The choice, for a page that is rendered again. */
  chosen: readonly ChosenLine[];
  captcha: CaptchaWidget | null;
};

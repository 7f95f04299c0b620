import type { Act } from "#ticketing/rights/act-rights.ts";
import type { Right } from "#ticketing/rights/role-rights.ts";

/** How requests that change something are counted; the figures stand in host/request-limits. */
export type LimitName =
  | "own"
  | "proof"
  | "signUp"
  | "newsletter"
  | "lostTickets"
  | "emailLink"
  | "checkout"
  | "demoCheckout"
  | "resend"
  | "ticketEmail"
  | "gateCodes"
  | "office"
  | "picture"
  | "testLetter"
  | "messages";

/**
 * A parameter of a page. The page is kept for each of `values`; with "free" text it is rendered each time. `usual`
 * means the same as no parameter.
 */
export type Parameter = { readonly values: readonly string[] | "free"; readonly usual: string };
export type Parameters = Readonly<Record<string, Parameter>>;

/** What the site knows of one address. An address without a row does not exist. */
export type Address = {
  /** The screen or answer, below src/web. */
  readonly file: string;
  /** It is drawn over the screen of the address above it. */
  readonly over?: true;
  /** Absent where it takes no form. */
  readonly limit?: LimitName;
} & (VisitorsAddress | OfficeAddress);

/** A person may open it without signing in: its bytes are kept for each of these parameters, or it is rendered each time. */
type VisitorsAddress = { readonly kept: Parameters } | { readonly rendered: string };

/** Of the back-office. */
export type OfficeAddress = {
  /** The right to open it. */
  readonly read: Right;
  /** The acts of this address, by the value of the form's `intent`; "" where a form has none. */
  readonly acts: Readonly<Record<string, Act>>;
  /** Further acts that may happen in the same request. */
  readonly also: readonly Act[];
};

export type Addresses<One = Address> = Readonly<Record<string, One>>;

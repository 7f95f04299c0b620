import type { Act } from "#ticketing/rights/act-rights.ts";
import type { Right } from "#ticketing/rights/role-rights.ts";

/** The limits for requests that change something; their numbers are in host/request-limits. */
export type LimitName =
  | "own"
  | "proof"
  | "signUp"
  | "guest"
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
 * A parameter of a page. A kept page is kept for each of `values`; a page with "free" text is rendered each time.
 * `usual` means the same as no parameter, and so does any value that is not one of `values`, unless it is like
 * `rare`: then the page is rendered each time.
 */
export type Parameter = {
  readonly values: readonly string[] | "free";
  readonly usual: string;
  readonly rare?: RegExp;
};
export type Parameters = Readonly<Record<string, Parameter>>;

/** All facts about one address. An address without a row does not exist. */
export type Address = {
  /** The file of the screen or the answer, below src/web. */
  readonly file: string;
  /** Whether the screen is drawn over the screen of the address above it. */
  readonly over?: true;
  /** The limit for its forms; undefined when it takes none. */
  readonly limit?: LimitName;
} & (VisitorsAddress | OfficeAddress);

/** An address without sign-in. Its page is kept for each of these parameters, or rendered for the given reason. */
type VisitorsAddress = { readonly kept: Parameters } | { readonly rendered: string };

/** An address of the back-office. */
export type OfficeAddress = {
  /** The right to open it. */
  readonly read: Right;
  /** The acts of this address, by the value of the form's `intent`; "" for a form without one. */
  readonly acts: Readonly<Record<string, Act>>;
  /** Further acts that may happen in the same request. */
  readonly also: readonly Act[];
};

export type Addresses<Row = Address> = Readonly<Record<string, Row>>;

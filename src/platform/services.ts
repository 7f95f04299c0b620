import type { CardCheckout } from "./card-checkout/card-checkout.server.ts";
import type { Database } from "./database/database.server.ts";
import type { Log } from "./log/log.server.ts";
import type { Spreadsheets } from "./spreadsheet/spreadsheet.server.ts";

/** The adapters that acts receive. Made once, in host/open-services.ts; tests make their own. */
export type Services = {
  readonly database: Database;
  readonly cards: CardCheckout;
  readonly log: Log;
  readonly spreadsheets: Spreadsheets;
  /** The present instant, for dates and display. Expiry is always decided by the database's clock. */
  readonly now: () => Date;
  /** The site's public address, such as https://bilete.example. Links in emails and at the provider begin with it. */
  readonly origin: string;
  readonly settings: Settings;
};

export type Settings = {
  readonly mode: "demo" | "production";
  /** Whether the card provider's key moves real money. */
  readonly livemode: boolean;
  readonly holdMinutes: number;
  /** How many requests a second we allow ourselves at the card provider. */
  readonly providerRate: number;
};

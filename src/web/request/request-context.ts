import { createContext } from "react-router";
import type { ActiveOffer } from "#ticketing/orders/order-queries.server.ts";
import type { SiteServices } from "./site-services.ts";
import type { Visitor } from "./who-asks.server.ts";

/** The doors, for loaders and actions. */
export const siteContext = createContext<SiteServices>();

/** Who asks; read from the database once per request. */
export const visitorContext = createContext<Visitor>();

/** What the page being rendered depends on, so that the cache knows when it ends. Loaders add to it. */
export type PageFacts = {
  /** Stands on every inline script and style that we write ourselves, until the policy of the page is made of them. */
  readonly mark: string;
  /** Such as `event:{id}`, `content`. */
  readonly subjects: Set<string>;
  /** What it shows of the stock (`stock-shown.ts`), by `card:{event id}`, `types:{event id}`, `offers:{place}`. */
  readonly stock: Map<string, string>;
  /** The next moment (milliseconds) at which the page changes by itself. */
  until: number;
  /** What a loader or action threw, if one did; the page then shows that something broke, and is not kept. */
  failure: unknown;
};

export const pageFactsContext = createContext<PageFacts>();

/** Finds what who asks has already of the offers; it is there already where the page is kept, once for each such thing. */
export const activeOfferContext = createContext<() => Promise<ActiveOffer | null>>(async () => null);

import { createContext } from "react-router";
import type { ActiveOffer } from "#ticketing/orders/order-queries.server.ts";
import type { SiteServices } from "./site-services.ts";
import type { Viewer, Visitor } from "./visitor.server.ts";

/** The services, for loaders and actions. */
export const siteContext = createContext<SiteServices>();

/** The visitor, read from the database in the turn of the request. Reading it throws when the page is rendered for the cache. */
export const visitorContext = createContext<Visitor>();

/** The visitor as public pages see it; a page for the cache sees no single person. */
export const viewerContext = createContext<Viewer>();

/** Facts about the page that is being rendered. */
export type PageFacts = {
  /** Marks every inline script and style that we write, until the page's Content-Security-Policy lists their hashes. */
  readonly nonce: string;
  /** The error that a loader or action threw, if any. The page then shows an error and is not kept. */
  failure: unknown;
};

export const pageFactsContext = createContext<PageFacts>();

/** Finds the visitor's active offer. A page for the cache has a fixed answer, because it is kept per offer. */
export const activeOfferContext = createContext<() => Promise<ActiveOffer | null>>(async () => null);

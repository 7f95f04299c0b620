import { createContext } from "react-router";
import type { ActiveOffer } from "#ticketing/orders/order-queries.server.ts";
import type { SiteServices } from "./site-services.ts";
import type { Viewer, Visitor } from "./visitor.server.ts";

/** The services, for loaders and actions. */
export const siteContext = createContext<SiteServices>();

/** The visitor; read from the database once per request. Reading it throws where the page is rendered to be kept. */
export const visitorContext = createContext<Visitor>();

/** The visitor as pages that may be kept see one. */
export const viewerContext = createContext<Viewer>();

/** Facts of the page being rendered, beside its bytes. */
export type PageFacts = {
  /** On every inline script and style that we write ourselves, until the policy of the page is made of them. */
  readonly nonce: string;
  /** What a loader or action threw, if one did; the page then shows an error, and is not kept. */
  failure: unknown;
};

export const pageFactsContext = createContext<PageFacts>();

/** Finds the visitor's active offer; set already where the page is kept, once for each such offer. */
export const activeOfferContext = createContext<() => Promise<ActiveOffer | null>>(async () => null);

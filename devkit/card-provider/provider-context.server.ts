import type { ProviderStore } from "./provider-store.server.ts";

/** What the parts of the provider share. */
export type ProviderContext = {
  store: ProviderStore;
  nowMs(): number;
  /** Whole seconds since 1970, as the API writes moments. */
  nowSeconds(): number;
  /** What happens to refunds, because the club's balance is too small; null: it is not. */
  shortBalance(): "refuses" | "waits" | "fails" | null;
  /** Where customers find the hosted pages, without a slash at the end. */
  pagesBase(): string;
  /**
   * Keeps an event and queues its notice, in the transaction of its cause. `before`: what was different until now, of a
   * thing that changed.
   */
  tell(type: string, object: object, before?: object): void;
};

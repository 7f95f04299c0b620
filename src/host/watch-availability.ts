import { dayOf } from "#kernel/time.ts";
import { listStockShown } from "#ticketing/events/event-queries.server.ts";
import { listOfferStockShown } from "#ticketing/events/offer-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

/**
 * Renews kept pages whose "available", "last" or "sold out" is no longer true. Two small questions a second for all
 * nights and offers, whoever changed the stock and in whichever process; a notification in a transaction that takes
 * stock would cost every buyer a lock on the whole database. What is true is held against what each page shows, not
 * against what was true a second ago: in between a page may have been rendered that shows what has come and gone.
 */
export function watchAvailability(site: SiteServices): () => Promise<void> {
  return async () => {
    const [reader, today] = [site.database.anonymous.$client, dayOf(site.now())];
    const [nights, offers] = await Promise.all([
      listStockShown(reader, today),
      listOfferStockShown(reader, today),
    ]);
    const stock = new Map([
      ["offers:tickets", offers.tickets],
      ["offers:season-pass", offers.seasonPass],
    ]);
    for (const [id, { card, types }] of nights) stock.set(`card:${id}`, card).set(`types:${id}`, types);
    site.pages.compareStock(stock);
  };
}

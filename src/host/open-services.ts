import { createCardCheckout } from "#platform/card-checkout/card-checkout.server.ts";
import { openDatabase } from "#platform/database/database.server.ts";
import { openIdentity } from "#platform/identity/identity.server.ts";
import { openLog } from "#platform/log/log.server.ts";
import type { Services } from "#platform/services.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { createCheckoutRate } from "#ticketing/orders/checkout-rate.ts";
import { rememberTypesOfPrices } from "#ticketing/orders/find-type-of-price.server.ts";
import { openHoldDesk } from "#ticketing/orders/hold-desk.server.ts";
import { hasOpenOrder } from "#ticketing/orders/order-queries.server.ts";
import { accountCallbacks } from "#ticketing/people/account-callbacks.server.ts";
import { createPageCache } from "#web/request/page-cache.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { findVisitor } from "#web/request/who-asks.server.ts";
import type { Config } from "./config.ts";

const pageCacheBytes = 64 * 1024 * 1024;

export type CardKeys = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly apiBase?: string;
};

/** The composition root: every door is made here, once, and nowhere else. */
export async function openServices(
  config: Config,
  storage: { url: string; dataDir: string; appSecret: string },
  cards: CardKeys,
  demo: Partial<SiteServices>,
): Promise<SiteServices & { close(): Promise<void> }> {
  const log = openLog(config.logLevel);
  const services: Services = {
    database: openDatabase({
      url: storage.url,
      rolePrefix: config.rolePrefix,
      onIdleError: (error) => log.warn({ error: error.message }, "a connection was lost"),
    }),
    cards: createCardCheckout({ ...cards, now: () => new Date() }),
    log,
    now: () => new Date(),
    origin: config.origin,
    settings: {
      mode: config.mode,
      livemode: /^(sk|rk)_live_/.test(cards.secretKey),
      holdMinutes: config.holdMinutes,
      providerRate: config.providerRate,
    },
  };
  const holds = openHoldDesk(services);
  const identity = await openIdentity({
    database: services.database,
    secret: storage.appSecret,
    origin: config.origin,
    callbacks: accountCallbacks({ origin: config.origin, lettersOn: async () => true }),
    ...(config.hashConcurrency ? { hashing: { concurrency: config.hashConcurrency } } : {}),
  });
  return {
    ...services,
    holds,
    checkoutRate: createCheckoutRate(() => performance.now()),
    typeOfPrice: rememberTypesOfPrices(services.database),
    pages: createPageCache({ now: () => Date.now(), maxBytes: pageCacheBytes }),
    identity,
    keys: await openSigningKeys({ database: services.database, appSecret: storage.appSecret }),
    findVisitor: (request) =>
      findVisitor(request, {
        identity,
        origin: config.origin,
        hasOpenOrder: (userId) => hasOpenOrder(services.database, userId),
      }),
    findMail: async () => undefined,
    demoAccounts: null,
    ...demo,
    async close() {
      await holds.close();
      services.cards.close();
      await services.database.close();
    },
  };
}

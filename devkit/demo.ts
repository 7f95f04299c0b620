import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#host/config.ts";
import type { CardKeys } from "#host/services.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { createCardProvider } from "./card-provider/card-provider.server.ts";

type DemoOptions = {
  readonly config: Config;
  readonly dataDir: string;
  readonly project: string;
  readonly ownerUrl: string | null;
};

/** Everything that exists in demo mode only: the double of the card provider, the mailbox, the season, the accounts. */
export async function openDemo({ config, dataDir }: DemoOptions) {
  mkdirSync(dataDir, { recursive: true });
  // the double is reached over loopback like the real one over the network; nothing of ours knows which it is
  const self = `http://${config.host.includes(":") ? `[${config.host}]` : config.host === "0.0.0.0" ? "127.0.0.1" : config.host}:${config.port}`;
  const keys = { secretKey: "sk_test_estival_demo", webhookSecret: "whsec_estival_demo" };
  const provider = createCardProvider({
    ...keys,
    stateFile: join(dataDir, "card-provider.sqlite"),
    notifyUrl: `${self}/webhooks/stripe`,
    pagesBase: `${config.origin}/_demo/pay`,
  });
  const cardKeys: CardKeys = { ...keys, apiBase: `${self}/_demo/pay/api` };
  return {
    cardKeys,
    forSite: {} satisfies Partial<SiteServices>,
    async answer(request: Request): Promise<Response | undefined> {
      return new URL(request.url).pathname.startsWith("/_demo/pay/") ? provider.fetch(request) : undefined;
    },
    async afterListening(_site: SiteServices): Promise<void> {},
    greeting: (): string[] => [],
    close: () => provider.close(),
  };
}

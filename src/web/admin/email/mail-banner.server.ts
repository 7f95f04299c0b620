import { formatInstant } from "#kernel/time.ts";
import { readMailNews } from "#ticketing/letters/outbox-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Administrator } from "../administrator.server.ts";
import type { MailBannerView } from "./mail-banner-view.ts";

/** The most pressing thing about the letters, if there is one. A banner that cannot be read keeps no screen away. */
export async function findMailBanner(
  site: SiteServices,
  administrator: Administrator,
): Promise<MailBannerView | null> {
  try {
    const news = await site.database.withActor(administrator, (sql) => readMailNews(sql.$client));
    const { waiting, failed } = news;
    const since = news.paused ? formatInstant(news.paused.since) : "";
    const enabled = news.enabled ?? site.mailDefaults?.enabled ?? false;
    const kind = news.paused ? "paused" : !enabled ? "off" : failed > 0 ? "failed" : null;
    return kind && { kind, since, waiting, failed };
  } catch (error) {
    site.log.error({ error: String(error) }, "the state of the letters could not be read");
    return null;
  }
}

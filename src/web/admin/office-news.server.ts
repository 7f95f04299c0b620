import { formatInstant } from "#kernel/time.ts";
import { readOfficeNews } from "#ticketing/reports/notification-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Administrator } from "./administrator.server.ts";
import type { MailBannerView } from "./email/mail-banner-view.ts";

type News = {
  /** The most urgent message about the emails, if there is one. */
  readonly mail: MailBannerView | null;
  readonly unread: number;
};

/** The data of the frame. When it cannot be read, the screen is shown without it. */
export async function findOfficeNews(site: SiteServices, administrator: Administrator): Promise<News> {
  try {
    const news = await site.database.readAs(administrator, (sql) =>
      readOfficeNews(sql, administrator.userId),
    );
    const { paused, waiting, failed } = news.mail;
    const enabled = news.mail.enabled ?? site.mailDefaults?.enabled ?? false;
    const kind = paused ? "paused" : !enabled ? "off" : failed > 0 ? "failed" : null;
    const since = paused ? formatInstant(paused.since) : "";
    return { mail: kind && { kind, since, waiting, failed }, unread: news.unread };
  } catch (error) {
    site.log.error({ error: String(error) }, "the news of the back-office could not be read");
    return { mail: null, unread: 0 };
  }
}

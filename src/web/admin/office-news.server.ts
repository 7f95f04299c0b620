import { formatInstant } from "#kernel/time.ts";
import { isOfPassword } from "#platform/mail/mail-answers.ts";
import { listNamedStops } from "#ticketing/events/stop-queries.server.ts";
import { readOfficeNews } from "#ticketing/reports/notification-queries.server.ts";
import { may } from "#ticketing/rights/role-rights.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Administrator } from "./administrator.server.ts";
import type { MailBannerView } from "./email/mail-banner-texts.ts";
import { type StopBannerView, stopsInBanner } from "./status/stop-banner.tsx";

type News = {
  /** The most urgent message about the emails; null without one. */
  readonly mail: MailBannerView | null;
  /** The active stops; null when nothing is stopped. */
  readonly stops: StopBannerView | null;
  /** Null for a person without a bell. */
  readonly unread: number | null;
};

/**
 * Returns the frame's data for a person who may see the bell. When it cannot be read, the screen is shown without it.
 */
export async function findOfficeNews(site: SiteServices, administrator: Administrator): Promise<News> {
  const on = site.stops.stops.length;
  const withoutNews = { mail: null, stops: on > 0 ? { on, first: [] } : null, unread: null };
  if (!may(administrator.role, "office.open")) return withoutNews;
  try {
    const { news, named } = await site.database.readAs(administrator, async (sql) => ({
      news: await readOfficeNews(sql, administrator.userId),
      named: on > 0 ? await listNamedStops(sql) : [],
    }));
    const { paused, away, waiting, failed, refused, lastRefusal } = news.mail;
    const enabled = news.mail.enabled ?? site.mailDefaults?.enabled ?? false;
    const failure = refused > 0 ? "refused" : failed > 0 ? "failed" : null;
    const kind = paused ? "paused" : !enabled ? "off" : away ? "away" : failure;
    const held = paused ?? away;
    const since = held ? formatInstant(held.since) : "";
    const refusal = held && isOfPassword(held.reason) ? null : (held?.reason ?? lastRefusal);
    const stops = named.length > 0 ? { on: named.length, first: named.slice(0, stopsInBanner) } : null;
    return { mail: kind && { kind, since, waiting, failed, refused, refusal }, stops, unread: news.unread };
  } catch (error) {
    site.log.error({ error: String(error) }, "the news of the back-office could not be read");
    return withoutNews;
  }
}

import { data, isRouteErrorResponse, Outlet, useLocation } from "react-router";
import { dayOf, formatInstant } from "#kernel/time.ts";
import { lookOf } from "#ticketing/content/brand.ts";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultClub, withDefaults } from "#ticketing/content/site-content.ts";
import { readFlash } from "#web/request/flash.server.ts";
import { carriesSecretFlag } from "#web/ui/secret-flag.ts";
import type { Route } from "./+types/admin-layout.ts";
import { adminTexts } from "./admin-texts.ts";
import { type Administrator, guard, officeOf } from "./administrator.server.ts";
import { EmptyShell } from "./empty-shell.tsx";
import { OfficeFrame } from "./office-frame.tsx";
import type { OfficeFrameView } from "./office-frame-view.ts";
import { readSideWidth } from "./side-width.ts";
import "./ui/office.css";
import { isOfPassword } from "#platform/mail/mail-answers.ts";
import { listNamedStops } from "#ticketing/events/stop-queries.server.ts";
import { readOfficeNews } from "#ticketing/reports/notification-queries.server.ts";
import { may } from "#ticketing/rights/role-rights.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { artistTexts } from "./artists/artist-texts.ts";
import type { MailBannerView } from "./email/mail-banner-texts.ts";
import { eventTexts } from "./events/event-texts.ts";
import { notificationTexts } from "./notifications/notification-texts.ts";
import { type StopBannerView, stopsInBanner } from "./status/stop-banner.tsx";
import { ticketTexts } from "./tickets/ticket-texts.ts";
import { ActLink } from "./ui/act-buttons.tsx";
import { NothingHere } from "./ui/nothing-here.tsx";

export const meta: Route.MetaFunction = () => [
  { title: adminTexts.barTitle },
  { name: "robots", content: "noindex" },
];

export const middleware: Route.MiddlewareFunction[] = [guard];

/** With the secret flag, a navigation inside the browser shows the empty shell and sends no request. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  (_, next) => {
    if (carriesSecretFlag()) throw data("shell", { status: 403 });
    return next();
  },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { site, actor: person } = officeOf(context);
  const { fullName, email, role } = person;
  const content = await readContent(site.database.anonymous, ["club", "brand"]);
  const { mail, stops, unread } = await findOfficeNews(site, person);
  const club = withDefaults(defaultClub, content.get("club"));
  const view: OfficeFrameView = {
    clubName: club.full_name,
    logo: lookOf(content.get("brand")).logo?.small ?? null,
    season: adminTexts.season(dayOf(site.now()).slice(0, 4)),
    person: { name: fullName?.trim() || adminTexts.nobodyNamed, email, role },
    mode: site.settings.mode,
    side: readSideWidth(request.headers.get("cookie") ?? ""),
    flash: readFlash(request, site.origin),
    mail,
    stops,
    unread,
  };
  return { view };
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <OfficeFrame view={loaderData.view}>
      <Outlet />
    </OfficeFrame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.data === "shell") return <EmptyShell />;
  const reason = !isRouteErrorResponse(error)
    ? "broken"
    : error.data === "read_only"
      ? "readOnly"
      : error.status === 404
        ? "missing"
        : "broken";
  if (!loaderData) return <AdminFailure reason={reason} />;
  return (
    <OfficeFrame view={loaderData.view}>
      <AdminFailure reason={reason} />
    </OfficeFrame>
  );
}

/** The screen for a row that no longer exists, or for a failure; the frame stays. */
function AdminFailure({ reason }: { reason: "missing" | "broken" | "readOnly" }) {
  const { pathname, search } = useLocation();
  if (reason === "readOnly")
    return <NothingHere level="page" title={adminTexts.readOnly} text={adminTexts.readOnlyText} />;
  const isMissing = reason === "missing";
  return (
    <NothingHere
      level="page"
      title={isMissing ? adminTexts.missing : loadFailureText(pathname)}
      text={isMissing ? adminTexts.missingText : adminTexts.brokenText}
    >
      {isMissing ? null : (
        <ActLink look="sun" to={pathname + search} reloadDocument label={adminTexts.tryAgain} />
      )}
    </NothingHere>
  );
}

/** The message of a screen that could not be read (B14). */
const failures: readonly (readonly [address: RegExp, text: string])[] = [
  [/^\/admin\/events/, eventTexts.loadFailed],
  [/^\/admin\/artists/, artistTexts.loadFailed],
  [/^\/admin\/tickets/, ticketTexts.loadFailed],
  [/^\/admin\/abonamente/, ticketTexts.loadSpecialFailed],
  [/^\/admin\/notifications/, notificationTexts.loadFailed],
];

function loadFailureText(pathname: string): string {
  return failures.find(([address]) => address.test(pathname))?.[1] ?? adminTexts.broken;
}

type News = {
  /** The most urgent message about the emails, if there is one. */
  readonly mail: MailBannerView | null;
  /** What is stopped; null when everything runs. */
  readonly stops: StopBannerView | null;
  /** Null for a person who has no bell. */
  readonly unread: number | null;
};

/**
 * The data of the frame, for a person who may open the bell. When it cannot be read, the screen is shown without it.
 */
async function findOfficeNews(site: SiteServices, administrator: Administrator): Promise<News> {
  const stopCount = site.stops.stops.length;
  const withoutNews = {
    mail: null,
    stops: stopCount > 0 ? { on: stopCount, first: [] } : null,
    unread: null,
  };
  if (!may(administrator.role, "office.open")) return withoutNews;
  try {
    const { news, named } = await site.database.readAs(administrator, async (sql) => ({
      news: await readOfficeNews(sql, administrator.userId),
      named: stopCount > 0 ? await listNamedStops(sql) : [],
    }));
    const { paused, away, waiting, failed, refused, lastRefusal } = news.mail;
    const enabled = news.mail.enabled ?? site.mailDefaults?.enabled ?? false;
    const failure = refused > 0 ? "refused" : failed > 0 ? "failed" : null;
    const kind = paused ? "paused" : !enabled ? "off" : away ? "away" : failure;
    const mailStop = paused ?? away;
    const since = mailStop ? formatInstant(mailStop.since) : "";
    const refusal = mailStop && isOfPassword(mailStop.reason) ? null : (mailStop?.reason ?? lastRefusal);
    const stops = named.length > 0 ? { on: named.length, first: named.slice(0, stopsInBanner) } : null;
    return { mail: kind && { kind, since, waiting, failed, refused, refusal }, stops, unread: news.unread };
  } catch (error) {
    site.log.error({ error: String(error) }, "the news of the back-office could not be read");
    return withoutNews;
  }
}

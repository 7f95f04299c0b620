import { data, isRouteErrorResponse, Outlet } from "react-router";
import { dayOf } from "#kernel/time.ts";
import { lookOf } from "#ticketing/content/brand.ts";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultClub, withDefaults } from "#ticketing/content/site-content.ts";
import { readFlash } from "#web/request/flash.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { carriesSecretFlag } from "#web/ui/secret-flag.ts";
import type { Route } from "./+types/admin-layout.ts";
import { AdminFailure } from "./admin-failure.tsx";
import { adminTexts } from "./admin-texts.ts";
import { administratorContext, guard } from "./administrator.server.ts";
import { EmptyShell } from "./empty-shell.tsx";
import { OfficeFrame } from "./office-frame.tsx";
import type { OfficeFrameView } from "./office-frame-view.ts";
import { findOfficeNews } from "./office-news.server.ts";
import { readSideWidth } from "./side-width.ts";
import "./ui/office.css";

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
  const site = context.get(siteContext);
  const person = context.get(administratorContext);
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

import { siteContext } from "#web/request/request-context.ts";
import { useRefresh } from "#web/ui/use-refresh.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import type { Route } from "./+types/status-route.ts";
import { StatusPage } from "./status-page.tsx";
import { readStatusView } from "./status-reading.server.ts";
import { statusTexts } from "./status-texts.ts";
import "./status.css";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(statusTexts.title) }];

export async function loader({ context }: Route.LoaderArgs) {
  return { view: await readStatusView(context.get(siteContext), context.get(administratorContext)) };
}

const refreshSeconds = 5;

export default function Status({ loaderData }: Route.ComponentProps) {
  useRefresh(refreshSeconds);
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={String(refreshSeconds * 2)} />
      </noscript>
      <StatusPage view={loaderData.view} />
    </>
  );
}

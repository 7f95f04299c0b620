import { siteHistory } from "#ticketing/events/record-stop.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { HistoryPage } from "../history/history-page.tsx";
import { readHistory } from "../history/history-reading.server.ts";
import { historyTexts } from "../history/history-texts.ts";
import type { Route } from "./+types/stop-history-route.ts";
import { stopTexts } from "./stop-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(historyTexts.title) }];

export async function loader({ context, request }: Route.LoaderArgs) {
  return context.get(siteContext).database.readAs(context.get(administratorContext), async (sql) => {
    const back = { to: "/admin/status/stops", label: stopTexts.title };
    return {
      view: { name: stopTexts.title, back, ...(await readHistory(sql, siteHistory, request)) },
    };
  });
}

export default function StopHistory({ loaderData }: Route.ComponentProps) {
  return <HistoryPage view={loaderData.view} />;
}

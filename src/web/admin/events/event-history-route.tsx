import { data } from "react-router";
import { findEventName } from "#ticketing/events/office-event-queries.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { readAs } from "../administrator.server.ts";
import { HistoryPage } from "../history/history-page.tsx";
import { readHistory } from "../history/history-reading.server.ts";
import { historyTexts } from "../history/history-texts.ts";
import { idOf } from "../posted-form.server.ts";
import type { Route } from "./+types/event-history-route.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(historyTexts.title) }];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const id = idOf(params);
  return readAs(context, async (sql) => {
    const name = await findEventName(sql, id);
    if (name === undefined) throw data(null, { status: 404 });
    const back = { to: `/admin/events/${id}`, label: name };
    return { view: { name, back, ...(await readHistory(sql, id, request)) } };
  });
}

export default function EventHistory({ loaderData }: Route.ComponentProps) {
  return <HistoryPage view={loaderData.view} />;
}

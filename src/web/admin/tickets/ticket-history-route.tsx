import { data } from "react-router";
import { findType } from "#ticketing/events/office-type-queries.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { readAs } from "../administrator.server.ts";
import { HistoryPage } from "../history/history-page.tsx";
import { readHistory } from "../history/history-reading.server.ts";
import { historyTexts } from "../history/history-texts.ts";
import { idOf } from "../posted-form.server.ts";
import type { Route } from "./+types/ticket-history-route.ts";
import { baseOf, ticketKindOf } from "./ticket-kind.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(historyTexts.title) }];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const id = idOf(params);
  const base = baseOf[ticketKindOf(new URL(request.url).pathname)];
  return readAs(context, async (sql) => {
    const type = await findType(sql, id);
    if (!type) throw data(null, { status: 404 });
    const back = { to: `${base}/${id}`, label: type.type };
    return { view: { name: type.type, back, ...(await readHistory(sql, id, request)) } };
  });
}

export default function TicketHistory({ loaderData }: Route.ComponentProps) {
  return <HistoryPage view={loaderData.view} />;
}

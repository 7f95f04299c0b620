import { data } from "react-router";
import { findVoucher } from "#ticketing/orders/vouchers/office-voucher-queries.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { readAs } from "../administrator.server.ts";
import { HistoryPage } from "../history/history-page.tsx";
import { readHistory } from "../history/history-reading.server.ts";
import { historyTexts } from "../history/history-texts.ts";
import { idOf } from "../posted-form.server.ts";
import type { Route } from "./+types/code-history-route.ts";
import { shownCode } from "./code-words.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(historyTexts.title) }];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const id = idOf(params);
  return readAs(context, async (sql) => {
    const found = await findVoucher(sql, id);
    if (!found) throw data(null, { status: 404 });
    const name = shownCode(found);
    const back = { to: `/admin/codes/${id}`, label: name };
    return { view: { name, back, ...(await readHistory(sql, id, request)) } };
  });
}

export default function CodeHistory({ loaderData }: Route.ComponentProps) {
  return <HistoryPage view={loaderData.view} />;
}

import { data } from "react-router";
import { readSettlement } from "#ticketing/reports/read-settlement.server.ts";
import { settledDaysOf } from "#ticketing/reports/settled-nights.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import type { Route } from "./+types/settlement-days-route.ts";
import { SettlementPage } from "./settlement-page.tsx";
import { settlementScreenTexts as texts } from "./settlement-screen-texts.ts";
import { viewOfDays } from "./settlement-views.ts";
import "./settlement.css";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.ofDays) }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const days = settledDaysOf(new URL(request.url).searchParams, site.now());
  const read = await readSettlement(site, { actor: context.get(administratorContext), of: days });
  if (!read.ok) throw data(null, { status: 404 });
  return viewOfDays(read.value, days);
}

export default function SettlementOfDays({ loaderData }: Route.ComponentProps) {
  return <SettlementPage view={loaderData} />;
}

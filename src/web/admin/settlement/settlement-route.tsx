import { data } from "react-router";
import { readSettlement } from "#ticketing/reports/read-settlement.server.ts";
import { settlementTexts } from "#ticketing/reports/settlement-texts.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { idOf } from "../posted-form.server.ts";
import type { Route } from "./+types/settlement-route.ts";
import { SettlementPage } from "./settlement-page.tsx";
import { viewOfNight } from "./settlement-views.ts";
import "./settlement.css";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(settlementTexts.open) }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const read = await readSettlement(context.get(siteContext), {
    actor: context.get(administratorContext),
    of: { eventId: idOf(params) },
  });
  const night = read.ok ? read.value.nights[0] : undefined;
  if (!read.ok || !night) throw data(null, { status: 404 });
  return viewOfNight(read.value, night);
}

export default function SettlementOfNight({ loaderData }: Route.ComponentProps) {
  return <SettlementPage view={loaderData} />;
}

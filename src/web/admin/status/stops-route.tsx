import { Outlet } from "react-router";
import { liftStop } from "#ticketing/events/lift-stop.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { postedForm } from "../posted-form.server.ts";
import type { Route } from "./+types/stops-route.ts";
import { stopTexts as texts } from "./stop-texts.ts";
import { StopsPage } from "./stops-page.tsx";
import { readStops } from "./stops-reading.server.ts";
import "./status.css";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.title) }];

export async function loader({ context }: Route.LoaderArgs) {
  return { view: await readStops(context.get(siteContext), context.get(administratorContext)) };
}

/** Lifts one stop. Lifting it twice is fine. */
export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const form = await postedForm(request, { one: ["lift"] });
  const lifted = await attempt(site, () =>
    liftStop(site, { actor: context.get(administratorContext), id: form.text("lift") }),
  );
  await site.stops.refresh();
  const flash =
    lifted.ok || lifted.refusal.reason === "missing"
      ? ({ kind: "success", text: texts.lifted } as const)
      : ({ kind: "error", text: texts.failed } as const);
  return seeOther("/admin/status/stops", { origin: site.origin, flash });
}

export default function Stops({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <StopsPage view={loaderData.view} />
      <Outlet />
    </>
  );
}

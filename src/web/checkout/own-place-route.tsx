import "./checkout.css";
import { redirect } from "react-router";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { flashTo } from "#web/request/responses.server.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { StandingView } from "#web/ui/use-standing.ts";
import type { Route } from "./+types/own-place-route.ts";
import { readWaitingRoom } from "./read-waiting-room.server.ts";
import { WaitingRoomPage } from "./waiting-room-page.tsx";
import { waitingRoomTexts } from "./waiting-room-texts.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: pageTitle(matches, waitingRoomTexts.pageTitle(loaderData?.view.event.title ?? "")) },
  { name: "robots", content: "noindex" },
];

/**
 * The waiting room for browsers without JavaScript. A person whose turn has come goes on to the tickets, and so does a
 * person whose session has ended: the night's page says how to buy now.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const view = await readWaitingRoom(site, params.id, "customer");
  if (visitor.kind !== "person") throw redirect(`/events/${view.event.id}#bilete`);
  const place = await site.rooms.placeOf(view.event.id, { userId: visitor.userId });
  if (place?.kind === "in")
    throw flashTo(site, `/events/${view.event.id}#bilete`, "success", waitingRoomTexts.turnCame);
  const standing: StandingView = place ?? { kind: "outside" };
  return { view, standing };
}

export default function OwnPlace({ loaderData }: Route.ComponentProps) {
  return <WaitingRoomPage view={loaderData.view} standing={loaderData.standing} />;
}

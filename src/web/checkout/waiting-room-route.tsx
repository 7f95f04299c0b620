import "./checkout.css";
import { data, redirect, useLocation } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { goToRoom } from "#web/request/go-to-room.server.ts";
import { siteContext, viewerContext, visitorContext } from "#web/request/request-context.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { Route } from "./+types/waiting-room-route.ts";
import { readWaitingRoom } from "./read-waiting-room.server.ts";
import { WaitingRoomPage } from "./waiting-room-page.tsx";
import { waitingRoomTexts } from "./waiting-room-texts.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: pageTitle(matches, waitingRoomTexts.pageTitle(loaderData?.view.event.title ?? "")) },
  { name: "robots", content: "noindex" },
];

/** Loads the page that is the same for everybody who waits; it contains nothing personal. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const viewer = context.get(viewerContext).kind !== "person" ? "anonymous" : "customer";
  const view = await readWaitingRoom(site, params.id, viewer);
  return { view };
}

/** Takes a place in the waiting room, one for each account. */
export async function action({ context, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  if (visitor.kind !== "person") return redirect(`/login?next=/events/${params.id}`, 303);
  return goToRoom(site, visitor, params.id);
}

export default function WaitingRoom({ loaderData }: Route.ComponentProps) {
  // taking a place leads to this address again: the page must ask for the place anew
  const { key } = useLocation();
  return <WaitingRoomPage key={key} view={loaderData.view} standing={{ kind: "unknown" }} />;
}

import { data, redirect } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { goToRoom } from "#web/request/go-to-room.server.ts";
import { pageTitle } from "#web/request/page-title.ts";
import { pageFactsContext, siteContext, visitorContext } from "#web/request/request-context.ts";
import type { Route } from "./+types/waiting-room-route.ts";
import { readWaitingRoom } from "./read-waiting-room.server.ts";
import { WaitingRoomPage } from "./waiting-room-page.tsx";
import { waitingRoomTexts } from "./waiting-room-texts.ts";

/** How long the count on the kept page may be old; a script asks for newer figures anyway. */
const keptMilliseconds = 5000;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: pageTitle(matches, waitingRoomTexts.pageTitle(loaderData?.view.event.title ?? "")) },
  { name: "robots", content: "noindex" },
];

/** The same for everybody who waits: nothing of one person stands here. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const viewer = context.get(visitorContext).kind === "anonymous" ? "anonymous" : "customer";
  const view = await readWaitingRoom(site, params.id, viewer);
  const facts = context.get(pageFactsContext);
  facts.subjects.add(`event:${view.event.id}`);
  facts.until = Math.min(facts.until, site.now().getTime() + keptMilliseconds);
  return { view };
}

/** In, with one place for each account. */
export async function action({ context, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  if (visitor.kind === "anonymous") return redirect(`/login?next=/events/${params.id}`, 303);
  return goToRoom(site, visitor, params.id);
}

export default function WaitingRoom({ loaderData }: Route.ComponentProps) {
  return <WaitingRoomPage view={loaderData.view} standing={{ kind: "unknown" }} />;
}

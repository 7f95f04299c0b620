import { redirect } from "react-router";
import { leaveBrowser } from "#web/request/cookies.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { leaveDeviceTexts } from "#web/ui/leave-device-texts.ts";
import { forgetAllTickets } from "#web/ui/saved-tickets.ts";
import type { Route } from "./+types/logout-route.ts";

export function loader() {
  return redirect("/");
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  // signing out of the back-office leads to the login, elsewhere to the home page
  const path = new URL(request.url).searchParams.get("to") === "login" ? "/login" : "/";
  const cookies = await leaveBrowser(site, request);
  if (context.get(visitorContext).kind !== "guest") return seeOther(path, { origin: site.origin, cookies });
  const flash = { kind: "success", text: leaveDeviceTexts.left } as const;
  return seeOther(path, { origin: site.origin, flash, cookies });
}

/** Somebody who leaves a device leaves no tickets on it. Without network nobody has left, and they stay. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (answer) {
    if (answer instanceof Response) await forgetAllTickets();
    throw answer;
  }
}

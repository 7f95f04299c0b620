import { useState } from "react";
import { noReferrerHeaders, noReferrerMeta } from "#web/request/letter-link.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { leavingPageBehind } from "#web/ui/leave-page.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import type { Route } from "./+types/confirm-route.ts";
import { accountTexts } from "./account-texts.ts";
import { confirm, viewOfLink } from "./confirm.server.ts";
import { ConfirmPage } from "./confirm-page.tsx";
import "./account.css";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, accountTexts.confirmTitle) },
  noReferrerMeta,
];

export function headers() {
  return noReferrerHeaders;
}

export async function loader({ context, request }: Route.LoaderArgs) {
  return viewOfLink(context.get(siteContext), request, context.get(visitorContext));
}

export async function action({ context, request }: Route.ActionArgs) {
  return confirm(context.get(siteContext), request, context.get(visitorContext));
}

/** When no answer comes, the page stays; another click gets it. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return unlessUnanswered(
    () => leavingPageBehind(serverAction),
    () => ({ kind: "unanswered" as const }),
  );
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? loaderData;
  const [view, setView] = useState(loaderData);
  if (answer.kind !== "unanswered" && answer !== view) setView(answer);
  return <ConfirmPage view={view} isUnanswered={answer.kind === "unanswered"} />;
}

import { noReferrerHeaders, noReferrerMeta, tokenOfLink } from "#web/request/letter-link.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { Route } from "./+types/confirm-route.ts";
import { accountTexts } from "./account-texts.ts";
import { confirm, viewOfLink, visitOf } from "./confirm.server.ts";
import { ConfirmPage } from "./confirm-page.tsx";
import "./split.css";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, accountTexts.confirmTitle) },
  noReferrerMeta,
];

export function headers() {
  return noReferrerHeaders;
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const visit = visitOf(site, request, context.get(visitorContext), tokenOfLink(request));
  return viewOfLink(site, visit, request);
}

export async function action({ context, request }: Route.ActionArgs) {
  return confirm(context.get(siteContext), request, context.get(visitorContext));
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmPage view={actionData ?? loaderData} />;
}

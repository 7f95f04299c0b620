import { data } from "react-router";
import { unsubscribeFromNewsletter } from "#ticketing/letters/unsubscribe-from-newsletter.server.ts";
import { noReferrerHeaders, noReferrerMeta, tokenOfLink } from "#web/request/letter-link.ts";
import { siteContext } from "#web/request/request-context.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { Route } from "./+types/newsletter-leave-route.ts";
import { NewsletterPage, type NewsletterPageView } from "./newsletter-page.tsx";
import { newsletterTexts } from "./newsletter-texts.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, newsletterTexts.leaveTitle) },
  noReferrerMeta,
];

export function headers() {
  return noReferrerHeaders;
}

export function loader({ request }: Route.LoaderArgs) {
  return { token: tokenOfLink(request) };
}

/**
 * Called by our button, and by a mail program's one-click unsubscribe (RFC 8058), which posts to the link's address.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const left = await unsubscribeFromNewsletter(context.get(siteContext), { token: tokenOfLink(request) });
  const view: NewsletterPageView = { kind: left.ok ? "left" : "over" };
  return data(view, { status: left.ok ? 200 : 400 });
}

export default function NewsletterLeave({ loaderData, actionData }: Route.ComponentProps) {
  return <NewsletterPage view={actionData ?? { kind: "leave", token: loaderData.token }} />;
}

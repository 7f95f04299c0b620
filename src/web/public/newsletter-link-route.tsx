import { data } from "react-router";
import { confirmNewsletter } from "#ticketing/letters/confirm-newsletter.server.ts";
import { unsubscribeFromNewsletter } from "#ticketing/letters/unsubscribe-from-newsletter.server.ts";
import { noReferrerHeaders, noReferrerMeta, tokenOfLink } from "#web/request/letter-link.ts";
import { siteContext } from "#web/request/request-context.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { Route } from "./+types/newsletter-link-route.ts";
import { NewsletterPage, type NewsletterPageView } from "./newsletter-page.tsx";
import { newsletterTexts } from "./newsletter-texts.ts";

/** Which of the two links of our emails it is: it joins the list, or leaves it. */
const isUnsubscribe = (pathname: string) => pathname.startsWith("/newsletter/unsubscribe");

export const meta: Route.MetaFunction = ({ location: { pathname }, matches }) => [
  {
    title: pageTitle(
      matches,
      isUnsubscribe(pathname) ? newsletterTexts.leaveTitle : newsletterTexts.confirmTitle,
    ),
  },
  noReferrerMeta,
];

export const headers = () => noReferrerHeaders;

export function loader({ request }: Route.LoaderArgs): NewsletterPageView {
  return {
    kind: isUnsubscribe(new URL(request.url).pathname) ? "leave" : "confirm",
    token: tokenOfLink(request),
  };
}

/** Our buttons, or a mail program's one-click unsubscribe (RFC 8058), which posts to the address itself. */
export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  if (isUnsubscribe(new URL(request.url).pathname)) {
    const unsubscribed = await unsubscribeFromNewsletter(site, { token: tokenOfLink(request) });
    return pageOf(unsubscribed.ok ? "left" : "over");
  }
  const token = (await request.formData()).get("token");
  const confirmed = await confirmNewsletter(site, { token: typeof token === "string" ? token : "" });
  return pageOf(confirmed.ok ? "confirmed" : "over");
}

const pageOf = (kind: "confirmed" | "left" | "over") =>
  data<NewsletterPageView>({ kind }, { status: kind === "over" ? 400 : 200 });

export default function NewsletterLink({ loaderData, actionData }: Route.ComponentProps) {
  return <NewsletterPage view={actionData ?? loaderData} />;
}

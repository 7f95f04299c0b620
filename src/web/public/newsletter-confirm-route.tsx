import { data } from "react-router";
import { confirmNewsletter } from "#ticketing/letters/confirm-newsletter.server.ts";
import { noReferrerHeaders, noReferrerMeta, tokenOfLink } from "#web/request/letter-link.ts";
import { siteContext } from "#web/request/request-context.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { Route } from "./+types/newsletter-confirm-route.ts";
import { NewsletterPage, type NewsletterPageView } from "./newsletter-page.tsx";
import { newsletterTexts } from "./newsletter-texts.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, newsletterTexts.confirmTitle) },
  noReferrerMeta,
];

export function headers() {
  return noReferrerHeaders;
}

export function loader({ request }: Route.LoaderArgs) {
  return { token: tokenOfLink(request) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const token = (await request.formData()).get("token");
  const confirmed = await confirmNewsletter(context.get(siteContext), {
    token: typeof token === "string" ? token : "",
  });
  const view: NewsletterPageView = { kind: confirmed.ok ? "confirmed" : "over" };
  return data(view, { status: confirmed.ok ? 200 : 400 });
}

export default function NewsletterConfirm({ loaderData, actionData }: Route.ComponentProps) {
  return <NewsletterPage view={actionData ?? { kind: "confirm", token: loaderData.token }} />;
}

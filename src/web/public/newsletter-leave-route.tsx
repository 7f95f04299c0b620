import { data } from "react-router";
import { unsubscribeFromNewsletter } from "#ticketing/letters/unsubscribe-from-newsletter.server.ts";
import { pageTitle } from "#web/request/page-title.ts";
import { siteContext } from "#web/request/request-context.ts";
import type { Route } from "./+types/newsletter-leave-route.ts";
import { NewsletterPage, type NewsletterPageView } from "./newsletter-page.tsx";
import { newsletterTexts } from "./newsletter-texts.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, newsletterTexts.leaveTitle) },
  { name: "referrer", content: "no-referrer" },
];

export function headers() {
  return { "referrer-policy": "no-referrer" };
}

const tokenIn = (request: Request) => (new URL(request.url).searchParams.get("token") ?? "").slice(0, 200);

export function loader({ request }: Route.LoaderArgs) {
  return { token: tokenIn(request) };
}

/** Our button, or the one press of a mail program (RFC 8058), which posts to the address itself. */
export async function action({ context, request }: Route.ActionArgs) {
  const left = await unsubscribeFromNewsletter(context.get(siteContext), { token: tokenIn(request) });
  const view: NewsletterPageView = { kind: left.ok ? "left" : "over" };
  return data(view, { status: left.ok ? 200 : 400 });
}

export default function NewsletterLeave({ loaderData, actionData }: Route.ComponentProps) {
  return <NewsletterPage view={actionData ?? { kind: "leave", token: loaderData.token }} />;
}

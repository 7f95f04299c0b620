import { data } from "react-router";
import { inSeconds } from "#kernel/time.ts";
import { readNewsletterForm } from "#ticketing/letters/newsletter-form.ts";
import { subscribeToNewsletter } from "#ticketing/letters/subscribe-to-newsletter.server.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { flashTo } from "#web/request/responses.server.ts";
import { safeReturn } from "#web/request/return-address.ts";
import { metaOf } from "#web/ui/page-title.ts";
import { unlessUnanswered } from "#web/ui/unanswered.ts";
import type { Route } from "./+types/newsletter-route.ts";
import { NewsletterPage } from "./newsletter-page.tsx";
import { newsletterTexts } from "./newsletter-texts.ts";

export const meta = metaOf(() => newsletterTexts.title);

/** The answer is the same for every address, so it does not reveal who is on the list. */
export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const form = await request.formData();
  const read = readNewsletterForm(Object.fromEntries(form));
  if (!read) {
    const typed = form.get("email");
    const email = typeof typed === "string" ? typed.slice(0, 400) : "";
    return data({ email, problem: newsletterTexts.invalid }, 422);
  }
  const visitor = context.get(visitorContext);
  const isOwn = visitor.kind === "person" && visitor.email === read.email;
  const subscribed = await subscribeToNewsletter(site, {
    email: read.email,
    address: isOwn ? null : addressOf(request),
  });
  if (!subscribed.ok)
    return subscribed.refusal.reason === "letters_off"
      ? data({ email: read.email, problem: newsletterTexts.lettersOff }, 503)
      : data(
          { email: read.email, problem: newsletterTexts.tooMany },
          { status: 429, headers: { "retry-after": String(inSeconds.hour) } },
        );
  return flashTo(site, safeReturn(read.returnTo), "success", newsletterTexts.asked);
}

/** When no answer comes, the address stays in its field. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const typed = String((await request.clone().formData()).get("email"));
  return unlessUnanswered(serverAction, () => ({ email: typed, problem: newsletterTexts.unanswered }));
}

export default function Newsletter({ actionData }: Route.ComponentProps) {
  return <NewsletterPage view={{ kind: "form", answer: actionData ?? null }} />;
}

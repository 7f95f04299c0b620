import "./account.css";
import { redirect } from "react-router";
import { newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { findInvitation } from "#ticketing/people/team/invitation-queries.server.ts";
import { pageFactsContext, siteContext, visitorContext } from "#web/request/request-context.ts";
import { safeReturn } from "#web/request/return-address.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { sendRegistration } from "#web/sign-in/auth-calls.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { Route } from "./+types/register-route.ts";
import { accountTexts } from "./account-texts.ts";
import { chosenTickets, isGuestWayOpen, providersOf, waitingTicket } from "./chosen-tickets.server.ts";
import { asPage } from "./form-answer.server.ts";
import { RegisterPage, type RegisterPageView } from "./register-page.tsx";
import { answerSignUp } from "./sign-up.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, accountTexts.registerTitle) },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { searchParams: query } = new URL(request.url);
  const next = query.get("next");
  const returnTo = next === null ? null : safeReturn(next);
  if (context.get(visitorContext).kind === "person") throw redirect(returnTo ?? "/profile");
  const chosen = await chosenTickets(site, request, returnTo);
  const offered = await waitingTicket(site, returnTo);
  const providers = providersOf(site);
  const email = await invitedAddress(site, returnTo);
  const captcha = site.captcha?.widget ?? null;
  const mayBeGuest = await isGuestWayOpen(site, chosen);
  return { requestId: newSecretToken(), captcha, returnTo, chosen, mayBeGuest, offered, providers, email };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const facts = context.get(pageFactsContext);
  const answer = await answerSignUp(site, await request.formData(), (failure) => {
    facts.failure = failure;
  });
  return asPage(answer, site.origin);
}

/** JavaScript sends the form as a call, tries it up to three times, and keeps the typed text when no answer comes. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData();
  const answer = await sendRegistration<RegisterPageView>(form);
  if (!answer.error) throw redirect(answer.next);
  return answer.view ?? unanswered(form);
}

function unanswered(form: FormData): RegisterPageView {
  const text = (name: string) => String(form.get(name) ?? "");
  return {
    values: { full_name: text("full_name"), phone: text("phone"), email: text("email") },
    requestId: text("request_id"),
    errors: {},
    problem: { kind: "server", sentence: accountTexts.registerUnavailable },
  };
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const untouched: RegisterPageView = {
    values: { full_name: "", phone: "", email: loaderData.email },
    requestId: loaderData.requestId,
    errors: {},
    problem: null,
  };
  const { captcha, returnTo, chosen, mayBeGuest, offered, providers } = loaderData;
  return (
    <RegisterPage
      view={actionData ?? untouched}
      captcha={captcha}
      returnTo={returnTo}
      chosen={chosen}
      mayBeGuest={mayBeGuest}
      offered={offered}
      providers={providers}
    />
  );
}

/** Returns the invited address when `returnTo` is an invitation to the team; else "". */
async function invitedAddress(site: SiteServices, returnTo: string | null): Promise<string> {
  const page = new URL(returnTo ?? "/", site.origin);
  if (page.pathname !== "/echipa") return "";
  const invitation = await findInvitation(site.database.identity, page.searchParams.get("token") ?? "");
  return invitation?.email ?? "";
}

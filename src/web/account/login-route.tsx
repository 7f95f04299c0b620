import "./account.css";
import { redirect } from "react-router";
import { passkeysElsewhere } from "#platform/identity/factors/passkeys.server.ts";
import { mayGuestsBuy } from "#ticketing/content/content-queries.server.ts";
import { readRegistrationCookie } from "#web/request/cookies.server.ts";
import { pageFactsContext, siteContext, visitorContext } from "#web/request/request-context.ts";
import { safeReturn } from "#web/request/return-address.ts";
import { sendLogin, sendReset } from "#web/sign-in/auth-calls.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { Route } from "./+types/login-route.ts";
import { accountTexts } from "./account-texts.ts";
import { chosenTickets, isGuestWayOpen, providersOf, waitingTicket } from "./chosen-tickets.server.ts";
import { asPage } from "./form-answer.server.ts";
import { LoginPage, type LoginPageView } from "./login-page.tsx";
import {
  askForReset,
  type SignInView,
  sendLetterAgain,
  signIn,
  signInWithPasskey,
} from "./sign-in.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, accountTexts.loginTitle) },
];

const modes = { forgot: "forgot", sent: "forgotSent", verify: "verify", confirmed: "verify" } as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { searchParams: query } = new URL(request.url);
  const next = query.get("next");
  const asked: LoginPageView["mode"] = modes[query.get("mode") as keyof typeof modes] ?? "login";
  const kept = asked === "verify" ? readRegistrationCookie(request.headers.get("cookie"), site.origin) : null;
  // without a kept address the registration is confirmed already, or was sent from another browser, so there is
  // nothing to wait for
  const mode: LoginPageView["mode"] = asked === "verify" && !kept?.email ? "login" : asked;
  const returnTo = kept?.returnTo ?? (next === null ? null : safeReturn(next));
  if (context.get(visitorContext).kind === "person") throw redirect(returnTo ?? "/");
  const chosen = await chosenTickets(site, request, returnTo);
  return {
    mode,
    // A visitor without a session has not opened the link in this browser. Only the mailbox's owner may learn whether
    // it was opened elsewhere.
    isConfirmedElsewhere: query.get("mode") === "confirmed",
    returnTo,
    values: { email: kept?.email ?? "" },
    chosen,
    offered: await waitingTicket(site, returnTo),
    isGuestWayOpen: await isGuestWayOpen(site, chosen),
    mayGuestsBuy: await mayGuestsBuy(site.database.anonymous),
    providers: providersOf(site),
    passkeys: passkeysElsewhere(site.identity, request.headers.get("host") ?? "")
      ? ("elsewhere" as const)
      : ("here" as const),
    captcha: site.captcha?.widget ?? null,
    demoAccounts: site.demoAccounts?.map((account) => ({ ...account })) ?? null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const facts = context.get(pageFactsContext);
  const note = (failure: unknown) => {
    facts.failure = failure;
  };
  const form = await request.formData();
  if (new URL(request.url).searchParams.get("mode") === "forgot")
    return asPage(await askForReset(site, form, note), site.origin);
  if (form.get("intent") === "resend") return asPage(await sendLetterAgain(site, request, form), site.origin);
  if (form.get("intent") === "passkey")
    return asPage(await signInWithPasskey(site, request, form), site.origin);
  return asPage(await signIn(site, request, form, note), site.origin);
}

/** JavaScript sends both forms as calls, so the typed text stays when no answer comes. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  if (form.get("intent") === "passkey") return serverAction();
  // the button waits again
  if (form.get("intent") === "resend") return { ...(await serverAction()), asked: performance.now() };
  const forgot = new URL(request.url).searchParams.get("mode") === "forgot";
  const answer = await (forgot ? sendReset<SignInView> : sendLogin<SignInView>)(form);
  // the page stays, with the address that another email can be sent to
  if (!answer.error && forgot)
    return {
      mode: "forgotSent",
      values: { email: String(form.get("email") ?? "") },
      asked: performance.now(),
    } satisfies Partial<LoginPageView>;
  if (!answer.error) throw redirect(answer.next);
  const text = forgot ? accountTexts.resetFailed : accountTexts.loginFailed;
  const values = { email: String(form.get("email") ?? "") };
  return answer.view ?? ({ values, problem: { kind: "bad", text } } satisfies SignInView);
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const view: LoginPageView = {
    errors: {},
    problem: null,
    unconfirmed: "no",
    isCaptchaAsked: false,
    asked: 0,
    ...loaderData,
    ...actionData,
  };
  return <LoginPage view={view} />;
}

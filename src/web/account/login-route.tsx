import { data, redirect } from "react-router";
import { readForgotten, readLogin } from "#ticketing/people/person-form.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { safeReturn } from "#web/request/return-address.ts";
import { sessionCookie } from "#web/request/session-cookie.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Route } from "./+types/login-route.ts";
import { accountTexts } from "./account-texts.ts";
import { LoginPage, type LoginPageView } from "./login-page.tsx";
import { sentencesOf } from "./person-problems.ts";

export const meta: Route.MetaFunction = () => [{ title: accountTexts.pageTitle(accountTexts.loginTitle) }];

export function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const returnTo = query.get("next");
  if (context.get(visitorContext).kind === "person") throw redirect(safeReturn(returnTo));
  return {
    mode: query.get("mode") === "forgot" ? ("forgot" as const) : ("login" as const),
    returnTo: returnTo === null ? null : safeReturn(returnTo),
    demoAccounts: context.get(siteContext).demoAccounts?.map((account) => ({ ...account })) ?? null,
  };
}

type Answer = Partial<Pick<LoginPageView, "mode" | "values" | "errors" | "problem" | "unconfirmed">>;
const answer = (status: number, more: Answer, retryAfter?: number) =>
  data(more, { status, ...(retryAfter ? { headers: { "retry-after": String(retryAfter) } } : {}) });

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const form = await request.formData();
  const mode = new URL(request.url).searchParams.get("mode");
  if (mode === "forgot") return forgot(site, form);
  const typed = form.get("email");
  const values = { email: typeof typed === "string" ? typed.slice(0, 400) : "" };
  if (form.get("intent") === "resend") return resend(site, form, values);

  const read = readLogin(form);
  if (!read.ok) {
    return read.refusal.reason === "fields"
      ? answer(422, { values, errors: sentencesOf(read.refusal.problems) })
      : answer(400, { values, problem: accountTexts.notUnderstood });
  }
  const { email, password, returnTo } = read.value;
  const opened = await site.identity.login({
    email,
    password,
    userAgent: request.headers.get("user-agent") ?? "",
    address: addressOf(request),
  });
  if (opened.ok) {
    return seeOther(safeReturn(returnTo), {
      origin: site.origin,
      flash: { kind: "success", text: accountTexts.loggedIn },
      cookies: [sessionCookie(opened.value.token, site.origin)],
    });
  }
  switch (opened.refusal.reason) {
    case "invalid":
      return answer(401, { values, problem: accountTexts.loginInvalid });
    case "unconfirmed":
      return answer(403, { values, problem: accountTexts.loginUnconfirmed, unconfirmed: "offerLetter" });
    case "locked":
      return answer(
        429,
        { values, problem: accountTexts.loginLocked(Math.ceil(opened.refusal.retryAfter / 60)) },
        opened.refusal.retryAfter,
      );
    case "busy":
      return answer(503, { values, problem: accountTexts.loginBusy }, opened.refusal.retryAfter);
  }
}

async function resend(site: SiteServices, form: FormData, values: { email: string }) {
  const emailOnly = new FormData();
  emailOnly.set("email", form.get("email") ?? "");
  const read = readForgotten(emailOnly);
  if (read.ok) await site.identity.resendConfirmation(read.value.email);
  return answer(200, { values, problem: accountTexts.confirmationResent });
}

async function forgot(site: SiteServices, form: FormData) {
  const read = readForgotten(form);
  if (!read.ok)
    return answer(422, {
      mode: "forgot",
      errors: read.refusal.reason === "fields" ? sentencesOf(read.refusal.problems) : {},
    });
  const asked = await site.identity.requestReset(read.value.email);
  return asked.ok
    ? answer(200, { mode: "forgotSent" })
    : answer(503, { mode: "forgot", values: { email: read.value.email }, problem: accountTexts.resetFailed });
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const view: LoginPageView = {
    values: { email: "" },
    errors: {},
    problem: null,
    unconfirmed: "no",
    ...loaderData,
    ...actionData,
  };
  return <LoginPage view={view} />;
}

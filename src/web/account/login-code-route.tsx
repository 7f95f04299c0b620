import { data, redirect } from "react-router";
import { authSession } from "#web/request/auth-context.tsx";
import { addressOf } from "#web/request/client-address.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { safeReturn } from "#web/request/return-address.ts";
import { endedSecondStep, readSecondStep } from "#web/request/second-step-cookie.server.ts";
import { signedInCookies } from "#web/request/signed-in-cookies.server.ts";
import type { Route } from "./+types/login-code-route.ts";
import { accountTexts } from "./account-texts.ts";
import { factorTexts } from "./factor-texts.ts";
import { typedText } from "./form-answer.server.ts";
import { LoginCodePage } from "./login-code-page.tsx";

export const meta: Route.MetaFunction = () => [{ title: accountTexts.pageTitle(factorTexts.loginTitle) }];

export function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(visitorContext).kind === "person") throw redirect("/");
  if (readSecondStep(request.headers.get("cookie"), context.get(siteContext).origin) === null)
    throw redirect("/login");
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const over = () =>
    seeOther("/login", {
      origin: site.origin,
      flash: { kind: "error", text: factorTexts.loginOver },
      cookies: [endedSecondStep(site.origin)],
    });
  const ticket = readSecondStep(request.headers.get("cookie"), site.origin);
  if (ticket === null) return over();
  const opened = await site.identity.passSecondFactor({
    ticket,
    code: typedText(await request.formData(), "code").replaceAll(/\s/g, ""),
    userAgent: request.headers.get("user-agent") ?? "",
    address: addressOf(request),
  });
  if (opened.ok)
    return seeOther(safeReturn(new URL(request.url).searchParams.get("next")), {
      origin: site.origin,
      flash: { kind: "success", text: accountTexts.loggedIn },
      cookies: [...(await signedInCookies(site, request, opened.value)), endedSecondStep(site.origin)],
    });
  switch (opened.refusal.reason) {
    case "ticket_invalid":
      return over();
    case "code_invalid":
      return data({ error: factorTexts.codeWrong }, { status: 422 });
    case "locked":
      return data(
        { error: factorTexts.locked(Math.ceil(opened.refusal.retryAfter / 60)) },
        { status: 429, headers: { "retry-after": String(opened.refusal.retryAfter) } },
      );
  }
}

/** The other tabs hear that the second factor was shown. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (onward) {
    if (onward instanceof Response) authSession.announce("MFA_CHALLENGE_VERIFIED");
    throw onward;
  }
}

export default function LoginCode({ actionData }: Route.ComponentProps) {
  return <LoginCodePage error={actionData?.error ?? null} />;
}

import { data, Form, Link, redirect } from "react-router";
import { passSecondFactor } from "#platform/identity/factors/pass-second-factor.server.ts";
import { addressOf } from "#web/request/client-address.server.ts";
import { readSecondStep, signedInCookies } from "#web/request/cookies.server.ts";
import { nextPageFor } from "#web/request/next-page.server.ts";
import { endedCookie } from "#web/request/own-cookie.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { authSession } from "#web/sign-in/auth-context.tsx";
import { sunsetTall } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import type { Route } from "./+types/login-code-route.ts";
import { SendButton } from "./account-fields.tsx";
import { accountTexts } from "./account-texts.ts";
import { enteredText } from "./form-answer.server.ts";
import { factorTexts } from "./security-texts.ts";
import { Split } from "./split.tsx";
import "./account.css";

export const meta: Route.MetaFunction = () => [{ title: accountTexts.pageTitle(factorTexts.loginTitle) }];

export function loader({ context, request }: Route.LoaderArgs) {
  if (context.get(visitorContext).kind === "person") throw redirect("/");
  if (readSecondStep(request.headers.get("cookie"), context.get(siteContext).origin) === null)
    throw redirect("/login");
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const redirectToLogin = () =>
    seeOther("/login", {
      origin: site.origin,
      flash: { kind: "error", text: factorTexts.loginOver },
      cookies: [endedCookie("second-step", site.origin)],
    });
  const stepToken = readSecondStep(request.headers.get("cookie"), site.origin);
  if (stepToken === null) return redirectToLogin();
  const opened = await passSecondFactor(site.identity, {
    stepToken,
    code: enteredText(await request.formData(), "code").replaceAll(/\s/g, ""),
    userAgent: request.headers.get("user-agent") ?? "",
    address: addressOf(request),
  });
  if (opened.ok)
    return seeOther(await nextPageFor(site, opened.value, new URL(request.url).searchParams.get("next")), {
      origin: site.origin,
      flash: { kind: "success", text: accountTexts.loggedIn },
      cookies: [
        ...(await signedInCookies(site, request, opened.value)),
        endedCookie("second-step", site.origin),
      ],
    });
  switch (opened.refusal.reason) {
    case "step_token_invalid":
      return redirectToLogin();
    case "code_invalid":
      return data({ error: factorTexts.codeWrong }, { status: 422 });
    case "locked":
      return data(
        { error: factorTexts.locked(Math.ceil(opened.refusal.retryAfter / 60)) },
        { status: 429, headers: { "retry-after": String(opened.refusal.retryAfter) } },
      );
  }
}

/** Tells the other tabs that the second factor was right. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (redirection) {
    if (redirection instanceof Response) authSession.announce("MFA_CHALLENGE_VERIFIED");
    throw redirection;
  }
}

export default function LoginCode({ actionData }: Route.ComponentProps) {
  return <LoginCodePage error={actionData?.error ?? null} />;
}

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function LoginCodePage({ error }: { error: string | null }) {
  const form = useFocusFirstError(error ? { code: error } : {});
  return (
    <Split picture={sunsetTall} words={factorTexts.loginArt}>
      <Form className="form" method="post" noValidate ref={form}>
        <h1 className="display">{factorTexts.loginTitle}</h1>
        <p className="lead-text muted">{factorTexts.loginText}</p>
        <TextInput
          label={factorTexts.loginLabel}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          required
          error={error ?? undefined}
        />
        <SendButton label={factorTexts.continue} busyLabel={accountTexts.signingIn} />
        <p>
          <Link className="text-link" to="/login">
            <Icon name="arrowLeft" /> {accountTexts.backToLogin}
          </Link>
        </p>
      </Form>
    </Split>
  );
}

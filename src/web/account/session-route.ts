import { askForPasskey } from "#platform/identity/factors/passkeys.server.ts";
import { renewSession } from "#platform/identity/sessions/sessions.server.ts";
import { leaveBrowser } from "#web/request/cookies.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import type { SessionAnswer } from "#web/sign-in/auth-session.ts";
import type { Route } from "./+types/session-route.ts";
import { asCall, failureNote } from "./form-answer.server.ts";
import { askForReset, signIn } from "./sign-in.server.ts";
import { answerSignUp } from "./sign-up.server.ts";

/** The calls of the browser's auth context. They use the same acts and answers as the forms, as JSON. */
export function loader({ context, params }: Route.LoaderArgs) {
  if (params.call !== undefined) return new Response(null, { status: 405, headers: { allow: "POST" } });
  return Response.json(sessionOf(context.get(visitorContext)));
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const note = failureNote(context);
  switch (params.call) {
    case "refresh":
      return Response.json(sessionOf(await renewVisitor(site, context.get(visitorContext), request)));
    case "login":
      return asCall(await signIn(site, request, await request.formData(), note), site.origin);
    case "register":
      return asCall(await answerSignUp(site, request, note), site.origin);
    case "passkey-ask":
      return Response.json(await askForPasskey(site.identity));
    case "reset":
      return asCall(await askForReset(site, await request.formData(), note), site.origin);
    case "logout":
      return asCall({ kind: "onward", to: "/", cookies: await leaveBrowser(site, request) }, site.origin);
    default:
      return Response.json(
        { error: { message: requestTexts.unknownCall, status: 404, code: null } },
        { status: 404 },
      );
  }
}

/** Renews the session up to the time of the last use, so a page that nobody uses does not extend it. */
async function renewVisitor(site: SiteServices, visitor: Visitor, request: Request): Promise<Visitor> {
  if (visitor.kind !== "person") return { kind: "anonymous" };
  // a call without a body counts as a use now
  const form = await request.formData().catch(() => new FormData());
  const idle = Number(form.get("idle_seconds") ?? 0);
  const idleSeconds = Number.isFinite(idle) ? Math.max(0, idle) : 0;
  const expiresAt = await renewSession(site.identity, visitor.sessionHash, idleSeconds);
  return expiresAt ? { ...visitor, expiresAt } : { kind: "anonymous" };
}

function sessionOf(visitor: Visitor): SessionAnswer {
  if (visitor.kind !== "person") return { user: null, expires_at: null };
  return {
    user: {
      id: visitor.userId,
      email: visitor.email,
      role: visitor.role === "admin" ? "admin" : "authenticated",
      app_metadata: { role: visitor.role },
      user_metadata: { full_name: visitor.fullName },
    },
    expires_at: Math.floor(visitor.expiresAt.getTime() / 1000),
  };
}

import { createContext, type MiddlewareFunction, redirect } from "react-router";
import { may } from "#ticketing/people/roles.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { loginPath, seeOther } from "#web/request/responses.server.ts";
import type { Visitor } from "#web/request/who-asks.server.ts";
import { adminTexts } from "./admin-texts.ts";
import { permissionText } from "./permission-texts.ts";

export type Administrator = Visitor & { readonly kind: "person"; readonly role: "admin" };

/**
 * Who works in the back-office. Only the guard sets it, so a loader or action that takes it from here cannot answer
 * anybody else: without the guard it is not there, and taking it fails.
 */
export const administratorContext = createContext<Administrator>();

/**
 * Nobody but an administrator passes, whatever is asked for: a document, its data, one loader of several, a form.
 * The role is read from the database with every request. Who is not signed in is sent to sign in and comes back.
 */
export const guard: MiddlewareFunction<Response> = ({ context, request }, next) => {
  const visitor = context.get(visitorContext);
  if (visitor.kind === "anonymous") throw redirect(loginPath(request), 303);
  if (!may(visitor.role, "administer")) {
    const { origin } = context.get(siteContext);
    const isRead = request.method === "GET" || request.method === "HEAD";
    const text = isRead ? adminTexts.accessDenied : permissionText(new URL(request.url).pathname);
    throw seeOther("/", { origin, flash: { kind: "error", text } });
  }
  context.set(administratorContext, { ...visitor, role: "admin" });
  return next();
};

import { createContext, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import type { Sql } from "#platform/database/sql.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { loginPath, seeOther } from "#web/request/responses.server.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import { adminTexts } from "./admin-texts.ts";
import { mayEnter } from "./office-rights.ts";
import { permissionText } from "./permission-texts.ts";
import { firstScreen } from "./side-entries.ts";

export type Administrator = Visitor & { readonly kind: "person" };

/**
 * The person of the request, with a role that may open it. Only the guard sets it, so a loader or action that reads it cannot answer anybody
 * else: without the guard reading it throws.
 */
export const administratorContext = createContext<Administrator>();

/**
 * Nobody passes without the right of this address (office-rights.ts), whatever the request wants: a document, its data,
 * one loader of several, a form. The role is read from the database with every request. A person who is not signed in
 * is sent to sign in and comes back; one of whom a second factor is required, to the page that starts it; one who does not have the dashboard goes on from /admin to the first screen of the
 * role.
 */
export const guard: MiddlewareFunction<Response> = ({ context, request, pattern }, next) => {
  const visitor = context.get(visitorContext);
  if (visitor.kind !== "person") throw redirect(loginPath(request), 303);
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!mayEnter(visitor, pattern, isRead ? "look" : "change")) {
    const first = isRead && pattern === "admin" ? firstScreen(visitor.role) : undefined;
    if (first) throw redirect(first, 303);
    const { origin } = context.get(siteContext);
    if (visitor.needsFactor)
      throw seeOther("/profile/security", {
        origin,
        flash: { kind: "error", text: adminTexts.factorNeeded },
      });
    const text = isRead ? adminTexts.accessDeniedHere : permissionText(new URL(request.url).pathname);
    throw seeOther("/", { origin, flash: { kind: "error", text } });
  }
  context.set(administratorContext, visitor);
  return next();
};

/** Reads with the rights of the administrator who asks. */
export function readAs<Value>(
  context: Readonly<RouterContextProvider>,
  read: (sql: Sql) => Promise<Value>,
): Promise<Value> {
  return context.get(siteContext).database.readAs(context.get(administratorContext), read);
}

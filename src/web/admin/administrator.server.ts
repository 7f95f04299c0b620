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

/** The person of the request, who may open its address. Only the guard sets it; without it, reading throws. */
export const administratorContext = createContext<Administrator>();

/**
 * Lets nobody pass without the right of the address (office-rights.ts), for documents, data and forms alike. The role
 * is read from the database on every request. Redirects: a visitor without a session to the login, a person without a
 * required second factor to the page that starts it, and anybody else to the first screen of the role, else home.
 */
export const guard: MiddlewareFunction<Response> = ({ context, request, pattern }, next) => {
  const visitor = context.get(visitorContext);
  if (visitor.kind !== "person") throw redirect(loginPath(request), 303);
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!mayEnter(visitor, pattern, isRead ? "look" : "change")) {
    const { origin } = context.get(siteContext);
    if (visitor.needsFactor)
      throw seeOther("/profile/security", {
        origin,
        flash: { kind: "error", text: adminTexts.factorNeeded },
      });
    const first = firstScreen(visitor.role);
    if (first && isRead && pattern === "admin") throw redirect(first, 303);
    const text = isRead ? adminTexts.accessDeniedHere : permissionText(new URL(request.url).pathname);
    throw seeOther(first ?? "/", { origin, flash: { kind: "error", text } });
  }
  context.set(administratorContext, visitor);
  return next();
};

/** The services and the person of a request of the back-office. */
export function officeOf(context: Readonly<RouterContextProvider>) {
  return { site: context.get(siteContext), actor: context.get(administratorContext) };
}

/** Reads with the database rights of the person who asks. */
export function readAs<Value>(
  context: Readonly<RouterContextProvider>,
  read: (sql: Sql) => Promise<Value>,
): Promise<Value> {
  const { site, actor } = officeOf(context);
  return site.database.readAs(actor, read);
}

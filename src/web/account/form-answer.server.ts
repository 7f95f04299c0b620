import { data, redirect } from "react-router";
import type { RouteArgs } from "#web/request/password-again.server.ts";
import { pageFactsContext, visitorContext } from "#web/request/request-context.ts";
import { loginPath, seeOther } from "#web/request/responses.server.ts";
import type { Flash } from "#web/ui/toast-region.tsx";

/** The answer to a form of the account: the page again with what is wrong, or a redirect. */
export type FormAnswer<View> =
  | {
      readonly kind: "again";
      readonly status: number;
      readonly view: View;
      /** The error for a call of the auth context: a sentence, and the protocol's code if it has one. */
      readonly error: { readonly message: string; readonly code: string | null } | null;
      readonly retryAfter?: number;
    }
  | {
      readonly kind: "onward";
      readonly to: string;
      readonly flash?: Flash;
      readonly cookies?: readonly string[];
    };

/** The person whose account a page shows. Redirects visitors without an account to the login. */
export function personOf({ context, request }: RouteArgs) {
  const visitor = context.get(visitorContext);
  if (visitor.kind !== "person") throw redirect(loginPath(request));
  return visitor;
}

/** Returns a function that keeps a failure of ours for the log, because the page only says that it did not work. */
export function failureNote(context: RouteArgs["context"]) {
  const facts = context.get(pageFactsContext);
  return (failure: unknown) => {
    facts.failure = failure;
  };
}

/** Turns the answer into a response to a page's form. */
export function asPage<View>(answer: FormAnswer<View>, origin: string) {
  if (answer.kind === "onward") return seeOther(answer.to, { ...answer, origin });
  const { status, view, retryAfter } = answer;
  return data(view, { status, ...(retryAfter ? { headers: { "retry-after": String(retryAfter) } } : {}) });
}

/** Turns the answer into JSON, for the calls of the browser's auth context (`web/sign-in/auth-calls.ts`). */
export function asCall<View>(answer: FormAnswer<View>, origin: string): Response {
  if (answer.kind === "onward") {
    const { headers } = seeOther(answer.to, { ...answer, origin });
    headers.delete("location");
    return Response.json({ error: null, next: answer.to }, { headers });
  }
  const { status, view, error, retryAfter } = answer;
  const headers = retryAfter ? { "retry-after": String(retryAfter) } : undefined;
  return Response.json(
    { error: error && { ...error, status }, view },
    { status, ...(headers ? { headers } : {}) },
  );
}

/** Returns the typed text of a field, cut to a length that a page can show again. */
export function enteredText(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === "string" ? value.slice(0, 500) : "";
}

import { data } from "react-router";
import { type Outcome, refused } from "#kernel/outcome.ts";
import { codeOf } from "#platform/database/database.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

export type Failed = { readonly reason: "failed" };

/**
 * Runs an act whose failure must not lose the typed text. An unexpected error is logged, and the screen says that the
 * act failed. Refusals and thrown responses pass unchanged.
 */
export async function attempt<Value, Refusal>(
  site: Pick<SiteServices, "log">,
  act: () => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal | Failed>> {
  try {
    return await act();
  } catch (error) {
    // ES001: an administrator has made the site read-only; the banner of the back-office says so
    if (codeOf(error) === "ES001") throw data("read_only", { status: 409 });
    site.log.error({ error: stackOf(error) }, "a change failed");
    return refused({ reason: "failed" });
  }
}

/** The status of a refused form: a reason that is not named here means that other rows are in the way. */
export const statusOfRefusal = (reason: string) =>
  reason === "not_allowed" ? 403 : reason === "missing" ? 404 : reason === "failed" ? 503 : 409;

/** Returns the data of a screen. When it cannot be read, logs the failure and returns null with status 503. */
export async function viewOrNone<View>(
  { log }: Pick<SiteServices, "log">,
  message: string,
  read: () => Promise<View>,
  init: (view: View) => ResponseInit = () => ({}),
) {
  try {
    const view = await read();
    return data({ view }, init(view));
  } catch (error) {
    log.error({ error: stackOf(error) }, message);
    return data({ view: null }, { status: 503, headers: { "retry-after": "5" } });
  }
}

export const stackOf = (error: unknown) => (error instanceof Error ? error.stack : String(error));

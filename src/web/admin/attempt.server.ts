import { data } from "react-router";
import { type Outcome, refused } from "#kernel/outcome.ts";
import { codeOf } from "#platform/database/database.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";

export type Failed = { readonly reason: "failed" };

/**
 * An act whose failure must not cost what was typed: what nobody foresaw is written into the log, and the screen says
 * that it was not done. Everything else goes through as it is.
 */
export async function attempt<Value, Refusal>(
  site: Pick<SiteServices, "log">,
  act: () => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal | Failed>> {
  try {
    return await act();
  } catch (error) {
    // an administrator has locked it, and every screen of the back-office says so above
    if (codeOf(error) === "ES001") throw data("read_only", { status: 409 });
    site.log.error({ error: error instanceof Error ? error.stack : String(error) }, "a change failed");
    return refused({ reason: "failed" });
  }
}

import { recordSecurityEvent } from "#ticketing/journal/record-security-event.server.ts";
import type { SiteServices } from "./site-services.ts";

/** Tells the operator that another site's page sent a form here. The answer to it waits for nothing but this. */
export async function noteRefusedOrigin(
  { database, log }: Pick<SiteServices, "database" | "log">,
  request: Pick<Request, "url">,
): Promise<void> {
  // an address is whatever somebody writes; ours have no other letters
  const [path = null] = /^\/[\w/.-]{0,100}$/.exec(new URL(request.url).pathname) ?? [];
  await recordSecurityEvent(database.identity.$client, {
    kind: "origin_refused",
    personId: null,
    actorId: null,
    detail: path,
  }).catch((error: unknown) => log.warn({ error: String(error) }, "a refused origin was not written down"));
}

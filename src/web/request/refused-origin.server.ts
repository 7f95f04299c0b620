import { recordSecurityEvent } from "#ticketing/journal/record-security-event.server.ts";
import type { SiteServices } from "./site-services.ts";

/** Records that another site's page sent a form here. The answer waits for nothing else. */
export async function noteRefusedOrigin(
  { database, log }: Pick<SiteServices, "database" | "log">,
  request: Pick<Request, "url">,
): Promise<void> {
  // a path may contain any text; our own have only these characters
  const [path = null] = /^\/[\w/.-]{0,100}$/.exec(new URL(request.url).pathname) ?? [];
  await recordSecurityEvent(database.identity, {
    kind: "origin_refused",
    personId: null,
    actorId: null,
    detail: path,
  }).catch((error: unknown) => log.warn({ error: String(error) }, "a refused origin was not written down"));
}

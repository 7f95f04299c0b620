import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Log } from "#platform/log/log.server.ts";
import { type SecurityEvent, securityEventChannel } from "#ticketing/journal/security-event.ts";
import type { Metrics } from "./metrics.ts";

/** One line of log and one more in the counter for each security event that was written. Resolves to how to stop. */
export function watchSecurity(log: Log, metrics: Pick<Metrics, "happened">): () => void {
  const hear = (message: unknown) => {
    const { kind, personId, actorId, detail = null } = message as SecurityEvent;
    metrics.happened(kind);
    log.info({ kind, personId, actorId, detail }, "security event");
  };
  subscribe(securityEventChannel, hear);
  return () => unsubscribe(securityEventChannel, hear);
}

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Log } from "#platform/log/log.server.ts";
import { type SecurityEvent, securityEventChannel } from "#ticketing/journal/security-event.ts";
import type { Metrics } from "./metrics.ts";

/** Logs and counts each security event that was written. Resolves to the function that stops it. */
export function watchSecurity(log: Log, metrics: Pick<Metrics, "happened">): () => void {
  const onEvent = (message: unknown) => {
    const { kind, personId, actorId, detail = null } = message as SecurityEvent;
    metrics.happened(kind);
    log.info({ kind, personId, actorId, detail }, "security event");
  };
  subscribe(securityEventChannel, onEvent);
  return () => unsubscribe(securityEventChannel, onEvent);
}

import { channel } from "node:diagnostics_channel";
import { createMinuteLimit } from "#kernel/minute-limit.ts";
import { networkOfRequest } from "#kernel/request-facts.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { type SecurityEvent, type SecurityEventKind, securityEventChannel } from "./security-event.ts";

const events = channel(securityEventChannel);

/** The most rows a minute for one network in each process, of failed attempts; other kinds are always written. */
const limited: Partial<Record<SecurityEventKind, ReturnType<typeof createMinuteLimit>>> = {
  origin_refused: createMinuteLimit(1),
  login_locked: createMinuteLimit(5),
  step_up_failed: createMinuteLimit(5),
};

/** Records a security event of this network, in the transaction of its cause. The host logs and counts it. */
export async function recordSecurityEvent(client: Sql, event: SecurityEvent): Promise<void> {
  const { kind, personId, actorId, detail = null } = event;
  const network = networkOfRequest();
  if ((limited[kind]?.waitFor(network ?? "unknown") ?? 0) > 0) return;
  await client.query(
    "INSERT INTO security_events (kind, person_id, actor_id, network, detail) VALUES ($1, $2, $3, $4, $5)",
    [kind, personId, actorId, network, detail],
  );
  events.publish(event);
}

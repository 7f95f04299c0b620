import { channel } from "node:diagnostics_channel";
import type pg from "pg";
import { createMinuteLimit } from "#kernel/minute-limit.ts";
import { networkOfRequest } from "#platform/log/log.server.ts";
import { type SecurityEvent, type SecurityEventKind, securityEventChannel } from "./security-event.ts";

const written = channel(securityEventChannel);

/** What strangers can cause as often as they like: so many rows a minute for one network, in each process. */
const limited: Partial<Record<SecurityEventKind, ReturnType<typeof createMinuteLimit>>> = {
  origin_refused: createMinuteLimit(1),
  login_locked: createMinuteLimit(5),
};

/**
 * Writes down what happened to an account or a door, in the transaction of its cause: with it or not at all. The
 * network is that of the request which is being answered. The host hears of it and writes one line of log.
 */
export async function recordSecurityEvent(
  client: Pick<pg.ClientBase, "query">,
  event: SecurityEvent,
): Promise<void> {
  const { kind, personId, actorId, detail = null } = event;
  const network = networkOfRequest();
  if ((limited[kind]?.waitFor(network ?? "unknown") ?? 0) > 0) return;
  await client.query(
    "INSERT INTO security_events (kind, person_id, actor_id, network, detail) VALUES ($1, $2, $3, $4, $5)",
    [kind, personId, actorId, network, detail],
  );
  written.publish(event);
}

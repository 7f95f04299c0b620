import type { Uuid } from "#kernel/id.ts";
import type { IdentityParts } from "./identity-parts.server.ts";

/** After a wrong password: tells the operator if the next try has to wait. An unknown address costs the same work. */
export async function noteLock(
  { database, callbacks }: Pick<IdentityParts, "database" | "callbacks">,
  { key, userId = null }: { readonly key: string; readonly userId?: Uuid | null | undefined },
): Promise<void> {
  const client = database.identity.$client;
  const { rowCount } = await client.query({
    name: "has-to-wait",
    text: "SELECT FROM identity.throttle WHERE key = $1 AND blocked_until > now()",
    values: [key],
  });
  if (rowCount === 1) await callbacks.onSecurityEvent(client, { kind: "login_locked", userId });
}

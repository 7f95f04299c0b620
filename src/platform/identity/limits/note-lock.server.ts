import type { Uuid } from "#kernel/id.ts";
import type { Identity } from "../identity.server.ts";
import type { Budget } from "./wrong-tries.server.ts";

/** After a wrong password: tells the operator if the next try has to wait. An unknown address costs the same work. */
export async function noteLock(
  { database, callbacks }: Pick<Identity, "database" | "callbacks">,
  {
    budgets,
    userId = null,
  }: { readonly budgets: readonly Budget[]; readonly userId?: Uuid | null | undefined },
): Promise<void> {
  const client = database.identity;
  const { rowCount } = await client.query({
    name: "has-to-wait",
    text: "SELECT FROM identity.throttle WHERE key = ANY($1) AND blocked_until > now()",
    values: [budgets.map(({ key }) => key)],
  });
  if (rowCount) await callbacks.onSecurityEvent(client, { kind: "login_locked", userId });
}

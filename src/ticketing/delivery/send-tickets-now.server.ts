import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { deliverLetters } from "./deliver-letters.server.ts";
import type { DeliveryServices } from "./delivery-services.server.ts";

/**
 * Sends all emails that are due, and answers whether this order's tickets were sent. An email that failed stays in
 * the outbox and is tried again. One that another process is sending now counts as sent.
 */
export async function sendTicketsNow(
  services: DeliveryServices,
  orderId: string,
): Promise<Outcome<null, { readonly reason: "not_sent" }>> {
  await deliverLetters(services);
  const { rows } = await services.database.withDuty("deliver", (sql) =>
    sql.query<{ state: string }>("SELECT state FROM letters WHERE dedupe_key = $1", [`tickets:${orderId}`]),
  );
  const state = rows[0]?.state;
  return state === "sent" || state === "inflight" ? done(null) : refused({ reason: "not_sent" });
}

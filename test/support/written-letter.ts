import type { Uuid } from "#kernel/id.ts";
import { composeLetter } from "#ticketing/delivery/compose-letter.server.ts";
import type { DeliveryServices } from "#ticketing/delivery/delivery-services.server.ts";
import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import type { Queries } from "./queries.ts";

type About = { kind?: string; userId?: string; orderId?: string; recipient?: string };

/** The newest email in the outbox of which this is true, as a process claims it. */
export async function queuedLetter(
  db: Queries,
  { kind, userId, orderId, recipient }: About,
): Promise<ClaimedLetter & { id: Uuid }> {
  const [letter] =
    await db`SELECT id, kind, recipient, user_id AS "userId", order_id AS "orderId", night_message_id AS "nightMessageId", variables, message_id AS "messageId", attempts FROM letters
      WHERE (${kind ?? null}::text IS NULL OR kind = ${kind ?? null}) AND (${userId ?? null}::uuid IS NULL OR user_id = ${userId ?? null})
        AND (${orderId ?? null}::uuid IS NULL OR order_id = ${orderId ?? null}) AND (${recipient ?? null}::text IS NULL OR recipient = ${recipient ?? null})
      ORDER BY created_at DESC, id DESC LIMIT 1`;
  if (!letter) throw new Error(`no email: ${JSON.stringify({ kind, userId, orderId, recipient })}`);
  return letter;
}

/** The same as it is sent. */
export async function writtenLetter(db: Queries, services: DeliveryServices, about: About) {
  const composed = await composeLetter(services, await queuedLetter(db, about));
  if (composed.kind !== "letter") throw new Error(composed.reason);
  return composed.message;
}

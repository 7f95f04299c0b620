import type pg from "pg";
import { newId } from "#kernel/id.ts";
import type { letterKinds } from "./letter-tables.server.ts";

export type NewLetter = {
  readonly kind: (typeof letterKinds)[number];
  /** One cause, one letter: a second row with the same key is not written. */
  readonly dedupeKey: string;
  readonly recipient: string;
  readonly userId?: string;
  readonly orderId?: string;
  readonly purchaseId?: string;
  readonly variables?: Record<string, unknown>;
};

/**
 * Puts a letter into the outbox, in the transaction of its cause. Its Message-ID is fixed here. Resolves to the
 * letter's id, or to null when this cause has its letter already.
 */
export async function enqueueLetter(client: pg.ClientBase, letter: NewLetter): Promise<string | null> {
  const id = newId();
  const { rowCount } = await client.query({
    name: "enqueue-letter",
    text: `INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, order_id, purchase_id, variables, message_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (dedupe_key) DO NOTHING`,
    values: [
      id,
      letter.kind,
      letter.dedupeKey,
      letter.recipient,
      letter.userId ?? null,
      letter.orderId ?? null,
      letter.purchaseId ?? null,
      JSON.stringify(letter.variables ?? {}),
      `<${id}@estival>`,
    ],
  });
  return rowCount === 1 ? id : null;
}

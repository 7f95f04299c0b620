import { newId } from "#kernel/id.ts";
import { noteCost } from "#kernel/request-cost.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { letterKinds } from "./letter-tables.server.ts";

export type NewLetter = {
  readonly kind: (typeof letterKinds)[number];
  /** The key of the email's cause. A second email with the same key is not written. */
  readonly dedupeKey: string;
  readonly recipient: string;
  readonly userId?: string;
  readonly orderId?: string;
  readonly purchaseId?: string;
  /** The message to a night's holders of which this is a copy. Copies wait behind all other emails. */
  readonly nightMessageId?: string;
  /** Seconds until it may be sent. Absent: at once. */
  readonly wait?: number;
  readonly variables?: Record<string, unknown>;
};

/** Puts an email into the outbox, in the transaction of its cause. Its id; null when this cause has its email. */
export async function enqueueLetter(client: Sql, letter: NewLetter): Promise<string | null> {
  const id = newId();
  return (await insertLetters(client, [{ id, ...letter }])) === 1 ? id : null;
}

/** Queues the emails of several causes. A cause that has its email already gets no second one. */
export async function enqueueLetters(client: Sql, letters: readonly NewLetter[]): Promise<void> {
  if (letters.length > 0)
    await insertLetters(
      client,
      letters.map((letter) => ({ id: newId(), ...letter })),
    );
}

// Returns only how many were new, because the duty that writes to strangers may not read emails.
async function insertLetters(
  client: Sql,
  letters: readonly (NewLetter & { readonly id: string })[],
): Promise<number> {
  noteCost();
  const column = <T>(pick: (letter: NewLetter & { readonly id: string }) => T) => letters.map(pick);
  const { rowCount } = await client.query({
    name: "enqueue-letters",
    text: `INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, order_id, purchase_id, night_message_id, next_at, variables, message_id)
           SELECT id, kind, dedupe_key, recipient, user_id, order_id, purchase_id, night_message_id, now() + make_interval(secs => wait), variables, '<' || id || '@estival>'
           FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::uuid[], $8::uuid[], $9::float8[], $10::jsonb[])
             AS n(id, kind, dedupe_key, recipient, user_id, order_id, purchase_id, night_message_id, wait, variables)
           ON CONFLICT (dedupe_key) DO NOTHING`,
    values: [
      column(({ id }) => id),
      column(({ kind }) => kind),
      column(({ dedupeKey }) => dedupeKey),
      column(({ recipient }) => recipient),
      column(({ userId }) => userId ?? null),
      column(({ orderId }) => orderId ?? null),
      column(({ purchaseId }) => purchaseId ?? null),
      column(({ nightMessageId }) => nightMessageId ?? null),
      column(({ wait }) => wait ?? 0),
      column(({ variables }) => JSON.stringify(variables ?? {})),
    ],
  });
  return rowCount ?? 0;
}

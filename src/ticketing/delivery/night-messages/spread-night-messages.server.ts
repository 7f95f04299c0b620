import type { Uuid } from "#kernel/id.ts";
import { inSeconds } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { enqueueLetters, type NewLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { limits } from "#ticketing/limits.ts";
import { listNightHolders } from "./night-holders-queries.server.ts";
import type { MessageChoice } from "./night-message.ts";

/** How many emails one statement queues, so that the process can do other work in between. */
const perStatement = 1000;
/** Seconds between two emails of messages. */
const pace = inSeconds.minute / limits.messageLettersPerMinute;

type NextMessage = MessageChoice & {
  readonly id: Uuid;
  readonly eventId: Uuid;
  /** Seconds until the last queued email of other messages is sent. */
  readonly after: number;
};

/**
 * Queues the emails of messages to nights' holders. All emails of a message are queued in one transaction, due one
 * after the other at the pace of `messageLettersPerMinute`. Safe to repeat and in several processes: one that dies
 * halfway has queued none. Resolves to how many messages there were.
 */
export async function spreadNightMessages({ database }: Pick<Services, "database">): Promise<number> {
  for (let messages = 0; ; messages += 1) {
    const isSpread = await database.withDuty("deliver", async (sql) => {
      const next = await claimMessage(sql);
      if (!next) return false;
      await queueCopies(sql, next);
      await faultPoint("message.queued");
      return true;
    });
    if (!isSpread) return messages;
    await faultPoint("message.spread");
  }
}

async function claimMessage(sql: Sql): Promise<NextMessage | undefined> {
  const { rows } = await sql.query<NextMessage>({
    name: "next-night-message",
    text: `SELECT id, event_id AS "eventId", kind, type_ids AS "typeIds", at_gate AS "atGate",
             (SELECT greatest(0, extract(epoch FROM max(next_at) - now()))::float8 FROM letters WHERE night_message_id IS NOT NULL AND state = 'queued') AS after
           FROM night_messages WHERE spread_at IS NULL AND stopped_at IS NULL ORDER BY at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  });
  return rows[0];
}

async function queueCopies(sql: Sql, { id, eventId, after, ...choice }: NextMessage): Promise<void> {
  const holders = await listNightHolders(sql, eventId, choice);
  const isNews = choice.kind === "news";
  const copies = holders.map(
    ({ userId, recipient, orderId }, at): NewLetter => ({
      kind: "night_message",
      dedupeKey: `message:${id}:${userId}`,
      recipient,
      userId,
      orderId,
      nightMessageId: id,
      wait: (after ?? 0) + at * pace,
      ...(isNews ? { variables: { news: true } } : {}),
    }),
  );
  for (let at = 0; at < copies.length; at += perStatement)
    await enqueueLetters(sql, copies.slice(at, at + perStatement));
  await sql.query("UPDATE night_messages SET spread_at = now(), recipients = $2 WHERE id = $1", [
    id,
    copies.length,
  ]);
}

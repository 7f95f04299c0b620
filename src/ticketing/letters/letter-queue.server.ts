import type { Sql } from "#platform/database/sql.ts";
import { durations, limits } from "#ticketing/limits.ts";
import {
  afterGivingUp,
  isRefusedInSql,
  type LetterTry,
  laneInSql,
  letterKinds,
} from "./letter-tables.server.ts";

/**
 * How long all emails wait when the mail server accepts none, in seconds. Doubles each time until one is accepted.
 */
const wait = { least: 5, most: 120 };
/** For this many days an email can wait so without using up its tries. */
const patienceDays = 5;
/** The longest wait of a refused email, in minutes. The first wait is one minute. */
const longestOwnWait = 60;

export type ClaimedLetter = {
  readonly id: string;
  readonly kind: (typeof letterKinds)[number];
  readonly recipient: string;
  readonly userId: string | null;
  readonly orderId: string | null;
  /** The message to a night's holders of which this is a copy. */
  readonly nightMessageId: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly messageId: string;
  readonly attempts: number;
  /** Above 0: its process died during an earlier try, so the mail server may have the email already. */
  readonly interruptions: number;
  /** The email has waited so long that every failure now counts as a try. */
  readonly isOld: boolean;
};

/**
 * Claims the next due emails for this process, lane by lane, so that neither twenty thousand copies of a message nor
 * as many refused addresses delay a ticket. The caller commits before it contacts the mail server, so that no other
 * process sends them too. The first claim puts the site's host into the Message-ID. After `next_at`, the process of
 * an email in flight counts as dead.
 */
export async function claimLetters(client: Sql, most: number, host: string): Promise<ClaimedLetter[]> {
  const { rows } = await client.query<ClaimedLetter>({
    name: "claim-letters",
    text: `UPDATE letters SET state = 'inflight', attempts = attempts + 1, next_at = now() + make_interval(secs => $1),
             message_id = CASE WHEN attempts = 0 THEN replace(message_id, '@estival>', '@' || $3 || '>') ELSE message_id END
           WHERE id = ANY(ARRAY(SELECT id FROM letters WHERE state = 'queued' AND next_at <= now() AND NOT EXISTS (SELECT FROM mail_pause WHERE NOT EXISTS (SELECT FROM mail_pace)) AND NOT EXISTS (SELECT FROM mail_pace WHERE until > now())
                                ORDER BY ${laneInSql}, next_at LIMIT $2 FOR UPDATE SKIP LOCKED))
           RETURNING id, kind, recipient, user_id AS "userId", order_id AS "orderId", night_message_id AS "nightMessageId", variables, message_id AS "messageId", attempts, interruptions,
             created_at < now() - make_interval(days => $4) AS "isOld"`,
    values: [durations.letterHandover, most, host, patienceDays],
  });
  return rows;
}

/**
 * Puts emails of dead processes back into the queue. Resolves to the ids of those that are given up instead: after
 * two deaths at the mail server two copies may exist, and a third is not risked. The first death always counts,
 * although the email may only have been composed. After it, each try is counted before the server gets the email
 * (`countHandover`), so an uncounted one never reached the server.
 */
export async function endLostLetters(client: Sql): Promise<string[]> {
  const { rows } = await client.query<{ id: string; state: string }>({
    name: "reap-letters",
    text: `UPDATE letters SET interruptions = greatest(interruptions, 1), next_at = now(), last_error = 'interrupted on its way',
             tries = tries || ${tryOf("'interrupted'", "''", "0")},
             state = CASE WHEN interruptions >= $1 OR attempts >= $2 THEN 'dead' ELSE 'queued' END,
             variables = CASE WHEN interruptions >= $1 OR attempts >= $2 THEN ${scrubbed} ELSE variables END
           WHERE id IN (SELECT id FROM letters WHERE state = 'inflight' AND next_at <= now() FOR UPDATE SKIP LOCKED) RETURNING id, state`,
    values: [limits.letterInterruptions, durations.letterRetryMinutes.length + 1],
  });
  return rows.filter((row) => row.state === "dead").map((row) => row.id);
}

/**
 * Counts a try of an email whose process died before. The caller must commit it before the mail server gets the
 * email; only these few emails need that extra commit. False when another process has the email.
 */
export async function countHandover(client: Sql, letter: ClaimedLetter): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "count-handover",
    text: "UPDATE letters SET interruptions = interruptions + 1 WHERE id = $1 AND state = 'inflight' AND attempts = $2",
    values: [letter.id, letter.attempts],
  });
  return rowCount === 1;
}

/** SQL: the server has answered, so a try that was counted beforehand is no longer in doubt. */
const answered = (most: string) => `interruptions = least(interruptions, ${most}::int - 1)`;

/** SQL: one entry of `tries`, from SQL expressions. The time is the database's. */
const tryOf = (what: string, reason: string, minutes: string) =>
  `jsonb_build_object('at', now(), 'what', ${what}, 'reason', ${reason}, 'minutes', ${minutes})`;

/** SQL: the variables of an ended email, without the link of an account email, which holds a secret token. */
const scrubbed = "variables - 'action_url' - 'token'";

export type SentLetter = Pick<ClaimedLetter, "id" | "orderId"> & {
  readonly template: string;
  readonly isFallback: boolean;
};

/** Marks emails as sent, whatever the state of their rows: an email that the server accepted is sent. */
export async function markLettersSent(client: Sql, sent: readonly SentLetter[]): Promise<void> {
  await client.query({
    name: "mark-letters-sent",
    text: `UPDATE letters SET state = 'sent', sent_at = now(), last_error = NULL, variables = ${scrubbed}, template = s.template, is_fallback = s.is_fallback
           FROM unnest($1::uuid[], $2::text[], $3::boolean[]) AS s(sent_id, template, is_fallback) WHERE id = s.sent_id AND state <> 'sent'`,
    values: [sent.map((one) => one.id), sent.map((one) => one.template), sent.map((one) => one.isFallback)],
  });
  await client.query({
    name: "end-mail-wait",
    text: `WITH ended AS (DELETE FROM mail_pace WHERE until <= now() OR EXISTS (SELECT FROM mail_pause) RETURNING 1)
           DELETE FROM mail_pause WHERE EXISTS (SELECT FROM ended)`,
  });
}

/** Plans the next try, or gives the email up after the last one. Resolves to the new state. */
export async function putOffLetter(
  client: Sql,
  letter: ClaimedLetter,
  reason: string,
): Promise<"queued" | "dead"> {
  const minutes = durations.letterRetryMinutes[letter.attempts - 1];
  const state = minutes === undefined ? "dead" : "queued";
  const what = state === "dead" ? "given_up" : "put_off";
  await endAttempt(client, letter, { state, what, reason, minutes: minutes ?? 0 });
  return state;
}

/** Ends an email whose content is no longer true, without sending it. */
export async function voidLetter(client: Sql, letter: ClaimedLetter, reason: string): Promise<void> {
  await endAttempt(client, letter, { state: "dead", what: "void", reason, minutes: 0 });
}

/** Ends the copies of a message to a night's holders that are still queued. Resolves to how many there were. */
export async function endQueuedCopies(sql: Sql, nightMessageId: string, reason: string): Promise<number> {
  const { rowCount } = await sql.query({
    name: "end-queued-copies",
    text: `UPDATE letters SET state = 'dead', last_error = $2::text, next_at = now(), tries = tries || ${tryOf("'void'", "$2::text", "0")}
           WHERE night_message_id = $1 AND state = 'queued'`,
    values: [nightMessageId, reason],
  });
  return rowCount ?? 0;
}

/**
 * Why no email can be sent. `paused`: the server refuses us, and a person must fix it. `slowed`: it accepts none for
 * now. `refused`: it seems to refuse every recipient; this ends by itself when it accepts an email again.
 */
export type MailHold = { readonly how: "paused" | "refused" | "slowed"; readonly reason: string };

/** Stops all emails: until a person lifts the pause (`paused`), or for a while. */
export async function holdAll(client: Sql, { how, reason }: MailHold): Promise<void> {
  const words = reason.slice(0, 300);
  if (how !== "slowed")
    await client.query("INSERT INTO mail_pause (reason) VALUES ($1) ON CONFLICT DO NOTHING", [words]);
  if (how === "paused") await client.query("DELETE FROM mail_pace");
  else
    await client.query(
      `INSERT INTO mail_pace AS p (seconds, until, reason) VALUES ($1::int, now() + make_interval(secs => $1::int), $3)
       ON CONFLICT (one_row) DO UPDATE SET seconds = least($2::int, p.seconds * 2), until = now() + make_interval(secs => least($2::int, p.seconds * 2)), reason = $3 WHERE p.until <= now()`,
      [wait.least, wait.most, words],
    );
}

/**
 * Gives back a claimed email; this try does not count. With `met`, the answer that stops all emails, it waits behind
 * the others. Without it the email was not tried, and is due at once.
 */
export async function takeBackLetter(client: Sql, letter: ClaimedLetter, met?: MailHold): Promise<void> {
  await client.query({
    name: "unclaim-letter",
    text: `UPDATE letters SET state = 'queued', attempts = attempts - 1, ${answered("$4")}, last_error = coalesce($3::text, last_error),
             next_at = CASE WHEN $3 IS NULL THEN now() ELSE coalesce((SELECT until FROM mail_pace WHERE until > now()), now()) END,
             tries = CASE WHEN $5 THEN tries || ${tryOf("'paused'", "$3::text", "0")} ELSE tries END WHERE id = $1 AND state = 'inflight' AND attempts = $2`,
    values: [
      letter.id,
      letter.attempts,
      met?.reason.slice(0, 300),
      limits.letterInterruptions,
      met?.how === "paused",
    ],
  });
}

/**
 * Puts off an email that was refused for good, perhaps because of its recipient. This try does not count, and the
 * link stays valid. Its own wait doubles each time. Of several such tries in a row, only the last is kept.
 */
export async function refuseLetter(client: Sql, letter: ClaimedLetter, reason: string): Promise<void> {
  const isAgain = "tries -> -1 ->> 'what' = 'refused'";
  const minutes = `CASE WHEN ${isAgain} THEN least($5::int, (tries -> -1 ->> 'minutes')::int * 2) ELSE 1 END`;
  await client.query({
    name: "refuse-letter",
    text: `UPDATE letters SET state = 'queued', attempts = attempts - 1, ${answered("$4")}, last_error = $3::text, next_at = now() + make_interval(mins => w.minutes),
             tries = CASE WHEN ${isAgain} THEN tries - (-1) ELSE tries END || ${tryOf("'refused'", "$3::text", "w.minutes")}
           FROM (SELECT ${minutes} AS minutes FROM letters WHERE id = $1) w WHERE id = $1 AND state = 'inflight' AND attempts = $2`,
    values: [letter.id, letter.attempts, reason.slice(0, 300), limits.letterInterruptions, longestOwnWait],
  });
}

/** Makes refused emails due now. Resolves to how many there are. */
export async function tryRefusedNow(sql: Sql): Promise<number> {
  const { rowCount } = await sql.query(`UPDATE letters SET next_at = now() WHERE ${isRefusedInSql}`);
  return rowCount ?? 0;
}

/** Ends an email that its recipient's mailbox refuses. */
export async function bounceLetter(client: Sql, letter: ClaimedLetter, reason: string): Promise<void> {
  await endAttempt(client, letter, { state: "bounced", what: "bounced", reason, minutes: 0 });
}

/** Puts given-up emails that can still be composed back into the queue with all tries left. Resolves to how many. */
export async function queueAgain(
  client: Sql,
  { ids, recipient = null }: { readonly ids: readonly string[]; readonly recipient?: string | null },
): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE letters SET state = 'queued', recipient = coalesce($2, recipient), attempts = 0, interruptions = 0, next_at = now(), last_error = NULL, tries = tries || ${tryOf("'retried'", "''", "0")}
     WHERE id = ANY($1::uuid[]) AND kind = ANY($3)`,
    [ids, recipient, letterKinds.filter((kind) => afterGivingUp[kind] === "whole")],
  );
  return rowCount ?? 0;
}

/** Lifts the pause and the wait. Called when mail settings were saved, or by an administrator. */
export async function resumeMail(sql: Sql): Promise<void> {
  await sql.query("DELETE FROM mail_pause");
  await sql.query("DELETE FROM mail_pace");
}

/** Ends a try. Only the try that claimed the email may: a process taken for dead must not undo another's work. */
async function endAttempt(
  client: Sql,
  letter: ClaimedLetter,
  end: {
    readonly state: "queued" | "dead" | "bounced";
    readonly what: LetterTry["what"];
    readonly reason: string;
    readonly minutes: number;
  },
): Promise<void> {
  await client.query({
    name: "end-letter-attempt",
    text: `UPDATE letters SET state = $3, ${answered("$6")}, last_error = $4::text, next_at = now() + make_interval(mins => $5::int),
             tries = tries || ${tryOf("$7::text", "$4::text", "$5::int")},
             variables = CASE WHEN $3 = 'queued' THEN variables ELSE ${scrubbed} END
           WHERE id = $1 AND state = 'inflight' AND attempts = $2`,
    values: [
      letter.id,
      letter.attempts,
      end.state,
      end.reason.slice(0, 300),
      end.minutes,
      limits.letterInterruptions,
      end.what,
    ],
  });
}

import type { Sql } from "#platform/database/sql.ts";
import { durations, limits } from "#ticketing/limits.ts";
import { afterTheEnd, type LetterTry, letterKinds } from "./letter-tables.server.ts";

/** The wait of all emails when the mail server takes none for now, in seconds: twice as long each time, until one was taken. */
const wait = { least: 5, most: 120 };
/** Days that an email waits so without using up its tries. */
const patienceDays = 5;
/** Equal refusals of different recipients in a row, after which they are taken for a refusal of us. */
const equalRefusals = 5;

export type ClaimedLetter = {
  readonly id: string;
  readonly kind: (typeof letterKinds)[number];
  readonly recipient: string;
  readonly userId: string | null;
  readonly orderId: string | null;
  /** The message to the holders of a night that it is a copy of. */
  readonly nightMessageId: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly messageId: string;
  readonly attempts: number;
  /** Above 0: its process died before, and the mail server may have it already. */
  readonly interruptions: number;
  /** It has waited so long that every failure counts as a try. */
  readonly isOld: boolean;
};

/**
 * Claims the next due emails for this process; those of messages to a night's holders only where no other is due, so that
 * twenty thousand of them delay no ticket. The caller commits before it contacts the mail server, so that no other
 * process sends them too. The first time the Message-ID gets the site's host, which who queued the email does not know:
 * it is the same for every copy. `next_at` of an email in flight is the time after which its process is taken for dead.
 */
export async function claimLetters(client: Sql, most: number, host: string): Promise<ClaimedLetter[]> {
  const { rows } = await client.query<ClaimedLetter>({
    name: "claim-letters",
    text: `UPDATE letters SET state = 'inflight', attempts = attempts + 1, next_at = now() + make_interval(secs => $1),
             message_id = CASE WHEN attempts = 0 THEN replace(message_id, '@estival>', '@' || $3 || '>') ELSE message_id END
           WHERE id = ANY(ARRAY(SELECT id FROM letters WHERE state = 'queued' AND next_at <= now() AND NOT EXISTS (SELECT FROM mail_pause) AND NOT EXISTS (SELECT FROM mail_pace WHERE until > now())
                                ORDER BY (night_message_id IS NOT NULL), next_at LIMIT $2 FOR UPDATE SKIP LOCKED))
           RETURNING id, kind, recipient, user_id AS "userId", order_id AS "orderId", night_message_id AS "nightMessageId", variables, message_id AS "messageId", attempts, interruptions,
             created_at < now() - make_interval(days => $4) AS "isOld"`,
    values: [durations.letterHandover, most, host, patienceDays],
  });
  return rows;
}

/**
 * Puts emails of dead processes back into the queue. Resolves to the ids of those that are given up instead. After two
 * deaths at the mail server there may be two copies already; a third is not risked. The first death costs at most a
 * second copy, so it does not matter whether the email was at the server or only composed. From then on each try is
 * counted before the email reaches the server (`countHandover`); an email that a dead process took without counting
 * never reached the server.
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
 * Counts a try of an email whose process died before, and must be committed before the mail server gets it. That costs
 * the few interrupted emails one commit each, and the others nothing. False when another process has the email.
 */
export async function countHandover(client: Sql, letter: ClaimedLetter): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "count-handover",
    text: "UPDATE letters SET interruptions = interruptions + 1 WHERE id = $1 AND state = 'inflight' AND attempts = $2",
    values: [letter.id, letter.attempts],
  });
  return rowCount === 1;
}

/** The server answered: a try that was counted beforehand is no longer in doubt. */
const answered = (most: string) => `interruptions = least(interruptions, ${most}::int - 1)`;

/** One entry of `tries`, made of SQL expressions; the time is the database's. */
const tryOf = (what: string, reason: string, minutes: string) =>
  `jsonb_build_object('at', now(), 'what', ${what}, 'reason', ${reason}, 'minutes', ${minutes})`;

/** Links in account emails hold a secret token; it is deleted when the email was sent. */
const scrubbed = "variables - 'action_url' - 'token'";

export type SentLetter = Pick<ClaimedLetter, "id" | "orderId"> & {
  readonly template: string;
  readonly isFallback: boolean;
};

/** Marks emails as sent. It ignores the present state of the rows: an email that the server accepted is sent. */
export async function markLettersSent(client: Sql, sent: readonly SentLetter[]): Promise<void> {
  await client.query({
    name: "mark-letters-sent",
    text: `UPDATE letters SET state = 'sent', sent_at = now(), last_error = NULL, variables = ${scrubbed}, template = s.template, is_fallback = s.is_fallback
           FROM unnest($1::uuid[], $2::text[], $3::boolean[]) AS s(sent_id, template, is_fallback) WHERE id = s.sent_id AND state <> 'sent'`,
    values: [sent.map((one) => one.id), sent.map((one) => one.template), sent.map((one) => one.isFallback)],
  });
  await client.query({ name: "end-mail-wait", text: "DELETE FROM mail_pace WHERE until <= now()" });
}

/** Plans the next try, or gives up after the last. Resolves to the new state. */
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

/** Ends an email whose content is no longer true. */
export async function voidLetter(client: Sql, letter: ClaimedLetter, reason: string): Promise<void> {
  await endAttempt(client, letter, { state: "dead", what: "void", reason, minutes: 0 });
}

/** Ends what is queued of a message to a night's holders. Resolves to how many emails that were. */
export async function endQueuedCopies(sql: Sql, nightMessageId: string, reason: string): Promise<number> {
  const { rowCount } = await sql.query({
    name: "end-queued-copies",
    text: `UPDATE letters SET state = 'dead', last_error = $2::text, next_at = now(), tries = tries || ${tryOf("'void'", "$2::text", "0")}
           WHERE night_message_id = $1 AND state = 'queued'`,
    values: [nightMessageId, reason],
  });
  return rowCount ?? 0;
}

/** What the mail server says to every email: it refuses us, or it takes none for now. */
export type MailHold = { readonly how: "paused" | "slowed"; readonly reason: string };

/**
 * Takes back an email that met a refusal of all: this try does not count. No email is sent until the pause is lifted, or
 * for a while, and then this one after the others.
 */
export async function holdMail(client: Sql, letter: ClaimedLetter, hold: MailHold): Promise<void> {
  const reason = hold.reason.slice(0, 300);
  const isPaused = hold.how === "paused";
  if (isPaused) await pauseMail(client, reason);
  else
    await client.query(
      `INSERT INTO mail_pace AS p (seconds, until, reason) VALUES ($1::int, now() + make_interval(secs => $1::int), $3)
       ON CONFLICT (one_row) DO UPDATE SET seconds = least($2::int, p.seconds * 2), until = now() + make_interval(secs => least($2::int, p.seconds * 2)), reason = $3 WHERE p.until <= now()`,
      [wait.least, wait.most, reason],
    );
  await client.query({
    name: "unclaim-letter",
    text: `UPDATE letters SET state = 'queued', attempts = attempts - 1, ${answered("$4")}, last_error = $3::text,
             next_at = coalesce((SELECT until FROM mail_pace WHERE until > now()), now()),
             tries = CASE WHEN $5 THEN tries || ${tryOf("'paused'", "$3::text", "0")} ELSE tries END WHERE id = $1 AND state = 'inflight' AND attempts = $2`,
    values: [letter.id, letter.attempts, reason, limits.letterInterruptions, isPaused],
  });
}

const pauseMail = (client: Sql, reason: string) =>
  client.query("INSERT INTO mail_pause (reason) VALUES ($1) ON CONFLICT DO NOTHING", [reason]);

/**
 * Ends an email that its mailbox refuses. `isDoubtful`: the server does not say why. Then several recipients in a row
 * refused with the same words, and nothing accepted since, are about us: it pauses, puts those emails back into the queue,
 * but for those whose link is deleted, and resolves to true. Words with a figure differ each time. One email after another:
 * of two that end at once, the second counts the first.
 */
export async function bounceLetter(
  client: Sql,
  letter: ClaimedLetter,
  { reason, isDoubtful }: { readonly reason: string; readonly isDoubtful: boolean },
): Promise<boolean> {
  if (isDoubtful) await client.query("SELECT pg_advisory_xact_lock(hashtext('estival.bounced_letters'))");
  await endAttempt(client, letter, { state: "bounced", what: "bounced", reason, minutes: 0 });
  if (!isDoubtful) return false;
  const words = (text: string) => `regexp_replace(${text}, '\\S*\\d\\S*', '', 'g')`;
  const { rows } = await client.query<{ id: string; recipient: string }>(
    `SELECT id, recipient FROM letters l WHERE state = 'bounced' AND ${words("last_error")} = ${words("$1")}
       AND NOT EXISTS (SELECT FROM letters s WHERE s.sent_at > (l.tries -> -1 ->> 'at')::timestamptz)`,
    [reason.slice(0, 300)],
  );
  if (new Set(rows.map(({ recipient }) => recipient)).size < equalRefusals) return false;
  await pauseMail(client, reason);
  await queueAgain(client, { ids: rows.map(({ id }) => id) });
  return true;
}

/** Whether this email was refused before as we are, and others were accepted since: then the refusal is its own. */
export async function isRefusedAlone(client: Sql, letter: ClaimedLetter): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM letters l WHERE id = $1 AND l.tries -> -1 ->> 'what' = 'paused'
       AND EXISTS (SELECT FROM letters s WHERE s.sent_at > (l.tries -> -1 ->> 'at')::timestamptz)`,
    [letter.id],
  );
  return rowCount === 1;
}

/** Puts emails that were given up back into the queue with all their tries, if they can still be composed. */
export async function queueAgain(
  client: Sql,
  { ids, recipient = null }: { readonly ids: readonly string[]; readonly recipient?: string | null },
): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE letters SET state = 'queued', recipient = coalesce($2, recipient), attempts = 0, interruptions = 0, next_at = now(), last_error = NULL, tries = tries || ${tryOf("'retried'", "''", "0")}
     WHERE id = ANY($1::uuid[]) AND kind = ANY($3)`,
    [ids, recipient, letterKinds.filter((kind) => afterTheEnd[kind] === "whole")],
  );
  return rowCount ?? 0;
}

/** Lifts the pause and the wait. Called when the mail settings were saved, or by an administrator. */
export async function resumeMail(sql: Sql): Promise<void> {
  await sql.query("DELETE FROM mail_pause");
  await sql.query("DELETE FROM mail_pace");
}

/** Only the try that claimed the email may end it: a process that was taken for dead must not undo another's work. */
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

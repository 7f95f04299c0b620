import type { Sql } from "#platform/database/sql.ts";
import { durations, limits } from "#ticketing/limits.ts";
import {
  afterTheEnd,
  isRefusedInSql,
  type LetterTry,
  laneInSql,
  letterKinds,
} from "./letter-tables.server.ts";

/** The wait of all emails when the mail server takes none for now, in seconds: twice as long each time, until one was taken. */
const wait = { least: 5, most: 120 };
/** Days that an email waits so without using up its tries. */
const patienceDays = 5;
/** The longest wait of an email that was refused, in minutes; the first is one. */
const longestOwnWait = 60;

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
 * Claims the next due emails for this process by their lanes, so that neither twenty thousand copies of a message nor as
 * many refused addresses delay a ticket. The caller commits before it contacts the mail server, so that no other
 * process sends them too. The first time the Message-ID gets the site's host, which who queued the email does not know:
 * it is the same for every copy. `next_at` of an email in flight is the time after which its process is taken for dead.
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
  await client.query({
    name: "end-mail-wait",
    text: `WITH ended AS (DELETE FROM mail_pace WHERE until <= now() OR EXISTS (SELECT FROM mail_pause) RETURNING 1)
           DELETE FROM mail_pause WHERE EXISTS (SELECT FROM ended)`,
  });
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

/**
 * What the mail server says to every email. `paused`: it refuses us, and a person has to mend it. `slowed`: it takes none
 * for now. `refused`: it refuses, as it seems, every recipient; that ends by itself, when it takes an email again.
 */
export type MailHold = { readonly how: "paused" | "refused" | "slowed"; readonly reason: string };

/** No email is sent until a person lifts the pause, or for a while. */
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
 * Takes back a claimed email: this try does not count. With the answer that holds up all, it comes after the others; without
 * one it was not tried, and comes before.
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
 * Puts off an email that was refused for good, perhaps for its recipient alone: this try does not count, its link stays,
 * and it waits by itself, twice as long each time. Of several such tries in a row only the last is kept.
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

/** Ends the waits of refused emails. Resolves to how many those are. */
export async function tryRefusedNow(sql: Sql): Promise<number> {
  const { rowCount } = await sql.query(`UPDATE letters SET next_at = now() WHERE ${isRefusedInSql}`);
  return rowCount ?? 0;
}

/** Ends an email that its mailbox refuses. */
export async function bounceLetter(client: Sql, letter: ClaimedLetter, reason: string): Promise<void> {
  await endAttempt(client, letter, { state: "bounced", what: "bounced", reason, minutes: 0 });
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

import type pg from "pg";
import type { Sql } from "#platform/database/database.server.ts";
import type { letterKinds } from "./letter-tables.server.ts";
import { retryMinutes } from "./retry-times.ts";

export type ClaimedLetter = {
  readonly id: string;
  readonly kind: (typeof letterKinds)[number];
  readonly recipient: string;
  readonly userId: string | null;
  readonly orderId: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly messageId: string;
  readonly attempts: number;
  /** Above 0: its process died before, and the mail server may have it already. */
  readonly interruptions: number;
};

/** A letter that has been at the mail server longer than this is one whose process died. */
const reapAfterMinutes = 10;
/**
 * Dying twice at the mail server may mean two copies already; a third is not risked. The first death costs a second copy
 * at most, so nobody asks whether the letter was at the server or only made ahead. From then on it is counted before the
 * server hears of it (`countHandover`), and what is taken from a dead process uncounted was never there.
 */
const interruptionsAtMost = 2;

/**
 * Takes the next due letters for this process. The caller commits before it speaks to the mail server, so that no
 * other process sends them too; `next_at` of a letter in flight is when the reaper may believe its process dead.
 */
export async function claimLetters(client: pg.ClientBase, most: number): Promise<ClaimedLetter[]> {
  const { rows } = await client.query<ClaimedLetter>({
    name: "claim-letters",
    text: `UPDATE letters SET state = 'inflight', attempts = attempts + 1, next_at = now() + make_interval(mins => $1)
           WHERE id = ANY(ARRAY(SELECT id FROM letters WHERE state = 'queued' AND next_at <= now() AND NOT EXISTS (SELECT FROM mail_pause)
                                ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED))
           RETURNING id, kind, recipient, user_id AS "userId", order_id AS "orderId", variables, message_id AS "messageId", attempts, interruptions`,
    values: [reapAfterMinutes, most],
  });
  return rows;
}

/** Puts letters of dead processes back into the queue. Resolves to the ids of those that are given up instead. */
export async function reapLetters(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ id: string; state: string }>({
    name: "reap-letters",
    text: `UPDATE letters SET interruptions = greatest(interruptions, 1), next_at = now(), last_error = 'interrupted on its way',
             tries = tries || ${tryOf("'interrupted'", "''", "0")},
             state = CASE WHEN interruptions >= $1 OR attempts >= $2 THEN 'dead' ELSE 'queued' END,
             variables = CASE WHEN interruptions >= $1 OR attempts >= $2 THEN ${scrubbed} ELSE variables END
           WHERE id IN (SELECT id FROM letters WHERE state = 'inflight' AND next_at <= now() FOR UPDATE SKIP LOCKED) RETURNING id, state`,
    values: [interruptionsAtMost, retryMinutes.length + 1],
  });
  return rows.filter((row) => row.state === "dead").map((row) => row.id);
}

/**
 * Before the mail server hears of a letter whose process died before: counts this time too, and is committed first. It
 * costs the few that were interrupted a commit each, and the others nothing. False when another process has the letter.
 */
export async function countHandover(client: pg.ClientBase, letter: ClaimedLetter): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "count-handover",
    text: "UPDATE letters SET interruptions = interruptions + 1 WHERE id = $1 AND state = 'inflight' AND attempts = $2",
    values: [letter.id, letter.attempts],
  });
  return rowCount === 1;
}

/** The server answered: a handover that was counted beforehand is in doubt no more. */
const answered = `interruptions = least(interruptions, ${interruptionsAtMost - 1})`;

/** One entry of `tries`, of SQL expressions; the database's clock says when. */
const tryOf = (what: string, reason: string, minutes: string) =>
  `jsonb_build_object('at', now(), 'what', ${what}, 'reason', ${reason}, 'minutes', ${minutes})`;

/** Links in account letters hold a secret token; it goes with the letter and stays nowhere. */
const scrubbed = "variables - 'action_url' - 'token'";

export type SentLetter = Pick<ClaimedLetter, "id" | "orderId"> & {
  readonly template: string;
  readonly isFallback: boolean;
};

/** The mail server has them. Believed whatever happened to the row since: a letter that was taken is sent. */
export async function markLettersSent(client: pg.ClientBase, sent: readonly SentLetter[]): Promise<void> {
  await client.query({
    name: "mark-letters-sent",
    text: `UPDATE letters SET state = 'sent', sent_at = now(), last_error = NULL, variables = ${scrubbed}, template = s.template, is_fallback = s.is_fallback
           FROM unnest($1::uuid[], $2::text[], $3::boolean[]) AS s(sent_id, template, is_fallback) WHERE id = s.sent_id AND state <> 'sent'`,
    values: [sent.map((one) => one.id), sent.map((one) => one.template), sent.map((one) => one.isFallback)],
  });
}

/** Tries again later, or gives up after the last try. Resolves to what became of it. */
export async function putOffLetter(
  client: pg.ClientBase,
  letter: ClaimedLetter,
  reason: string,
): Promise<"queued" | "dead"> {
  const minutes = retryMinutes[letter.attempts - 1];
  const state = minutes === undefined ? "dead" : "queued";
  await endAttempt(client, letter, { state, reason, minutes: minutes ?? 0 });
  return state;
}

/** This letter will never arrive: no such mailbox, or what it tells is no longer true. */
export async function giveUpLetter(
  client: pg.ClientBase,
  letter: ClaimedLetter,
  end: { readonly state: "bounced" | "dead"; readonly reason: string },
): Promise<void> {
  await endAttempt(client, letter, { ...end, minutes: 0 });
}

/** The password is refused: this letter's try did not count, and no letter leaves until the pause is lifted. */
export async function pauseMail(client: pg.ClientBase, letter: ClaimedLetter, reason: string): Promise<void> {
  await client.query("INSERT INTO mail_pause (reason) VALUES ($1) ON CONFLICT DO NOTHING", [reason]);
  await client.query({
    name: "unclaim-letter",
    text: `UPDATE letters SET state = 'queued', attempts = attempts - 1, ${answered}, next_at = now(), last_error = $3::text, tries = tries || ${tryOf("'paused'", "$3::text", "0")} WHERE id = $1 AND state = 'inflight' AND attempts = $2`,
    values: [letter.id, letter.attempts, reason.slice(0, 300)],
  });
}

/** Lifts the pause. Called when the settings of the mail server were saved, or by an administrator. */
export async function resumeMail(sql: Sql): Promise<void> {
  await sql.$client.query("DELETE FROM mail_pause");
}

/** Since when and why no letter leaves; undefined while they do. */
export async function findMailPause(sql: Sql): Promise<{ since: Date; reason: string } | undefined> {
  const { rows } = await sql.$client.query("SELECT since, reason FROM mail_pause");
  return rows[0];
}

/** Only the attempt that claimed the letter may end it: a process that was thought dead must not undo another's work. */
async function endAttempt(
  client: pg.ClientBase,
  letter: ClaimedLetter,
  end: { readonly state: "queued" | "dead" | "bounced"; readonly reason: string; readonly minutes: number },
): Promise<void> {
  await client.query({
    name: "end-letter-attempt",
    text: `UPDATE letters SET state = $3, ${answered}, last_error = $4::text, next_at = now() + make_interval(mins => $5::int),
             tries = tries || ${tryOf("CASE $3 WHEN 'queued' THEN 'put_off' WHEN 'dead' THEN 'given_up' ELSE 'bounced' END", "$4::text", "$5::int")},
             variables = CASE WHEN $3 = 'queued' THEN variables ELSE ${scrubbed} END
           WHERE id = $1 AND state = 'inflight' AND attempts = $2`,
    values: [letter.id, letter.attempts, end.state, end.reason.slice(0, 300), end.minutes],
  });
}

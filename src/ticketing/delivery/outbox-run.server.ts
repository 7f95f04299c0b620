import type { Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { mailHost } from "#platform/mail/mail-message.ts";
import type { Services } from "#platform/services.ts";
import {
  type ClaimedLetter,
  claimLetters,
  markLettersSent,
  type SentLetter,
} from "#ticketing/letters/letter-queue.server.ts";

/** An email that the mail server accepted, and whether it was a confirmation with tickets. */
export type Delivered = SentLetter & { readonly isConfirmation: boolean };

type Waiting<Value> = { resolve(value: Value): void; reject(error: unknown): void };

/** How many composed emails may wait for a worker: enough for no worker to wait, few to repeat after a crash. */
const ahead = 12;

/**
 * Gives composed emails to the workers of one run, and records what they sent. While emails are being sent, the next
 * ones are claimed and composed. Calls that come during a transaction are served together by the next one. Emails are
 * not bound to a worker, so a slow one holds up no other. After `stop` it claims no more and gives out the rest.
 */
export function openOutboxRun<Written>(
  { database, origin }: Pick<Services, "database" | "origin">,
  write: (letter: ClaimedLetter) => Promise<Written>,
  stop?: AbortSignal,
) {
  const ready: Written[] = [];
  const takers: Waiting<Written | undefined>[] = [];
  const notes: (Waiting<void> & { readonly sent: Delivered })[] = [];
  let inWriting = 0;
  let isServing = false;
  let isEmpty = false;

  const isOver = () => isEmpty || stop?.aborted === true;
  const wanted = () => (isOver() ? 0 : Math.max(0, takers.length + ahead - ready.length - inWriting));

  async function serve(): Promise<void> {
    if (isServing) return;
    isServing = true;
    // Lets other workers that are ready join the same transaction.
    await Promise.resolve();
    while (notes.length > 0 || wanted() > 0) {
      const noted = notes.splice(0);
      const most = wanted();
      try {
        const letters = await database.withDuty("deliver", async (sql) => {
          if (noted.length > 0)
            await noteSent(
              sql,
              noted.map(({ sent }) => sent),
            );
          return most > 0 ? claimLetters(sql, most, mailHost(origin)) : [];
        });
        for (const one of noted) one.resolve();
        if (letters.length < most) isEmpty = true;
        for (const letter of letters) void writeOut(letter);
      } catch (error) {
        isEmpty = true;
        for (const one of [...noted, ...takers.splice(0)]) one.reject(error);
      }
    }
    isServing = false;
    endWaiting();
  }

  async function writeOut(letter: ClaimedLetter): Promise<void> {
    inWriting += 1;
    try {
      await faultPoint("letter.claimed");
      const written = await write(letter);
      const taker = takers.shift();
      if (taker) taker.resolve(written);
      else ready.push(written);
    } catch (error) {
      takers.shift()?.reject(error);
    } finally {
      inWriting -= 1;
      endWaiting();
    }
  }

  /** Ends the waiting workers if no email is due and none is being composed. */
  function endWaiting(): void {
    if (isOver() && inWriting === 0 && ready.length === 0)
      for (const taker of takers.splice(0)) taker.resolve(undefined);
  }

  return {
    /** The next composed email; undefined when none is due. */
    next(): Promise<Written | undefined> {
      const written = ready.shift();
      const taken = new Promise<Written | undefined>((resolve, reject) => {
        if (written) resolve(written);
        else takers.push({ resolve, reject });
      });
      if (isServing || wanted() > 0) void serve();
      else endWaiting();
      return taken;
    },
    /** Records that an email was sent. Resolves when that is committed. */
    note(sent: Delivered): Promise<void> {
      const noted = new Promise<void>((resolve, reject) => notes.push({ sent, resolve, reject }));
      void serve();
      return noted;
    },
  };
}

/** Marks emails as sent and, for confirmations, their tickets, in one transaction. */
async function noteSent(client: Sql, sent: readonly Delivered[]): Promise<void> {
  const orders = sent.flatMap((one) => (one.isConfirmation && one.orderId ? [one.orderId] : []));
  await markLettersSent(client, sent);
  if (orders.length === 0) return;
  await client.query({
    name: "tickets-emailed",
    text: "UPDATE ticket_purchases SET email_sent = true WHERE order_id = ANY($1) AND NOT email_sent",
    values: [orders],
  });
}

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

type PendingCall<Value> = { resolve(value: Value): void; reject(error: unknown): void };

/** How many composed emails may wait for a worker: enough for no worker to wait, few to repeat after a crash. */
const composedAhead = 12;

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
  const waitingWorkers: PendingCall<Written | undefined>[] = [];
  const sentToRecord: (PendingCall<void> & { readonly sent: Delivered })[] = [];
  let beingComposed = 0;
  let isServing = false;
  let isEmpty = false;

  const isOver = () => isEmpty || stop?.aborted === true;
  const countToClaim = () =>
    isOver() ? 0 : Math.max(0, waitingWorkers.length + composedAhead - ready.length - beingComposed);

  async function serve(): Promise<void> {
    if (isServing) return;
    isServing = true;
    // Lets other workers that are ready join the same transaction.
    await Promise.resolve();
    while (sentToRecord.length > 0 || countToClaim() > 0) {
      const sentNow = sentToRecord.splice(0);
      const claimCount = countToClaim();
      try {
        const letters = await database.withDuty("deliver", async (sql) => {
          if (sentNow.length > 0)
            await markSent(
              sql,
              sentNow.map(({ sent }) => sent),
            );
          return claimCount > 0 ? claimLetters(sql, claimCount, mailHost(origin)) : [];
        });
        for (const one of sentNow) one.resolve();
        if (letters.length < claimCount) isEmpty = true;
        for (const letter of letters) void composeForWorker(letter);
      } catch (error) {
        isEmpty = true;
        for (const one of [...sentNow, ...waitingWorkers.splice(0)]) one.reject(error);
      }
    }
    isServing = false;
    endWaiting();
  }

  async function composeForWorker(letter: ClaimedLetter): Promise<void> {
    beingComposed += 1;
    try {
      await faultPoint("letter.claimed");
      const written = await write(letter);
      const worker = waitingWorkers.shift();
      if (worker) worker.resolve(written);
      else ready.push(written);
    } catch (error) {
      waitingWorkers.shift()?.reject(error);
    } finally {
      beingComposed -= 1;
      endWaiting();
    }
  }

  /** Ends the waiting workers if no email is due and none is being composed. */
  function endWaiting(): void {
    if (isOver() && beingComposed === 0 && ready.length === 0)
      for (const worker of waitingWorkers.splice(0)) worker.resolve(undefined);
  }

  return {
    /** The next composed email; undefined when none is due. */
    next(): Promise<Written | undefined> {
      const written = ready.shift();
      const taken = new Promise<Written | undefined>((resolve, reject) => {
        if (written) resolve(written);
        else waitingWorkers.push({ resolve, reject });
      });
      if (isServing || countToClaim() > 0) void serve();
      else endWaiting();
      return taken;
    },
    /** Records that an email was sent. Resolves when that is committed. */
    recordSent(sent: Delivered): Promise<void> {
      const recorded = new Promise<void>((resolve, reject) => sentToRecord.push({ sent, resolve, reject }));
      void serve();
      return recorded;
    },
  };
}

/** Marks emails as sent and, for confirmations, their tickets, in one transaction. */
async function markSent(client: Sql, sent: readonly Delivered[]): Promise<void> {
  const orders = sent.flatMap((one) => (one.isConfirmation && one.orderId ? [one.orderId] : []));
  await markLettersSent(client, sent);
  if (orders.length === 0) return;
  await client.query({
    name: "tickets-emailed",
    text: "UPDATE ticket_purchases SET email_sent = true WHERE order_id = ANY($1) AND NOT email_sent",
    values: [orders],
  });
}

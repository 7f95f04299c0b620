import type pg from "pg";
import type { Database } from "#platform/database/database.server.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import {
  type ClaimedLetter,
  claimLetters,
  markLettersSent,
  type SentLetter,
} from "#ticketing/letters/letter-queue.server.ts";

/** A letter that the mail server took, and whether it brought tickets. */
export type Delivered = SentLetter & { readonly isConfirmation: boolean };

export type LetterDesk<Written> = {
  /** The next letter, written out; undefined when none is due. */
  next(): Promise<Written | undefined>;
  /** Notes what the mail server took; done when that is committed. */
  note(sent: Delivered): Promise<void>;
};

type Waiting<Value> = { resolve(value: Value): void; reject(error: unknown): void };

/** Written out and waiting for a lane: enough that no lane waits for the database, few to put off when we die. */
const ahead = 12;

/**
 * Where the lanes of one run get written letters and hand in what was sent. While letters are on their way, the next
 * ones are claimed and written; whoever comes while the database is asked waits, and all of them are served together,
 * by one transaction. A letter waits here for no lane of its own, so that one that is held up holds up nothing else.
 * After `stop` it claims no more and hands out what it has.
 */
export function openLetterDesk<Written>(
  database: Database,
  write: (letter: ClaimedLetter) => Promise<Written>,
  stop?: AbortSignal,
): LetterDesk<Written> {
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
    // whoever else is ready now comes first
    await Promise.resolve();
    while (notes.length > 0 || wanted() > 0) {
      const noted = notes.splice(0);
      const most = wanted();
      try {
        const letters = await database.withDuty("deliver", async ({ $client }) => {
          if (noted.length > 0)
            await noteSent(
              $client,
              noted.map(({ sent }) => sent),
            );
          return most > 0 ? claimLetters($client, most) : [];
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
    sendHome();
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
      sendHome();
    }
  }

  /** No letter is due and none is being written: there is nothing to wait for. */
  function sendHome(): void {
    if (isOver() && inWriting === 0 && ready.length === 0)
      for (const taker of takers.splice(0)) taker.resolve(undefined);
  }

  return {
    next() {
      const written = ready.shift();
      const taken = new Promise<Written | undefined>((resolve, reject) => {
        if (written) resolve(written);
        else takers.push({ resolve, reject });
      });
      if (isServing || wanted() > 0) void serve();
      else sendHome();
      return taken;
    },
    note(sent) {
      const noted = new Promise<void>((resolve, reject) => notes.push({ sent, resolve, reject }));
      void serve();
      return noted;
    },
  };
}

/** A confirmation that left is noted on the tickets it brought, in the same transaction. */
async function noteSent(client: pg.ClientBase, sent: readonly Delivered[]): Promise<void> {
  const orders = sent.flatMap((one) => (one.isConfirmation && one.orderId ? [one.orderId] : []));
  await markLettersSent(client, sent);
  if (orders.length === 0) return;
  await client.query({
    name: "tickets-emailed",
    text: "UPDATE ticket_purchases SET email_sent = true WHERE order_id = ANY($1) AND NOT email_sent",
    values: [orders],
  });
}

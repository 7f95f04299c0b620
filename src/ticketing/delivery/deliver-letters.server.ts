import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { MailConnection } from "#platform/mail/mail-adapter.server.ts";
import {
  bounceLetter,
  type ClaimedLetter,
  countHandover,
  endLostLetters,
  holdAll,
  type MailHold,
  putOffLetter,
  refuseLetter,
  takeBackLetter,
  voidLetter,
} from "#ticketing/letters/letter-queue.server.ts";
import { type Composed, composeLetter } from "./compose-letter.server.ts";
import type { DeliveryServices } from "./delivery-services.server.ts";
import { type Delivered, openOutboxRun } from "./outbox-run.server.ts";
import { isOfSeveralDomains, isRefusalOfUs } from "./refusal-queries.server.ts";

/** How many emails are sent at once: several, because an answer may be slow; few, to flood no server. */
const workers = 4;
/** How many accepted emails of a worker may wait to be recorded. These may be sent twice if the process dies. */
const unrecordedAtMost = 2;
/** The most emails that a killed process may leave to be sent a second time. */
export const sentTwiceAtMost = workers * (1 + unrecordedAtMost);

type End = "sent" | "queued" | "dead" | "bounced" | "paused";
export type DeliveryRun = Readonly<Record<End, number>>;

type Broken = { readonly kind: "broken"; readonly reason: string };
type WrittenLetter = { readonly letter: ClaimedLetter; readonly composed: Composed | Broken };

/**
 * Sends every email that is due. Before an email goes to the mail server, the database marks it as in flight. So when
 * the process dies, some emails may arrive twice with the same Message-ID: for each worker the one at the server and
 * at most two before it. Safe in several processes. A failure of the mail server never makes it reject. After `stop`
 * only the emails at the mail server are finished. The other claimed ones are due at once, for the next process: to
 * print their tickets may take longer than a stop.
 */
export async function deliverLetters(services: DeliveryServices, stop?: AbortSignal): Promise<DeliveryRun> {
  const run: Record<End, number> = { sent: 0, queued: 0, dead: 0, bounced: 0, paused: 0 };
  const lost = await services.database.withDuty("deliver", endLostLetters);
  for (const letterId of lost)
    services.log.error({ letterId }, "an email was given up: its process died again");
  run.dead += lost.length;
  const mail = await services.findMail();
  if (!mail) return run;
  const outbox = openOutboxRun(
    services,
    async (letter) => ({ letter, composed: await untilStop(composeOrLog(services, letter), stop) }),
    stop,
  );
  let hold: MailHold | undefined;
  const work = async () => {
    const connection = mail.openConnection();
    const recordings: Promise<void>[] = [];
    try {
      for (;;) {
        const written = await outbox.next();
        if (!written) break;
        const isToWait = hold || stop?.aborted;
        const end = isToWait
          ? await giveBack(services, written.letter)
          : await deliver(services, connection, written);
        if ("hold" in end) hold = end.hold;
        if (end.kind !== "sent") {
          run[end.kind] += 1;
          continue;
        }
        await faultPoint("letter.sent");
        // The next emails are sent while this result is being stored.
        if (recordings.length >= unrecordedAtMost) await recordings.shift();
        const recording = outbox.recordSent(end.sent).then(() => {
          run.sent += 1;
          return faultPoint("letter.marked");
        });
        // A failure is thrown later, where `recordings` are awaited.
        recording.catch(() => {});
        recordings.push(recording);
      }
      await Promise.all(recordings);
    } finally {
      connection.close();
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: workers }, work));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return run;
}

/** The result of this work, or of the stop if that comes first. Nothing of it stays with the signal afterwards. */
function untilStop<Made>(work: Promise<Made>, stop?: AbortSignal): Promise<Made | Broken> {
  const { promise, resolve } = Promise.withResolvers<Made | Broken>();
  const onStop = () => resolve({ kind: "broken", reason: "the process stops" });
  stop?.addEventListener("abort", onStop);
  return Promise.race([work, promise]).finally(() => stop?.removeEventListener("abort", onStop));
}

async function composeOrLog(services: DeliveryServices, letter: ClaimedLetter): Promise<Composed | Broken> {
  const letterFacts = { letterId: letter.id, kind: letter.kind };
  const composed = await composeLetter(services, letter).catch((error: unknown): Broken => {
    services.log.error({ ...letterFacts, error: String(error) }, "an email could not be composed");
    return { kind: "broken", reason: String(error) };
  });
  if (composed.kind === "letter" && composed.isFallback)
    services.log.warn(letterFacts, "a chosen template could not be used; the program's own was used");
  return composed;
}

type Outcome =
  | { readonly kind: "sent"; readonly sent: Delivered }
  | { readonly kind: "paused" | "queued"; readonly hold: MailHold }
  | { readonly kind: "paused" | "queued" | "dead" | "bounced" };

/** Sends one email. The caller records that it was sent; every other result is recorded here. */
async function deliver(
  services: DeliveryServices,
  connection: MailConnection,
  { letter, composed }: WrittenLetter,
): Promise<Outcome> {
  const { database, log } = services;
  const letterId = letter.id;
  if (composed.kind === "broken") return putOff(services, letter, composed.reason);
  if (composed.kind === "void") {
    log.warn({ letterId, kind: letter.kind }, "an email is no longer true and was not sent");
    await database.withDuty("deliver", (sql) => voidLetter(sql, letter, composed.reason));
    return { kind: "dead" };
  }
  if (letter.interruptions > 0 && !(await database.withDuty("deliver", (sql) => countHandover(sql, letter))))
    return { kind: "queued" };
  const { template, isFallback } = composed;
  const answer = await connection.send(composed.message);
  if (answer.kind === "refused" && !answer.isOfAll)
    return letter.isOld ? putOff(services, letter, answer.reason) : refuse(services, letter, answer.reason);
  switch (answer.kind) {
    case "accepted": {
      const { orderId } = letter;
      const sent = { id: letterId, orderId, template, isFallback, isConfirmation: isConfirmation(letter) };
      return { kind: "sent", sent };
    }
    case "retry": {
      const { isShared, reason } = answer;
      if (isShared === "no" || letter.isOld) return putOff(services, letter, reason);
      if (isShared === "perhaps") return slowDown(services, letter, reason);
      log.warn({ reason }, "the mail server takes no email now; all wait");
      return takeBack(services, letter, { how: "slowed", reason });
    }
    case "bounced": {
      const { reason } = answer;
      log.warn({ letterId, kind: letter.kind, reason }, "an email bounced");
      await database.withDuty("deliver", (sql) => bounceLetter(sql, letter, reason));
      return { kind: "bounced" };
    }
    case "refused":
    case "auth_failed":
      log.error({ reason: answer.reason }, "the mail server refuses us; all emails wait");
      return takeBack(services, letter, { how: "paused", reason: answer.reason });
  }
}

/** Makes this email wait with all the others. This try does not count. */
async function takeBack(
  { database }: DeliveryServices,
  letter: ClaimedLetter,
  hold: MailHold,
): Promise<Outcome> {
  await database.withDuty("deliver", async (sql) => {
    await holdAll(sql, hold);
    await takeBackLetter(sql, letter, hold);
  });
  return { kind: hold.how === "paused" ? "paused" : "queued", hold };
}

/** Makes all emails wait if another domain's met the same answer, else this one alone. Neither costs a try. */
async function slowDown(services: DeliveryServices, letter: ClaimedLetter, reason: string): Promise<Outcome> {
  const hold: MailHold = { how: "slowed", reason };
  const isOfAll = await services.database.withDuty("deliver", async (sql) => {
    const isShown = await isOfSeveralDomains(sql, letter, reason);
    if (!isShown) await refuseLetter(sql, letter, reason);
    return isShown;
  });
  services.log.warn({ letterId: letter.id, reason, isOfAll }, "the mail server takes an email later");
  return isOfAll ? takeBack(services, letter, hold) : { kind: "queued" };
}

/** Gives back an email that was claimed just before all emails began to wait, or before the stop. */
async function giveBack({ database }: DeliveryServices, letter: ClaimedLetter): Promise<Outcome> {
  await database.withDuty("deliver", (sql) => takeBackLetter(sql, letter));
  return { kind: "queued" };
}

/**
 * Makes this email wait. When several refusals show that the server refuses us, all emails wait, except claimed ones.
 */
async function refuse(
  { database, log }: DeliveryServices,
  letter: ClaimedLetter,
  reason: string,
): Promise<Outcome> {
  log.warn({ letterId: letter.id, kind: letter.kind, reason }, "an email was refused and waits");
  const isOfUs = await database.withDuty("deliver", async (sql) => {
    await refuseLetter(sql, letter, reason);
    const isShown = await isRefusalOfUs(sql, letter, reason);
    if (isShown) await holdAll(sql, { how: "refused", reason });
    return isShown;
  });
  if (isOfUs) log.error({ reason }, "the mail server refuses us; all emails wait");
  return { kind: isOfUs ? "paused" : "queued" };
}

async function putOff(
  { database, log }: DeliveryServices,
  letter: ClaimedLetter,
  reason: string,
): Promise<Outcome> {
  const state = await database.withDuty("deliver", (sql) => putOffLetter(sql, letter, reason));
  const line = { letterId: letter.id, kind: letter.kind, attempts: letter.attempts, reason };
  if (state === "dead") log.error(line, "an email was given up");
  else log.warn(line, "an email will be tried again");
  return { kind: state };
}

function isConfirmation({ kind }: ClaimedLetter): boolean {
  return kind === "ticket_confirmation" || kind === "season_pass_confirmation";
}

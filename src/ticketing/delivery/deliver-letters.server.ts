import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { MailLine } from "#platform/mail/mail-door.server.ts";
import {
  type ClaimedLetter,
  countHandover,
  giveUpLetter,
  pauseMail,
  putOffLetter,
  reapLetters,
} from "#ticketing/letters/letter-queue.server.ts";
import { type Composed, composeLetter } from "./compose-letter.server.ts";
import type { DeliveryServices } from "./delivery-services.server.ts";
import { type Delivered, openLetterDesk } from "./letter-desk.server.ts";

/** Letters at the mail server at once: a slow server can't hold up all of them, and a fast one is not flooded. */
const lanes = 4;
/** Letters of a lane that the server took and that are not noted yet: what may come twice if we die. */
const unnotedAtMost = 2;

type End = "sent" | "queued" | "dead" | "bounced" | "paused";
export type DeliveryRun = Readonly<Record<End, number>>;

type Broken = { readonly kind: "broken"; readonly reason: string };
type Written = { readonly letter: ClaimedLetter; readonly composed: Composed | Broken };

/**
 * Sends every letter that is due. A letter is marked as in flight and committed before the mail server hears of it,
 * so a process that dies at any point leaves either a letter that was not sent or one that may come twice, with the
 * same Message-ID: of each lane the one at the server and the two before it at most. Safe in several processes at once;
 * nothing that a mail server does makes it reject. `stop` says that the process ends: what it took it still sends, and
 * it takes no more, so that no letter waits for a process that is gone.
 */
export async function deliverLetters(services: DeliveryServices, stop?: AbortSignal): Promise<DeliveryRun> {
  const run: Record<End, number> = { sent: 0, queued: 0, dead: 0, bounced: 0, paused: 0 };
  const lost = await services.database.withDuty("deliver", (sql) => reapLetters(sql.$client));
  for (const letterId of lost)
    services.log.error({ letterId }, "a letter was given up: its process died again");
  run.dead += lost.length;
  const mail = await services.findMail();
  if (!mail) return run;
  const desk = openLetterDesk(services.database, (letter) => writeOut(services, letter), stop);
  let refusal: string | undefined;
  const lane = async () => {
    const line = mail.openLine();
    const notes: Promise<void>[] = [];
    try {
      for (;;) {
        await services.makeWay?.();
        const written = await desk.next();
        if (!written) break;
        const end = refusal
          ? await takeBack(services, written.letter, refusal)
          : await deliver(services, line, written);
        if (end.kind === "paused") refusal = end.reason;
        if (end.kind !== "sent") {
          run[end.kind] += 1;
          continue;
        }
        await faultPoint("letter.sent");
        // the next letters go while this one is noted
        if (notes.length >= unnotedAtMost) await notes.shift();
        const noted = desk.note(end.sent).then(() => {
          run.sent += 1;
          return faultPoint("letter.marked");
        });
        // whoever waits for it later hears of a failure then
        noted.catch(() => {});
        notes.push(noted);
      }
      await Promise.all(notes);
    } finally {
      line.close();
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return run;
}

async function writeOut(services: DeliveryServices, letter: ClaimedLetter): Promise<Written> {
  const about = { letterId: letter.id, kind: letter.kind };
  const composed = await composeLetter(services, letter).catch((error: unknown): Broken => {
    services.log.error({ ...about, error: String(error) }, "a letter could not be written");
    return { kind: "broken", reason: String(error) };
  });
  if (composed.kind === "letter" && composed.isFallback)
    services.log.warn(about, "a chosen template could not be used; the program's own was");
  return { letter, composed };
}

type Outcome =
  | { readonly kind: "sent"; readonly sent: Delivered }
  | { readonly kind: "paused"; readonly reason: string }
  | { readonly kind: "queued" | "dead" | "bounced" };

/** What was sent is still to be noted; every other end is written down here. */
async function deliver(
  services: DeliveryServices,
  line: MailLine,
  { letter, composed }: Written,
): Promise<Outcome> {
  const { database, log } = services;
  const letterId = letter.id;
  if (composed.kind === "broken") return putOff(services, letter, composed.reason);
  if (composed.kind === "void") {
    log.warn({ letterId, kind: letter.kind }, "a letter was overtaken by events");
    await database.withDuty("deliver", (sql) =>
      giveUpLetter(sql.$client, letter, { ...composed, state: "dead" }),
    );
    return { kind: "dead" };
  }
  if (
    letter.interruptions > 0 &&
    !(await database.withDuty("deliver", ({ $client }) => countHandover($client, letter)))
  )
    return { kind: "queued" };
  const { template, isFallback } = composed;
  const answer = await line.send(composed.message);
  switch (answer.kind) {
    case "accepted": {
      const { orderId } = letter;
      const sent = { id: letterId, orderId, template, isFallback, isConfirmation: isConfirmation(letter) };
      return { kind: "sent", sent };
    }
    case "retry":
      return putOff(services, letter, answer.reason);
    case "bounced":
      log.warn({ letterId, kind: letter.kind, reason: answer.reason }, "a letter bounced");
      await database.withDuty("deliver", (sql) =>
        giveUpLetter(sql.$client, letter, { state: "bounced", reason: answer.reason }),
      );
      return { kind: "bounced" };
    case "auth_failed":
      log.error({ reason: answer.reason }, "the mail server refuses our password; all letters wait");
      return takeBack(services, letter, answer.reason);
  }
}

/** The password is refused: this letter waits with all the others, and its try did not count. */
async function takeBack(
  { database }: DeliveryServices,
  letter: ClaimedLetter,
  reason: string,
): Promise<Outcome> {
  await database.withDuty("deliver", (sql) => pauseMail(sql.$client, letter, reason));
  return { kind: "paused", reason };
}

async function putOff(
  { database, log }: DeliveryServices,
  letter: ClaimedLetter,
  reason: string,
): Promise<Outcome> {
  const state = await database.withDuty("deliver", (sql) => putOffLetter(sql.$client, letter, reason));
  const line = { letterId: letter.id, kind: letter.kind, attempts: letter.attempts, reason };
  if (state === "dead") log.error(line, "a letter was given up");
  else log.warn(line, "a letter has to wait");
  return { kind: state };
}

function isConfirmation({ kind }: ClaimedLetter): boolean {
  return kind === "ticket_confirmation" || kind === "season_pass_confirmation";
}

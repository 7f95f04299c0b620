import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Mail } from "#platform/mail/mail-door.server.ts";
import {
  type ClaimedLetter,
  claimLetter,
  giveUpLetter,
  markLetterSent,
  pauseMail,
  putOffLetter,
  reapLetters,
} from "#ticketing/letters/letter-queue.server.ts";
import { composeLetter } from "./compose-letter.server.ts";
import type { DeliveryServices } from "./delivery-services.server.ts";

/** Letters at the mail server at once: a slow server can't hold up all of them, and a fast one is not flooded. */
const lanes = 4;

type Delivered = "sent" | "queued" | "dead" | "bounced" | "paused";
export type DeliveryRun = Readonly<Record<Delivered, number>>;

/**
 * Sends every letter that is due. A letter is marked as in flight and committed before the mail server hears of it,
 * so a process that dies at any point leaves either a letter that was not sent or one that may come twice, with the
 * same Message-ID. Safe in several processes at once; nothing that a mail server does makes it reject.
 */
export async function deliverLetters(services: DeliveryServices): Promise<DeliveryRun> {
  const run: Record<Delivered, number> = { sent: 0, queued: 0, dead: 0, bounced: 0, paused: 0 };
  const lost = await services.database.withDuty("deliver", (sql) => reapLetters(sql.$client));
  for (const letterId of lost)
    services.log.error({ letterId }, "a letter was given up: its process died twice");
  run.dead += lost.length;
  const mail = await services.findMail();
  if (!mail) return run;
  const lane = async () => {
    for (;;) {
      const letter = await services.database.withDuty("deliver", (sql) => claimLetter(sql.$client));
      if (!letter) return;
      await faultPoint("letter.claimed");
      run[await deliver(services, mail, letter)] += 1;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return run;
}

async function deliver(services: DeliveryServices, mail: Mail, letter: ClaimedLetter): Promise<Delivered> {
  const { database, log } = services;
  const letterId = letter.id;
  const composed = await composeLetter(services, letter).catch((error: unknown) => {
    log.error({ letterId, kind: letter.kind, error: String(error) }, "a letter could not be written");
    return { kind: "broken", reason: String(error) } as const;
  });
  if (composed.kind === "void") {
    log.warn({ letterId, kind: letter.kind }, "a letter was overtaken by events");
    await database.withDuty("deliver", (sql) =>
      giveUpLetter(sql.$client, letter, { ...composed, state: "dead" }),
    );
    return "dead";
  }
  if (composed.kind === "letter" && composed.isFallback)
    log.warn({ letterId, kind: letter.kind }, "a chosen template could not be used; the program's own was");
  const answer =
    composed.kind === "letter" ? await mail.send(composed.message) : { ...composed, kind: "retry" as const };
  switch (answer.kind) {
    case "accepted":
      await faultPoint("letter.sent");
      await markSent(services, letter, composed.kind === "letter" ? composed : undefined);
      await faultPoint("letter.marked");
      return "sent";
    case "retry": {
      const state = await database.withDuty("deliver", (sql) =>
        putOffLetter(sql.$client, letter, answer.reason),
      );
      const line = { letterId, kind: letter.kind, attempts: letter.attempts, reason: answer.reason };
      if (state === "dead") log.error(line, "a letter was given up");
      else log.warn(line, "a letter has to wait");
      return state;
    }
    case "bounced":
      log.warn({ letterId, kind: letter.kind, reason: answer.reason }, "a letter bounced");
      await database.withDuty("deliver", (sql) =>
        giveUpLetter(sql.$client, letter, { state: "bounced", reason: answer.reason }),
      );
      return "bounced";
    case "auth_failed":
      log.error({ reason: answer.reason }, "the mail server refuses our password; all letters wait");
      await database.withDuty("deliver", (sql) => pauseMail(sql.$client, letter, answer.reason));
      return "paused";
  }
}

/** A confirmation that left is noted on the tickets it brought, in the same transaction. */
async function markSent(
  { database }: DeliveryServices,
  letter: ClaimedLetter,
  written: { readonly template: string; readonly isFallback: boolean } | undefined,
): Promise<void> {
  await database.withDuty("deliver", async (sql) => {
    await markLetterSent(sql.$client, letter.id, written);
    if (letter.kind !== "ticket_confirmation" && letter.kind !== "season_pass_confirmation") return;
    await sql.$client.query({
      name: "tickets-emailed",
      text: "UPDATE ticket_purchases SET email_sent = true WHERE order_id = $1 AND NOT email_sent",
      values: [letter.orderId],
    });
  });
}

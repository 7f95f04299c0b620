import { formatInstant } from "#kernel/time.ts";
import type { LetterTry } from "#ticketing/letters/letter-tables.server.ts";
import type { OutboxLetter } from "#ticketing/letters/outbox-queries.server.ts";
import type { OfficeIconName } from "../ui/office-icon.tsx";
import type { TimelineStep } from "../ui/timeline.tsx";
import { emailTexts } from "./email-texts.ts";

const texts = emailTexts.outbox.steps;

const signs: Readonly<Record<LetterTry["what"], [OfficeIconName, NonNullable<TimelineStep["tone"]>]>> = {
  put_off: ["clock", "warn"],
  given_up: ["alert", "bad"],
  void: ["mail", "plain"],
  bounced: ["alert", "bad"],
  refused: ["alert", "warn"],
  paused: ["lock", "bad"],
  interrupted: ["alert", "warn"],
  retried: ["send", "plain"],
};

type LetterProgress = Pick<OutboxLetter, "createdAt" | "sentAt" | "tries">;

/**
 * Returns the steps of an email, the latest first: each attempt and its answer, from the queue to the mail server.
 */
export function letterSteps({ createdAt, sentAt, tries }: LetterProgress): TimelineStep[] {
  const steps: TimelineStep[] = [
    { key: "queued", icon: "mail", what: texts.queued, when: formatInstant(createdAt) },
    ...tries.map((one, at) => stepOf(one, at)),
  ];
  if (sentAt)
    steps.push({ key: "sent", icon: "check", tone: "ok", what: texts.sent, when: formatInstant(sentAt) });
  return steps.reverse();
}

/** Our own reasons in Romanian; an answer of a mail server as it is. */
export function answerInWords(answer: string): string {
  return new Map<string, string>(Object.entries(emailTexts.outbox.voidReasons)).get(answer) ?? answer;
}

function stepOf({ at, what, reason, minutes }: LetterTry, index: number): TimelineStep {
  const [icon, tone] = signs[what];
  const outcomeText = what === "put_off" || what === "refused" ? texts.again(minutes) : texts[what];
  const note = reason ? { note: outcomeText } : {};
  return {
    key: `${index}`,
    icon,
    tone,
    what: answerInWords(reason) || outcomeText,
    ...note,
    when: formatInstant(at),
  };
}

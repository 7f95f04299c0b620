import type { ClaimedLetter } from "#ticketing/letters/letter-queue.server.ts";
import type { TemplateName } from "./letter-template.ts";

/** A night was added to a sold pass: the email is about that night's ticket. */
export function isAboutAddedNight({ kind, variables }: ClaimedLetter): boolean {
  return kind === "season_pass_confirmation" && typeof variables.night === "string";
}

/** One code became several: the email is about the new ones. */
export function isAboutSplit({ variables }: ClaimedLetter): boolean {
  return variables.split === true;
}

const returnedTemplates: Readonly<Record<string, TemplateName>> = {
  second_payment: "payment_returned_twice_paid",
  refunded: "payment_returned_refunded",
  lowered: "payment_returned_lowered",
};

/** The program's own template for an email. */
export function templateOf(letter: ClaimedLetter): TemplateName {
  if (isAboutSplit(letter)) return "tickets_split";
  if (letter.kind === "one_time_code" && letter.variables.guest === true) return "guest_code";
  if (isAboutAddedNight(letter)) return "season_pass_night_added";
  if (letter.kind === "night_cancelled") return cancelledTemplateOf(letter);
  if (letter.kind === "night_moved") return movedTemplateOf(letter);
  if (letter.kind === "night_message" && letter.variables.news === true) return "night_message_news";
  if (letter.kind !== "payment_returned") return letter.kind;
  return returnedTemplates[String(letter.variables.reason)] ?? letter.kind;
}

function cancelledTemplateOf({ variables }: ClaimedLetter): TemplateName {
  if (variables.received === true) return "night_cancelled_received";
  if (variables.amount === 0) return "night_cancelled_nothing";
  return variables.pass === true ? "night_cancelled_share" : "night_cancelled";
}

function movedTemplateOf({ variables }: ClaimedLetter): TemplateName {
  if (variables.ended === true) return "night_moved_ended";
  if (variables.received === true) return "night_moved_received";
  return variables.amount === 0 ? "night_moved_nothing" : "night_moved";
}

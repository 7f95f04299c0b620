import { agreed } from "#kernel/romanian.ts";
import type { ShownCounter } from "#ticketing/events/office-event-queries.server.ts";
import type { FieldProblem, MissingHour, Problems } from "#ticketing/forms/field-problem.ts";

export const fieldSentences = {
  required: "Acest câmp este obligatoriu",
  too_long: "Textul este prea lung",
  not_a_number: "Scrie un număr întreg",
  too_small: "Numărul este prea mic",
  too_big: "Numărul este prea mare",
  not_a_date: "Alege o dată din calendar",
  not_a_time: "Scrie ora ca 22:30",
  not_a_link: "Scrie o adresă care începe cu https://",
  not_an_amount: "Scrie o sumă în lei, ca 120 sau 120,50",
  reserved: "Acest nume este rezervat",
  unknown: "Ceva din ce ai ales nu mai există",
  before_start: "Sfârșitul trebuie să fie după început",
  in_the_past: "Momentul acesta a trecut deja",
  below_taken: "Este sub ce e deja luat",
  duplicate: "Error: A duplicate entry already exists.",
  sold_pass: "Abonamentul e deja vândut: păstrează cel puțin o noapte dintre cele de până acum",
  too_many: "Sunt prea multe",
  no_end: "Scrie până când sau până la câte bilete",
  never_ends: "Ultima fază nu se termină: lasă gol",
  alone: "Adaugă și faza următoare",
  not_last: "Cu faze, prețul e al ultimei: scrie la fel sau lasă gol",
  add_on: "Un supliment nu lasă pe nimeni să intre: lasă câmpul ca la început",
  sold_alone: "Un abonament sau early bird se vinde pe pagina lui, unde nu se scrie niciun cod",
  ordinary: "Un supliment nu poate fi abonament sau early bird",
  one_night: "Un fond comun e pentru bilete obișnuite ale unei singure nopți",
  other_night: "Fondul ales e al altei nopți",
  no_pool: "Alege fondul, sau golește câmpul",
  same_hour: "Noaptea se termină la altă oră decât începe",
  after_begin: "Ușile se deschid cel târziu când începe noaptea",
} satisfies Record<Exclude<FieldProblem, MissingHour>, string>;

/** Returns the sentence for a problem; for a missing hour it names the day and the hour. */
export function fieldSentence(problem: FieldProblem): string {
  if (!isMissingHour(problem)) return fieldSentences[problem];
  const [, day = "", time = ""] = problem.split(" ");
  return `Ora ${time} nu există pe ${day.split("-").reverse().join(".")}: ceasul trece de la 03:00 la 04:00.`;
}

const isMissingHour = (problem: FieldProblem): problem is MissingHour => problem.startsWith("no_such_hour ");

/** Returns the sentence for each refused field. A form may have better sentences of its own. */
export function sentencesFor<Field extends string>(
  problems: Problems<Field>,
  formSentences: Partial<Record<Field, Partial<Record<FieldProblem, string>> | undefined>> = {},
): Partial<Record<Field, string>> {
  const sentences: Partial<Record<Field, string>> = {};
  for (const [field, problem] of Object.entries(problems) as [Field, FieldProblem][])
    sentences[field] = formSentences[field]?.[problem] ?? fieldSentence(problem);
  return sentences;
}

/** What is taken of a counter whose `sold` counts free places and those set aside, too. */
export const takenText = (sold: number, held: number) =>
  `${agreed(sold, "vândut, gratuit sau pus deoparte", "vândute, gratuite sau puse deoparte")} și ${agreed(held, "reținut", "reținute")}`;

/** The least capacity, which covers all that is taken, each kind by its name; never less than `smallest`. */
export function leastCapacityText(
  { sold, held, listed, given, atDoor }: ShownCounter,
  smallest: 0 | 1,
): string {
  const free = given > 0 ? `, ${agreed(given, "gratuit", "gratuite")}` : "";
  const taken = `${agreed(sold, "vândut", "vândute")}${free} și ${agreed(held, "reținut", "reținute")}.`;
  return [
    `Cel puțin ${Math.max(smallest, sold + held + listed + given + atDoor)}: ${taken}`,
    ...(listed > 0 ? [`Pe listele de invitați: ${listed}.`] : []),
    ...(atDoor > 0 ? [`Pentru vânzarea la ușă: ${atDoor}.`] : []),
  ].join(" ");
}

/** The sentence about a capacity that is too small, with the numbers and the advice. */
export function belowTakenText(wanted: number, sold: number, held: number): string {
  return `${wanted} este sub ce e deja luat: ${takenText(sold, held)}. Pune cel puțin ${sold + held}.`;
}

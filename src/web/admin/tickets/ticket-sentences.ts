import { formatLeiExact } from "#kernel/money.ts";
import type { PriceRefusal } from "#ticketing/events/agree-price.server.ts";
import {
  isBlankPhase,
  type PhaseValues,
  phaseRowForm,
  phaseRows,
} from "#ticketing/events/price-phase-form.ts";
import type { PhaseRefusal, PoolRefusal } from "#ticketing/events/ticket-type-change.ts";
import {
  readTicketTypeForm,
  type TicketTypeField,
  type TicketTypeValues,
  ticketTypeForm,
} from "#ticketing/events/ticket-type-form.ts";
import type { FieldSource } from "#ticketing/forms/form.ts";
import type { CatalogueAnswer } from "../catalogue-form.tsx";
import { belowTakenText, sentencesFor } from "../field-texts.ts";
import { withWords } from "../ui/form-words.ts";
import { ticketTexts, ticketWords, wrongPhaseTexts } from "./ticket-texts.ts";

export const typeForm = withWords(ticketTypeForm, ticketWords);

/** The name of each field, in messages and comparisons. */
export const ticketLabels = {
  ...typeForm.labels,
  capacity: "Capacitate",
  phases: ticketTexts.phases.title,
  ...phaseRows.each((part, no) => (part === "id" ? "" : ticketTexts.phases.labels[part](no))),
};

const sentencesByField = { ...typeForm.ownSentences, ...phaseRows.each((part) => wrongPhaseTexts[part]) };

export type TicketFormAnswer = CatalogueAnswer<TicketTypeField> & {
  values: TicketTypeValues;
  capacity: string;
};

/** Returns the sentence for each wrong field, by the server's rules. */
export function ticketSentences(values: TicketTypeValues): TicketFormAnswer["errors"] {
  const read = readTicketTypeForm(values);
  if (read.ok) return {};
  const sentences = sentencesFor(read.refusal, sentencesByField);
  for (const no of phaseRows.numbers)
    if (read.refusal[`phase_${no}_name`] === "alone")
      sentences[`phase_${no}_name`] = ticketTexts.phases.alone(values.phases[no - 1]?.name.trim() ?? "");
  return sentences;
}

/**
 * Warnings about phases that can be saved as they are. `now` has the format of a date and time field, in Bucharest.
 */
export function phaseWarnings(typed: readonly PhaseValues[], now: string): string[] {
  const rows = typed.filter((row) => !isBlankPhase(row));
  return rows.flatMap(({ name, price, until }, at) => {
    const nextPhase = rows[at + 1];
    return [
      ...(nextPhase && Number(price) > Number(nextPhase.price || Number.NaN)
        ? [ticketTexts.phases.dearer(name, nextPhase.name)]
        : []),
      ...(until !== "" && until <= now ? [ticketTexts.phases.past(name)] : []),
    ];
  });
}

/** Returns the sentence for a refused pool, beside its choice or its capacity. */
export function poolSentence(
  refusal: PoolRefusal,
  { pool_capacity }: TicketTypeValues,
): TicketFormAnswer["errors"] {
  switch (refusal.reason) {
    case "pool_of_other_night":
      return { pool: ticketTexts.pool.otherNight };
    case "pool_of_sold_type":
      return { pool: ticketTexts.pool.sold(refusal.sold, refusal.held) };
    case "pool_below_taken":
      return { pool_capacity: belowTakenText(Number(pool_capacity), refusal.sold, refusal.held) };
  }
}

/**
 * Returns the sentence beside the refused phase. A removed phase has no row, so its sentence stands above the form.
 */
export function phaseAnswer(refusal: PhaseRefusal, { phases }: TicketTypeValues): Partial<TicketFormAnswer> {
  const { sold, held } = refusal;
  if (refusal.reason === "phase_taken") return { notice: ticketTexts.phases.taken(refusal.name, sold, held) };
  const typed = Number(phases[refusal.row - 1]?.tickets);
  return { errors: { [`phase_${refusal.row}_tickets`]: belowTakenText(typed, sold, held) } };
}

/** The names of the fields that the form sends for its phases. */
export const phaseFields: readonly string[] = [
  ...phaseRows.names,
  // the comparison of two versions sends all rows as one field
  "phases",
];

/** Returns the values as typed, from any source of fields. */
export const ticketValues = (form: FieldSource): TicketTypeValues => ({
  ...typeForm.typed(form),
  phases: form.text("phases") === "" ? phaseRows.typed(form) : phaseRowsOf(form.text("phases")),
});

/** Reads rows that `flatTicket` has written. Anything else becomes a row that the form refuses. */
export function phaseRowsOf(text: string): PhaseValues[] {
  const row = (cells: unknown): PhaseValues => {
    const [id, name, price, until, tickets] = Array.isArray(cells) ? cells.map(String) : [];
    return {
      id: id ?? "",
      name: name ?? text,
      price: price ?? "",
      until: until ?? "",
      tickets: tickets ?? "",
    };
  };
  try {
    const parsed: unknown = JSON.parse(text);
    return (Array.isArray(parsed) ? parsed : [parsed]).map(row);
  } catch {
    return [row(null)];
  }
}

/** Returns each field as one line of text, for comparing versions. */
export const flatTicket = (values: TicketTypeValues) => ({
  ...typeForm.flat(values),
  phases: JSON.stringify(
    values.phases
      .filter((row) => !isBlankPhase(row))
      .map((row) => phaseRowForm.names.map((part) => row[part])),
  ),
});

/** Returns the sentence for a price that the provider did not accept. */
export function priceSentence(refusal: PriceRefusal): string {
  if (refusal.reason !== "differs") return ticketTexts.priceProblems[refusal.reason];
  const { amount, currency } = refusal;
  const providerPrice =
    amount === null ? ticketTexts.noAmount : `${formatLeiExact(amount)} ${currency.toUpperCase()}`;
  return ticketTexts.priceProblems.differs(providerPrice);
}

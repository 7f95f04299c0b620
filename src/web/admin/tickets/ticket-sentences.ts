import { formatLeiExact } from "#kernel/money.ts";
import type { PriceRefusal } from "#ticketing/events/agree-price.server.ts";
import {
  isBlankPhase,
  type PhaseValues,
  phaseNumbers,
  phaseParts,
} from "#ticketing/events/price-phase-form.ts";
import type { PhaseRefusal, PoolRefusal } from "#ticketing/events/ticket-type-change.ts";
import type { TicketTypeField } from "#ticketing/events/ticket-type-form.ts";
import { readTicketTypeForm, type TicketTypeValues } from "#ticketing/events/ticket-type-form.ts";
import type { CatalogueAnswer } from "../catalogue-form.tsx";
import { belowTakenText, sentencesFor } from "../field-texts.ts";
import type { PostedForm } from "../posted-form.server.ts";
import { severalOf } from "../typed-form.ts";
import { ticketTexts } from "./ticket-texts.ts";

export type TicketFormAnswer = CatalogueAnswer<TicketTypeField> & {
  values: TicketTypeValues;
  capacity: string;
};

/** The sentence beside each field that is wrong, by the rules of the server. */
export function ticketSentences(values: TicketTypeValues): TicketFormAnswer["errors"] {
  const read = readTicketTypeForm(values);
  if (read.ok) return {};
  const sentences = sentencesFor(read.refusal, ticketTexts.wrong);
  for (const no of phaseNumbers)
    if (read.refusal[`phase_${no}_name`] === "alone")
      sentences[`phase_${no}_name`] = ticketTexts.phases.alone(values.phases[no - 1]?.name.trim() ?? "");
  return sentences;
}

/** What is odd about phases that may be saved as they are; `now` as a date and time field writes it, in Bucharest. */
export function phaseWarnings(typed: readonly PhaseValues[], now: string): string[] {
  const rows = typed.filter((row) => !isBlankPhase(row));
  return rows.flatMap(({ name, price, until }, at) => {
    const following = rows[at + 1];
    return [
      ...(following && Number(price) > Number(following.price || Number.NaN)
        ? [ticketTexts.phases.dearer(name, following.name)]
        : []),
      ...(until !== "" && until <= now ? [ticketTexts.phases.past(name)] : []),
    ];
  });
}

/** Beside the choice of the pool, or beside its capacity. */
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

/** Beside the row of the phase; one that is gone has no row, so that the sentence stands above the form. */
export function phaseAnswer(refusal: PhaseRefusal, { phases }: TicketTypeValues): Partial<TicketFormAnswer> {
  const { sold, held } = refusal;
  if (refusal.reason === "phase_taken") return { notice: ticketTexts.phases.taken(refusal.name, sold, held) };
  const typed = Number(phases[refusal.row - 1]?.tickets);
  return { errors: { [`phase_${refusal.row}_tickets`]: belowTakenText(typed, sold, held) } };
}

const plainFields = [
  "type",
  "price",
  "entries",
  "description",
  "quantity_available",
  "is_season_pass",
  "code_per",
  "stripe_price_id",
  "sale_starts_at",
  "sale_ends_at",
  "offer_rank",
  "requires_code",
  "is_add_on",
  "enter_until",
  "pool",
  "pool_name",
  "pool_capacity",
] as const;

const rowParts = ["id", ...phaseParts] as const;

export const singleFields: readonly string[] = [
  ...plainFields,
  ...phaseNumbers.flatMap((no) => rowParts.map((part) => `phase_${no}_${part}`)),
  // a choice between two versions sends all rows as one field
  "phases",
];

/** The values as typed, from any source of its fields. */
export function ticketValues(form: PostedForm): TicketTypeValues {
  const values = Object.fromEntries(plainFields.map((name) => [name, form.text(name)]));
  return {
    ...(values as Omit<TicketTypeValues, "events" | "phases">),
    events: severalOf(form, "events"),
    phases: form.text("phases") === "" ? typedRows(form) : phaseRowsOf(form.text("phases")),
  };
}

/** The rows of the form up to the last one that is not empty. */
function typedRows(form: PostedForm): PhaseValues[] {
  const rows = phaseNumbers.map(
    (no) =>
      Object.fromEntries(rowParts.map((part) => [part, form.text(`phase_${no}_${part}`)])) as PhaseValues,
  );
  return rows.slice(0, rows.findLastIndex((row) => !isBlankPhase(row)) + 1);
}

/** Rows as `flatTicket` writes them; what is not written so is a row that the form refuses. */
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
    const read: unknown = JSON.parse(text);
    return (Array.isArray(read) ? read : [read]).map(row);
  } catch {
    return [row(null)];
  }
}

/** Each field as one line of text, for comparing versions. */
export function flatTicket({
  events,
  phases,
  ...values
}: TicketTypeValues): Record<keyof TicketTypeValues, string> {
  return {
    ...values,
    events: [...events].sort().join(","),
    phases: JSON.stringify(
      phases.filter((row) => !isBlankPhase(row)).map((row) => rowParts.map((part) => row[part])),
    ),
  };
}

/** The sentence for a price that the provider did not accept. */
export function priceSentence(refusal: PriceRefusal): string {
  if (refusal.reason !== "differs") return ticketTexts.priceProblems[refusal.reason];
  const { amount, currency } = refusal;
  const there =
    amount === null ? ticketTexts.noAmount : `${formatLeiExact(amount)} ${currency.toUpperCase()}`;
  return ticketTexts.priceProblems.differs(there);
}

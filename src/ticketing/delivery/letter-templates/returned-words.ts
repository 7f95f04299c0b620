import { counted } from "#kernel/romanian.ts";
import { type Day, formatLongDate } from "#kernel/time.ts";
import { isCollapsing, sharedStem } from "#ticketing/orders/ticket-label.ts";

/** Refunded tickets of one line of an order. */
export type ReturnedTickets = {
  readonly typeName: string;
  readonly tickets: number;
  readonly nights: readonly { readonly title: string; readonly date: Day }[];
  readonly labels: readonly string[];
  /** They were taken from a code that admits the others. */
  readonly isPart: boolean;
};

/** "1 × Intrare generală, Luna Plină, sâmbătă, 26 iunie 2027: FSC-1234-123456", a line for each type. */
export function returnedInWords(returned: readonly ReturnedTickets[]): string {
  return returned.map(lineOf).join("\n");
}

function lineOf({ typeName, tickets, nights, labels, isPart }: ReturnedTickets): string {
  const [night, another] = nights;
  const when =
    night && !another
      ? `${night.title}, ${formatLongDate(night.date)}`
      : counted(nights.length, { one: "noapte", few: "nopți", other: "nopți" });
  const codes = [...new Set(labels.map((label) => (isCollapsing(label) ? sharedStem(label) : label)))];
  return `${tickets} × ${typeName}, ${when}${isPart ? ", de pe codul " : ": "}${codes.join(", ")}`;
}

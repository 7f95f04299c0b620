import { counted } from "#kernel/romanian.ts";
import { type Day, formatLongDate } from "#kernel/time.ts";
import { orderName } from "#ticketing/orders/order-number.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { isCollapsing, sharedStem } from "#ticketing/orders/ticket-label.ts";
import type { LetterTemplate } from "../fill-template.ts";
import { greeting, link, orderSentence, paragraph, say, sayFacts } from "./letter-blocks.ts";
import { type LetterFrame, letter, orderPage } from "./letter-shell.ts";

export type ReturnReason = "no_stock" | "second_payment" | "refunded" | "lowered" | "owed";

const reasonSentences: Record<Exclude<ReturnReason, "owed">, string> = {
  no_stock:
    "Plata ta a ajuns prea târziu: locurile au fost luate după ce timpul rezervării a trecut, sau noaptea se încheiase. Nu ai un bilet pentru această comandă.",
  second_payment: "Ai plătit de două ori aceeași comandă. Comanda rămâne valabilă; a doua plată se întoarce.",
  refunded:
    "Am rambursat comanda ta, întreagă sau în parte. Ce s-a rambursat nu mai este valabil la intrare.",
  lowered:
    "Îți dăm înapoi o parte din bani. Biletele tale rămân valabile la intrare; prețul lor e mai mic cu suma aceasta.",
};
const refundedTickets = "Rambursat, nu mai este valabil la intrare:";
/** For an edited template: a row without a value is left out of its emails. */
export const refundedFact = sayFacts([["Rambursat", "{{ticket_list}}"]]);
export const othersStay = say("Restul comenzii rămâne valabil.");
export const sumReturned = (ofOrder = "comanda ta") =>
  say(
    `Îți trimitem înapoi {{total_price}} LEI din ${ofOrder}, pe cardul cu care ai plătit. De obicei banii ajung în 5 până la 10 zile lucrătoare; depinde de banca ta. Nu trebuie să faci nimic.`,
  );

export const sumOwed = () => say(returnTexts.owed("{{total_price}}"));

/** Tells that money goes back: for a payment that came too late or twice, or for a refund and its tickets; or did not. */
export function paymentReturned(frame: LetterFrame, reason: ReturnReason): LetterTemplate {
  const { order } = frame;
  const ofOrder = order ? orderName(order.number, "comanda") : undefined;
  const why = "Primești acest email pentru că ai plătit o comandă la noi.";
  const inEditor = order ? [] : [orderSentence];
  if (reason === "owed")
    return letter(frame, {
      subject: `Rambursarea nu a reușit: ${ofOrder ?? "comanda ta"}`,
      preview: "{{total_price}} LEI s-au întors la noi. Ți-i trimitem din nou.",
      heading: "Banii s-au întors la noi",
      subheading: `{{total_price}} LEI din ${ofOrder ?? "comanda ta"}`,
      blocks: [greeting, ...inEditor, sumOwed(), link(orderPage(frame), "Vezi comanda")],
      why,
    });
  const isRefund = reason === "refunded";
  return letter(frame, {
    subject: `Îți trimitem banii înapoi: ${ofOrder ?? "comanda ta"}`,
    preview: "{{total_price}} LEI se întorc pe cardul tău.",
    heading: "Banii se întorc",
    subheading: `{{total_price}} LEI din ${ofOrder ?? "comanda ta"}`,
    blocks: [
      greeting,
      ...inEditor,
      isRefund && frame.namesTickets
        ? {
            html: paragraph(refundedTickets) + paragraph("<b>{{ticket_list}}</b>"),
            text: `${refundedTickets}\n{{ticket_list}}`,
          }
        : say(reasonSentences[reason]),
      ...(isRefund && order?.othersStay ? [othersStay] : []),
      ...(isRefund && !order ? [refundedFact] : []),
      sumReturned(ofOrder),
      link(orderPage(frame), "Vezi comanda"),
    ],
    why,
  });
}

/** The refunded tickets of one type of an order. */
export type ReturnedTickets = {
  readonly typeName: string;
  readonly tickets: number;
  readonly nights: readonly { readonly title: string; readonly date: Day }[];
  readonly labels: readonly string[];
  /** True when only a part of a code was refunded, so that the code still admits the other people. */
  readonly isPart: boolean;
};

/** One line for each type: "1 × Intrare generală, Luna Plină, sâmbătă, 26 iunie 2027: FSC-1234-123456". */
export function returnedInWords(returned: readonly ReturnedTickets[]): string {
  return returned.map(lineOf).join("\n");
}

function lineOf({ typeName, tickets, nights, labels, isPart }: ReturnedTickets): string {
  const [night, another] = nights;
  const when =
    night && !another ? `${night.title}, ${formatLongDate(night.date)}` : counted(nights.length, "night");
  // of one night of a pass, its code is named, because the others stay
  const nameOf = (label: string) => (another && isCollapsing(label) ? sharedStem(label) : label);
  const codes = [...new Set(labels.map(nameOf))];
  return `${tickets} × ${typeName}, ${when}${isPart ? ", de pe codul " : ": "}${codes.join(", ")}`;
}

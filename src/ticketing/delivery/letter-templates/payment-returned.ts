import { orderName } from "#ticketing/orders/order-number.ts";
import type { LetterTemplate } from "../fill-template.ts";
import {
  button,
  greeting,
  type LetterFrame,
  letterHtml,
  letterText,
  paragraph,
  plainGreeting,
  textRow,
} from "./letter-shell.ts";

export type ReturnReason = "no_stock" | "second_payment" | "refunded" | "lowered";

const because: Record<ReturnReason, string> = {
  no_stock:
    "Plata ta a ajuns prea târziu: locurile au fost luate după ce timpul rezervării a trecut, sau noaptea se încheiase. Nu ai un bilet pentru această comandă.",
  second_payment: "Ai plătit de două ori aceeași comandă. Biletul tău e în regulă; a doua plată se întoarce.",
  refunded:
    "Am rambursat comanda ta, întreagă sau în parte. Biletele rambursate nu mai sunt valabile la intrare.",
  lowered:
    "Îți dăm înapoi o parte din bani. Biletele tale rămân valabile la intrare; prețul lor e mai mic cu suma aceasta.",
};
const refundedTickets = "Biletele rambursate, care nu mai sunt valabile la intrare:";
const ticketList = "<b>{{ticket_list}}</b>";
const othersStay = "Celelalte bilete din comandă rămân valabile.";

/** Money that goes back: a payment that came too late, or twice, or a refund, with the tickets that ended with it. */
export function paymentReturned(frame: LetterFrame, reason: ReturnReason): LetterTemplate {
  const { order, origin, orderLink } = frame;
  const ofOrder = order ? orderName(order.number, "comanda") : "comanda ta";
  const orderPage = orderLink ?? `${origin}/profile${order ? `?order=${encodeURIComponent(order.id)}` : ""}`;
  const isRefund = reason === "refunded";
  const namesTickets = isRefund && order?.namesTickets;
  const why = namesTickets ? refundedTickets : because[reason];
  const others = isRefund && order?.othersStay ? [othersStay] : [];
  const when = `Îți trimitem înapoi {{total_price}} LEI din ${ofOrder}, pe cardul cu care ai plătit. De obicei banii ajung în 5 până la 10 zile lucrătoare; depinde de banca ta. Nu trebuie să faci nimic.`;
  return {
    subject: `Îți trimitem banii înapoi: ${ofOrder}`,
    html: letterHtml(frame, {
      preview: "{{total_price}} LEI se întorc pe cardul tău.",
      heading: "Banii se întorc",
      under: `{{total_price}} LEI din ${ofOrder}`,
      rows: [
        textRow(
          greeting,
          paragraph(why),
          ...(namesTickets ? [paragraph(ticketList)] : []),
          ...others.map(paragraph),
          paragraph(when),
          button(orderPage, "Vezi comanda"),
        ),
      ],
      why: "Primești acest email pentru că ai plătit o comandă la noi.",
    }),
    text: letterText(frame, [
      plainGreeting,
      namesTickets ? `${why}\n{{ticket_list}}` : why,
      ...others,
      when,
      `Vezi comanda: ${orderPage}`,
    ]),
  };
}

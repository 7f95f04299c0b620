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
    "Plata ta a ajuns după ce timpul rezervării trecuse, iar între timp locurile au fost luate. Nu ai un bilet pentru această comandă.",
  second_payment: "Ai plătit de două ori aceeași comandă. Biletul tău e în regulă; a doua plată se întoarce.",
  refunded:
    "Am rambursat comanda ta, întreagă sau în parte. Biletele rambursate nu mai sunt valabile la intrare.",
  lowered:
    "Îți dăm înapoi o parte din bani. Biletele tale rămân valabile la intrare; prețul lor e mai mic cu suma aceasta.",
};

/** Money that goes back: a payment that came too late, or twice, or a refund. */
export function paymentReturned(frame: LetterFrame, reason: ReturnReason): LetterTemplate {
  const subject = "Îți trimitem banii înapoi: {{ticket_type}}";
  const when =
    "Îți trimitem înapoi {{total_price}} LEI, pe cardul cu care ai plătit. De obicei banii ajung în 5 până la 10 zile lucrătoare; depinde de banca ta. Nu trebuie să faci nimic.";
  return {
    subject,
    html: letterHtml(frame, {
      preview: "{{total_price}} LEI se întorc pe cardul tău.",
      heading: "Banii se întorc",
      under: "{{ticket_type}}, {{total_price}} LEI",
      rows: [
        textRow(
          greeting,
          paragraph(because[reason]),
          paragraph(when),
          button(`${frame.origin}/events`, "Vezi nopțile"),
        ),
      ],
      why: "Primești acest email pentru că ai plătit o comandă la noi.",
    }),
    text: letterText(frame, [
      plainGreeting,
      because[reason],
      when,
      `Nopțile care urmează: ${frame.origin}/events`,
    ]),
  };
}

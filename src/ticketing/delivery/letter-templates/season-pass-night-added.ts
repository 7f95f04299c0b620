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
import { boughtPass, toMyNights } from "./ticket-letters.ts";
import { codeList, codeListText, ticketRows } from "./ticket-rows.ts";

/** A night was added to a sold pass: its name and its code. */
export function seasonPassNightAdded(frame: LetterFrame): LetterTemplate {
  const news = "Am adăugat o noapte la biletul tău „{{ticket_type}}”. Nu plătești nimic în plus.";
  return {
    subject: "O noapte în plus: {{event_name}}",
    html: letterHtml(frame, {
      preview: "{{event_name}}, {{event_date}}, intră acum în {{ticket_type}}. Codul QR e aici.",
      heading: "{{event_name}}",
      under: "{{event_date}}, ora {{event_time}}<br>{{event_location}}",
      rows: [
        ticketRows("Codul nopții adăugate. Fiecare noapte are pagina ei în PDF.", [
          ["Noaptea", "{{event_name}}"],
          ["Când", "{{event_date}}, ora {{event_time}}"],
          ["Unde", "{{event_location}}"],
          ["Bilet", "{{ticket_type}}"],
          ["Titular", "{{holder_name}}"],
        ]),
        textRow(
          greeting,
          paragraph(news),
          paragraph(
            "Codurile pe care le ai deja rămân valabile. Le găsești pe toate, cu cel nou, în PDF-ul atașat și în profil.",
          ),
          codeList,
          button(`${frame.origin}/profile`, toMyNights),
        ),
      ],
      why: boughtPass,
    }),
    text: letterText(frame, [
      plainGreeting,
      news,
      "Noaptea: {{event_name}}, {{event_date}}, ora {{event_time}}, {{event_location}}\nCod: {{ticket_code}}",
      codeListText,
      `Codul QR: {{qr_code_url}}\nCodurile pe care le ai deja rămân valabile. Nopțile tale: ${frame.origin}/profile`,
    ]),
  };
}

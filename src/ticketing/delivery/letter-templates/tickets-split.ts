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
  ticketsPage,
} from "./letter-shell.ts";
import { codeList, codeListText } from "./ticket-rows.ts";

/** A ticket for several people became one for each of them: the new codes. */
export function ticketsSplit(frame: LetterFrame): LetterTemplate {
  const news = "Biletul tău pentru mai multe persoane are acum câte un cod pentru fiecare.";
  const old = "Codul vechi nu mai intră la poartă: șterge-l și folosește-le pe cele de aici.";
  const page = ticketsPage(frame);
  return {
    subject: "Coduri noi: {{event_name}}",
    html: letterHtml(frame, {
      preview: "Câte un cod pentru fiecare persoană, {{event_date}}. Cel vechi nu mai e bun.",
      heading: "{{event_name}}",
      under: "{{event_date}}, ora {{event_time}}<br>{{event_location}}",
      rows: [
        textRow(
          greeting,
          paragraph(`${news} ${old}`),
          codeList,
          paragraph(
            `Le ai pe toate în PDF-ul atașat, câte o pagină pentru fiecare persoană, și ${page.place}.`,
          ),
          button(page.url, "Vezi Biletele Mele"),
        ),
      ],
      why: "Primești acest email pentru că biletul tău a fost împărțit pe persoane.",
    }),
    text: letterText(frame, [
      plainGreeting,
      `${news} ${old}`,
      "{{event_name}}\n{{event_date}}, ora {{event_time}}\n{{event_location}}",
      codeListText,
      `Le ai și în PDF-ul atașat, și ${page.place}: ${page.url}`,
    ]),
  };
}

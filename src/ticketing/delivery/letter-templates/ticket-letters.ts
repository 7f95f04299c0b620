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
import { seatsPlace } from "./seat-rows.ts";
import {
  codeList,
  codeListText,
  entryFacts,
  entryLines,
  factRows,
  linkToWay,
  ticketRows,
} from "./ticket-rows.ts";

const bringIdentity = "Ia la tine un act de identitate cu același nume.";
export const boughtPass = "Primești acest email pentru că ai cumpărat un bilet special.";
export const toMyNights = "Vezi nopțile mele";

export function ticketConfirmation(frame: LetterFrame): LetterTemplate {
  const isOne = (frame.codes ?? 1) === 1;
  const page = ticketsPage(frame);
  const attached = isOne
    ? `Îl ai și atașat, ca PDF, și ${page.place}; merge și fără internet.`
    : `Le ai și atașate, ca PDF, câte o pagină pentru fiecare, și ${page.place}; merg și fără internet.`;
  const bought = [
    ...entryFacts(frame),
    ["Tip", "{{ticket_type}}"],
    ["Bilete", "{{quantity}}"],
    ["Preț", "{{total_price}} LEI"],
    ["Titular", "{{customer_name}}"],
  ] as const;
  const after = [
    ...linkToWay(frame),
    paragraph(
      `${bringIdentity} Dacă noaptea se anulează sau se mută, îți scriem noi și primești banii înapoi.`,
    ),
    button(page.url, "Vezi Biletele Mele"),
  ];
  return {
    subject: isOne ? "Biletul tău: {{event_name}}" : "Biletele tale: {{event_name}}",
    html: letterHtml(frame, {
      preview: "{{event_date}}, ora {{event_time}}, {{event_location}}. Codul QR e aici.",
      heading: "{{event_name}}",
      under: "{{event_date}}, ora {{event_time}}<br>{{event_location}}",
      rows: isOne
        ? [
            ticketRows("Arată codul la poartă, cu luminozitatea la maximum.", bought),
            textRow(greeting, paragraph(`Acesta este biletul tău. ${attached}`), codeList, ...after),
          ]
        : [
            textRow(
              greeting,
              paragraph(
                "Mai jos sunt biletele tale, fiecare cu codul lui. Îl arăți la poartă cu luminozitatea la maximum.",
              ),
            ),
            seatsPlace,
            textRow(factRows(bought), paragraph(""), paragraph(attached), ...after),
          ],
      why: "Primești acest email pentru că ai cumpărat un bilet.",
    }),
    text: letterText(frame, [
      plainGreeting,
      isOne ? "Acesta este biletul tău." : "Acestea sunt biletele tale.",
      ["{{event_name}}\n{{event_date}}, ora {{event_time}}\n{{event_location}}", ...entryLines(frame)].join(
        "\n",
      ),
      "Cod: {{ticket_code}}\nTip: {{ticket_type}}\nBilete: {{quantity}}\nPreț: {{total_price}} LEI",
      codeListText,
      `Codul QR: {{qr_code_url}}\nÎl ai și în PDF-ul atașat, și ${page.place}: ${page.url}`,
      bringIdentity,
    ]),
  };
}

/** Passes and early birds: each night has a code of its own; the PDF has all of them. */
export function seasonPassConfirmation(frame: LetterFrame): LetterTemplate {
  const subject = "{{ticket_type}}: biletele tale";
  return {
    subject,
    html: letterHtml(frame, {
      preview: "Următoarea noapte: {{event_name}}, {{event_date}}. Codurile QR sunt aici.",
      heading: "{{ticket_type}}",
      under: "Câte un cod pentru fiecare noapte",
      rows: [
        ticketRows("Codul nopții de mai jos. Fiecare noapte are pagina ei în PDF.", [
          ["Noaptea", "{{event_name}}"],
          ["Când", "{{event_date}}, ora {{event_time}}"],
          ...entryFacts(frame),
          ["Unde", "{{event_location}}"],
          ["Preț", "{{total_price}} LEI"],
          ["Titular", "{{customer_name}}"],
        ]),
        textRow(
          greeting,
          paragraph(
            "La fiecare noapte arăți codul ei. Le ai pe toate în PDF-ul atașat, câte unul pe pagină, și în profil, unde vezi ce ai folosit și ce urmează.",
          ),
          codeList,
          ...linkToWay(frame),
          paragraph(bringIdentity),
          button(`${frame.origin}/profile`, toMyNights),
        ),
      ],
      why: boughtPass,
    }),
    text: letterText(frame, [
      plainGreeting,
      "{{ticket_type}}: câte un cod pentru fiecare noapte, toate în PDF-ul atașat.",
      [
        "Noaptea: {{event_name}}, {{event_date}}, ora {{event_time}}, {{event_location}}",
        ...entryLines(frame),
        "Cod: {{ticket_code}}\nPreț: {{total_price}} LEI",
      ].join("\n"),
      codeListText,
      `Codul QR: {{qr_code_url}}\nNopțile tale: ${frame.origin}/profile`,
      bringIdentity,
    ]),
  };
}

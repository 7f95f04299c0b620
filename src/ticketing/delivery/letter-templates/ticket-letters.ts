import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { countedTickets } from "#ticketing/orders/ticket-count-texts.ts";
import type { LetterTemplate } from "../fill-template.ts";
import {
  button,
  gap,
  greeting,
  type LetterFrame,
  letterHtml,
  letterText,
  paragraph,
  plainGreeting,
  smallParagraph,
  textRow,
  ticketsPage,
} from "./letter-shell.ts";
import { seatsPlace } from "./seat-rows.ts";
import { sumsPlace } from "./sum-rows.ts";
import {
  ageFact,
  codeList,
  codeListText,
  doorsOf,
  entryFacts,
  entryLines,
  factRows,
  linkToWay,
  orderFact,
  ticketRows,
} from "./ticket-rows.ts";

const bringIdentity = "Ia la tine un act de identitate cu același nume.";
const moneyBack = returnTexts.promise;
export const boughtPass = "Primești acest email pentru că ai cumpărat un bilet special.";
export const toMyNights = "Vezi nopțile mele";

export function ticketConfirmation(frame: LetterFrame): LetterTemplate {
  if ((frame.codes ?? 1) > 1) return severalTickets(frame);
  const page = ticketsPage(frame);
  const attached = `Îl ai și atașat, ca PDF, și ${page.place}; merge și fără internet.`;
  const order = orderFact(frame);
  return {
    subject: "Biletul tău: {{event_name}}",
    html: letterHtml(frame, {
      preview: "{{event_date}}, ora {{event_time}}, {{event_location}}. Codul QR e aici.",
      heading: "{{event_name}}",
      under: "{{event_date}}, ora {{event_time}}<br>{{event_location}}",
      rows: [
        ticketRows("Arată codul la poartă, cu luminozitatea la maximum.", [
          ...entryFacts(frame),
          ["Tip", "{{ticket_type}}"],
          ["Bilete", "{{quantity}}"],
          ["Preț", "{{total_price}} LEI"],
          ["Titular", "{{holder_name}}"],
          ...order,
        ]),
        textRow(
          greeting,
          paragraph(`Acesta este biletul tău. ${attached}`),
          codeList,
          ...linkToWay(frame),
          paragraph(`${bringIdentity} ${moneyBack}`),
          button(page.url, "Vezi Biletele Mele"),
        ),
      ],
      why: "Primești acest email pentru că ai cumpărat un bilet.",
    }),
    text: letterText(frame, [
      plainGreeting,
      "Acesta este biletul tău.",
      nightLines(frame),
      [
        "Cod: {{ticket_code}}\nTip: {{ticket_type}}\nBilete: {{quantity}}\nPreț: {{total_price}} LEI",
        ...order.map(([name, value]) => `${name}: ${value}`),
      ].join("\n"),
      codeListText,
      `Codul QR: {{qr_code_url}}\nÎl ai și în PDF-ul atașat, și ${page.place}: ${page.url}`,
      bringIdentity,
    ]),
  };
}

/** An order of several codes: each with its own picture, then a row and sum for each type. */
function severalTickets(frame: LetterFrame): LetterTemplate {
  const { several = { tickets: frame.codes ?? 0, addOns: 0, isSendable: false } } = frame;
  const page = ticketsPage(frame);
  const attached = `Le ai și atașate, ca PDF, câte o pagină pentru fiecare, și ${page.place}; merg și fără internet.`;
  const atTheGate = `La poartă arăți codul cu luminozitatea la maximum. ${bringIdentity}`;
  const doors = doorsOf(frame).map((hours) => `, ușile ${hours}`);
  const age = ageFact(frame);
  return {
    subject: "Biletele tale: {{event_name}}",
    html: letterHtml(frame, {
      preview: `${countedTickets(several)}, câte un cod pentru fiecare. {{event_date}}, ora {{event_time}}.`,
      heading: "{{event_name}}",
      under: `{{event_date}}, ora {{event_time}}<br>{{event_location}}${doors.join("")}`,
      rows: [
        textRow(greeting, paragraph(bringsInWords(several))),
        seatsPlace,
        textRow(
          sumsPlace,
          gap,
          ...orderFact(frame).map((words) => smallParagraph(words.join(" "))),
          ...(age.length > 0 ? [factRows(age), gap] : []),
          button(page.url, "Vezi Biletele Mele"),
          paragraph(attached),
          ...linkToWay(frame),
          paragraph(`${atTheGate} ${moneyBack}`),
        ),
      ],
      why: "Primești acest email pentru că ai cumpărat bilete.",
    }),
    text: letterText(frame, [
      plainGreeting,
      bringsInWords(several),
      nightLines(frame),
      codeListText,
      ["{{order_sums}}", ...orderFact(frame).map((words) => words.join(" "))].join("\n"),
      `${attached}\n${page.url}`,
      `${atTheGate} ${moneyBack}`,
    ]),
  };
}

/** What the rows below are, and what may be done with them. */
function bringsInWords({ tickets, addOns, isSendable }: NonNullable<LetterFrame["several"]>): string {
  if (tickets === 0) return "Mai jos sunt suplimentele tale, cu câte un cod pentru fiecare.";
  if (tickets === 1) return "Mai jos e biletul tău, cu codul lui, și suplimentele.";
  const all = `Mai jos sunt cele ${countedTickets({ tickets, addOns: 0 })}, fiecare cu codul lui${addOns > 0 ? ", și suplimentele" : ""}.`;
  if (!isSendable) return all;
  return tickets === 2
    ? `${all} Primul e al tău; trimite-l pe celălalt, iar prietenul își vede doar biletul lui.`
    : `${all} Primul e al tău; trimite-le pe celelalte, iar fiecare prieten își vede doar biletul lui.`;
}

const nightLines = (frame: LetterFrame) =>
  ["{{event_name}}\n{{event_date}}, ora {{event_time}}\n{{event_location}}", ...entryLines(frame)].join("\n");

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
          ["Titular", "{{holder_name}}"],
          ...orderFact(frame),
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
        ...orderFact(frame).map(([name, value]) => `${name}: ${value}`),
      ].join("\n"),
      codeListText,
      `Codul QR: {{qr_code_url}}\nNopțile tale: ${frame.origin}/profile`,
      bringIdentity,
    ]),
  };
}

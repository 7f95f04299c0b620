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
import {
  codeList,
  codeListText,
  entryFacts,
  entryLines,
  factRows,
  linkToWay,
  ticketRows,
} from "./ticket-rows.ts";

const under = "{{event_name}}<br>{{event_date}}, ora {{event_time}}, {{event_location}}";
const whichNight =
  "{{event_name}}\n{{event_date}}, ora {{event_time}}, {{event_location}}\nTip: {{ticket_type}}";
const sentOne = "Primești acest email pentru că ai trimis un bilet unui prieten.";
const toPayer = "Dacă banii se întorc vreodată, se întorc la cine a plătit.";

/** A ticket waits for the reader. It has no word of the sender's but the first name, and nothing that admits. */
export function ticketForYou(frame: LetterFrame): LetterTemplate {
  const heading = "{{friend_name}} ți-a trimis un bilet.";
  const what =
    "Biletul e plătit. Deschide pagina și apasă acolo „Accept biletul”: codul de până acum nu mai intră la poartă, iar tu primești unul nou, numai al tău.";
  const ignore =
    "Emailul acesta nu are cod QR: apare după ce accepți. Dacă nu e pentru tine, ignoră-l; biletul rămâne unde era.";
  const rules = entryFacts(frame);
  return {
    subject: "{{friend_name}} ți-a trimis un bilet: {{event_name}}",
    html: letterHtml(frame, {
      preview: "E al tău după ce apeși „Accept biletul”.",
      ...{ heading, under },
      rows: [
        textRow(
          paragraph("Salut!"),
          paragraph(what),
          button("{{action_url}}", "Vezi biletul"),
          factRows([
            ["Tip", "{{ticket_type}}"],
            ...rules,
            ["Unde", "{{event_location}}"],
            ["Linkul ține", "până {{valid_until}}"],
          ]),
          gap,
          smallParagraph(ignore),
        ),
      ],
      why: "Primești acest email o singură dată, pentru că {{friend_name}} a scris adresa ta. Nu ai niciun abonament la emailuri.",
    }),
    text: letterText(frame, [
      "Salut!",
      heading,
      [whichNight, ...rules.map(([name, value]) => `${name}: ${value}`)].join("\n"),
      `${what}\n{{action_url}}\nLinkul ține până {{valid_until}}.`,
      ignore,
      "Primești acest email o singură dată, pentru că {{friend_name}} a scris adresa ta. Nu ai niciun abonament la emailuri.",
    ]),
  };
}

/** To who sent a ticket: it was accepted, and the old code is over. */
export function ticketAccepted(frame: LetterFrame): LetterTemplate {
  const what =
    "{{friend_name}} a acceptat biletul pe care l-ai trimis. Codul pe care îl aveai nu mai intră la poartă; pe cel nou îl vede doar cine l-a acceptat.";
  return {
    subject: "Biletul trimis a fost acceptat: {{event_name}}",
    html: letterHtml(frame, {
      preview: "{{friend_name}} are acum codul.",
      heading: "{{friend_name}} are biletul.",
      under,
      rows: [
        textRow(
          greeting,
          paragraph(what),
          paragraph(toPayer),
          button(ticketsPage(frame).url, "Vezi Biletele Mele"),
        ),
      ],
      why: sentOne,
    }),
    text: letterText(frame, [plainGreeting, what, whichNight, toPayer, ticketsPage(frame).url]),
  };
}

/** To who sent a ticket: who got the link does not want it, and it is where it was. */
export function ticketDeclined(frame: LetterFrame): LetterTemplate {
  const what =
    "Cine a primit linkul a apăsat „Nu e pentru mine”, așa că biletul rămâne la tine. Codul tău e bun ca înainte, iar linkul nu mai merge.";
  const again = "Îl poți trimite altcuiva, până se deschid ușile.";
  return {
    subject: "Biletul trimis a rămas la tine: {{event_name}}",
    html: letterHtml(frame, {
      preview: "Codul tău e bun ca înainte.",
      heading: "Biletul a rămas la tine.",
      under,
      rows: [
        textRow(
          greeting,
          paragraph(what),
          paragraph(again),
          button(ticketsPage(frame).url, "Vezi Biletele Mele"),
        ),
      ],
      why: sentOne,
    }),
    text: letterText(frame, [plainGreeting, what, whichNight, again, ticketsPage(frame).url]),
  };
}

/** To who received a ticket: it ended with its order's money, which goes to somebody else. */
export function ticketEnded(frame: LetterFrame): LetterTemplate {
  const what =
    "Biletul pe care l-ai primit de la un prieten nu mai este valabil: a fost rambursat sau anulat. Codul lui nu mai intră la poartă.";
  return {
    subject: "Biletul primit nu mai este valabil: {{event_name}}",
    html: letterHtml(frame, {
      preview: "Codul lui nu mai intră la poartă.",
      heading: "Biletul nu mai este valabil",
      under,
      rows: [
        textRow(
          greeting,
          paragraph(what),
          paragraph(toPayer),
          button(`${frame.origin}/events`, "Vezi evenimentele"),
        ),
      ],
      why: "Primești acest email pentru că ai acceptat un bilet trimis de un prieten.",
    }),
    text: letterText(frame, [plainGreeting, what, whichNight, toPayer]),
  };
}

/** Codes for who received them: they bought nothing, and see no price. */
export function ticketReceived(frame: LetterFrame): LetterTemplate {
  const isOne = (frame.codes ?? 1) === 1;
  const { url } = ticketsPage(frame);
  const place = frame.orderLink ? "pe pagina lui" : "în profil";
  const brought = isOne
    ? `Biletul acesta e al tău. Îl ai și atașat, ca PDF, și ${place}; merge și fără internet.`
    : `Biletele acestea sunt ale tale. Le ai și atașate, ca PDF, și ${frame.orderLink ? "pe pagina lor" : place}; merg și fără internet.`;
  const bring = "Ia la tine un act de identitate cu același nume.";
  return {
    subject: isOne ? "Biletul tău: {{event_name}}" : "Biletele tale: {{event_name}}",
    html: letterHtml(frame, {
      preview: "{{event_date}}, ora {{event_time}}, {{event_location}}. Codul QR e aici.",
      heading: "{{event_name}}",
      under: "{{event_date}}, ora {{event_time}}<br>{{event_location}}",
      rows: [
        isOne
          ? ticketRows("Arată codul la poartă, cu luminozitatea la maximum.", [
              ...entryFacts(frame),
              ["Tip", "{{ticket_type}}"],
              ["Titular", "{{holder_name}}"],
            ])
          : seatsPlace,
        textRow(
          greeting,
          paragraph(brought),
          ...(isOne ? [] : [factRows(entryFacts(frame)), gap]),
          ...linkToWay(frame),
          ...(isOne ? [codeList] : []),
          paragraph(`${bring} ${toPayer}`),
          button(url, "Vezi Biletele Mele"),
        ),
      ],
      why: "Primești acest email pentru că ai un bilet trimis de un prieten.",
    }),
    text: letterText(frame, [
      plainGreeting,
      brought,
      ["{{event_name}}\n{{event_date}}, ora {{event_time}}\n{{event_location}}", ...entryLines(frame)].join(
        "\n",
      ),
      "Cod: {{ticket_code}}\nTip: {{ticket_type}}",
      codeListText,
      `Codul QR: {{qr_code_url}}\nÎl ai și în PDF-ul atașat, și ${place}: ${url}`,
      bring,
    ]),
  };
}

import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import type { LetterTemplate } from "../fill-template.ts";
import {
  button,
  factLines,
  factRows,
  gap,
  greeting,
  onlyHtml,
  onlyText,
  paragraph,
  say,
  sayQuietly,
} from "./letter-blocks.ts";
import { type LetterFrame, letter, ticketsPage } from "./letter-shell.ts";
import { seatsRow } from "./seat-rows.ts";
import { codeList, entryFacts, linkToWay, nightLines, showsCode, ticketRows } from "./ticket-rows.ts";

const under = "{{event_name}}<br>{{event_date}}, ora {{event_time}}, {{event_location}}";
const whichNight =
  "{{event_name}}\n{{event_date}}, ora {{event_time}}, {{event_location}}\nTip: {{ticket_type}}";
const becauseSent = "Primești acest email pentru că ai trimis un bilet unui prieten.";

/** Tells a friend that a ticket waits. It has only the sender's first name, and nothing that admits. */
export function ticketForYou(frame: LetterFrame): LetterTemplate {
  const heading = "{{friend_name}} ți-a trimis un bilet.";
  const what =
    "Biletul e plătit. Deschide pagina și apasă acolo „Accept biletul”: codul de până acum nu mai intră la poartă, iar tu primești unul nou, numai al tău.";
  const why =
    "Primești acest email o singură dată, pentru că {{friend_name}} a scris adresa ta. Nu ai niciun abonament la emailuri.";
  const rules = entryFacts(frame);
  return letter(frame, {
    subject: "{{friend_name}} ți-a trimis un bilet: {{event_name}}",
    preview: "E al tău după ce apeși „Accept biletul”.",
    heading,
    subheading: under,
    blocks: [
      say("Salut!"),
      onlyText(heading),
      onlyText(whichNight, ...factLines(rules)),
      {
        html: paragraph(what) + button("{{action_url}}", "Vezi biletul"),
        text: `${what}\n{{action_url}}\nLinkul ține până {{valid_until}}.`,
      },
      onlyHtml(
        factRows([
          ["Tip", "{{ticket_type}}"],
          ...rules,
          ["Unde", "{{event_location}}"],
          ["Linkul ține", "până {{valid_until}}"],
        ]) + gap,
      ),
      sayQuietly(
        "Emailul acesta nu are cod QR: apare după ce accepți. Dacă nu e pentru tine, ignoră-l; biletul rămâne unde era.",
      ),
      onlyText(why),
    ],
    why,
  });
}

/** To the sender of a ticket: it was accepted, and the old code no longer admits. */
export function ticketAccepted(frame: LetterFrame): LetterTemplate {
  return letter(frame, {
    subject: "Biletul trimis a fost acceptat: {{event_name}}",
    preview: "{{friend_name}} are acum codul.",
    heading: "{{friend_name}} are biletul.",
    subheading: under,
    blocks: [
      greeting,
      say(
        "{{friend_name}} a acceptat biletul pe care l-ai trimis. Codul pe care îl aveai nu mai intră la poartă; pe cel nou îl vede doar cine l-a acceptat.",
      ),
      onlyText(whichNight),
      say(returnTexts.toPayer),
      linkToMyTickets(frame),
    ],
    why: becauseSent,
  });
}

const linkToMyTickets = (frame: LetterFrame) => {
  const { url } = ticketsPage(frame);
  return { html: button(url, "Vezi Biletele Mele"), text: url };
};

/** To the sender of a ticket: the friend declined it, and the sender keeps it. */
export function ticketDeclined(frame: LetterFrame): LetterTemplate {
  return letter(frame, {
    subject: "Biletul trimis a rămas la tine: {{event_name}}",
    preview: "Codul tău e bun ca înainte.",
    heading: "Biletul a rămas la tine.",
    subheading: under,
    blocks: [
      greeting,
      say(
        "Cine a primit linkul a apăsat „Nu e pentru mine”, așa că biletul rămâne la tine. Codul tău e bun ca înainte, iar linkul nu mai merge.",
      ),
      onlyText(whichNight),
      say("Îl poți trimite altcuiva, până se deschid ușile."),
      linkToMyTickets(frame),
    ],
    why: becauseSent,
  });
}

/** To the receiver of a ticket: it ended with a refund, whose money goes to the buyer. */
export function ticketEnded(frame: LetterFrame): LetterTemplate {
  return letter(frame, {
    subject: "Biletul primit nu mai este valabil: {{event_name}}",
    preview: "Codul lui nu mai intră la poartă.",
    heading: "Biletul nu mai este valabil",
    subheading: under,
    blocks: [
      greeting,
      say(
        "Biletul pe care l-ai primit de la un prieten nu mai este valabil: a fost rambursat sau anulat. Codul lui nu mai intră la poartă.",
      ),
      onlyText(whichNight),
      say(returnTexts.toPayer),
      onlyHtml(button(`${frame.origin}/events`, "Vezi evenimentele")),
    ],
    why: "Primești acest email pentru că ai acceptat un bilet trimis de un prieten.",
  });
}

/** Codes for a person who received tickets: this reader bought nothing and sees no price. */
export function ticketReceived(frame: LetterFrame): LetterTemplate {
  const isOne = (frame.codes ?? 1) === 1;
  const { url } = ticketsPage(frame);
  const place = frame.orderLink ? "pe pagina lui" : "în profil";
  const bring = "Ia la tine un act de identitate cu același nume.";
  return letter(frame, {
    subject: isOne ? "Biletul tău: {{event_name}}" : "Biletele tale: {{event_name}}",
    preview: "{{event_date}}, ora {{event_time}}, {{event_location}}. Codul QR e aici.",
    heading: "{{event_name}}",
    subheading: "{{event_date}}, ora {{event_time}}<br>{{event_location}}",
    blocks: [
      isOne
        ? ticketRows(showsCode, [
            ...entryFacts(frame),
            ["Tip", "{{ticket_type}}"],
            ["Titular", "{{holder_name}}"],
          ])
        : seatsRow,
      greeting,
      say(
        isOne
          ? `Biletul acesta e al tău. Îl ai și atașat, ca PDF, și ${place}; merge și fără internet.`
          : `Biletele acestea sunt ale tale. Le ai și atașate, ca PDF, și ${frame.orderLink ? "pe pagina lor" : place}; merg și fără internet.`,
      ),
      onlyHtml(isOne ? "" : factRows(entryFacts(frame)) + gap),
      onlyText(...nightLines(frame)),
      onlyText("Cod: {{ticket_code}}\nTip: {{ticket_type}}"),
      linkToWay(frame),
      isOne ? codeList : onlyText(codeList.text),
      onlyText(`Codul QR: {{qr_code_url}}\nÎl ai și în PDF-ul atașat, și ${place}: ${url}`),
      { html: paragraph(`${bring} ${returnTexts.toPayer}`), text: bring },
      onlyHtml(button(url, "Vezi Biletele Mele")),
    ],
    why: "Primești acest email pentru că ai un bilet trimis de un prieten.",
  });
}

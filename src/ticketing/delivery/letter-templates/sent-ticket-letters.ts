import { counted } from "#kernel/romanian.ts";
import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { whatIsSent } from "#ticketing/orders/transfers/what-is-sent-texts.ts";
import type { LetterTemplate } from "../fill-template.ts";
import {
  button,
  endedTickets,
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
import {
  ageFact,
  codeList,
  entryFacts,
  holderFact,
  linkToWay,
  nightLines,
  showsCode,
  ticketRows,
} from "./ticket-rows.ts";

const hour = "{{event_date}}, ora {{event_time}}";
const because = "Primești acest email pentru că";

/** The words of what was sent, and of the nights it is for: one night, or all of a pass. */
function wordsOfSent({ sent }: LetterFrame) {
  const { whole, nights } = sent ?? { whole: null, nights: 1 };
  const when = whole ? `${whatIsSent.firstNight(nights)} ${hour}` : `${hour}, {{event_location}}`;
  return {
    whole,
    the: whatIsSent.the(whole),
    The: whatIsSent.The(whole),
    one: whatIsSent.one(whole),
    under: ["{{event_name}}", when].join("<br>"),
    nights: onlyText(`{{event_name}}\n${when}`, ...(whole ? ["{{ticket_list}}"] : ["Tip: {{ticket_type}}"])),
    code: whole ? "Codurile pe care le aveai nu mai intră" : "Codul pe care îl aveai nu mai intră",
    whySent: `${because} ai trimis ${whatIsSent.one(whole)} unui prieten.`,
  };
}

/** Tells a friend what waits. It has only the sender's first name, and nothing that admits. */
export function ticketForYou(frame: LetterFrame): LetterTemplate {
  const { whole, the, The, under, nights } = wordsOfSent(frame);
  const toYou = whatIsSent.toYou("{{friend_name}}", whole);
  const accept = whatIsSent.accept(whole);
  // a pass is held in an account, so its page may ask for the login first
  const open =
    whole === "pass"
      ? `Deschide pagina, intră în contul tău și apasă „${accept}”`
      : `Deschide pagina și apasă acolo „${accept}”`;
  const what = `${The} e plătit. ${open}: ${whatIsSent.newCodes(whole)}`;
  const why =
    "Primești acest email o singură dată, pentru că {{friend_name}} a scris adresa ta. Nu ai niciun abonament la emailuri.";
  const rules = entryFacts(frame);
  return letter(frame, {
    subject: `${toYou}: {{event_name}}`,
    preview: `E al tău după ce apeși „${accept}”.`,
    heading: `${toYou}.`,
    subheading: under,
    blocks: [
      say("Salut!"),
      onlyText(`${toYou}.`),
      nights,
      onlyText(...factLines(rules)),
      {
        html: paragraph(what) + button("{{action_url}}", `Vezi ${the}`),
        text: `${what}\n{{action_url}}\nLinkul ține până {{valid_until}}.`,
      },
      onlyHtml(whole ? paragraph("{{ticket_list}}") : ""),
      onlyHtml(
        factRows([
          ["Tip", "{{ticket_type}}"],
          ...rules,
          ["Unde", "{{event_location}}"],
          ["Linkul ține", "până {{valid_until}}"],
        ]) + gap,
      ),
      sayQuietly(
        `Emailul acesta nu are cod QR: apare după ce accepți. Dacă nu e pentru tine, ignoră-l; ${the} rămâne unde era.`,
      ),
      onlyText(why),
    ],
    why,
  });
}

/** To the sender: it was accepted, and the old codes no longer admit. */
export function ticketAccepted(frame: LetterFrame): LetterTemplate {
  const { whole, the, The, under, nights, code, whySent } = wordsOfSent(frame);
  return letter(frame, {
    subject: `${The} trimis a fost acceptat: {{event_name}}`,
    preview: `{{friend_name}} are acum ${whole ? "codurile" : "codul"}.`,
    heading: `{{friend_name}} are ${the}.`,
    subheading: under,
    blocks: [
      greeting,
      say(
        `{{friend_name}} a acceptat ${the} pe care l-ai trimis. ${code} la poartă; pe ${whole ? "cele noi le" : "cel nou îl"} vede doar cine l-a acceptat.`,
      ),
      nights,
      say(returnTexts.toPayer),
      linkToMyTickets(frame),
    ],
    why: whySent,
  });
}

const linkToMyTickets = (frame: LetterFrame) => {
  const { url } = ticketsPage(frame);
  return { html: button(url, "Vezi Biletele Mele"), text: url };
};

/** To the sender: the friend declined it, and the sender keeps it. */
export function ticketDeclined(frame: LetterFrame): LetterTemplate {
  const { whole, the, The, under, nights, whySent } = wordsOfSent(frame);
  const good = whole ? "Codurile tale sunt bune ca înainte" : "Codul tău e bun ca înainte";
  return letter(frame, {
    subject: `${The} trimis a rămas la tine: {{event_name}}`,
    preview: `${good}.`,
    heading: `${The} a rămas la tine.`,
    subheading: under,
    blocks: [
      greeting,
      say(
        `Cine a primit linkul a apăsat „Nu e pentru mine”, așa că ${the} rămâne la tine. ${good}, iar linkul nu mai merge.`,
      ),
      nights,
      say(`Îl poți trimite altcuiva, până se deschid ușile${whole ? " ultimei nopți" : ""}.`),
      linkToMyTickets(frame),
    ],
    why: whySent,
  });
}

/** To the receiver: it ended with a refund, whose money goes to the buyer. */
export function ticketEnded(frame: LetterFrame): LetterTemplate {
  const { whole, The, one, under, nights } = wordsOfSent(frame);
  const closed = whole ? "Codurile lui nu mai intră la poartă." : "Codul lui nu mai intră la poartă.";
  return letter(frame, {
    subject: `${The} primit nu mai este valabil: {{event_name}}`,
    preview: closed,
    heading: `${The} nu mai este valabil`,
    subheading: under,
    blocks: [
      greeting,
      say(
        `${The} pe care l-ai primit de la un prieten nu mai este valabil: a fost rambursat sau anulat. ${closed}`,
      ),
      frame.namesTickets ? endedTickets : nights,
      say(returnTexts.toPayer),
      onlyHtml(button(`${frame.origin}/events`, "Vezi evenimentele")),
    ],
    why: `${because} ai acceptat ${one} trimis de un prieten.`,
  });
}

/** To the receiver: its payment is disputed, so it admits nobody meanwhile; or admits again. */
export function ticketDisputed(frame: LetterFrame, turn: "disputed" | "resumed"): LetterTemplate {
  const { the, The, one, under, nights } = wordsOfSent(frame);
  const now = turn === "disputed" ? "nu intră acum" : "intră din nou";
  return letter(frame, {
    subject: `${The} primit ${now}: {{event_name}}`,
    preview: `${The} ${now} la poartă.`,
    heading: `${The} ${now}`,
    subheading: under,
    blocks: [
      greeting,
      say(
        turn === "disputed"
          ? `Plata pentru ${the} pe care l-ai primit de la un prieten e contestată la bancă, așa că nu intră nimeni cu el până se lămurește. O lămurește cine l-a plătit. Îți scriem când se hotărăște.`
          : `Plata pentru ${the} pe care l-ai primit de la un prieten s-a lămurit: intră din nou la poartă.`,
      ),
      nights,
      linkToMyTickets(frame),
    ],
    why: `${because} ai acceptat ${one} trimis de un prieten.`,
  });
}

/** Codes for a person who received tickets: this reader bought nothing and sees no price. */
export function ticketReceived(frame: LetterFrame): LetterTemplate {
  const isOne = (frame.codes ?? 1) === 1;
  const nights = frame.sent?.whole ? frame.sent.nights : 1;
  const isWhole = nights > 1;
  const { url } = ticketsPage(frame);
  const place = frame.orderLink ? "pe pagina lui" : "în profil";
  const bring = "Ia la tine un act de identitate cu numele de pe bilet.";
  const [title, under, facts, lines] = isWhole
    ? [
        "{{ticket_type}}",
        `${counted(nights, "night")}, câte un cod pentru fiecare`,
        ageFact(frame),
        [`{{ticket_type}}, ${counted(nights, "night")}`],
      ]
    : [
        "{{event_name}}",
        [hour, "{{event_location}}"].join("<br>"),
        entryFacts(frame),
        [...nightLines(frame), "\nCod: {{ticket_code}}\nTip: {{ticket_type}}"],
      ];
  return letter(frame, {
    subject: isWhole ? `${title}: codurile tale` : `${isOne ? "Biletul tău" : "Biletele tale"}: ${title}`,
    preview: isWhole
      ? `${counted(nights, "night")}. Codurile QR sunt aici.`
      : `${hour}, {{event_location}}. Codul QR e aici.`,
    heading: title,
    subheading: under,
    blocks: [
      isOne
        ? ticketRows(showsCode, [...entryFacts(frame), ["Tip", "{{ticket_type}}"], ...holderFact(frame)])
        : seatsRow,
      greeting,
      say(
        isOne
          ? `Biletul acesta e al tău. Îl ai și atașat, ca PDF, și ${place}; merge și fără internet.`
          : `${isWhole ? "Codurile acestea sunt ale tale, câte unul pentru fiecare noapte" : "Biletele acestea sunt ale tale"}. Le ai și atașate, ca PDF, și ${frame.orderLink ? "pe pagina lor" : place}; merg și fără internet.`,
      ),
      onlyHtml(isOne ? "" : factRows(facts) + gap),
      onlyText(...lines),
      ...(isWhole ? [] : linkToWay(frame)),
      isOne ? codeList : onlyText(codeList.text),
      onlyText(
        ...(isWhole
          ? [url]
          : [`Codul QR: {{qr_code_url}}`, `Îl ai și în PDF-ul atașat, și ${place}: ${url}`]),
      ),
      say(`${bring} ${returnTexts.toPayer}`),
      onlyHtml(button(url, "Vezi Biletele Mele")),
    ],
    why: "Primești acest email pentru că ai un bilet trimis de un prieten.",
  });
}

import { returnTexts } from "#ticketing/orders/refunds/return-texts.ts";
import { countedTickets } from "#ticketing/orders/ticket-count-texts.ts";
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
  smallParagraph,
} from "./letter-blocks.ts";
import { type LetterFrame, letter, ticketsPage } from "./letter-shell.ts";
import { seatsRow } from "./seat-rows.ts";
import { insteadOfPrice, sumsPlace } from "./sum-rows.ts";
import {
  ageFact,
  codeList,
  doorsOf,
  entryFacts,
  entryLines,
  holderFact,
  linkToWay,
  nightLines,
  orderFact,
  showsCode,
  ticketRows,
} from "./ticket-rows.ts";

const bringIdentity = "Ia la tine un act de identitate cu numele de pe bilet.";
const boughtPass = "Primești acest email pentru că ai cumpărat un bilet special.";
const when = "{{event_date}}, ora {{event_time}}<br>{{event_location}}";
const myTicketsLabel = "Vezi Biletele Mele";
const myNightsLabel = "Vezi nopțile mele";

const promiseOf = ({ isFree }: LetterFrame) => (isFree ? returnTexts.free : returnTexts.promise);

/** Of a pass, beside the facts of one of its nights. */
const wholePrice = ({ isOneNight }: LetterFrame) => (isOneNight ? "Preț" : "Preț pentru toate nopțile");

const priceOf = ({ isInvitation }: LetterFrame) => (isInvitation ? insteadOfPrice : "{{total_price}} LEI");
const invitationNote = ({ isInvitation }: LetterFrame) =>
  isInvitation ? [say("Este o invitație din partea noastră: nu plătești nimic.")] : [];
const reasonOf = ({ isInvitation }: LetterFrame, bought: string) =>
  isInvitation ? "Primești acest email pentru că ai primit o invitație." : bought;

const oneTicket = {
  subject: "Biletul tău: {{event_name}}",
  mine: "Acesta este biletul tău.",
  whereKept: (place: string) => `Îl ai și atașat, ca PDF, și ${place}; merge și fără internet.`,
  why: "Primești acest email pentru că ai cumpărat un bilet.",
};
const severalOnOneCode = {
  subject: "Biletele tale: {{event_name}}",
  mine: "Acestea sunt biletele tale, cu un singur cod pentru toate.",
  whereKept: (place: string) => `Le ai și atașate, ca PDF, și ${place}; merg și fără internet.`,
  why: "Primești acest email pentru că ai cumpărat bilete.",
};

const inWords = ({ quantity = 1 }: LetterFrame) => (quantity > 1 ? severalOnOneCode : oneTicket);

export function ticketConfirmation(frame: LetterFrame): LetterTemplate {
  if ((frame.codes ?? 1) > 1) return orderConfirmation(frame);
  const { url, place } = ticketsPage(frame);
  const order = orderFact(frame);
  const { subject, mine, whereKept, why } = inWords(frame);
  return letter(frame, {
    subject,
    preview: "{{event_date}}, ora {{event_time}}, {{event_location}}. Codul QR e aici.",
    heading: "{{event_name}}",
    subheading: when,
    blocks: [
      ticketRows(showsCode, [
        ...entryFacts(frame),
        ["Tip", "{{ticket_type}}"],
        ["Bilete", "{{quantity}}"],
        ["Preț", priceOf(frame)],
        ...holderFact(frame),
        ...order,
      ]),
      greeting,
      ...invitationNote(frame),
      {
        html: paragraph(`${mine} ${whereKept(place)}`),
        text: mine,
      },
      onlyText(...nightLines(frame)),
      onlyText(
        `Cod: {{ticket_code}}\nTip: {{ticket_type}}\nBilete: {{quantity}}\nPreț: ${priceOf(frame)}`,
        ...factLines(order),
      ),
      codeList,
      onlyText(`Codul QR: {{qr_code_url}}\nÎl ai și în PDF-ul atașat, și ${place}: ${url}`),
      ...linkToWay(frame),
      say(`${bringIdentity} ${promiseOf(frame)}`),
      onlyHtml(button(url, myTicketsLabel)),
    ],
    why: reasonOf(frame, why),
  });
}

/** The email of an order with several codes: a QR picture for each code, then a row with the sum for each type. */
export function orderConfirmation(frame: LetterFrame): LetterTemplate {
  const { several } = frame;
  const { url, place } = ticketsPage(frame);
  const attached = `Le ai și atașate, ca PDF, câte o pagină pentru fiecare, și ${place}; merg și fără internet.`;
  // in an editor the doors are a row of their own, which is left out for a night without doors
  const doors = several ? doorsOf(frame).map((hours) => `, ușile ${hours}`) : [];
  const facts = several ? ageFact(frame) : entryFacts(frame);
  const order = orderFact(frame).map((words) => words.join(" "));
  return letter(frame, {
    subject: severalOnOneCode.subject,
    preview: `${several ? countedTickets(several) : "Biletele tale"}, câte un cod pentru fiecare. {{event_date}}, ora {{event_time}}.`,
    heading: "{{event_name}}",
    subheading: `${when}${doors.join("")}`,
    blocks: [
      greeting,
      ...invitationNote(frame),
      say(bringsInWords(several)),
      seatsRow,
      onlyText(...nightLines(frame)),
      onlyText(codeList.text),
      {
        html: [sumsPlace, gap, ...order.map(smallParagraph)].join(""),
        text: ["{{order_sums}}", ...order].join("\n"),
      },
      onlyHtml(facts.length > 0 ? factRows(facts) + gap : ""),
      { html: button(url, myTicketsLabel) + paragraph(attached), text: `${attached}\n${url}` },
      ...linkToWay(frame),
      say(`La poartă arăți codul cu luminozitatea la maximum. ${bringIdentity} ${promiseOf(frame)}`),
    ],
    why: reasonOf(frame, severalOnOneCode.why),
  });
}

const addOnsOf = (n: number) => (n === 1 ? "suplimentul" : "suplimentele");

/** The sentence before the tickets: what they are, and whether they can be sent to friends. */
function bringsInWords(several: LetterFrame["several"]): string {
  // in an editor the sentence must fit every order
  if (!several) return "Mai jos sunt biletele tale, fiecare cu codul lui.";
  const { tickets, addOns, isSendable } = several;
  if (tickets === 0) return "Mai jos sunt suplimentele tale, cu câte un cod pentru fiecare.";
  if (tickets === 1) return `Mai jos e biletul tău, cu codul lui, și ${addOnsOf(addOns)}.`;
  const all = `Mai jos sunt cele ${countedTickets({ tickets, addOns: 0 })}, fiecare cu codul lui${addOns > 0 ? `, și ${addOnsOf(addOns)}` : ""}.`;
  if (!isSendable) return all;
  return tickets === 2
    ? `${all} Primul e al tău; trimite-l pe celălalt, iar prietenul își vede doar biletul lui.`
    : `${all} Primul e al tău; trimite-le pe celelalte, iar fiecare prieten își vede doar biletul lui.`;
}

const ofNights = {
  preview: "Următoarea noapte: {{event_name}}, {{event_date}}. Codurile QR sunt aici.",
  subheading: "Câte un cod pentru fiecare noapte",
  caption: "Codul nopții de mai jos. Fiecare noapte are pagina ei în PDF.",
  html: (place: string) =>
    `La fiecare noapte arăți codul ei. Le ai pe toate în PDF-ul atașat, câte unul pe pagină, și ${place}, unde vezi ce ai folosit și ce urmează.`,
  text: "{{ticket_type}}: câte un cod pentru fiecare noapte, toate în PDF-ul atașat.",
  seen: "Nopțile tale",
};
const severalCodes = {
  ...severalOnOneCode,
  mine: "Acestea sunt biletele tale, fiecare cu codul lui. Mai sus e primul.",
};

function ofOneNight(frame: LetterFrame) {
  const { mine, whereKept } = (frame.codes ?? 1) > 1 ? severalCodes : inWords(frame);
  return {
    preview: "{{event_name}}, {{event_date}}, ora {{event_time}}. Codul QR e aici.",
    subheading: when,
    caption: showsCode,
    html: (place: string) => `${mine} ${whereKept(place)}`,
    text: mine,
    seen: "Biletele tale",
  };
}

/** The email for a pass or an early bird. Each night has its own code; the PDF has all of them. */
export function seasonPassConfirmation(frame: LetterFrame): LetterTemplate {
  const order = orderFact(frame);
  const { url, place } = ticketsPage(frame);
  const told = frame.isOneNight ? ofOneNight(frame) : ofNights;
  return letter(frame, {
    subject: "{{ticket_type}}: biletele tale",
    preview: told.preview,
    heading: "{{ticket_type}}",
    subheading: told.subheading,
    blocks: [
      ticketRows(told.caption, [
        ["Noaptea", "{{event_name}}"],
        ["Când", "{{event_date}}, ora {{event_time}}"],
        ...entryFacts(frame),
        ["Unde", "{{event_location}}"],
        [wholePrice(frame), priceOf(frame)],
        ...holderFact(frame),
        ...order,
      ]),
      greeting,
      ...invitationNote(frame),
      { html: paragraph(told.html(place)), text: told.text },
      onlyText(
        "Noaptea: {{event_name}}, {{event_date}}, ora {{event_time}}, {{event_location}}",
        ...entryLines(frame),
        `Cod: {{ticket_code}}\n${wholePrice(frame)}: ${priceOf(frame)}`,
        ...factLines(order),
      ),
      codeList,
      onlyText(`Codul QR: {{qr_code_url}}\n${told.seen}: ${url}`),
      ...linkToWay(frame),
      say(`${bringIdentity} ${promiseOf(frame)}`),
      onlyHtml(button(url, frame.isOneNight ? myTicketsLabel : myNightsLabel)),
    ],
    why: reasonOf(frame, boughtPass),
  });
}

/** The email about a night that was added to a sold pass: its name and its code. */
export function seasonPassNightAdded(frame: LetterFrame): LetterTemplate {
  const { url, place } = ticketsPage(frame);
  return letter(frame, {
    subject: "O noapte în plus: {{event_name}}",
    preview: "{{event_name}}, {{event_date}}, intră acum în {{ticket_type}}. Codul QR e aici.",
    heading: "{{event_name}}",
    subheading: when,
    blocks: [
      ticketRows("Codul nopții adăugate. Fiecare noapte are pagina ei în PDF.", [
        ["Noaptea", "{{event_name}}"],
        ["Când", "{{event_date}}, ora {{event_time}}"],
        ["Unde", "{{event_location}}"],
        ["Bilet", "{{ticket_type}}"],
        ...holderFact(frame),
      ]),
      greeting,
      say("Am adăugat o noapte la biletul tău „{{ticket_type}}”. Nu plătești nimic în plus."),
      {
        html: paragraph(
          `Codurile pe care le ai deja rămân valabile. Le găsești pe toate, cu cel nou, în PDF-ul atașat și ${place}.`,
        ),
        text: "Noaptea: {{event_name}}, {{event_date}}, ora {{event_time}}, {{event_location}}\nCod: {{ticket_code}}",
      },
      codeList,
      onlyText(`Codul QR: {{qr_code_url}}\nCodurile pe care le ai deja rămân valabile. Nopțile tale: ${url}`),
      onlyHtml(button(url, myNightsLabel)),
    ],
    why: reasonOf(frame, boughtPass),
  });
}

/** The email with the new codes after a ticket for several people was split. */
export function ticketsSplit(frame: LetterFrame): LetterTemplate {
  const { url, place } = ticketsPage(frame);
  return letter(frame, {
    subject: "Coduri noi: {{event_name}}",
    preview: "Câte un cod pentru fiecare persoană, {{event_date}}. Cel vechi nu mai e bun.",
    heading: "{{event_name}}",
    subheading: when,
    blocks: [
      greeting,
      say(
        "Biletul tău pentru mai multe persoane are acum câte un cod pentru fiecare. Codul vechi nu mai intră la poartă: șterge-l și folosește-le pe cele de aici.",
      ),
      onlyText("{{event_name}}\n{{event_date}}, ora {{event_time}}\n{{event_location}}"),
      seatsRow,
      onlyText(codeList.text),
      {
        html: paragraph(
          `Le ai pe toate în PDF-ul atașat, câte o pagină pentru fiecare persoană, și ${place}.`,
        ),
        text: `Le ai și în PDF-ul atașat, și ${place}: ${url}`,
      },
      onlyHtml(button(url, myTicketsLabel)),
    ],
    why: "Primești acest email pentru că biletul tău a fost împărțit pe persoane.",
  });
}

import type { LetterVariable } from "../fill-template.ts";
import {
  cardRow,
  display,
  factLines,
  factRows,
  type LetterBlock,
  type NamedFacts,
  paragraph,
  sans,
  table,
} from "./letter-blocks.ts";
import type { LetterFrame } from "./letter-shell.ts";

const listCaption = "De scris de mână la poartă, dacă trebuie, cu grupa de control:";
/** The list of all codes, each with the text that is typed at the gate when nothing can be scanned. */
export const codeList: LetterBlock = {
  html: paragraph(`${listCaption}<br><b>{{ticket_list}}</b>`),
  text: `${listCaption}\n{{ticket_list}}`,
};

export const showsCode = "Arată codul la poartă, cu luminozitatea la maximum.";
const unseen = "Cod QR al biletului {{ticket_code}}. Dacă nu îl vezi, deschide PDF-ul atașat.";

/** The ticket within an email: the QR on white, the label under it, a tear line, the facts. */
export function ticketRows(
  caption: string,
  facts: NamedFacts,
  label = "{{ticket_code}}",
  alt = unseen,
): LetterBlock {
  return cardRow(
    `<tr><td bgcolor="#F6F1E7" style="padding:0"><${table} width="100%" style="width:100%"><tr><td align="center" style="padding:28px 24px 8px"><${table}><tr><td class="qr" bgcolor="#FFFFFF" style="padding:14px;border-radius:12px"><img src="{{qr_code_url}}" width="240" height="240" alt="${alt}" style="display:block;width:240px;height:240px;border:0;${sans};font-size:14px;line-height:20px;color:#0B1020"></td></tr></table></td></tr>` +
      `<tr><td align="center" style="padding:6px 24px 0;${display};font-size:32px;line-height:36px;color:#0B1020;white-space:nowrap" class="code">${label}</td></tr><tr><td align="center" style="padding:4px 24px 20px;${sans};font-size:14px;line-height:20px;color:#4A5268">${caption}</td></tr></table></td></tr>` +
      `<tr><td style="padding:0 26px" bgcolor="#F6F1E7"><${table} width="100%" style="width:100%"><tr><td height="1" style="height:1px;line-height:1px;font-size:1px;border-top:2px dashed #8E8672">&nbsp;</td></tr></table></td></tr>` +
      `<tr><td class="pad" bgcolor="#F6F1E7" style="padding:14px 32px 18px">${factRows(facts)}</td></tr>`,
  );
}

/** The end of the night, written after the hour of the doors. */
export const untilEnds = ", până la {{event_ends}}";

/** Whether the email has a value for this variable. In an editor all variables count as present. */
const knows = ({ has }: LetterFrame, name: LetterVariable) => has?.has(name) ?? true;

/** When the doors open and the minimum age, if the email has them. */
export function entryFacts(frame: LetterFrame): NamedFacts {
  return [...doorsOf(frame).map((doors) => ["Ușile", doors] as const), ...ageFact(frame)];
}

/** The minimum age, if there is one. */
export function ageFact(frame: LetterFrame): NamedFacts {
  return knows(frame, "minimum_age") ? [["Vârsta", "{{minimum_age}}+, cu act de identitate"]] : [];
}

/** "21:00, până la 05:00", if it is known. */
export function doorsOf(frame: LetterFrame): string[] {
  if (!knows(frame, "event_doors")) return [];
  return [knows(frame, "event_ends") ? `{{event_doors}}${untilEnds}` : "{{event_doors}}"];
}

/** The holder, in an email that may name people. */
export function holderFact(frame: LetterFrame): NamedFacts {
  return knows(frame, "holder_name") ? [["Titular", "{{holder_name}}"]] : [];
}

/** The order's number and time of payment, for the buyer. */
export function orderFact(frame: LetterFrame): NamedFacts {
  return knows(frame, "order_paid") ? [["Comanda", "{{order_paid}}"]] : [];
}

const night = "{{event_name}}\n{{event_date}}, ora {{event_time}}\n{{event_location}}";

/** The night, and the facts about the entry. */
export const nightLines = (frame: LetterFrame) => [night, ...entryLines(frame)];

/** The facts about the entry as lines. */
export const entryLines = (frame: LetterFrame) => factLines(entryFacts(frame));

/** The link to the way there. It is a row of a table, so that an edited email without an address leaves it out. */
export const wayThere: LetterBlock = {
  html: `<${table}><tr><td style="padding:0 0 16px;${sans};font-size:16px;line-height:25px"><a href="{{way_link}}" style="color:#0B1020">Cum ajungi</a></td></tr></table>`,
  text: "Cum ajungi: {{way_link}}",
};

/** The link to the way there, if the night has an address. */
export const linkToWay = (frame: LetterFrame) => (knows(frame, "way_link") ? [wayThere] : []);

/** Rows of tickets as a table of their own. */
export const ticketTable = (rows: string) => `<${table} width="100%" style="width:100%">${rows}</table>`;

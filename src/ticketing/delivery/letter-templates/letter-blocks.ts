/** A part of an email as HTML and as text. A part that only one of them has is empty in the other. */
export type LetterBlock = {
  readonly html: string;
  readonly text: string;
  /** True when it is a row of the card by itself. Other blocks stand in the card's white part. */
  readonly isRow?: true;
};

export const sans = "font-family:Arial,Helvetica,sans-serif";
export const display =
  "font-family:'HelveticaNeue-CondensedBold','Arial Narrow',Arial,Helvetica,sans-serif;font-weight:bold";
export const table = 'table role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** The HTML rows of the card, between picture and footer. */
export function rowsOf(blocks: readonly LetterBlock[]): string {
  const rows: string[] = [];
  let white = "";
  const endWhite = () => {
    if (white)
      rows.push(`<tr><td class="pad" bgcolor="#FFFFFF" style="padding:28px 32px 12px">${white}</td></tr>`);
    white = "";
  };
  for (const { html, isRow } of blocks) {
    if (!isRow) white += html;
    else {
      endWhite();
      rows.push(html);
    }
  }
  endWhite();
  return rows.join("");
}

export const onlyHtml = (html: string): LetterBlock => ({ html, text: "" });
export const onlyText = (...lines: readonly string[]): LetterBlock => ({ html: "", text: lines.join("\n") });
export const cardRow = (html: string): LetterBlock => ({ html, text: "", isRow: true });

export const say = (words: string): LetterBlock => ({ html: paragraph(words), text: words });
/** Names the order, for a reader who gets one email for each of two orders. */
export const orderSentence = say("Comanda {{order_paid}}.");
/** The tickets that ended, with their codes. */
export const endedTickets: LetterBlock = {
  html: paragraph("<b>{{ticket_list}}</b>"),
  text: "{{ticket_list}}",
};
export const sayQuietly = (words: string): LetterBlock => ({ html: smallParagraph(words), text: words });
export const link = (href: string, label: string): LetterBlock => ({
  html: button(href, label),
  text: `${label}: ${href}`,
});
export const greeting: LetterBlock = {
  html: paragraph("Salut, <b>{{customer_name}}</b>!"),
  text: "Salut, {{customer_name}}!",
};

/** Facts with their names, such as date and place. */
export type NamedFacts = readonly (readonly [name: string, value: string])[];

/** A block that lists facts, one a line. */
export const sayFacts = (facts: NamedFacts): LetterBlock => ({
  html: factRows(facts),
  text: factLines(facts).join("\n"),
});
export const factLines = (facts: NamedFacts) => facts.map(([name, value]) => `${name}: ${value}`);

/** A button for the link, with words about it. The link is there as text too, for programs that show no button. */
export function askToOpen(words: string, label: string, value = "action_url"): LetterBlock {
  const href = `{{${value}}}`;
  const inWords = `Dacă butonul nu merge, copiază linkul în browser:<br><a href="${href}" style="color:#0B1020;word-break:break-all">${href}</a>`;
  return {
    html: paragraph(words) + button(href, label) + smallParagraph(inWords),
    text: `${words}\n${href}`,
  };
}

/** A question, with the link that ends the newsletter. */
export const leaveNews = (question: string): LetterBlock => ({
  html: smallParagraph(`${question} <a href="{{action_url}}" style="color:#0B1020">dezabonare</a>`),
  text: `${question}\n{{action_url}}`,
});

export function paragraph(html: string): string {
  return `<p style="margin:0 0 16px;${sans};font-size:16px;line-height:25px;color:#1B2338">${html}</p>`;
}

export function smallParagraph(html: string): string {
  return `<p style="margin:0 0 16px;${sans};font-size:14px;line-height:22px;color:#535B70">${html}</p>`;
}

/** Space below a table, because mail programs ignore its margin. */
export const gap = '<div style="height:14px;line-height:14px;font-size:1px">&nbsp;</div>';

export function button(href: string, label: string): string {
  return `<${table} style="margin:4px 0 20px"><tr><td class="button" bgcolor="#0B1020" style="border-radius:26px;mso-padding-alt:16px 30px"><a href="${href}" style="display:inline-block;padding:16px 30px;${sans};font-size:17px;line-height:20px;font-weight:bold;color:#F6F1E7;text-decoration:none;border-radius:26px">${label}</a></td></tr></table>`;
}

export function factRows(facts: NamedFacts): string {
  return `<${table} width="100%" style="width:100%">${facts.map(fact).join("")}</table>`;
}

function fact([name, value]: readonly [string, string], at: number): string {
  const line = at === 0 ? "" : "border-top:1px solid #D6CBB4;";
  return (
    `<tr><td width="34%" valign="top" style="padding:10px 12px 10px 0;${line}${sans};font-size:14px;line-height:20px;color:#4A5268">${name}</td>` +
    `<td valign="top" style="padding:10px 0;${line}${sans};font-size:16px;line-height:20px;font-weight:bold;color:#0B1020">${value}</td></tr>`
  );
}

/** What stands after an edited letter, as wide and white as our own letters. */
export const onPaper = (html: string) =>
  `<div style="max-width:600px;margin:0 auto;padding:20px 32px;background-color:#FFFFFF">${html}</div>`;

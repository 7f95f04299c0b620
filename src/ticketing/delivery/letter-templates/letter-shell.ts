import { escapeHtml } from "#kernel/escape-html.ts";
import { isShortHyphenated, wordsOfText } from "#kernel/romanian.ts";
import { logoPath } from "#ticketing/content/brand.ts";
import type { TicketCount } from "#ticketing/orders/ticket-count-texts.ts";
import type { SentWhole } from "#ticketing/orders/transfers/transfer.ts";
import type { LetterTemplate } from "../fill-template.ts";
import type { Club } from "../ticket-wording.ts";
import { display, type LetterBlock, rowsOf, sans, table } from "./letter-blocks.ts";
import { sunOverSea } from "./sun-over-sea.ts";

/** The values for one email that its template may need besides its variables. */
export type LetterFrame = {
  readonly club: Club;
  /** The site's public address. Links begin with it. */
  readonly origin: string;
  readonly holdMinutes: number;
  /** The page of the order with the guest's own link; absent for a reader with an account. */
  readonly orderLink?: string;
  /** Whether the guest's link cannot give tickets back yet, because the address can still be corrected. */
  readonly isLinkLimited?: boolean;
  /** Whether money of used tickets stays with the club, though their night is cancelled. */
  readonly keepsUsed?: boolean;
  /** The names of the variables that an email about tickets has. Absent: all are assumed to be there. */
  readonly has?: ReadonlySet<string>;
  /** How many codes the email brings; absent when it brings none. */
  readonly codes?: number;
  /** Whether all codes are for one night; absent in an editor. */
  readonly isOneNight?: boolean;
  /** How many tickets the only code of an email stands for; one unless given. */
  readonly quantity?: number;
  /** For an email with several codes: how many are tickets, and whether all but the reader's own can be sent on. */
  readonly several?: TicketCount & { readonly isSendable: boolean };
  /** What a friend sent or received; absent in an editor, where it reads as one ticket. */
  readonly sent?: { readonly whole: SentWhole; readonly nights: number };
  /** Whether the reader paid and holds none of it now: all was sent to others. */
  readonly isSentOn?: boolean;
  /** The bani that go back besides, if the reader asks for what friends have too. */
  readonly sentAmount?: number;
  /** Whether the tickets cost nothing, so that there is nothing to give back. */
  readonly isFree?: boolean;
  /** Whether the team gave the tickets away. */
  readonly isInvitation?: boolean;
  /** Whether the email lists the tickets that ended. */
  readonly namesTickets?: boolean;
  /** Whether it is about one night of a pass whose other nights stay. */
  readonly isPartOfPass?: boolean;
  /** The order of an email about returned money, or about a cancelled or moved night. */
  readonly order?: {
    readonly id: string;
    readonly number: number;
    readonly othersStay: boolean;
  };
};

/** In an editor, in place of each reader's own link. */
export const letterLink = "{{order_link}}";

/** Where the reader sees the tickets, and that place in words. */
export function ticketsPage({ origin, orderLink }: LetterFrame): { url: string; place: string } {
  if (!orderLink) return { url: `${origin}/profile`, place: "în profil" };
  return { url: orderLink, place: orderLink === letterLink ? "pe site" : "pe pagina comenzii" };
}

/** The page of the order that the email is about. */
export function orderPage({ origin, order, orderLink }: LetterFrame): string {
  return orderLink ?? `${origin}/profile${order ? `?order=${encodeURIComponent(order.id)}` : ""}`;
}

type Shell = {
  readonly subject: string;
  /** The preview text that a mailbox shows after the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly subheading?: string;
  readonly blocks: readonly LetterBlock[];
  /** The sentence that tells why the reader gets this email. */
  readonly why: string;
};

const oneLine = (word: string) =>
  isShortHyphenated(word) ? `<span style="white-space:nowrap">${word}</span>` : word;

/** Styles for dark mode: backgrounds and the text on them swap their colours. A code stays dark on white. */
const inTheDark = `
@media (prefers-color-scheme:dark){body,[bgcolor="#E9E1D0"]{background-color:#05080F!important}.card,[bgcolor="#FFFFFF"],[bgcolor="#F6F1E7"]{background-color:#172038!important}[style*="color:#0B1020"],[style*="color:#1B2338"]{color:#F6F1E7!important}[style*="color:#4A5268"],[style*="color:#535B70"]{color:#B9C2D6!important}[style*="color:#00735A"]{color:#38F2C0!important}.button{background-color:#FFC857!important}.button a,.qr img{color:#0B1020!important}.line-button{border-color:#F6F1E7!important}.qr{background-color:#FFFFFF!important}}`;

/**
 * The whole document around an email's content. It sets the sizes for small screens, so edited emails have them too.
 * An edited email stays light, because its author chose its colours.
 */
export function letterPage(title: string, html: string, schemes: "light" | "light dark"): string {
  const dark = schemes === "light" ? "" : inTheDark;
  return `<!doctype html>
<html lang="ro" xmlns="http://www.w3.org/1999/xhtml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="x-apple-disable-message-reformatting"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><meta name="color-scheme" content="${schemes}"><meta name="supported-color-schemes" content="${schemes}">
<title>${escapeHtml(title)}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
<style>:root{color-scheme:${schemes}}body{margin:0;padding:0;-webkit-text-size-adjust:100%}table{border-collapse:collapse;mso-table-lspace:0;mso-table-rspace:0}.card{border-collapse:separate}img{-ms-interpolation-mode:nearest-neighbor}a{color:#0B1020}
@media only screen and (max-width:620px){.card{width:100%!important;border-radius:0!important}.pad{padding-left:22px!important;padding-right:22px!important}.outer{padding:0!important}.code{font-size:25px!important}h1{font-size:32px!important;line-height:34px!important}.seat{display:block!important;width:auto!important;padding:0 0 14px!important}}${dark}</style>
</head>
<body bgcolor="#E9E1D0" style="margin:0;padding:0;background-color:#E9E1D0">
${html}</body>
</html>
`;
}

/** An email as HTML and as text. */
export function letter(frame: LetterFrame, shell: Shell): LetterTemplate {
  return { subject: shell.subject, html: letterHtml(frame, shell), text: letterText(frame, shell.blocks) };
}

/** The HTML. It uses tables and inline styles, because mail programs support these. */
function letterHtml({ club, origin }: LetterFrame, shell: Shell): string {
  return `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#E9E1D0">${shell.preview}${"&#8199;&#847; ".repeat(8)}</div>
<div role="main" lang="ro">
<${table} width="100%" bgcolor="#E9E1D0" style="width:100%;background-color:#E9E1D0"><tr><td class="outer" align="center" style="padding:28px 12px">
<table role="presentation" class="card" cellpadding="0" cellspacing="0" border="0" width="600" bgcolor="#FFFFFF" style="width:600px;max-width:600px;background-color:#FFFFFF;border-radius:18px;overflow:hidden">
<tr><td class="pad" bgcolor="#0B1020" style="padding:22px 32px 14px;${display};font-size:26px;line-height:30px;color:#F6F1E7">${logoBeside(club, origin)}${escapeHtml(club.name)}</td></tr>${sunOverSea(club.look?.signal ?? null)}
<tr><td class="pad" bgcolor="#0B1020" style="padding:12px 32px 28px"><h1 style="margin:0;${display};font-size:36px;line-height:38px;color:#F6F1E7">${shell.heading.replace(wordsOfText, oneLine)}</h1>${shell.subheading ? `<p style="margin:8px 0 0;${sans};font-size:17px;line-height:25px;color:${club.look?.light ?? "#FFC857"}">${shell.subheading}</p>` : ""}</td></tr>${rowsOf(shell.blocks)}
<tr><td class="pad" bgcolor="#FFFFFF" style="padding:20px 32px 26px;border-top:1px solid #E2D9C7;${sans};font-size:13px;line-height:20px;color:#535B70">${[escapeHtml(shell.why), ...imprint(club, origin)].join("<br>")}</td></tr>
</table>
</td></tr></table>
</div>
`;
}

/** The club's logo before its name. Its alt text is empty, because the name follows. */
function logoBeside({ look }: Club, origin: string): string {
  const path = look && logoPath(look);
  return path
    ? `<img src="${escapeHtml(origin + path)}" width="30" height="30" alt="" style="vertical-align:middle;margin-right:10px">`
    : "";
}

/** Who sells, and how to reach the club. */
export function imprint(club: Club, origin: string): string[] {
  const [href, shown] = club.email ? [`mailto:${club.email}`, club.email] : [origin, origin];
  return [
    ...sellerLines(club).map((line) => `${escapeHtml(line)}.`),
    `<a href="${escapeHtml(href)}" style="color:#0B1020">${escapeHtml(shown)}</a>`,
  ];
}

/** The email as plain text, with the same imprint. */
function letterText({ club, origin }: LetterFrame, blocks: readonly LetterBlock[]): string {
  const paragraphs = blocks.flatMap(({ text }) => (text ? [text] : []));
  return [...paragraphs, `${imprintText(club, origin)}\n`].join("\n\n");
}

export const imprintText = (club: Club, origin: string) =>
  [...sellerLines(club), club.email || origin].join("\n");

/** The seller, then the club's address. Neither says again what the seller's line says. */
function sellerLines({ trader, name, address }: Club): string[] {
  const seller = trader || name;
  const place =
    seller.includes(name) && address.startsWith(`${name}, `) ? address.slice(name.length + 2) : address;
  return seller.includes(place) ? [seller] : [seller, place];
}

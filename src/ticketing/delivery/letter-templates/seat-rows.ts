import { escapeHtml } from "#kernel/escape-html.ts";
import { cardRow, display, sans, table } from "./letter-blocks.ts";

/** One ticket in an email that brings several, each with its own code. */
export type LetterSeat = {
  /** "Biletul 2 din 3", or `besideTickets`. */
  readonly position: string;
  readonly holder: string;
  readonly label: string;
  /** The check group, typed at the gate beside the label; empty when the email must not admit. */
  readonly group: string;
  readonly type: string;
  /** The address of its QR picture. */
  readonly qr: string;
  /** The page on which it can be sent to a friend; null when it cannot. */
  readonly sendUrl: string | null;
};

/** Written instead of a position for an add-on. */
export const besideTickets = "Pe lângă bilete";

/**
 * The rows of the tickets replace this mark after all variables are filled in, so that nobody's text acts as a
 * variable.
 */
export const seatsPlace = "<!-- seats -->";
export const seatsRow = cardRow(seatsPlace);
/** The mark inside its own table, for an email in which it is not a row of the card. */
export const seatsTable = `<${table} width="100%" style="width:100%">${seatsPlace}</table>`;

/** One row for each ticket: its QR, dark on white even in dark mode, and its holder; stacked on a phone. */
export function seatRows(seats: readonly LetterSeat[]): string {
  return seats.map(seatRow).join(tearLine);
}

const tearLine = `<tr><td style="padding:0 26px" bgcolor="#F6F1E7"><${table} width="100%" style="width:100%"><tr><td height="1" style="height:1px;line-height:1px;font-size:1px;border-top:2px dashed #8E8672">&nbsp;</td></tr></table></td></tr>`;

function seatRow(seat: LetterSeat): string {
  const { position, holder, label, group, type, qr, sendUrl } = seat;
  const send = sendUrl
    ? `<${table} style="margin:12px 0 0;border-collapse:separate"><tr><td class="line-button" style="border:2px solid #0B1020;border-radius:24px"><a href="${escapeHtml(sendUrl)}" style="display:inline-block;padding:11px 22px;${sans};font-size:16px;line-height:20px;font-weight:bold;color:#0B1020;text-decoration:none">Trimite</a></td></tr></table>`
    : "";
  return (
    `<tr><td class="pad" bgcolor="#F6F1E7" style="padding:24px 32px"><${table} width="100%" style="width:100%"><tr><td class="seat" width="228" valign="top" style="width:228px;padding:0 22px 0 0"><${table}><tr><td class="qr" bgcolor="#FFFFFF" style="padding:8px;border-radius:12px"><img src="${escapeHtml(qr)}" width="212" height="212" alt="Cod QR ${escapeHtml(label)}. Dacă nu îl vezi, deschide PDF-ul atașat." style="display:block;width:212px;height:212px;border:0;${sans};font-size:13px;line-height:18px;color:#0B1020"></td></tr></table></td>` +
    `<td class="seat" valign="middle" style="${sans};color:#0B1020"><p style="margin:0;font-size:14px;line-height:20px;color:#4A5268">${escapeHtml(position)}</p>${holder ? `<p style="margin:2px 0 0;${display};font-size:25px;line-height:29px;color:#0B1020">${escapeHtml(holder)}</p>` : ""}<p style="margin:6px 0 0;font-size:16px;line-height:24px;color:#0B1020"><b style="white-space:nowrap">${escapeHtml(label)}</b><br>${group ? `grupa de control <b>${escapeHtml(group)}</b><br>` : ""}${escapeHtml(type)}</p>${send}</td></tr></table></td></tr>`
  );
}

import { timingSafeEqual } from "node:crypto";
import type { Uuid } from "#kernel/id.ts";
import type { Day, WallTime } from "#kernel/time.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { checkGroupMessage, checkGroupOf, type Labelled } from "./check-group.ts";
import { type QrPayload, qrMessage, qrText, readQrText, scopeOf } from "./qr-payload.ts";
import { readTicketCode } from "./ticket-code-reading.ts";
import type { TicketCode, TicketFacts } from "./ticket-facts.ts";
import { ticketWindow } from "./ticket-window.ts";

/** The QR text and check group of a ticket: derived each time, never stored; the same facts give the same codes. */
export function codeTicket(keys: SigningKeys, ticket: TicketFacts): TicketCode {
  const qr = signQr(keys, {
    purchaseId: ticket.purchaseId,
    scope: scopeOf(ticket.eventId),
    ...ticketWindow(ticket.eventDate, ticket.eventTime),
    entries: ticket.entriesTotal,
    secretVersion: ticket.secretVersion,
    isPass: ticket.family !== "ordinary",
    isTest: ticket.isTest,
  });
  return { qr, group: checkGroupOf(keys.macLabel(checkGroupMessage(ticket))) };
}

function signQr(keys: SigningKeys, payload: Omit<QrPayload, "kid">): string {
  const { message, signature } = keys.signTicket((kid) => qrMessage({ kid, ...payload }));
  return qrText(message, signature);
}

/** The facts in the QR code of a name on a guest list. */
export type GuestOfCode = {
  readonly id: Uuid;
  readonly eventId: Uuid;
  readonly date: Day;
  readonly time: WallTime | null;
  readonly places: number;
};

/** The QR text of a name on a guest list. While the name is on its list, the code admits as the name does. */
export function codeGuest(keys: SigningKeys, { id, eventId, date, time, places }: GuestOfCode): string {
  const about = { purchaseId: id, scope: scopeOf(eventId), entries: places, secretVersion: 1 };
  const kind = { isPass: false, isTest: false, isGuest: true } as const;
  return signQr(keys, { ...about, ...ticketWindow(date, time), ...kind });
}

/** The id of the guest-list name whose QR code was scanned; undefined for any other text. */
export async function guestOfCode(keys: SigningKeys, text: string): Promise<Uuid | undefined> {
  const read = await verifyTicketQr(keys, text);
  return read.kind === "signed" && read.payload.isGuest ? read.payload.purchaseId : undefined;
}

/**
 * Checks that we signed this text, and reads it. It checks signature and key only; the gate checks window, scope,
 * secret version and the ticket's state against the database. Never throws: anything but our own QR is `invalid`.
 */
export async function verifyTicketQr(
  keys: SigningKeys,
  text: string,
): Promise<{ readonly kind: "signed"; readonly payload: QrPayload } | { readonly kind: "invalid" }> {
  const read = readQrText(text);
  if (!read) return { kind: "invalid" };
  const { message, signature, payload } = read;
  const isSigned = await keys.verifyTicket({ kid: payload.kid, message, signature });
  return isSigned ? { kind: "signed", payload } : { kind: "invalid" };
}

/** Whether a typed group (from `readTicketCode`) belongs to this ticket; compared in constant time. */
export function isGroupOf(keys: SigningKeys, ticket: Labelled, group: string): boolean {
  const typed = Buffer.from(group);
  return keys
    .macsOfLabel(checkGroupMessage(ticket))
    .map((mac) => Buffer.from(checkGroupOf(mac)))
    .some((right) => right.length === typed.length && timingSafeEqual(right, typed));
}

/** A presented code: a QR that we signed, or a label whose check group is not compared yet. */
export type IdentifiedCode =
  | { readonly kind: "qr"; readonly purchaseId: string; readonly secretVersion: number }
  | { readonly kind: "label"; readonly label: string; readonly group: string };

/** The ticket that a text presents; undefined for another's code, a guest's, and a label without check group. */
export async function identifyCode(
  keys: SigningKeys,
  { code, group }: { readonly code: string; readonly group?: string | undefined },
): Promise<IdentifiedCode | undefined> {
  const read = readTicketCode(code, group);
  if (read.kind === "qr") {
    const verified = await verifyTicketQr(keys, code);
    return verified.kind === "signed" && !verified.payload.isGuest
      ? { kind: "qr", purchaseId: verified.payload.purchaseId, secretVersion: verified.payload.secretVersion }
      : undefined;
  }
  return read.kind === "label" && read.group !== null
    ? { kind: "label", label: read.label, group: read.group }
    : undefined;
}

import { timingSafeEqual } from "node:crypto";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { checkGroupMessage, checkGroupOf, type Labelled } from "./check-group.ts";
import { type QrPayload, qrMessage, qrText, readQrText, scopeOf } from "./qr-payload.ts";
import { readTicketCode } from "./ticket-code-reading.ts";
import type { TicketCode, TicketFacts } from "./ticket-facts.ts";
import { ticketWindow } from "./ticket-window.ts";

/** The QR text and check group of a ticket: derived each time, never stored; the same facts give the same codes. */
export function codeTicket(keys: SigningKeys, ticket: TicketFacts): TicketCode {
  const { message, signature } = keys.signTicket((kid) =>
    qrMessage({
      kid,
      purchaseId: ticket.purchaseId,
      scope: scopeOf(ticket.eventId),
      ...ticketWindow(ticket.eventDate, ticket.eventTime),
      entries: ticket.entriesTotal,
      secretVersion: ticket.secretVersion,
      isPass: ticket.family !== "ordinary",
      isTest: ticket.isTest,
    }),
  );
  return { qr: qrText(message, signature), group: checkGroupOf(keys.macLabel(checkGroupMessage(ticket))) };
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
  const signed = await keys.verifyTicket({ kid: payload.kid, message, signature });
  return signed ? { kind: "signed", payload } : { kind: "invalid" };
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

/** The code in a scanned or typed text; undefined when it is none of ours, and for a label without a group. */
export async function identifyCode(
  keys: SigningKeys,
  { code, group }: { readonly code: string; readonly group?: string | undefined },
): Promise<IdentifiedCode | undefined> {
  const read = readTicketCode(code, group);
  if (read.kind === "qr") {
    const verified = await verifyTicketQr(keys, code);
    return verified.kind === "signed"
      ? { kind: "qr", purchaseId: verified.payload.purchaseId, secretVersion: verified.payload.secretVersion }
      : undefined;
  }
  return read.kind === "label" && read.group !== null
    ? { kind: "label", label: read.label, group: read.group }
    : undefined;
}

import { z } from "zod";
import { isUuid } from "#kernel/id.ts";

/** The purchase that a confirmation call names. All other fields of the call are ignored. */
export type ConfirmationCall = { readonly purchaseId: string; readonly ticketCode: string | undefined };

const shortText = z.string().max(2000).nullish();
const purchase = z.string().refine(isUuid);

// The fields that the specification lists. A call with other fields does not come from our page.
const ticket = z.strictObject({
  ticket: z.strictObject({
    id: purchase,
    ticketId: shortText,
    qrCode: shortText,
    eventTitle: shortText,
    eventDate: shortText,
    eventTime: shortText,
    eventLocation: shortText,
    ticketType: shortText,
    userEmail: shortText,
    userName: shortText,
  }),
});
const seasonPass = z.strictObject({
  seasonPass: z.strictObject({
    id: purchase,
    userEmail: shortText,
    userName: shortText,
    seasonPassId: shortText,
    qrCode: shortText,
    productName: shortText,
  }),
});
const resend = z.strictObject({ purchaseId: purchase, email: z.string().trim().min(1).max(320) });

/** Reads `send-ticket-confirmation`. Only ids are used; recipient, title and price come from the database. */
export function readTicketConfirmation(body: unknown): ConfirmationCall | undefined {
  const parsed = ticket.safeParse(body);
  return parsed.success ? callOf(parsed.data.ticket.id, parsed.data.ticket.ticketId) : undefined;
}

/** Reads `send-season-pass-confirmation`, the same call for passes and early birds. */
export function readSeasonPassConfirmation(body: unknown): ConfirmationCall | undefined {
  const parsed = seasonPass.safeParse(body);
  return parsed.success ? callOf(parsed.data.seasonPass.id, parsed.data.seasonPass.seasonPassId) : undefined;
}

/** Reads `resend-purchase-confirmation`: a purchase, and the address that the caller believes to be its buyer's. */
export function readResendCall(body: unknown): { purchaseId: string; email: string } | undefined {
  const parsed = resend.safeParse(body);
  return parsed.success ? parsed.data : undefined;
}

function callOf(purchaseId: string, code: string | null | undefined): ConfirmationCall {
  return { purchaseId, ticketCode: code || undefined };
}

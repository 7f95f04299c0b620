import { isUuid } from "#kernel/id.ts";
import { type RefundCause, refundCauses } from "#ticketing/orders/refunds/refund-cause.ts";
import { reentryFields } from "#web/sign-in/password-again-view.ts";
import type { InvitationValues, RefundValues } from "./purchase-list-view.ts";

export type RefundForm = { orderId: string; left: string; values: RefundValues };
export type InvitationForm = {
  ticketTypeId: string;
  eventId: string | null;
  quantity: number;
  values: InvitationValues;
};

/** All fields of this screen's forms. Any other field is refused. */
export const purchaseFormFields = [
  "intent",
  "order_id",
  "purchase_id",
  "email",
  "name",
  "kind",
  "tickets",
  "amount",
  "why",
  "note",
  "restock",
  "used",
  "left",
  "ticket",
  "quantity",
  "because",
  "key",
  ...reentryFields,
];

export const purchaseFormLists = ["seats"];

/** Returns a field without spaces around it; "" when it was not sent. */
export const purchaseField = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim().slice(0, 500) : "";
};
const wholeNumberOf = (text: string): number => (/^\d{1,3}$/.test(text) ? Number(text) : 0);

export function refundCauseOf(text: string): RefundCause | undefined {
  return refundCauses.find((cause) => cause === text);
}

/**
 * Reads the choice `whole`, `seats`, `amount`, `owed` or `part.{line}`. Anything else is "", which refunds nothing.
 */
export function refundKindOf(text: string): Pick<RefundValues, "kind" | "line"> {
  const [, line] = /^part\.([1-8])$/.exec(text) ?? [];
  if (line) return { kind: "part", line: Number(line) };
  const kinds = ["whole", "seats", "amount", "owed"] as const;
  return { kind: kinds.find((kind) => kind === text) ?? "", line: 0 };
}

/** Returns the seat ids of all chosen units; undefined when one is invalid. */
export function seatsOf(form: FormData): string[] | undefined {
  const ids = form.getAll("seats").flatMap((unit) => String(unit).split(","));
  return ids.every(isUuid) ? ids : undefined;
}

export function readRefundForm(form: FormData): RefundForm {
  const seats = seatsOf(form);
  return {
    orderId: purchaseField(form, "order_id"),
    left: purchaseField(form, "left"),
    values: {
      ...refundKindOf(seats ? purchaseField(form, "kind") : ""),
      tickets: purchaseField(form, "tickets"),
      amount: purchaseField(form, "amount"),
      seats: seats ?? [],
      why: refundCauseOf(purchaseField(form, "why")) ?? "",
      note: purchaseField(form, "note"),
      restock: form.get("restock") === "1",
      used: wholeNumberOf(purchaseField(form, "used")),
    },
  };
}

/** Reads the form of an invitation; the ticket is `{type}` or `{type}:{night}`. */
export function readInvitationForm(form: FormData): InvitationForm {
  const ticket = purchaseField(form, "ticket");
  const quantity = purchaseField(form, "quantity");
  const [ticketTypeId = "", eventId = null] = ticket.split(":");
  return {
    ticketTypeId,
    eventId,
    quantity: wholeNumberOf(quantity),
    values: {
      email: purchaseField(form, "email"),
      name: purchaseField(form, "name"),
      ticket,
      quantity,
      because: purchaseField(form, "because"),
      key: purchaseField(form, "key").slice(0, 64),
    },
  };
}

import { z } from "zod";
import { isUuid, type Uuid } from "#kernel/id.ts";
import { limits } from "#ticketing/limits.ts";
import type { Origin } from "./hold.ts";

const uuid = z.custom<Uuid>((value) => isUuid(value));

/** The body of `checkout-session`: the five specified fields and the three of ours; any other is refused. */
const functionBody = z.strictObject({
  // ids of the provider are visible ASCII; a NUL would be refused by the database only
  price_id: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  success_url: z.string().max(500),
  cancel_url: z.string().max(500),
  mode: z.literal("payment"),
  quantity: z.int().min(1).max(limits.quantity),
  ticket_id: uuid.optional(),
  event_id: uuid.optional(),
  captcha_token: z.string().max(4096).optional(),
});

export type CheckoutOrder = {
  readonly priceId: string | null;
  readonly ticketTypeId: Uuid | null;
  readonly eventId: Uuid | null;
  readonly quantity: number;
  readonly origin: Origin;
  /** What the captcha gave, where one was answered. */
  readonly captchaToken: string | undefined;
};

/**
 * Reads the call of the specification. Addresses are accepted when they are ours, with the paths it names; where the
 * purchase began is read from the one that "cancel" leads to. Undefined: not a call we know.
 */
export function readCheckoutCall(body: unknown, siteOrigin: string): CheckoutOrder | undefined {
  const parsed = functionBody.safeParse(body);
  if (!parsed.success) return undefined;
  const call = parsed.data;
  if (
    pathOn(
      siteOrigin,
      call.success_url,
      /^\/tickets\/success\?session_id=(?:\{CHECKOUT_SESSION_ID\}|%7BCHECKOUT_SESSION_ID%7D)$/,
    ) === undefined
  )
    return undefined;
  const cancel = pathOn(siteOrigin, call.cancel_url, /^\/(?:tickets|season-pass|events\/([0-9a-f-]{36}))$/);
  if (cancel === undefined) return undefined;
  const page = cancel[1];
  if (page !== undefined && (!isUuid(page) || (call.event_id !== undefined && call.event_id !== page)))
    return undefined;
  return {
    priceId: call.price_id,
    ticketTypeId: call.ticket_id ?? null,
    eventId: call.event_id ?? (page as Uuid | undefined) ?? null,
    quantity: call.quantity,
    origin: page !== undefined ? "event" : cancel[0] === "/tickets" ? "tickets" : "season-pass",
    captchaToken: call.captcha_token,
  };
}

function pathOn(siteOrigin: string, address: string, pattern: RegExp): RegExpExecArray | undefined {
  if (!address.startsWith(`${siteOrigin}/`)) return undefined;
  const path = address.slice(siteOrigin.length);
  // what a browser would make of it must be what is written: no backslashes, no dots, no second slash
  if (/[\\\s]|\/\//.test(path)) return undefined;
  return pattern.exec(path) ?? undefined;
}

/** What the form of a page sends: a type and a number from 1 to 10 in ASCII digits. */
export function readTicketForm(
  form: FormData,
): { ticketTypeId: Uuid; quantity: number } | { problem: "nothing_chosen" | "not_understood" } {
  const types = form.getAll("ticket_id");
  const quantities = form.getAll("quantity");
  if (types.length === 0 || types[0] === "") return { problem: "nothing_chosen" };
  const [type] = types;
  const [quantity] = quantities;
  if (
    types.length !== 1 ||
    quantities.length !== 1 ||
    !isUuid(type) ||
    typeof quantity !== "string" ||
    !/^([1-9]|10)$/.test(quantity)
  ) {
    return { problem: "not_understood" };
  }
  return { ticketTypeId: type, quantity: Number(quantity) };
}

/** The browser's key for one press of the button: up to 255 visible ASCII characters. Null: none; undefined: refused. */
export function readRequestKey(header: string | null | undefined): string | null | undefined {
  if (header === null || header === undefined) return null;
  return /^[\x21-\x7e]{1,255}$/.test(header) ? header : undefined;
}

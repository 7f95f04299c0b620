import { z } from "zod";
import { isUuid, type Uuid } from "#kernel/id.ts";
import { isSlug } from "#ticketing/events/slug.ts";
import { limits } from "#ticketing/limits.ts";
import type { Origin, WishedLine } from "./hold-request.ts";

const uuid = z.custom<Uuid>((value) => isUuid(value));

const quantity = z.int().min(1).max(limits.quantity);
const commonFields = {
  success_url: z.string().max(500),
  cancel_url: z.string().max(500),
  mode: z.literal("payment"),
  event_id: uuid.optional(),
  /** The total that the browser showed, in bani. */
  total: z.int().min(0).optional(),
  /** The nights' dates that the browser showed, as `shownNights` writes them. */
  nights: z
    .string()
    .max(64 * limits.nightsPerType)
    .optional(),
  /** The voucher as it was typed; whether it exists is checked later. */
  code: z.string().optional(),
  captcha_token: z.string().max(4096).optional(),
};
const isEachTypeOnce = (lines: readonly { ticket_id: Uuid }[]) =>
  new Set(lines.map((line) => line.ticket_id)).size === lines.length;

/** The body of `checkout-session`: the five specified fields and our own, or `lines`. Any other field is refused. */
const functionBody = z.union([
  z.strictObject({
    ...commonFields,
    // the provider's ids are visible ASCII; a NUL would be refused only by the database
    price_id: z.string().regex(/^[\x21-\x7e]{1,255}$/),
    quantity,
    ticket_id: uuid.optional(),
  }),
  z.strictObject({
    ...commonFields,
    lines: z
      .array(z.strictObject({ ticket_id: uuid, quantity }))
      .min(1)
      .max(limits.linesPerOrder)
      .refine(isEachTypeOnce),
  }),
]);

export type CheckoutOrder = {
  readonly priceId: string | null;
  /** The type is null when the call names only the provider's price of its one line. */
  readonly lines: readonly { readonly ticketTypeId: Uuid | null; readonly quantity: number }[];
  readonly eventId: Uuid | null;
  /** The slug of the night, if the "cancel" address has one instead of an id; the caller finds the id. */
  readonly slug: string | null;
  readonly total: number | null;
  readonly nights: string | null;
  readonly origin: Origin;
  /** The voucher as it was typed; undefined if the call has none. */
  readonly code: string | undefined;
  readonly captchaToken: string | undefined;
};

/**
 * Reads the specified call; undefined if it is not valid. Its addresses must be on this site, with the specified
 * paths. The "cancel" address tells where the purchase began.
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
  const cancel = pathOn(siteOrigin, call.cancel_url, /^\/(?:tickets|season-pass|events\/([a-z0-9-]+))$/);
  if (cancel === undefined) return undefined;
  const page = cancel[1];
  const slug = page !== undefined && isSlug(page) ? page : null;
  if (page !== undefined && slug === null && (!isUuid(page) || (call.event_id ?? page) !== page))
    return undefined;
  return {
    ...("lines" in call
      ? {
          priceId: null,
          lines: call.lines.map((line) => ({ ticketTypeId: line.ticket_id, quantity: line.quantity })),
        }
      : {
          priceId: call.price_id,
          lines: [{ ticketTypeId: call.ticket_id ?? null, quantity: call.quantity }],
        }),
    eventId: call.event_id ?? (isUuid(page) ? page : null),
    slug,
    total: call.total ?? null,
    nights: call.nights ?? null,
    origin: page !== undefined ? "event" : cancel[0] === "/tickets" ? "tickets" : "season-pass",
    code: call.code,
    captchaToken: call.captcha_token,
  };
}

function pathOn(siteOrigin: string, address: string, pattern: RegExp): RegExpExecArray | undefined {
  if (!address.startsWith(`${siteOrigin}/`)) return undefined;
  return pattern.exec(address.slice(siteOrigin.length)) ?? undefined;
}

/** Reads the form of a single type: its id, and a number from 1 to 10 in ASCII digits. */
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
    !/^([1-9]|10)$/.test(String(quantity))
  ) {
    return { problem: "not_understood" };
  }
  return { ticketTypeId: type, quantity: Number(quantity) };
}

export type SentChoice = {
  readonly lines: readonly WishedLine[];
  /** The total that the person saw, in bani; null if neither a total nor prices were sent. */
  readonly total: number | null;
  /** The price shown for each line, in bani; empty if none were sent. */
  readonly prices: readonly number[];
};

export type ChoiceProblem = {
  readonly problem: "nothing_chosen" | "too_many_types" | "not_understood";
  /** The lines that could be read. */
  readonly lines: readonly WishedLine[];
};

/**
 * Reads the tickets chosen on a night's page, from the form or the address. Each type sends a `ticket_id`, a
 * `quantity` from 0 to 10 in ASCII digits (0: not chosen) and, in the form, the shown `price`. The first values of
 * the three belong together, then the second, and so on. The button sends `total` if the page shows one.
 */
export function readChoice(sent: Pick<FormData | URLSearchParams, "getAll">): SentChoice | ChoiceProblem {
  const ids: unknown[] = sent.getAll("ticket_id");
  const quantities: unknown[] = sent.getAll("quantity");
  const prices: unknown[] = sent.getAll("price");
  const totals: unknown[] = sent.getAll("total");
  if (ids.length === 0) return { problem: "nothing_chosen", lines: [] };
  if (
    !ids.every(isUuid) ||
    new Set(ids).size < ids.length ||
    quantities.length !== ids.length ||
    !quantities.every((quantity) => /^(?:\d|10)$/.test(String(quantity))) ||
    (prices.length > 0 && prices.length !== ids.length) ||
    ![...prices, ...totals].every((price) => /^\d{1,9}$/.test(String(price))) ||
    totals.length > 1
  )
    return { problem: "not_understood", lines: [] };
  const all = ids.map((ticketTypeId, at) => ({
    ticketTypeId,
    quantity: Number(quantities[at]),
    price: Number(prices[at]),
  }));
  const chosen = all.filter((line) => line.quantity > 0);
  const lines = chosen.map(({ ticketTypeId, quantity }) => ({ ticketTypeId, quantity }));
  if (lines.length === 0) return { problem: "nothing_chosen", lines };
  if (lines.length > limits.linesPerOrder) return { problem: "too_many_types", lines };
  const summed = chosen.reduce((bani, { quantity, price }) => bani + quantity * price, 0);
  const [agreed = prices.length > 0 ? summed : null] = totals;
  return {
    lines,
    total: agreed === null ? null : Number(agreed),
    prices: prices.length > 0 ? chosen.map(({ price }) => price) : [],
  };
}

/** The browser's key for one click of the button: 1 to 255 visible ASCII characters. Undefined: not valid. */
export function readRequestKey(header: string | null | undefined): string | null | undefined {
  if (header === null || header === undefined) return null;
  return /^[\x21-\x7e]{1,255}$/.test(header) ? header : undefined;
}

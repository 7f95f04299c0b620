import { isUuid } from "#kernel/id.ts";
import type { Day } from "#kernel/time.ts";
import { type PaymentState, paymentStates } from "#ticketing/orders/order-payment.ts";
import { type CodeState, codeStates } from "./code-state-texts.ts";
import { dayOfQuery } from "./settled-nights.ts";

export const purchaseSorts = ["user", "event", "type", "quantity", "remaining", "date"] as const;
export type PurchaseSort = (typeof purchaseSorts)[number];

/** An administrator's search among the purchases. An empty text or null does not filter. */
export type PurchaseSearch = {
  /**
   * Searched in the order's number, its payment id, the buyer's name, address and phone, the holder's name, the
   * event's title, the type's name, the ticket's code and the voucher.
   */
  readonly text: string;
  readonly eventId: string | null;
  readonly status: CodeState | "all";
  /** The name of a ticket type. `special`: all types that are special (`specialNamePattern`). */
  readonly type: { readonly name: string } | "special" | null;
  readonly payment: PaymentState | "all";
  /** The first day of the purchases, in Bucharest. */
  readonly since: Day | null;
  /** `counted`: only purchases that reports count: valid, not a test, not free. */
  readonly only: "everything" | "counted";
};

export const everyPurchase: PurchaseSearch = {
  text: "",
  eventId: null,
  status: "all",
  type: null,
  payment: "all",
  since: null,
  only: "everything",
};

/** Reads the search from an address; invalid parts do not filter. */
export function purchaseSearchOf(query: URLSearchParams): Omit<PurchaseSearch, "since" | "only"> {
  const word = (name: string) => (query.get(name) ?? "").replaceAll("\0", "").trim().slice(0, 200);
  const event = word("event");
  const status = word("status");
  const payment = word("payment");
  const type = word("type");
  return {
    text: word("q"),
    eventId: isUuid(event) ? event : null,
    status: (Object.keys(codeStates) as CodeState[]).find((state) => state === status) ?? "all",
    type: type === "" ? null : type === specialWord ? "special" : { name: type },
    payment: paymentStates.find((state) => state === payment) ?? "all",
  };
}

/** The same for the list of purchases, which can show exactly the rows that a dashboard figure counts. */
export function listedSearchOf(query: URLSearchParams): PurchaseSearch {
  return {
    ...purchaseSearchOf(query),
    since: dayOfQuery(query.get("since")) ?? null,
    only: query.get("only") === "counted" ? "counted" : "everything",
  };
}

/** The sorting of that list and of its file. */
export function listedSortOf(query: URLSearchParams): { sort: PurchaseSort; direction: "asc" | "desc" } {
  const sort = purchaseSorts.find((known) => known === query.get("sort")) ?? "date";
  const sentDirection = (["asc", "desc"] as const).find((known) => known === query.get("dir"));
  return { sort, direction: sentDirection ?? (sort === "date" ? "desc" : "asc") };
}

/** The word in an address for all special types. No type has this name, because names do not begin with a star. */
export const specialWord = "*special";

export function isFiltered(search: PurchaseSearch): boolean {
  const { text, eventId, status, type, payment, since, only } = search;
  const isNarrow = since !== null || only === "counted";
  return (
    isNarrow || text !== "" || eventId !== null || status !== "all" || type !== null || payment !== "all"
  );
}

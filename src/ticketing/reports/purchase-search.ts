import { isUuid } from "#kernel/id.ts";
import type { Day } from "#kernel/time.ts";
import { dayOfQuery } from "./settled-nights.ts";

export const purchaseSorts = ["user", "event", "type", "quantity", "remaining", "date"] as const;
export type PurchaseSort = (typeof purchaseSorts)[number];

/** What a code is good for: a valid one is available until all of its entries are used. */
export const codeStates = ["available", "used", "refunded", "cancelled"] as const;
export type CodeState = (typeof codeStates)[number];

export const paymentStates = ["paid", "partial", "refunded", "review", "disputed", "invitation"] as const;
export type PaymentState = (typeof paymentStates)[number];

/** An administrator's search among the purchases. Empty texts and nulls do not filter. */
export type PurchaseSearch = {
  /** Searched in the order's number, the name of its payment, the buyer's name, address and phone, the event's title, the type's name, the ticket's code and the code for its price. */
  readonly text: string;
  readonly eventId: string | null;
  readonly status: CodeState | "all";
  /** The name of a ticket type; `special` means all types of the rule below. */
  readonly type: { readonly name: string } | "special" | null;
  readonly payment: PaymentState | "all";
  /** First day of the purchases, in Bucharest. */
  readonly since: Day | null;
  /** `counted`: only purchases that count in reports, which are valid, no test purchases and not free. */
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

/** The same rule in SQL: a type named after a season, a couple or a group, or "all" as a word of its own. */
export const specialPattern = String.raw`season|abonament|couple|group|\mall\M`;

/** Whether a ticket type counts as special by its name (specification B§9), or because it is a season pass. */
export function isSpecialType(type: { readonly name: string; readonly isSeasonPass: boolean }): boolean {
  return (
    type.isSeasonPass ||
    /season|abonament|couple|group|(?<![\p{L}\p{N}_])all(?![\p{L}\p{N}_])/iu.test(type.name)
  );
}

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
    status: codeStates.find((state) => state === status) ?? "all",
    type: type === "" ? null : type === specialWord ? "special" : { name: type },
    payment: paymentStates.find((state) => state === payment) ?? "all",
  };
}

/** The same for the list of purchases, which can show exactly what a figure of the dashboard counts. */
export function listedSearchOf(query: URLSearchParams): PurchaseSearch {
  return {
    ...purchaseSearchOf(query),
    since: dayOfQuery(query.get("since")) ?? null,
    only: query.get("only") === "counted" ? "counted" : "everything",
  };
}

/** The order of that list, and of its file. */
export function listedSortOf(query: URLSearchParams): { sort: PurchaseSort; direction: "asc" | "desc" } {
  const sort = purchaseSorts.find((known) => known === query.get("sort")) ?? "date";
  const asked = (["asc", "desc"] as const).find((known) => known === query.get("dir"));
  return { sort, direction: asked ?? (sort === "date" ? "desc" : "asc") };
}

/** The value for all special types in an address. No type has this name, because names do not begin with a star. */
export const specialWord = "*special";

export function isFiltered(search: PurchaseSearch): boolean {
  const { text, eventId, status, type, payment, since, only } = search;
  const isNarrow = since !== null || only === "counted";
  return (
    isNarrow || text !== "" || eventId !== null || status !== "all" || type !== null || payment !== "all"
  );
}

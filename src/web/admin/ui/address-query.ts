import { isUuid } from "#kernel/id.ts";

/** The same address with some of its parameters changed; null removes one. A new filter begins at the first page. */
export function withQuery(search: string, changes: Record<string, string | null>): string {
  const query = new URLSearchParams(search);
  query.delete("page");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") query.delete(name);
    else query.set(name, value);
  }
  return `?${query}`;
}

/** Returns the requested value when it is known; else the usual one. */
export function oneOf<Known extends string, Usual extends string>(
  value: string | null,
  allowed: readonly Known[],
  fallback: Usual,
): Known | Usual {
  return allowed.find((one) => one === value) ?? fallback;
}

/** Returns the page number, from 1; anything else is page 1. */
export function pageOf(query: URLSearchParams): number {
  const pageText = query.get("page") ?? "";
  return /^[1-9]\d{0,4}$/.test(pageText) ? Number(pageText) : 1;
}

/** Returns the search words: at most 200 characters, without NUL, which the database cannot store. */
export function wordsOf(query: URLSearchParams, name: string): string {
  return (query.get(name) ?? "").replaceAll("\0", "").trim().slice(0, 200);
}

/** The row after or before which a page begins, as `RowPager` writes it into the address. */
export function pageRowOf(query: URLSearchParams): { id: string; go: "on" | "back" } | null {
  const [, go, id] = /^(on|back)\.([0-9a-f-]{36})$/.exec(query.get("page") ?? "") ?? [];
  return isUuid(id) ? { id, go: go === "back" ? "back" : "on" } : null;
}

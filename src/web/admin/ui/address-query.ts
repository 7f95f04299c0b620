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

/** The requested value, if it is one of these; any other gets the usual one. */
export function oneOf<Known extends string, Usual extends string>(
  asked: string | null,
  known: readonly Known[],
  usual: Usual,
): Known | Usual {
  return known.find((one) => one === asked) ?? usual;
}

/** The number of the page, from 1; anything else is the first. */
export function pageOf(query: URLSearchParams): number {
  const asked = query.get("page") ?? "";
  return /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : 1;
}

/** Words to search for: at most 200 characters, without those the database cannot store. */
export function wordsOf(query: URLSearchParams, name: string): string {
  return (query.get(name) ?? "").replaceAll("\0", "").trim().slice(0, 200);
}

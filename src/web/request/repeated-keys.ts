/**
 * Whether an object in this JSON names a field twice. Parsers differ on which of the two wins, so one parser could
 * check another value than the next one uses. The text must be valid JSON.
 */
export function repeatsAKey(json: string): boolean {
  const open: (Set<string> | null)[] = [];
  let text = "";
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") {
      const keys = open.at(-1);
      const key = JSON.parse(text) as string;
      if (keys?.has(key)) return true;
      keys?.add(key);
    } else text = token;
  }
  return false;
}

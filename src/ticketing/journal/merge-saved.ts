/**
 * Merges a form with what another person saved after it was opened. A field that this person left unchanged keeps the
 * other person's value. Undefined when both changed a field to different values. If `opened` is null, the form wins.
 */
export function mergeSaved<Fields extends object>(
  opened: Fields | null | undefined,
  typed: Fields,
  saved: Fields,
): Fields | undefined {
  const merged = { ...typed };
  for (const name of opened ? (Object.keys(typed) as (keyof Fields)[]) : []) {
    const [was, is, theirs] = [opened, typed, saved].map((fields) => JSON.stringify(fields?.[name]));
    if (theirs === was || theirs === is) continue;
    if (is !== was) return undefined;
    merged[name] = saved[name];
  }
  return merged;
}

/**
 * What a form saves over what another person saved after it was opened: a field that was left as it was keeps the other
 * person's value. Undefined where both changed one; a form that does not tell what it was opened with (null) wins.
 */
export function overSaved<Fields extends object>(
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

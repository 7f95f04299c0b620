type Fields = Readonly<Record<string, unknown>>;

/** The fields that differ, with their values before and after; null when none does. */
export function changedFields(was: Fields, is: Fields): { before: Fields; after: Fields } | null {
  const changed = Object.keys(is).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  if (changed.length === 0) return null;
  const only = (fields: Fields) => Object.fromEntries(changed.map((name) => [name, fields[name] ?? null]));
  return { before: only(was), after: only(is) };
}

import type { ConflictField, ConflictView } from "./ui/conflict-card.tsx";

type Values = Readonly<Record<string, string>>;

export type ConflictInput<Name extends string> = {
  title: string;
  version: number;
  /** The typed values, the values saved now, and those saved when the form was opened (null when unknown). */
  mine: Readonly<Record<Name, string>>;
  saved: Readonly<Record<Name, string>>;
  opened: Values | null;
  labels: Readonly<Record<NoInfer<Name>, string>>;
  /** Fields that have no other version; they are sent as they were typed. */
  sentAsTyped?: Values;
  /** Returns a value as people read it. */
  shown?: (name: string, value: string) => string;
};

/**
 * Compares both versions field by field. A field that this person did not change starts with the saved value, a
 * changed one with the typed value. The person can choose the other one.
 */
export function conflictOf<Name extends string>({
  title,
  version,
  mine,
  saved,
  opened,
  labels,
  sentAsTyped = {},
  shown = (_, value) => value,
}: ConflictInput<Name>): ConflictView {
  const differing: ConflictField[] = [];
  const equal = Object.entries(sentAsTyped).map(([name, value]) => ({ name, value }));
  for (const [name, value] of Object.entries(mine) as [Name, string][]) {
    const savedValue = saved[name];
    if (value === savedValue) {
      equal.push({ name, value });
      continue;
    }
    differing.push({
      name,
      label: labels[name],
      mine: { value, shown: shown(name, value) },
      saved: { value: savedValue, shown: shown(name, savedValue) },
      choice: opened?.[name] === value ? "saved" : "mine",
    });
  }
  return { title, version, differing, equal };
}

/** Reads the hidden field with the values that a form was opened with; null when it is invalid. */
export function openedValues(text: string): Values | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return null;
    return Object.fromEntries(
      Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return null;
  }
}

import type { ConflictField, ConflictView } from "./ui/conflict-card.tsx";

type Values = Readonly<Record<string, string>>;

export type Sides<Name extends string> = {
  title: string;
  version: number;
  /** What was typed, what is saved now, and what was saved when the form was opened (null when unknown). */
  mine: Readonly<Record<Name, string>>;
  saved: Readonly<Record<Name, string>>;
  opened: Values | null;
  /** The words beside the fields: every field has some. */
  labels: Readonly<Record<NoInfer<Name>, string>>;
  /** Fields that no other version has, sent with the form as they were typed. */
  along?: Values;
  /** How a value is shown, where that differs from the value. */
  shown?: (name: string, value: string) => string;
};

/**
 * Both versions field by field. A field that this person did not change gets the saved value, a changed one the typed
 * value; the person can choose the other.
 */
export function conflictOf<Name extends string>({
  title,
  version,
  mine,
  saved,
  opened,
  labels,
  along = {},
  shown = (_, value) => value,
}: Sides<Name>): ConflictView {
  const differing: ConflictField[] = [];
  const equal = Object.entries(along).map(([name, value]) => ({ name, value }));
  for (const [name, value] of Object.entries(mine) as [Name, string][]) {
    const other = saved[name];
    if (value === other) {
      equal.push({ name, value });
      continue;
    }
    differing.push({
      name,
      label: labels[name],
      mine: { value, shown: shown(name, value) },
      saved: { value: other, shown: shown(name, other) },
      choice: opened?.[name] === value ? "saved" : "mine",
    });
  }
  return { title, version, differing, equal };
}

/** The hidden copy of what a form was opened with; nothing when it is incomplete or invalid. */
export function openedValues(text: string): Values | null {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== "object" || read === null || Array.isArray(read)) return null;
    return Object.fromEntries(
      Object.entries(read).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return null;
  }
}

/** What a phone writes about a ticket, and whether it is undone afterwards. */
export type Doing = { readonly kind: "admit" | "exit" | "return"; readonly isUndone: boolean };

const every = (["admit", "exit", "return"] as const).flatMap((kind) =>
  [false, true].map((isUndone): Doing => ({ kind, isUndone })),
);

/** Every evening of a ticket with so many doings. */
export function everyEvening(length: number): readonly (readonly Doing[])[] {
  if (length === 0) return [[]];
  return everyEvening(length - 1).flatMap((before) => every.map((doing) => [...before, doing]));
}

/** How many people came in, and how many of these are outside, when each of them is followed through the evening. */
export function peopleAfter(doings: readonly Doing[]): { readonly came: number; readonly outside: number } {
  const people: ("in" | "out")[] = [];
  const move = (from: "in" | "out", to: "in" | "out") => {
    const who = people.indexOf(from);
    if (who >= 0) people[who] = to;
  };
  for (const { kind, isUndone } of doings) {
    if (isUndone) continue;
    if (kind === "admit") people.push("in");
    else if (kind === "exit") move("in", "out");
    else move("out", "in");
  }
  return { came: people.length, outside: people.filter((one) => one === "out").length };
}

/** One change that was made to the code, and what became of it. */
export type Mutant = {
  readonly file: string;
  readonly line: number;
  readonly was: string;
  readonly became: string;
  readonly isNoticed: boolean;
  /** What it is counted with. */
  readonly group: string;
};

/** A change that no test can notice, because the program does the same afterwards. `was` is a part of what stood there. */
type JudgedMutant = {
  readonly file: string;
  readonly was: string;
  readonly became: string;
  readonly because: string;
};

const short = (text: string) => text.replace(/\s+/g, " ").slice(0, 160);

/** Prints what was not noticed and the share of each group; whether each reached `wanted`. */
export function printShares(
  mutants: readonly Mutant[],
  judged: readonly JudgedMutant[],
  wanted: number,
): boolean {
  const isJudged = (mutant: Mutant) =>
    judged.some(
      ({ file, was, became }) =>
        file === mutant.file && was === short(mutant.was) && became === short(mutant.became),
    );
  const groups = Map.groupBy(mutants, ({ group }) => group);
  const unseen = mutants.filter((mutant) => !mutant.isNoticed && !isJudged(mutant));
  for (const { file, line, was, became } of unseen)
    console.log(`${file}:${line}\n  - ${short(was)}\n  + ${short(became)}`);
  console.log("\n| of | changes | noticed | judged equivalent | not noticed | share |");
  console.log("| --- | --- | --- | --- | --- | --- |");
  const shares = [...groups, ["all", mutants] as const].map(([name, some]) => {
    const noticed = some.filter((mutant) => mutant.isNoticed).length;
    const equal = some.filter((mutant) => !mutant.isNoticed && isJudged(mutant)).length;
    const share = (noticed + equal) / some.length;
    const missed = some.length - noticed - equal;
    console.log(
      `| ${name} | ${some.length} | ${noticed} | ${equal} | ${missed} | ${(share * 100).toFixed(1)} % |`,
    );
    return share;
  });
  return shares.every((share) => share >= wanted);
}

/** A change of a file: what stands from `start` to `end` becomes something else. */
export type Place = {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly became: string;
  /** A mark in its place would not be reached by every test that depends on it. */
  readonly isUnmarked?: boolean;
};

/** What a draw is made of: files, their places, and how a place is marked in a copy, before and behind it. */
export type Kind = {
  /** Where its equivalent changes stand in judged.json. */
  readonly judged: "sql" | "screens";
  /** The share that tests shall notice. */
  readonly wanted: number;
  filesOf(files: readonly string[]): readonly string[];
  placesOf(file: string, text: string): readonly Place[];
  mark(place: Place, n: number): readonly [string, string];
};

type Insertion = { at: number; said: string; side: number; width: number; n: number };

/** The text with a mark around each of its places, which stand with their numbers, and with one changed. */
export function marked(
  text: string,
  places: readonly (readonly [Place, number])[],
  mark: Kind["mark"],
  changed?: Place,
): string {
  const insertions: Insertion[] = [];
  const put = ({ start, end }: Place, n: number, [before, after]: readonly [string, string]) =>
    insertions.push(
      { at: start, said: before, side: 1, width: start - end, n },
      { at: end, said: after, side: 0, width: end - start, n: -n },
    );
  let gone = { start: 0, end: 0 };
  for (const [place, n] of places) {
    put(place, n, mark(place, n));
    if (place !== changed) continue;
    const { start, end, became } = place;
    const was = text.slice(start, end);
    const [before = "", after] = became.split(was);
    // what stays written keeps the marks within it
    if (after !== undefined) put(place, n + 0.5, [before, after]);
    else {
      let [head, tail] = [0, 0];
      while (head < was.length && was[head] === became[head]) head += 1;
      while (tail < was.length - head && was.at(-1 - tail) === became.at(-1 - tail)) tail += 1;
      gone = { start: start + head, end: end - tail };
      const said = became.slice(head, became.length - tail);
      insertions.push({ at: gone.start, said, side: 1, width: Number.NEGATIVE_INFINITY, n });
    }
  }
  // of what begins or ends together, the wider one is outside
  insertions.sort((a, b) => a.at - b.at || a.side - b.side || a.width - b.width || a.n - b.n);
  const kept = (from: number, to: number) =>
    text.slice(from, Math.min(to, gone.start)) + text.slice(Math.max(from, gone.end), to);
  let [made, from] = ["", 0];
  for (const { at, said } of insertions) {
    if (at > gone.start && at < gone.end) continue;
    made += kept(from, at) + said;
    from = at;
  }
  return made + kept(from, text.length);
}

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
export type JudgedMutant = {
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

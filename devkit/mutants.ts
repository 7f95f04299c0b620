/**
 * `npm run mutants [-- PATH...]`: breaks the rules that need no database, one place at a time, and says which changes no
 * test notices. `npm run mutants -- sql [--sample 100] [--seed 1] [--skip 0] [--kind lock] [PATH...]`: the same with
 * places of SQL, drawn by the seed, in a copy of the project. PATH is a file or folder of `src` or `migrations`.
 */
import { parseArgs } from "node:util";
import { mutateRules } from "./mutants/rule-mutants.ts";
import { mutateSql } from "./mutants/sql-mutants.ts";

const text = { type: "string" } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: text, seed: text, skip: text, kind: text },
});
const [first, ...others] = positionals;
const isEnough =
  first === "sql"
    ? await mutateSql({
        sample: Number(values.sample ?? 100),
        seed: Number(values.seed ?? 1),
        skip: Number(values.skip ?? 0),
        kind: values.kind,
        paths: others,
      })
    : await mutateRules(positionals);
process.exitCode = isEnough ? 0 : 1;

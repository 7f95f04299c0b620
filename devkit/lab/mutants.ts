/**
 * `npm run mutants [-- PATH...]`: breaks the rules that need no database, one place at a time, and says which changes no
 * test notices. `npm run mutants -- sql [--sample 100] [--seed 1] [--skip 0] [--kind lock] [PATH...]`: the same with
 * places of SQL, drawn by the seed, in a copy of the project; `screens` instead of `sql`: with places of routes, screens'
 * servers and what a request passes before them. PATH is a file or folder of `src` or `migrations`.
 */
import { parseArgs } from "node:util";
import { mutateDrawn } from "./mutants/drawn-mutants.ts";
import { mutateRules } from "./mutants/rule-mutants.ts";
import { screens } from "./mutants/screen-places.ts";
import { sql } from "./mutants/sql-places.ts";

const text = { type: "string" } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: text, seed: text, skip: text, kind: text },
});
const [first, ...others] = positionals;
const drawn = first === "sql" ? sql : first === "screens" ? screens : undefined;
const isEnough = drawn
  ? await mutateDrawn(drawn, {
      sample: Number(values.sample ?? 100),
      seed: Number(values.seed ?? 1),
      skip: Number(values.skip ?? 0),
      kind: values.kind,
      paths: others,
    })
  : await mutateRules(positionals);
process.exitCode = isEnough ? 0 : 1;

import { parseSync } from "oxc-parser";
import type { Kind, Place } from "./mutant.ts";

type SqlPlace = Place & { readonly kind: "condition" | "lock" | "policy" | "check" };

const hasSql = /^src\/.*(?<!-tables)\.server\.ts$|^migrations\/(?!rules)[^/]*\.sql$/;

export const sql: Kind = {
  judged: "sql",
  wanted: 0.85,
  filesOf: (files) => files.filter((file) => hasSql.test(file)),
  placesOf: sqlPlaces,
  mark: ({ isUnmarked }, n) => ["", isUnmarked ? "" : ` /*place ${n}*/`],
};

type SqlText = { readonly at: number; readonly text: string };

/** Of a file of code or SQL: each condition, lock, policy and check, and what it becomes when it is dropped. */
export function sqlPlaces(file: string, text: string): SqlPlace[] {
  if (file.endsWith("access.sql")) return bracketed("policy", text, /\b(?:USING|WITH CHECK) (?=\()/g);
  if (file.endsWith(".sql")) return bracketed("check", text, /\bCHECK (?=\()/g);
  return textsOfSql(file, text).flatMap((sql) => [
    // a condition stays written, so that its values keep their types
    ...conditions(sql).map(({ start, end }): SqlPlace => {
      const became = `(${text.slice(start, end)} OR true)`;
      return { kind: "condition", start, end, became };
    }),
    ...locks(sql),
  ]);
}

/** The literals of a file that hold SQL, with letters where values of the program stand in them. */
function textsOfSql(file: string, text: string): SqlText[] {
  const found: SqlText[] = [];
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== "object") return;
    const { type, start, end, value } = node as Record<string, unknown>;
    if (type === "TemplateLiteral" || (type === "Literal" && typeof value === "string")) {
      const { expressions = [] } = node as { expressions?: { start: number; end: number }[] };
      const at = Number(start);
      let sql = text.slice(at, Number(end));
      for (const { start: from, end: to } of expressions)
        sql = sql.slice(0, from - at) + "x".repeat(to - from) + sql.slice(to - at);
      if (/\b(?:SELECT|UPDATE|DELETE FROM|INSERT INTO|WHERE)\b/.test(sql)) found.push({ at, text: sql });
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, text).program);
  return found;
}

const words = /'(?:[^']|'')*'|\$\{x*\}|[(),]|[^\s(),']+/g;
const clauses =
  /^(?:WHERE|GROUP|ORDER|LIMIT|FOR|RETURNING|UNION|EXCEPT|JOIN|LEFT|CROSS|HAVING|ON|SET|DO|THEN|[),]|END)$/;

/** Each condition of a WHERE or ON that is joined to others by AND; where OR joins them, all of them together. */
function conditions({ at, text }: SqlText): { start: number; end: number }[] {
  const read = [...text.slice(0, -1).matchAll(words)].map(({ 0: said, index }) => ({ said, index }));
  return read.flatMap(({ said: clause, index: begun }, i) => {
    if (!/^["`]?(?:WHERE|ON)$/.test(clause)) return [];
    if (read[i + 1]?.said === "CONFLICT" || read[i - 1]?.said === "DISTINCT") return [];
    const cuts = [begun + clause.length];
    let [depth, isBetween, hasOr, end] = [0, false, false, text.length - 1];
    for (const { said, index } of read.slice(i + 1)) {
      if (depth === 0 && clauses.test(said)) {
        // the predicate of an index, which must stay as it is
        if (said === "DO") return [];
        end = index;
        break;
      }
      if (said === "(" || said === "CASE") depth += 1;
      else if (said === ")" || said === "END") depth -= 1;
      else if (depth === 0 && said === "OR") hasOr = true;
      else if (depth === 0 && said === "BETWEEN") isBetween = true;
      else if (depth === 0 && said === "AND" && isBetween) isBetween = false;
      else if (depth === 0 && said === "AND") cuts.push(index + 3);
    }
    const parts = hasOr ? cuts.slice(0, 1) : cuts;
    return parts.map((start, n) => {
      const part = text.slice(start, parts[n + 1] === undefined ? end : Number(parts[n + 1]) - 3);
      const first = at + start + part.length - part.trimStart().length;
      return { start: first, end: first + part.trim().length };
    });
  });
}

/** Locks of rows and of numbers; a number is still computed. */
function locks({ at, text }: SqlText): SqlPlace[] {
  return [
    ...text.matchAll(/ FOR (?:NO KEY )?(?:UPDATE|SHARE)(?: OF \w+)?(?: SKIP LOCKED)?/g),
    ...text.matchAll(/ SKIP LOCKED/g),
    ...text.matchAll(/pg_(?:try_)?advisory_xact_lock(?=\()/g),
  ].map(
    ({ 0: found, index }): SqlPlace => ({
      kind: "lock",
      start: at + index,
      end: at + index + found.length,
      became: "",
    }),
  );
}

/** What stands in brackets after these words, and becomes true. */
function bracketed(kind: SqlPlace["kind"], text: string, before: RegExp): SqlPlace[] {
  return [...text.matchAll(before)].flatMap(({ 0: found, index }) => {
    const start = index + found.length;
    let [depth, end] = [0, start];
    do {
      if (text[end] === "(") depth += 1;
      if (text[end] === ")") depth -= 1;
      end += 1;
    } while (depth > 0);
    return text.slice(start, end) === "(true)"
      ? []
      : [{ kind, start, end, became: "(true)", isUnmarked: true }];
  });
}

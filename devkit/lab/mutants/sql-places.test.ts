import { expect, it } from "vitest";
import { sqlPlaces } from "./sql-places.ts";

const dropped = (file: string, text: string) =>
  sqlPlaces(file, text).map(({ start, end, became }) => [text.slice(start, end), became]);

it("finds each condition that AND joins, with its values, and what OR joins as one", () => {
  const code = `const rows = await sql.query(
    \`SELECT a FROM b JOIN c ON c.id = b.id AND c.day BETWEEN $1 AND $2 WHERE b.kind = \${kind} AND (x OR y)
       AND b.at IN (SELECT at FROM d WHERE d.n = $3 OR d.m) ORDER BY a\`,
  );`;
  expect(dropped("src/x.server.ts", code).map(([was]) => was)).toEqual([
    "c.id = b.id",
    "c.day BETWEEN $1 AND $2",
    `b.kind = \${kind}`,
    "(x OR y)",
    "b.at IN (SELECT at FROM d WHERE d.n = $3 OR d.m)",
    "d.n = $3 OR d.m",
  ]);
  expect(dropped("src/x.server.ts", 'query("DELETE FROM a WHERE id = $1");')).toEqual([
    ["id = $1", "(id = $1 OR true)"],
  ]);
});

it("leaves the predicate of an index in ON CONFLICT, which must agree with the index", () => {
  const code = 'query("INSERT INTO a VALUES ($1) ON CONFLICT (b) WHERE c DO UPDATE SET b = 1 WHERE a.d = 2")';
  expect(dropped("src/x.server.ts", code).map(([was]) => was)).toEqual(["a.d = 2"]);
});

it("takes what DISTINCT ON names for no condition", () => {
  const code = 'query("SELECT DISTINCT ON (a, b) a FROM c WHERE d ORDER BY a, b")';
  expect(dropped("src/x.server.ts", code).map(([was]) => was)).toEqual(["d"]);
});

it("finds locks of rows and of numbers", () => {
  expect(
    dropped(
      "src/x.server.ts",
      'query("SELECT FROM a FOR UPDATE OF a SKIP LOCKED"); query("SELECT pg_advisory_xact_lock($1)")',
    ),
  ).toEqual([
    [" FOR UPDATE OF a SKIP LOCKED", ""],
    [" SKIP LOCKED", ""],
    ["pg_advisory_xact_lock", ""],
  ]);
});

it("finds what policies and checks ask for, but not those that ask for nothing", () => {
  expect(
    dropped("migrations/access.sql", "CREATE POLICY a ON b USING (true) WITH CHECK (f(x) = (1));"),
  ).toEqual([["(f(x) = (1))", "(true)"]]);
  expect(dropped("migrations/0001.sql", 'CONSTRAINT "a" CHECK (b IN (1, 2)),')).toEqual([
    ["(b IN (1, 2))", "(true)"],
  ]);
});

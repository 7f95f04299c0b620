import pg from "pg";
import { expect, it } from "vitest";
import { databaseTrouble } from "./database-trouble.ts";

it.each(["#", "/", "?"])(
  "a database's address with a sign of its password unwritten says how to write it, and no part of it: %s",
  (sign) => {
    let trouble: string | undefined;
    try {
      new pg.Client({ connectionString: `postgres://own:secret${sign}sss@127.0.0.1/estival` });
    } catch (error) {
      trouble = databaseTrouble(error);
    }
    expect(trouble).toContain(encodeURIComponent(sign));
    expect(trouble).not.toContain("sss");
  },
);

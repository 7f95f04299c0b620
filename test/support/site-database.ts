import pg from "pg";
import { findEmbeddedServer } from "#platform/database/embedded-server.server.ts";
import { ownSite } from "./own-site.ts";

/** Statements by the owner of the database of a running site, which may read and write everything. */
export async function asOwner<Result>(
  work: (owner: pg.Client) => Promise<Result>,
  site = ownSite(),
): Promise<Result> {
  const server = findEmbeddedServer(site?.dataDir ?? "");
  if (!server) throw new Error("the site has no database");
  const owner = new pg.Client({ connectionString: server.ownerUrl() });
  await owner.connect();
  return work(owner).finally(() => owner.end());
}

/** The rows that one statement finds. */
export async function rowsOfSite<Row extends pg.QueryResultRow>(
  statement: string,
  values: unknown[] = [],
  site = ownSite(),
): Promise<Row[]> {
  return asOwner(async (owner) => (await owner.query<Row>(statement, values)).rows, site);
}

import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, inject } from "vitest";
import { addressAt, type DatabaseAddress } from "#platform/database/embedded-server.server.ts";

export type TestDatabase = {
  name: string;
  /** As the owner of everything: to arrange and to look. */
  ownerUrl: string;
  /** As a role of the product. */
  urlFor(user: string): string;
};

/**
 * A database of its own for the test file that asks, migrated and empty; gone after the file's last test.
 *
 *     const database = await testDatabase();
 *
 * Connections still open at the end are cut, so close pools in `afterAll` before it matters to you.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const server = addressAt(inject("testServer"));
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asOwner(server, `CREATE DATABASE ${name} TEMPLATE ${server.database}`);
  afterAll(() => asOwner(server, `DROP DATABASE ${name} WITH (FORCE)`));
  return { name, ownerUrl: server.ownerUrl(name), urlFor: (user) => server.connectionString(name, user) };
}

async function asOwner(server: DatabaseAddress, statement: string): Promise<void> {
  const client = new Client(server.ownerUrl("postgres"));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

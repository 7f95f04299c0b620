import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, inject } from "vitest";
import type { LoginUrls } from "#platform/database/database-roles.ts";
import { addressAt, type DatabaseAddress } from "#platform/database/embedded-server.server.ts";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";

export type TestDatabase = {
  name: string;
  /** As the owner of everything: to arrange and to look. */
  ownerUrl: string;
  /** As a role of the server. */
  urlFor(user: string): string;
  /** As the product's own logins. */
  urls: LoginUrls;
};

/** Takes what is to be done at the end of a file or of a test, the last first. */
export type AtTheEnd = (close: () => Promise<void>) => void;

/**
 * A database of its own for the test file that asks, migrated and empty; gone after the file's last test.
 *
 *     const database = await testDatabase();
 *
 * Connections still open at the end are cut, so close pools in `afterAll` before it matters to you. A test that wants
 * one for itself alone passes `onTestFinished`.
 */
export async function testDatabase(atTheEnd: AtTheEnd = afterAll): Promise<TestDatabase> {
  const server = addressAt(inject("testServer"));
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asOwner(server, `CREATE DATABASE ${name} TEMPLATE ${server.database}`);
  atTheEnd(async () => {
    await untilLeft(server, name);
    await asOwner(server, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  // privileges on a database are not copied with it
  await asOwner(server, `REVOKE TEMP ON DATABASE ${name} FROM PUBLIC`);
  const ownerUrl = server.ownerUrl(name);
  return {
    name,
    ownerUrl,
    urlFor: (user) => server.connectionString(name, user),
    urls: loginAddresses(ownerUrl, "app"),
  };
}

/**
 * A pool that was ended has said so to the server and no more: cut now, its last connection would report an error that
 * nobody listens to any more. Whoever is still there after a second was never closed.
 */
async function untilLeft(server: DatabaseAddress, name: string): Promise<void> {
  const client = new Client(server.ownerUrl("postgres"));
  await client.connect();
  try {
    for (const until = Date.now() + 1000; Date.now() < until; ) {
      const { rows } = await client.query("SELECT FROM pg_stat_activity WHERE datname = $1", [name]);
      if (rows.length === 0) return;
      await new Promise((resume) => setTimeout(resume, 5));
    }
  } finally {
    await client.end();
  }
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

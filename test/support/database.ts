import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, inject } from "vitest";
import { type Database, openDatabase } from "#platform/database/database.server.ts";
import type { LoginUrls } from "#platform/database/database-roles.ts";
import { addressAt, type DatabaseAddress } from "#platform/database/embedded-address.ts";
import { loginAddresses } from "#platform/database/login-addresses.server.ts";
import { startTestServer } from "./test-server.ts";

export type TestDatabase = {
  name: string;
  /** As the owner of everything: to prepare and to check. */
  ownerUrl: string;
  /** As a role of the server. */
  urlFor(user: string): string;
  /** As the product's own logins. */
  urls: LoginUrls;
};

/** Registers a callback for the end of a file or of a test; the last one runs first. */
export type AtTheEnd = (close: () => Promise<void>) => void;

/**
 * A database for this test file alone, migrated and empty; dropped after the file's last test.
 *
 *     const database = await testDatabase();
 *
 * Open connections are cut at the end, so close pools in `afterAll`. A test that needs a database for itself alone
 * passes `onTestFinished`.
 */
export async function testDatabase(atTheEnd: AtTheEnd = afterAll): Promise<TestDatabase> {
  return createDatabase(addressAt(inject("testServer")).database, atTheEnd);
}

/**
 * A migrated database on a server of its own, where no transaction of another test runs, and none of the server's: for what
 * is true of all the server's transactions.
 */
export async function databaseAlone(atTheEnd: AtTheEnd = afterAll): Promise<TestDatabase> {
  const { server, stop } = await startTestServer("estival", { autovacuum: "off" });
  atTheEnd(stop);
  return named(server, server.database);
}

/** The same without any table, for tests that migrate it themselves. */
export async function emptyDatabase(atTheEnd: AtTheEnd = afterAll): Promise<TestDatabase> {
  return createDatabase("template0", atTheEnd);
}

/**
 * The product's adapter, patient: a busy machine keeps a test waiting for a connection, and does not fail it. What happens
 * without a connection in time is tested in `busy-pool`.
 */
export const openTestDatabase = (urls: LoginUrls): Database =>
  openDatabase({ urls, rolePrefix: "app", startTimeout: 60_000 });

async function createDatabase(template: string, atTheEnd: AtTheEnd): Promise<TestDatabase> {
  const server = addressAt(inject("testServer"));
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asOwner(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  atTheEnd(async () => {
    await untilLeft(server, name);
    await asOwner(server, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  // Privileges on a database are not copied with it.
  await asOwner(server, `REVOKE TEMP ON DATABASE ${name} FROM PUBLIC`);
  return named(server, name);
}

function named(server: DatabaseAddress, name: string): TestDatabase {
  const ownerUrl = server.ownerUrl(name);
  return {
    name,
    ownerUrl,
    urlFor: (user) => server.connectionString(name, user),
    urls: loginAddresses(ownerUrl, "app"),
  };
}

/**
 * An ended pool has announced that to the server, but its connections may still exist: cutting them now would cause an
 * error that nothing handles. A connection that is still there after a second was never closed.
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

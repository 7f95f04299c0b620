import { chownSync } from "node:fs";
import { tmpdir } from "node:os";
import { binariesCache, chooseAccount, isRoot } from "#platform/database/embedded-account.server.ts";
import { findBinaries } from "#platform/database/embedded-binaries.server.ts";
import { serverAccount, systemProgram } from "./debian-postgres.ts";

/** The programs of a PostgreSQL, and the account that they run as. */
export type PostgresPrograms = {
  readonly account: { readonly uid: number; readonly gid: number } | undefined;
  readonly initdb: string;
  readonly postgres: string;
  /** Undefined where this program is missing. */
  readonly basebackup: string | undefined;
};

/** Of the PostgreSQL that is installed on the system. */
export function systemPrograms(version: string): PostgresPrograms {
  return {
    account: serverAccount(),
    initdb: systemProgram(version, "initdb"),
    postgres: systemProgram(version, "postgres"),
    basebackup: systemProgram(version, "pg_basebackup"),
  };
}

/** Of the embedded PostgreSQL, on any machine. */
export async function embeddedPrograms(): Promise<PostgresPrograms> {
  const account = isRoot() ? chooseAccount() : undefined;
  const { initdb, postgres } = await findBinaries({ account, cacheDir: binariesCache(tmpdir()) });
  return { account, initdb, postgres, basebackup: undefined };
}

/** Gives a file or folder to the account. */
export function giveTo({ account }: PostgresPrograms, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}

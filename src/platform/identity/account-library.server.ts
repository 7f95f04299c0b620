import { runWithAdapter } from "@better-auth/core/context";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { newId } from "#kernel/id.ts";
import type { Database, Sql } from "#platform/database/database.server.ts";
import { withHashedSessions } from "./hashed-session-adapter.server.ts";
import { account, session, user, verification } from "./identity-tables.server.ts";

export type AccountLibrary = Awaited<ReturnType<typeof openAccountLibrary>>;

/** An account and how it is signed in to. */
export type Credential = NonNullable<Awaited<ReturnType<AccountLibrary["findCredential"]>>>;

/**
 * The one place where better-auth is configured. Its routes are not mounted and its own sign-in and reset flows are
 * not called: those hash a password inside a transaction, keep reset tokens shorter than ours, and send confirmation
 * links that work twice. What is used is its store of accounts, credentials and sessions, and later its factors.
 */
export async function openAccountLibrary(database: Database, secret: string) {
  const schema = { user, session, account, verification };
  const adapterOver = (sql: object) => withHashedSessions(drizzleAdapter(sql, { provider: "pg", schema }));
  const options = {
    baseURL: "http://identity.invalid",
    secret,
    database: adapterOver(database.identity),
    emailAndPassword: { enabled: true },
    advanced: { database: { generateId: () => newId() } },
    telemetry: { enabled: false },
    logger: { disabled: true },
  } satisfies BetterAuthOptions;
  const { internalAdapter } = await betterAuth(options).$context;
  return {
    /** What the library knows of this address: the account and the stored hash. Outside a transaction. */
    async findCredential(email: string) {
      const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
      if (!found) return undefined;
      const credential = found.accounts.find(({ providerId }) => providerId === "credential");
      return {
        userId: found.user.id,
        fullName: found.user.name,
        isConfirmed: found.user.emailVerified,
        isAccount: true,
        passwordHash: credential?.password ?? undefined,
      };
    },
    /** Runs the library's writes on the connection of this transaction. */
    async within<T>(sql: Sql, work: (store: typeof internalAdapter) => Promise<T>): Promise<T> {
      return await runWithAdapter(adapterOver(sql)(options), () => work(internalAdapter));
    },
  };
}

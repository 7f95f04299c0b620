import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSchema,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { id, instant, rowOf } from "#platform/database/columns.server.ts";

const identity = pgSchema("identity");

// The account's role is in `profiles`, not here.

export const user = identity.table(
  "user",
  {
    id: id(),
    name: text("name").notNull(),
    email: text("email").notNull().unique(),
    emailVerified: boolean("email_verified").notNull().default(false),
    emailConfirmedAt: instant("email_confirmed_at"),
    /** When `sweepAccounts` may delete an unproven account of a provider, or from before there were registrations; else null. */
    confirmBy: instant("confirm_by"),
    image: text("image"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [check("user_email_canonical", sql`${table.email} = lower(${table.email})`)],
);

/**
 * A sign-up until its address is proven. It is no account: nobody can sign in to it. Each has the link of its own
 * email; the sign-up whose link is used becomes the account.
 */
export const registration = identity.table(
  "registration",
  {
    id: id(),
    /** The id that sign-up returned; the account gets it. */
    accountId: uuid("account_id").notNull().unique(),
    email: text("email").notNull(),
    passwordHash: text("password_hash").notNull(),
    fullName: text("full_name").notNull(),
    phone: text("phone").notNull(),
    /** The SHA-256 of the link's token; null when no email was sent, or when its link has ended. */
    tokenHash: text("token_hash").unique(),
    tokenExpiresAt: instant("token_expires_at"),
    /** The SHA-256 of the cookie of the browser that registered; null for a client with tokens. */
    browserHash: text("browser_hash"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("registration_email_idx").on(table.email, table.createdAt),
    index("registration_created_idx").on(table.createdAt),
    check("registration_email_canonical", sql`${table.email} = lower(${table.email})`),
    check("registration_token_is_a_hash", sql`${table.tokenHash} ~ '^[0-9a-f]{64}$'`),
    check("registration_browser_is_a_hash", sql`${table.browserHash} ~ '^[0-9a-f]{64}$'`),
    check("registration_token_ends", sql`(${table.tokenHash} IS NULL) = (${table.tokenExpiresAt} IS NULL)`),
  ],
);

/** `token` is the SHA-256 of the cookie in hex. The cookie itself is stored nowhere. */
export const session = identity.table(
  "session",
  {
    id: id(),
    userId: rowOf("user_id", () => user.id, "cascade"),
    token: text("token").notNull().unique(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** The assurance level: aal2 when a second factor was shown. */
    aal: text("aal", { enum: ["aal1", "aal2"] })
      .notNull()
      .default("aal1"),
    /** The sign-in methods with their times: `[{ method, timestamp }]`, newest first. */
    amr: jsonb("amr").notNull().default([]),
    /** When this session last proved its person again, by password or passkey; a login does not count. */
    confirmedAt: instant("confirmed_at"),
  },
  (table) => [
    check("session_aal_known", sql`${table.aal} IN ('aal1', 'aal2')`),
    index("session_user_idx").on(table.userId),
    index("session_expiry_idx").on(table.expiresAt),
    check("session_token_is_a_hash", sql`${table.token} ~ '^[0-9a-f]{64}$'`),
  ],
);

/** Refresh tokens, each used once. Those of a session end with it. `parentId`: the token that it replaced. */
export const refreshToken = identity.table(
  "refresh_token",
  {
    id: id(),
    sessionId: rowOf("session_id", () => session.id, "cascade"),
    hash: text("hash").notNull().unique(),
    parentId: uuid("parent_id").unique(),
    usedAt: instant("used_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("refresh_token_session_idx").on(table.sessionId),
    check("refresh_token_is_a_hash", sql`${table.hash} ~ '^[0-9a-f]{64}$'`),
  ],
);

export const account = identity.table(
  "account",
  {
    id: id(),
    userId: rowOf("user_id", () => user.id, "cascade"),
    providerId: text("provider_id").notNull(),
    accountId: text("account_id").notNull(),
    password: text("password"),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: instant("access_token_expires_at"),
    refreshTokenExpiresAt: instant("refresh_token_expires_at"),
    scope: text("scope"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("account_user_idx").on(table.userId),
    uniqueIndex("account_subject_idx").on(table.providerId, table.accountId),
  ],
);

/** Passkeys (WebAuthn): the public key, which is no secret. `counter` is how often the device says it has signed. */
export const passkey = identity.table(
  "passkey",
  {
    id: id(),
    userId: rowOf("user_id", () => user.id, "cascade"),
    credentialId: text("credential_id").notNull().unique(),
    publicKey: text("public_key").notNull(),
    counter: bigint("counter", { mode: "number" }).notNull(),
    name: text("name").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    usedAt: instant("used_at"),
  },
  (table) => [
    index("passkey_user_idx").on(table.userId),
    check("passkey_name_length", sql`length(${table.name}) BETWEEN 1 AND 60`),
  ],
);

/** One-time tokens: `identifier` is the purpose and the hash of the token, `value` the account. */
export const verification = identity.table(
  "verification",
  {
    id: id(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("verification_identifier_idx").on(table.identifier),
    index("verification_value_idx").on(table.value),
  ],
);

/** Counters of tries: failed logins, emails asked for, sign-ups already answered. The key is a hash. */
export const throttle = identity.table(
  "throttle",
  {
    key: text("key").primaryKey(),
    count: integer("count").notNull().default(1),
    since: instant("since").notNull().defaultNow(),
    lastAt: instant("last_at").notNull().defaultNow(),
    blockedUntil: instant("blocked_until").notNull().defaultNow(),
  },
  (table) => [index("throttle_last_idx").on(table.lastAt)],
);

/** A second factor: the secret from which an application makes codes, sealed with a key derived from APP_SECRET. */
export const factor = identity.table(
  "factor",
  {
    id: id(),
    userId: rowOf("user_id", () => user.id, "cascade"),
    friendlyName: text("friendly_name").notNull().default(""),
    /** A sign-in asks for the factor only when it is verified, that is after its first code. */
    status: text("status", { enum: ["unverified", "verified"] })
      .notNull()
      .default("unverified"),
    sealedSecret: text("sealed_secret").notNull(),
    /** The 30-second step of the newest accepted code. A code of this step or an older one is not accepted again. */
    lastStep: bigint("last_step", { mode: "number" }),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("factor_user_idx").on(table.userId),
    uniqueIndex("factor_name_idx")
      .on(table.userId, table.friendlyName)
      .where(sql`${table.friendlyName} <> ''`),
    check("factor_status_known", sql`${table.status} IN ('unverified', 'verified')`),
  ],
);

/** A request for a code in one session. It can be answered once, within five minutes. */
export const factorChallenge = identity.table(
  "factor_challenge",
  {
    id: id(),
    factorId: rowOf("factor_id", () => factor.id, "cascade"),
    sessionId: rowOf("session_id", () => session.id, "cascade"),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("factor_challenge_factor_idx").on(table.factorId)],
);

/** Recovery codes for a lost device; each works once. They are stored as an HMAC, so the table alone reveals none. */
export const recoveryCode = identity.table(
  "recovery_code",
  { id: id(), userId: rowOf("user_id", () => user.id, "cascade"), hash: text("hash").notNull().unique() },
  (table) => [index("recovery_code_user_idx").on(table.userId)],
);

/**
 * A sign-in with a provider that has begun, with the hash of its state and the application's PKCE challenge. It ends
 * with a code that only this application can exchange. State and code last minutes and work once.
 */
export const flowState = identity.table(
  "flow_state",
  {
    id: id(),
    provider: text("provider").notNull(),
    stateHash: text("state_hash").notNull().unique(),
    codeChallenge: text("code_challenge").notNull(),
    redirectTo: text("redirect_to").notNull(),
    codeHash: text("code_hash").unique(),
    userId: uuid("user_id").references(() => user.id, { onDelete: "cascade" }),
    /** The account that gets one more identity, if its signed-in owner began this; else null. */
    linksTo: uuid("links_to").references(() => user.id, { onDelete: "cascade" }),
    /** The person's id at the provider, to be linked when the application sends code and verifier. */
    subject: text("subject"),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("flow_state_expiry_idx").on(table.expiresAt)],
);

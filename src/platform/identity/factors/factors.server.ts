import { createHmac, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { lockAccount } from "../accounts/account-locks.server.ts";
import { loginLimits } from "../limits/login-limits.ts";
import { clearAfterRightTry, countTry, streakBudget } from "../limits/wrong-tries.server.ts";
import { isCompleteInSql } from "../sessions/session-life.ts";

/** Encrypts secrets that must be read again. A sealed secret opens only for the place that it was sealed for. */
export type SecretSeal = {
  seal(secret: Uint8Array, place: string): string;
  open(sealed: string, place: string): Buffer | undefined;
};

/** How many 30-second steps before and after the present one are accepted, because phones' clocks differ. */
const window = 1;
const period = 30;

export type NewFactor = { readonly factorId: Uuid; readonly secret: string; readonly uri: string };
export type EnrolRefusal = "too_many_factors" | "factor_name_taken";
export type CodeRefusal =
  /** The code is wrong, used before (each works once), or of an unknown factor. */
  | { readonly reason: "code_invalid" }
  /** Too many wrong codes. `retryAfter`: seconds to wait. */
  | { readonly reason: "locked"; readonly retryAfter: number };

type TriedCode = {
  readonly userId: Uuid;
  /** Null: any verified factor of the account. */
  readonly factorId: Uuid | null;
  /** The hash of the token of the session that sends the code, if there is one. */
  readonly sessionHash?: string;
  readonly code: string;
};

type AcceptedCode = {
  readonly method: "totp" | "mfa/recovery_code";
  /** False for the first code of a factor, which verifies the factor. */
  readonly wasVerified: boolean;
};

type FactorRow = {
  readonly id: Uuid;
  readonly sealed: string;
  readonly wasVerified: boolean;
  readonly now: number;
  readonly lastStep: number;
};

const sixDigits = /^\d{6}$/;

/** Second factors of accounts, in the transaction of an act. A code is six digits (RFC 6238, SHA-1, 30 seconds). */
export type Factors = ReturnType<typeof openFactors>;

export function openFactors(seal: SecretSeal, issuer: string, appSecret: string) {
  const totp = (secret: Secret, label: string) =>
    new TOTP({ issuer, label, secret, algorithm: "SHA1", digits: 6, period });
  const hashOf = (userId: Uuid, code: string) =>
    createHmac("sha256", appSecret)
      .update(`recovery-code\0${userId}\0${code.toLowerCase().replaceAll(/[^a-z2-7]/g, "")}`)
      .digest("hex");

  /** Locks the factors, so that two requests with the same code run one after the other. */
  async function takeFactorCode(
    sql: Sql,
    userId: Uuid,
    { factorId, sessionHash, code }: Omit<TriedCode, "userId">,
  ): Promise<AcceptedCode | undefined> {
    const { rows } = await sql.query<FactorRow>({
      name: "find-factors",
      text: `SELECT id, sealed_secret AS sealed, status = 'verified' AS "wasVerified", extract(epoch FROM now())::float8 AS now,
               coalesce(last_step, 0)::float8 AS "lastStep"
             FROM identity.factor WHERE user_id = $1 AND id = coalesce($2, id) AND (status = 'verified'
               OR EXISTS (SELECT FROM identity.session s WHERE s.token = $3 AND s.user_id = $1 AND ${isCompleteInSql})) ORDER BY id FOR UPDATE`,
      values: [userId, factorId, sessionHash ?? null],
    });
    for (const factor of rows) {
      const bytes = seal.open(factor.sealed, placeOf(factor.id));
      if (!bytes) throw new Error("APP_SECRET does not open a second factor of this database");
      const secret = Secret.fromHex(bytes.toString("hex"));
      const delta = sixDigits.test(code)
        ? totp(secret, "").validate({ token: code, timestamp: factor.now * 1000, window })
        : null;
      const step = Math.floor(factor.now / period) + (delta ?? 0);
      if (delta === null || step <= factor.lastStep) continue;
      await sql.query({
        name: "take-code",
        text: "UPDATE identity.factor SET last_step = $2, status = 'verified', updated_at = now() WHERE id = $1",
        values: [factor.id, step],
      });
      return { method: "totp", wasVerified: factor.wasVerified };
    }
    return undefined;
  }

  async function takeRecoveryCode(sql: Sql, userId: Uuid, code: string): Promise<AcceptedCode | undefined> {
    const { rowCount } = await sql.query({
      name: "take-recovery-code",
      text: "DELETE FROM identity.recovery_code WHERE user_id = $1 AND hash = $2",
      values: [userId, hashOf(userId, code.slice(0, 100))],
    });
    return rowCount === 1 ? { method: "mfa/recovery_code", wasVerified: true } : undefined;
  }

  return {
    /**
     * Makes a factor. Its secret is shown only now; its first code verifies it. The caller has locked the account.
     */
    async enrol(
      sql: Sql,
      { userId, email, friendlyName }: { userId: Uuid; email: string; friendlyName: string },
    ): Promise<Outcome<NewFactor, EnrolRefusal>> {
      const { rows } = await sql.query<{ count: number; taken: boolean }>({
        name: "count-factors",
        text: `SELECT count(*)::int AS count, coalesce(bool_or(friendly_name = $2 AND $2 <> ''), false) AS taken
               FROM identity.factor WHERE user_id = $1`,
        values: [userId, friendlyName],
      });
      if ((rows[0]?.count ?? 0) >= loginLimits.factorsPerAccount) return refused("too_many_factors");
      if (rows[0]?.taken) return refused("factor_name_taken");
      const factorId = newId();
      const secret = new Secret({ size: 20 });
      const sealed = seal.seal(Buffer.from(secret.bytes), placeOf(factorId));
      await sql.query({
        name: "insert-factor",
        text: "INSERT INTO identity.factor (id, user_id, friendly_name, sealed_secret) VALUES ($1, $2, $3, $4)",
        values: [factorId, userId, friendlyName, sealed],
      });
      return done({ factorId, secret: secret.base32, uri: totp(secret, email).toString() });
    },

    /**
     * Uses up a code of this factor (without a factor: of any verified one), or a recovery code. Of two requests with
     * the same code one succeeds. Wrong codes count as failed logins do: the fifth begins a wait. A factor's first
     * code is accepted only from a session that has shown every verified factor, so the password alone adds no
     * factor.
     */
    async takeCode(
      sql: Sql,
      { userId, ...triedCode }: TriedCode,
    ): Promise<Outcome<AcceptedCode, CodeRefusal>> {
      // the person has shown the password or is signed in, so strangers' tries do not count here
      const budgets = [streakBudget("factor", userId)];
      await lockAccount(sql, userId);
      const { wait } = await countTry(sql, budgets);
      if (wait > 0) return refused({ reason: "locked", retryAfter: wait });
      const acceptedCode =
        triedCode.factorId === null && !sixDigits.test(triedCode.code)
          ? await takeRecoveryCode(sql, userId, triedCode.code)
          : await takeFactorCode(sql, userId, triedCode);
      if (!acceptedCode) return refused({ reason: "code_invalid" });
      await clearAfterRightTry(sql, budgets);
      return done(acceptedCode);
    },

    /**
     * Notes on a session that it has shown this factor. When this verifies the factor, sessions that have shown no
     * factor end. Unverified factors are deleted, because somebody else may have the secret of one. The first factor
     * also ends older recovery codes.
     */
    async recordShownFactor(
      sql: Sql,
      {
        userId,
        sessionHash,
        acceptedCode: taken,
      }: { userId: Uuid; sessionHash: string; acceptedCode: AcceptedCode },
    ): Promise<void> {
      await raiseSessionToAal2(sql, sessionHash, taken.method);
      if (taken.wasVerified) return;
      await sql.query("DELETE FROM identity.session WHERE user_id = $1 AND aal = 'aal1'", [userId]);
      await sql.query("DELETE FROM identity.flow_state WHERE links_to = $1", [userId]);
      await sql.query("DELETE FROM identity.factor WHERE user_id = $1 AND status = 'unverified'", [userId]);
      await sql.query(
        `DELETE FROM identity.recovery_code WHERE user_id = $1
           AND (SELECT count(*) FROM identity.factor WHERE user_id = $1) = 1`,
        [userId],
      );
    },

    /**
     * Deletes the factor. With the last factor the recovery codes are deleted too, and every session goes back from
     * aal2 (signed in with two factors) to aal1 (with one). Resolves to the factor's status; undefined when the
     * account has no such factor. The caller has locked the account.
     */
    async remove(
      sql: Sql,
      { userId, factorId }: { userId: Uuid; factorId: Uuid },
    ): Promise<"verified" | "unverified" | undefined> {
      const { rows } = await sql.query<{ status: "verified" | "unverified" }>({
        name: "remove-factor",
        text: "DELETE FROM identity.factor WHERE id = $1 AND user_id = $2 RETURNING status",
        values: [factorId, userId],
      });
      const [removed] = rows;
      if (!removed || (await hasFactor(sql, userId))) return removed?.status;
      await sql.query("DELETE FROM identity.recovery_code WHERE user_id = $1", [userId]);
      await sql.query("UPDATE identity.session SET aal = 'aal1' WHERE user_id = $1", [userId]);
      return removed.status;
    },

    /**
     * Replaces all recovery codes; the new ones are shown only now. `replaced`: how many older codes there were.
     * Refused without a verified factor: such codes would open the account once its owner adds a factor. The caller
     * has locked the account.
     */
    async renewRecoveryCodes(
      sql: Sql,
      userId: Uuid,
    ): Promise<Outcome<{ codes: string[]; replaced: number }, "no_factor">> {
      if (!(await hasFactor(sql, userId))) return refused("no_factor");
      const codes = Array.from({ length: loginLimits.recoveryCodes }, newRecoveryCode);
      const older = await sql.query("DELETE FROM identity.recovery_code WHERE user_id = $1", [userId]);
      await sql.query(
        "INSERT INTO identity.recovery_code (id, user_id, hash) SELECT unnest($1::uuid[]), $2, unnest($3::text[])",
        [codes.map(() => newId()), userId, codes.map((code) => hashOf(userId, code))],
      );
      return done({ codes, replaced: older.rowCount ?? 0 });
    },
  };
}

/** Whether a sign-in to the account needs a second factor. */
export async function hasFactor(sql: Sql, userId: Uuid): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: "has-factor",
    text: "SELECT FROM identity.factor WHERE user_id = $1 AND status = 'verified' LIMIT 1",
    values: [userId],
  });
  return rowCount === 1;
}

function placeOf(factorId: Uuid): string {
  return `factor/${factorId}`;
}

/** Sixty random bits in three groups that can be read out: abcd-efgh-2345. */
function newRecoveryCode(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz234567";
  return [...randomBytes(12)]
    .map((byte) => letters[byte & 31])
    .join("")
    .replace(/(....)(....)(....)/, "$1-$2-$3");
}

/** The verified second factors of an account, and how many recovery codes are left. */
export type OwnFactors = { readonly factorIds: readonly Uuid[]; readonly codesLeft: number };

export async function findFactors(
  { database }: { readonly database: Pick<Database, "identity"> },
  userId: Uuid,
): Promise<OwnFactors> {
  const { rows } = await database.identity.query<OwnFactors>({
    name: "find-own-factors",
    text: `SELECT ARRAY(SELECT id FROM identity.factor WHERE user_id = $1 AND status = 'verified' ORDER BY created_at) AS "factorIds",
             (SELECT count(*)::int FROM identity.recovery_code WHERE user_id = $1) AS "codesLeft"`,
    values: [userId],
  });
  return rows[0] ?? { factorIds: [], codesLeft: 0 };
}

/** Notes on a session that it has shown a second factor. */
export async function raiseSessionToAal2(sql: Sql, sessionHash: string, method: string): Promise<void> {
  await sql.query({
    name: "raise-session",
    text: `UPDATE identity.session SET aal = 'aal2',
             amr = jsonb_build_array(jsonb_build_object('method', $2::text, 'timestamp', floor(extract(epoch FROM now()))::bigint)) || amr
           WHERE token = $1`,
    values: [sessionHash, method],
  });
}

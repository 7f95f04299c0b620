import { createHmac, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type pg from "pg";
import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { countTry, forgiveTry, ownBudget } from "./wrong-tries.server.ts";

/** Encrypts what must be read again; each text opens only at the place it was sealed for. */
export type SecretSeal = {
  seal(secret: Uint8Array, place: string): string;
  open(sealed: string, place: string): Buffer | undefined;
};

type Queryable = Pick<pg.ClientBase, "query">;

/** Factors one account may have, shown ones and others. */
const mostFactors = 10;
const recoveryCodes = 10;
/** Half minutes before and after the present one whose code is taken too: clocks of phones are not exact. */
const window = 1;
const period = 30;

export type NewFactor = { readonly factorId: Uuid; readonly secret: string; readonly uri: string };
export type EnrolRefusal = "too_many_factors" | "factor_name_taken";
export type CodeRefusal =
  /** Wrong, of a factor that is not there, or taken before: each code works once. */
  | { readonly reason: "code_invalid" }
  /** Too many wrong ones. Seconds to wait. */
  | { readonly reason: "locked"; readonly retryAfter: number };

export type TakenCode = {
  readonly method: "totp" | "mfa/recovery_code";
  /** False for the first code of a factor, which makes it count. */
  readonly wasVerified: boolean;
};

type FoundFactor = {
  readonly id: Uuid;
  readonly sealed: string;
  readonly wasVerified: boolean;
  readonly now: number;
  readonly lastStep: number;
};

const sixDigits = /^\d{6}$/;

/** Second factors of an account, on the transaction of an act. A code is six digits of RFC 6238, SHA-1, 30 seconds. */
export type FactorDoor = ReturnType<typeof openFactors>;

export function openFactors(seal: SecretSeal, issuer: string, appSecret: string) {
  const totp = (secret: Secret, label: string) =>
    new TOTP({ issuer, label, secret, algorithm: "SHA1", digits: 6, period });
  const hashOf = (userId: Uuid, code: string) =>
    createHmac("sha256", appSecret)
      .update(`recovery-code\0${userId}\0${code.toLowerCase().replaceAll(/[^a-z2-7]/g, "")}`)
      .digest("hex");

  /** The rows are locked, so that two with the same code come one after the other. */
  async function takeOfFactor(
    sql: Queryable,
    userId: Uuid,
    factorId: Uuid | null,
    code: string,
  ): Promise<TakenCode | undefined> {
    const { rows } = await sql.query<FoundFactor>({
      name: "find-factors",
      text: `SELECT id, sealed_secret AS sealed, status = 'verified' AS "wasVerified", extract(epoch FROM now())::float8 AS now,
               coalesce(last_step, 0)::float8 AS "lastStep"
             FROM identity.factor WHERE user_id = $1 AND (id = $2 OR ($2::uuid IS NULL AND status = 'verified')) ORDER BY id FOR UPDATE`,
      values: [userId, factorId],
    });
    for (const found of rows) {
      const bytes = seal.open(found.sealed, placeOf(found.id));
      if (!bytes) throw new Error("APP_SECRET does not open a second factor of this database");
      const secret = Secret.fromHex(bytes.toString("hex"));
      const delta = sixDigits.test(code)
        ? totp(secret, "").validate({ token: code, timestamp: found.now * 1000, window })
        : null;
      const step = Math.floor(found.now / period) + (delta ?? 0);
      if (delta === null || step <= found.lastStep) continue;
      await sql.query({
        name: "take-code",
        text: "UPDATE identity.factor SET last_step = $2, status = 'verified', updated_at = now() WHERE id = $1",
        values: [found.id, step],
      });
      return { method: "totp", wasVerified: found.wasVerified };
    }
    return undefined;
  }

  async function takeFromPaper(sql: Queryable, userId: Uuid, code: string): Promise<TakenCode | undefined> {
    const { rowCount } = await sql.query({
      name: "take-recovery-code",
      text: "DELETE FROM identity.recovery_code WHERE user_id = $1 AND hash = $2",
      values: [userId, hashOf(userId, code.slice(0, 100))],
    });
    return rowCount === 1 ? { method: "mfa/recovery_code", wasVerified: true } : undefined;
  }

  return {
    /** A new secret, shown this once. The factor counts from the first code that is shown of it. */
    async enrol(
      sql: Queryable,
      { userId, email, friendlyName }: { userId: Uuid; email: string; friendlyName: string },
    ): Promise<Outcome<NewFactor, EnrolRefusal>> {
      await lockAccount(sql, userId);
      const { rows } = await sql.query<{ count: number; taken: boolean }>({
        name: "count-factors",
        text: `SELECT count(*)::int AS count, coalesce(bool_or(friendly_name = $2 AND $2 <> ''), false) AS taken
               FROM identity.factor WHERE user_id = $1`,
        values: [userId, friendlyName],
      });
      if ((rows[0]?.count ?? 0) >= mostFactors) return refused("too_many_factors");
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
     * Takes a code, once: six digits of this factor, or, without one, of any that counts; or else a code from paper. Of
     * two who bring the same code at the same moment one is right. A wrong one counts: the fifth begins a wait, as
     * failed logins do.
     */
    async takeCode(
      sql: Queryable,
      { userId, factorId, code }: { userId: Uuid; factorId: Uuid | null; code: string },
    ): Promise<Outcome<TakenCode, CodeRefusal>> {
      // whoever is here has shown the password or is signed in: no stranger counts this up
      const budgets = [ownBudget("factor", userId)];
      await lockAccount(sql, userId);
      const { wait } = await countTry(sql, budgets);
      if (wait > 0) return refused({ reason: "locked", retryAfter: wait });
      const taken =
        factorId === null && !sixDigits.test(code)
          ? await takeFromPaper(sql, userId, code)
          : await takeOfFactor(sql, userId, factorId, code);
      if (!taken) return refused({ reason: "code_invalid" });
      await forgiveTry(sql, budgets);
      return done(taken);
    },

    /**
     * Notes on a session that it has shown this factor. A factor that begins to count ends the sessions that have shown
     * none, and those that were begun and never shown: somebody else may have the secret of one.
     */
    async raise(
      sql: Queryable,
      { userId, sessionHash, taken }: { userId: Uuid; sessionHash: string; taken: TakenCode },
    ): Promise<void> {
      await raiseSession(sql, sessionHash, taken.method);
      if (taken.wasVerified) return;
      await sql.query("DELETE FROM identity.session WHERE user_id = $1 AND aal = 'aal1'", [userId]);
      await sql.query("DELETE FROM identity.factor WHERE user_id = $1 AND status = 'unverified'", [userId]);
    },

    /**
     * Takes the factor away; with the last one go the codes on paper, and no session counts as known by two any more.
     * Resolves to whether it counted; undefined when there is none such.
     */
    async remove(
      sql: Queryable,
      { userId, factorId }: { userId: Uuid; factorId: Uuid },
    ): Promise<"verified" | "unverified" | undefined> {
      await lockAccount(sql, userId);
      const { rows } = await sql.query<{ status: "verified" | "unverified" }>({
        name: "remove-factor",
        text: "DELETE FROM identity.factor WHERE id = $1 AND user_id = $2 RETURNING status",
        values: [factorId, userId],
      });
      const [gone] = rows;
      if (!gone || (await hasFactor(sql, userId))) return gone?.status;
      await sql.query("DELETE FROM identity.recovery_code WHERE user_id = $1", [userId]);
      await sql.query("UPDATE identity.session SET aal = 'aal1' WHERE user_id = $1", [userId]);
      return gone.status;
    },

    /** New codes for paper in place of all older ones, shown this once. `replaced` is how many older ones there were. */
    async renewRecoveryCodes(sql: Queryable, userId: Uuid): Promise<{ codes: string[]; replaced: number }> {
      await lockAccount(sql, userId);
      const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
      const older = await sql.query("DELETE FROM identity.recovery_code WHERE user_id = $1", [userId]);
      await sql.query(
        "INSERT INTO identity.recovery_code (id, user_id, hash) SELECT unnest($1::uuid[]), $2, unnest($3::text[])",
        [codes.map(() => newId()), userId, codes.map((code) => hashOf(userId, code))],
      );
      return { codes, replaced: older.rowCount ?? 0 };
    },
  };
}

/** Whether the account asks for a second factor at sign-in. */
export async function hasFactor(sql: Queryable, userId: Uuid): Promise<boolean> {
  const { rowCount } = await sql.query({
    name: "has-factor",
    text: "SELECT FROM identity.factor WHERE user_id = $1 AND status = 'verified' LIMIT 1",
    values: [userId],
  });
  return rowCount === 1;
}

/** A sign-in and the first code of a factor wait for each other, so that no session slips past the new factor. */
export async function lockAccount(sql: Queryable, userId: Uuid): Promise<void> {
  await sql.query({
    name: "lock-account",
    text: 'SELECT FROM identity."user" WHERE id = $1 FOR NO KEY UPDATE',
    values: [userId],
  });
}

function placeOf(factorId: Uuid): string {
  return `factor/${factorId}`;
}

/** Sixty bits in three groups that can be read out: abcd-efgh-2345. */
function newRecoveryCode(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz234567";
  return [...randomBytes(12)]
    .map((byte) => letters[byte & 31])
    .join("")
    .replace(/(....)(....)(....)/, "$1-$2-$3");
}

/** The session has shown a second factor: it says so from now on. */
export async function raiseSession(sql: Queryable, sessionHash: string, method: string): Promise<void> {
  await sql.query({
    name: "raise-session",
    text: `UPDATE identity.session SET aal = 'aal2',
             amr = jsonb_build_array(jsonb_build_object('method', $2::text, 'timestamp', floor(extract(epoch FROM now()))::bigint)) || amr
           WHERE token = $1`,
    values: [sessionHash, method],
  });
}

import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import type { Database } from "#platform/database/database.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { keyDurations } from "./key-durations.ts";
import type { KeySeal } from "./sealed-key.server.ts";

const signingPurposes = ["ticket", "label", "token"] as const;
type Purpose = (typeof signingPurposes)[number];

export type SigningKey = {
  readonly kid: number;
  readonly purpose: Purpose;
  readonly secret: KeyObject;
  /** Derived from the private part, never taken from the row. */
  readonly publicKey: KeyObject | undefined;
  readonly validFrom: Date;
  readonly validUntil: Date | null;
};

/** Thrown when a row does not open: APP_SECRET has changed, or the table was tampered with. */
class SigningKeysSealed extends Error {
  override name = "SigningKeysSealed";
}

const columns = `SELECT kid, purpose, sealed_key AS "sealedKey", valid_from AS "validFrom", valid_until AS "validUntil"
  FROM signing_keys ORDER BY kid`;

/** All keys, oldest first. */
export async function readSigningKeys(database: Database, seal: KeySeal): Promise<SigningKey[]> {
  return database.withDuty("deliver", (sql) => readAll(sql, seal));
}

/**
 * Makes a key for each purpose that has no valid one, and returns all keys. One lock serialises all processes. Ids
 * are assigned here, not by the database, because the sealed text is bound to its id and is made before the row.
 */
export async function makeMissingKeys(database: Database, seal: KeySeal, now: Date): Promise<SigningKey[]> {
  const present = await readSigningKeys(database, seal);
  if (purposesWithoutKey(present, now).length === 0) return present;
  return database.withDuty("deliver", async (sql) => {
    await sql.query("SELECT pg_advisory_xact_lock(hashtext('estival.signing-keys'))");
    const keys = await readAll(sql, seal);
    let kid = keys.at(-1)?.kid ?? 0;
    for (const purpose of purposesWithoutKey(keys, now)) {
      kid += 1;
      await insertKey(sql, { purpose, kid, seal, now });
    }
    return readAll(sql, seal);
  });
}

/** Replaces the token key when it is old enough. The old key stays published for a time. */
export async function replaceOldTokenKey(database: Database, seal: KeySeal, now: Date): Promise<void> {
  await database.withDuty("deliver", async (sql) => {
    await sql.query("SELECT pg_advisory_xact_lock(hashtext('estival.signing-keys'))");
    const { rows } = await sql.query<{ kid: number }>(
      `SELECT kid FROM signing_keys WHERE purpose = 'token' AND valid_until IS NULL AND valid_from < now() - make_interval(secs => $1) ORDER BY kid`,
      [keyDurations.tokenKeySigns],
    );
    if (rows.length === 0) return;
    const keys = await readAll(sql, seal);
    const kid = (keys.at(-1)?.kid ?? 0) + 1;
    await insertKey(sql, { purpose: "token", kid, seal, now });
    await sql.query(
      `UPDATE signing_keys SET valid_until = now() + make_interval(secs => $2) WHERE kid = ANY($1::int[])`,
      [rows.map((row) => row.kid), keyDurations.tokenKeyStaysGood],
    );
  });
}

/**
 * Makes new keys for tickets and their check groups. The present keys sign until the new ones begin; what they signed
 * is valid until `goodUntil`, which must be later than that. Resolves to the ids of the new keys.
 */
export async function replaceTicketKeys(
  database: Database,
  seal: KeySeal,
  { now, goodUntil }: { readonly now: Date; readonly goodUntil: Date },
): Promise<number[]> {
  const begin = new Date(now.getTime() + keyDurations.ticketKeysBegin * 1000);
  if (goodUntil <= begin) throw new RangeError("the present keys would end before the new ones begin");
  return database.withDuty("deliver", async (sql) => {
    await sql.query("SELECT pg_advisory_xact_lock(hashtext('estival.signing-keys'))");
    const keys = await readAll(sql, seal);
    const last = keys.at(-1)?.kid ?? 0;
    await sql.query(
      "UPDATE signing_keys SET valid_until = $1 WHERE purpose IN ('ticket', 'label') AND (valid_until IS NULL OR valid_until > $1)",
      [goodUntil],
    );
    const made: number[] = [];
    for (const purpose of ["ticket", "label"] as const) {
      const kid = last + made.length + 1;
      await insertKey(sql, { purpose, kid, seal, now, beginsInSeconds: keyDurations.ticketKeysBegin });
      made.push(kid);
    }
    return made;
  });
}

function purposesWithoutKey(keys: readonly SigningKey[], now: Date): Purpose[] {
  return signingPurposes.filter(
    (purpose) =>
      !keys.some((key) => key.purpose === purpose && (key.validUntil === null || key.validUntil > now)),
  );
}

async function insertKey(
  sql: Sql,
  {
    purpose,
    kid,
    seal,
    now,
    beginsInSeconds = 0,
  }: { purpose: Purpose; kid: number; seal: KeySeal; now: Date; beginsInSeconds?: number },
): Promise<void> {
  const { sealed, publicKey } = newKey(purpose, kid, seal);
  await sql.query(
    `INSERT INTO signing_keys (kid, purpose, public_key, sealed_key, valid_from)
     OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, least(now(), $5::timestamptz) + make_interval(secs => $6))`,
    [kid, purpose, publicKey, sealed, now, beginsInSeconds],
  );
}

async function readAll(sql: Sql, seal: KeySeal): Promise<SigningKey[]> {
  const { rows } = await sql.query<{
    kid: number;
    purpose: Purpose;
    sealedKey: string;
    validFrom: Date;
    validUntil: Date | null;
  }>(columns);
  return rows.map(({ kid, purpose, sealedKey, validFrom, validUntil }) => {
    const opened = seal.open(sealedKey, `${purpose}/${kid}`);
    if (!opened) throw new SigningKeysSealed(`APP_SECRET does not open signing key ${kid} of this database`);
    const secret =
      purpose === "label"
        ? createSecretKey(opened)
        : createPrivateKey({ key: opened, format: "der", type: "pkcs8" });
    const publicKey = purpose === "label" ? undefined : createPublicKey(secret);
    return { kid, purpose, secret, publicKey, validFrom, validUntil };
  });
}

function newKey(purpose: Purpose, kid: number, seal: KeySeal): { sealed: string; publicKey: string | null } {
  const place = `${purpose}/${kid}`;
  if (purpose === "label") return { sealed: seal.seal(randomBytes(32), place), publicKey: null };
  const pair =
    purpose === "ticket"
      ? generateKeyPairSync("ed25519")
      : generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  return {
    sealed: seal.seal(pair.privateKey.export({ format: "der", type: "pkcs8" }), place),
    publicKey: pair.publicKey.export({ format: "pem", type: "spki" }) as string,
  };
}

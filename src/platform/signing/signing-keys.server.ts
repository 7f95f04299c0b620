import { createHmac, type KeyObject, sign, verify } from "node:crypto";
import type { Database } from "#platform/database/database.server.ts";
import { keySealOf } from "./sealed-key.server.ts";
import {
  makeMissingKeys,
  readSigningKeys,
  replaceOldTokenKey,
  type SigningKey,
} from "./signing-key-rows.server.ts";

type Signed = { readonly kid: number; readonly message: Uint8Array; readonly signature: Uint8Array };

/** The keys of one installation, opened and kept in memory. */
export type SigningKeys = Awaited<ReturnType<typeof openSigningKeys>>;

type SigningOptions = { readonly database: Database; readonly appSecret: string; readonly now?: () => Date };

/** Milliseconds. An unknown key id reads the table at most this often, so that invented ids cost nothing. */
const lookUpInterval = 10_000;

/** Opens the signing keys, and makes missing ones once. Rejects when another APP_SECRET sealed them. */
export async function openSigningKeys({ database, appSecret, now = () => new Date() }: SigningOptions) {
  const seal = keySealOf(appSecret, "signing-keys");
  let keys = await makeMissingKeys(database, seal, now());
  const lastLookUps = new Map<string, number>();

  const isOver = ({ validUntil }: SigningKey) => validUntil !== null && validUntil <= now();
  const isValid = (key: SigningKey) => key.validFrom <= now() && !isOver(key);
  const validKeys = (purpose: SigningKey["purpose"]) =>
    keys.filter((key) => key.purpose === purpose && isValid(key));

  function presentKey(purpose: SigningKey["purpose"]): SigningKey {
    const key = validKeys(purpose).at(-1);
    if (!key) throw new Error(`no valid signing key for ${purpose}`);
    return key;
  }

  async function find(purpose: SigningKey["purpose"], kid: number): Promise<SigningKey | undefined> {
    const findInMemory = () => keys.find((key) => key.kid === kid && key.purpose === purpose);
    const keyName = `${purpose}/${kid}`;
    if (!findInMemory() && now().getTime() - (lastLookUps.get(keyName) ?? 0) > lookUpInterval) {
      if (lastLookUps.size > 1000) lastLookUps.clear();
      lastLookUps.set(keyName, now().getTime());
      // While the database is unavailable, a bad code stays a bad code at the gate; it must not become an error.
      keys = await readSigningKeys(database, seal).catch(() => keys);
    }
    const key = findInMemory();
    return key && isValid(key) ? key : undefined;
  }

  return {
    /** Signs a ticket with the present Ed25519 key; the message is made for that key's id. */
    signTicket(messageFor: (kid: number) => Uint8Array): Signed {
      const { kid, secret } = presentKey("ticket");
      const message = messageFor(kid);
      return { kid, message, signature: sign(null, message, secret as KeyObject) };
    },
    /** False for an unknown or expired key id, and for any signature that is not exactly ours. Never throws. */
    async verifyTicket({ kid, message, signature }: Signed): Promise<boolean> {
      const key = await find("ticket", kid);
      return (
        key?.publicKey !== undefined && falseOnError(() => verify(null, message, publicOf(key), signature))
      );
    },
    /** HMAC-SHA-256 with the present label key. */
    macLabel: (message: string) => mac(presentKey("label"), message),
    /** The same HMAC with every label key that is still valid, so that labels printed before a rotation stay valid. */
    macsOfLabel: (message: string) => validKeys("label").map((key) => mac(key, message)),
    /** Signs a token with the present ES256 key. The signature is r and s side by side, as JWS requires. */
    signToken(messageFor: (kid: number) => Uint8Array): Signed {
      const { kid, secret } = presentKey("token");
      const message = messageFor(kid);
      const key = { key: secret as KeyObject, dsaEncoding: "ieee-p1363" as const };
      return { kid, message, signature: sign("sha256", message, key) };
    },
    async verifyToken({ kid, message, signature }: Signed): Promise<boolean> {
      const key = await find("token", kid);
      if (!key?.publicKey) return false;
      const publicKey = { key: publicOf(key), dsaEncoding: "ieee-p1363" as const };
      return falseOnError(() => verify("sha256", message, publicKey, signature));
    },
    /**
     * The public keys that are valid now or begin soon, as JWK with `kid`, `alg`, `use`: a reader has them before the
     * first signature.
     */
    publicKeys: (purpose: "ticket" | "token"): Record<string, unknown>[] =>
      keys
        .filter((key) => key.purpose === purpose && !isOver(key))
        .map((key) => ({
          ...publicOf(key).export({ format: "jwk" }),
          kid: String(key.kid),
          alg: purpose === "ticket" ? "EdDSA" : "ES256",
          use: "sig",
        })),
    /** Replaces old keys, and reads keys that other processes made. A job calls it regularly. */
    async renew() {
      await replaceOldTokenKey(database, seal, now());
      keys = await makeMissingKeys(database, seal, now());
    },
  };
}

function falseOnError(check: () => boolean): boolean {
  try {
    return check();
  } catch {
    return false;
  }
}

function publicOf(key: SigningKey): KeyObject {
  if (!key.publicKey) throw new TypeError(`a ${key.purpose} key has no public part`);
  return key.publicKey;
}

function mac(key: SigningKey, message: string): Buffer {
  return createHmac("sha256", key.secret).update(message).digest();
}

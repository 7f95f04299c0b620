import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { createFairQueue } from "#kernel/fair-queue.ts";
import { networksOf } from "#kernel/network-address.ts";
import { noteCost } from "#kernel/request-cost.server.ts";
import { addressOfRequest } from "#kernel/request-facts.server.ts";
import { createTurns } from "#kernel/turns.ts";

/** Argon2id as OWASP advises: 19 MiB, two passes, one lane. A change takes effect at each account's next login. */
const strength = { memory: 19 * 1024, passes: 2, parallelism: 1 } as const;
const saltLength = 16;
const tagLength = 32;

/** Thrown when too many hashes wait. */
export class HashingBusy extends Error {
  override name = "HashingBusy";
}

export type PasswordHashing = ReturnType<typeof openHashing>;

/** The queue in which a hash waits, and for whom. */
type HashPlace = {
  /** Sign-ins have a queue of their own, so that other hashes do not block them. */
  readonly queue: "login" | "account";
  /** The account of the password, or the address when there is no account. */
  readonly subject?: string | undefined;
};

export type HashingOptions = {
  /** Hashes at once (HASH_CONCURRENCY); half the cores unless told. */
  readonly concurrency?: number | undefined;
  /** Hashes that may wait in each queue. */
  readonly waiting?: number;
  /** The hash function, Argon2id; only tests use another one. */
  readonly derive?: Derive;
};

/**
 * Opens the hashing. A hash takes 19 MiB and 20 ms of a core: few run at once, few may wait. The queues take turns, and in
 * each the networks of those who ask, an IPv6 /48 as one.
 */
export function openHashing({
  concurrency = Math.max(1, Math.floor(availableParallelism() / 2)),
  waiting = 50,
  derive = argon2id,
}: HashingOptions = {}) {
  const openQueue = () => createFairQueue<PromiseWithResolvers<void>>(waiting);
  const queues = { login: openQueue(), account: openQueue() };
  // of one account one password is hashed and one waits for each network, so strangers elsewhere do not hold it up
  const accounts = createTurns(1);
  let running = 0;
  let lastServed: HashPlace["queue"] = "account";

  async function inTurn<T>({ queue, subject }: HashPlace, work: (derive: Derive) => Promise<T>): Promise<T> {
    noteCost();
    const network = networksOf(addressOfRequest()).at(-1)?.key ?? "";
    const make = () => work((...given) => inQueue(queue, network, () => derive(...given)));
    if (subject === undefined) return make();
    const turn = await accounts.take(`${network} ${subject}`, make);
    if (turn === "too_many") throw new HashingBusy("too many passwords of one account at once");
    return turn.result;
  }

  async function inQueue<T>(name: HashPlace["queue"], network: string, work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      const turn = Promise.withResolvers<void>();
      queues[name].add(network, turn)?.reject(new HashingBusy("too many passwords to check at once"));
      await turn.promise;
    } else running += 1;
    try {
      return await work();
    } finally {
      serveNext();
    }
  }

  function serveNext(): void {
    const other = lastServed === "login" ? "account" : "login";
    const ofOther = queues[other].next();
    const next = ofOther ?? queues[lastServed].next();
    if (ofOther) lastServed = other;
    if (next) next.resolve();
    else running -= 1;
  }

  return {
    /** Returns the password's hash (of `plainPassword`) as a PHC string with its own salt. Throws `HashingBusy`. */
    hash: (password: string, place: HashPlace = { queue: "account" }) =>
      inTurn(place, async (derived) => {
        const salt = randomBytes(saltLength);
        return writePhc(salt, await derived(plainPassword(password), salt, strength, tagLength));
      }),
    /** Whether the password, plain or as typed, fits this PHC string; without one, false after the same work. */
    verify: (stored: string | undefined, password: string, place: HashPlace = { queue: "login" }) =>
      inTurn(place, async (derived) => {
        const parsed = stored === undefined ? undefined : parsePhc(stored);
        let isSame = false;
        // older hashes were made of the password as typed; each spelling waits for a turn of its own
        for (const spelling of new Set([plainPassword(password), password]))
          if (!parsed) await derived(spelling, randomBytes(saltLength), strength, tagLength);
          else if (
            timingSafeEqual(await derived(spelling, parsed.salt, parsed, parsed.tag.length), parsed.tag)
          )
            isSame = true;
        return isSame;
      }),
  };
}

/** A password in one spelling for every keyboard: composed letters, plain blanks (OpaqueString of RFC 8265). */
const plainPassword = (typed: string) => typed.replace(/\p{Zs}/gu, " ").normalize("NFC");

/** The hash of a new password; undefined when too many wait. `userId`: the account, if there is one yet. */
export async function hashNewPassword(
  { hashing }: { readonly hashing: PasswordHashing },
  userId: string | undefined,
  password: string,
): Promise<string | undefined> {
  try {
    return await hashing.hash(password, { queue: "account", subject: userId });
  } catch (error) {
    if (error instanceof HashingBusy) return undefined;
    throw error;
  }
}

/** Whether this PHC string was made with other parameters than today's. */
export function isOutdated(stored: string): boolean {
  const parsed = parsePhc(stored);
  return (
    !parsed ||
    parsed.memory !== strength.memory ||
    parsed.passes !== strength.passes ||
    parsed.parallelism !== strength.parallelism ||
    parsed.tag.length !== tagLength
  );
}

type Strength = { readonly memory: number; readonly passes: number; readonly parallelism: number };
type Derive = (password: string, salt: Buffer, strength: Strength, length: number) => Promise<Buffer>;

const argon2id: Derive = (password, salt, of, length) =>
  promisify(argon2)("argon2id", { ...of, message: Buffer.from(password), nonce: salt, tagLength: length });

// the PHC string format: $argon2id$v=19$m=19456,t=2,p=1$salt$tag, base64 without padding
const phc =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

function writePhc(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = strength;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

function parsePhc(stored: string): (Strength & { salt: Buffer; tag: Buffer }) | undefined {
  const [, memory, passes, parallelism, salt, tag] = phc.exec(stored) ?? [];
  if (salt === undefined || tag === undefined) return undefined;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

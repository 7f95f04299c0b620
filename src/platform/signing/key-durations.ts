import { inSeconds } from "#kernel/time.ts";

/** When signing keys are replaced, in seconds. `limits.ts` lists them with all others. */
export const keyDurations = {
  /** The age at which the key of access tokens is replaced. */
  tokenKeySigns: 90 * inSeconds.day,
  /**
   * A replaced token key stays published this long: longer than its tokens are valid, and
   * longer than a process takes to read the new key.
   */
  tokenKeyStaysGood: inSeconds.day,
  /** A new ticket key signs only after this time, because each process reads the keys every ten minutes. */
  ticketKeysBegin: 20 * inSeconds.minute,
} as const;

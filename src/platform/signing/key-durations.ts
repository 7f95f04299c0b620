import { inSeconds } from "#kernel/time.ts";

/** When signing keys take turns. Seconds; `limits.ts` shows them among all others. */
export const keyDurations = {
  /** The age at which the key of access tokens is replaced. */
  tokenKeySigns: 90 * inSeconds.day,
  /** It stays published after that: longer than any token it signed, and longer than any process needs to learn the new one. */
  tokenKeyStaysGood: inSeconds.day,
  /** When new keys of tickets are first used. By then every process knows them: each reads the keys every ten minutes. */
  ticketKeysBegin: 20 * inSeconds.minute,
} as const;

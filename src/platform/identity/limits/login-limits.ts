import { inSeconds } from "#kernel/time.ts";

/**
 * How many wrong passwords and codes are checked before each further one waits 1, 2, 4 ... 15 minutes
 * (docs/decisions/0020), and what else one account or address may have. `limits.ts` shows them among all others.
 */
export const loginLimits = {
  /** Of one account from one network (IPv4 address, or /64), from one browser that signed in before, by one session. */
  wrongInARow: 5,
  /** Of one account in a day from all browsers together that never signed in to it. */
  wrongPasswordsPerAccountAndDay: 200,
  /** Codes by email, the same; so few, because a code has six digits. Then the code ends as well. */
  wrongLetterCodesPerAccountAndDay: 20,
  /** Letters of one sort to one address, or for one account. */
  lettersPerAddressAndHour: 3,
  /** Letters that tell an owner what happened to the account. */
  warningsPerAccountAndHour: 10,
  /** Sign-ups that wait for the proof of one address. */
  registrationsPerAddress: 3,
  /** Verified or not. */
  factorsPerAccount: 10,
  recoveryCodes: 10,
  /** More than a person has devices. */
  passkeysPerAccount: 20,
  /** Accounts in the token of one browser; the oldest is dropped. */
  accountsPerKnownBrowser: 5,
} as const;

/** The code to a guest's address: seconds that it lives, and wrong ones of one network in a day. */
export const guestLimits = {
  code: 15 * inSeconds.minute,
  wrongCodesPerNetworkAndDay: 50,
} as const;

/** How long the tokens, codes and proofs of an account are valid. Seconds; `limits.ts` shows them among all others. */
export const accountDurations = {
  /** A link in an email. */
  letterLink: inSeconds.hour,
  /** A code in an email. */
  letterCode: 10 * inSeconds.minute,
  /** Between two emails of one sort to one address. */
  betweenLetters: inSeconds.minute,
  /** A sign-up whose address is not proven. */
  registration: 7 * inSeconds.day,
  /** A password that was entered again, or another new proof, allows for this long what needs it. */
  freshProof: 10 * inSeconds.minute,
  /** A challenge of a factor. */
  factorChallenge: 5 * inSeconds.minute,
  /** An access token of `/auth/v1` (at most 15 minutes). */
  accessToken: 15 * inSeconds.minute,
  /** A used refresh token still gets its successor for this long: for parallel requests and lost answers. */
  usedRefreshToken: 10,
  /** A used confirmation link still signs its own browser in for this long: for a second press, and for lost answers. */
  usedLink: 5 * inSeconds.minute,
  /** How long a person may take at the provider. */
  providerSignIn: 10 * inSeconds.minute,
  /** How long an application may take to exchange its code. */
  providerCode: 5 * inSeconds.minute,
  /** The longest wait after wrong tries. */
  wrongTryWait: 15 * inSeconds.minute,
  /** After this time without a try, the count of wrong ones starts again. */
  wrongTriesCount: inSeconds.day,
} as const;

/**
 * How many wrong passwords and codes are looked at before each further one waits 1, 2, 4 ... 15 minutes
 * (docs/decisions/0020). `limits.ts` shows them among all others.
 */
export const loginLimits = {
  /** Of one account from one network (IPv4 address, or /64), from one browser that signed in before, by one session. */
  wrongInARow: 5,
  /** Of one account in a day from all browsers together that never signed in to it. */
  wrongPasswordsPerAccountAndDay: 200,
  /** Codes by letter, the same; so few, because a code has six digits. Then the code ends as well. */
  wrongLetterCodesPerAccountAndDay: 20,
} as const;

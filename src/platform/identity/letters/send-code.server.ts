import type { Uuid } from "#kernel/id.ts";
import { networksOf } from "#kernel/network-address.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { inSeconds } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { findAccount } from "../accounts/account-store.server.ts";
import { accountDurations, guestLimits } from "../limits/login-limits.ts";
import { mayReachMailbox, maySendOfKind, maySendReserved } from "../limits/mailbox-budget.server.ts";
import { maySendEmail, throttleKey } from "../limits/throttle-store.server.ts";
import type { TokenService } from "../tokens/token-service.server.ts";
import { issueCode } from "./letter-code.server.ts";

type AskedCode =
  /** The network address that asks. */
  | { readonly purpose: "sign-in-code"; readonly email: string; readonly address: string }
  | { readonly purpose: "reauthenticate"; readonly email: string; readonly address?: never };

/**
 * Sends a code: to sign in, if the address has a proven account; or, to a signed-in person, for a new proof before a
 * change such as a new password. The answer is the same either way. An address alone gets no account, because a
 * ticket needs a name.
 */
export async function sendCode(
  tokens: TokenService,
  { purpose, email, address = "" }: AskedCode,
): Promise<Outcome<null, "letters_off">> {
  if (!(await tokens.callbacks.lettersOn())) return refused("letters_off");
  await tokens.database.withDuty("identity", async (sql) => {
    const account = await findAccount(sql, email);
    const isSignIn = purpose === "sign-in-code";
    const recipient = isSignIn && !account?.isConfirmed ? undefined : account;
    const to = { email, isFound: recipient !== undefined };
    const isWithinUsualLimits =
      (await maySendOfKind(sql, "code-letter", { ...to, of: [purpose] })) &&
      (!isSignIn || (await mayReachMailbox(sql, to, "code")));
    const network = networksOf(address).at(-1)?.key ?? "";
    const may =
      isWithinUsualLimits || (isSignIn && (await maySendReserved(sql, "code", { ...to, asker: network })));
    if (!recipient || !may) return;
    const userId: Uuid = recipient.id;
    const token = await issueCode(sql, tokens.tokenSecret, { purpose, userId, email });
    await tokens.callbacks.onLetter(sql, { kind: "one_time_code", purpose, userId, email, token });
  });
  return done(null);
}

type GuestCode = {
  readonly userId: Uuid;
  readonly email: string;
  /** Whether the guest paid money for an order: a stranger who invents guests gets free and received tickets for each. */
  readonly hasPaid: boolean;
};

/**
 * Makes the code for an email to a guest's address; the older one ends. Undefined when the guest got one within a
 * minute, or when both limits are reached. The usual limit, for all senders together: three an hour for the address
 * and a number a day for its mailbox. Beyond it, each guest has a reserve: one an hour, ten a day; the guests of one
 * mailbox who paid nothing share the ten. So a stranger who requests codes for an address takes none from its owner.
 */
export async function issueGuestCode(
  sql: Sql,
  secret: string,
  { userId, email, hasPaid }: GuestCode,
): Promise<string | undefined> {
  const secondsApart = accountDurations.betweenLetters;
  const minuteRate = { most: inSeconds.hour / secondsApart, secondsApart };
  if (!(await maySendEmail(sql, throttleKey("guest-letter", userId), minuteRate))) return undefined;
  const to = { email, isFound: true };
  const isUsual =
    (await maySendOfKind(sql, "code-letter", { ...to, of: ["guest-code"] })) &&
    (await mayReachMailbox(sql, to, "anybody"));
  if (!isUsual) {
    const hourlyRate = { most: 1, secondsApart: 0 };
    const dailyRate = { most: guestLimits.reservedLettersPerDay, within: inSeconds.day, secondsApart: 0 };
    const dailyKey = hasPaid
      ? throttleKey("guest-letter-of-guest", userId)
      : throttleKey("guest-letter-of-mailbox", email);
    if (!(await maySendEmail(sql, throttleKey("guest-letter-reserved", userId), hourlyRate)))
      return undefined;
    if (!(await maySendEmail(sql, dailyKey, dailyRate))) return undefined;
  }
  return issueCode(sql, secret, { purpose: "guest-code", userId, email });
}

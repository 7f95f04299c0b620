import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { inSeconds } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import { findAccount } from "../accounts/account-store.server.ts";
import { budgetsOfNetworks, countInHour } from "../limits/hourly-budget.server.ts";
import { accountDurations, guestLimits, loginLimits } from "../limits/login-limits.ts";
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
    const may = isWithinUsualLimits || (isSignIn && (await maySendReserved(sql, { ...to, address })));
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
  /** The network address that asks. */
  readonly address: string;
};

/**
 * Makes the code for an email to a guest's address; the older one ends. Refused when the guest got one within a minute, or
 * when both limits are reached. The usual limit, for all senders together: three an hour for the address and a number
 * a day for its mailbox. Beyond it, each guest who paid has a reserve, one an hour and ten a day; of others each network
 * has one a day, ten in all. So a stranger who requests codes for an address takes none from its owner. `too_many`: a network's
 * guests who paid nothing asked too often within an hour, whatever the addresses, so that nobody writes to strangers through us.
 */
export async function issueGuestCode(
  sql: Sql,
  secret: string,
  { userId, email, hasPaid, address }: GuestCode,
): Promise<Outcome<string, "too_often" | "too_many">> {
  const secondsApart = accountDurations.betweenLetters;
  const minuteRate = { most: inSeconds.hour / secondsApart, secondsApart };
  if (!(await maySendEmail(sql, throttleKey("guest-letter", userId), minuteRate)))
    return refused("too_often");
  const most = loginLimits.guestCodesPerNetworkAndHour;
  const networks = hasPaid ? [] : budgetsOfNetworks("guest-letter-network", { address, most });
  if (!(await countInHour(sql, networks))) return refused("too_many");
  const to = { email, isFound: true };
  const may =
    ((await maySendOfKind(sql, "code-letter", { ...to, of: ["guest-code"] })) &&
      (await mayReachMailbox(sql, to, "anybody"))) ||
    (hasPaid ? await maySendToPayer(sql, userId) : await maySendReserved(sql, { ...to, address }));
  return may
    ? done(await issueCode(sql, secret, { purpose: "guest-code", userId, email }))
    : refused("too_often");
}

async function maySendToPayer(sql: Sql, userId: Uuid): Promise<boolean> {
  const hourly = { most: 1, secondsApart: 0 };
  const daily = { most: guestLimits.reservedLettersPerDay, within: inSeconds.day, secondsApart: 0 };
  return (
    (await maySendEmail(sql, throttleKey("guest-letter-reserved", userId), hourly)) &&
    maySendEmail(sql, throttleKey("guest-letter-of-guest", userId), daily)
  );
}

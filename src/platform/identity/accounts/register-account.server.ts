import { canonicalEmail } from "#kernel/email-address.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Identity } from "../identity.server.ts";
import { budgetsOfNetworks, countInHour } from "../limits/hourly-budget.server.ts";
import { loginLimits } from "../limits/login-limits.ts";
import { mayReachMailbox, maySendConfirmation, maySendOfKind } from "../limits/mailbox-budget.server.ts";
import { isFirstCall, throttleKey } from "../limits/throttle-store.server.ts";
import { hashNewPassword } from "../passwords/hashing.server.ts";
import { type PasswordRefusal, passwordRefusalOf } from "../passwords/password-rule.ts";
import { issueMailboxToken } from "../tokens/one-time-token.server.ts";
import { type LockedAccount, lockAccountOf, lockAddress } from "./account-locks.server.ts";
import { findAccount, insertAccount } from "./account-store.server.ts";
import {
  findNewestRegistration,
  findRegistrationByBrowser,
  keepRegistration,
  renewRegistrationLink,
} from "./registration-store.server.ts";

export type Registration = {
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
  readonly phone: string;
  /** The network address that the request came from; without one, all requests together have one budget. */
  readonly address?: string;
  /** The form's key for one submit. A repeated submit gets the same answer, and one email is sent. */
  readonly requestId?: string | undefined;
  /** The cookie that this browser gets with the answer. With it, the link in the email asks for no password. */
  readonly browser?: string | undefined;
};

export type RegisterRefusal =
  | PasswordRefusal
  | "email_invalid"
  /** Only while emails are off. With emails on, the owner of the address alone learns it, by email. */
  | "email_taken"
  /** This network signed up too many addresses within an hour, known or not. */
  | "too_many"
  /** Too many passwords wait to be hashed. Nothing was stored. */
  | "busy";

/**
 * Stores the form until the address is proven (`confirm-account`); no account exists before. Known and unknown
 * addresses get the same answer in the same time, and one email a minute, three an hour. The id is that of the future
 * account, or random. While emails are off, the account exists at once, unproven.
 */
export async function signUp(
  identity: Identity,
  { email: typedEmail, password, fullName, phone, address = "", requestId, browser }: Registration,
): Promise<Outcome<{ userId: Uuid }, RegisterRefusal>> {
  const email = canonicalEmail(typedEmail);
  if (email === undefined) return refused("email_invalid");
  const wrong = passwordRefusalOf(password, [email, fullName]);
  if (wrong) return refused(wrong);
  const passwordHash = await hashNewPassword(identity, undefined, password);
  if (passwordHash === undefined) return refused("busy");
  const lettersOn = await identity.callbacks.lettersOn();

  return identity.database.withDuty<Outcome<{ userId: Uuid }, RegisterRefusal>>("identity", async (sql) => {
    await lockAddress(sql, email);
    // a sign-up sends an email to an address that nobody has proven
    const most = loginLimits.signUpsPerNetworkAndHour;
    if (lettersOn && !(await countInHour(sql, budgetsOfNetworks("sign-up-network", { address, most }))))
      return refused("too_many");
    if (
      requestId !== undefined &&
      !(await isFirstCall(sql, throttleKey("sign-up", `${email}\0${requestId}`)))
    )
      return done({ userId: newId() });
    const existingAccount = await findAccount(sql, email);
    const userId = newId();
    const to = { email, isFound: true };
    const enteredData = { email, passwordHash, fullName, phone };
    if (!lettersOn) {
      if (existingAccount) return refused("email_taken");
      await insertAccount(identity, sql, { userId, ...enteredData });
    } else if (existingAccount?.isConfirmed) {
      if ((await maySendOfKind(sql, "known", to)) && (await mayReachMailbox(sql, to, "anybody")))
        await identity.callbacks.onLetter(sql, { kind: "address_known", userId: existingAccount.id, email });
    } else {
      const withLink = await maySendConfirmation(sql, { ...to, address });
      const newRegistration = { accountId: userId, ...enteredData, browser };
      const token = await keepRegistration(sql, newRegistration, { withLink });
      if (token !== undefined)
        await identity.callbacks.onLetter(sql, { kind: "confirm_address", userId, email, token });
    }
    return done({ userId });
  });
}

/** As `signUp`, for the site's form. It returns no id, so the answers for a known and a new address are equal. */
export async function registerAccount(
  identity: Identity,
  registration: Registration,
): Promise<Outcome<null, RegisterRefusal>> {
  const signedUp = await signUp(identity, registration);
  return signedUp.ok ? done(null) : signedUp;
}

type ConfirmationRequest = {
  readonly email: string;
  /** The network address that asks. */
  readonly address: string;
  readonly browser?: string | null;
};

/**
 * Sends a confirmation link again, if a sign-up waits for one and the limits allow it. It is the link of this
 * browser's sign-up, else of the unproven account, else of the newest sign-up. The answer is always the same.
 */
export async function resendConfirmation(
  identity: Identity,
  { email: typed, address, browser }: ConfirmationRequest,
): Promise<void> {
  const email = canonicalEmail(typed);
  if (email === undefined || !(await identity.callbacks.lettersOn())) return;
  await identity.database.withDuty("identity", async (sql) => {
    await lockAddress(sql, email);
    const account = await lockAccountOf(sql, email);
    const registrationOfBrowser = await findRegistrationByBrowser(sql, email, browser);
    const pending = registrationOfBrowser ?? (account ? undefined : await findNewestRegistration(sql, email));
    if (!pending && account && !account.isConfirmed)
      return sendAccountLink(identity, sql, account, { email, address });
    const isWaiting = pending !== undefined && !account?.isConfirmed;
    const may = await maySendConfirmation(sql, { email, isFound: isWaiting, address });
    if (!isWaiting || !may) return;
    const token = await renewRegistrationLink(sql, pending.id);
    const userId = pending.accountId;
    await identity.callbacks.onLetter(sql, { kind: "confirm_address", userId, email, token });
  });
}

/** Sends the link that proves the address of an unproven account, if the limits allow it. */
export async function sendAccountLink(
  identity: Pick<Identity, "callbacks">,
  sql: Sql,
  account: LockedAccount,
  { email, address }: Pick<ConfirmationRequest, "email" | "address">,
): Promise<void> {
  if (!(await identity.callbacks.lettersOn())) return;
  if (!(await maySendConfirmation(sql, { email, isFound: true, address }))) return;
  const token = await issueMailboxToken(sql, "confirm-address", account);
  await identity.callbacks.onLetter(sql, { kind: "confirm_address", userId: account.id, email, token });
}

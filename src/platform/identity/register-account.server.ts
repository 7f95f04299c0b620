import { canonicalEmail } from "#kernel/email-address.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/database.server.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { IdentityParts } from "./identity-parts.server.ts";
import type { Queryable } from "./letter-code.server.ts";
import { hashedFor } from "./password-hash.server.ts";
import { type PasswordRefusal, wrongWithPassword } from "./password-rule.ts";
import { keepRegistration } from "./registration-store.server.ts";
import { isFirst, mayWrite, throttleKey } from "./throttle-store.server.ts";

export type Registration = {
  readonly email: string;
  readonly password: string;
  readonly fullName: string;
  readonly phone: string;
  /** The browser's key for one press of the button: a repetition is answered like the first, with one letter. */
  readonly requestId?: string | undefined;
  /** The cookie that this browser gets with the answer: where it is, the link of the letter asks for no password. */
  readonly browser?: string | undefined;
};

export type RegisterRefusal =
  | PasswordRefusal
  | "email_invalid"
  /** Said only while letters are off: with letters on, the owner of the address is told, and nobody else. */
  | "email_taken"
  /** Too many passwords wait to be hashed. Nothing was kept. */
  | "busy";

/**
 * Keeps what somebody typed until the address is proven (`confirm-account`); there is no account before. Every address is
 * answered alike, in the same time: whose address is proven already gets a letter, and the account stays as it is. One
 * letter a minute, three an hour (D11). The id is the one that the account will have, or made up, so that it tells
 * nothing. While letters are off nobody can prove anything: the account is there at once, unproven (decision 24).
 */
export async function signUp(
  parts: IdentityParts,
  { email: typedEmail, password, fullName, phone, requestId, browser }: Registration,
): Promise<Outcome<{ userId: Uuid }, RegisterRefusal>> {
  const email = canonicalEmail(typedEmail);
  if (email === undefined) return refused("email_invalid");
  const wrong = wrongWithPassword(password, [email, fullName]);
  if (wrong) return refused(wrong);
  const passwordHash = await hashedFor(parts, undefined, password);
  if (passwordHash === undefined) return refused("busy");
  const lettersOn = await parts.callbacks.lettersOn();

  const answer = await parts.database.withDuty<Outcome<{ userId: Uuid }, RegisterRefusal>>(
    "identity",
    async (sql) => {
      await lockAddress(sql, email);
      if (
        requestId !== undefined &&
        !(await isFirst(sql.$client, throttleKey("sign-up", `${email}\0${requestId}`)))
      )
        return done({ userId: newId() });
      const known = await findAccount(sql, email);
      const userId = newId();
      const typed = { email, passwordHash, fullName, phone };
      if (!lettersOn) {
        if (known) return refused("email_taken");
        await insertAccount(parts, sql, { userId, ...typed });
      } else if (known?.isConfirmed) {
        if (await mayWrite(sql.$client, throttleKey("known", email)))
          await parts.callbacks.onLetter(sql, { kind: "address_known", userId: known.id, email });
      } else {
        const withLink = await mayWrite(sql.$client, throttleKey("confirm", email));
        const kept = { accountId: userId, ...typed, browser };
        const token = await keepRegistration(sql.$client, kept, { withLink });
        if (token !== undefined)
          await parts.callbacks.onLetter(sql, { kind: "confirm_address", userId, email, token });
      }
      return done({ userId });
    },
  );
  await faultPoint("register.committed");
  return answer;
}

/** The same for the form of the site, which shows nobody's id. */
export async function registerAccount(
  parts: IdentityParts,
  registration: Registration,
): Promise<Outcome<null, RegisterRefusal>> {
  const made = await signUp(parts, registration);
  return made.ok ? done(null) : made;
}

/** Two sign-ups for one address wait for each other, so that neither breaks on the other's row. */
export async function lockAddress(sql: Sql, email: string): Promise<void> {
  await sql.$client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 7))", [email]);
}

/** The account of a canonical address. */
export async function findAccount(
  sql: { readonly $client: Queryable },
  email: string,
): Promise<{ id: Uuid; isConfirmed: boolean } | undefined> {
  const { rows } = await sql.$client.query<{ id: Uuid; isConfirmed: boolean }>({
    name: "find-account",
    text: 'SELECT id, email_verified AS "isConfirmed" FROM identity."user" WHERE email = $1',
    values: [email],
  });
  return rows[0];
}

/** Writes account, credential and what the business adds. The name stands in the profile and nowhere else. */
export async function insertAccount(
  { library, callbacks }: IdentityParts,
  sql: Sql,
  account: { userId: Uuid; email: string; passwordHash: string; fullName: string; phone: string },
): Promise<void> {
  const { userId, email, passwordHash, fullName, phone } = account;
  await library.within(sql, async (store) => {
    await store.createUser(
      { id: userId, email, name: "", emailVerified: false },
      { method: "email-password" },
    );
    await store.linkAccount({ userId, providerId: "credential", accountId: userId, password: passwordHash });
  });
  await callbacks.onAccount(sql, { userId, email, fullName, phone });
}

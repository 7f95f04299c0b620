import { newId } from "#kernel/id.ts";
import type { Sql } from "#platform/database/database.server.ts";
import type {
  AccountCallbacks,
  AccountLetter,
  WaysInLeft,
} from "#platform/identity/identity-parts.server.ts";
import { recordSecurityEvent } from "#ticketing/journal/record-security-event.server.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { deleteProfile, insertProfile, noteOnPerson } from "./person-store.server.ts";

export type AccountCallbackOptions = {
  /** PUBLIC_ORIGIN: every link begins with it, whatever a request calls itself. */
  readonly origin: string;
  readonly lettersOn: () => Promise<boolean>;
};

/**
 * What the club does about accounts, in the transaction of the account: the profile, the journal, the letters. The
 * link of a letter stands in its variable `action_url` and holds the secret token: whoever sends the letter removes
 * that variable (and `token`, a code to type) in the transaction that marks it sent, dead or bounced. A letter names the
 * person only where it goes to the proven address of the account: before that the name is whatever somebody typed.
 */
export function accountCallbacks({ origin, lettersOn }: AccountCallbackOptions): AccountCallbacks {
  return {
    lettersOn,
    async onAccount(sql, account) {
      await insertProfile(sql, account);
      await noteOnPerson(sql, { userId: account.userId, by: account.userId, what: "registered" });
    },
    async onConfirmed(sql, { userId, email }) {
      await noteOnPerson(sql, { userId, by: userId, what: "address_confirmed" });
      await write(sql, {
        kind: "welcome_email",
        dedupeKey: `welcome:${userId}`,
        userId,
        email,
        link: `${origin}/events`,
      });
    },
    async onSwept(sql, userId) {
      await deleteProfile(sql, userId);
    },
    async onAddressChanged(sql, { userId, email }) {
      await sql.$client.query("UPDATE profiles SET email = $2, updated_at = now() WHERE id = $1", [
        userId,
        email,
      ]);
      await noteOnPerson(sql, { userId, by: userId, what: "address_changed" });
    },
    async onSecurityEvent(client, { kind, userId }) {
      // whoever tries passwords is not known; all else is done by whoever has the account
      const actorId = kind === "login_locked" ? null : userId;
      await recordSecurityEvent(client, { kind, personId: userId, actorId });
    },
    async onLetter(sql, letter) {
      if (letter.kind === "password_changed" || letter.kind === "factor_removed")
        await noteOnPerson(sql, { userId: letter.userId, by: letter.userId, what: letter.kind });
      const link = letter.kind === "one_time_code" ? null : linkOf(origin, letter);
      const code = letter.kind === "one_time_code" ? letter.token : null;
      const waysIn = letter.kind === "password_changed" ? letter.left : null;
      await write(sql, { ...letter, dedupeKey: `account:${newId()}`, link, code, waysIn });
    },
  };
}

function linkOf(origin: string, letter: Exclude<AccountLetter, { kind: "one_time_code" }>): string {
  switch (letter.kind) {
    case "confirm_address":
    case "confirm_new_address":
      return `${origin}/confirm?token=${letter.token}`;
    case "reset_password":
      return `${origin}/reset-password?token=${letter.token}`;
    case "address_known":
    case "password_changed":
    case "address_change_asked":
    case "address_changed":
    case "factor_added":
    case "factor_removed":
    case "recovery_codes_renewed":
    case "recovery_code_used":
    case "passkey_added":
    case "passkey_removed":
    case "identity_linked":
    case "identity_unlinked":
      return `${origin}/login?mode=forgot`;
  }
}

type AccountMail = {
  readonly kind: AccountLetter["kind"] | "welcome_email";
  readonly dedupeKey: string;
  readonly userId: string;
  readonly email: string;
  readonly link: string | null;
  readonly code?: string | null;
  /** How many ways in beside the password the letter tells of. */
  readonly waysIn?: WaysInLeft | null;
};

async function write(
  sql: Sql,
  { kind, dedupeKey, userId, email, link, code = null, waysIn = null }: AccountMail,
): Promise<void> {
  // a stranger's mailbox reads nothing that somebody typed here
  const { rows } = await sql.$client.query<{ full_name: string | null }>(
    `SELECT p.full_name FROM profiles p JOIN identity."user" u ON u.id = p.id
     WHERE p.id = $1 AND u.email_verified AND u.email = $2 AND $3 <> 'address_known'`,
    [userId, email, kind],
  );
  await enqueueLetter(sql.$client, {
    kind,
    dedupeKey,
    recipient: email,
    userId,
    variables: {
      customer_name: rows[0]?.full_name ?? "",
      ...(link === null ? {} : { action_url: link }),
      ...(code === null ? {} : { token: code }),
      ...(waysIn === null ? {} : { ways_in: waysIn }),
    },
  });
}

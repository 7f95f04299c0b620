import { newId } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import type {
  AccountCallbacks,
  AccountLetter,
  WaysInLeft,
} from "#platform/identity/accounts/account-events.ts";
import { recordSecurityEvent } from "#ticketing/journal/record-security-event.server.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { isOfTeam } from "#ticketing/rights/role-rights.ts";
import {
  deleteProfile,
  insertProfile,
  lockPerson,
  noteOnPerson,
  updateProfile,
} from "./person-store.server.ts";
import { withdrawInvitationsTo } from "./team/invitation-store.server.ts";

export type AccountCallbackOptions = {
  /** PUBLIC_ORIGIN. Every link begins with it, never with the Host of a request. */
  readonly origin: string;
  readonly lettersOn: () => Promise<boolean>;
};

/**
 * Writes profile, journal and emails of an account, in the account's transaction. An email's link is its variable
 * `action_url` and contains a secret token; `deliverLetters` removes it, and a typed code in `token`, when the email
 * is sent, dead or bounced. Only emails to a confirmed address contain the name: before, it may be anybody's.
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
      await queueAccountLetter(sql, {
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
      const person = await lockPerson(sql, userId);
      // no invitation waits for a member, who could take it with another account or after the role is gone
      if (person && isOfTeam(person.role)) await withdrawInvitationsTo(sql, person.email, email);
      await updateProfile(sql, userId, { email });
      await noteOnPerson(sql, { userId, by: userId, what: "address_changed" });
    },
    async onSecurityEvent(sql, { kind, userId }) {
      // anybody may try passwords, so no actor is recorded; all else is done in a session of the account
      const actorId = kind === "login_locked" ? null : userId;
      await recordSecurityEvent(sql, { kind, personId: userId, actorId });
      const what = kind === "password_reset" ? "password_changed" : kind;
      if (userId !== null && (what === "password_changed" || what === "factor_removed"))
        await noteOnPerson(sql, { userId, by: userId, what });
    },
    async onLetter(sql, letter) {
      const link = linkOf(origin, letter);
      const code = letter.kind === "one_time_code" ? letter.token : null;
      const purpose = letter.kind === "one_time_code" ? letter.purpose : null;
      const waysIn = letter.kind === "password_changed" ? letter.left : null;
      await queueAccountLetter(sql, {
        ...letter,
        dedupeKey: `account:${newId()}`,
        link,
        code,
        purpose,
        waysIn,
      });
    },
  };
}

/** The page of each link with a secret. Every other email with a link leads to a new password. */
const pages = {
  confirm_address: "confirm",
  confirm_new_address: "confirm",
  reset_password: "reset-password",
} as const;

function linkOf(origin: string, letter: AccountLetter): string | null {
  // the former address opens no account any more, so no link of it can help
  if (letter.kind === "one_time_code" || letter.kind === "address_changed") return null;
  return "token" in letter
    ? `${origin}/${pages[letter.kind]}?token=${letter.token}`
    : `${origin}/login?mode=forgot`;
}

type AccountMail = {
  readonly kind: AccountLetter["kind"] | "welcome_email";
  readonly dedupeKey: string;
  readonly userId: string;
  readonly email: string;
  readonly link: string | null;
  readonly code?: string | null;
  /** What the code is for. */
  readonly purpose?: string | null;
  /** The ways to sign in beside the password, which the email lists. */
  readonly waysIn?: WaysInLeft | null;
};

async function queueAccountLetter(
  sql: Sql,
  { kind, dedupeKey, userId, email, link, code = null, purpose = null, waysIn = null }: AccountMail,
): Promise<void> {
  // an unconfirmed address may be a stranger's, so the typed name is not sent there
  const { rows } = await sql.query<{ full_name: string | null }>(
    `SELECT p.full_name FROM profiles p JOIN identity."user" u ON u.id = p.id
     WHERE p.id = $1 AND u.email_verified AND u.email = $2 AND $3 <> 'address_known'`,
    [userId, email, kind],
  );
  await enqueueLetter(sql, {
    kind,
    dedupeKey,
    recipient: email,
    userId,
    variables: {
      customer_name: rows[0]?.full_name ?? "",
      ...(link === null ? {} : { action_url: link }),
      ...(code === null ? {} : { token: code, purpose }),
      ...(waysIn === null ? {} : { ways_in: waysIn }),
    },
  });
}

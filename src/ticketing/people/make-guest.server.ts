import { newId, type Uuid } from "#kernel/id.ts";
import { noteCost } from "#kernel/request-cost.server.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import type { OpenedSession } from "#platform/identity/sessions/login.server.ts";
import { guestSession } from "#platform/identity/sessions/session-life.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import type { Services } from "#platform/services.ts";
import { insertGuest } from "./person-store.server.ts";

/** A person without an account. The address is not proven. */
export type Guest = {
  /** The address in its canonical spelling. */
  readonly email: string;
  readonly fullName: string;
  readonly phone: string | null;
};

/**
 * Creates a guest, even if others have the same address, and opens a session for `durations.guestSession`. The caller
 * has checked that guests are allowed. With a form's token, the same form sent twice, at once or after a lost answer,
 * opens only one session.
 */
export async function makeGuest(
  { database }: Pick<Services, "database">,
  guest: Guest,
  formToken: string = newSecretToken(),
): Promise<OpenedSession> {
  noteCost();
  return database.withDuty("identity", async (sql) => {
    const sameSession = await findSameSession(sql, guest, formToken);
    if (sameSession) return sameSession;
    const userId: Uuid = newId();
    await insertGuest(sql, { userId, ...guest });
    const session =
      (await insertSession(sql, userId, formToken)) ??
      // the same form came first, so this new guest is swept later; or it was sent before with another name
      (await findSameSession(sql, guest, formToken)) ??
      (await insertSession(sql, userId, newSecretToken()));
    return only(session ? [session] : []);
  });
}

async function insertSession(sql: Sql, userId: Uuid, token: string): Promise<OpenedSession | undefined> {
  const { rows } = await sql.query<{ expiresAt: Date }>({
    name: "open-guest-session",
    text: `INSERT INTO guest_sessions (id, user_id, token, expires_at) VALUES ($1, $2, $3, now() + make_interval(secs => $4))
           ON CONFLICT (token) DO NOTHING RETURNING expires_at AS "expiresAt"`,
    values: [newId(), userId, hashOfToken(token), guestSession],
  });
  return rows[0] && { token, userId, role: "user", ...rows[0] };
}

/** The session that this form's token already opened for a guest with exactly these values; else undefined. */
async function findSameSession(
  sql: Sql,
  { email, fullName, phone }: Guest,
  token: string,
): Promise<OpenedSession | undefined> {
  const { rows } = await sql.query<{ userId: Uuid; expiresAt: Date }>({
    name: "find-session-of-form",
    text: `SELECT s.user_id AS "userId", s.expires_at AS "expiresAt" FROM guest_sessions s JOIN profiles p ON p.id = s.user_id
           WHERE s.token = $1 AND s.expires_at > now() AND p.contact_email = $2 AND p.full_name = $3
             AND p.phone IS NOT DISTINCT FROM $4`,
    values: [hashOfToken(token), email, fullName, phone],
  });
  return rows[0] && { token, role: "user", ...rows[0] };
}

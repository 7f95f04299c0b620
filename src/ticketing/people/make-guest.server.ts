import { newId, type Uuid } from "#kernel/id.ts";
import { only } from "#platform/database/sql.ts";
import type { OpenedSession } from "#platform/identity/sessions/login.server.ts";
import { guestSession } from "#platform/identity/sessions/session-life.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import type { Services } from "#platform/services.ts";
import { insertGuest } from "./person-store.server.ts";

/** A person without an account. Nobody has proven that the address is theirs. */
export type Guest = {
  /** In its canonical spelling. */
  readonly email: string;
  readonly fullName: string;
  readonly phone: string | null;
};

/**
 * Makes a guest, each time a new one, whatever other guests or accounts have the same address, and opens a session that
 * lasts for `durations.guestSession`. Whether there may be guests is asked by the caller.
 */
export async function makeGuest(
  { database }: Pick<Services, "database">,
  guest: Guest,
): Promise<OpenedSession> {
  const userId: Uuid = newId();
  const token = newSecretToken();
  const expiresAt = await database.withDuty("identity", async (sql) => {
    await insertGuest(sql, { userId, ...guest });
    const { rows } = await sql.query<{ expiresAt: Date }>({
      name: "open-guest-session",
      text: `INSERT INTO guest_sessions (id, user_id, token, expires_at) VALUES ($1, $2, $3, now() + make_interval(secs => $4))
             RETURNING expires_at AS "expiresAt"`,
      values: [newId(), userId, hashOfToken(token), guestSession],
    });
    return only(rows).expiresAt;
  });
  return { token, userId, expiresAt };
}

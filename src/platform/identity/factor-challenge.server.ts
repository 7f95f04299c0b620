import type pg from "pg";
import { newId, type Uuid } from "#kernel/id.ts";
import type { BearerSession } from "./token-session.server.ts";

type Queryable = Pick<pg.ClientBase, "query">;
type OwnFactor = Pick<BearerSession, "userId" | "sessionId"> & { readonly factorId: Uuid };

const challengeSeconds = 300;

export type Challenge = { readonly id: Uuid; readonly expiresAt: number };

/** Asks this session for a code of this factor; undefined when it is not the person's. `expiresAt` in epoch seconds. */
export async function askForCode(
  sql: Queryable,
  { userId, sessionId, factorId }: OwnFactor,
): Promise<Challenge | undefined> {
  // what was never answered goes when the next is asked
  await sql.query("DELETE FROM identity.factor_challenge WHERE factor_id = $1 AND expires_at < now()", [
    factorId,
  ]);
  const { rows } = await sql.query<Challenge>({
    name: "ask-for-code",
    text: `INSERT INTO identity.factor_challenge (id, factor_id, session_id, expires_at)
           SELECT $1, id, $4, now() + make_interval(secs => ${challengeSeconds}) FROM identity.factor WHERE id = $2 AND user_id = $3
           RETURNING id, floor(extract(epoch FROM expires_at))::int AS "expiresAt"`,
    values: [newId(), factorId, userId, sessionId],
  });
  return rows[0];
}

/** Whether the question still stands for this session and factor. */
export async function isAsked(
  sql: Queryable,
  { userId, sessionId, factorId }: OwnFactor,
  challengeId: Uuid,
): Promise<"asked" | "over" | "factor_unknown"> {
  const { rows } = await sql.query<{ asked: boolean }>({
    name: "is-code-asked",
    text: `SELECT EXISTS (SELECT FROM identity.factor_challenge c WHERE c.id = $4 AND c.factor_id = f.id
             AND c.session_id = $3 AND c.expires_at > now()) AS asked
           FROM identity.factor f WHERE f.id = $1 AND f.user_id = $2`,
    values: [factorId, userId, sessionId, challengeId],
  });
  const [found] = rows;
  return found ? (found.asked ? "asked" : "over") : "factor_unknown";
}

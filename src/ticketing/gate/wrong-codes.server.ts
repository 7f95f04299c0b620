import type { Uuid } from "#kernel/id.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { durations, limits } from "#ticketing/limits.ts";

const ofWhom = {
  /** Who types at the gate's page, on any device: the device there is a cookie that the client chooses. */
  person: "operator_id = $1 AND phone_seq IS NULL",
  /** A phone, which proves itself by its key. */
  phone: "device_id = $1 AND phone_seq IS NOT NULL",
} as const;

/** Seconds that this person or phone has to wait after too many wrong typed codes; 0 for none. */
export async function waitAfterWrongCodes(sql: Sql, whose: keyof typeof ofWhom, id: Uuid): Promise<number> {
  const { rows } = await sql.query<{ wrong: number; wait: number | null }>({
    name: `wrong-codes-of-${whose}`,
    text: `SELECT count(*)::int AS wrong, ceil(extract(epoch FROM min(received_at) + make_interval(secs => $2) - now()))::int AS wait
           FROM admissions WHERE ${ofWhom[whose]} AND verdict = 'invalid' AND received_at > now() - make_interval(secs => $2)`,
    values: [id, durations.wrongCodesAtGate],
  });
  const { wrong, wait } = only(rows);
  return wrong >= limits.wrongCodesAtGate ? Math.max(1, wait ?? 0) : 0;
}

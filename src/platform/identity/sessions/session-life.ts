import { inSeconds } from "#kernel/time.ts";
import type { Role } from "#platform/database/database-roles.ts";

/** How long a session lives; `renewAfter` is how much of the idle time must have passed before it is written anew. Seconds. */
type SessionLife = { readonly idle: number; readonly absolute: number; readonly renewAfter: number };

const { minute, hour, day } = inSeconds;

const office: SessionLife = { idle: 30 * minute, absolute: 12 * hour, renewAfter: minute };
const door: SessionLife = { idle: 12 * hour, absolute: 24 * hour, renewAfter: 10 * minute };

/**
 * Customers stay signed in between two visits; who works in the back-office does not. Gate staff work through a night
 * with a device that sleeps between two arrivals, hence a night without use and no longer than a night and a day.
 */
export const sessionLife = {
  user: { idle: 7 * day, absolute: 30 * day, renewAfter: hour },
  gate: door,
  door_chief: door,
  box_office: office,
  manager: office,
  accountant: office,
  admin: office,
} as const satisfies Record<Role, SessionLife>;

/** Seconds. A guest's session is never renewed: nobody could sign in again. */
export const guestSession = 30 * day;

/** Whether a session of this row `s` has shown every factor that its account has, in SQL. */
export const isCompleteInSql = `(s.aal = 'aal2' OR NOT EXISTS (SELECT FROM identity.factor f WHERE f.user_id = s.user_id AND f.status = 'verified'))`;

/** A figure of the table above as SQL, in seconds, for the role in this column. */
export function lifeInSql(column: string, figure: keyof SessionLife): string {
  const cases = Object.entries(sessionLife).map(([role, life]) => `WHEN '${role}' THEN ${life[figure]}`);
  return `make_interval(secs => CASE ${column} ${cases.join(" ")} END)`;
}

import { inSeconds } from "#kernel/time.ts";
import type { Role } from "#platform/database/database-roles.ts";

/** A session's life in seconds. `renewAfter`: how much idle time must have passed before it is renewed. */
type SessionLife = { readonly idle: number; readonly absolute: number; readonly renewAfter: number };

const { minute, hour, day } = inSeconds;

const office: SessionLife = { idle: 30 * minute, absolute: 12 * hour, renewAfter: minute };
const door: SessionLife = { idle: 12 * hour, absolute: 24 * hour, renewAfter: 10 * minute };

/**
 * Customers stay signed in between two visits; people in the back-office do not. Gate staff use a device that sleeps
 * between arrivals, so their sessions last a night without use, and at most a night and a day.
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

/** A guest's session in seconds. It is never renewed; nobody can sign in to it again. */
export const guestSession = 30 * day;

/** SQL: whether the session in row `s` has shown every factor that its account has. */
export const isCompleteInSql = `(s.aal = 'aal2' OR NOT EXISTS (SELECT FROM identity.factor f WHERE f.user_id = s.user_id AND f.status = 'verified'))`;

/** SQL: a duration of `sessionLife`, as an interval, for the role in this column. */
export function lifeInSql(column: string, duration: keyof SessionLife): string {
  const cases = Object.entries(sessionLife).map(([role, life]) => `WHEN '${role}' THEN ${life[duration]}`);
  return `make_interval(secs => CASE ${column} ${cases.join(" ")} END)`;
}

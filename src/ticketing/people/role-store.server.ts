import type { Uuid } from "#kernel/id.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { recordSecurityEvent } from "#ticketing/journal/record-security-event.server.ts";
import { endHandedOut } from "./handed-out-store.server.ts";
import { lockPerson, noteOnPerson, updateProfile } from "./person-store.server.ts";
import { withdrawInvitationsTo } from "./team/invitation-store.server.ts";
import type { RoleChange } from "./tell-administrators.server.ts";

/**
 * Writes a person's new role, with journal and security event. Ends the person's sessions, and what was handed out
 * without a right to it now. Undefined when the person is unknown or has the role already. In any case no invitation
 * to the person's address waits afterwards: it would bring a role back that is taken away later.
 */
export async function giveRole(
  sql: Sql,
  { userId, role, by }: { userId: Uuid; role: Role; by: Uuid | null },
): Promise<RoleChange | undefined> {
  const person = await lockPerson(sql, userId);
  if (!person) return undefined;
  await withdrawInvitationsTo(sql, person.email);
  const before = person.role;
  if (before === role) return undefined;
  await updateProfile(sql, userId, { role });
  await noteOnPerson(sql, { userId, by, what: "role_changed", before: { role: before }, after: { role } });
  const detail = `${before} -> ${role}`;
  await recordSecurityEvent(sql, { kind: "role_changed", personId: userId, actorId: by, detail });
  await endHandedOut(sql, { userId, role, by });
  return { userId, by, before, after: role };
}

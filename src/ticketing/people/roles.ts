import type { Role } from "#platform/database/database-roles.ts";

/**
 * The person with the rights of a customer. The team reads its own orders and tickets this way, because its roles see
 * those of everybody, and a customer's code is for nobody else.
 */
export function asOwner<Actor extends { readonly role: Role }>(actor: Actor): Actor & { role: "user" } {
  return { ...actor, role: "user" };
}

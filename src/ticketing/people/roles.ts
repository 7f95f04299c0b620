import type { Role } from "#platform/database/database-roles.ts";

/**
 * The person as a customer. Gate staff read their own orders and tickets with that role: their own role sees
 * everybody's tickets and no orders.
 */
export function asOwner<Actor extends { readonly role: Role }>(
  actor: Actor,
): Actor & { role: "user" | "admin" } {
  return { ...actor, role: actor.role === "admin" ? "admin" : "user" };
}

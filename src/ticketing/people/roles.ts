export type Role = "user" | "gate" | "admin";
/** A visitor without an account, or somebody in a role. */
export type Who = "anonymous" | Role;

/** What may be done at all; whose rows are meant, the database's policies say. */
export type Right =
  /** Look at nights, artists and offers. */
  | "browse"
  /** Open a checkout and see one's own tickets and orders. */
  | "buy"
  /** Change one's own name, phone and password, end one's own sessions. */
  | "keep_own_account"
  /** Open the gate and take entries off. */
  | "admit"
  /** Everything under /admin, hidden and archived things, other people's purchases. */
  | "administer";

// Decision of the product: door staff admit and do nothing else, so a lost gate phone can neither buy nor look around.
const rights = {
  anonymous: ["browse"],
  user: ["browse", "buy", "keep_own_account"],
  gate: ["browse", "keep_own_account", "admit"],
  admin: ["browse", "buy", "keep_own_account", "admit", "administer"],
} as const satisfies Record<Who, readonly Right[]>;

/**
 * The same person as the owner of what is theirs: door staff who bought before they were appointed read their own
 * orders and tickets as a customer does, because as door staff they would see everybody's tickets and no orders.
 */
export function asOwner<Actor extends { readonly role: Role }>(
  actor: Actor,
): Actor & { role: "user" | "admin" } {
  return { ...actor, role: actor.role === "admin" ? "admin" : "user" };
}

/** The matrix of who may do what. The role comes from the profile, read with the session at every request. */
export function may(who: Who, right: Right): boolean {
  return (rights[who] as readonly Right[]).includes(right);
}

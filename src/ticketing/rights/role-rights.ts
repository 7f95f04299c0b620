import type { Role } from "#platform/database/database-roles.ts";

/** A visitor without an account, or a person with a role. */
export type Who = "anonymous" | Role;

/** The rights; the database's policies decide for which rows. */
export type Right =
  /** Look at nights, artists and offers. */
  | "site.browse"
  /** Change one's own name, phone, password and ways to sign in; see one's own tickets and orders. */
  | "account.keep"
  /** Open a checkout. */
  | "tickets.buy"
  /** Buy before a sale opens, without waiting in its room. */
  | "tickets.buy_early"
  /** Open the gate and let people in. */
  | "entries.admit"
  /** The dashboard, the search, the bell, the status panel; hidden and archived things. */
  | "office.open"
  /** Nights, artists, ticket types, their pictures and openings. */
  | "events.write"
  /** Stop sales and resume them. */
  | "stops.write"
  /** The texts of the site. */
  | "content.write"
  /** The mail settings, the templates, the waiting and failed emails. */
  | "letters.write"
  /** Other people's purchases: see them, send the tickets again, correct a name, ask the provider. */
  | "purchases.write"
  /** Tickets without money. */
  | "invitations.give"
  | "refunds.give"
  /** Sums, reports and the comparison with the provider. */
  | "reports.read"
  /** Files of reports and lists. */
  | "exports.read"
  /** Give and remove roles. */
  | "people.appoint"
  /** Changes of accounts and attacks on them. */
  | "security.read";

const office = [
  "office.open",
  "events.write",
  "stops.write",
  "content.write",
  "letters.write",
  "purchases.write",
  "invitations.give",
  "refunds.give",
  "reports.read",
  "exports.read",
  "people.appoint",
  "security.read",
] as const satisfies readonly Right[];

// Decision of the product: gate staff admit and do nothing else, so a lost gate phone can neither buy nor look around.
const rights = {
  anonymous: ["site.browse"],
  user: ["site.browse", "account.keep", "tickets.buy"],
  gate: ["site.browse", "account.keep", "entries.admit"],
  admin: ["site.browse", "account.keep", "tickets.buy", "tickets.buy_early", "entries.admit", ...office],
} as const satisfies Record<Who, readonly Right[]>;

/** The matrix of who may do what. The role comes from the profile, read with the session at every request. */
export function may(who: Who, right: Right): boolean {
  return (rights[who] as readonly Right[]).includes(right);
}

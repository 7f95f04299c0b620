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
  /** Lead the door: its gates, its phones, how strict they are. */
  | "gates.lead"
  /** Sale at the door: set tickets aside for phones, take them back, see the tills. */
  | "door_sales.lead"
  /** Some screens of the back-office; the first of them follows a sign-in. */
  | "office.enter"
  /** The dashboard, the bell, the status panel; hidden and archived things. */
  | "office.open"
  /** The search of people, orders, and whatever else the person may open. */
  | "office.search"
  /** Nights, artists, ticket types, their pictures and openings. */
  | "events.write"
  /** The guest lists of nights: make them, add and remove names. */
  | "guest_lists.write"
  /** Write to the holders of a night. */
  | "messages.write"
  /** Stop sales and resume them. */
  | "stops.write"
  /** The texts of the site. */
  | "content.write"
  /** The mail settings, the templates, the waiting and failed emails. */
  | "letters.write"
  /** See other people's purchases. */
  | "purchases.read"
  /** Send their tickets again, correct a name, split a code, ask the provider. */
  | "purchases.write"
  /** Tickets without money. */
  | "invitations.give"
  /** Give money back; of the box office up to its limit. */
  | "refunds.give"
  /** More than that. */
  | "refunds.unlimited"
  /** Cancel and move nights that were sold. */
  | "nights.change"
  /** Sums of sales. */
  | "reports.read"
  /** The comparison with the provider. */
  | "books.read"
  /** Set the rates that a settlement names. */
  | "rates.write"
  /** Files of reports and lists. */
  | "exports.read"
  /** See the team, give and remove roles, invite, set what the team may do. */
  | "people.appoint"
  /** Changes of accounts and attacks on them. */
  | "security.read";

const everybody = ["site.browse", "account.keep"] as const satisfies readonly Right[];

const office = [
  "office.enter",
  "office.open",
  "office.search",
  "events.write",
  "guest_lists.write",
  "messages.write",
  "stops.write",
  "content.write",
  "letters.write",
  "purchases.read",
  "purchases.write",
  "invitations.give",
  "refunds.give",
  "refunds.unlimited",
  "nights.change",
  "reports.read",
  "books.read",
  "rates.write",
  "exports.read",
  "people.appoint",
  "security.read",
] as const satisfies readonly Right[];

const inOffice = [...everybody, "tickets.buy", "office.enter"] as const satisfies readonly Right[];

// Decision of the product: gate staff admit and do nothing else, so a lost gate phone can neither buy nor look around.
// A door chief has a phone at the door too, and the box office lets in whom it sold to. Administrators alone give back more than a setting names.
const rights = {
  anonymous: ["site.browse"],
  user: [...everybody, "tickets.buy"],
  gate: [...everybody, "entries.admit"],
  door_chief: [...everybody, "entries.admit", "gates.lead", "door_sales.lead"],
  box_office: [
    ...inOffice,
    "office.search",
    "purchases.read",
    "purchases.write",
    "invitations.give",
    "refunds.give",
    "guest_lists.write",
    "entries.admit",
    "door_sales.lead",
  ],
  manager: [
    ...inOffice,
    "events.write",
    "guest_lists.write",
    "messages.write",
    "stops.write",
    "content.write",
    "reports.read",
  ],
  accountant: [...inOffice, "purchases.read", "reports.read", "books.read", "rates.write", "exports.read"],
  admin: [
    ...everybody,
    "tickets.buy",
    "tickets.buy_early",
    "entries.admit",
    "gates.lead",
    "door_sales.lead",
    ...office,
  ],
} as const satisfies Record<Who, readonly Right[]>;

/** The roles that somebody is given, the most rights first; everybody else is a customer. */
export const teamRoles = [
  "admin",
  "manager",
  "box_office",
  "accountant",
  "door_chief",
  "gate",
] as const satisfies readonly Role[];

/** Whether this is a role that somebody was given. */
export const isOfTeam = (role: string) => teamRoles.some((known) => known === role);

/** The matrix of who may do what. The role comes from the profile, read with the session at every request. */
export function may(who: Who, right: Right): boolean {
  return (rights[who] as readonly Right[]).includes(right);
}

import type { Role } from "#platform/database/database-roles.ts";

/** A visitor without an account, or a person with a role. */
export type Who = "anonymous" | Role;

/** The rights. The database's policies decide for which rows each holds. */
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
  /** Lead the sale at the door: set tickets aside for phones, take them back, see the tills. */
  | "door_sales.lead"
  /** Enter the back-office, which has screens for everybody on the team. A sign-in leads to the first of them. */
  | "office.enter"
  /** See the dashboard, the notifications, the status panel, and hidden or archived things. */
  | "office.open"
  /** Search people, orders, and whatever else the person may open. */
  | "office.search"
  /** Edit nights, artists, ticket types, their pictures and openings. */
  | "events.write"
  /** Make a night's guest lists, add and remove names. */
  | "guest_lists.write"
  /** Write messages to the holders of a night. */
  | "messages.write"
  /** Stop sales and resume them. */
  | "stops.write"
  /** Edit the texts of the site. */
  | "content.write"
  /** Edit mail settings and templates; see and retry emails that wait or failed. */
  | "letters.write"
  /** See other people's purchases. */
  | "purchases.read"
  /** Send other people's tickets again, correct a name, split a code, ask the provider about a payment. */
  | "purchases.write"
  /** Give tickets away without money. */
  | "invitations.give"
  /** Give money back; the box office only up to its limit. */
  | "refunds.give"
  /** Give money back without that limit. */
  | "refunds.unlimited"
  /** Cancel or move nights that have sold tickets. */
  | "nights.change"
  /** See sums of sales. */
  | "reports.read"
  /** See and run the comparison with the card provider. */
  | "books.read"
  /** Set the VAT rates that a settlement shows. */
  | "rates.write"
  /** Download files of reports and lists. */
  | "exports.read"
  /** See the team, give and remove roles, invite people, set what the team may do. */
  | "people.appoint"
  /** See changes of accounts and attacks on them. */
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

// By a decision of the product, gate staff only admit, so a lost gate phone can neither buy nor look around. A door
// chief is also a person with a phone at the door. The box office admits people to whom it sold. Only administrators
// give back more than the box office's limit.
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

/** The roles that people are given, the one with the most rights first. Everybody else is a customer. */
export const teamRoles = [
  "admin",
  "manager",
  "box_office",
  "accountant",
  "door_chief",
  "gate",
] as const satisfies readonly Role[];

/** Whether this is a role of the team. */
export const isOfTeam = (role: string) => teamRoles.some((known) => known === role);

/** Whether a role has a right. The role comes from the profile, which is read with the session at every request. */
export function may(who: Who, right: Right): boolean {
  return (rights[who] as readonly Right[]).includes(right);
}

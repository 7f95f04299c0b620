import type { Invariant } from "./invariant.ts";

/** What holds between tickets, guest lists and the answers of the door. */
export const doorInvariants: readonly Invariant[] = [
  {
    id: "I14",
    promise: "Entries left are the entries bought less those admitted",
    sql: `SELECT p.id AS purchase_id, p.entries_total, p.entries_remaining, coalesce(a.n, 0)::int AS admitted FROM ticket_purchases p
          LEFT JOIN (SELECT purchase_id, sum(entries) AS n FROM admissions WHERE verdict = 'admitted' GROUP BY purchase_id) a ON a.purchase_id = p.id
          WHERE p.entries_remaining <> p.entries_total - coalesce(a.n, 0) OR p.entries_remaining NOT BETWEEN 0 AND p.entries_total`,
  },
  {
    id: "I15",
    promise: "The gate answers each request once",
    sql: `SELECT device_id, nonce, count(*)::int AS answers FROM admissions GROUP BY device_id, nonce HAVING count(*) > 1`,
  },
  {
    id: "I33",
    promise: "As many people came in on a name of a guest list as the door answered, and at most its places",
    sql: `SELECT g.id AS guest_id, g.places, g.entered, coalesce(a.n, 0)::int AS admitted FROM listed_guests g
          LEFT JOIN (SELECT guest_id, sum(entries) AS n FROM admissions WHERE verdict = 'admitted' GROUP BY guest_id) a ON a.guest_id = g.id
          WHERE g.entered <> coalesce(a.n, 0) OR g.entered > g.places`,
  },
];

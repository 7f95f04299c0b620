import type { Invariant } from "./invariant.ts";

/** Conditions that hold between tickets, guest lists and the answers at the door. */
export const doorInvariants: readonly Invariant[] = [
  {
    id: "I14",
    promise: "Entries left are the entries bought less those admitted and not undone",
    sql: `SELECT p.id AS purchase_id, p.entries_total, p.entries_remaining, coalesce(a.n, 0)::int AS admitted FROM ticket_purchases p
          LEFT JOIN (SELECT purchase_id, sum(entries) AS n FROM admissions GROUP BY purchase_id) a ON a.purchase_id = p.id
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
          LEFT JOIN (SELECT guest_id, sum(entries) AS n FROM admissions GROUP BY guest_id) a ON a.guest_id = g.id
          WHERE g.entered <> coalesce(a.n, 0) OR g.entered > g.places`,
  },
  {
    id: "E1",
    promise:
      "Entries left agree with what phones wrote down, whatever the order in which it came; more people than entries leave none",
    sql: `WITH rows AS (SELECT * FROM gate_log WHERE NOT is_quarantined),
            came AS (
              SELECT purchase_id, entries FROM rows r WHERE kind = 'admit' AND is_counted
                AND (device_id, seq) NOT IN (SELECT undoes_device, undoes_seq FROM rows WHERE kind = 'undo' AND is_counted)
              UNION ALL SELECT a.purchase_id, a.entries FROM admissions a LEFT JOIN rows r ON (r.device_id, r.seq) = (a.device_id, a.phone_seq)
                WHERE a.phone_seq IS NULL OR (r.seq IS NULL AND a.nonce = 'ask ' || a.phone_seq))
          SELECT p.id AS purchase_id, p.entries_total, p.entries_remaining, sum(came.entries) AS entered FROM came JOIN ticket_purchases p ON p.id = came.purchase_id
          WHERE p.id IN (SELECT purchase_id FROM rows) GROUP BY p.id HAVING p.entries_remaining <> greatest(0, p.entries_total - sum(came.entries))`,
  },
  {
    id: "E2",
    promise: "A phone at the door sells what was set aside for it; a sale beyond that is listed as such",
    sql: `SELECT l.device_id, l.type_id, sum(l.quantity)::int AS sold, max(d.quantity) AS set_aside FROM gate_log l LEFT JOIN door_shares d ON d.device_id = l.device_id AND d.ticket_type_id = l.type_id
          WHERE l.kind = 'sale' AND l.is_counted AND (l.device_id, l.seq) NOT IN (SELECT undoes_device, undoes_seq FROM gate_log WHERE kind = 'undo' AND is_counted)
          GROUP BY l.device_id, l.type_id HAVING sum(l.quantity) > coalesce(max(d.quantity), 0) AND count(*) FILTER (WHERE l.finding = 'over_stock') = 0`,
  },
];

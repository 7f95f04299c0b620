/** SQL: whether log row `s` was not undone by a received row. */
export const notUndone =
  "NOT EXISTS (SELECT FROM gate_log u WHERE u.undoes_device = s.device_id AND u.undoes_seq = s.seq AND u.is_counted)";

/**
 * SQL: whether answer `a` counts by itself: its code was typed at the page, or the phone's row about it has not come.
 */
const isNoPhoneRow = `(a.phone_seq IS NULL OR (a.nonce LIKE 'ask %' AND NOT EXISTS (
  SELECT FROM gate_log r WHERE r.device_id = a.device_id AND r.seq = a.phone_seq AND NOT r.is_quarantined)))`;

/**
 * SQL: every entry of a night, door sales included, add-ons not (unless `tickets` admits them). Entries undone on the
 * page for typed codes are negative. The sum equals `enteredOn`. `at`: when the server knew it; `device_at`: the
 * phone's clock, corrected if there is a `said_at`.
 */
export function entriesOfNight(event: string, tickets = "p.places > 0"): string {
  const answered = `SELECT a.received_at AS at, NULL::timestamptz AS device_at, NULL::timestamptz AS said_at, a.entries, a.purchase_id, a.guest_id, NULL::uuid AS type_id,
    a.device_id, CASE WHEN a.phone_seq IS NOT NULL THEN 'online' END AS mode, NULL AS reason, NULL::uuid AS chief_device FROM admissions a`;
  return `${answered} JOIN ticket_purchases p ON p.id = a.purchase_id WHERE p.event_id = ${event} AND ${tickets} AND a.entries <> 0 AND ${isNoPhoneRow}
    UNION ALL ${answered} JOIN listed_guests g ON g.id = a.guest_id WHERE g.event_id = ${event} AND a.entries <> 0 AND ${isNoPhoneRow}
    UNION ALL SELECT s.received_at, s.device_at, s.said_at, s.entries, s.purchase_id, s.guest_id, s.type_id, s.device_id, s.mode, s.reason, s.chief_device
      FROM gate_log s LEFT JOIN ticket_purchases p ON p.id = s.purchase_id
      WHERE s.event_id = ${event} AND s.is_counted AND s.kind IN ('admit', 'guest', 'sale') AND (s.purchase_id IS NULL OR ${tickets}) AND ${notUndone}`;
}

/**
 * SQL: how many people came in on a ticket or name, by everything that is known, in any order: entries typed at the
 * gate's page, phones' rows that nobody undid, and answers to phones whose row has not come yet. May be more than the
 * ticket admits.
 */
export function enteredOn(id: string, column: "purchase_id" | "guest_id"): string {
  return `(
    (SELECT coalesce(sum(a.entries), 0) FROM admissions a WHERE a.${column} = ${id}
       AND ${isNoPhoneRow})
    + (SELECT coalesce(sum(s.entries), 0) FROM gate_log s WHERE s.${column} = ${id} AND s.is_counted AND s.kind IN ('admit', 'guest') AND ${notUndone}))::int`;
}

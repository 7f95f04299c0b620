/**
 * SQL: how many people came in on a ticket or a name, by everything that is known, in whatever order it came: what was
 * typed at the gate's page, what phones wrote down and nobody undid, and answers of the server to phones whose own row of
 * it is not here yet. May be more than the ticket admits.
 */
export function enteredOn(id: string, column: "purchase_id" | "guest_id"): string {
  return `(
    (SELECT coalesce(sum(a.entries), 0) FROM admissions a WHERE a.${column} = ${id}
       AND (a.phone_seq IS NULL OR (a.nonce LIKE 'ask %' AND NOT EXISTS (
         SELECT FROM gate_log r WHERE r.device_id = a.device_id AND r.seq = a.phone_seq AND NOT r.is_quarantined))))
    + (SELECT coalesce(sum(l.entries), 0) FROM gate_log l WHERE l.${column} = ${id} AND l.is_counted AND l.kind IN ('admit', 'guest')
       AND NOT EXISTS (SELECT FROM gate_log u WHERE u.undoes_device = l.device_id AND u.undoes_seq = l.seq AND u.is_counted)))::int`;
}

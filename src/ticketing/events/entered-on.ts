/** SQL: whether log row `s` was not undone by a received row. */
export const notUndone =
  "NOT EXISTS (SELECT FROM gate_log u WHERE u.undoes_device = s.device_id AND u.undoes_seq = s.seq AND u.is_counted)";

/** SQL: whether log row `s` counts and was not undone. */
export const countsNow = `s.is_counted AND ${notUndone}`;

/**
 * SQL: the same, as if the chief had accepted the stopped phone `device`: what one of its rows is found to be does not
 * depend on whether its rows wait.
 */
export const countsWith = (device: string) =>
  `(s.is_counted OR s.device_id = ${device} AND waits_for_chief(s)) AND NOT EXISTS (SELECT FROM gate_log u
     WHERE u.undoes_device = s.device_id AND u.undoes_seq = s.seq AND (u.is_counted OR u.device_id = ${device} AND waits_for_chief(u)))`;

/** SQL: when a phone wrote row `s` of the log, by its corrected clock; never later than the row came. */
export const writtenAt = (s: string) => `least(${s}.device_at, ${s}.received_at)`;

/**
 * SQL: the phone of answer `a`; null for a typed code, whose `device_id` is a cookie that the client chooses, so it may
 * be a phone's.
 */
const phoneOfAnswer = "CASE WHEN a.phone_seq IS NOT NULL THEN a.device_id END";

/** SQL: whether log row `s` of an entry or a sale is about an add-on, which admits nobody; `p` is its ticket, if it has one. */
export const isAddOnRow = "coalesce(p.places, s.entries) = 0";

/** SQL: how many people log row `s` let in or sold to; of add-ons, which admit nobody, how many were handed out. */
export const sizeOfRow = "coalesce(nullif(s.entries, 0), s.quantity, 0)";

/**
 * SQL: whether answer `a` counts by itself: its code was typed at the page, or the phone's row about it has not come.
 */
const isNoPhoneRow = `(a.phone_seq IS NULL OR (a.nonce LIKE 'ask %' AND NOT EXISTS (
  SELECT FROM gate_log r WHERE r.device_id = a.device_id AND r.seq = a.phone_seq AND NOT r.is_quarantined)))`;

/**
 * SQL: every entry of a night, door sales included, with the time when somebody came in. `which`: by default without
 * add-ons, whose `entries` are how many were handed out. Entries undone on the page for typed codes are negative. The sum of a
 * ticket's or name's entries equals `enteredOn`. There is a `said_at` if the phone's clock was corrected.
 */
export function entriesOfNight(event: string, which = "NOT is_add_on"): string {
  const answerRows = (isAddOn: string) =>
    `SELECT a.received_at AS at, NULL::timestamptz AS said_at, a.entries, ${isAddOn} AS is_add_on, a.purchase_id, a.guest_id, NULL::uuid AS type_id,
    ${phoneOfAnswer} AS device_id, CASE WHEN a.phone_seq IS NOT NULL THEN 'online' END AS mode, NULL AS reason, NULL AS receipt, NULL::uuid AS chief_device FROM admissions a`;
  return `SELECT * FROM (${answerRows("p.places = 0")} JOIN ticket_purchases p ON p.id = a.purchase_id WHERE p.event_id = ${event} AND a.entries <> 0 AND ${isNoPhoneRow}
    UNION ALL ${answerRows("false")} JOIN listed_guests g ON g.id = a.guest_id WHERE g.event_id = ${event} AND a.entries <> 0 AND ${isNoPhoneRow}
    UNION ALL ${entryRowsOf(event, notUndone)}) n WHERE ${which}`;
}

const entryRowsOf = (event: string, which: string) =>
  `SELECT ${writtenAt("s")} AS at, s.said_at, ${sizeOfRow} AS entries, ${isAddOnRow} AS is_add_on, s.purchase_id, s.guest_id, s.type_id, s.device_id, s.mode, s.reason, s.receipt, s.chief_device
      FROM gate_log s LEFT JOIN ticket_purchases p ON p.id = s.purchase_id
      WHERE s.event_id = ${event} AND s.is_counted AND s.kind IN ('admit', 'guest', 'sale') AND ${which}`;

/**
 * SQL: `entriesOfNight` of everything, and the phones' entries that were undone, which are `is_undone`. The positive ones
 * of a ticket only grow in number.
 */
export const entriesEverOfNight = (event: string): string =>
  `SELECT came.*, false AS is_undone FROM (${entriesOfNight(event, "true")}) came UNION ALL SELECT undone.*, true FROM (${entryRowsOf(event, `NOT ${notUndone}`)}) undone`;

/**
 * SQL: who came in on a ticket or name, by everything that is known, in any order: entries typed at the gate's page,
 * phones' rows that nobody undid, and answers to phones whose row has not come yet. An entry undone on the page is a
 * negative one.
 */
export function entriesOn(id: string, column: "purchase_id" | "guest_id", counts = countsNow): string {
  return `SELECT a.received_at AS at, ${phoneOfAnswer} AS device_id, a.entries FROM admissions a WHERE a.${column} = ${id} AND ${isNoPhoneRow}
    UNION ALL SELECT ${writtenAt("s")}, s.device_id, s.entries FROM gate_log s WHERE s.${column} = ${id} AND s.kind IN ('admit', 'guest') AND ${counts}`;
}

/** SQL: how many people came in on a ticket or name (`entriesOn`). May be more than the ticket admits. */
export function enteredOn(id: string, column: "purchase_id" | "guest_id", counts = countsNow): string {
  return `(SELECT coalesce(sum(entries), 0)::int FROM (${entriesOn(id, column, counts)}) n)`;
}

/** SQL: the order of a ticket's rows, the last first. */
const lastFirst = "PARTITION BY purchase_id ORDER BY at DESC, device_id DESC, seq DESC";

/**
 * SQL: of `tickets` (a condition on the id: "= $1"), how many people went out with a stamp and are not back.
 * Entries, exits and returns that nobody undid follow one another: nobody goes out who has not come in, and nobody comes
 * back who has not gone out. So an undone entry takes the exit of its person with it.
 *
 * An entry that the server let in stands where it did; every other row where it came, which no phone's clock disturbs,
 * and one that came later than the interval `tolerance` where its phone wrote it. Rows of one phone stand in the order
 * of their numbers. They are added from the last to the first: of the people who went out since a row, those count for
 * whom there was room among those who had come in, at this row and at each one after it.
 */
export const outsideBy = (tickets: string, tolerance: string, counts = countsNow): string =>
  `SELECT purchase_id, greatest(0, max(least(since, came + room)))::int AS people FROM (
    SELECT purchase_id, since, came, min(left_since + entries - gone) OVER (${lastFirst}) AS room FROM (
      SELECT *, sum(gone) OVER (${lastFirst}) AS since, sum(gone - entries) OVER (${lastFirst}) AS left_since, sum(entries) OVER (PARTITION BY purchase_id) AS came FROM (
        SELECT purchase_id, device_id, seq, entries, gone, max(at) OVER (PARTITION BY purchase_id, device_id ORDER BY seq, at) AS at FROM (
          SELECT a.purchase_id, ${phoneOfAnswer} AS device_id, a.phone_seq AS seq, a.received_at AS at, a.entries, 0 AS gone FROM admissions a WHERE a.purchase_id ${tickets} AND ${isNoPhoneRow}
          UNION ALL SELECT s.purchase_id, s.device_id, s.seq, least(CASE WHEN s.device_at < s.received_at - ${tolerance} THEN s.device_at ELSE s.received_at END,
              CASE s.kind WHEN 'admit' THEN (SELECT a.received_at FROM admissions a WHERE a.device_id = s.device_id AND a.nonce = 'ask ' || s.seq AND a.purchase_id = s.purchase_id) END),
            CASE s.kind WHEN 'admit' THEN s.entries ELSE 0 END, CASE s.kind WHEN 'exit' THEN s.entries WHEN 'return' THEN -s.entries ELSE 0 END
          FROM gate_log s WHERE s.purchase_id ${tickets} AND s.kind IN ('admit', 'exit', 'return') AND ${counts}
        ) said) stood) summed) bounded GROUP BY purchase_id`;

/** SQL: the same of this ticket; 0 if nobody is out. */
export const outsideOn = (id: string, tolerance: string, counts = countsNow): string =>
  `coalesce(CASE WHEN EXISTS (SELECT FROM gate_log x WHERE x.purchase_id = ${id} AND x.kind = 'exit')
    THEN (SELECT o.people FROM (${outsideBy(`= ${id}`, tolerance, counts)}) o) END, 0)`;

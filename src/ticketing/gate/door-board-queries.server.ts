import { inSeconds } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import {
  entriesEverOfNight,
  entriesOfNight,
  isAddOnRow,
  notUndone,
  outsideBy,
  sizeOfRow,
  writtenAt,
} from "#ticketing/events/entered-on.ts";
import { durations, limits } from "#ticketing/limits.ts";
import { unsentRows } from "./door-store.server.ts";
import type { DoorMode, RowFinding, RowKind, RowMode, RowReason, UnknownReason } from "./door-words.ts";

export type DoorTotals = {
  /** People who came in on tickets, by name and by door sales, including those beyond what a ticket admits. */
  readonly entered: number;
  /** People who went out with a stamp and are not back. */
  readonly outside: number;
  readonly capacity: number;
  /** People who came in during the last quarter of an hour, as far as known. */
  readonly lastQuarter: number;
};

const ticketsWithExits =
  "IN (SELECT p.id FROM ticket_purchases p WHERE p.places > 0 AND p.id IN (SELECT x.purchase_id FROM gate_log x WHERE x.event_id = $1 AND x.kind = 'exit'))";

/** How many people are inside a night, as far as the received rows tell; undefined when there is no such night. */
export async function countInside(sql: Sql, eventId: string): Promise<DoorTotals | undefined> {
  const { rows } = await sql.query<DoorTotals>({
    name: "count-inside",
    text: `SELECT c.capacity, came.entered, came."lastQuarter",
             (SELECT coalesce(sum(o.people), 0)::int FROM (${outsideBy(ticketsWithExits, "make_interval(secs => $3)")}) o) AS outside
           FROM events e JOIN stock_counters c ON c.id = e.id CROSS JOIN LATERAL (
             SELECT coalesce(sum(n.entries), 0)::int AS entered, coalesce(sum(n.entries) FILTER (WHERE n.at > now() - make_interval(secs => $2)), 0)::int AS "lastQuarter"
             FROM (${entriesOfNight("e.id")}) n) came WHERE e.id = $1`,
    values: [eventId, inSeconds.hour / 4, durations.clockTolerance],
  });
  return rows[0];
}

export type BoardPhone = {
  readonly id: string;
  readonly gateId: string;
  readonly name: string;
  readonly decides: boolean;
  readonly isStopped: boolean;
  readonly isChief: boolean;
  readonly enrolledAt: Date;
  /** True when the phone is away: other gates then leave the tickets of its strict gate to it. */
  readonly isAway: boolean;
  readonly seenAt: Date;
  /** Percent, by the newest beat; null when the browser does not tell it. */
  readonly battery: number | null;
  /**
   * True when the phone was silent for `durations.phoneSilent`, or was stopped while away. It may have unknown rows.
   */
  readonly isUnheard: boolean;
  /** How many rows the phone has that the server lacks, as far as it said or sent later ones; null when it was not heard. */
  readonly unsent: number | null;
};

export type BoardGate = {
  readonly id: string;
  readonly name: string;
  readonly mode: DoorMode;
  readonly typeNames: readonly string[];
  readonly entered: number;
  /** People who came in during the last quarter of an hour. */
  readonly lastQuarter: number;
  /** People who came in during the quarter of an hour before the gate's newest sign of life. */
  readonly beforeSilence: number;
  /** The newest sign of life of its phones, of a stopped one until its stop; null when it has none. */
  readonly seenAt: Date | null;
};

/**
 * The gates of a night, in the order in which they were made, with how many people their phones let in. Entries typed
 * on the staff's page belong to no gate, so the sum may be lower than everybody inside.
 */
export async function listBoardGates(sql: Sql, eventId: string): Promise<BoardGate[]> {
  const { rows } = await sql.query<BoardGate>(
    `WITH signs AS (SELECT d.gate_id, max(least(d.seen_at, d.revoked_at)) AS at FROM gate_devices d WHERE d.event_id = $1 GROUP BY d.gate_id),
       came AS MATERIALIZED (SELECT c.device_id, c.at, c.entries FROM (${entriesOfNight("$1")}) c),
       counted AS MATERIALIZED (SELECT signs.gate_id, sum(c.entries)::int AS entered, sum(c.entries) FILTER (WHERE c.at > now() - make_interval(secs => $2))::int AS last,
           sum(c.entries) FILTER (WHERE c.at > signs.at - make_interval(secs => $2))::int AS before
         FROM came c JOIN gate_devices d ON d.id = c.device_id JOIN signs ON signs.gate_id = d.gate_id GROUP BY signs.gate_id)
     SELECT g.id, g.name, g.mode,
       ARRAY(SELECT t.type FROM tickets t WHERE t.id = ANY(g.type_ids) ORDER BY t.type) AS "typeNames",
       coalesce(n.entered, 0) AS entered, coalesce(n.last, 0) AS "lastQuarter", coalesce(n.before, 0) AS "beforeSilence", signs.at AS "seenAt"
     FROM gates g LEFT JOIN signs ON signs.gate_id = g.id LEFT JOIN counted n ON n.gate_id = g.id
     WHERE g.event_id = $1 ORDER BY g.created_at, g.id`,
    [eventId, inSeconds.hour / 4],
  );
  return rows;
}

/** The phones of a night's gates. Every screen that tells whether a phone has sent everything uses this. */
export async function listBoardPhones(sql: Sql, eventId: string): Promise<BoardPhone[]> {
  const { rows } = await sql.query<BoardPhone>(
    `SELECT d.id, d.gate_id AS "gateId", d.name, d.decides, d.revoked_at IS NOT NULL OR d.ends_at < now() AS "isStopped",
       d.is_chief AS "isChief", d.enrolled_at AS "enrolledAt", d.settled_at < now() - make_interval(secs => $2) AS "isAway", d.seen_at AS "seenAt", d.battery, known.is_unheard AS "isUnheard",
       CASE WHEN known.unsent > 0 THEN known.unsent WHEN NOT known.is_unheard THEN 0 END AS unsent
     FROM gate_devices d CROSS JOIN LATERAL (SELECT CASE WHEN d.revoked_at IS NULL THEN d.seen_at < least(now(), d.ends_at) - make_interval(secs => $3)
       ELSE d.settled_at < d.revoked_at - make_interval(secs => $2) END AS is_unheard, ${unsentRows} AS unsent) known
     WHERE d.event_id = $1 ORDER BY d.enrolled_at, d.id`,
    [eventId, durations.phoneAway, durations.phoneSilent],
  );
  return rows;
}

/** How the chief resolved a listed double entry or finding. `word` is null for a row accepted with its stopped phone. */
export type ChiefMark = { readonly word: string | null; readonly by: string; readonly at: string };

/** SQL: the mark `m` as a `ChiefMark`. */
const markOf = "json_build_object('word', m.word, 'by', m.marked_by, 'at', m.marked_at)";

export type DoubleEntry = {
  /** The ticket's id, or below the id of a name on a guest list. */
  readonly purchaseId: string | null;
  readonly guestId: string | null;
  /** The ticket's label or the guest's name; empty when the name was deleted. */
  readonly label: string;
  /** The ticket's type or the name of the guest list. */
  readonly typeName: string;
  /** Whether what follows counts add-ons handed out; else people. */
  readonly isAddOn: boolean;
  readonly entriesTotal: number;
  readonly entered: number;
  /** How many ever came in, those undone later too: it grows whenever somebody comes in. */
  readonly everEntered: number;
  /** Null when it is not resolved, or when somebody came in since. */
  readonly mark: ChiefMark | null;
  /** How many entries on the ticket or name nobody undid; and below, the first and the last of them, in their order. */
  readonly rowsInAll: number;
  readonly rows: readonly {
    /** Null for an entry on the page for typed codes. */
    readonly gateName: string | null;
    readonly phoneName: string | null;
    readonly mode: RowMode | null;
    readonly entries: number;
    readonly at: string;
    readonly isCorrected: boolean;
  }[];
};

/** The tickets and names of a night on which more people came in than they admit; only one of them, if it is given. */
export async function listDoubleEntries(
  sql: Sql,
  eventId: string,
  only: string | null = null,
): Promise<DoubleEntry[]> {
  const { rows } = await sql.query<DoubleEntry>(
    `SELECT n.purchase_id AS "purchaseId", n.guest_id AS "guestId", n.label, n.type_name AS "typeName", n.is_add_on AS "isAddOn", n.entries_total AS "entriesTotal", n.entered, n.ever AS "everEntered",
       (SELECT ${markOf} FROM double_marks m WHERE (m.purchase_id = n.purchase_id OR m.guest_id = n.guest_id) AND m.entered = n.ever) AS mark, n.in_all AS "rowsInAll", n.rows
     FROM (SELECT c.id, c.purchase_id, c.guest_id, c.entered, c.ever, c.in_all, coalesce(p.ticket_code, w.name, '') AS label, coalesce(t.type, y.name, '') AS type_name, coalesce(p.entries_total, w.places) AS entries_total, bool_or(c.is_add_on) AS is_add_on,
         json_agg(json_build_object('gateName', g.name, 'phoneName', d.name, 'mode', c.mode, 'entries', c.entries, 'at', c.at, 'isCorrected', c.said_at IS NOT NULL) ORDER BY c.no) AS rows
       FROM (SELECT *, (sum(entries) FILTER (WHERE NOT is_undone) OVER whole)::int AS entered, (sum(entries) FILTER (WHERE entries > 0) OVER whole)::int AS ever,
             (count(*) FILTER (WHERE entries > 0 AND NOT is_undone) OVER whole)::int AS in_all, row_number() OVER (PARTITION BY id, entries > 0 AND NOT is_undone ORDER BY at) AS no
           FROM (SELECT came.*, coalesce(purchase_id, guest_id) AS id FROM (${entriesEverOfNight("$1")}) came) one WHERE id IS NOT NULL AND ($4::text IS NULL OR id::text = $4) WINDOW whole AS (PARTITION BY id)) c
         LEFT JOIN ticket_purchases p ON p.id = c.purchase_id LEFT JOIN tickets t ON t.id = p.ticket_type_id LEFT JOIN listed_guests w ON w.id = c.guest_id LEFT JOIN guest_lists y ON y.id = w.list_id
         LEFT JOIN gate_devices d ON d.id = c.device_id LEFT JOIN gates g ON g.id = d.gate_id
       WHERE c.entered > coalesce(p.entries_total, w.places) AND c.entries > 0 AND NOT c.is_undone AND (c.no <= $3 OR c.no > c.in_all - $3)
         AND (EXISTS (SELECT FROM gate_log l WHERE l.purchase_id = c.purchase_id) OR EXISTS (SELECT FROM gate_log l WHERE l.guest_id = c.guest_id))
       GROUP BY c.id, c.purchase_id, c.guest_id, c.entered, c.ever, c.in_all, p.id, t.id, w.id, y.id ORDER BY c.id LIMIT $2) n ORDER BY n.id`,
    [eventId, limits.rowsOfDoorList, limits.rowsOfDouble / 2, only],
  );
  return rows;
}

type RowOfPhone = {
  readonly gateName: string;
  readonly phoneName: string;
  readonly at: Date;
};

/** SQL: joins to log row `s` what it is about, or what it undoes: ticket `p`, name `w` or the type sold `t`. */
const subjectOfRow = `LEFT JOIN gate_log o ON o.device_id = s.undoes_device AND o.seq = s.undoes_seq AND NOT o.is_quarantined
       LEFT JOIN ticket_purchases p ON p.id = s.purchase_id LEFT JOIN listed_guests w ON w.id = s.guest_id LEFT JOIN tickets t ON t.id = coalesce(s.type_id, o.type_id)`;

/**
 * SQL: at most $2 log rows `s` of night $1, the newest of each phone in turn: however many rows one phone writes, those
 * of the others are among them.
 */
const rowsInTurn = (which: string, turnOf = "l.device_id", counts = "NULL") =>
  `(SELECT l.*, ${counts}, row_number() OVER (PARTITION BY ${turnOf} ORDER BY l.received_at DESC, l.seq DESC) AS turn
      FROM gate_log l WHERE l.event_id = $1 AND ${which} ORDER BY turn, l.received_at DESC, l.seq DESC LIMIT $2) s`;

/** SQL: whether log row `l` stands among the findings; too many people on a name, once they count, are a double entry. */
export const isListedFinding = "l.finding IS NOT NULL AND (l.finding <> 'over_places' OR NOT l.is_counted)";

export type FoundRow = RowOfPhone & {
  readonly digest: string;
  readonly finding: RowFinding;
  /** Whether the row is about a name of a guest list. */
  readonly isGuest: boolean;
  /**
   * What the row counts as: people, add-ons, nobody who came in, an undo, an undone row, or nothing. `waiting`: nothing
   * until the chief accepts its stopped phone.
   */
  readonly counts: "person" | "add_on" | "nobody" | "undo" | "undone" | "nothing" | "waiting";
  /** The ticket's label, the guest's name or the type sold; of an undo, what it undid. */
  readonly label: string | null;
  readonly mark: ChiefMark | null;
  readonly entries: number;
  readonly isCorrected: boolean;
};

/** Rows with a finding (the server knew more than the phone), newest first. */
export async function listFoundRows(sql: Sql, eventId: string, most: number): Promise<FoundRow[]> {
  const { rows } = await sql.query<FoundRow>(
    `SELECT g.name AS "gateName", d.name AS "phoneName", s.digest, s.finding, s.guest_id IS NOT NULL AS "isGuest", coalesce(p.ticket_code, w.name, t.type) AS label, ${sizeOfRow} AS entries,
       CASE WHEN s.waits THEN 'waiting' WHEN NOT s.is_counted THEN 'nothing' WHEN s.kind = 'undo' THEN 'undo' WHEN NOT ${notUndone} THEN 'undone' WHEN s.kind NOT IN ('admit', 'guest', 'sale') THEN 'nobody' WHEN ${isAddOnRow} THEN 'add_on' ELSE 'person' END AS counts,
       coalesce((SELECT ${markOf} FROM double_marks m WHERE m.event_id = s.event_id AND m.row_digest = s.digest),
         CASE WHEN s.finding = 'revoked' AND s.is_counted AND d.rows_accepted_at IS NOT NULL THEN json_build_object('word', NULL, 'by', d.rows_accepted_by, 'at', d.rows_accepted_at) END) AS mark, ${writtenAt("s")} AS at, s.said_at IS NOT NULL AS "isCorrected"
     FROM ${rowsInTurn(isListedFinding, "l.device_id, l.finding", "waits_for_chief(l) AS waits")} JOIN gate_devices d ON d.id = s.device_id JOIN gates g ON g.id = d.gate_id ${subjectOfRow}
     ORDER BY s.received_at DESC, s.seq DESC`,
    [eventId, most],
  );
  return rows;
}

export type UnknownCode = RowOfPhone & {
  readonly seq: number;
  readonly reason: UnknownReason;
  readonly isCorrected: boolean;
  /**
   * How often this code was shown at the night, how many unknown codes there were, and how many forged ones lately.
   */
  readonly times: number;
  readonly inAll: number;
  readonly forgedLately: number;
};

/**
 * Codes shown at a night's doors that are not ours, the newest first. The code is found in the signed text as our phones
 * write it: not every text that we can read is JSON for PostgreSQL, and where it is written otherwise, it is a code of
 * its own.
 */
export async function listUnknownCodes(sql: Sql, eventId: string, most: number): Promise<UnknownCode[]> {
  const { rows } = await sql.query<UnknownCode>(
    `SELECT g.name AS "gateName", d.name AS "phoneName", s.seq, s.reason, ${writtenAt("s")} AS at, s.said_at IS NOT NULL AS "isCorrected", s.times, s."inAll", s."forgedLately"
     FROM ${rowsInTurn(
       "l.kind = 'refuse' AND l.reason IS NOT NULL AND NOT l.is_quarantined",
       "l.device_id",
       `(count(*) OVER (PARTITION BY coalesce(substring(l.signed_text FROM '"code":"([0-9a-f]{64})"'), l.digest)))::int AS times, (count(*) OVER ())::int AS "inAll",
       (count(*) FILTER (WHERE l.reason = 'forged' AND l.received_at > now() - make_interval(secs => $3)) OVER ())::int AS "forgedLately"`,
     )} JOIN gate_devices d ON d.id = s.device_id JOIN gates g ON g.id = d.gate_id ORDER BY s.received_at DESC, s.seq DESC`,
    [eventId, most, durations.forgedCodes],
  );
  return rows;
}

export type OverrideRow = {
  /** Null for an admission on the chief's page of orders. */
  readonly gateName: string | null;
  readonly phoneName: string | null;
  readonly at: Date;
  readonly seq: number;
  readonly kind: RowKind;
  /** The ticket's label or the guest's name; of an undo, what it undid. */
  readonly label: string | null;
  /** The ticket type, for a free entry or an undone sale. */
  readonly typeName: string;
  /** How many tickets a free sale had; null for what is no sale. */
  readonly tickets: number | null;
  /** People, also of a sale; of add-ons, how many were handed out. */
  readonly entries: number;
  readonly isAddOn: boolean;
  /** The chief's phone, or the chief at that page; null when no chief's code proves the row. */
  readonly chiefName: string | null;
  readonly reason: RowReason | null;
  /** True when a row that counts undid it. */
  readonly isUndone: boolean;
};

/** Admissions and undone rows by chiefs on phones, the newest first. */
export async function listOverrides(sql: Sql, eventId: string, most: number): Promise<OverrideRow[]> {
  const { rows } = await sql.query<OverrideRow>(
    `SELECT g.name AS "gateName", d.name AS "phoneName", s.seq, s.kind, coalesce(p.ticket_code, w.name) AS label, coalesce(t.type, '') AS "typeName", s.quantity AS tickets, ${sizeOfRow} AS entries, ${isAddOnRow} AS "isAddOn", c.name AS "chiefName", s.reason, NOT ${notUndone} AS "isUndone", ${writtenAt("s")} AS at
     FROM ${rowsInTurn("l.mode = 'override' AND l.kind <> 'refuse' AND NOT l.is_quarantined")} JOIN gate_devices d ON d.id = s.device_id JOIN gates g ON g.id = d.gate_id LEFT JOIN gate_devices c ON c.id = s.chief_device AND s.finding IS DISTINCT FROM 'no_chief' ${subjectOfRow}
     ORDER BY s.received_at DESC, s.seq DESC`,
    [eventId, most],
  );
  return rows;
}

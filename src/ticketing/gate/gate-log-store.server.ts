import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { durations, limits } from "#ticketing/limits.ts";
import type { TicketAtGate } from "./admission.ts";
import type { GateDevice } from "./door-store.server.ts";
import type { RowFinding, RowMode } from "./door-words.ts";
import type { GateRow, SentRow } from "./gate-row-form.ts";

type KeptRow = {
  readonly device: GateDevice;
  readonly sent: SentRow;
  readonly digest: string;
  /** Undefined: signed, and none of our texts. */
  readonly row: GateRow | undefined;
  readonly finding: RowFinding | null;
  readonly isQuarantined?: boolean;
  readonly isCounted?: boolean;
  readonly purchaseId?: string | null;
  readonly guestId?: string | null;
  /** The chief's phone that let them in. */
  readonly chief?: string | null;
  /** What a sale's row names, where it was set aside for the phone. */
  readonly typeId?: string | null;
};

/** SQL: the finding of a row whose undo came first, and is before it or long after it. */
const undoneAway = `(SELECT 'late_undo' FROM gate_log u WHERE u.undoes_device = $1 AND u.undoes_seq = $2 AND u.is_counted AND u.finding IS NULL
               AND (u.device_at < $18::timestamptz - make_interval(secs => $27) OR (u.chief_device IS NULL AND u.device_at > $18::timestamptz + make_interval(secs => $28))) LIMIT 1)`;

export async function insertGateRow(sql: Sql, kept: KeptRow): Promise<void> {
  const { device, sent, digest, row, finding, isQuarantined = false, isCounted = false } = kept;
  await sql.query({
    name: "keep-gate-row",
    text: `INSERT INTO gate_log (device_id, seq, digest, event_id, signed_text, signature, is_quarantined, kind, mode, purchase_id, guest_id, entries, undoes_device, undoes_seq, reason, is_counted, finding, device_at, chief_device, type_id, quantity, bani, means, receipt, opening_bani, said_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
             coalesce($17, ${undoneAway}), $18, $19, $20, $21, $22, $23, $24, $25, $26)`,
    values: [
      ...[device.id, sent.seq, digest, device.eventId],
      // the database takes no NUL; the digest is of what was signed
      ...[sent.text.replaceAll("\0", " ").slice(0, limits.gateRowText), sent.signature, isQuarantined],
      ...[row?.kind ?? "unreadable", row?.mode ?? "offline", kept.purchaseId ?? null, kept.guestId ?? null],
      ...[row?.entries ?? 0, row?.undoes?.device ?? null, row?.undoes?.seq ?? null, row?.reason ?? null],
      ...[isCounted, finding, row ? new Date(row.at) : null, kept.chief ?? null],
      ...[kept.typeId ?? null, row?.sale?.quantity ?? null, row?.sale?.bani ?? row?.shift?.cash ?? null],
      ...[row?.sale?.means ?? null, row?.sale?.receipt ?? null, row?.shift?.opening ?? null],
      row?.saidAt === undefined ? null : new Date(row.saidAt),
      ...[durations.rightClock, durations.undo],
    ],
  });
}

export type LoggedTicket = TicketAtGate & {
  readonly id: Uuid;
  readonly label: string;
  readonly holderName: string | null;
  readonly typeId: Uuid;
  readonly typeName: string;
  readonly isAddOn: boolean;
  readonly minimumAge: number | null;
  readonly enterUntil: string | null;
  /** Of its night. */
  readonly title: string;
  readonly date: string;
  readonly doors: string | null;
  readonly time: string | null;
  readonly now: Date;
};

/** A ticket by its id, locked until the end of the transaction. */
export async function lockLoggedTicket(sql: Sql, id: string): Promise<LoggedTicket | undefined> {
  const { rows } = await sql.query<LoggedTicket>({
    name: "logged-ticket",
    text: `SELECT p.id, p.ticket_code AS label, p.holder_name AS "holderName", p.status, p.event_id AS "eventId", p.entries_total AS "entriesTotal", p.entries_remaining AS "entriesRemaining", p.secret_version AS "secretVersion",
             p.suspended, p.share_returned_at IS NOT NULL AS "isShareReturned", e.cancelled_at IS NOT NULL AS "isCancelled", p.places = 0 AS "isAddOn",
             p.ticket_type_id AS "typeId", coalesce(t.type, '') AS "typeName", to_char(t.enter_until, 'HH24:MI') AS "enterUntil", e.minimum_age AS "minimumAge", e.title,
             e.date::text AS date, to_char(e.doors, 'HH24:MI') AS doors, to_char(e.time, 'HH24:MI') AS time, now() AS now
           FROM ticket_purchases p JOIN events e ON e.id = p.event_id LEFT JOIN tickets t ON t.id = p.ticket_type_id WHERE p.id = $1 FOR UPDATE OF p`,
    values: [id],
  });
  return rows[0];
}

type LockedGuest = {
  readonly id: Uuid;
  readonly eventId: string;
  readonly isRemoved: boolean;
  readonly placesLeft: number;
};

export async function lockListedGuest(sql: Sql, id: string): Promise<LockedGuest | undefined> {
  const { rows } = await sql.query<LockedGuest>(
    `SELECT id, event_id AS "eventId", removed_at IS NOT NULL AS "isRemoved", places - entered AS "placesLeft" FROM listed_guests WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0];
}

type Undone = {
  readonly purchaseId: Uuid | null;
  readonly guestId: Uuid | null;
  readonly deviceAt: Date | null;
  /** By the phone's own clock. */
  readonly saidAt: Date | null;
  readonly mode: RowMode;
};

/** The row that another undoes, if it is here already. */
export async function findUndone(
  sql: Sql,
  { device, seq }: { readonly device: string; readonly seq: number },
): Promise<Undone | undefined> {
  const { rows } = await sql.query<Undone>(
    `SELECT purchase_id AS "purchaseId", guest_id AS "guestId", device_at AS "deviceAt", coalesce(said_at, device_at) AS "saidAt", mode FROM gate_log WHERE device_id = $1 AND seq = $2 AND NOT is_quarantined`,
    [device, seq],
  );
  return rows[0];
}

/** SQL: people who went out with a stamp on this ticket and are not back. */
export const outsideOn = (id: string) => `(
  SELECT coalesce(sum(CASE x.kind WHEN 'exit' THEN x.entries ELSE -x.entries END), 0) FROM gate_log x WHERE x.purchase_id = ${id} AND x.kind IN ('exit', 'return') AND x.is_counted
    AND NOT EXISTS (SELECT FROM gate_log u WHERE u.undoes_device = x.device_id AND u.undoes_seq = x.seq AND u.is_counted))::int`;

export async function outsideOf(sql: Sql, purchaseId: string): Promise<number> {
  const { rows } = await sql.query<{ outside: number }>(`SELECT ${outsideOn("$1")} AS outside`, [purchaseId]);
  return rows[0]?.outside ?? 0;
}

export type LastEntry = { readonly at: Date; readonly gateName: string | null };

/** When, by the server's clock, and where somebody last came in on this ticket; null for nobody, and for typed codes without a gate. */
export async function lastEntryOf(sql: Sql, purchaseId: string): Promise<LastEntry | null> {
  const { rows } = await sql.query<LastEntry>(
    `SELECT a.received_at AS at, g.name AS "gateName" FROM admissions a LEFT JOIN gate_devices d ON d.id = a.device_id LEFT JOIN gates g ON g.id = d.gate_id
     WHERE a.purchase_id = $1 AND a.verdict = 'admitted' ORDER BY a.received_at DESC LIMIT 1`,
    [purchaseId],
  );
  return rows[0] ?? null;
}

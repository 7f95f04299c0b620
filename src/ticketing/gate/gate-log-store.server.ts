import type { Uuid } from "#kernel/id.ts";
import { inSeconds } from "#kernel/time.ts";
import { only, type Sql } from "#platform/database/sql.ts";
import { limits } from "#ticketing/limits.ts";
import type { GateDevice } from "./door-store.server.ts";
import type { RowFinding, RowMode } from "./door-words.ts";
import type { GateRow, SentRow } from "./gate-row-form.ts";

type NewGateRow = {
  readonly device: GateDevice;
  readonly sent: SentRow;
  readonly digest: string;
  /** Undefined when the text is signed but is not one of our texts. */
  readonly row: GateRow | undefined;
  readonly finding: RowFinding | null;
  /** Whether the phone wrote it after its time was over: a finding of a row that counts and has no other. */
  readonly isAfterEnd: boolean;
  readonly isQuarantined?: boolean;
  /** Whether it counts, if its phone is not stopped. */
  readonly isCounted?: boolean;
  /** Whether the server itself had let these people in: then it counts whatever happened to its phone. */
  readonly isAdmittedByServer?: boolean;
  readonly purchaseId?: string | null;
  readonly guestId?: string | null;
  /** The chief's phone that allowed it. */
  readonly chief?: string | null;
  /** The type that a sale names, if it was set aside for the phone. */
  readonly typeId?: string | null;
};

/**
 * Stores a row, and resolves to whether it counts. A row of a stopped phone has the finding that it would have
 * otherwise, so that nothing is hidden when the chief accepts the phone (`waits_for_chief`, migrations/rules.sql). A row
 * that takes back what the server answered under its number has a finding, which neither too many people nor the
 * phone's end hides: an answer may be lost on its way, and a changed phone may write so to let several people in on one
 * ticket.
 */
export async function insertGateRow(sql: Sql, newRow: NewGateRow): Promise<boolean> {
  const { device, sent, digest, row, isAfterEnd, isQuarantined = false } = newRow;
  const { isCounted: mayCount = false, isAdmittedByServer = false } = newRow;
  const isHeldBack = mayCount && device.isRevoked && !isAdmittedByServer;
  const isCounted = mayCount && !isHeldBack;
  await sql.query({
    name: "keep-gate-row",
    text: `INSERT INTO gate_log (device_id, seq, digest, event_id, signed_text, signature, is_quarantined, kind, mode, purchase_id, guest_id, entries, undoes_device, undoes_seq, reason, is_counted, finding, device_at, chief_device, type_id, quantity, bani, means, receipt, opening_bani, said_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
             CASE WHEN coalesce($17, 'revoked') IN ('revoked', 'over_places') AND EXISTS (SELECT FROM admissions a WHERE a.device_id = $1 AND a.nonce = 'ask ' || $2::int AND a.entries > 0
               AND NOT ($8 IN ('admit', 'guest') AND $12 >= a.entries AND (a.purchase_id, a.guest_id) IS NOT DISTINCT FROM ($10::uuid, $11::uuid))) THEN 'other_answer' ELSE $17 END, $18, $19, $20, $21, $22, $23, $24, $25, $26)`,
    values: [
      device.id,
      sent.seq,
      digest,
      device.eventId,
      // the database stores no NUL; the digest is of the text as it was signed
      sent.text.replaceAll("\0", " ").slice(0, limits.gateRowText),
      sent.signature,
      isQuarantined,
      row?.kind ?? "unreadable",
      row?.mode ?? "offline",
      newRow.purchaseId ?? null,
      newRow.guestId ?? null,
      row?.entries ?? 0,
      row?.undoes?.device ?? null,
      row?.undoes?.seq ?? null,
      row?.reason ?? null,
      isCounted,
      newRow.finding ?? (mayCount && (isHeldBack || isAfterEnd) ? "revoked" : null),
      row ? new Date(row.at) : null,
      newRow.chief ?? null,
      newRow.typeId ?? null,
      row?.sale?.quantity ?? null,
      row?.sale?.bani ?? row?.shift?.cash ?? null,
      row?.sale?.means ?? null,
      row?.sale?.receipt ?? null,
      row?.shift?.opening ?? null,
      row?.saidAt === undefined ? null : new Date(row.saidAt),
    ],
  });
  return isCounted;
}

type StoredRow = { readonly seq: number; readonly digest: string; readonly isQuarantined: boolean };

/** How many rows of a phone are here, those under used numbers included, and which of these are. */
export async function readStoredRows(
  sql: Sql,
  deviceId: string,
  sent: readonly Pick<StoredRow, "seq" | "digest">[],
): Promise<{ readonly inAll: number; readonly ofLastMinute: number; readonly known: readonly StoredRow[] }> {
  const { rows: counts } = await sql.query<{ inAll: number; ofLastMinute: number }>({
    name: "count-gate-rows",
    text: `SELECT count(*)::int AS "inAll", (count(*) FILTER (WHERE received_at > now() - make_interval(secs => $2)))::int AS "ofLastMinute"
           FROM gate_log WHERE device_id = $1`,
    values: [deviceId, inSeconds.minute],
  });
  const { rows: known } = await sql.query<StoredRow>({
    name: "known-gate-rows",
    text: `SELECT seq, digest, is_quarantined AS "isQuarantined" FROM gate_log
           WHERE device_id = $1 AND (seq, digest) IN (SELECT * FROM unnest($2::int[], $3::text[]))`,
    values: [deviceId, sent.map(({ seq }) => seq), sent.map(({ digest }) => digest)],
  });
  return { ...only(counts), known };
}

type UndoneRow = {
  readonly purchaseId: Uuid | null;
  readonly guestId: Uuid | null;
  /** The type that it sold. */
  readonly typeId: Uuid | null;
  /** The time by the phone's clock, corrected where that was wrong. */
  readonly deviceAt: Date | null;
  /** The same time before the correction. */
  readonly saidAt: Date | null;
  readonly mode: RowMode;
};

/** The row that another row undoes; undefined when it has not come yet. */
export async function findUndoneRow(
  sql: Sql,
  { device, seq }: { readonly device: string; readonly seq: number },
): Promise<UndoneRow | undefined> {
  const { rows } = await sql.query<UndoneRow>(
    `SELECT purchase_id AS "purchaseId", guest_id AS "guestId", type_id AS "typeId", device_at AS "deviceAt", coalesce(said_at, device_at) AS "saidAt", mode FROM gate_log WHERE device_id = $1 AND seq = $2 AND NOT is_quarantined`,
    [device, seq],
  );
  return rows[0];
}

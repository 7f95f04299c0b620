import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { durations, limits } from "#ticketing/limits.ts";
import { mayUndo } from "./admission.ts";
import { lockListedGuest, lockTicketById, updateEntryCounter } from "./admission-store.server.ts";
import { findChiefOfRow, findProvenChief } from "./chief-proof-queries.server.ts";
import { findDevice } from "./door-store.server.ts";
import type { RowFinding, RowKind } from "./door-words.ts";
import { findUndoneRow, insertGateRow } from "./gate-log-store.server.ts";
import { type GateRow, readGateRow } from "./gate-row-form.ts";
import type { ReceivedRow } from "./keep-door-sale.server.ts";
import { rowMoment } from "./row-moment-queries.server.ts";

/**
 * Stores an undo: it adds a row and deletes none. It also works when it comes before the row that it undoes. Another
 * phone's row is undone only with a chief's code that nothing is found against.
 */
export async function storeUndo(
  sql: Sql,
  received: ReceivedRow,
  row: GateRow,
  undoes: NonNullable<GateRow["undoes"]>,
): Promise<void> {
  const { device } = received;
  const { chief, finding: chiefFinding } = await findChiefOfRow(sql, row, device.eventId);
  const isOfNight = (await findDevice(sql, undoes.device))?.eventId === device.eventId;
  const isAllowed = undoes.device === device.id || (chief !== null && chiefFinding === null);
  const undoneRow = isOfNight ? await findUndoneRow(sql, undoes) : undefined;
  if (undoneRow?.purchaseId) await lockTicketById(sql, undoneRow.purchaseId);
  if (undoneRow?.guestId) await lockListedGuest(sql, undoneRow.guestId);
  const finding = await (async (): Promise<RowFinding | null> => {
    if (!isOfNight) return "elsewhere";
    if (isAllowed && device.isRevoked) return "revoked";
    return chiefFinding ?? findLateUndo(sql, row, chief !== null);
  })();
  await insertGateRow(sql, {
    ...received,
    row,
    finding,
    isCounted: isOfNight && isAllowed && !device.isRevoked,
    chief,
    purchaseId: undoneRow?.purchaseId ?? null,
    guestId: undoneRow?.guestId ?? null,
  });
  const cause = { device, seq: row.seq };
  if (undoneRow?.purchaseId)
    await updateEntryCounter(sql, { column: "purchase_id", id: undoneRow.purchaseId }, cause);
  if (undoneRow?.guestId) await updateEntryCounter(sql, { column: "guest_id", id: undoneRow.guestId }, cause);
}

async function findLateUndo(sql: Sql, row: GateRow, isChief: boolean): Promise<"late_undo" | null> {
  const { undoes } = row;
  if (!undoes) return null;
  const undoneRow = await findUndoneRow(sql, undoes);
  const isOwnRow = undoes.device === row.device;
  const undoneAt =
    undoneRow?.deviceAt && (await rowMoment(sql, { ...undoes, at: undoneRow.deviceAt.getTime() }));
  const age = undoneAt ? ((await rowMoment(sql, row)) - undoneAt) / 1000 : 0;
  // two clocks may differ by this much without a warning; one clock may have been corrected between the two rows
  const isOneClock = isOwnRow && undoneRow?.mode !== "override" && row.mode !== "override";
  const ageByOwnClock = undoneRow?.saidAt ? ((row.saidAt ?? row.at) - undoneRow.saidAt.getTime()) / 1000 : 0;
  const isBeforeUndone = isOneClock ? Math.max(age, ageByOwnClock) < 0 : age < -durations.clockTolerance;
  return mayUndo({ age, isOwnRow, isChief }, durations.undo) && !isBeforeUndone ? null : "late_undo";
}

type MovedRow = {
  readonly device: Uuid;
  readonly seq: number;
  readonly kind: RowKind;
  readonly text: string;
  readonly eventId: Uuid;
  readonly at: Date;
  readonly saidAt: Date | null;
  readonly isChief: boolean;
  /** Its place among the moved rows of its phone. */
  readonly place: number;
};

/**
 * Judges again the rows that came before this one: those with a higher number and an earlier time, and those that undo it.
 */
export async function judgeMovedRows(sql: Sql, deviceId: Uuid, seq: number): Promise<void> {
  const { rows } = await sql.query<MovedRow>({
    name: "moved-rows",
    text: `SELECT l.device_id AS device, l.seq, l.kind, l.signed_text AS text, l.event_id AS "eventId", l.device_at AS at, l.said_at AS "saidAt", l.chief_device IS NOT NULL AS "isChief",
             (row_number() OVER (PARTITION BY l.device_id ORDER BY l.seq))::int AS place
           FROM gate_log n JOIN gate_log l ON l.device_id = n.device_id AND l.seq > n.seq AND l.device_at < least(n.device_at - make_interval(secs => $3), n.received_at)
             OR l.undoes_device = n.device_id AND l.undoes_seq = n.seq
           WHERE n.device_id = $1 AND n.seq = $2 AND NOT n.is_quarantined AND n.device_at IS NOT NULL AND l.finding IS NULL AND NOT l.is_quarantined
             AND (l.kind = 'undo' OR l.chief_device IS NOT NULL AND l.kind <> 'refuse')`,
    values: [deviceId, seq, durations.clockTolerance],
  });
  if (rows.length === 0) return;
  const findings = [];
  for (const row of rows) findings.push(await findMovedRow(sql, row));
  await sql.query(
    `UPDATE gate_log l SET finding = f.finding FROM unnest($1::uuid[], $2::int[], $3::text[]) f(device_id, seq, finding)
     WHERE l.device_id = f.device_id AND l.seq = f.seq AND f.finding IS NOT NULL AND l.finding IS NULL AND NOT l.is_quarantined`,
    [rows.map(({ device }) => device), rows.map((row) => row.seq), findings],
  );
}

async function findMovedRow(sql: Sql, moved: MovedRow): Promise<"late_undo" | "no_chief" | null> {
  const { text, eventId, at, saidAt, isChief, kind, place } = moved;
  // a right clock moves hardly a row; so many would be judged with each row that comes, so the others are listed unjudged
  if (place > limits.rowsJudgedAgain) return kind === "undo" ? "late_undo" : "no_chief";
  const read = readGateRow(text);
  if (!read) return null;
  const row = { ...read, at: at.getTime(), ...(saidAt ? { saidAt: saidAt.getTime() } : {}) };
  const moment = { at: await rowMoment(sql, row), eventId };
  const isProven = !isChief || (row.chief && (await findProvenChief(sql, row.chief, moment)));
  return isProven ? findLateUndo(sql, row, isChief) : "no_chief";
}

import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { durations } from "#ticketing/limits.ts";
import { mayUndo } from "./admission.ts";
import { lockListedGuest, lockTicketById, updateEntryCounter } from "./admission-store.server.ts";
import { findChiefOfRow, findProvenChief } from "./chief-proof-queries.server.ts";
import { findDevice } from "./door-store.server.ts";
import type { RowFinding } from "./door-words.ts";
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
  readonly text: string;
  readonly eventId: Uuid;
  readonly at: Date;
  readonly saidAt: Date | null;
  readonly isChief: boolean;
};

/** Judges again the rows that came before this one: those with a higher number and an earlier time, and those that undo it. */
export async function judgeMovedRows(sql: Sql, deviceId: Uuid, seq: number): Promise<void> {
  const { rows } = await sql.query<MovedRow>({
    name: "moved-rows",
    text: `SELECT l.signed_text AS text, l.event_id AS "eventId", l.device_at AS at, l.said_at AS "saidAt", l.chief_device IS NOT NULL AS "isChief"
           FROM gate_log n JOIN gate_log l ON l.device_id = n.device_id AND l.seq > n.seq AND l.device_at < n.device_at OR l.undoes_device = n.device_id AND l.undoes_seq = n.seq
           WHERE n.device_id = $1 AND n.seq = $2 AND NOT n.is_quarantined AND l.finding IS NULL AND NOT l.is_quarantined
             AND (l.kind = 'undo' OR l.chief_device IS NOT NULL AND l.kind <> 'refuse')`,
    values: [deviceId, seq],
  });
  for (const { text, eventId, at, saidAt, isChief } of rows) {
    const read = readGateRow(text);
    if (!read) continue;
    const row = { ...read, at: at.getTime(), ...(saidAt ? { saidAt: saidAt.getTime() } : {}) };
    const moment = { at: await rowMoment(sql, row), eventId };
    const isProven = !isChief || (row.chief && (await findProvenChief(sql, row.chief, moment)));
    const finding = isProven ? await findLateUndo(sql, row, isChief) : "no_chief";
    if (finding)
      await sql.query(
        "UPDATE gate_log SET finding = $3 WHERE device_id = $1 AND seq = $2 AND finding IS NULL AND NOT is_quarantined",
        [row.device, row.seq, finding],
      );
  }
}

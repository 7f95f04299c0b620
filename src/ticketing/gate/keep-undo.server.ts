import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { durations, limits } from "#ticketing/limits.ts";
import { mayUndo } from "./admission.ts";
import { lockSubject, subjectOf, updateEntryCounter } from "./admission-store.server.ts";
import { findChiefOfRow, findProvenChief } from "./chief-proof-queries.server.ts";
import { listSalesOverStock, lockDoorStock } from "./door-share-store.server.ts";
import { findDevice, lockNumber } from "./door-store.server.ts";
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
  const subject = undoneRow && subjectOf(undoneRow);
  if (subject) await lockSubject(sql, subject);
  const finding = await (async (): Promise<RowFinding | null> => {
    if (!isOfNight) return "elsewhere";
    return chiefFinding ?? findLateUndo(sql, row, chief !== null);
  })();
  const isCounted = await insertGateRow(sql, {
    ...received,
    row,
    finding,
    isCounted: isOfNight && isAllowed,
    chief,
    purchaseId: undoneRow?.purchaseId ?? null,
    guestId: undoneRow?.guestId ?? null,
  });
  if (subject && isCounted) await updateEntryCounter(sql, subject, { device, seq: row.seq });
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
  readonly isFound: boolean;
  /** The row of another phone that it undoes. */
  readonly undoesOther: NonNullable<GateRow["undoes"]> | null;
  /** Its place among the moved rows of its phone. */
  readonly place: number;
};

/**
 * Judges again the rows that came before this one: those with a higher number and an earlier time, and those that undo
 * it. An undo of another phone's row that turns out to have no chief's code counts no longer, and what it undid does.
 */
export async function judgeMovedRows(sql: Sql, deviceId: Uuid, seq: number): Promise<void> {
  const { rows } = await sql.query<MovedRow>({
    name: "moved-rows",
    text: `SELECT l.device_id AS device, l.seq, l.kind, l.signed_text AS text, l.event_id AS "eventId", l.device_at AS at, l.said_at AS "saidAt", l.chief_device IS NOT NULL AS "isChief",
             coalesce(l.finding, 'revoked') <> 'revoked' AS "isFound", CASE WHEN l.undoes_device <> l.device_id THEN json_build_object('device', l.undoes_device, 'seq', l.undoes_seq) END AS "undoesOther",
             (row_number() OVER (PARTITION BY l.device_id ORDER BY l.seq))::int AS place
           FROM gate_log n JOIN gate_log l ON l.device_id = n.device_id AND l.seq > n.seq AND l.device_at < least(n.device_at - make_interval(secs => $3), n.received_at)
             OR l.undoes_device = n.device_id AND l.undoes_seq = n.seq
           WHERE n.device_id = $1 AND n.seq = $2 AND NOT n.is_quarantined AND n.device_at IS NOT NULL AND NOT l.is_quarantined
             AND (coalesce(l.finding, 'revoked') = 'revoked' OR l.undoes_device <> l.device_id AND l.chief_device IS NOT NULL AND l.finding = 'late_undo')
             AND (l.kind = 'undo' OR l.chief_device IS NOT NULL AND l.kind <> 'refuse')
           ORDER BY l.undoes_device, l.undoes_seq, l.device_id, l.seq`,
    values: [deviceId, seq, durations.clockTolerance],
  });
  const judged = [];
  for (const row of rows) {
    const finding = await findMovedRow(sql, row);
    const refuted = finding === "no_chief" ? row.undoesOther : null;
    if (finding && (!row.isFound || refuted)) judged.push({ ...row, finding, refuted });
  }
  if (judged.length === 0) return;
  // as when the undo came: it and the row that it undoes wait for each other; two uploads lock in the same order
  for (const { refuted } of judged) if (refuted) await lockNumber(sql, refuted.device, refuted.seq);
  await sql.query(
    `UPDATE gate_log l SET finding = f.finding, is_counted = l.is_counted AND NOT f.is_refuted FROM unnest($1::uuid[], $2::int[], $3::text[], $4::boolean[]) f(device_id, seq, finding, is_refuted)
     WHERE l.device_id = f.device_id AND l.seq = f.seq AND NOT l.is_quarantined AND (coalesce(l.finding, 'revoked') = 'revoked' OR f.is_refuted AND l.finding <> 'no_chief')`,
    [
      judged.map(({ device }) => device),
      judged.map((row) => row.seq),
      judged.map(({ finding }) => finding),
      judged.map(({ refuted }) => refuted !== null),
    ],
  );
  for (const { device, seq: undo, refuted } of judged)
    if (refuted) await countAgain(sql, refuted, `without ${device} ${undo}`);
}

async function findMovedRow(sql: Sql, moved: MovedRow): Promise<"late_undo" | "no_chief" | null> {
  const { text, eventId, at, saidAt, isChief, kind, undoesOther, place } = moved;
  // a right clock moves hardly a row; so many would be judged with each row that comes, so the others are listed unjudged
  if (place > limits.rowsJudgedAgain) return kind === "undo" && !undoesOther ? "late_undo" : "no_chief";
  const read = readGateRow(text);
  if (!read) return null;
  const row = { ...read, at: at.getTime(), ...(saidAt ? { saidAt: saidAt.getTime() } : {}) };
  const moment = { at: await rowMoment(sql, row), eventId };
  const isProven = !isChief || (row.chief && (await findProvenChief(sql, row.chief, moment)));
  return isProven ? findLateUndo(sql, row, isChief) : "no_chief";
}

/** Brings what depends on a row to its state when an undo of it no longer counts. */
async function countAgain(
  sql: Sql,
  { device, seq }: NonNullable<GateRow["undoes"]>,
  reason: string,
): Promise<void> {
  const row = await findUndoneRow(sql, { device, seq });
  const phone = row && (await findDevice(sql, device));
  if (!phone) return;
  const subject = subjectOf(row);
  if (subject) {
    await lockSubject(sql, subject);
    await updateEntryCounter(sql, subject, { device: phone, seq, reason });
  }
  if (row.typeId) {
    await lockDoorStock(sql, phone.id);
    await listSalesOverStock(sql, phone.id);
  }
}

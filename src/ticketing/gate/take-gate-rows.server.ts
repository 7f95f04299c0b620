import { isUuid, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { inSeconds } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { type IdentifiedCode, identifyCode } from "#ticketing/delivery/ticket-signature.server.ts";
import { durations, limits } from "#ticketing/limits.ts";
import { decideAdmission, mayTakeBack, type TicketAtGate, type Verdict } from "./admission.ts";
import {
  answeredBefore,
  lockListedGuest,
  lockPresented,
  lockTicketById,
  outsideOf,
  recount,
} from "./admission-store.server.ts";
import { chiefOfRow } from "./chief-proof-queries.server.ts";
import { hexOf, isSignedBy } from "./device-signature.server.ts";
import { acknowledge, findDevice, type GateDevice, lockNumber } from "./door-store.server.ts";
import type { RowFinding } from "./door-words.ts";
import { findUndone, insertGateRow } from "./gate-log-store.server.ts";
import { type GateRow, type GateUpload, readGateRow, type SentRow } from "./gate-row-form.ts";
import { keepDoorSale, keepHandOver } from "./keep-door-sale.server.ts";
import { clockText, signedBytes } from "./signed-bytes.ts";

export type RowAnswer =
  /** The row is stored, now or already before. */
  | "kept"
  /** Other bytes under a number that was used: stored beside the first row, not counted. */
  | "quarantined"
  /** Not signed by this phone. */
  | "not_signed";

export type TakenRows = {
  /** The server has every row up to this one, so the phone may delete them. */
  readonly ackedThrough: number;
  readonly rows: readonly { readonly seq: number; readonly answer: RowAnswer }[];
  /** True when the phone was stopped: its rows are stored but no longer count. */
  readonly isStopped: boolean;
};

export type TakeRowsRefusal =
  | { readonly reason: "unknown_device" | "over" }
  /** The clock in the call is not the one that the phone signed. */
  | { readonly reason: "not_signed" }
  /** Too many rows in a minute or on a night. The phone keeps them and sends them again. */
  | { readonly reason: "too_many"; readonly retryAfter: number };

type Row = { readonly sent: SentRow; readonly digest: string; readonly read: GateRow | undefined };

/**
 * Stores rows that a phone wrote, in any order and however often they are sent. A row with the phone's signature is
 * never refused, because the person is inside already. A row counts once, on its ticket if the ticket's signed code
 * comes with it. What the phone could not know (refunded, another night, stopped) becomes the row's finding.
 */
export async function takeGateRows(
  services: Pick<Services, "database"> & { readonly keys: SigningKeys },
  { device: deviceId, rows, clock }: GateUpload,
): Promise<Outcome<TakenRows, TakeRowsRefusal>> {
  if (!isUuid(deviceId)) return refused({ reason: "unknown_device" });
  const { database, keys } = services;
  const known = await database.withDuty("admit", async (sql) => {
    const device = await findDevice(sql, deviceId);
    return device && { device, lastMinute: await rowsOfLastMinute(sql, deviceId) };
  });
  if (!known) return refused({ reason: "unknown_device" });
  const { device, lastMinute } = known;
  if (device.isOver) return refused({ reason: "over" });
  if (lastMinute + rows.length > limits.rowsPerPhoneAndMinute)
    return refused({ reason: "too_many", retryAfter: 60 });
  if (rows.some(({ seq }) => seq > limits.rowsPerPhone))
    return refused({ reason: "too_many", retryAfter: 3600 });
  if (
    clock &&
    !isSignedBy(device.publicKey, signedBytes("clock", clockText(device.id, clock.at)), clock.signature)
  )
    return refused({ reason: "not_signed" });
  const ahead = clock === undefined ? 0 : device.now.getTime() - clock.at;
  const answers: { seq: number; answer: RowAnswer }[] = [];
  for (const sent of rows) {
    const isSigned = isSignedBy(device.publicKey, signedBytes("row", sent.text), sent.signature);
    answers.push({ seq: sent.seq, answer: isSigned ? await takeOne(services, device, sent) : "not_signed" });
  }
  const ackedThrough = await database.withDuty("admit", (sql) => acknowledge(sql, device.id));
  return done({ ackedThrough, rows: answers, isStopped: device.isStopped });

  async function takeOne(
    { database: ours }: Pick<Services, "database">,
    by: GateDevice,
    sent: SentRow,
  ): Promise<RowAnswer> {
    const read = readGateRow(sent.text);
    const isThisRow = read?.device === by.id && read.seq === sent.seq;
    const row = { sent, digest: hexOf(sent.text), read: isThisRow ? correctedBy(ahead, read) : undefined };
    const proof = await proofOf(keys, row);
    return ours.withDuty("admit", (sql) => keepRow(sql, by, row, { keys, proof }));
  }
}

/** The row with its time by the server's clock, `ahead` milliseconds ahead. One with a chief's proof has it already. */
function correctedBy(ahead: number, row: GateRow): GateRow {
  const isRight = Math.abs(ahead) <= durations.rightClock * 1000 || row.mode === "override";
  return isRight ? row : { ...row, at: row.at + ahead, saidAt: row.at };
}

/** The code sent beside the row, if it is ours and is the one that the row names. */
async function proofOf(keys: SigningKeys, { sent, read }: Row): Promise<IdentifiedCode | undefined> {
  if (!read || sent.qr === undefined || hexOf(sent.qr) !== read.code) return undefined;
  return identifyCode(keys, { code: sent.qr });
}

async function keepRow(
  sql: Sql,
  device: GateDevice,
  row: Row,
  shown: Omit<Known, "asked">,
): Promise<RowAnswer> {
  const { sent, digest, read } = row;
  // a row and the one that undoes it wait for each other, so that neither misses the other
  if (read?.undoes) await lockNumber(sql, read.undoes.device, read.undoes.seq);
  await lockNumber(sql, device.id, sent.seq);
  const { rows: before } = await sql.query<{ digest: string; isQuarantined: boolean }>(
    'SELECT digest, is_quarantined AS "isQuarantined" FROM gate_log WHERE device_id = $1 AND seq = $2',
    [device.id, sent.seq],
  );
  const same = before.find((one) => one.digest === digest);
  if (same) return same.isQuarantined ? "quarantined" : "kept";
  const about = { device, sent, digest };
  if (before.length > 0) {
    await insertGateRow(sql, { ...about, row: read, finding: "same_number", isQuarantined: true });
    return "quarantined";
  }
  // the ticket that the server admitted when the phone asked under this number
  const answer = await answeredBefore(sql, { deviceId: device.id, nonce: `ask ${sent.seq}` });
  const asked = answer?.purchaseId ?? undefined;
  await keepFirst(sql, about, read, { ...shown, asked });
  // the row replaces the server's answer, even if it is about another ticket
  const answered = asked && (await lockTicketById(sql, asked));
  if (answered) {
    const cause = { device, seq: sent.seq, isOfAnswer: true } as const;
    await recount(sql, { column: "purchase_id", id: answered.id }, cause);
  }
  return "kept";
}

type About = { readonly device: GateDevice; readonly sent: SentRow; readonly digest: string };
type Known = {
  readonly keys: SigningKeys;
  readonly proof: IdentifiedCode | undefined;
  readonly asked: Uuid | undefined;
};

async function keepFirst(sql: Sql, about: About, read: GateRow | undefined, known: Known): Promise<void> {
  if (!read) return insertGateRow(sql, { ...about, row: undefined, finding: "unreadable" });
  if (read.undoes) return keepUndo(sql, about, read, read.undoes);
  if (read.guest !== null) return keepGuest(sql, about, read);
  if (read.sale) return keepDoorSale(sql, about, read, read.sale);
  if (read.shift) return keepHandOver(sql, about, read);
  return keepTicket(sql, about, read, known);
}

/** Stores an undo: it adds a row and deletes none. It also works when it comes before the row that it undoes. */
async function keepUndo(
  sql: Sql,
  about: About,
  row: GateRow,
  undoes: NonNullable<GateRow["undoes"]>,
): Promise<void> {
  const { device } = about;
  const { chief, finding: ofChief } = await chiefOfRow(sql, row, device.eventId);
  const isOfNight = (await findDevice(sql, undoes.device))?.eventId === device.eventId;
  const undone = isOfNight ? await findUndone(sql, undoes) : undefined;
  if (undone?.purchaseId) await lockTicketById(sql, undone.purchaseId);
  if (undone?.guestId) await lockListedGuest(sql, undone.guestId);
  const age = undone?.deviceAt ? (row.at - undone.deviceAt.getTime()) / 1000 : 0;
  // two clocks may differ by this much without a warning; one clock may have been corrected between the two rows
  const isOneClock = undoes.device === device.id && undone?.mode !== "override" && row.mode !== "override";
  const saidAge = undone?.saidAt ? ((row.saidAt ?? row.at) - undone.saidAt.getTime()) / 1000 : 0;
  const isBefore = isOneClock ? Math.max(age, saidAge) < 0 : age < -durations.rightClock;
  const who = { age, isOwnRow: undoes.device === device.id, isChief: chief !== null };
  const finding = ((): RowFinding | null => {
    if (!isOfNight) return "elsewhere";
    if (device.isRevoked) return "revoked";
    return ofChief ?? (mayTakeBack(who, durations.undo) && !isBefore ? null : "late_undo");
  })();
  await insertGateRow(sql, {
    ...about,
    row,
    finding,
    isCounted: isOfNight && !device.isRevoked,
    chief,
    purchaseId: undone?.purchaseId ?? null,
    guestId: undone?.guestId ?? null,
  });
  const cause = { device, seq: row.seq };
  if (undone?.purchaseId) await recount(sql, { column: "purchase_id", id: undone.purchaseId }, cause);
  if (undone?.guestId) await recount(sql, { column: "guest_id", id: undone.guestId }, cause);
}

async function keepGuest(sql: Sql, about: About, row: GateRow): Promise<void> {
  const { device } = about;
  const guest = row.guest === null ? undefined : await lockListedGuest(sql, row.guest);
  const finding: RowFinding | null = !guest
    ? "unproven"
    : guest.eventId !== device.eventId
      ? "elsewhere"
      : guest.isRemoved
        ? "void"
        : device.isRevoked
          ? "revoked"
          : row.entries > guest.placesLeft
            ? "over_places"
            : null;
  const isCounted = (finding === null || finding === "over_places") && row.kind === "guest";
  await insertGateRow(sql, { ...about, row, finding, isCounted, guestId: guest?.id ?? null });
  if (guest && isCounted) await recount(sql, { column: "guest_id", id: guest.id }, { device, seq: row.seq });
}

async function keepTicket(sql: Sql, about: About, row: GateRow, known: Known): Promise<void> {
  const { device } = about;
  const { chief, finding: ofChief } = await chiefOfRow(sql, row, device.eventId);
  const { keys, proof, asked } = known;
  const presented = await lockPresented(sql, keys, proof);
  const ticket = presented ?? (asked ? await lockTicketById(sql, asked) : undefined);
  const isAsked = asked !== undefined && ticket?.id === asked;
  const lets = row.kind !== "refuse";
  const isHere = ticket?.eventId === device.eventId;
  const found = ((): RowFinding | null => {
    if (!lets) return ofChief === "same_code" ? ofChief : null;
    if (!ticket) return "unproven";
    // the server itself admitted it, by the facts of that moment
    if (isAsked) return null;
    if (!isHere) return "elsewhere";
    if (device.isRevoked) return "revoked";
    if (ofChief) return ofChief;
    if (row.kind !== "admit") return null;
    return lateVerdict(ticket, proof?.kind === "qr" ? proof.secretVersion : null);
  })();
  const isReturnWithoutExit =
    row.kind === "return" && found === null && ticket && (await outsideOf(sql, ticket.id)) < row.entries;
  const isCounted = lets && ticket !== undefined && (isAsked || (isHere && !device.isRevoked));
  await insertGateRow(sql, {
    ...about,
    row,
    isCounted,
    purchaseId: ticket?.id ?? null,
    chief,
    finding: isReturnWithoutExit ? "no_exit" : found,
  });
  if (ticket && isCounted)
    await recount(sql, { column: "purchase_id", id: ticket.id }, { device, seq: row.seq });
}

/** The finding for a ticket by today's facts: the verdict of a scan, whatever the time and the entries left. */
function lateVerdict(ticket: TicketAtGate, secretVersion: number | null): RowFinding | null {
  const late = { ...ticket, entriesRemaining: 1 };
  const then = { when: "now", entries: 1, otherGate: null } as const;
  return lateFindings[decideAdmission(late, { eventId: ticket.eventId, secretVersion, ...then })];
}

const lateFindings: Record<Verdict, RowFinding | null> = {
  void: "void",
  cancelled: "cancelled",
  given_back: "given_back",
  replaced: "replaced",
  suspended: "suspended",
  admitted: null,
  used: null,
  elsewhere: null,
  past_hour: null,
  early: null,
  late: null,
  other_gate: null,
  invalid: null,
};

async function rowsOfLastMinute(sql: Sql, deviceId: string): Promise<number> {
  const { rows } = await sql.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM gate_log WHERE device_id = $1 AND received_at > now() - make_interval(secs => $2)",
    [deviceId, inSeconds.minute],
  );
  return rows[0]?.n ?? 0;
}

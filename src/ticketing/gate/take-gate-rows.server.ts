import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { type IdentifiedCode, identifyCode } from "#ticketing/delivery/ticket-signature.server.ts";
import { limits } from "#ticketing/limits.ts";
import {
  type Answer,
  countOutside,
  findAnswer,
  findLabelled,
  lockListedGuest,
  lockPresented,
  lockSubject,
  lockTicketById,
  subjectOf,
  updateEntryCounter,
} from "./admission-store.server.ts";
import { findChiefOfRow } from "./chief-proof-queries.server.ts";
import { isSignedBy, sha256Hex } from "./device-signature.server.ts";
import { acknowledgeRows, findDevice, type GateDevice, lockNumber } from "./door-store.server.ts";
import type { RowFinding } from "./door-words.ts";
import { insertGateRow, readStoredRows } from "./gate-log-store.server.ts";
import { type GateRow, type GateUpload, readGateRow, type SentRow } from "./gate-row-form.ts";
import { type ReceivedRow, storeDoorSale, storeHandOver } from "./keep-door-sale.server.ts";
import { judgeMovedRows, storeUndo } from "./keep-undo.server.ts";
import { findLateFinding } from "./late-finding-queries.server.ts";
import { isWrittenAfter, isWrittenAfterEnd } from "./row-moment-queries.server.ts";
import { clockText, correctedTime, signedBytes } from "./signed-bytes.ts";

export type RowAnswer =
  /** The row is stored, now or already before. */
  | "kept"
  /** Other bytes under a number that was used: stored beside the first row, not counted. */
  | "quarantined"
  /** Not signed by this phone, or not under this number. */
  | "not_signed"
  /** Without its ticket's code, sent by another phone: left to the phone that has the code. */
  | "left";

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

type Row = {
  readonly sent: SentRow;
  readonly digest: string;
  /** Whether another phone may have sent it. Everybody who saw the row as a code on a screen has it, too. */
  readonly isCarried: boolean;
  readonly gateRow: GateRow | undefined;
};

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
  const signedRows = rows.map((sent) => ({ sent, seq: sent.seq, digest: sha256Hex(sent.text) }));
  const phoneFacts = await database.withDuty("admit", async (sql) => {
    const device = await findDevice(sql, deviceId);
    return device && { device, stored: await readStoredRows(sql, deviceId, signedRows) };
  });
  if (!phoneFacts) return refused({ reason: "unknown_device" });
  const { device, stored } = phoneFacts;
  if (device.isOver) return refused({ reason: "over" });
  const taken = new Map<string, RowAnswer>(
    stored.known.map((row) => [nameOf(row), row.isQuarantined ? "quarantined" : "kept"]),
  );
  const newRows = signedRows.filter((row) => !taken.has(nameOf(row)));
  if (stored.ofLastMinute + newRows.length > limits.rowsPerPhoneAndMinute)
    return refused({ reason: "too_many", retryAfter: 60 });
  if (
    stored.inAll + newRows.length > limits.rowsPerPhone ||
    rows.some(({ seq }) => seq > limits.rowsPerPhone)
  )
    return refused({ reason: "too_many", retryAfter: 3600 });
  if (
    clock &&
    !isSignedBy(device.publicKey, signedBytes("clock", clockText(device.id, clock.at)), clock.signature)
  )
    return refused({ reason: "not_signed" });
  const aheadMs = clock === undefined ? 0 : device.now.getTime() - clock.at;
  const answers: { seq: number; answer: RowAnswer }[] = [];
  for (const row of signedRows) {
    const { seq, sent } = row;
    const read = readGateRow(sent.text);
    const isOther = read !== undefined && (read.device !== device.id || read.seq !== seq);
    if (isOther || !isSignedBy(device.publicKey, signedBytes("row", sent.text), sent.signature)) {
      answers.push({ seq, answer: "not_signed" });
      continue;
    }
    const answer = taken.get(nameOf(row)) ?? (await takeRow(services, device, row, read));
    taken.set(nameOf(row), answer);
    answers.push({ seq, answer });
  }
  const { ackedThrough } = await database.withDuty("admit", (sql) => acknowledgeRows(sql, device.id));
  return done({ ackedThrough, rows: answers, isStopped: device.isStopped });

  async function takeRow(
    { database: ours }: Pick<Services, "database">,
    phone: GateDevice,
    { sent, digest }: Pick<Row, "sent" | "digest">,
    read: GateRow | undefined,
  ): Promise<RowAnswer> {
    const row = {
      sent,
      digest,
      isCarried: clock === undefined,
      gateRow: read && correctRowTime(aheadMs, read),
    };
    const proof = await proofOf(keys, row);
    return ours.withDuty("admit", (sql) => storeRow(sql, phone, row, { keys, proof }));
  }
}

const nameOf = ({ seq, digest }: { readonly seq: number; readonly digest: string }) => `${seq} ${digest}`;

/** The row with its time by the server's clock, `aheadMs` milliseconds ahead. One with a chief's proof has it already. */
function correctRowTime(aheadMs: number, row: GateRow): GateRow {
  const at = row.mode === "override" ? row.at : correctedTime(row.at, aheadMs);
  return at === row.at ? row : { ...row, at, saidAt: row.at };
}

const hasCode = ({ sent, gateRow }: Row) => sent.qr !== undefined && sha256Hex(sent.qr) === gateRow?.code;

/** The code sent beside the row, if it is ours and is the one that the row names. */
async function proofOf(keys: SigningKeys, row: Row): Promise<IdentifiedCode | undefined> {
  return hasCode(row) && row.sent.qr !== undefined ? identifyCode(keys, { code: row.sent.qr }) : undefined;
}

async function storeRow(
  sql: Sql,
  known: GateDevice,
  row: Row,
  codeFacts: Omit<CodeFacts, "answer">,
): Promise<RowAnswer> {
  const { sent, digest, gateRow } = row;
  // the chief may stop or accept the phone in the middle of its upload
  const device = (await findDevice(sql, known.id, { isShared: true })) ?? known;
  // a row and the one that undoes it wait for each other, so that neither misses the other
  if (gateRow?.undoes) await lockNumber(sql, gateRow.undoes.device, gateRow.undoes.seq);
  await lockNumber(sql, device.id, sent.seq);
  // rows of one phone wait for each other too: their numbers say which was written first
  await lockNumber(sql, device.id, 0);
  const { rows: storedRows } = await sql.query<{ digest: string; isQuarantined: boolean }>(
    'SELECT digest, is_quarantined AS "isQuarantined" FROM gate_log WHERE device_id = $1 AND seq = $2',
    [device.id, sent.seq],
  );
  const storedRow = storedRows.find((one) => one.digest === digest);
  if (storedRow) return storedRow.isQuarantined ? "quarantined" : "kept";
  const received = { device, sent, digest, isAfterEnd: await isWrittenAfterEnd(sql, gateRow, device) };
  if (storedRows.length > 0) {
    await insertGateRow(sql, { ...received, row: gateRow, finding: "same_number", isQuarantined: true });
    return "quarantined";
  }
  // the ticket or name that the server admitted when the phone asked under this number
  const answer = await findAnswer(sql, { deviceId: device.id, nonce: `ask ${sent.seq}` });
  const lacksCode =
    gateRow !== undefined && gateRow.code !== null && gateRow.kind !== "refuse" && !hasCode(row);
  if (row.isCarried && lacksCode && !answer) return "left";
  await storeFirstRow(sql, received, gateRow, { ...codeFacts, answer });
  await judgeMovedRows(sql, device.id, sent.seq);
  // the row replaces the server's answer, even if it is about another ticket or name
  const answered = answer && subjectOf(answer);
  if (answered) {
    await lockSubject(sql, answered);
    await updateEntryCounter(sql, answered, { device, seq: sent.seq, reason: "answer" });
  }
  return "kept";
}

type CodeFacts = {
  readonly keys: SigningKeys;
  readonly proof: IdentifiedCode | undefined;
  /** The server's answer under the row's number, which counts until the row is here. */
  readonly answer: Answer | undefined;
};

async function storeFirstRow(
  sql: Sql,
  received: ReceivedRow,
  read: GateRow | undefined,
  codeFacts: CodeFacts,
): Promise<void> {
  if (!read) {
    await insertGateRow(sql, { ...received, row: undefined, finding: "unreadable" });
    return;
  }
  if (read.undoes) return storeUndo(sql, received, read, read.undoes);
  if (read.guest !== null) return storeGuestEntry(sql, received, read, codeFacts.answer);
  if (read.sale) return storeDoorSale(sql, received, read, read.sale);
  if (read.shift) return storeHandOver(sql, received, read);
  return storeTicketRow(sql, received, read, codeFacts);
}

/** Whether who came in with a row counts, whatever the server found about the row. */
const mayCountEntry = (
  { eventId }: GateDevice,
  subject: { readonly eventId: string } | undefined,
  isAdmittedByServer: boolean,
) => subject !== undefined && (isAdmittedByServer || subject.eventId === eventId);

async function storeGuestEntry(
  sql: Sql,
  received: ReceivedRow,
  row: GateRow,
  answer: Answer | undefined,
): Promise<void> {
  const { device } = received;
  const { chief, finding: chiefFinding } = await findChiefOfRow(sql, row, device.eventId);
  const guest =
    row.guest === null ? undefined : await lockListedGuest(sql, row.guest, { waitingOf: device.id });
  const isAdmittedByServer = guest !== undefined && answer?.guestId === guest.id;
  const finding = await (async (): Promise<RowFinding | null> => {
    if (!guest) return "unproven";
    if (!isAdmittedByServer) {
      if (guest.eventId !== device.eventId) return "elsewhere";
      if (chiefFinding) return chiefFinding;
      if (await isWrittenAfter(sql, row, guest.removedAt)) return "void";
      if (await isWrittenAfter(sql, row, device.nightOffAt)) return "cancelled";
    }
    // the answer's entries are taken already, and the row replaces them
    return row.entries > guest.placesLeft + (isAdmittedByServer ? answer.entries : 0) ? "over_places" : null;
  })();
  const isCounted = await insertGateRow(sql, {
    ...received,
    row,
    finding,
    isCounted: mayCountEntry(device, guest, isAdmittedByServer),
    isAdmittedByServer,
    guestId: guest?.id ?? null,
    chief,
  });
  if (guest && isCounted)
    await updateEntryCounter(sql, { column: "guest_id", id: guest.id }, { device, seq: row.seq });
}

async function storeTicketRow(
  sql: Sql,
  received: ReceivedRow,
  row: GateRow,
  facts: CodeFacts,
): Promise<void> {
  const { device } = received;
  const { chief, finding: chiefFinding } = await findChiefOfRow(sql, row, device.eventId);
  const { keys, proof, answer } = facts;
  const presented = await lockPresented(sql, keys, proof);
  const ticket = presented ?? (answer?.purchaseId ? await lockTicketById(sql, answer.purchaseId) : undefined);
  const isAdmittedByServer = ticket !== undefined && answer?.purchaseId === ticket.id;
  const letsIn = row.kind !== "refuse";
  const ticketFinding = await (async (): Promise<RowFinding | null> => {
    if (!letsIn) return chiefFinding === "same_code" ? chiefFinding : null;
    if (!ticket) return "unproven";
    // the server itself admitted it, by the facts of that moment
    if (isAdmittedByServer) return null;
    if (ticket.eventId !== device.eventId) return "elsewhere";
    if (chiefFinding) return chiefFinding;
    const { nightOffAt } = device;
    if (row.kind === "return") return (await isWrittenAfter(sql, row, nightOffAt)) ? "cancelled" : null;
    if (row.kind !== "admit") return null;
    const secretVersion = proof?.kind === "qr" ? proof.secretVersion : null;
    return findLateFinding(sql, ticket, { row, nightOffAt, secretVersion });
  })();
  const lacksExit =
    row.kind === "return" &&
    ticketFinding === null &&
    ticket &&
    (await countOutside(sql, ticket.id, { waitingOf: device.id })) < row.entries;
  // a wrong check group proves no ticket, but the chief is told which one was meant
  const meant = !ticket && proof?.kind === "label" ? await findLabelled(sql, proof.label) : undefined;
  const isCounted = await insertGateRow(sql, {
    ...received,
    row,
    isCounted: letsIn && mayCountEntry(device, ticket, isAdmittedByServer),
    isAdmittedByServer,
    purchaseId: ticket?.id ?? meant ?? null,
    chief,
    finding: lacksExit ? "no_exit" : ticketFinding,
  });
  if (ticket && isCounted)
    await updateEntryCounter(sql, { column: "purchase_id", id: ticket.id }, { device, seq: row.seq });
}

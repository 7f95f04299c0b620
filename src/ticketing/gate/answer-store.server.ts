import { newId, type Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { type IdentifiedCode, isGroupOf } from "#ticketing/delivery/ticket-signature.server.ts";
import { decideAdmission, entryTime, type Presented, type Verdict } from "./admission.ts";
import { ticketKey } from "./device-signature.server.ts";
import { gateToAsk } from "./door-store.server.ts";
import { type LoggedTicket, lockLoggedTicket } from "./gate-log-store.server.ts";

type Request = { readonly deviceId: string; readonly nonce: string };

type Answer = {
  readonly verdict: Verdict;
  readonly entries: number;
  readonly left: number | null;
  readonly purchaseId?: Uuid | null;
  readonly guestId?: Uuid | null;
};

/** Two copies of one request of a device wait for each other here; the second finds the answer of the first. */
export async function lockRequest(sql: Sql, { deviceId, nonce }: Request): Promise<void> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`${deviceId} ${nonce}`]);
}

export async function answeredBefore(sql: Sql, { deviceId, nonce }: Request): Promise<Answer | undefined> {
  const { rows } = await sql.query<Answer>({
    name: "answered-before",
    text: 'SELECT verdict, entries, entries_left AS left, purchase_id AS "purchaseId", guest_id AS "guestId" FROM admissions WHERE device_id = $1 AND nonce = $2',
    values: [deviceId, nonce],
  });
  return rows[0];
}

/** Keeps what was answered; what it lets in is taken off the ticket or name, whose row is locked. `phoneSeq`: the number of a phone's row. */
export async function keepAnswer(
  sql: Sql,
  { deviceId, nonce }: Request,
  answer: Answer & { readonly operatorId: Uuid; readonly phoneSeq?: number },
): Promise<void> {
  const { verdict, entries, left, purchaseId = null, guestId = null, operatorId, phoneSeq = null } = answer;
  if (entries > 0)
    await sql.query(
      purchaseId
        ? "UPDATE ticket_purchases SET entries_remaining = entries_remaining - $2 WHERE id = $1"
        : "UPDATE listed_guests SET entered = entered + $2 WHERE id = $1",
      [purchaseId ?? guestId, entries],
    );
  await sql.query({
    name: "keep-answer",
    text: "INSERT INTO admissions (id, purchase_id, guest_id, device_id, nonce, phone_seq, operator_id, verdict, entries, entries_left) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    values: [
      ...[newId(), purchaseId, guestId, deviceId, nonce, phoneSeq, operatorId],
      ...[verdict, entries, left],
    ],
  });
}

/** The ticket of a code, locked: a QR is signed, and a label admits with its check group alone. */
export async function lockPresented(
  sql: Sql,
  keys: SigningKeys,
  presented: IdentifiedCode | undefined,
): Promise<LoggedTicket | undefined> {
  if (!presented) return undefined;
  if (presented.kind === "qr") return lockLoggedTicket(sql, presented.purchaseId);
  const { rows } = await sql.query<{ id: string }>("SELECT id FROM ticket_purchases WHERE ticket_code = $1", [
    presented.label,
  ]);
  const ticket = rows[0] && (await lockLoggedTicket(sql, rows[0].id));
  if (!ticket) return undefined;
  const { id: purchaseId, label, secretVersion } = ticket;
  return isGroupOf(keys, { purchaseId, label, secretVersion }, presented.group) ? ticket : undefined;
}

/** What the staff's pages answer about a locked ticket: they are no gate's phone, so a strict gate's phone that is away goes first. */
export async function decideAtPage(
  sql: Sql,
  ticket: LoggedTicket,
  presented: Omit<Presented, "when">,
): Promise<Verdict> {
  const when = entryTime(ticket, ticket.enterUntil, ticket.now);
  const verdict = decideAdmission(ticket, { ...presented, when });
  const ofNight = { eventId: ticket.eventId, typeId: ticket.typeId, key: ticketKey(ticket.id) };
  return verdict === "admitted" && (await gateToAsk(sql, ofNight, null)) ? "other_gate" : verdict;
}

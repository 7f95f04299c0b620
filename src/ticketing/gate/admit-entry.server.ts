import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import type { SigningKeys } from "#platform/signing/signing-keys.server.ts";
import type { TicketPosition } from "#ticketing/delivery/ticket-facts.ts";
import { seatsOfNight } from "#ticketing/delivery/ticket-queries.server.ts";
import { identifyCode } from "#ticketing/delivery/ticket-signature.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { asksForAge, notOurs, type Verdict } from "./admission.ts";
import {
  decideAtPage,
  findAnswer,
  findLastEntry,
  type LastEntry,
  type LockedTicket,
  lockPresented,
  lockRequest,
  storeAnswer,
  waitAfterWrongCodes,
} from "./admission-store.server.ts";

export type GateServices = Services & { readonly keys: SigningKeys };

export type AdmitRequest = {
  /** Gate staff or an administrator. */
  readonly operator: Actor;
  readonly deviceId: Uuid;
  /**
   * One per click. A repeated request gets the same answer and takes no more entries. A different request with the
   * same nonce gets the verdict `invalid`.
   */
  readonly nonce: string;
  readonly eventId: Uuid;
  /** The scanned, pasted or typed text. The check group follows it, or is in `group`. */
  readonly code: string;
  readonly group?: string;
  /** How many people enter now on this code. */
  readonly entries: number;
};

export type AdmitRefusal =
  | NotAllowed
  /** This person typed too many wrong codes. `retryAfter`: seconds to wait. */
  | { readonly reason: "locked"; readonly retryAfter: number };

export type Admission = {
  readonly verdict: Verdict;
  readonly entries: number;
  readonly ticket:
    | (Pick<LockedTicket, "id" | "typeName" | "holderName" | "entriesTotal" | "isAddOn" | "enterUntil"> &
        Partial<Pick<LockedTicket, "title" | "date">> & {
          readonly entriesLeft: number;
          /** The ticket's position among the order's tickets for the night. */
          readonly position: TicketPosition | null;
          /** Whether the door must check the age. */
          readonly asksAge: boolean;
          /** For a used ticket: when and where somebody last came in on it. */
          readonly lastEntry: LastEntry | null;
        })
    | null;
};

/**
 * Admits people on a ticket. The ticket's row is locked, so all gates together admit exactly as many as there are
 * entries. Every answer is stored under its device and nonce. A typed code needs its check group. After too many
 * wrong ones the person must wait, on any device, because the device id is a cookie that the client chooses. A signed
 * QR is no guess and never waits.
 */
export async function admitEntry(
  services: GateServices,
  request: AdmitRequest,
): Promise<Outcome<Admission, AdmitRefusal>> {
  return services.database.withDuty("admit", async (sql) => {
    if (!(await mayStillDo(sql, request.operator, "admit-entry"))) return refused(notAllowed);
    const presented = await identifyCode(services.keys, request);
    await lockRequest(sql, request);
    const storedAnswer = await findAnswer(sql, request);
    const wait =
      storedAnswer || presented?.kind === "qr"
        ? 0
        : await waitAfterWrongCodes(sql, "person", request.operator.userId);
    if (wait > 0) return refused({ reason: "locked", retryAfter: wait });
    const ticket = await lockPresented(sql, services.keys, presented);
    if (storedAnswer)
      return done(
        isSameRequest(storedAnswer, ticket, request)
          ? await admissionOf(sql, ticket, storedAnswer)
          : unknownCode,
      );
    const { eventId, entries } = request;
    const secretVersion = presented?.kind === "qr" ? presented.secretVersion : null;
    const verdict = await decideAtPage(sql, ticket, { eventId, secretVersion, entries });
    const admittedEntries = verdict === "admitted" ? entries : 0;
    const left = ticket ? ticket.entriesRemaining - admittedEntries : null;
    const answer = { verdict, entries: admittedEntries, left, purchaseId: ticket?.id ?? null };
    await storeAnswer(sql, request, { ...answer, operatorId: request.operator.userId });
    return done(await admissionOf(sql, ticket, answer));
  });
}

const unknownCode: Admission = { verdict: notOurs, entries: 0, ticket: null };

type StoredAnswer = NonNullable<Awaited<ReturnType<typeof findAnswer>>>;

/** Whether the stored answer fits this request: same ticket and, if it admitted, same night and number of people. */
function isSameRequest(
  storedAnswer: StoredAnswer,
  ticket: LockedTicket | undefined,
  request: AdmitRequest,
): boolean {
  return (
    storedAnswer.purchaseId === (ticket?.id ?? null) &&
    (storedAnswer.verdict !== "admitted" ||
      (ticket?.eventId === request.eventId && storedAnswer.entries === request.entries))
  );
}

async function admissionOf(
  sql: Sql,
  ticket: LockedTicket | undefined,
  { verdict, entries, left }: StoredAnswer,
): Promise<Admission> {
  if (!ticket) return { verdict, entries, ticket: null };
  const { rows } = await sql.query<{ position: TicketPosition | null }>(
    `SELECT ${seatsOfNight} AS position FROM ticket_purchases p WHERE p.id = $1`,
    [ticket.id],
  );
  const shownTicket = {
    ...ticket,
    entriesLeft: left ?? 0,
    position: rows[0]?.position ?? null,
    asksAge: !ticket.isAddOn && asksForAge(ticket),
    lastEntry: verdict === "used" ? await findLastEntry(sql, { column: "purchase_id", id: ticket.id }) : null,
  };
  return { verdict, entries, ticket: shownTicket };
}

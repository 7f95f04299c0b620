import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { missing } from "#ticketing/events/catalogue-refusals.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import type { Verdict } from "./admission.ts";
import {
  decideAtPage,
  findAnswer,
  lockRequest,
  lockTicketById,
  storeAnswer,
} from "./admission-store.server.ts";
import type { AdmitRequest } from "./admit-entry.server.ts";
import type { OverrideReason } from "./door-words.ts";

export type AdmitFoundRequest = Pick<AdmitRequest, "deviceId" | "nonce" | "eventId" | "entries"> & {
  readonly actor: Actor;
  readonly purchaseId: string;
  readonly reason: OverrideReason;
};

/**
 * Admits people on a ticket that the chief found by name, without its code, after seeing a document. The rules are
 * those of a code, and the journal records who did it, on which ticket and why. The caller has asked for the password
 * again.
 */
export async function admitFoundTicket(
  { database }: Pick<Services, "database">,
  request: AdmitFoundRequest,
): Promise<Outcome<{ readonly verdict: Verdict; readonly left: number }, NotAllowed | typeof missing>> {
  const { actor, eventId, purchaseId, entries, reason } = request;
  if (!isUuid(purchaseId)) return refused(missing);
  return database.withDuty("admit", async (sql) => {
    if (!(await mayStillDo(sql, actor, "admit-found-ticket"))) return refused(notAllowed);
    await lockRequest(sql, request);
    const ticket = await lockTicketById(sql, purchaseId);
    if (ticket?.eventId !== eventId) return refused(missing);
    const storedAnswer = await findAnswer(sql, request);
    if (storedAnswer) return done({ verdict: storedAnswer.verdict, left: ticket.entriesRemaining });
    const verdict = await decideAtPage(sql, ticket, { eventId, secretVersion: null, entries });
    const admittedEntries = verdict === "admitted" ? entries : 0;
    const left = ticket.entriesRemaining - admittedEntries;
    if (admittedEntries > 0)
      await recordChange(sql, actor, {
        subjectKind: "order",
        subjectId: ticket.orderId,
        what: "entry_by_chief",
        after: { purchaseId: ticket.id, entries: admittedEntries, reason },
      });
    const answer = { verdict, entries: admittedEntries, left, purchaseId: ticket.id };
    await storeAnswer(sql, request, { ...answer, operatorId: actor.userId });
    return done({ verdict, left });
  });
}

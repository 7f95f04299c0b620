import { newId, type Uuid } from "#kernel/id.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { type AdmitRequest, admitEntry, type GateServices } from "#ticketing/gate/admit-entry.server.ts";

/** A code that is shown to one device, for one person. */
export const shownCode = (
  operator: Actor,
  eventId: string,
  code: string,
  more: Partial<AdmitRequest> = {},
): AdmitRequest => ({
  operator,
  deviceId: newId(),
  nonce: newId(),
  eventId: eventId as Uuid,
  code,
  entries: 1,
  ...more,
});

/** Shows it. Resolves to the verdict, or to why it was not answered. */
export async function verdictOf(site: GateServices, ...shown: Parameters<typeof shownCode>): Promise<string> {
  const answer = await admitEntry(site, shownCode(...shown));
  return answer.ok ? answer.value.verdict : answer.refusal.reason;
}

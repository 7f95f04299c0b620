import { isUuid, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Services } from "#platform/services.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { asksForAge, decideAdmission, notOurs, type Verdict } from "./admission.ts";
import {
  findAnswer,
  type LockedName,
  lockListedGuest,
  lockRequest,
  storeAnswer,
} from "./admission-store.server.ts";
import type { AdmitRequest } from "./admit-entry.server.ts";
import { presentGuest, ticketOfGuest } from "./guest-entry.ts";

export type AdmitGuestRequest = Omit<AdmitRequest, "code" | "group"> & { readonly guestId: string };

export type GuestAdmission = {
  /** `void` means that the name was removed from its list. */
  readonly verdict: Verdict;
  readonly entries: number;
  /** Null when the name does not exist. */
  readonly guest: {
    readonly id: Uuid;
    readonly name: string;
    readonly listName: string;
    readonly places: number;
    /** How many people of this name have not come in yet. */
    readonly placesLeft: number;
    /** Whether the door checks the identity card. */
    readonly asksAge: boolean;
  } | null;
};

/**
 * Admits people on a name of a guest list. The name's row is locked, so all phones together admit exactly as many as
 * it has places. Every answer is stored under its device and nonce.
 */
export async function admitGuest(
  { database }: Pick<Services, "database">,
  request: AdmitGuestRequest,
): Promise<Outcome<GuestAdmission, NotAllowed>> {
  const { operator, guestId, eventId } = request;
  if (!isUuid(guestId)) return done(unknownGuest);
  return database.withDuty("admit", async (sql) => {
    if (!(await mayStillDo(sql, operator, "admit-guest"))) return refused(notAllowed);
    await lockRequest(sql, request);
    const row = await lockListedGuest(sql, guestId);
    if (!row) return done(unknownGuest);
    const storedAnswer = await findAnswer(sql, request);
    if (storedAnswer)
      return done(
        storedAnswer.guestId === row.id
          ? { ...storedAnswer, guest: guestOf(row, storedAnswer.left ?? 0) }
          : unknownGuest,
      );
    const verdict = decideAdmission(ticketOfGuest(row), presentGuest(row, eventId, request.entries));
    const entries = verdict === "admitted" ? request.entries : 0;
    const left = row.placesLeft - entries;
    await storeAnswer(sql, request, { verdict, entries, left, guestId: row.id, operatorId: operator.userId });
    return done({ verdict, entries, guest: guestOf(row, left) });
  });
}

const unknownGuest: GuestAdmission = { verdict: notOurs, entries: 0, guest: null };

function guestOf(row: LockedName, placesLeft: number): GuestAdmission["guest"] {
  const { id, name, listName, places } = row;
  return { id, name: name ?? "", listName, places, placesLeft, asksAge: asksForAge(row) };
}

import { isUuid, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { takeRoomPlace } from "./room-store.server.ts";

type Request = {
  readonly person: { readonly userId: Uuid; readonly role: Role };
  readonly eventId: string;
};

export type JoinRefusal =
  | { readonly reason: "may_not_buy" }
  /** This night has no room, or it is not open yet, or it is over. */
  | { readonly reason: "no_room" };

/**
 * Gives a place in the waiting room of a night, one for each account: a second call gets the same place, from any
 * number of windows. Before the announced hour the time of arrival does not matter; afterwards a new place is last.
 */
export async function joinWaitingRoom(
  services: Pick<Services, "database">,
  { person, eventId }: Request,
): Promise<Outcome<{ placeId: Uuid }, JoinRefusal>> {
  if (!mayDo(person, "join-waiting-room")) return refused({ reason: "may_not_buy" });
  if (!isUuid(eventId)) return refused({ reason: "no_room" });
  // A random id, not one made of the clock: the id alone shows the place.
  const placeId = await services.database.withDuty("sell", (sql) =>
    takeRoomPlace(sql, { id: crypto.randomUUID(), eventId, userId: person.userId }),
  );
  return placeId === undefined ? refused({ reason: "no_room" }) : done({ placeId });
}

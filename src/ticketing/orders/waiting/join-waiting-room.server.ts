import { isUuid, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { othersOfMailboxWait, takeRoomPlace } from "./room-store.server.ts";

type Request = { readonly person: { readonly userId: Uuid; readonly role: Role }; readonly eventId: string };

export type JoinRefusal =
  | { readonly reason: "may_not_buy" }
  /** The night has no waiting room, or the room is not open yet or over. */
  | { readonly reason: "no_room" }
  /** Another account with the same mailbox waits already. */
  | { readonly reason: "mailbox_waits" };

/**
 * Gives a person one place in a night's waiting room; one for each account and each proven mailbox. Calling again,
 * from any window, returns the same place. Before the announced hour the time of arrival does not matter; afterwards
 * a new place is the last.
 */
export async function joinWaitingRoom(
  services: Pick<Services, "database">,
  { person, eventId }: Request,
): Promise<Outcome<{ placeId: Uuid }, JoinRefusal>> {
  if (!mayDo(person, "join-waiting-room")) return refused({ reason: "may_not_buy" });
  if (!isUuid(eventId)) return refused({ reason: "no_room" });
  // A random id, not one made from the clock: anybody with the id can see the place.
  const place = { id: crypto.randomUUID(), eventId, userId: person.userId };
  return services.database.withDuty<Outcome<{ placeId: Uuid }, JoinRefusal>>("sell", async (sql) => {
    if (await othersOfMailboxWait(sql, place)) return refused({ reason: "mailbox_waits" });
    const placeId = (await takeRoomPlace(sql, place)) as Uuid | undefined;
    return placeId === undefined ? refused({ reason: "no_room" }) : done({ placeId });
  });
}

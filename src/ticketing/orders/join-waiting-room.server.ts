import { isUuid, type Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Services } from "#platform/services.ts";
import type { Role } from "#ticketing/people/roles.ts";
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
 * A place in the waiting room of a night, one for each account: whoever has one already gets the same, however often
 * and from how many windows. Before the announced hour it does not matter when; afterwards one stands behind.
 */
export async function joinWaitingRoom(
  services: Pick<Services, "database">,
  { person, eventId }: Request,
): Promise<Outcome<{ placeId: Uuid }, JoinRefusal>> {
  if (!mayDo(person, "join-waiting-room")) return refused({ reason: "may_not_buy" });
  if (!isUuid(eventId)) return refused({ reason: "no_room" });
  // a random id and not one made of the clock: whoever has it is shown the place
  const placeId = await services.database.withDuty("sell", (sql) =>
    takeRoomPlace(sql.$client, { id: crypto.randomUUID(), eventId, userId: person.userId }),
  );
  return placeId === undefined ? refused({ reason: "no_room" }) : done({ placeId });
}

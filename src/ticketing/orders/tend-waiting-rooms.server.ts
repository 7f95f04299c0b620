import { randomBytes } from "node:crypto";
import type { Sql } from "#platform/database/database.server.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { stoppedFor } from "#ticketing/events/stop.ts";
import { admissionPace, decideAdmission } from "./admission-pace.ts";
import {
  listBegunRooms,
  lockDrawnRoom,
  lockForDraw,
  numberLatecomers,
  writeAdmission,
  writeDraw,
} from "./room-store.server.ts";

const stopped = stoppedFor(["sale", "read_only"], "ARRAY[openings.event_id]");

/**
 * At the announced hour draws the order of everybody who stands in the room, once, by a seed that nobody had before;
 * from then on gives numbers to who comes, and lets people in at the pace that the card provider bears. Safe in several
 * processes: each room is tended under its own lock. Resolves to how many were let in.
 */
export async function tendWaitingRooms(services: Services): Promise<number> {
  const rooms = await services.database.withDuty("sell", (sql) => listBegunRooms(sql.$client));
  let letIn = 0;
  for (const { eventId, isDrawn } of rooms) {
    if (!isDrawn) await services.database.withDuty("sell", (sql) => draw(sql, eventId));
    letIn += await services.database.withDuty("sell", (sql) => letPeopleIn(services, sql, eventId));
  }
  return letIn;
}

async function draw({ $client }: Sql, eventId: string): Promise<void> {
  if (!(await lockForDraw($client, eventId))) return;
  const seed = randomBytes(32).toString("hex");
  const people = await writeDraw($client, eventId, seed);
  await $client.query(
    "INSERT INTO journal (actor_kind, subject_kind, subject_id, what, after) VALUES ('system', 'event', $1, 'opening_drawn', $2)",
    [eventId, JSON.stringify({ people, seed })],
  );
  await faultPoint("room.drawn");
}

async function letPeopleIn(services: Services, { $client }: Sql, eventId: string): Promise<number> {
  const room = await lockDrawnRoom($client, eventId, stopped);
  if (!room) return 0;
  const given = await numberLatecomers($client, eventId, room.given);
  const decided = decideAdmission({ ...room, given }, admissionPace(services.settings.providerRate));
  await writeAdmission($client, eventId, { ...decided, given });
  return decided.admitted - room.admitted;
}

import { randomBytes } from "node:crypto";
import type { Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { stoppedFor } from "#ticketing/events/stop.ts";
import { recordChange, theProgram } from "#ticketing/journal/record-change.server.ts";
import { admissionPace, decideRoomAdmission } from "./room-pace.ts";
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
 * At the announced hour, draws the order of everybody in the room, once, with a new random seed. From then on,
 * numbers new arrivals and lets people in at a pace that the card provider can bear. Safe in several processes,
 * because each room has its own lock. Returns how many people were let in.
 */
export async function runWaitingRooms(services: Services): Promise<number> {
  const rooms = await services.database.withDuty("sell", listBegunRooms);
  let letIn = 0;
  for (const { eventId, isDrawn } of rooms) {
    if (!isDrawn) await services.database.withDuty("sell", (sql) => draw(sql, eventId));
    letIn += await services.database.withDuty("sell", (sql) => letPeopleIn(services, sql, eventId));
  }
  return letIn;
}

async function draw(sql: Sql, eventId: string): Promise<void> {
  if (!(await lockForDraw(sql, eventId))) return;
  const seed = randomBytes(32).toString("hex");
  const people = await writeDraw(sql, eventId, seed);
  await recordChange(sql, theProgram, {
    subjectKind: "event",
    subjectId: eventId,
    what: "opening_drawn",
    after: { people, seed },
  });
  await faultPoint("room.drawn");
}

async function letPeopleIn(services: Services, sql: Sql, eventId: string): Promise<number> {
  const room = await lockDrawnRoom(sql, eventId, stopped);
  if (!room) return 0;
  const given = await numberLatecomers(sql, eventId, room.given);
  const decided = decideRoomAdmission({ ...room, given }, admissionPace(services.settings.providerRate));
  await writeAdmission(sql, eventId, { ...decided, given });
  return decided.admitted - room.admitted;
}

import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { linkNewNights, lockNewNights, type NewNight } from "#ticketing/events/pass-nights.server.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { lockCounters, moveStock } from "#ticketing/stock/move-stock.server.ts";
import { type Counter, leftInCounter } from "#ticketing/stock/stock.ts";
import {
  issueMissing,
  lockPassHolders,
  type MissingTicket,
  missingTickets,
  soldMeanwhile,
} from "./pass-holders.server.ts";

export type LinkNightsRequest = {
  readonly actor: Actor;
  /** The id of the season pass or early bird. */
  readonly id: string;
  readonly nights: readonly string[];
};

export type LinkNightsRefusal =
  | NotAllowed
  | { readonly reason: "missing" }
  /** A night, or the whole site, is read-only (Opriri). */
  | { readonly reason: "read_only" }
  /** The night is a draft, or its publishing hour has not come. */
  | { readonly reason: "not_published"; readonly night: string }
  /** Units of the pass are held or being paid at the moment. */
  | { readonly reason: "being_bought"; readonly held: number }
  /** More people hold the pass than the night has free places. */
  | {
      readonly reason: "not_enough_places";
      readonly night: string;
      readonly needed: number;
      readonly free: number;
    };

/** How many people got tickets, and for how many nights; 0 nights when all were linked before. */
export type LinkedNights = { readonly nights: number; readonly holders: number };

/**
 * Links nights to a pass that is on sale; repeating it changes nothing. Every holder gets a free ticket for each
 * coming night, with an email; the places count as sold. All nights or none. Refused while units of the pass are
 * held, because the nights of a held order never change: its open card page names them.
 */
export async function linkNightsToPass(
  { database }: Pick<Services, "database">,
  request: LinkNightsRequest,
): Promise<Outcome<LinkedNights, LinkNightsRefusal>> {
  const { id } = request;
  const nights = request.nights.filter(isUuid);
  if (!isUuid(id)) return refused({ reason: "missing" });
  // Orders are locked before counters. An order paid between the two locks is not locked, so the act starts again:
  // nobody may wait for an order's lock while holding counters' locks.
  for (let attempt = 0; attempt < 5; attempt++) {
    const linked = await database.withDuty("settle", (sql) => linkOnce(sql, { ...request, nights }));
    if (linked !== "sold_meanwhile") return linked;
  }
  return refused({ reason: "being_bought", held: 0 });
}

async function linkOnce(
  sql: Sql,
  { actor, id, nights }: LinkNightsRequest,
): Promise<Outcome<LinkedNights, LinkNightsRefusal> | "sold_meanwhile"> {
  if (!(await mayStillDo(sql, actor, "link-nights-to-pass"))) return refused(notAllowed);
  const holders = await lockPassHolders(sql, id);
  await faultPoint("pass.holders");
  const counters = await lockCounters(sql, [id, ...nights]);
  const units = counters.get(id);
  const added = await lockNewNights(sql, id, nights);
  if (!added || !units) return refused({ reason: "missing" });
  if (added.length === 0) return done({ nights: 0, holders: 0 });
  if (added.some((night) => night.isReadOnly)) return refused({ reason: "read_only" });
  const draft = added.find((night) => !night.isPublished);
  if (draft) return refused({ reason: "not_published", night: draft.title });
  if (units.held > 0) return refused({ reason: "being_bought", held: units.held });
  if (await soldMeanwhile(sql, id, holders)) return "sold_meanwhile";

  const comingNightIds = added.filter((night) => night.isAhead).map((night) => night.id);
  const missing = await missingTickets(sql, holders, comingNightIds);
  const neededPlaces = placesOf(missing);
  const fullNight = added.find((night) => (neededPlaces.get(night.id) ?? 0) > freeOf(counters.get(night.id)));
  if (fullNight)
    return refused({
      reason: "not_enough_places",
      night: fullNight.title,
      needed: neededPlaces.get(fullNight.id) ?? 0,
      free: freeOf(counters.get(fullNight.id)),
    });

  if (missing.length > 0) await issueMissing(sql, missing);
  await moveStock(sql, new Map([...neededPlaces].map(([night, sold]) => [night, { held: 0, sold }])));
  await linkNewNights(
    sql,
    id,
    added.map((night) => night.id),
  );
  for (const night of added) await recordLinkedNight(sql, { actor, id, night, missing });
  await faultPoint("pass.linked");
  return done({ nights: added.length, holders: new Set(missing.map(({ userId }) => userId)).size });
}

function placesOf(missing: readonly MissingTicket[]): Map<string, number> {
  const needs = new Map<string, number>();
  for (const { places, eventId } of missing) needs.set(eventId, (needs.get(eventId) ?? 0) + places);
  return needs;
}

function freeOf(counter: Counter | undefined): number {
  return counter ? leftInCounter(counter) : 0;
}

async function recordLinkedNight(
  client: Sql,
  about: { actor: Actor; id: string; night: NewNight; missing: readonly MissingTicket[] },
): Promise<void> {
  const { actor, id, night, missing } = about;
  const tickets = missing.filter(({ eventId }) => eventId === night.id).length;
  await recordChange(client, actor, {
    subjectKind: "ticket_type",
    subjectId: id,
    what: "night_linked",
    after: { event: night.title, tickets },
  });
}

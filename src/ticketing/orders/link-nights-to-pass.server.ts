import { isUuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/database.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-door.server.ts";
import type { Services } from "#platform/services.ts";
import { linkNewNights, lockNewNights, type NewNight } from "#ticketing/events/pass-nights.server.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { lockCounters, moveStock } from "#ticketing/stock/move-stock.server.ts";
import { type Counter, left } from "#ticketing/stock/stock.ts";
import {
  issueMissing,
  lockPassHolders,
  type MissingTicket,
  missingTickets,
  soldMeanwhile,
} from "./pass-holders.server.ts";

export type LinkNightsRequest = {
  readonly actor: Actor;
  /** The season pass or early bird. */
  readonly id: string;
  readonly nights: readonly string[];
};

export type LinkNightsRefusal =
  | { readonly reason: "not_permitted" }
  | { readonly reason: "missing" }
  /** A night, or the whole site, may only be read (Opriri). */
  | { readonly reason: "read_only" }
  /** Units of it are held, or are being paid for at this moment. */
  | { readonly reason: "being_bought"; readonly held: number }
  /** More people hold the pass than this night has room for. */
  | {
      readonly reason: "not_enough_places";
      readonly night: string;
      readonly needed: number;
      readonly free: number;
    };

/** How many people got tickets, and for how many nights; 0 nights when all of them were linked before. */
export type LinkedNights = { readonly nights: number; readonly holders: number };

/**
 * Links nights to a pass that was sold (decision 7): whoever paid for it and still holds it gets a ticket for each that
 * is ahead, under the same code, at no price, with a letter; the places become sold; all of them or nothing. Repeating
 * it changes nothing.
 *
 * What is only held is not extended: what an order agreed on at its hold is frozen, and a card page that is open names
 * those nights. So while units are held the act is refused; whoever holds afterwards gets the new nights with the others.
 *
 * Orders are locked before counters, as everywhere. An order that was paid between the two locks is none of the locked
 * ones; then it begins again, because its lock must not be waited for under the counters'.
 */
export async function linkNightsToPass(
  { database }: Pick<Services, "database">,
  request: LinkNightsRequest,
): Promise<Outcome<LinkedNights, LinkNightsRefusal>> {
  const { actor, id } = request;
  if (!mayDo(actor, "link-nights-to-pass")) return refused({ reason: "not_permitted" });
  const nights = request.nights.filter(isUuid);
  if (!isUuid(id)) return refused({ reason: "missing" });
  for (let attempt = 0; attempt < 5; attempt++) {
    const linked = await database.withDuty("settle", (sql) => linkOnce(sql, { ...request, nights }));
    if (linked !== "sold_meanwhile") return linked;
  }
  return refused({ reason: "being_bought", held: 0 });
}

async function linkOnce(
  { $client }: Sql,
  { actor, id, nights }: LinkNightsRequest,
): Promise<Outcome<LinkedNights, LinkNightsRefusal> | "sold_meanwhile"> {
  if (!(await isStillAdministrator($client, actor))) return refused({ reason: "not_permitted" });
  const holders = await lockPassHolders($client, id);
  await faultPoint("pass.holders");
  const counters = await lockCounters($client, [id, ...nights]);
  const units = counters.get(id);
  const added = await lockNewNights($client, id, nights);
  if (!added || !units) return refused({ reason: "missing" });
  if (added.length === 0) return done({ nights: 0, holders: 0 });
  if (added.some((night) => night.isReadOnly)) return refused({ reason: "read_only" });
  if (units.held > 0) return refused({ reason: "being_bought", held: units.held });
  if (await soldMeanwhile($client, id, holders)) return "sold_meanwhile";

  const ahead = added.filter((night) => night.isAhead).map((night) => night.id);
  const missing = await missingTickets($client, holders, ahead);
  const needs = placesOf(missing);
  const full = added.find((night) => (needs.get(night.id) ?? 0) > freeOf(counters.get(night.id)));
  if (full)
    return refused({
      reason: "not_enough_places",
      night: full.title,
      needed: needs.get(full.id) ?? 0,
      free: freeOf(counters.get(full.id)),
    });

  if (missing.length > 0) await issueMissing($client, missing);
  await moveStock($client, new Map([...needs].map(([night, sold]) => [night, { held: 0, sold }])));
  await linkNewNights(
    $client,
    id,
    added.map((night) => night.id),
  );
  for (const night of added) await writeDown($client, { actor, id, night, missing });
  await faultPoint("pass.linked");
  return done({ nights: added.length, holders: new Set(missing.map(({ holder }) => holder.userId)).size });
}

async function isStillAdministrator(client: Sql["$client"], { userId }: Actor): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM profiles WHERE id = $1 AND role = 'admin'", [userId]);
  return rowCount === 1;
}

function placesOf(missing: readonly MissingTicket[]): Map<string, number> {
  const needs = new Map<string, number>();
  for (const { holder, eventId } of missing) needs.set(eventId, (needs.get(eventId) ?? 0) + holder.places);
  return needs;
}

function freeOf(counter: Counter | undefined): number {
  return counter ? left(counter) : 0;
}

async function writeDown(
  client: Sql["$client"],
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

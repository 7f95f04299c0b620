import { eq } from "drizzle-orm";
import { newId } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import { nextVersion } from "#platform/database/columns.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { tickets } from "./event-tables.server.ts";
import type { NightTypeRefusal } from "./night-parts.server.ts";
import type { NightType } from "./night-types-form.ts";
import { readOlderBuild } from "./older-build-queries.server.ts";
import type { PhaseForm } from "./price-phase-form.ts";
import { wantPrice } from "./provider-price.server.ts";
import { needsThisBuild } from "./ticket-type-change.ts";
import type { TicketTypeForm } from "./ticket-type-form.ts";
import { saveTicketType } from "./ticket-type-saving-store.server.ts";
import {
  counterIdsOf,
  insertTicketType,
  lockTicketType,
  type StoredTicketType,
} from "./ticket-type-store.server.ts";
import { familyOf } from "./type-family.ts";

/** The ids of the counters that `saveNightTypes` needs; the caller locks them together with the night's. */
export async function countersOfNightTypes(sql: Sql, types: readonly NightType[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { saved } of types) if (saved) ids.push(...(await counterIdsOf(sql, saved.id)));
  return ids;
}

/** Saves the types of a night's form and creates new ones. Stops at the first refusal; the caller rolls all back. */
export async function saveNightTypes(
  sql: Sql,
  { actor, night, types }: { actor: Actor; night: string; types: readonly NightType[] },
): Promise<Outcome<"saved", NightTypeRefusal>> {
  for (const type of types) {
    const why = type.saved
      ? await saveExistingType(sql, { actor, night, type, saved: type.saved })
      : await addNewType(sql, actor, night, type);
    if (why) return refused({ reason: "type_refused", row: type.row, why });
  }
  return done("saved");
}

type Saving = { actor: Actor; night: string; type: NightType; saved: NonNullable<NightType["saved"]> };

async function saveExistingType(
  sql: Sql,
  { actor, night, type, saved: { id, version } }: Saving,
): Promise<NightTypeRefusal["why"] | undefined> {
  const stored = await lockTicketType(sql, id);
  if (stored?.events.join() !== night || stored.isSeasonPass) return { reason: "other_nights" };
  const refusal = refusalOfKind(type, stored);
  if (refusal) return refusal;
  if (type.price === null && stored.phases.length === 0) return { reason: "no_price_typed" };
  const saved = await saveTicketType(sql, {
    actor,
    id,
    version,
    form: formOf(stored, type),
    stock: { kind: "capacity", capacity: type.capacity },
  });
  if (!saved.ok) return saved.refusal;
  if (saved.value.price === "to_make" && type.price) await wantPrice(sql, id);
  if (stored.isVisible !== type.isVisible) {
    await builder(sql)
      .update(tickets)
      .set({ isVisible: type.isVisible, ...nextVersion })
      .where(eq(tickets.id, id));
    await recordChange(sql, actor, {
      subjectKind: "ticket_type",
      subjectId: id,
      what: type.isVisible ? "shown" : "hidden",
    });
  }
  return undefined;
}

/**
 * Why a type cannot be of this kind. Passes and early birds are bought alone: their pages have no field for vouchers
 * and no add-ons. An add-on has nothing that counts people.
 */
function refusalOfKind(
  type: NightType,
  stored: Pick<StoredTicketType, "requiresCode" | "admits" | "entries" | "enterUntil" | "poolId">,
): NightTypeRefusal["why"] | undefined {
  const { poolId, enterUntil } = stored;
  const { admits, requiresCode, entries } = fieldsOfRow(type, stored);
  const isOrdinary = familyOf(type.name, false) === "ordinary";
  if (!isOrdinary && (poolId !== null || requiresCode || !admits)) return { reason: "sold_alone" };
  const counts = entries !== 1 || enterUntil !== null || poolId !== null;
  return !admits && counts ? { reason: "add_on_counts_people" } : undefined;
}

async function addNewType(
  sql: Sql,
  actor: Actor,
  night: string,
  type: NightType,
): Promise<NightTypeRefusal["why"] | undefined> {
  const id = newId();
  const form = { ...plainType, ...fieldsOfRow(type, plainType), events: [night] };
  const refusal = refusalOfKind(type, { ...plainType, poolId: null });
  if (refusal) return refusal;
  if (needsThisBuild(form, "none") && (await readOlderBuild(sql))) return { reason: "older_build_runs" };
  await insertTicketType(sql, id, form, null);
  if (!type.isVisible) await builder(sql).update(tickets).set({ isVisible: false }).where(eq(tickets.id, id));
  if (type.price) await wantPrice(sql, id);
  await recordChange(sql, actor, { subjectKind: "ticket_type", subjectId: id, what: "created" });
  return undefined;
}

/** The values of a new type for everything that its row of the night's form leaves out. */
const plainType = {
  phases: [],
  entries: 1,
  description: null,
  isSeasonPass: false,
  codePer: "person",
  priceId: null,
  saleStartsAt: null,
  saleEndsAt: null,
  offerRank: null,
  requiresCode: false,
  admits: true,
  enterUntil: null,
  pool: { kind: "none" },
} as const;

/** Returns what a row of the night's form says about its type. `defaults` has the values that the row leaves out. */
const fieldsOfRow = (
  { name, kind, entries, price, capacity }: NightType,
  defaults: Pick<StoredTicketType, "requiresCode" | "admits" | "entries">,
) => ({
  type: name,
  admits: kind?.admits ?? defaults.admits,
  requiresCode: kind?.requiresCode ?? defaults.requiresCode,
  entries: entries ?? defaults.entries,
  price: price ?? bani(0),
  left: capacity,
});

/** Returns the stored type with the changes of its row. The price of a type with phases is not changed. */
function formOf(stored: StoredTicketType, type: NightType): TicketTypeForm {
  const { description, events, isSeasonPass, codePer, priceId } = stored;
  const { saleStartsAt, saleEndsAt, offerRank, enterUntil } = stored;
  return {
    description,
    events,
    isSeasonPass,
    codePer,
    priceId,
    saleStartsAt,
    saleEndsAt,
    offerRank,
    enterUntil,
    ...fieldsOfRow(type, stored),
    price: (stored.phases.length > 0 ? null : type.price) ?? stored.price,
    phases: stored.phases.map(
      ({ id, name, price, endsAt, tickets }, at): PhaseForm => ({
        id,
        name,
        price: bani(price),
        endsAt,
        tickets,
        row: at + 1,
      }),
    ),
    pool: stored.poolId === null ? { kind: "none" } : { kind: "known", id: stored.poolId, capacity: null },
  };
}

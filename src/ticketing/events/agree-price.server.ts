import { eq } from "drizzle-orm";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { builder } from "#platform/database/builder.server.ts";
import { databaseNow } from "#platform/database/columns.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { tickets } from "./event-tables.server.ts";
import { agreesOn } from "./price-agreement.ts";
import { makeProviderPrice } from "./provider-price.server.ts";
import { lockTicketType, readTicketType, type StoredTicketType } from "./ticket-type-store.server.ts";

type Request = {
  readonly actor: Actor;
  readonly id: string;
  /**
   * `check` looks up the stored price id at the provider; `make` makes a new price there and archives the old one.
   */
  readonly how: "check" | "make";
};

export type PriceRefusal =
  | { readonly reason: "missing" }
  /** A price of 0 cannot be paid by card. */
  | { readonly reason: "free" }
  | { readonly reason: "no_price" }
  | { readonly reason: "unknown_price" }
  /** The price exists, but it has another amount or currency, is not for single payments, or is not in use. */
  | { readonly reason: "differs"; readonly amount: number | null; readonly currency: string }
  /** The provider did not answer, or with an error. The act can be tried again; after an error a job tries it too. */
  | { readonly reason: "unreachable" };

type PriceServices = Pick<Services, "database" | "cards" | "settings" | "log">;

/**
 * Agrees with the card provider on the price of a type; before that it cannot be bought. The type is saved before the
 * call, and no call is made inside a transaction. If the type is saved meanwhile, the answer is dropped.
 */
export async function agreePrice(
  services: PriceServices,
  { actor, id, how }: Request,
): Promise<Outcome<{ priceId: string }, PriceRefusal>> {
  const { database, cards } = services;
  const type = await database.withActor(actor, async (sql) => {
    if (!(await mayStillDo(sql, actor, "agree-price"))) return undefined;
    return readTicketType(sql, id);
  });
  if (!type) return refused({ reason: "missing" });
  if (type.price === 0) return refused({ reason: "free" });
  const oldPriceId = type.priceId;
  if (how === "check") {
    if (oldPriceId === null) return refused({ reason: "no_price" });
    const read = await cards.readPrice(oldPriceId);
    if (read.kind === "unknown") return refused({ reason: "unreachable" });
    const { livemode } = services.settings;
    const agrees = read.kind === "found" && agreesOn(read.price, type.price, livemode);
    await storeAnswer(services, actor, { id, type, priceId: oldPriceId, agrees });
    if (read.kind === "missing") return refused({ reason: "unknown_price" });
    const { amount, currency } = read.price;
    return agrees ? done({ priceId: oldPriceId }) : refused({ reason: "differs", amount, currency });
  }
  const made = await makeProviderPrice(services, type, (work) => database.withActor(actor, work));
  if (made.kind !== "made") return refused({ reason: "unreachable" });
  const { priceId } = made;
  const isStored = await storeAnswer(services, actor, { id, type, priceId, agrees: true });
  // the provider may answer a repeated call with the price that the type has already; that one stays
  const unusedPriceId = isStored ? oldPriceId : priceId;
  if (unusedPriceId !== null && (!isStored || unusedPriceId !== priceId))
    await cards.archivePrice(unusedPriceId);
  return isStored ? done({ priceId }) : refused({ reason: "missing" });
}

/** Stores the answer with its type; false when the type was saved or archived meanwhile. */
async function storeAnswer(
  { database }: PriceServices,
  actor: Actor,
  { id, type, priceId, agrees }: { id: string; type: StoredTicketType; priceId: string; agrees: boolean },
): Promise<boolean> {
  return database.withActor(actor, async (sql) => {
    const saved = await lockTicketType(sql, id);
    if (saved?.version !== type.version) return false;
    await builder(sql)
      .update(tickets)
      .set({
        priceId,
        priceAgreedAt: agrees ? databaseNow : null,
        ...(agrees ? { priceWantedAt: null } : {}),
      })
      .where(eq(tickets.id, id));
    if ((saved.priceAgreedAt !== null) !== agrees)
      await recordChange(sql, actor, {
        subjectKind: "ticket_type",
        subjectId: id,
        what: agrees ? "price_agreed" : "price_not_agreed",
      });
    return true;
  });
}

import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { mayStillDo } from "#ticketing/people/may-still-do.server.ts";
import { agreesOn } from "./price-agreement.ts";

type Request = {
  readonly actor: Actor;
  readonly id: string;
  /** `check` asks about the price id that is there; `make` makes a new price there and archives the old one. */
  readonly how: "check" | "make";
};

export type PriceRefusal =
  | { readonly reason: "missing" }
  /** A price of 0 cannot be paid by card (AMB-24). */
  | { readonly reason: "free" }
  | { readonly reason: "no_price" }
  /** There is no such price at the card provider. */
  | { readonly reason: "unknown_price" }
  /** There is one, but not of this amount in RON, not for single payments, or not in use. */
  | { readonly reason: "differs"; readonly amount: number | null; readonly currency: string }
  /** Nobody can tell: no answer, or a refusal. The type stays as it is and can be asked about again. */
  | { readonly reason: "unreachable" };

type Doors = Pick<Services, "database" | "cards" | "settings" | "log">;
type PricedType = { type: string; price: number; stripePriceId: string | null; version: number };

/**
 * Agrees with the card provider on the price of a type (decision 9): until then it cannot be bought. The type is saved
 * before anything is asked there, and nothing is asked inside a transaction. A new price has the type's version in its
 * key, so that asking again makes no second one. Whoever saves meanwhile wins: the answer is then thrown away.
 */
export async function agreePrice(
  services: Doors,
  { actor, id, how }: Request,
): Promise<Outcome<{ priceId: string }, PriceRefusal>> {
  const { database, cards } = services;
  const type = await database.withActor(actor, async ({ $client }) => {
    if (!(await mayStillDo($client, actor, "agree-price"))) return undefined;
    const { rows } = await $client.query<PricedType>(
      `SELECT type, price::float8 AS price, stripe_price_id AS "stripePriceId", version FROM tickets WHERE id = $1 AND archived_at IS NULL`,
      [id],
    );
    return rows[0];
  });
  if (!type) return refused({ reason: "missing" });
  if (type.price === 0) return refused({ reason: "free" });
  const old = type.stripePriceId;
  if (how === "check") {
    if (old === null) return refused({ reason: "no_price" });
    const read = await cards.readPrice(old);
    if (read.kind === "unknown") return refused({ reason: "unreachable" });
    const { livemode } = services.settings;
    const agrees = read.kind === "found" && agreesOn(read.price, type.price, livemode);
    await keep(services, actor, { id, type, priceId: old, agrees });
    if (read.kind === "missing") return refused({ reason: "unknown_price" });
    const { amount, currency } = read.price;
    return agrees ? done({ priceId: old }) : refused({ reason: "differs", amount, currency });
  }
  const key = `price:${id}:${type.version}:${type.price}`;
  const made = await cards.createPrice({ key, name: type.type, amount: type.price });
  if (made.kind !== "created") {
    services.log.warn({ ticketType: id, answer: made.message }, "the card provider made no price");
    return refused({ reason: "unreachable" });
  }
  const priceId = made.price.id;
  const kept = await keep(services, actor, { id, type, priceId, agrees: true });
  const spare = kept ? old : priceId;
  if (spare !== null && (!kept || spare !== priceId)) await cards.archivePrice(spare);
  return kept ? done({ priceId }) : refused({ reason: "missing" });
}

type Answer = { id: string; type: PricedType; priceId: string; agrees: boolean };

/** Writes the answer onto the type it was asked for; false when the type was saved or archived meanwhile. */
async function keep(
  { database }: Doors,
  actor: Actor,
  { id, type, priceId, agrees }: Answer,
): Promise<boolean> {
  return database.withActor(actor, async ({ $client }) => {
    const { rows } = await $client.query<{ was: boolean }>(
      `UPDATE tickets t SET stripe_price_id = $2, price_agreed_at = CASE WHEN $3 THEN now() END
       FROM (SELECT id, price_agreed_at IS NOT NULL AS was FROM tickets WHERE id = $1 AND version = $4 AND archived_at IS NULL FOR UPDATE) o
       WHERE t.id = o.id RETURNING o.was`,
      [id, priceId, agrees, type.version],
    );
    const row = rows[0];
    if (row && row.was !== agrees)
      await recordChange($client, actor, {
        subjectKind: "ticket_type",
        subjectId: id,
        what: agrees ? "price_agreed" : "price_not_agreed",
      });
    return row !== undefined;
  });
}

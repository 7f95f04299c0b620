import { eq } from "drizzle-orm";
import { type Outcome, refused } from "#kernel/outcome.ts";
import type { Day } from "#kernel/time.ts";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { lengths } from "#ticketing/limits.ts";
import type { ImagePosition } from "#ticketing/pictures/picture.ts";
import { findPicture } from "#ticketing/pictures/picture-queries.server.ts";
import { pictures } from "#ticketing/pictures/picture-tables.server.ts";
import { events } from "./event-tables.server.ts";
import type { NightType } from "./night-types-form.ts";
import { type NightTypeRefusal, saveNightTypes } from "./night-types-store.server.ts";

/** The picture of a night as its form says it; null is none. */
export type NightPicture = {
  readonly url: string | null;
  readonly position: ImagePosition;
  readonly altText: string;
  /** The title is painted on it. */
  readonly hasTitle: boolean;
};

/** What a form of a night saves beside its facts. */
export type NightParts = {
  readonly picture?: NightPicture;
  readonly types?: readonly NightType[];
};

export type PartRefusal =
  | NightTypeRefusal
  /** Only the address of a picture that was uploaded here, or the one that the night has already, is stored (attack 97). */
  | { readonly reason: "unknown_picture" };

/** Ends a transaction in which something was written before a part was refused. */
export class RefusedPart extends Error {
  readonly refusal: PartRefusal;
  constructor(refusal: PartRefusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

export function refusedForPart(error: unknown): Outcome<never, PartRefusal> {
  if (error instanceof RefusedPart) return refused(error.refusal);
  throw error;
}

/**
 * Saves picture and types of a night that is locked, with the counters of its types. A night takes the accent colour of
 * its picture. Throws `RefusedPart`: nothing of the night is saved then.
 */
export async function saveNightParts(
  sql: Sql,
  today: Day,
  {
    actor,
    night,
    parts,
  }: { actor: Actor; night: { id: string; imageUrl: string | null }; parts: NightParts },
): Promise<void> {
  if (parts.picture) await writePicture(sql, night, parts.picture);
  const saved = await saveNightTypes(sql, today, { actor, night: night.id, types: parts.types ?? [] });
  if (!saved.ok) throw new RefusedPart(saved.refusal);
}

async function writePicture(
  sql: Sql,
  night: { id: string; imageUrl: string | null },
  { url, position, altText, hasTitle }: NightPicture,
): Promise<void> {
  const stored = url === null ? undefined : await findPicture(sql, url);
  if (url !== null && url !== night.imageUrl && !stored) throw new RefusedPart({ reason: "unknown_picture" });
  await builder(sql)
    .update(events)
    .set({
      imageUrl: url,
      imagePosition: position,
      ...(url !== night.imageUrl && stored?.light ? { light: stored.light } : {}),
    })
    .where(eq(events.id, night.id));
  const words = altText.trim().slice(0, lengths.altText);
  if (url !== null && stored && (stored.altText !== words || stored.hasTitle !== hasTitle))
    await builder(sql).update(pictures).set({ altText: words, hasTitle }).where(eq(pictures.url, url));
}

import { eq } from "drizzle-orm";
import { builder } from "#platform/database/builder.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import { lengths } from "#ticketing/limits.ts";
import { findPicture } from "#ticketing/pictures/picture-queries.server.ts";
import { pictures } from "#ticketing/pictures/picture-tables.server.ts";
import { RefusedInTransaction } from "./after-end-queries.server.ts";
import { events } from "./event-tables.server.ts";
import type { NightParts, NightPicture } from "./night-parts.server.ts";
import { saveNightTypes } from "./night-types-store.server.ts";

/**
 * Saves picture and types of a locked night; the caller has locked the types' counters. The night takes the accent
 * colour of its picture. Throws `RefusedInTransaction`; then nothing of the night is saved.
 */
export async function saveNightParts(
  sql: Sql,
  {
    actor,
    night,
    parts,
  }: { actor: Actor; night: { id: string; imageUrl: string | null }; parts: NightParts },
): Promise<void> {
  if (parts.picture) await writePicture(sql, night, parts.picture);
  const saved = await saveNightTypes(sql, { actor, night: night.id, types: parts.types ?? [] });
  if (!saved.ok) throw new RefusedInTransaction(saved.refusal);
}

async function writePicture(
  sql: Sql,
  night: { id: string; imageUrl: string | null },
  { url, position, altText, hasTitle }: NightPicture,
): Promise<void> {
  const stored = url === null ? undefined : await findPicture(sql, url);
  if (url !== null && url !== night.imageUrl && !stored)
    throw new RefusedInTransaction({ reason: "unknown_picture" });
  await builder(sql)
    .update(events)
    .set({
      imageUrl: url,
      imagePosition: position,
      ...(url !== night.imageUrl && stored?.light ? { light: stored.light } : {}),
    })
    .where(eq(events.id, night.id));
  const newAltText = altText.trim().slice(0, lengths.altText);
  if (url !== null && stored && (stored.altText !== newAltText || stored.hasTitle !== hasTitle))
    await builder(sql).update(pictures).set({ altText: newAltText, hasTitle }).where(eq(pictures.url, url));
}

import { isDeepStrictEqual } from "node:util";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { codeOf } from "#platform/database/database.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { Services } from "#platform/services.ts";
import { recordChange } from "#ticketing/journal/record-change.server.ts";
import { type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import type { ContentKey } from "./content-keys.ts";
import { insertContent, lockContent, updateContent } from "./content-store.server.ts";

type Content = Readonly<Record<string, unknown>>;

export type ContentText = {
  readonly key: ContentKey;
  readonly content: Content;
  /** The version that the editor opened; 0 for a new text. */
  readonly version: number;
};

export type SaveContentRefusal =
  | NotAllowed
  /** The hero's picture is not a stored one, or was deleted meanwhile. */
  | { readonly reason: "unknown_picture" }
  /** Another editor saved these keys meanwhile. */
  | { readonly reason: "changed_meanwhile"; readonly keys: readonly ContentKey[] };

/** PostgreSQL: a foreign key is violated. Here only pictures are referenced. */
const noSuchPicture = "23503";

/**
 * Saves texts of the site, all or none, each with a journal row of what changed; an unchanged text is left alone.
 * Refused over a version that the editor has not read. Returns the keys that changed.
 */
export async function saveContent(
  services: Pick<Services, "database">,
  { actor, texts }: { actor: Actor; texts: readonly ContentText[] },
): Promise<Outcome<readonly ContentKey[], SaveContentRefusal>> {
  // always in the same order, so that two saves at once cannot deadlock
  const ordered = [...texts].sort((a, b) => (a.key < b.key ? -1 : 1));
  try {
    return await services.database.withActor(actor, async (sql) => {
      if (!(await mayStillDo(sql, actor, "save-content"))) return refused(notAllowed);
      const storedRows = new Map<ContentKey, Awaited<ReturnType<typeof lockContent>>>();
      for (const { key } of ordered) storedRows.set(key, await lockContent(sql, key));
      const staleTexts = ordered.filter(
        ({ key, version }) => version !== (storedRows.get(key)?.version ?? 0),
      );
      if (staleTexts.length > 0)
        return refused({ reason: "changed_meanwhile", keys: staleTexts.map(({ key }) => key) });

      const changedKeys: ContentKey[] = [];
      for (const { key, content } of ordered) {
        const row = storedRows.get(key);
        const { before, after } = changesOf(row?.content ?? {}, content);
        if (row && Object.keys(after).length === 0 && Object.keys(before).length === 0) continue;
        const id = row?.id ?? (await insertContent(sql, actor, key, content));
        if (id === null) return refused({ reason: "changed_meanwhile", keys: [key] });
        if (row) await updateContent(sql, actor, id, content);
        await recordChange(sql, actor, {
          subjectKind: "content",
          subjectId: id,
          what: "content_saved",
          before: row ? before : null,
          after,
        });
        changedKeys.push(key);
      }
      await faultPoint("content.written");
      return done(changedKeys);
    });
  } catch (error) {
    if (codeOf(error) === noSuchPicture) return refused({ reason: "unknown_picture" });
    throw error;
  }
}

/** The fields that differ, before and after. */
function changesOf(oldContent: Content, newContent: Content): { before: Content; after: Content } {
  const fields = [...new Set([...Object.keys(oldContent), ...Object.keys(newContent)])].filter(
    (field) => !isDeepStrictEqual(oldContent[field], newContent[field]),
  );
  const changedFields = (content: Content) =>
    Object.fromEntries(fields.filter((field) => field in content).map((field) => [field, content[field]]));
  return { before: changedFields(oldContent), after: changedFields(newContent) };
}

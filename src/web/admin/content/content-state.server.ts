import { addDays, dayOf, formatInstant } from "#kernel/time.ts";
import type { ContentKey } from "#ticketing/content/content-keys.ts";
import type { ContentChange, EditableContent } from "#ticketing/content/content-queries.server.ts";
import { actorInWords } from "../team/team-texts.ts";
import type { TimelineStep } from "../ui/timeline.tsx";
import type { ContentState } from "./content-screen-view.ts";
import { contentTexts } from "./content-texts.ts";
import { versionsOf } from "./save-texts.server.ts";

/** Returns the versions of a screen's texts, and who wrote the latest one. */
export function contentState(
  contents: ReadonlyMap<ContentKey, EditableContent>,
  keys: readonly ContentKey[],
  now: Date,
): ContentState {
  const latest = keys
    .flatMap((key) => contents.get(key) ?? [])
    .sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())[0];
  return {
    versions: versionsOf(contents, keys),
    published: latest ? contentTexts.published(dayInWords(latest.updatedAt, now), latest.updatedBy) : null,
  };
}

export function contentHistorySteps(changes: readonly ContentChange[], now: Date): TimelineStep[] {
  return changes.map((change) => ({
    key: change.id,
    icon: change.what === "content_created" ? "plus" : "pencil",
    what:
      change.what === "content_created"
        ? `${contentTexts.created}: ${contentTexts.keys[change.key]}`
        : `${contentTexts.keys[change.key]}: ${change.fields.map(fieldLabel).join(", ")}`,
    note: actorInWords(change.actorKind, change.by) ?? contentTexts.nobody,
    when: dayInWords(change.at, now),
  }));
}

const fieldLabels: Record<string, string> = {
  ...contentTexts.labels,
  subtitle: contentTexts.labels.hero_subtitle,
  cta_text: contentTexts.labels.hero_cta_text,
  content: contentTexts.labels.about_content,
  social_links: contentTexts.social,
  sections: contentTexts.labels.body,
};

function fieldLabel(field: string): string {
  return (fieldLabels[field] ?? field).toLocaleLowerCase("ro");
}

/** Returns "azi, 19:12" or "ieri, 08:00", else the full date. */
function dayInWords(instant: Date, now: Date): string {
  const [day = "", time = ""] = formatInstant(instant).split(", ");
  const today = dayOf(now);
  const changeDay = dayOf(instant);
  return `${changeDay === today ? "azi" : changeDay === addDays(today, -1) ? "ieri" : day}, ${time}`;
}

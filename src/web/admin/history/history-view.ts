import { counted } from "#kernel/romanian.ts";
import { formatInstant } from "#kernel/time.ts";
import type { HistoryEntry } from "#ticketing/journal/history-queries.server.ts";
import { actorInWords } from "../team/team-texts.ts";
import type { TimelineStep } from "../ui/timeline.tsx";
import { actOf, fieldName, historyTexts, valueText } from "./history-texts.ts";

/** Long fields: a step says only that they changed, and the full history shows both texts. */
const longFields: Readonly<Record<string, string>> = {
  description: historyTexts.otherText,
  bio: historyTexts.otherText,
  directions: historyTexts.otherText,
  imageUrl: historyTexts.otherPicture,
};

/** Returns the latest changes, for the column beside a form. */
export function historySteps(entries: readonly HistoryEntry[]): TimelineStep[] {
  return entries.map((entry) => {
    const act = actOf(entry.what);
    return {
      key: entry.id,
      icon: act.icon,
      what: summaryOf(entry) ?? act.text,
      note: actorInWords(entry.actorKind, entry.who) ?? historyTexts.program,
      when: formatInstant(entry.at),
    };
  });
}

/** Returns "Capacitate: 780 → 800 +1" for the first changed field and the number of others. */
function summaryOf({ what, before, after }: HistoryEntry): string | undefined {
  if (after && "list" in after) return guestSummaryOf({ what, before, after });
  if (what !== "edited" || !after) return undefined;
  const [first, ...others] = Object.keys(after);
  if (first === undefined) return undefined;
  const change =
    longFields[first] ?? `${valueText(first, before?.[first])} → ${valueText(first, after[first])}`;
  const more = others.length > 0 ? ` ${historyTexts.more(others.length)}` : "";
  return `${fieldName(first)}: ${change}${more}`;
}

/** Returns "Invitat corectat: Vlad Ghiță, Presă, 2 locuri → 4 locuri". */
function guestSummaryOf({ what, before, after }: Pick<HistoryEntry, "what" | "before" | "after">): string {
  const countedWords = (n: unknown, noun: "place" | "name") =>
    typeof n === "number" ? [counted(n, noun)] : [];
  const places = [...countedWords(before?.places, "place"), ...countedWords(after?.places, "place")].join(
    " → ",
  );
  const namedFields = ["guest", "list"].filter((field) => after && field in after);
  return historyTexts.ofGuests(actOf(what).text, [
    ...countedWords(after?.names, "name"),
    ...namedFields.map((field) => String(after?.[field] ?? historyTexts.forgotten)),
    ...(places ? [places] : []),
  ]);
}

export function historyRows(entries: readonly HistoryEntry[]) {
  return entries.map((entry) => ({
    id: entry.id,
    when: formatInstant(entry.at),
    who: actorInWords(entry.actorKind, entry.who) ?? historyTexts.program,
    what: actOf(entry.what).text,
    changes: Object.keys(entry.after ?? entry.before ?? {}).map((field) => ({
      field: fieldName(field),
      before: valueText(field, entry.before?.[field]),
      after:
        field === "imageUrl" && entry.before?.[field] && entry.after?.[field]
          ? historyTexts.otherPicture
          : valueText(field, entry.after?.[field]),
    })),
  }));
}

/** What a deleted thing was called, as far as the journal knows. */
export function nameOfDeleted({ before }: Pick<HistoryEntry, "before">): string {
  const name = [before?.title, before?.name, before?.type, before?.code].find(
    (one) => typeof one === "string" && one !== "",
  );
  return typeof name === "string" ? name : historyTexts.deleted.nameless;
}

import { isRowNumber } from "#kernel/id.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { type HistoryRowView, historyRows } from "./history-view.ts";

const linesPerPage = 50;

/** One page of a thing's history; the address names the entry it begins with. */
export async function readHistory(
  reader: Parameters<typeof listHistory>[0],
  id: string,
  request: Request,
): Promise<{ rows: HistoryRowView[]; older: string | null }> {
  const asked = new URL(request.url).searchParams.get("before") ?? "";
  const before = isRowNumber(asked) ? asked : null;
  const entries = await listHistory(reader, id, { limit: linesPerPage + 1, before });
  const shown = entries.slice(0, linesPerPage);
  return {
    rows: historyRows(shown),
    older: entries.length > linesPerPage ? (shown.at(-1)?.id ?? null) : null,
  };
}

import { data } from "react-router";
import { isRowNumber } from "#kernel/id.ts";
import { withListedNames } from "#ticketing/guest-lists/guest-list-queries.server.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { readAs } from "../administrator.server.ts";
import { idOf } from "../posted-form.server.ts";
import { NothingHere } from "../ui/nothing-here.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import type { Route } from "./+types/history-route.ts";
import { historySubjects } from "./history-subjects.server.ts";
import { historyTexts } from "./history-texts.ts";
import { historyRows, nameOfDeleted } from "./history-view.ts";

const linesPerPage = 50;

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(historyTexts.title) }];

/** Loads one page of a row's history; the address names its first entry. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const id = idOf(params);
  const { pathname, searchParams } = new URL(request.url);
  const screen = pathname.split("/")[2] ?? "";
  const subject = historySubjects[screen];
  const beforeParameter = searchParams.get("before") ?? "";
  const before = isRowNumber(beforeParameter) ? beforeParameter : null;
  return readAs(context, async (sql) => {
    if (!subject) throw data(null, { status: 404 });
    const entries = await listHistory(sql, subject.kind, id, { limit: linesPerPage + 1, before });
    const [deletion] = await listHistory(sql, subject.kind, id, { limit: 1, begins: "deleted" });
    const name = deletion ? nameOfDeleted(deletion) : await subject.nameOf(sql, id);
    if (name === undefined) throw data(null, { status: 404 });
    const shownEntries = entries.slice(0, linesPerPage);
    return {
      name,
      back: deletion
        ? { to: `/admin/${screen}/deleted`, label: historyTexts.deleted.title }
        : { to: `/admin/${screen}/${id}`, label: name },
      rows: historyRows(await withListedNames(sql, shownEntries)),
      /** The first entry of the next page; null at the end. */
      older: entries.length > linesPerPage ? (shownEntries.at(-1)?.id ?? null) : null,
    };
  });
}

type Row = Route.ComponentProps["loaderData"]["rows"][number];
const columns: Column<Row>[] = columnsOf(historyTexts.columns, {
  when: { card: "title" },
  who: {},
  what: {},
  change: { label: historyTexts.columns.before, cell: (row) => <Changes row={row} side="before" /> },
  after: { cell: (row) => <Changes row={row} side="after" /> },
});

/** The history of one row: who changed what, and the value before. */
export default function History({ loaderData: { name, back, rows, older } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={historyTexts.title} sub={historyTexts.sub(name)} back={back} />
      {rows.length === 0 ? (
        <NothingHere title={historyTexts.empty} text={historyTexts.emptyText} />
      ) : (
        <div className="history">
          <OfficeTable label={historyTexts.title} columns={columns} rows={rows} />
        </div>
      )}
      {older ? (
        <Pager previous={null} next={`?before=${encodeURIComponent(older)}`}>
          {historyTexts.older}
        </Pager>
      ) : null}
    </>
  );
}

function Changes({ row, side }: { row: Row; side: "before" | "after" }) {
  return row.changes.map((change) => (
    <p key={change.field}>
      <span className="muted">{change.field}: </span>
      {side === "after" ? <ins>{change.after}</ins> : change.before}
    </p>
  ));
}

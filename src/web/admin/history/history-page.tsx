import { NothingHere } from "../ui/nothing-here.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import { historyTexts } from "./history-texts.ts";
import type { HistoryRowView } from "./history-view.ts";

export type HistoryPageView = {
  /** The name of the thing whose history it is. */
  name: string;
  back: { to: string; label: string };
  rows: HistoryRowView[];
  /** The entry that the next page begins with; null at the end. */
  older: string | null;
};

const texts = historyTexts.columns;

const columns: Column<HistoryRowView>[] = columnsOf(texts, {
  when: { card: "title" },
  who: { card: "corner" },
  what: {},
  change: { label: texts.before, cell: (row) => <Changes row={row} side="before" /> },
  after: { cell: (row) => <Changes row={row} side="after" /> },
});

/** Everything that happened to one thing: who changed what, and the value before. */
export function HistoryPage({ view }: { view: HistoryPageView }) {
  return (
    <>
      <PageHead title={historyTexts.title} sub={historyTexts.sub(view.name)} back={view.back} />
      {view.rows.length === 0 ? (
        <NothingHere title={historyTexts.empty} text={historyTexts.emptyText} />
      ) : (
        <div className="history">
          <OfficeTable
            label={historyTexts.title}
            columns={columns}
            groups={[{ rows: view.rows }]}
            rowKey={(row) => row.id}
          />
        </div>
      )}
      {view.older ? (
        <Pager previous={null} next={`?before=${view.older}`}>
          {historyTexts.older}
        </Pager>
      ) : null}
    </>
  );
}

function Changes({ row, side }: { row: HistoryRowView; side: "before" | "after" }) {
  return row.changes.map((change) => (
    <p key={change.field}>
      <span className="muted">{change.field}: </span>
      {side === "after" ? <ins>{change.after}</ins> : change.before}
    </p>
  ));
}

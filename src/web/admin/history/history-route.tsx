import { data } from "react-router";
import { isRowNumber } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { findArtist } from "#ticketing/events/office-artist-queries.server.ts";
import { findEventName } from "#ticketing/events/office-event-queries.server.ts";
import { findType } from "#ticketing/events/office-type-queries.server.ts";
import { withListedNames } from "#ticketing/guest-lists/guest-list-queries.server.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { findVoucher } from "#ticketing/orders/vouchers/office-voucher-queries.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { readAs } from "../administrator.server.ts";
import { shownCode } from "../codes/code-words.ts";
import { idOf } from "../posted-form.server.ts";
import { NothingHere } from "../ui/nothing-here.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import type { Route } from "./+types/history-route.ts";
import { historyTexts } from "./history-texts.ts";
import { historyRows } from "./history-view.ts";

const linesPerPage = 50;

type Subject = {
  readonly kind: Parameters<typeof listHistory>[1];
  /** Returns undefined when the row does not exist. */
  readonly nameOf: (sql: Sql, id: string) => Promise<string | undefined>;
};

const type: Subject = { kind: "ticket_type", nameOf: async (sql, id) => (await findType(sql, id))?.type };

/** The kinds of rows whose history an address shows. */
const subjects: Record<string, Subject> = {
  events: { kind: "event", nameOf: findEventName },
  artists: { kind: "artist", nameOf: async (sql, id) => (await findArtist(sql, id))?.name },
  tickets: type,
  abonamente: type,
  codes: {
    kind: "voucher",
    nameOf: async (sql, id) => {
      const voucher = await findVoucher(sql, id);
      return voucher && shownCode(voucher);
    },
  },
};

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(historyTexts.title) }];

/** Loads one page of a row's history; the address names its first entry. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const id = idOf(params);
  const { pathname, searchParams } = new URL(request.url);
  const screen = pathname.split("/")[2] ?? "";
  const subject = subjects[screen];
  const beforeParameter = searchParams.get("before") ?? "";
  const before = isRowNumber(beforeParameter) ? beforeParameter : null;
  return readAs(context, async (sql) => {
    const name = await subject?.nameOf(sql, id);
    if (!subject || name === undefined) throw data(null, { status: 404 });
    const entries = await listHistory(sql, subject.kind, id, { limit: linesPerPage + 1, before });
    const shownEntries = entries.slice(0, linesPerPage);
    return {
      name,
      back: { to: `/admin/${screen}/${id}`, label: name },
      rows: historyRows(await withListedNames(sql, shownEntries)),
      /** The first entry of the next page; null at the end. */
      older: entries.length > linesPerPage ? (shownEntries.at(-1)?.id ?? null) : null,
    };
  });
}

type Row = Route.ComponentProps["loaderData"]["rows"][number];
const columns: Column<Row>[] = columnsOf(historyTexts.columns, {
  when: { card: "title" },
  who: { card: "corner" },
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

import { Form, Link } from "react-router";
import { type StopKind, stopKinds } from "#ticketing/events/stop.ts";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { StatusTabs } from "./status-tabs.tsx";
import { stopTexts as texts } from "./stop-texts.ts";
import type { StopRowView, StopsView } from "./stops-view.ts";

const signs = { sale: "ticket", refunds: "undo", read_only: "lock" } as const;

/** Everything that can be stopped, for each night and for the whole site, on one screen. */
export function StopsPage({ view }: { view: StopsView }) {
  return (
    <>
      <PageHead title={texts.title} sub={texts.sub(view.on, view.rows.length * stopKinds.length)} />
      <StatusTabs stops={view.on} />
      <div className="stop-kinds">
        {stopKinds.map((kind) => (
          <div key={kind}>
            <b>
              <OfficeIcon name={signs[kind]} /> {texts.kinds[kind]}
            </b>
            <p>{texts.notes[kind]}</p>
          </div>
        ))}
      </div>
      <div className="stop-table">
        <OfficeTable
          label={texts.title}
          columns={columns}
          groups={[{ rows: view.rows }]}
          rowKey={(row) => row.id ?? "site"}
        />
      </div>
      <p className="muted">{texts.foot}</p>
    </>
  );
}

const columns: Column<StopRowView>[] = [
  { key: "night", label: texts.columns.night, card: "title", cell: (row) => <b>{row.name}</b> },
  { key: "date", label: texts.columns.date, card: "corner", cell: (row) => row.date },
  { key: "sold", label: texts.columns.sold, align: "right", card: "line", cell: (row) => row.sold },
  ...stopKinds.map(
    (kind): Column<StopRowView> => ({
      key: kind,
      label: texts.kinds[kind],
      card: "labelled",
      cell: (row) => <StopSwitch kind={kind} row={row} />,
    }),
  ),
];

/** Off: a link to the dialog, because a stop needs a reason. On: red, with time and reason, and one click lifts it. */
function StopSwitch({ kind, row }: { kind: StopKind; row: StopRowView }) {
  const cell = row.cells[kind];
  const label = texts.switchLabel(texts.kinds[kind], row.name);
  if (!cell) {
    const event = row.id === null ? "" : `&event=${row.id}`;
    return (
      <span className="stop-switch">
        <Link
          className="switch"
          role="switch"
          aria-checked="false"
          aria-label={label}
          to={`/admin/status/stops/start?kind=${kind}${event}`}
          preventScrollReset
        >
          <span />
        </Link>
        <span>{texts.runs}</span>
      </span>
    );
  }
  return (
    <Form
      className="stop-switch stop-switch--on"
      method="post"
      action="/admin/status/stops"
      preventScrollReset
    >
      <input type="hidden" name="lift" value={cell.id} />
      <button type="submit" className="switch" role="switch" aria-checked="true" aria-label={label}>
        <span />
      </button>
      <span>
        <b>{texts.stopped}</b>
        <small>
          {cell.since}, {cell.reason}
          {cell.until ? `, ${texts.until(cell.until)}` : ""}
        </small>
      </span>
    </Form>
  );
}

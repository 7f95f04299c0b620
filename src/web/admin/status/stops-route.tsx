import { Form, Link, Outlet } from "react-router";
import { liftStop } from "#ticketing/events/lift-stop.server.ts";
import { type StopKind, stopKinds } from "#ticketing/events/stop.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext, officeOf } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import type { Route } from "./+types/stops-route.ts";
import { StatusTabs } from "./status-tabs.tsx";
import { stopTexts as texts } from "./stop-texts.ts";
import { readStops, type StopRowView } from "./stops-reading.server.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.title) }];

export async function loader({ context }: Route.LoaderArgs) {
  return { view: await readStops(context.get(siteContext), context.get(administratorContext)) };
}

/** Lifts a stop. Lifting it again changes nothing. */
export async function action({ context, request }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const form = await postedForm(request, { one: ["lift"] });
  const lifted = await attempt(site, () => liftStop(site, { actor, id: form.text("lift") }));
  await site.stops.refresh();
  if (lifted.ok || lifted.refusal.reason === "missing")
    return redirectWithMessage(site, "/admin/status/stops", "success", texts.lifted);
  return redirectWithMessage(site, "/admin/status/stops", "error", texts.failed);
}

const signs = { sale: "ticket", refunds: "undo", read_only: "lock" } as const;

/** Everything that can be stopped, for each night and for the whole site, on one screen. */
export default function Stops({ loaderData: { view } }: Route.ComponentProps) {
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
          rows={view.rows}
          rowKey={(row) => row.id ?? "site"}
        />
      </div>
      <p className="muted">{texts.foot}</p>
      <Outlet />
    </>
  );
}

const columns: Column<StopRowView>[] = [
  ...columnsOf<StopRowView, typeof texts.columns, "night" | "date" | "sold">(texts.columns, {
    night: { card: "title", cell: (row) => <b>{row.name}</b> },
    date: { card: "corner" },
    sold: { align: "right", card: "line" },
  }),
  ...stopKinds.map(
    (kind): Column<StopRowView> => ({
      key: kind,
      label: texts.kinds[kind],
      card: "labelled",
      cell: (row) => <StopSwitch kind={kind} row={row} />,
    }),
  ),
];

/** When off: a link to the dialog, because a stop needs a reason. When on: time and reason, and one click lifts it. */
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

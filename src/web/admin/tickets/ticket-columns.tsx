import { Link } from "react-router";
import { chooseColumn } from "../ui/bulk-bar.tsx";
import type { Column } from "../ui/office-table.tsx";
import { rowActsColumn } from "../ui/row-acts.tsx";
import { Status } from "../ui/status.tsx";
import { SwitchForm } from "../ui/switch-form.tsx";
import { baseOf, type TicketKind } from "./ticket-kind.ts";
import type { TicketRowView } from "./ticket-list-view.ts";
import { ticketTexts } from "./ticket-texts.ts";

const texts = ticketTexts.columns;
type TicketColumn = Column<TicketRowView>;

const name = (kind: TicketKind): TicketColumn => ({
  key: "type",
  label: texts.type,
  card: "title",
  sort: "type",
  cell: (row) => (
    <>
      <Link to={`${baseOf[kind]}/${row.id}`}>{row.type}</Link>
      {row.tag ? <span className="tag">{row.tag}</span> : null}
      {row.signs.length > 0 ? <small className="type-signs muted">{row.signs.join(" · ")}</small> : null}
    </>
  ),
});
const nights: TicketColumn = {
  key: "nights",
  label: texts.nights,
  sort: "night",
  card: "start",
  cell: (row) => row.nights,
};
const price: TicketColumn = {
  key: "price",
  label: texts.price,
  align: "right",
  card: "corner",
  sort: "price",
  cell: (row) => (
    <>
      {row.phase ? <small className="muted">{row.phase} </small> : null}
      {row.price}
    </>
  ),
};
const entries: TicketColumn = {
  key: "entries",
  label: texts.entries,
  align: "right",
  card: "hidden",
  from: "wide",
  cell: (row) => row.entries,
};
const left: TicketColumn = {
  key: "left",
  label: texts.left,
  align: "right",
  card: "labelled",
  sort: "left",
  cell: (row) => <b className={`stock-left stock-left--${row.scarcity}`}>{row.left}</b>,
};

function markSwitch(row: TicketRowView, mark: "visible" | "used") {
  const isOn = mark === "visible" ? row.isVisible : row.isUsed;
  const other = { visible: ["shown", "hidden"], used: ["marked_used", "marked_unused"] }[mark][isOn ? 1 : 0];
  return (
    <SwitchForm
      id={`${mark}-${row.id}`}
      action={baseOf.every}
      fields={{ ids: row.id, as: other ?? "" }}
      label={mark === "visible" ? ticketTexts.visibleLabel(row.type) : ticketTexts.usedLabel(row.type)}
      state={isOn ? "on" : "off"}
    />
  );
}

export const ticketColumns: TicketColumn[] = [
  chooseColumn((row) => ({ id: row.id, name: `${row.type}, ${row.nights}` })),
  name("every"),
  nights,
  price,
  entries,
  { key: "capacity", label: texts.capacity, align: "right", card: "hidden", cell: (row) => row.capacity },
  { key: "held", label: texts.held, align: "right", card: "hidden", cell: (row) => row.held },
  { key: "sold", label: texts.sold, align: "right", card: "labelled-end", cell: (row) => row.sold },
  left,
  {
    key: "agreement",
    label: texts.agreement,
    card: "hidden",
    from: "wide",
    cell: (row) => <PriceState state={row.agreement} />,
  },
  {
    key: "visible",
    label: texts.visible,
    align: "centre",
    card: "end",
    cell: (row) => markSwitch(row, "visible"),
  },
  {
    key: "used",
    label: texts.used,
    align: "centre",
    card: "hidden",
    from: "wide",
    cell: (row) => markSwitch(row, "used"),
  },
  rowActsColumn((row) => ({ name: row.type, to: `${baseOf.every}/${row.id}` })),
];

export const specialColumns: TicketColumn[] = [
  name("special"),
  {
    key: "description",
    label: texts.description,
    card: "hidden",
    from: "wide",
    cell: (row) => row.description,
  },
  nights,
  price,
  entries,
  {
    key: "sold",
    label: texts.sold,
    align: "right",
    card: "labelled",
    cell: (row) => `${row.sold} / ${row.capacity}`,
  },
  left,
  {
    key: "quick",
    label: texts.quick,
    align: "centre",
    card: "end",
    cell: (row) => (
      <SwitchForm
        id={`quick-${row.id}`}
        action={`${baseOf.special}/${row.id}/quick`}
        fields={{ as: row.isQuickPurchase ? "off" : "on" }}
        label={ticketTexts.quickLabel(row.type)}
        state={row.isQuickPurchase ? "on" : "off"}
      />
    ),
  },
  rowActsColumn((row) => ({ name: row.type, to: `${baseOf.special}/${row.id}` })),
];

function PriceState({ state }: { state: TicketRowView["agreement"] }) {
  if (state === "agreed")
    return (
      <Status sign="sent" tone="plain">
        {ticketTexts.agreed}
      </Status>
    );
  if (state === "not_agreed")
    return (
      <Status sign="part" tone="warn">
        {ticketTexts.notAgreed}
      </Status>
    );
  return (
    <Status sign="over" tone="mute">
      {ticketTexts.noPrice}
    </Status>
  );
}

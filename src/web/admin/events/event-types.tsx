import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, OfficeTable } from "../ui/office-table.tsx";
import type { SavedEventView } from "./event-form-view.ts";
import { eventTexts } from "./event-texts.ts";

type TypeRow = SavedEventView["types"][number];

const texts = eventTexts.typeColumns;

const columns: Column<TypeRow>[] = [
  {
    key: "type",
    label: texts.type,
    card: "title",
    cell: (row) => <Link to={row.to}>{row.type}</Link>,
  },
  { key: "price", label: texts.price, align: "right", card: "corner", cell: (row) => row.price },
  { key: "sold", label: texts.sold, align: "right", card: "labelled", cell: (row) => row.sold },
  { key: "held", label: texts.held, align: "right", card: "hidden", cell: (row) => row.held },
  { key: "left", label: texts.left, align: "right", card: "end", cell: (row) => row.left },
  {
    key: "visible",
    label: texts.visible,
    card: "hidden",
    cell: (row) => (row.isVisible ? eventTexts.yes : eventTexts.no),
  },
];

/** The ticket types that admit to a night, with what each has left. */
export function EventTypes({ eventId, types }: { eventId: string; types: readonly TypeRow[] }) {
  return (
    <section className="office-section">
      <h2>
        {eventTexts.types}
        <Link className={buttonClass({ size: "small" })} to={`/admin/tickets/new?event=${eventId}`}>
          <OfficeIcon name="plus" /> {eventTexts.addType}
        </Link>
      </h2>
      {types.length === 0 ? (
        <p className="muted">{eventTexts.noTypes}</p>
      ) : (
        <OfficeTable
          label={eventTexts.types}
          columns={columns}
          groups={[{ rows: types }]}
          rowKey={(row) => row.id}
        />
      )}
    </section>
  );
}

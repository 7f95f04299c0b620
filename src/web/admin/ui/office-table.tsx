import { Fragment, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { withQuery } from "./address-query.ts";
import { OfficeIcon } from "./office-icon.tsx";

export type Column<Row> = {
  key: string;
  label: string;
  /** `hidden`: only screen readers get the head, such as above a meter or the acts of a row. */
  head?: "shown" | "hidden";
  align?: "left" | "right" | "centre";
  /** The parameter of the address that sorts by this column. */
  sort?: string;
  /**
   * The cell's place when a row becomes a card (below 640 px): its title, the box before the title, the corner, a
   * whole line, the start or the end of a line, or hidden. `labelled` puts the column's name before it.
   */
  card?:
    | "title"
    | "choose"
    | "corner"
    | "line"
    | "start"
    | "end"
    | "labelled"
    | "labelled-line"
    | "labelled-end"
    | "hidden";
  /** `wide`: the column is shown only on wide screens. */
  from?: "always" | "wide";
  cell: (row: Row) => ReactNode;
};

type Place<Row> = Omit<Column<Row>, "key" | "label" | "cell">;
type Spec<Row, Key, Labels> = Place<Row> &
  (Key extends keyof Labels ? { label?: string } : { label: string }) &
  (Key extends keyof Row ? { cell?: Column<Row>["cell"] } : { cell: Column<Row>["cell"] });

/** Makes columns by their keys. By default `labels` has the name, and the cell shows the row's field of that key. */
export function columnsOf<Row, Labels extends object, Key extends string>(
  labels: Labels,
  specs: { readonly [K in Key]: Spec<Row, K, Labels> },
): Column<Row>[] {
  return Object.entries<Place<Row> & Partial<Column<Row>>>(specs).map(([key, spec]) => ({
    key,
    label: String(labels[key as keyof Labels]),
    cell: (row) => row[key as keyof Row] as ReactNode,
    ...spec,
  }));
}

export type Sorting = { by: string; direction: "asc" | "desc" };

/** Explicit roles, because the grid of a card removes the table's own roles. */
const role = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader" },
  name: { role: "rowheader" },
  cell: { role: "cell" },
} as const;

type OfficeTableProps<Row> = {
  /** The content of the table, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows?: readonly Row[];
  /** Groups of rows. A group with a title has a line with it above its rows. */
  groups?: readonly { title?: string; rows: readonly Row[] }[];
  sorting?: Sorting;
  /** The key of the row that is open beside the table. */
  selected?: string | null;
  foot?: ReactNode;
  /** What is shown when there are no rows. */
  none?: ReactNode;
};
type RowKey<Row> = (row: Row) => string;

/** A long list: a table whose heads sort by links, and cards on a phone. The column of the card's title names a row. */
export function OfficeTable<Row extends { readonly id: string }>(
  props: OfficeTableProps<Row> & { rowKey?: RowKey<Row> },
): ReactNode;
export function OfficeTable<Row>(props: OfficeTableProps<Row> & { rowKey: RowKey<Row> }): ReactNode;
export function OfficeTable<Row>({
  label,
  columns,
  rows = [],
  groups = [{ rows }],
  rowKey = (row) => (row as Row & { id: string }).id,
  sorting,
  selected = null,
  foot,
  none,
}: OfficeTableProps<Row> & { rowKey?: RowKey<Row> }) {
  if (none && groups.every((group) => group.rows.length === 0)) return none;
  return (
    <div className="office-table">
      <table {...role.table} aria-label={label}>
        <thead {...role.group}>
          <tr {...role.row}>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody {...role.group}>
          {groups.map((group) => (
            <Fragment key={group.title ?? ""}>
              {group.title ? (
                <tr {...role.row} className="office-table__group">
                  <th {...role.name} scope="rowgroup" colSpan={columns.length}>
                    {group.title}
                  </th>
                </tr>
              ) : null}
              {group.rows.map((row) => (
                <tr {...role.row} key={rowKey(row)} aria-selected={selected === rowKey(row) || undefined}>
                  {columns.map((column, at) => (
                    <BodyCell
                      key={column.key}
                      column={column}
                      row={row}
                      isName={at === nameColumnIndex(columns)}
                    />
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
        {foot ? <tfoot {...role.group}>{foot}</tfoot> : null}
      </table>
    </div>
  );
}

/** Returns the index of the column that names the row; checkboxes may stand before it. */
function nameColumnIndex<Row>(columns: readonly Column<Row>[]): number {
  const titleIndex = columns.findIndex((column) => column.card === "title");
  return titleIndex === -1 ? 0 : titleIndex;
}

function HeadCell<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { search } = useLocation();
  const isSorted = column.sort !== undefined && sorting?.by === column.sort;
  const next = isSorted && sorting?.direction === "asc" ? "desc" : "asc";
  return (
    <th
      {...role.head}
      scope="col"
      className={cellClass(column)}
      aria-sort={isSorted ? (sorting?.direction === "asc" ? "ascending" : "descending") : undefined}
    >
      {column.sort ? (
        <Link to={withQuery(search, { sort: column.sort, dir: next })} replace preventScrollReset>
          {column.label}
          <OfficeIcon
            name={!isSorted ? "sort" : sorting?.direction === "asc" ? "chevronUp" : "chevronDown"}
          />
        </Link>
      ) : column.head === "hidden" ? (
        <span className="visually-hidden">{column.label}</span>
      ) : (
        column.label
      )}
    </th>
  );
}

type BodyCellProps<Row> = { column: Column<Row>; row: Row; isName: boolean };

function BodyCell<Row>({ column, row, isName }: BodyCellProps<Row>) {
  const className = cellClass(column);
  if (isName)
    return (
      <th {...role.name} scope="row" className={className}>
        {column.cell(row)}
      </th>
    );
  return (
    <td
      {...role.cell}
      className={className}
      data-label={column.card?.startsWith("labelled") ? column.label : undefined}
    >
      {column.cell(row)}
    </td>
  );
}

function cellClass<Row>({ key, align = "left", card = "line", from = "always" }: Column<Row>): string {
  return `is-${align} card-${card} from-${from} column-${key}`;
}

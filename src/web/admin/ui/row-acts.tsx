import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { OfficeIcon } from "./office-icon.tsx";
import type { Column } from "./office-table.tsx";
import { officeTexts } from "./office-texts.ts";

const look = `${buttonClass({ look: "quiet" })} icon-button`;

/** The end of a row: its form, and the dialog that deletes it. On a phone the name links to the form. */
export function rowActsColumn<Row>(of: (row: Row) => { name: string; to: string }): Column<Row> {
  return {
    key: "acts",
    label: officeTexts.actions,
    head: "hidden",
    align: "right",
    card: "hidden",
    cell: (row) => {
      const { name, to } = of(row);
      return (
        <span className="row-acts">
          <Link className={look} to={to} aria-label={officeTexts.edit(name)} title={officeTexts.edit(name)}>
            <OfficeIcon name="pencil" />
          </Link>
          <Link
            className={look}
            to={`${to}/delete`}
            aria-label={officeTexts.remove(name)}
            title={officeTexts.remove(name)}
          >
            <OfficeIcon name="trash" />
          </Link>
        </span>
      );
    },
  };
}

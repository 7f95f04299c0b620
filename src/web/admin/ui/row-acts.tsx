import { IconLink } from "./act-buttons.tsx";
import type { Column } from "./office-table.tsx";
import { officeTexts } from "./office-texts.ts";

/**
 * The last column: links to a row's form and to the dialog that deletes it. On a phone the name links to the form.
 */
export function rowActsColumn<Row>(linkOf: (row: Row) => { name: string; to: string }): Column<Row> {
  return {
    key: "acts",
    label: officeTexts.actions,
    head: "hidden",
    align: "right",
    card: "hidden",
    cell: (row) => {
      const { name, to } = linkOf(row);
      return (
        <span className="row-acts">
          <IconLink icon="pencil" label={officeTexts.edit(name)} to={to} />
          <IconLink icon="trash" label={officeTexts.remove(name)} to={`${to}/delete`} />
        </span>
      );
    },
  };
}

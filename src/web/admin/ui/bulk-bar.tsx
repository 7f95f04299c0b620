import { useEffect, useRef, useState } from "react";
import { Form, useLocation } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { OfficeIcon, type OfficeIconName } from "./office-icon.tsx";
import type { Column } from "./office-table.tsx";
import { officeTexts } from "./office-texts.ts";

const formId = "bulk";

/** The column of checkboxes. They belong to the bar above the table. */
export function chooseColumn<Row>(rowNameOf: (row: Row) => { id: string; name: string }): Column<Row> {
  return {
    key: "choose",
    label: officeTexts.chooseAll,
    head: "hidden",
    card: "choose",
    cell: (row) => {
      const { id, name } = rowNameOf(row);
      return (
        <label className="choose">
          <input type="checkbox" name="ids" value={id} form={formId} aria-label={officeTexts.choose(name)} />
        </label>
      );
    },
  };
}

type BulkBarProps = {
  action: string;
  /** The field that names the act for the chosen rows. */
  field: string;
  choices: readonly { value: string; label: string; icon: OfficeIconName }[];
};

/** The acts for several rows at once. The bar appears when a row is chosen; without JavaScript it is always there. */
export function BulkBar({ action, field, choices }: BulkBarProps) {
  const form = useRef<HTMLFormElement>(null);
  const enhanced = useEnhanced();
  const { key } = useLocation();
  const [chosen, setChosen] = useState(0);
  const boxes = () =>
    [...(form.current?.elements ?? [])].filter(
      (control): control is HTMLInputElement =>
        control instanceof HTMLInputElement && control.type === "checkbox",
    );
  const chooseAll = (state: "all" | "none") => {
    for (const box of boxes()) box.checked = state === "all";
    setChosen(state === "all" ? boxes().length : 0);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address shows other rows
  useEffect(() => {
    const count = () => setChosen(boxes().filter((box) => box.checked).length);
    chooseAll("none");
    document.addEventListener("change", count);
    return () => document.removeEventListener("change", count);
  }, [key]);
  return (
    <Form
      method="post"
      action={action}
      id={formId}
      ref={form}
      className={enhanced ? "bulk-bar bulk-bar--over" : "bulk-bar"}
      hidden={enhanced && chosen === 0}
    >
      {enhanced ? (
        <>
          <p aria-live="polite">{officeTexts.chosen(chosen)}</p>
          <Button look="quiet" size="small" onClick={() => chooseAll("all")}>
            {officeTexts.chooseAll}
          </Button>
          <Button look="quiet" size="small" onClick={() => chooseAll("none")}>
            {officeTexts.chooseNone}
          </Button>
        </>
      ) : null}
      {choices.map((choice) => (
        <Button key={choice.value} size="small" type="submit" name={field} value={choice.value}>
          <OfficeIcon name={choice.icon} /> {choice.label}
        </Button>
      ))}
    </Form>
  );
}

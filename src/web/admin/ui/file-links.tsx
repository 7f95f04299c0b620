import { useRevalidator } from "react-router";
import { limits } from "#ticketing/limits.ts";
import type { Right } from "#ticketing/rights/role-rights.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { useMay } from "../shown-rights.ts";
import { OfficeIcon } from "./office-icon.tsx";
import { fileTexts as texts } from "./office-texts.ts";

type FileLinksProps = {
  /** The address of the file without its ending. `query`, with its question mark, selects the content. */
  file: string;
  query?: string;
  /** The content of the file, for a screen with several files. */
  label?: string;
  /** The number of rows in the file, counted up to what a workbook can hold. */
  rows?: number;
  right?: Right;
  forms?: readonly (keyof typeof texts.forms)[];
};

/**
 * Links to a file, the workbook first, for a person who may download files. When a workbook would be too long it
 * offers only CSV and says why. A toast about the file comes with the next data of the page, so
 * JavaScript loads the page's data again after a press.
 */
export function FileLinks({ file, query = "", label, forms = ["xlsx", "csv"], ...more }: FileLinksProps) {
  const { revalidate } = useRevalidator();
  const { rows = 0, right = "exports.read" } = more;
  if (!useMay()(right)) return null;
  return forms.map((form) =>
    form === "xlsx" && rows > limits.rowsOfWorkbook ? (
      <small key={form} className="muted">
        {texts.tooLong}
      </small>
    ) : (
      <a
        key={form}
        className={buttonClass({ look: "line" })}
        href={`${file}.${form}${query}`}
        onClick={() => setTimeout(() => void revalidate(), 1500)}
      >
        <OfficeIcon name="download" /> {texts.file(texts.forms[form], label)}
      </a>
    ),
  );
}

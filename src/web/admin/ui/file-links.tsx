import { useRevalidator } from "react-router";
import { limits } from "#ticketing/limits.ts";
import type { Right } from "#ticketing/rights/role-rights.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { useMay } from "../shown-rights.ts";
import { OfficeIcon } from "./office-icon.tsx";
import { fileTexts as texts } from "./office-texts.ts";

type FileLinksProps = {
  /** The address of the file without its ending; `query`, with its question mark, chooses what is in it. */
  file: string;
  query?: string;
  /** What is in the file, where a screen has several. */
  label?: string;
  /** Rows of the file, counted as far as a workbook goes. */
  rows?: number;
  right?: Right;
  forms?: readonly (keyof typeof texts.forms)[];
};

/**
 * Plain links to a file, the workbook first, for a person who may have files; CSV alone, and why, where a workbook would be too long. The
 * toast about it comes with the next response, which a script requests by itself.
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

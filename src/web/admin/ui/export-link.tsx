import { useRevalidator } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { useMay } from "../shown-rights.ts";
import { OfficeIcon } from "./office-icon.tsx";

type ExportLinkProps = { to: string; label: string; look?: "sun" | "line" };

/** A plain link to a file, for who may have files; the toast about it comes with the next response, which a script requests by itself. */
export function ExportLink({ to, label, look = "sun" }: ExportLinkProps) {
  const { revalidate } = useRevalidator();
  const may = useMay();
  if (!may("exports.read")) return null;
  return (
    <a className={buttonClass({ look })} href={to} onClick={() => setTimeout(() => void revalidate(), 1500)}>
      <OfficeIcon name="download" /> {label}
    </a>
  );
}

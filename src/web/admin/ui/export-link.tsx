import { useRevalidator } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { OfficeIcon } from "./office-icon.tsx";

type ExportLinkProps = { to: string; label: string; look?: "sun" | "line" };

/** A file by a plain link; the toast about it comes with the next answer, which a script asks for by itself. */
export function ExportLink({ to, label, look = "sun" }: ExportLinkProps) {
  const { revalidate } = useRevalidator();
  return (
    <a className={buttonClass({ look })} href={to} onClick={() => setTimeout(() => void revalidate(), 1500)}>
      <OfficeIcon name="download" /> {label}
    </a>
  );
}

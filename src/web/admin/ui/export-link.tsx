import { useRevalidator } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { OfficeIcon } from "./office-icon.tsx";

/** A file by a plain link; the toast about it comes with the next answer, which a script asks for by itself. */
export function ExportLink({ to, label }: { to: string; label: string }) {
  const { revalidate } = useRevalidator();
  return (
    <a
      className={buttonClass({ look: "sun" })}
      href={to}
      onClick={() => setTimeout(() => void revalidate(), 1500)}
    >
      <OfficeIcon name="download" /> {label}
    </a>
  );
}

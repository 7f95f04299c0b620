import { TextInput, type TextInputProps } from "#web/ui/text-input.tsx";
import { OfficeIcon, type OfficeIconName } from "./office-icon.tsx";

/** A field in a table. People see the column's head; screen readers read the field's own label. */
export function CellInput({ label, ...rest }: TextInputProps & { label: string }) {
  return <TextInput label={<CellLabel>{label}</CellLabel>} {...rest} />;
}

export function CellLabel({ children }: { children: string }) {
  return <span className="visually-hidden">{children}</span>;
}

type RowButtonProps = { icon: OfficeIconName; label: string; disabled?: boolean; onClick: () => void };

/** An icon button that changes a row. It works only with JavaScript. */
export function RowButton({ icon, label, disabled = false, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      className="button button--quiet icon-button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <OfficeIcon name={icon} />
    </button>
  );
}

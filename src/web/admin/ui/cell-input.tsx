import { TextInput, type TextInputProps } from "#web/ui/text-input.tsx";
import { OfficeIcon, type OfficeIconName } from "./office-icon.tsx";

/** A field in a table: the head of its column is what one sees, its own label what one hears. */
export function CellInput({ label, ...rest }: TextInputProps & { label: string }) {
  return <TextInput label={<CellLabel>{label}</CellLabel>} {...rest} />;
}

export function CellLabel({ children }: { children: string }) {
  return <span className="visually-hidden">{children}</span>;
}

type RowButtonProps = { icon: OfficeIconName; label: string; disabled?: boolean; onClick: () => void };

/** A sign that does something with a row, which the script alone can. */
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

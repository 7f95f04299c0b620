type ToggleProps = {
  label: string;
  name: string;
  value?: string;
  initial?: boolean;
  disabled?: boolean;
  onToggle?: (on: boolean) => void;
};

export function Toggle({ label, name, value = "1", initial = false, disabled, onToggle }: ToggleProps) {
  return (
    <label className="toggle">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox already says whether it is on
        role="switch"
        name={name}
        value={value}
        defaultChecked={initial}
        disabled={disabled}
        onChange={(change) => onToggle?.(change.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
